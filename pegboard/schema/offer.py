"""A counted hand: offered for pegging, or narrated in a show."""

from typing import Literal, TypeAlias, TypedDict

from pegboard.schema.vocabulary import Card, Corner, Seat

Source: TypeAlias = Literal["camera", "picker"]
"""Source of the cards of an offer."""

Question: TypeAlias = Literal["starter", "known", "card", "claim", "missed", ""]
"""The question to the player: which card is the starter, whether it is the known one or the one in
the picture, whether a card is right, how many points the owner claims, or whether others call
missed points; empty for none."""


class ScoredItem(TypedDict):
    """One combination, as the rules name it."""

    kind: str
    points: int
    cards: list[Card]


class CountStep(TypedDict):
    """One combination, as players say it."""

    said: str
    points: int
    total: int
    cards: list[Card]


class NarratedHand(TypedDict):
    """A hand of a show, narrated one combination at a time."""

    seat: Seat
    """The owner of the hand or crib."""
    crib: bool
    cards: list[Card]
    """The hand, the starter left out."""
    starter: Card | None
    points: int
    steps: list[CountStep]
    """The combinations in the order of the narration."""
    step: int | None
    """The combination narrated now; null before the first and after the last."""
    narrated: bool
    """True once all of them have been narrated."""
    spoken: str
    """The count in one sentence."""
    number: int
    """Its place in the show, from 1."""
    of: int
    """The number of hands, the crib included."""


class EarlierHand(TypedDict):
    """An earlier counted hand of this deal."""

    seat: Seat
    cards: list[Card]


class Offer(TypedDict):
    """A counted hand on offer, with everything known about its cards."""

    id: str
    source: Source
    cards: list[Card]
    """The hand, the starter left out."""
    starter: Card | None
    missing: int
    """Number of missing cards; negative if there are too many."""
    known_starter: Card | None
    """The deal's starter where the board knows it."""
    doubtful: list[Card]
    """Uncertain cards, confirmed one by one."""
    asks: Question
    others: dict[Card, list[Card]]
    """The other cards each card may be."""
    outlines: dict[Card, list[Corner]]
    """The corners of each card in the picture. Cards outside the picture have none."""
    width: int
    """Width of the picture, in pixels."""
    height: int
    seat: Seat
    """The owner of the hand or crib."""
    crib: bool
    points: int
    items: list[ScoredItem]
    steps: list[CountStep]
    """The combinations in the order of the narration."""
    step: int | None
    """The combination narrated now; null before the first and after the last."""
    narrated: bool
    """True once all of them have been narrated."""
    countdown: int | None
    """Seconds until it is pegged automatically."""
    autopeg_pending: bool
    """True if it will be pegged automatically, unless somebody presses or touches anything."""
    saved: str | None
    """The name under which its picture is kept, if it is."""
    spoken: str
    """The count in one sentence."""
    claimed: int | None
    """Points claimed by the owner; null before the claim, or if seats do not claim. Before the
    claim, and while others may call missed points, the value is hidden and `points` is 0."""
    missed: int
    """Points missed by the claim."""
    callers: list[Seat]
    """Seats that may call missed points: under muggins, the first of each other side."""
    problem: str | None
    """Reason why it cannot be counted yet."""
    earlier: EarlierHand | None
    """An earlier hand that shares a card with this one, and may be wrong."""
