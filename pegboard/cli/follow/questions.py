"""Questions about a followed deal, deferred to its end, when most doubts are resolved.

No question is asked during the play. It is attached to the crib, the last line of a deal; in a deal
without a crib the last line is repeated with it. If the crib is unread after all hands have been
shown, the question asks for the crib.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.cribbage import Action, Crib, Deal, Hand, Play, Undo
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.judging import Doubted, Told

WAIT_S = 1.0
"""Seconds for which a crib with a question is delayed."""


@dataclass(frozen=True)
class PrintedLine:
    """A line to print.

    Attributes:
        action: the action; `Undo` undoes the latest line.
        is_sure: True if the line had no doubt when it was emitted, and has no question.
        question: question about the first doubtful line; None without one.
        about: doubtful lines of the deal; empty if the crib was not read.
    """

    action: Action
    is_sure: bool = True
    question: Doubted | None = None
    about: tuple[Action, ...] = ()


class DealQuestions:
    """Current lines of a film, and the state of their questions."""

    def __init__(self, follower: Follower) -> None:
        """Creates an empty list of lines for a follower."""
        self._follower = follower
        self._standing: list[PrintedLine] = []
        self._is_settled = True
        self._waiting: tuple[PrintedLine, float] | None = None

    def update(
        self, emitted: Sequence[Told], now: float, is_over: bool = False
    ) -> list[PrintedLine]:
        """Returns the lines to print, with questions once they are due.

        Args:
            emitted: lines emitted by the follower for a picture, without gos.
            now: time of the picture in seconds.
            is_over: True if the film has ended.
        """
        is_over = is_over or not self._follower.watching
        lines = self._release_crib(now, is_over or bool(emitted))
        for number, emission in enumerate(emitted):
            line = self._line(emission)
            last = number == len(emitted) - 1
            if last and not is_over and isinstance(emission.action, Crib) and line.question:
                self._waiting = PrintedLine(emission.action, emission.sure), now
            else:
                lines.append(line)
        if not self._is_settled and is_over:
            self._is_settled = True
            lines += self._repeat_last()
        return lines

    def _release_crib(self, now: float, at_once: bool) -> list[PrintedLine]:
        """Returns the delayed crib if its doubts are resolved or its delay is over."""
        if self._waiting is None:
            return []
        crib, since = self._waiting
        asking = self._with_question(crib)
        if asking is not None and not at_once and now - since < WAIT_S:
            return []
        self._waiting = None
        self._standing[-1] = asking or crib
        return [self._standing[-1]]

    def _repeat_last(self) -> list[PrintedLine]:
        """Returns the repeated last line of a deal without a crib, if there is a question."""
        last = self._standing[-1].action
        asking = self._with_question(self._standing[-1])
        if asking is None and self._all_hands_shown():
            asking = PrintedLine(last, False, Doubted.CRIB)
        if asking is None:
            return []
        self._standing[-1] = asking
        return [PrintedLine(Undo()), asking]

    def _line(self, emission: Told) -> PrintedLine:
        line = PrintedLine(emission.action, emission.sure)
        if isinstance(emission.action, Undo):
            self._track_deal(self._standing.pop().action, undone=True)
            return line
        self._standing.append(line)
        self._track_deal(emission.action, undone=False)
        if isinstance(emission.action, Crib):
            line = self._standing[-1] = self._with_question(line) or line
        return line

    def _track_deal(self, action: Action, undone: bool) -> None:
        """Updates whether the questions of the current deal are settled."""
        if isinstance(action, Deal):
            self._is_settled = undone
        elif isinstance(action, Crib):
            self._is_settled = not undone

    def _all_hands_shown(self) -> bool:
        """Returns whether every seat that played has shown its hand: only the crib is missing."""
        deal = [line.action for line in self._standing[self._deal_start() :]]
        played = {action.seat for action in deal if isinstance(action, Play)}
        return bool(played) and played == {a.seat for a in deal if isinstance(a, Hand)}

    def _deal_start(self) -> int:
        """Returns the index of the latest deal."""
        return max(n for n, line in enumerate(self._standing) if isinstance(line.action, Deal))

    def _with_question(self, line: PrintedLine) -> PrintedLine | None:
        """Returns the last line of a deal with its question; None without one.

        Hands follow from the plays, so they need no question.
        """
        deal = self._standing[self._deal_start() :]
        doubts = {standing.action: self._follower.doubts.get(standing.action) for standing in deal}
        about = tuple(a for a, doubt in doubts.items() if doubt not in (None, Doubted.HAND))
        return PrintedLine(line.action, False, doubts[about[0]], about) if about else None
