"""Keeps the questions about a followed deal until it is over: most doubts are gone by then.

Nobody is asked while cards are played. A line that is still in doubt a moment after the crib was
told, or when the deal ends, is taken back with all that followed, and told again with its question.
"""

from collections.abc import Sequence
from dataclasses import replace

from pegboard.cribbage import Crib, Deal, Undo
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.judging import Doubted, Told

ASK_S = 1.0
"""Seconds after the crib was told until somebody is asked: it may be read better by then."""


class Asking:
    """The lines of one film that stand, and whether their questions were asked."""

    def __init__(self, follower: Follower) -> None:
        """Starts with no lines of what `follower` tells."""
        self._follower = follower
        self._standing: list[Told] = []
        self._asked = True
        self._crib_at: float | None = None

    def take(self, told: Sequence[Told], now: float, over: bool = False) -> list[Told]:
        """Returns what was told, with questions once they are asked.

        Args:
            told: what the follower told just now.
            now: when, in seconds.
            over: whether the film is over.
        """
        shown = [self._note(each, now) for each in told]
        waited = self._crib_at is not None and now - self._crib_at >= ASK_S
        if not self._asked and (waited or over or not self._follower.watching):
            self._asked = True
            shown += self._ask()
        return shown

    def _note(self, told: Told, now: float) -> Told:
        undone = isinstance(told.action, Undo)
        action = self._standing.pop().action if undone else told.action
        if isinstance(action, Deal):
            self._asked, self._crib_at = undone, None
        elif isinstance(action, Crib):
            self._crib_at = None if undone else now
        if not undone:
            told = replace(told, question=_question(told.question) if self._asked else None)
            self._standing.append(told)
        return told

    def _ask(self) -> list[Told]:
        """Returns the lines of the deal from the first that is in doubt by now, told again."""
        by_now = [self._by_now(told) for told in self._standing]
        dealt = max(n for n, told in enumerate(by_now) if isinstance(told.action, Deal))
        doubted = (n for n in range(dealt, len(by_now)) if by_now[n].question is not None)
        first = next(doubted, len(by_now))
        undone = [Told(Undo()) for _ in by_now[first:]]
        self._standing[first:] = by_now[first:]
        return [*undone, *by_now[first:]]

    def _by_now(self, told: Told) -> Told:
        """Returns a line with what is sure, and what would be asked, of it by now."""
        doubt = self._follower.doubts.get(told.action)
        # A crib may be unsure though nobody is asked about it.
        sure = told.sure if doubt is None and isinstance(told.action, Crib) else doubt is None
        return replace(told, sure=sure, question=_question(doubt))


def _question(doubt: Doubted | None) -> Doubted | None:
    """Returns what is asked about a doubtful line: nothing about a hand, which others tell."""
    return None if doubt == Doubted.HAND else doubt
