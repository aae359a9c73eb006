"""Events: the effects of an action, for code that shows, announces or stores them.

Events reveal nothing that is still hidden at the table: neither hands nor discards.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.codes import Doubt
from pegboard.cribbage.scoring import Item, Score
from pegboard.errors import Fact


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal began."""

    dealer: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded."""

    seat: int


@dataclass(frozen=True, slots=True)
class StarterCut:
    """The starter was turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played; `count` is the sum of the pile including it."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class WentGo:
    """A seat said go."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountReset:
    """The count returned to 0 and the pile is closed; `leader` is None after the last card."""

    leader: int | None


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand or crib was counted; its points follow as `Scored`. A score may be 0."""

    seat: int
    crib: bool
    cards: Cards
    score: Score


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat claimed points for the hand to be counted."""

    seat: int
    crib: bool
    points: int


@dataclass(frozen=True, slots=True)
class Scored:
    """One item was pegged, limited to the points that fit on the track."""

    seat: int
    item: Item


@dataclass(frozen=True, slots=True)
class Corrected:
    """A seat's front peg was moved by hand to a score; no points were awarded."""

    seat: int
    score: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Points of a hand were taken back because it is recounted with other cards."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over: the winning side by its lower seat, and its best result (0, 1, 2)."""

    winner: int
    skunk: int


@dataclass(frozen=True, slots=True, init=False)
class Warned:
    """A contradiction among the known facts of a table deal; play continues."""

    code: Doubt
    facts: Mapping[str, Fact]

    def __init__(self, code: Doubt, **facts: Fact) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "facts", facts)

    @property
    def text(self) -> str:
        """Event as an English sentence."""
        return self.code.sentence(self.facts)


Event = (
    Dealt
    | Discarded
    | StarterCut
    | Played
    | WentGo
    | CountReset
    | Counted
    | Claimed
    | Scored
    | Corrected
    | TakenBack
    | Won
    | Warned
)
