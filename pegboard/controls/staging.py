"""Intents of the people at the board, from staged presses and from held buttons.

Staging of pending scores: presses are added up, and then pegged together.

Five presses of +1 are one score of five, not five scores of one: the distance between the pegs
must show the last score. So presses add up to a pending score per seat, which is committed by
OK, or automatically a moment after the seat's last press. One below zero is a correction.

A dial does the same: each detent is a point, and its push pegs the seat's own score.

Held buttons: a pair at start-up, to recover an unreachable board; OK at any time.

    UNDO and COUNT    forget the network and the pairing
    UNDO and OK       start in safe mode, without the devices

This must be deliberate: both buttons are down before the board starts and stay down, and the
third of the three is up. A stuck button, or one pressed by a sleeve, is only one button.

A seat's +1 held for two seconds signs its score card, if there is one to sign.

OK held for three seconds, alone, lets the first device ask to play on a board without a screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.controls.buttons import Button, ButtonKind, Edge, Pressed, Turned
from pegboard.cribbage.actions import Correct, Peg

_OK, _UNDO, _COUNT = (Button(kind) for kind in (ButtonKind.OK, ButtonKind.UNDO, ButtonKind.COUNT))
RESET_BUTTONS = frozenset({_UNDO, _COUNT})
SAFE_BUTTONS = frozenset({_UNDO, _OK})
"""Buttons of each pair; also listed in the build guide and the README of inputs."""
GRACE_S = 0.5
"""Seconds after an automatic commit within which an OK is taken as meant for that score.
Otherwise a finger that is slightly late would confirm something else."""
START_HOLD_S = 5.0
"""Seconds from the start for which both buttons must be down."""
OK_HOLD_S = 3.0
"""Seconds for which OK must be down."""
SIGN_HOLD_S = 2.0
"""Seconds for which a seat's +1 must be down."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Intent: peg a seat's completed pending score."""

    seat: int
    delta: int
    """Points, never 0; negative if the peg is too far ahead and must move back."""

    def to_action(self, score: int) -> Peg | Correct:
        """Returns the action for this intent; `score` is the seat's present score."""
        if self.delta > 0:
            return Peg(self.seat, self.delta)
        return Correct(self.seat, max(0, score + self.delta))


@dataclass(frozen=True, slots=True)
class Undo:
    """Intent: undo the latest action."""


@dataclass(frozen=True, slots=True)
class Count:
    """Intent: count the hand in front of the camera."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Intent: confirm the board's question: a counted hand, the next game."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Intent: reset network and pairing; UNDO and COUNT were held at start-up."""


@dataclass(frozen=True, slots=True)
class SafeStart:
    """Intent: restart without devices; UNDO and OK were held at start-up."""


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Intent: let the first device request pairing without a code; OK was held."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Intent: sign a seat's score card; its +1 was held."""

    seat: int
    held_s: float


Intent = Commit | Undo | Count | Confirm | Reset | SafeStart | OpenDoor | Sign
"""Intents of the people at the board."""


@dataclass(slots=True)
class _Pending:
    points: int
    due: float


class Staging:
    """Pending scores of all seats."""

    def __init__(self, seats: int, *, target: int = 121, commit_s: float = 1.5) -> None:
        """Creates the initial state, with nothing pending.

        Args:
            seats: seats that have buttons; presses of others are ignored.
            target: the score that wins; a pending score never goes beyond it.
            commit_s: seconds after a seat's last press until its score is committed automatically.
        """
        self.seats = seats
        self.target = target
        self.commit_s = commit_s
        self._pending: dict[int, _Pending] = {}
        self._by_itself = float("-inf")  # when a score was last committed automatically

    @property
    def pending(self) -> tuple[int, ...]:
        """Pending score of every seat, 0 if there is none."""
        waiting = self._pending
        return tuple(waiting[s].points if s in waiting else 0 for s in range(self.seats))

    def press(self, pressed: Pressed, scores: Sequence[int]) -> tuple[Intent, ...]:
        """Processes a press; returns its intents, preceded by those already due.

        Args:
            pressed: the button and its time, on the same clock as `due`.
            scores: every seat's score on the board, pending points left out.
        """
        button, at = pressed.button, pressed.at
        overdue = self.due(at)
        match button.kind:
            case ButtonKind.OK if self._pending:
                return (*overdue, *self._commit_due(float("inf")))
            case ButtonKind.OK:
                late = at - self._by_itself < GRACE_S
                return overdue if late else (*overdue, Confirm())
            case ButtonKind.PUSH if self._pending:
                return (*overdue, *self._commit_seat(button.seat))
            case ButtonKind.PUSH if button.seat is None or button.seat >= self.seats:
                return overdue
            case ButtonKind.PUSH:
                late = at - self._by_itself < GRACE_S
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
        """Processes a turn of a dial like a press."""
        overdue = self.due(turned.at)
        self._change(turned.seat, turned.steps, scores, overdue, turned.at)
        return overdue

    def due(self, now: float) -> tuple[Commit, ...]:
        """Returns the scores that are due at `now`, in the order they were completed."""
        commits = self._commit_due(now)
        if commits:
            self._by_itself = now
        return commits

    def next_due(self) -> float | None:
        """Returns the time of the next automatic commit; None if nothing is pending."""
        return min((pending.due for pending in self._pending.values()), default=None)

    def clear(self) -> None:
        """Discards all pending scores."""
        self._pending.clear()

    def _change(
        self, seat: int, points: int, scores: Sequence[int], fresh: Sequence[Commit], at: float
    ) -> None:
        """Adds points to a seat's pending score; `scores` do not include `fresh` yet."""
        if seat < self.seats:
            score = scores[seat] + sum(commit.delta for commit in fresh if commit.seat == seat)
            self._add(seat, points, score, at)

    def _commit_seat(self, seat: int | None) -> tuple[Commit, ...]:
        """Commits a seat's pending score."""
        if seat is None or seat not in self._pending:
            return ()
        return (Commit(seat, self._pending.pop(seat).points),)

    def _add(self, seat: int, points: int, score: int, at: float) -> None:
        before = self._pending.pop(seat).points if seat in self._pending else 0
        after = max(-score, min(before + points, self.target - score))
        if after:
            self._pending[seat] = _Pending(after, at + self.commit_s)

    def _commit_due(self, until: float) -> tuple[Commit, ...]:
        """Commits the scores due by `until`."""
        ready = [(p.due, seat) for seat, p in self._pending.items() if p.due <= until]
        return tuple(Commit(seat, self._pending.pop(seat).points) for _, seat in sorted(ready))


_MEANS: dict[frozenset[Button], Reset | SafeStart] = {
    RESET_BUTTONS: Reset(),
    SAFE_BUTTONS: SafeStart(),
}


class StartHold:
    """Detector of a pair of buttons held at start-up."""

    def __init__(self) -> None:
        """Creates the initial state, with no button down."""
        self._since: dict[Button, float] = {}

    def feed(self, edge: Edge) -> None:
        """Processes an edge; only `initial` edges mean a button held at start-up."""
        if edge.button not in RESET_BUTTONS | SAFE_BUTTONS:
            return
        if edge.initial and edge.down:
            self._since[edge.button] = edge.at
        else:
            self._since.pop(edge.button, None)

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called; None while no pair is down."""
        if frozenset(self._since) not in _MEANS:
            return None
        return max(self._since.values()) + START_HOLD_S

    def due(self, now: float) -> Reset | SafeStart | None:
        """Returns the intent of a pair once it has been held long enough; only once."""
        at = self.next_due()
        if at is None or now < at:
            return None
        intent = _MEANS[frozenset(self._since)]
        self._since.clear()
        return intent


class OkHold:
    """Detector of OK held alone."""

    def __init__(self) -> None:
        """Creates the initial state, with no button down."""
        self._down: set[Button] = set()
        self._since: float | None = None

    def feed(self, edge: Edge) -> None:
        """Processes an edge; any other button activity ends the hold."""
        (self._down.add if edge.down else self._down.discard)(edge.button)
        alone = self._down == {_OK} and edge.button == _OK and not edge.initial
        self._since = edge.at if alone else None

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called; None while OK is not held."""
        return None if self._since is None else self._since + OK_HOLD_S

    def due(self, now: float) -> OpenDoor | None:
        """Returns the intent once OK has been held long enough; only once per hold."""
        at = self.next_due()
        if at is None or now < at:
            return None
        self._since = None
        return OpenDoor()


class SignHold:
    """Detector of a held +1 button, seat by seat, whatever else is pressed."""

    def __init__(self) -> None:
        """Creates the initial state, with no button down."""
        self._since: dict[int, float] = {}

    def feed(self, edge: Edge) -> None:
        """Processes an edge; a button down since the device was opened does not count."""
        seat = edge.button.seat
        if edge.button.kind is not ButtonKind.PLUS1 or seat is None:
            return
        if edge.down and not edge.initial:
            self._since.setdefault(seat, edge.at)
        else:
            self._since.pop(seat, None)

    def next_due(self) -> float | None:
        """Returns the time at which `due` must be called; None while no +1 is held."""
        first = min(self._since.values(), default=None)
        return None if first is None else first + SIGN_HOLD_S

    def due(self, now: float) -> Sign | None:
        """Returns a seat's intent, at most once per hold."""
        for seat, since in self._since.items():
            if now - since >= SIGN_HOLD_S:
                del self._since[seat]
                return Sign(seat, now - since)
        return None
