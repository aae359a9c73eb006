"""The buttons of a board, and the messages that devices send about them.

Every seat has three (`0+1`, `0+5`, `0-1`), the board has three (`ok`, `undo`, `count`). A seat may
also have a dial, a rotary encoder: turning it is `Turned`, and its push is a button (`0push`).
Names are the same in the configuration, in scripts, on the page and in messages.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from pegboard.errors import Code, NotationError, quoted


class ButtonKind(StrEnum):
    """Kinds of buttons, by their labels. Each kind means the same in every state of a game."""

    PLUS1 = "+1"
    PLUS5 = "+5"
    MINUS1 = "-1"
    OK = "ok"
    UNDO = "undo"
    COUNT = "count"
    PUSH = "push"
    """Push of a seat's dial: pegs the dialled points."""

    @property
    def points(self) -> int:
        """Points that a press adds to its seat's pending score; 0 for buttons that add none."""
        return _POINTS.get(self, 0)


_POINTS = {ButtonKind.PLUS1: 1, ButtonKind.PLUS5: 5, ButtonKind.MINUS1: -1}
_SEAT_KINDS = tuple(_POINTS)
_PUSH = ButtonKind.PUSH
_BOARD_KINDS = (ButtonKind.OK, ButtonKind.UNDO, ButtonKind.COUNT)
_NAME = re.compile(r"([0-3])([+-][15]|push)")


class Buttons(Code):
    """Codes of errors for a name that no button has."""

    UNKNOWN = (
        "no-such-button-name",
        "unknown button {text}: must be ok, undo, count, or a seat (0-3) with +1, +5, -1 or push, "
        "such as 0+5",
    )


class ButtonFault(Code):
    """Codes of `DeviceError` for a button or a dial."""

    CHATTERS = (
        "button-chatters",
        "button {button} chatters (over {most} changes a second) and is ignored",
        "look for a loose wire or an unconnected pin",
    )
    INPUT_CHATTERS = (
        "input-chatters",
        "button {button} (input {input}) chatters and is ignored",
        "look for a loose wire",
    )
    STUCK = (
        "button-stuck",
        "button {button} has been held down for over {seconds:.0f} s",
        "is it stuck, or is its wire shorted to ground?",
    )
    STUCK_AT_START = (
        "button-stuck-at-start",
        "button {button} has been held down since the start",
        "is it stuck, or is its wire shorted to ground?",
    )
    NEVER_PRESSED = (
        "button-never-pressed",
        "button {button} has not been pressed once in {presses} presses",
        "is it connected?",
    )
    DIAL_SKIPS = (
        "dial-skips",
        "the dial of {seat} skips",
        "look for a loose wire at A, B or their ground; a worn encoder does it too (10 nF from A "
        "and from B to ground help)",
    )


class Button(NamedTuple):
    """One button of the board."""

    kind: ButtonKind
    seat: int | None = None
    """The seat it belongs to, 0-based; None for a button of the whole board."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Returns the button with this name: `0+1`, `1-1`, `ok`; case does not matter.

        Raises:
            NotationError: no button has this name.
        """
        name = text.strip().lower()
        if name in _BOARD_KINDS:
            return cls(ButtonKind(name))
        if (match := _NAME.fullmatch(name)) and match[2] in (*_SEAT_KINDS, _PUSH):
            return cls(ButtonKind(match[2]), int(match[1]))
        raise NotationError(Buttons.UNKNOWN, text=quoted(text))

    def __str__(self) -> str:
        return self.kind.value if self.seat is None else f"{self.seat}{self.kind.value}"


def buttons(seats: int) -> tuple[Button, ...]:
    """Returns the buttons of every board for `seats` seats.

    Each seat has three buttons; ok, undo and count follow.

    Dials are optional, so their pushes are not included.
    """
    of_seats = (Button(kind, seat) for seat in range(seats) for kind in _SEAT_KINDS)
    return (*of_seats, *(Button(kind) for kind in _BOARD_KINDS))


@dataclass(frozen=True, slots=True)
class Edge:
    """A level change on a button's pin, not yet debounced."""

    button: Button
    down: bool
    at: float
    """Monotonic time in seconds."""
    initial: bool = False
    """True for the level when the device was opened; it is not a change, so never a press."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press of a button, debounced."""

    button: Button
    at: float
    """Monotonic time in seconds."""


@dataclass(frozen=True, slots=True)
class Turned:
    """One turn of a seat's dial, debounced."""

    seat: int
    steps: int
    """Number of detents, positive clockwise; never 0. Each is a point: dials do not accelerate."""
    at: float
    """Monotonic time in seconds."""


Input = Edge | Pressed | Turned
"""Inputs of any device."""
