"""Commands of clients, each parsed once, at the edge, into one of these types.

A command is a JSON object with its `id`, exactly one verb, and the fields of that verb. Pages,
programs and the MQTT broker use the same commands; see `web/API.md`. Wrong types and unknown keys
are errors that name the path.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from pegboard.controls import SIGN_HOLD_S
from pegboard.errors import PegboardError
from pegboard.json_form import BadMessage, Malformed, fields_of, typed
from pegboard.notice import localize_error
from pegboard.schema.messages import AckMessage
from pegboard.schema.setup_request import Name, Seat, SetupRequest
from pegboard.schema.watch import WatchAnswer

Id = Annotated[str, Meta(min_length=1, max_length=64)]
GameId = Annotated[str, Meta(min_length=1, max_length=64)]
Entries = Annotated[int, Meta(ge=0, lt=10**9)]
Card = Annotated[str, Meta(min_length=1, max_length=3)]
DeviceId = Annotated[str, Meta(min_length=1, max_length=16)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of every command.

    Attributes:
        id: chosen by the client; a repeated id is the same command, executed once.
        seq: number of entries on which the command is based; refused if there are more.
        game: id of the game on which the command is based.
    """

    id: Id
    seq: Entries | UnsetType = UNSET
    game: str | UnsetType = UNSET


class Plain(Command, frozen=True, kw_only=True):
    """A command without fields besides its verb, as `"verb": true`."""

    value: bool = True

    def __post_init__(self) -> None:
        if self.value is not True:
            raise ValueError(f"{verb_of(type(self))}: must be true")


class Ping(Plain, frozen=True, kw_only=True):
    """Requests an acknowledgement without any effect, to test the connection."""

    value: bool = field(name="ping", default=True)


class Press(Command, frozen=True, kw_only=True):
    """Presses a button by name: `0+5`, `ok`."""

    button: Annotated[str, Meta(min_length=1, max_length=8)] = field(name="press")


class Act(Command, frozen=True, kw_only=True):
    """Executes one action, given as a line of the record: `peg 0 4`, `undo`."""

    line: Annotated[str, Meta(min_length=1, max_length=200)] = field(name="action")


class NewGame(Command, frozen=True, kw_only=True):
    """Starts a game."""

    setup: SetupRequest = field(name="new")


class Rename(Command, frozen=True, kw_only=True):
    """Corrects the names of the game on the table; can be undone.

    Attributes:
        names: by seat: a name, the seat whose name it takes over, or None to keep its own.
    """

    names: Annotated[tuple[Name | Seat | None, ...], Meta(min_length=2, max_length=4)]


class ShowSample(Plain, frozen=True, kw_only=True):
    """Shows the sample deal, a film that the camera follows."""

    value: bool = field(name="sample", default=True)


class Resume(Command, frozen=True, kw_only=True):
    """Resumes an unfinished game by its id; with `true` the most recently left one."""

    value: bool | GameId = field(name="resume")

    def __post_init__(self) -> None:
        if self.value is False:
            raise ValueError("resume: must be true, or the id of a game")

    @property
    def to(self) -> str:
        """Id of the game; empty for the most recently left one."""
        return "" if isinstance(self.value, bool) else self.value


class LogPoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A point in the game so far.

    Attributes:
        to: number of actions in effect to keep.
        seq: number of entries on which this is based.
    """

    to: Annotated[int, Meta(ge=0, lt=10**6)]
    seq: Annotated[int, Meta(ge=0, lt=10**6)]


class UndoTo(Command, frozen=True, kw_only=True):
    """Undoes everything down to one line of the game."""

    point: LogPoint = field(name="back")


class LineEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the game, and its replacement.

    Attributes:
        at: index among the actions in effect.
        seq: number of entries on which this is based.
        action: the new line of the record.
    """

    at: Annotated[int, Meta(ge=0, lt=10**6)]
    seq: Annotated[int, Meta(ge=0, lt=10**6)]
    action: Annotated[str, Meta(max_length=200)]


class Edit(Command, frozen=True, kw_only=True):
    """Replaces one line of the game; later lines are kept."""

    line: LineEdit = field(name="edit")


class Redo(Plain, frozen=True, kw_only=True):
    """Redoes the action that was undone last."""

    value: bool = field(name="redo", default=True)


class Count(Plain, frozen=True, kw_only=True):
    """Counts the hand in front of the camera."""

    value: bool = field(name="count", default=True)


class PickCards(Command, frozen=True, kw_only=True):
    """Offers a hand entered by hand.

    Attributes:
        cards: cards of the hand, four or fewer.
        starter: the starter; None if unknown.
        seat: owner of the hand; None for the seat that counts next.
    """

    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=6)]
    starter: Card | None = None
    seat: Seat | None = None


class Accept(Plain, frozen=True, kw_only=True):
    """Pegs the offer, optionally for another seat or as the crib.

    Attributes:
        value: always true.
        seat: owner of the hand; None for the one assigned by the board.
        crib: goes with `seat`.
        claim: points that the owner claims, if seats claim their points.
        muggins: the seat that calls missed points.
        points: points called; omitted for exactly those missed.
    """

    value: bool = field(name="accept", default=True)
    seat: Seat | None = None
    crib: bool = False
    claim: Annotated[int, Meta(ge=0, le=29)] | None = None
    muggins: Seat | None = None
    points: Annotated[int, Meta(ge=1, le=29)] | None = None


class Correction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A correction of the offered hand: a card, the starter, or the owner.

    Attributes:
        offer: id of the offer.
        card: the wrong or doubtful card; None to add a missing one.
        to: the actual card; the same card to confirm it, None to remove it.
        starter: the card that is the starter.
        seat: owner of the hand or, with `crib`, of the crib.
        crib: goes with `seat`.
    """

    offer: str | UnsetType = UNSET
    card: Card | UnsetType | None = UNSET
    to: Card | UnsetType | None = UNSET
    starter: Card | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    crib: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        one_card = bool(self.card) or bool(self.to)
        if (self.seat is UNSET) != (self.crib is UNSET):
            raise ValueError("seat and crib must be given together")
        if one_card + (self.starter is not UNSET) + (self.seat is not UNSET) != 1:
            raise ValueError("must have one of: card and to; starter; seat and crib")


class Change(Command, frozen=True, kw_only=True):
    """Corrects the offer."""

    correction: Correction = field(name="change")


class Save(Plain, frozen=True, kw_only=True):
    """Saves the offer's picture on the board."""

    value: bool = field(name="save", default=True)


class Hold(Plain, frozen=True, kw_only=True):
    """Cancels an automatic peg."""

    value: bool = field(name="hold", default=True)


class Dismiss(Plain, frozen=True, kw_only=True):
    """Dismisses the offer."""

    value: bool = field(name="dismiss", default=True)


class AnswerWatch(Command, frozen=True, kw_only=True):
    """Answers the camera's question with an id."""

    question: Annotated[str, Meta(min_length=1, max_length=64)] = field(name="watch")
    answer: WatchAnswer = "yes"


class Sit(Command, frozen=True, kw_only=True):
    """Takes a seat, in this game and the next ones, for the device that sends it."""

    seat: Seat = field(name="sit")


class Stand(Plain, frozen=True, kw_only=True):
    """Gives the seat back to the board."""

    value: bool = field(name="stand", default=True)


class SeatAssignment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat and the device that plays it; None for the board."""

    seat: Seat
    to: DeviceId | None


class AssignSeat(Command, frozen=True, kw_only=True):
    """Assigns a seat to a device or to the board."""

    assignment: SeatAssignment = field(name="give")


class Uncover(Command, frozen=True, kw_only=True):
    """Uncovers a hand that is played at the board; None covers all."""

    seat: Seat | None = field(name="show")


class AnswerSwitch(Command, frozen=True, kw_only=True):
    """Answers at the board whether phones on the network may open the page."""

    is_yes: bool = field(name="phones")


class AnswerPack(Command, frozen=True, kw_only=True):
    """Answers the question about the pack on the table."""

    is_yes: bool = field(name="pack")


class Signature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's signature, with the seconds for which its button was held."""

    seat: Annotated[int, Meta(ge=0, le=1)]
    held_s: Annotated[float, Meta(ge=SIGN_HOLD_S, le=3600)]


class Sign(Command, frozen=True, kw_only=True):
    """Signs a seat's score card after a game of an event."""

    signature: Signature = field(name="sign")


VERBS: Mapping[str, type[Command]] = {
    "press": Press,
    "action": Act,
    "new": NewGame,
    "names": Rename,
    "sample": ShowSample,
    "resume": Resume,
    "back": UndoTo,
    "edit": Edit,
    "redo": Redo,
    "count": Count,
    "cards": PickCards,
    "accept": Accept,
    "change": Change,
    "ping": Ping,
    "save": Save,
    "hold": Hold,
    "dismiss": Dismiss,
    "watch": AnswerWatch,
    "sit": Sit,
    "stand": Stand,
    "give": AssignSeat,
    "show": Uncover,
    "phones": AnswerSwitch,
    "pack": AnswerPack,
    "sign": Sign,
}
"""Commands by their verb."""


def verb_of(kind: type[Command]) -> str:
    """Returns the verb of a command type."""
    return next(verb for verb, each in VERBS.items() if each is kind)


def parse(raw: str | bytes) -> Command:
    """Parses one command from its JSON text.

    Raises:
        BadMessage: the text is not a valid command.
    """
    fields = fields_of(raw)
    verbs = [verb for verb in VERBS if verb in fields]
    try:
        if len(verbs) == 1:
            return typed(raw, VERBS[verbs[0]])
        known, said = ", ".join(VERBS), ", ".join(verbs) or "none of them"
        raise BadMessage(Malformed.NOT_ONE_COMMAND, known=known, said=said)
    except BadMessage as problem:
        problem.id = _id(fields)
        raise


def ack(id: str | None) -> AckMessage:
    """Returns the answer to an executed command."""
    return {"type": "ack", "id": id, "ok": True}


def refusal(id: str | None, error: PegboardError, names: Sequence[str] = ()) -> AckMessage:
    """Returns the answer to a refused command: `error` for people, `code` for programs.

    `names` are the names of the seats, if known.
    """
    sentence, code = localize_error(error, names), str(error.code)
    return {"type": "ack", "id": id, "ok": False, "error": sentence, "code": code}


def _id(fields: Mapping[str, msgspec.Raw]) -> str | None:
    """Returns the id of a command that is otherwise invalid."""
    try:
        return msgspec.json.decode(fields["id"], type=str)
    except (KeyError, msgspec.DecodeError, UnicodeError):
        return None
