"""The messages between a board and a hall: one JSON object each, with its `type`.

    hall                         board
    welcome (nonce)      ->
                         <-      hello (board, epoch, last seq, head, clock; signed)
    have (ends)          ->
                         <-      entries (from one of them on; head signed)
    ack (seq, link)      ->                                          after the commit
    refused (code)       ->      instead of any of these; the hall then closes
    seat (who plays)     ->      at any time after `have`
                         <-      sign (two cards)                       once the game is there
    cards (code)         ->                                             after the commit
                         <-      adopt (table)                          after `have`
    adopted (state)      ->                    the table is this board's, or the director is asked
    present, post, away  <-> look, post      boards that play with each other: see `remote/`

A key and a value that nobody knows are errors.
"""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.feed import UPLOAD_MOST
from pegboard.chain.item import Item
from pegboard.errors import WireError
from pegboard.hall_link.codes import TalkFault
from pegboard.tournament.decisions import MatchKey, Signed

MESSAGE_BYTES = 1 << 20
"""The largest message that is read."""
VERSION = 2
RECORD_MOST = 64_000
"""Characters of a record that is handed over."""

T = TypeVar("T")

Digits = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", max_length=128)]
LinkText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=0, lt=2**53)]
Text = Annotated[str, Meta(max_length=200)]


class End(Struct, frozen=True, array_like=True):
    """A place in a chain: a number and the link there."""

    seq: Number
    link: LinkText


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all messages."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Greets a board.

    Attributes:
        version: of these messages.
        hall: the hall's public key.
        nonce: made for this connection; the board signs it.
    """

    version: int
    hall: LinkText
    nonce: Annotated[str, Meta(min_length=16, max_length=64)]


class Hello(Message, frozen=True, tag="hello"):
    """Says who the board is, and what it has.

    Attributes:
        key: its public key, from which its id follows.
        epoch: of its journal.
        end: the last item.
        at: its clock, in seconds since 1970.
        signature: over the nonce and all of this.
        code: the hall's, with which a board joins; empty for one that has joined.
        name: the board's, for people.
    """

    key: LinkText
    epoch: Number
    end: End
    at: float
    signature: Digits
    code: Annotated[str, Meta(max_length=32)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Have(Message, frozen=True, tag="have"):
    """Says what the hall has of the epoch: ends, the longest first, and the root."""

    ends: Annotated[tuple[End, ...], Meta(max_length=100)]


class Entries(Message, frozen=True, tag="entries"):
    """Sends items that follow one of the ends; the signature is over the new end."""

    after: End
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=UPLOAD_MOST)]
    signature: Digits


class Ack(Message, frozen=True, tag="ack"):
    """Says that everything up to this end is committed."""

    end: End


class Refused(Message, frozen=True, tag="refused"):
    """Says why the hall closes the connection: an error's code, and its sentence in English."""

    code: str
    says: str


class Deals(Struct, frozen=True, forbid_unknown_fields=True):
    """Fixes the cards of a game of a duplicate night, against the computer at seat 1.

    Attributes:
        seed: of the shuffles of this game alone; no page is to see it.
        dealer: who deals first.
        level: of the computer.
    """

    seed: LinkText
    dealer: Annotated[int, Meta(ge=0, le=1)]
    level: Annotated[str, Meta(min_length=1, max_length=16)]


class Handover(Struct, frozen=True, forbid_unknown_fields=True):
    """Hands over a game with real cards: its id on this board, and its record so far."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    record: Annotated[str, Meta(min_length=1, max_length=RECORD_MOST)]


class Seat(Message, frozen=True, tag="seat"):
    """Says who plays at this board now; an empty event for nobody.

    Attributes:
        event, round, table: of the game; of a match, round is the number of its game.
        players, names: at seats 0 and 1; the ids are those of the event.
        before: games that were over before the draw: none of them is the one.
        done: True once the game stands on both cards.
        deals: of a duplicate night; None for a game of two people.
        goes_on: the game that a board before has begun at this table; None for none.
        match: round and number of the match of the bracket; None for a game of a round.
    """

    event: Annotated[str, Meta(max_length=64)] = ""
    round: Number = 0
    table: Number = 0
    players: tuple[Text, Text] = ("", "")
    names: tuple[Text, Text] = ("", "")
    before: Annotated[tuple[Text, ...], Meta(max_length=100)] = ()
    done: bool = False
    deals: Deals | None = None
    goes_on: Handover | None = None
    match: MatchKey | None = None


class Sign(Message, frozen=True, tag="sign"):
    """Hands in the two cards of a game, each signed by its seat, both by the board."""

    event: Annotated[str, Meta(min_length=1, max_length=64)]
    cards: Signed


class Cards(Message, frozen=True, tag="cards"):
    """Answers `sign`: an empty code if the cards are committed, else an error's, in English."""

    code: str = ""
    says: str = ""


class Adopt(Message, frozen=True, tag="adopt"):
    """Asks for a table of the present round, in place of the board that stands there."""

    table: Annotated[int, Meta(ge=1, le=9999)]


class Adopted(Message, frozen=True, tag="adopted"):
    """Answers `adopt`.

    Attributes:
        state: `taken`, the board stands there now; `asked`, the director has to say so; empty if
            it is refused.
        code, says: of an error, in English; empty without one.
    """

    state: Literal["taken", "asked", ""] = ""
    code: str = ""
    says: str = ""


class Look(Message, frozen=True, tag="look"):
    """Asks which other boards are there."""


class Present(Message, frozen=True, tag="present"):
    """Answers `look`: ids and names of the other boards that are connected."""

    boards: Annotated[tuple[tuple[Text, Text], ...], Meta(max_length=2000)]


class Post(Message, frozen=True, tag="post"):
    """Brings a letter from one board to another; the hall reads no letter.

    Attributes:
        board: that it is for, on its way to the hall; that it is from, on its way on.
        letter: its text.
    """

    board: Annotated[str, Meta(pattern="^[0-9a-f]{24}$")]
    letter: Annotated[str, Meta(min_length=1, max_length=64_000)]


class Away(Message, frozen=True, tag="away"):
    """Answers a `post` for a board that is not connected: it is to be sent again later."""

    board: Text


FromHall = Welcome | Have | Ack | Refused | Seat | Cards | Adopted | Present | Post | Away
FromBoard = Hello | Entries | Sign | Adopt | Look | Post
SideMessage = Adopt | Look | Post
"""What a board says beside its journal: nothing of it waits for a commit of entries."""
RELAYED = (Present, Post, Away)
"""What a hall says between its answers, about other boards."""
_hall: msgspec.json.Decoder[FromHall] = msgspec.json.Decoder(FromHall)
_board: msgspec.json.Decoder[FromBoard] = msgspec.json.Decoder(FromBoard)


def encode(message: FromHall | FromBoard) -> bytes:
    """Returns a message as it is sent."""
    return msgspec.json.encode(message)


def from_board(text: bytes) -> FromBoard:
    """Reads a board's message.

    Raises:
        WireError: it is none, or too long.
    """
    return _read(_board, text)


def from_hall(text: bytes | str) -> FromHall:
    """Reads a hall's message.

    Raises:
        WireError: it is none, or too long.
    """
    return _read(_hall, text)


def _read(decoder: msgspec.json.Decoder[T], text: bytes | str) -> T:
    if len(text) > MESSAGE_BYTES:
        raise WireError(TalkFault.TOO_LONG, n=len(text), most=MESSAGE_BYTES)
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise WireError(TalkFault.NO_MESSAGE, why=error) from error


def hello_content(nonce: str, hello: Hello) -> list[object]:
    """Returns what a board signs to prove who it is."""
    end = hello.end
    return [nonce, hello.key, hello.epoch, end.seq, end.link, hello.at, hello.code, hello.name]
