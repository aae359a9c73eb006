"""The objects of a filmed scene, and the habits of the players.

Lengths are in card widths, right and down from the centre of the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegboard.cribbage import Card
from pegboard.vision.training.render.layouts import Place

SEATS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.0, 0.5), (0.0, -0.5)),
    3: ((0.0, 0.5), (-0.45, -0.42), (0.45, -0.42)),
    4: ((0.0, 0.52), (-0.5, 0.0), (0.0, -0.52), (0.5, 0.0)),
}
"""Places of the seats' cards, in half widths and heights of the picture."""


@dataclass(frozen=True)
class Manner:
    """Habits of the players.

    Attributes:
        style: arrangement of cards: row, tight, fan or heap.
        clear: what happens to a pile when the count is reset: leave, turn or push.
        pace: minimum and maximum number of pictures between two actions.
        hasty: probability that an arm appears before the previous one has left.
        takes_back: probability that a wrong card is played first and then taken back.
        bumps: probability that a pile is bumped.
        cuts_for_deal: the players cut for deal first.
        stays: True if hands stay face up until the crib is counted.
    """

    style: str
    clear: str
    pace: tuple[int, int]
    hasty: float
    retracts: float
    bumps: float
    cuts_for_deal: bool
    stays: bool


@dataclass(frozen=True)
class Lying:
    """Card on the table; a `card` of None is face down."""

    card: Card | None
    place: Place
    zone: str


@dataclass(frozen=True)
class Arm:
    """The arm of a player reaching to a place, and the card it holds."""

    seat: int
    x: float
    y: float
    moving: bool
    holds: Lying | None = None


@dataclass(frozen=True)
class Moment:
    """One picture: cards, lowest first, and the arms above them."""

    cards: tuple[Lying, ...]
    arms: tuple[Arm, ...] = ()


@dataclass
class Event:
    """Line of the record, with the first picture that shows it and the first without arms."""

    line: str
    placed: int
    frame: int = -1
