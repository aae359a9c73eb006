"""A counted hand: one that the board offers to peg, or one that it tells in a show."""

from typing import Literal, TypeAlias, TypedDict

from pegboard.schema.vocabulary import Card, Corner, Seat

Source: TypeAlias = Literal["camera", "picker"]
"""Source of the cards of an offer."""

Question: TypeAlias = Literal["starter", "known", "card", "claim", "missed", ""]
"""The question to the player: which of these is the starter, is it the deal's or the one that lies
here, is it this card, how many points its owner claims, or whether the others noticed points that
the claim left out; empty for none."""


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


class ToldHand(TypedDict):
    """A hand of the show that the board tells, one combination after the other."""

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
    """True once all of them were told."""
    spoken: str
    """The count in one sentence."""
    number: int
    """Its place in the show, from 1."""
    of: int
    """The number of hands, the crib included."""


class EarlierHand(TypedDict):
    """A hand of this deal that was counted before."""

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
    """Cards that are lacking; below nothing there are too many."""
    known_starter: Card | None
    """The deal's starter where the board knows it."""
    doubtful: list[Card]
    """The cards a player is asked about, one by one."""
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
    """True once all of them were told."""
    countdown: int | None
    """Seconds until it is pegged automatically."""
    autopeg_pending: bool
    """True if it will be pegged automatically, unless somebody presses or touches anything."""
    saved: str | None
    """The name under which its picture is kept, if it is."""
    spoken: str
    """The count in one sentence."""
    claimed: int | None
    """The points that its owner claimed, where the seats claim their points and this one has. Until
    then, and while the others are asked what was missed, `points` is 0 and nothing is told of what
    the hand is worth."""
    missed: int
    """Points that the claim left out."""
    callers: list[Seat]
    """The seats that may call what was missed: the first of each other side, under muggins."""
    problem: str | None
    """Why it cannot be counted yet."""
    earlier: EarlierHand | None
    """The hand that has a card of this one, and may be the wrong one of the two."""
