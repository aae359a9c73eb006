"""What is on a filmed table, and how the people there play.

Lengths are in card widths, right and down from the middle of the table.
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
"""Where the seats' cards fall, in halves of the picture."""


@dataclass(frozen=True)
class Manner:
    """How these people play.

    Attributes:
        style: how cards are laid: row, tight, fan or heap.
        clear: what becomes of a closed pile: leave, turn or push.
        pace: the fewest and most pictures between two things.
        hasty: chance that an arm comes before the last one has gone.
        takes_back: chance that a wrong card is laid first.
        bumps: chance that a pile is bumped.
        cuts_for_deal: whether two cards are cut first.
        stays: whether the hands stay open until the crib was counted.
    """

    style: str
    clear: str
    pace: tuple[int, int]
    hasty: float
    takes_back: float
    bumps: float
    cuts_for_deal: bool
    stays: bool


@dataclass(frozen=True)
class Lying:
    """A card on the table; None lies face down."""

    card: Card | None
    place: Place
    zone: str


@dataclass(frozen=True)
class Arm:
    """An arm of a seat that reaches to a place, and what it holds."""

    seat: int
    x: float
    y: float
    moving: bool
    holds: Lying | None = None


@dataclass(frozen=True)
class Moment:
    """One picture: what lies, lowest first, and the arms above it."""

    cards: tuple[Lying, ...]
    arms: tuple[Arm, ...] = ()


@dataclass
class Event:
    """A line of the record, the picture in which it first lies there, and the first quiet one."""

    line: str
    placed: int
    frame: int = -1
