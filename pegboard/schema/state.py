"""The state of a board: a JSON object, sent whole at first and then as changes."""

from typing import Any, Literal, NotRequired, TypedDict

from pegboard.pairing.switch_question import Switch
from pegboard.schema.offer import NarratedHand, Offer
from pegboard.schema.table import (
    Action,
    BlockedCard,
    CalledHand,
    ClaimedHand,
    DealPoints,
    Far,
    Kind,
    LastScore,
    LogLine,
    Match,
    Pack,
    PassDeal,
    SeatInfo,
    Shuffle,
    Signing,
    SkunkLine,
)
from pegboard.schema.vocabulary import Card, Mode, Ok, Role, Seat, Stage
from pegboard.schema.watch import Watch


class WaitingGame(TypedDict):
    """An unfinished game that waits to be resumed."""

    game: str
    mode: Mode
    names: list[str]
    scores: list[int]


class Device(TypedDict):
    """A device and its condition."""

    name: str
    address: str
    ok: bool
    says: str
    to_send: NotRequired[int]
    """Journal entries not yet sent to the hall, if the board has joined one."""


class StickyNotice(TypedDict):
    """A notice shown until somebody has acknowledged it."""

    id: str
    at: float
    """Seconds since 1970."""
    about: str
    """The device or the check."""
    state: str
    """`warning`, `fault` …"""
    code: str
    """The same in every language."""
    facts: dict[str, Any]
    says: str
    cure: str
    """Empty if none is known."""


class Asking(TypedDict):
    """A device that requests pairing."""

    id: str
    name: str


class Announcement(TypedDict):
    """An announcement, to be spoken once."""

    id: int
    """Increases with every announcement while the board runs."""
    aloud: list[str]
    """Sentences to be spoken; empty if only `next` changed."""
    scored: bool
    """True if a score changed."""


class You(TypedDict):
    """The viewer's role and seat."""

    role: Role
    seat: Seat | None
    """The seat whose hand it sees and which it plays now."""
    covered: list[Seat]
    """Seats played at the board whose hands it may uncover."""


class Cards(TypedDict):
    """The cards on the table, and those hands that the viewer may see."""

    starter: Card | None
    hands: list[list[Card] | None]
    """By seat; null for hands the viewer may not see."""
    hand_sizes: list[int]
    crib: list[Card] | None
    """The crib, once exposed."""
    crib_size: int
    """Number of face-down cards in the crib."""
    crib_of: Seat


class Claims(TypedDict):
    """Manual counting, in games with claims."""

    claim: ClaimedHand | None
    """The hand to be claimed by a person."""
    call: CalledHand | None
    """The claim that may be called."""
    callers: list[Seat]


class State(Cards, Claims):
    """The state of a board from one viewer's perspective."""

    seq: int
    """The number of entries in the game."""
    game: str
    mode: Mode
    kind: Kind
    layout: str
    """The name of the board's layout; `/api/layout` has all of it."""
    inviting: bool
    """True while the board plays a demo to attract players."""
    waiting: WaitingGame | None
    seats: list[SeatInfo]
    scores: list[int]
    """By seat."""
    pegs: list[tuple[int, int]]
    """By seat: front and rear."""
    pending: list[int]
    """By seat: points pressed but not yet pegged."""
    target: int
    skunks: list[SkunkLine]
    """The highest first."""
    muggins: bool
    dealer: Seat
    turn: Seat | None
    stage: Stage
    count: int
    pile: list[Card]
    pile_by: list[Seat]
    """By card of the pile: the seat that played it."""
    pass_deal: PassDeal | None
    hand_size: int
    """Number of cards counted with the starter."""
    hand_totals: list[int]
    """Possible values of a hand, in ascending order."""
    awaiting_ack: bool
    """True if OK continues."""
    next: str
    """The prompt: the next thing to do."""
    ok: Ok
    """The effect of OK, unless points are pending; empty where it has none, or is refused."""
    prompt_hand: str | None
    """Prompt for the hand to lay in front of the camera."""
    announcements: list[Announcement]
    """The latest, oldest first: those with a greater `id` than the last one read are news."""
    last: LastScore | None
    last_deal: list[DealPoints]
    """Points of the last finished deal, by seat; empty before the first."""
    log: list[LogLine]
    """The latest lines, the last one last."""
    shuffle: Shuffle | None
    next_commitment: str
    """The commitment to the next game's shuffle."""
    match: Match | None
    winner: Seat | None
    skunk: Literal[0, 1, 2]
    """1 for a skunk, 2 for a double one."""
    games: list[int] | None
    """Games credited for the win, by side."""
    show: NarratedHand | None
    """The current hand of a show; scores, log and winner are held back accordingly."""
    offer: Offer | None
    counting: bool
    """True while the camera is reading."""
    signing: Signing | None
    """Signatures on the score cards; null unless a finished game of an event is to be signed."""
    far: Far | None
    """The game with another board, or an invitation to one; null for neither."""
    pack: Pack | None
    """The pack on the table; null until the camera has seen one."""
    watch: Watch | None
    """Watching the table; null without a camera or real cards."""
    notice: str | None
    """Message about the latest press, such as a refusal."""
    devices: list[Device]
    simulated: bool
    """True if any device is."""
    commit_s: float
    """Seconds until a pending score is pegged automatically; 0: never."""
    notices: list[StickyNotice]
    legal: list[Action]
    """The moves that the viewer may make now."""
    blocked: list[BlockedCard]
    """The viewer's cards that cannot be played now."""
    replaced: WaitingGame | None
    """The game that UNDO at the board restores, while the new one has no moves."""
    sample: bool
    """True while the sample deal is on the table: a film that the camera follows."""
    renamed: list[str] | None
    """Former names by seat, if UNDO would revert a correction of names."""
    redo_target: Action | None
    """The action that this viewer can redo, if any."""
    undo_target: Action | None
    """The action that UNDO would undo, without what the viewer may not know."""
    you: You
    asking: list[Asking]
    """Devices that request pairing; for the board only."""
    switch_question: Switch | None
    """The question whether to `open` or `close` the page for phones on the network: OK for yes,
    UNDO for no. For the board's own page only."""
    first_start: bool
    """True at the board's own page until the first set-up is done."""
