"""The table: seats, scores, cards and moves."""

from typing import Literal, NotRequired, TypedDict

from pegboard.schema.vocabulary import Card, FarStage, Seat, Verb


class SeatInfo(TypedDict):
    """A seat and its player."""

    name: str
    color: str
    """As `#rrggbb`."""
    player: str
    """`person`, or a computer's level."""
    at: str | None
    """`board`, the name of a device, or null for a computer."""
    away: bool
    """True while that device has no page open."""
    side: int


class Kind(TypedDict):
    """Properties of the kind of game."""

    has_people: bool
    """False in a demo."""
    has_real_cards: bool
    """True if people play with their own pack and enter and correct scores."""
    has_dealt_hands: bool
    """True if people hold dealt cards that others must not see."""
    may_rename: bool


class SkunkLine(TypedDict):
    """A loser with fewer points than `below` is skunked."""

    below: int
    kind: Literal["skunk", "double skunk", "lurch"]


class Signing(TypedDict):
    """The two score cards of a game of an event, once it is over."""

    round: int
    table: int
    names: list[str]
    """Names of the players in the event, by seat."""
    signed: list[bool]
    """By seat."""


class Far(TypedDict):
    """A game with another board, or an invitation to one."""

    game: str
    seat: Seat
    """This board's seat; seat 0 sent the invitation."""
    stage: FarStage
    other: str
    """The other player's name; empty while it is not known."""
    target: int
    here: bool
    """True while the other board is connected."""
    checked: int
    """Number of deals verified as fairly shuffled."""
    fault: str
    """The error that ended the game; empty for none."""


class Action(TypedDict):
    """A line of a record, to be sent back unchanged, and its parts."""

    action: str
    verb: Verb
    seat: Seat | None
    cards: list[Card]
    points: int | None
    """The score, for `correct`."""


class BlockedCard(TypedDict):
    """A card that cannot be played: the count would be `makes`, but may be at most `most`."""

    card: Card
    makes: int
    most: int


class PassDeal(TypedDict):
    """The ways to pass the deal when the board does not see the cards."""

    to: Seat
    actions: list[str]
    """Actions to be sent one after the other."""


class ClaimedHand(TypedDict):
    """A hand or crib that is counted by hand."""

    seat: Seat
    crib: bool
    cards: list[Card]
    starter: Card | None


class CalledHand(ClaimedHand):
    """The claim for a hand counted by hand."""

    points: int


class DealPoints(TypedDict):
    """The points one seat pegged in a deal."""

    hand: int | None
    """Null if it was not counted."""
    crib: int | None
    """Null for all but the dealer, and if it was not counted."""
    pegging: int
    """All else: the play, heels, points entered by hand."""


class Pack(TypedDict):
    """The pack on the table, as the camera sees it."""

    code: str
    """`english french german dutch scandinavian polish`; `unknown`: its letters are not read."""
    letters: dict[str, str]
    """Printed for the ranks `A J Q K`."""
    question: str | None
    """The question whether it is this pack: OK for yes, UNDO for no, as with
    `{"pack": true}` or `false`; null for none."""


class LastScore(TypedDict):
    """The last change of a score: points, or a corrected peg."""

    seat: Seat
    text: str
    short: str
    """The text without the name, to be shown under it."""
    spoken: str


class LogLine(TypedDict):
    """One line of the log."""

    seat: Seat | None
    """Null if it belongs to no seat."""
    text: str
    short: str
    """The text without the name, to be shown under it."""
    scored: bool
    """True if it pegged points."""


class Shuffle(TypedDict):
    """Commitment to the cards of a game, made before its first deal."""

    commitment: str
    phrase: str
    seed: NotRequired[str]
    """Once the game is over."""


class Match(TypedDict):
    """The match so far, including the game on the table once it is over."""

    first_to: int | None
    length: int | None
    wins: list[int]
    """By side."""
    played: int
    over: bool


class Move(TypedDict):
    """One action of the game so far that has a line in the log."""

    at: int
    """The number of actions before it: `{"back": {"to": at, "seq": seq}}` undoes down to it."""
    seat: Seat | None
    verb: Verb
    lines: list[str]
    """Lines of the log, without hidden information."""
    can_undo: bool
    points: int | None
    """Pegged or claimed points, if they can be edited; see `edit`."""
    scores: list[int] | None
    """The score of each side after it, if one changed."""


class MoveLog(TypedDict):
    """The answer of `/api/story`: the game so far, oldest first."""

    game: str
    seq: int
    moves: list[Move]
