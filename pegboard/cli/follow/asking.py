"""Keeps the questions about a followed deal until it is over: most doubts are gone by then.

Nobody is asked while cards are played. The crib is the last line of a deal, and carries what is to
be asked about the deal; of a deal without one, the last line is told again with it.
A crib that was not read once all hands were shown is asked for as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.cribbage import Action, Crib, Deal, Hand, Play, Undo
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.line_event import LineEvent, Question

WAIT_S = 1.0
"""Seconds for which a crib with a question is held back."""


@dataclass(frozen=True)
class Line:
    """A line that is printed.

    Attributes:
        action: the line; `Undo` takes the latest one back.
        sure: whether there was no doubt about it when it was told, and nothing is asked.
        question: about the first line that is in doubt; None where nobody is asked.
        about: the lines of the deal that are in doubt; none where the crib was not read.
    """

    action: Action
    is_sure: bool = True
    question: Question | None = None
    about: tuple[Action, ...] = ()


class QuestionQueue:
    """The lines of one film that stand, and whether their questions were asked."""

    def __init__(self, follower: Follower) -> None:
        """Starts with no lines of what `follower` tells."""
        self._follower = follower
        self._standing: list[Line] = []
        self._was_asked = True
        self._held_back: tuple[Line, float] | None = None

    def process(self, told: Sequence[LineEvent], now: float, over: bool = False) -> list[Line]:
        """Returns what was told, with questions once they are asked.

        Args:
            told: what the follower told just now, without gos.
            now: when the picture was taken, in seconds.
            over: whether the film is over.
        """
        over = over or not self._follower.is_following
        lines = self._release(now, over or bool(told))
        for number, each in enumerate(told):
            line = self._line(each)
            last = number == len(told) - 1
            if last and not over and isinstance(each.action, Crib) and line.question:
                self._held_back = Line(each.action, each.is_sure), now
            else:
                lines.append(line)
        if not self._was_asked and over:
            self._was_asked = True
            lines += self._repeat_last_line()
        return lines

    def _release(self, now: float, at_once: bool) -> list[Line]:
        """Returns the crib that was held back, if its doubts are gone or it need not wait more."""
        if self._held_back is None:
            return []
        crib, since = self._held_back
        asking = self._with_question(crib)
        if asking is not None and not at_once and now - since < WAIT_S:
            return []
        self._held_back = None
        self._standing[-1] = asking or crib
        return [self._standing[-1]]

    def _repeat_last_line(self) -> list[Line]:
        """Returns the last line of a deal without a crib told again, if anything is to be asked."""
        last = self._standing[-1].action
        asking = self._with_question(self._standing[-1])
        if asking is None and self._are_hands_shown():
            asking = Line(last, False, Question.CRIB)
        if asking is None:
            return []
        self._standing[-1] = asking
        return [Line(Undo()), asking]

    def _line(self, told: LineEvent) -> Line:
        line = Line(told.action, told.is_sure)
        if isinstance(told.action, Undo):
            self._update_asked(self._standing.pop().action, undone=True)
            return line
        self._standing.append(line)
        self._update_asked(told.action, undone=False)
        if isinstance(told.action, Crib):
            line = self._standing[-1] = self._with_question(line) or line
        return line

    def _update_asked(self, action: Action, undone: bool) -> None:
        """Notes whether a deal is to be asked about: it has begun, and has no crib yet."""
        if isinstance(action, Deal):
            self._was_asked = undone
        elif isinstance(action, Crib):
            self._was_asked = not undone

    def _are_hands_shown(self) -> bool:
        """Returns whether every seat that played has shown its hand, so that the crib lacks."""
        deal = [each.action for each in self._standing[self._deal_index() :]]
        played = {action.seat for action in deal if isinstance(action, Play)}
        return bool(played) and played == {a.seat for a in deal if isinstance(a, Hand)}

    def _deal_index(self) -> int:
        """Returns the place of the latest deal."""
        return max(n for n, each in enumerate(self._standing) if isinstance(each.action, Deal))

    def _with_question(self, line: Line) -> Line | None:
        """Returns the last line of a deal with what is to be asked; None where nothing is.

        A hand follows from the plays, so that nobody is asked about it.
        """
        deal = self._standing[self._deal_index() :]
        doubts = {each.action: self._follower.questions.get(each.action) for each in deal}
        about = tuple(a for a, doubt in doubts.items() if doubt not in (None, Question.HAND))
        return Line(line.action, False, doubts[about[0]], about) if about else None
