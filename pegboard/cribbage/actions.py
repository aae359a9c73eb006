"""Actions of a game. A deal and a cut carry their cards, so that chance is data.

Each action is one line of the record; `pegboard.cribbage.notation` reads and writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from pegboard.cribbage.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of all hands by seat (open deal), and with three players a card for the crib.

    Without hands it is a table deal, whose cards become known as they are played.
    """

    dealer: int
    hands: tuple[Cards, ...] | None = None
    crib_card: Card | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat discards to the crib (open deals only)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Cut:
    """The starter is turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card on the pile."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Go:
    """A seat holds cards and can play none of them."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand turned face up for counting (table deals only)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Crib:
    """The crib turned face up for counting (table deals only)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Claim:
    """The points a seat claims for the hand to be counted now."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Muggins:
    """A seat calls points that an opponent missed."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Peg:
    """Points entered by a person."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Moves a seat's front peg to its correct hole."""

    seat: int
    score: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Gives penalty points to every opponent of this seat."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the latest action that still counts; `cribbage.replay` handles it."""


Action = (
    Deal
    | Discard
    | Cut
    | Play
    | Go
    | Hand
    | Crib
    | Claim
    | Muggins
    | Peg
    | Correct
    | Penalty
    | Undo
)


Verb = Literal[
    "deal",
    "discard",
    "cut",
    "play",
    "go",
    "hand",
    "crib",
    "claim",
    "muggins",
    "peg",
    "correct",
    "penalty",
    "undo",
]
"""The word that an action's line in a record begins with."""

_VERBS: Mapping[type[Action], Verb] = {
    Deal: "deal",
    Discard: "discard",
    Cut: "cut",
    Play: "play",
    Go: "go",
    Hand: "hand",
    Crib: "crib",
    Claim: "claim",
    Muggins: "muggins",
    Peg: "peg",
    Correct: "correct",
    Penalty: "penalty",
    Undo: "undo",
}


class ActionFacts(TypedDict):
    """The parts of an action, for clients that do not parse lines."""

    verb: Verb
    seat: int | None
    """The seat that acts; None if no seat does."""
    cards: list[str]
    """The cards it names; a deal's are left out because they are hidden."""
    points: int | None
    """The score, for `correct`."""


def verb_of(action: Action) -> Verb:
    """Returns the first word of an action's line in a record."""
    return _VERBS[type(action)]


def facts_of(action: Action) -> ActionFacts:
    """Returns the parts of an action, for clients that do not parse lines.

    >>> facts_of(Play(1, Card.parse("4D")))
    {'verb': 'play', 'seat': 1, 'cards': ['4D'], 'points': None}
    """
    cards: Cards = ()
    points: int | None = None
    match action:
        case Play(card=card) | Cut(card=card):
            cards = (card,)
        case Discard(cards=named) | Hand(cards=named) | Crib(cards=named):
            cards = named
        case Claim() | Muggins() | Peg() | Penalty():
            points = action.points
        case Correct(score=score):
            points = score
    return {
        "verb": verb_of(action),
        "seat": action.dealer if isinstance(action, Deal) else getattr(action, "seat", None),
        "cards": [str(card) for card in cards],
        "points": points,
    }
