"""Questions about a followed deal, held back until it ends, when most doubts are gone.

Nobody is asked while cards are played. The crib is the last line of a deal, and carries the
question about the deal; in a deal without one, the last line is emitted again with it. If all hands
were shown but no crib was read, the question is about the crib.
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
    """A line to print.

    Attributes:
        action: the line; `Undo` takes back the latest one.
        is_sure: True if it was not in doubt when emitted, and raises no question.
        question: subject of the first doubtful line; None if nobody is asked.
        about: the doubtful lines of the deal; empty if the crib was not read.
    """

    action: Action
    is_sure: bool = True
    question: Question | None = None
    about: tuple[Action, ...] = ()


class QuestionQueue:
    """The current lines of one film, and the questions still to be asked about them."""

    def __init__(self, follower: Follower) -> None:
        """Starts with no lines."""
        self._follower = follower
        self._standing: list[Line] = []
        self._was_asked = True
        self._held_back: tuple[Line, float] | None = None

    def process(self, events: Sequence[LineEvent], now: float, over: bool = False) -> list[Line]:
        """Returns the lines to print, with questions that are due.

        Args:
            events: new events of the follower, without gos.
            now: when the picture was taken, in seconds.
            over: whether the film has ended.
        """
        over = over or not self._follower.is_following
        lines = self._release(now, over or bool(events))
        for number, event in enumerate(events):
            line = self._line(event)
            last = number == len(events) - 1
            if last and not over and isinstance(event.action, Crib) and line.question:
                self._held_back = Line(event.action, event.is_sure), now
            else:
                lines.append(line)
        if not self._was_asked and over:
            self._was_asked = True
            lines += self._repeat_last_line()
        return lines

    def _release(self, now: float, at_once: bool) -> list[Line]:
        """Returns the crib that was held back, once its doubts are gone or the wait is over."""
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
        """Emits the last line of a deal without a crib again, if there is a question to ask."""
        last = self._standing[-1].action
        asking = self._with_question(self._standing[-1])
        if asking is None and self._are_hands_shown():
            asking = Line(last, False, Question.CRIB)
        if asking is None:
            return []
        self._standing[-1] = asking
        return [Line(Undo()), asking]

    def _line(self, event: LineEvent) -> Line:
        line = Line(event.action, event.is_sure)
        if isinstance(event.action, Undo):
            self._update_asked(self._standing.pop().action, undone=True)
            return line
        self._standing.append(line)
        self._update_asked(event.action, undone=False)
        if isinstance(event.action, Crib):
            line = self._standing[-1] = self._with_question(line) or line
        return line

    def _update_asked(self, action: Action, undone: bool) -> None:
        """Records whether a question may still follow: the deal has begun, but has no crib yet."""
        if isinstance(action, Deal):
            self._was_asked = undone
        elif isinstance(action, Crib):
            self._was_asked = not undone

    def _are_hands_shown(self) -> bool:
        """Returns whether all seats that played have shown their hands."""
        deal = [line.action for line in self._standing[self._deal_index() :]]
        played = {action.seat for action in deal if isinstance(action, Play)}
        return bool(played) and played == {a.seat for a in deal if isinstance(a, Hand)}

    def _deal_index(self) -> int:
        """Returns the index of the latest deal."""
        return max(n for n, line in enumerate(self._standing) if isinstance(line.action, Deal))

    def _with_question(self, line: Line) -> Line | None:
        """Returns the last line of a deal with the deal's question; None if there is no question.

        A doubt about a hand is no question, because the hand follows from the plays.
        """
        deal = self._standing[self._deal_index() :]
        questions = {entry.action: self._follower.questions.get(entry.action) for entry in deal}
        about = tuple(
            a for a, question in questions.items() if question not in (None, Question.HAND)
        )
        return Line(line.action, False, questions[about[0]], about) if about else None
