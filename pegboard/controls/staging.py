"""Staging of pending scores: presses are added up, then pegged together.

Five presses of +1 are one score of five, not five scores of one: the distance between the pegs
must show the last score. So presses add up to a pending score per seat, which is committed by
OK, or automatically a moment after the seat's last press. One below zero is a correction.

A dial does the same with one hand: each detent is a point, and its push pegs the seat's own score.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.controls.buttons import ButtonKind, Pressed, Turned
from pegboard.cribbage.actions import Correct, Peg


@dataclass(frozen=True, slots=True)
class Commit:
    """Intent: pegs a seat's pending score, which is complete."""

    seat: int
    delta: int
    """Points; never 0. Below 0 the peg was too far on and goes back."""

    def to_action(self, score: int) -> Peg | Correct:
        """Returns the action for it; `score` is the seat's present score."""
        if self.delta > 0:
            return Peg(self.seat, self.delta)
        return Correct(self.seat, max(0, score + self.delta))


@dataclass(frozen=True, slots=True)
class Undo:
    """Intent: takes back the latest action."""


@dataclass(frozen=True, slots=True)
class Count:
    """Intent: counts the hand before the camera."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Intent: confirms the board's question: a counted hand, the next game."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Intent: forgets network and pairing; UNDO and COUNT were held at start-up."""


@dataclass(frozen=True, slots=True)
class SafeStart:
    """Intent: restarts without devices; UNDO and OK were held at start-up."""


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Intent: lets the first device ask to play without a code; OK was held."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Intent: signs a seat's score card; its +1 was held for so many seconds."""

    seat: int
    held_s: float


Intent = Commit | Undo | Count | Confirm | Reset | SafeStart | OpenDoor | Sign
"""Intents of the people at the board."""


@dataclass(slots=True)
class _Pending:
    points: int
    due: float


class Staging:
    """The pending scores of all seats."""

    def __init__(
        self, seats: int, *, target: int = 121, commit_s: float = 1.5, grace_s: float = 0.5
    ) -> None:
        """Starts with nothing pending.

        Args:
            seats: seats that have buttons; presses of others are ignored.
            target: the score that wins; a pending score never leads past it.
            commit_s: seconds after a seat's last press until its score is committed automatically.
            grace_s: an OK this soon after that is taken for the OK of that score. Without it a
                finger a moment late would say yes to something it never meant.
        """
        self.seats = seats
        self.target = target
        self.commit_s = commit_s
        self.grace_s = grace_s
        self._pending: dict[int, _Pending] = {}
        self._by_itself = float("-inf")  # when a score was last committed without OK

    @property
    def pending(self) -> tuple[int, ...]:
        """The pending score of every seat, 0 if there is none."""
        waiting = self._pending
        return tuple(waiting[s].points if s in waiting else 0 for s in range(self.seats))

    def press(self, pressed: Pressed, scores: Sequence[int]) -> tuple[Intent, ...]:
        """Takes one press; returns its intents, preceded by those already due.

        Args:
            pressed: the button and its time, on the same clock as `due`.
            scores: every seat's score on the board, pending points left out.
        """
        button, at = pressed.button, pressed.at
        overdue = self.due(at)
        match button.kind:
            case ButtonKind.OK if self._pending:
                return (*overdue, *self._take(float("inf")))
            case ButtonKind.OK:
                late = at - self._by_itself < self.grace_s
                return overdue if late else (*overdue, Confirm())
            case ButtonKind.PUSH if self._pending:
                return (*overdue, *self._take_of(button.seat))
            case ButtonKind.PUSH if button.seat is None or button.seat >= self.seats:
                return overdue
            case ButtonKind.PUSH:
                late = at - self._by_itself < self.grace_s
                return overdue if late else (*overdue, Confirm())
            case ButtonKind.UNDO if self._pending:
                self.clear()
                return overdue
            case ButtonKind.UNDO:
                return (*overdue, Undo())
            case ButtonKind.COUNT:
                return (*overdue, Count())
        if button.seat is not None:
            self._change(button.seat, button.kind.points, scores, overdue, at)
        return overdue

    def turn(self, turned: Turned, scores: Sequence[int]) -> tuple[Intent, ...]:
        """Takes one turn of a dial, as `press` takes a press."""
        overdue = self.due(turned.at)
        self._change(turned.seat, turned.steps, scores, overdue, turned.at)
        return overdue

    def due(self, now: float) -> tuple[Commit, ...]:
        """Returns the scores that are due at `now`, in the order they were completed."""
        commits = self._take(now)
        if commits:
            self._by_itself = now
        return commits

    def next_due(self) -> float | None:
        """Returns the time of the next automatic commit; None if nothing is pending."""
        return min((pending.due for pending in self._pending.values()), default=None)

    def clear(self) -> None:
        """Discards the pending scores: UNDO, or another game."""
        self._pending.clear()

    def _change(
        self, seat: int, points: int, scores: Sequence[int], fresh: Sequence[Commit], at: float
    ) -> None:
        """Adds to a seat's pending score; `fresh` is not yet in the scores."""
        if seat < self.seats:
            score = scores[seat] + sum(commit.delta for commit in fresh if commit.seat == seat)
            self._add(seat, points, score, at)

    def _take_of(self, seat: int | None) -> tuple[Commit, ...]:
        """Commits a seat's pending score."""
        if seat is None or seat not in self._pending:
            return ()
        return (Commit(seat, self._pending.pop(seat).points),)

    def _add(self, seat: int, points: int, score: int, at: float) -> None:
        before = self._pending.pop(seat).points if seat in self._pending else 0
        after = max(-score, min(before + points, self.target - score))
        if after:
            self._pending[seat] = _Pending(after, at + self.commit_s)

    def _take(self, until: float) -> tuple[Commit, ...]:
        """Commits the scores due by `until`, whole scores only."""
        ready = [(p.due, seat) for seat, p in self._pending.items() if p.due <= until]
        return tuple(Commit(seat, self._pending.pop(seat).points) for _, seat in sorted(ready))
