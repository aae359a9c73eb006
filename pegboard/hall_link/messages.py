"""The messages between board and hall: JSON objects with a `type`.

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

Unknown keys and values are errors.
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
"""Maximum size of a message, in bytes."""
VERSION = 2
RECORD_MOST = 64_000
"""Maximum number of characters of a handed-over record."""

T = TypeVar("T")

Digits = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", max_length=128)]
LinkText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=0, lt=2**53)]
Text = Annotated[str, Meta(max_length=200)]


class End(Struct, frozen=True, array_like=True):
    """A position in a chain: a number and the link there."""

    seq: Number
    link: LinkText


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base class of all messages."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Greets a board.

    Attributes:
        version: version of the protocol.
        hall: public key of the hall.
        nonce: random text for this connection, which the board signs.
    """

    version: int
    hall: LinkText
    nonce: Annotated[str, Meta(min_length=16, max_length=64)]


class Hello(Message, frozen=True, tag="hello"):
    """Identifies the board, and states the end of its journal.

    Attributes:
        key: public key of the board, which determines its id.
        epoch: lineage of its journal.
        end: its last item.
        at: the board's clock, in seconds since 1970.
        signature: signature of the nonce and the other fields.
        code: join code; empty if the board has joined.
        name: display name of the board.
    """

    key: LinkText
    epoch: Number
    end: End
    at: float
    signature: Digits
    code: Annotated[str, Meta(max_length=32)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Have(Message, frozen=True, tag="have"):
    """Lists the hall's heads of the epoch, the longest first, and the root."""

    ends: Annotated[tuple[End, ...], Meta(max_length=100)]


class Entries(Message, frozen=True, tag="entries"):
    """Sends items after one of the heads, with a signature of the new head."""

    after: End
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=UPLOAD_MOST)]
    signature: Digits


class Ack(Message, frozen=True, tag="ack"):
    """Acknowledges all items up to an end."""

    end: End


class Refused(Message, frozen=True, tag="refused"):
    """Gives the reason for closing the connection: error code and English sentence."""

    code: str
    says: str


class Deals(Struct, frozen=True, forbid_unknown_fields=True):
    """Fixes the deals of a duplicate game against the computer at seat 1.

    Attributes:
        seed: seed of this game's shuffles; must not reach a page.
        dealer: seat that deals first.
        level: level of the computer.
    """

    seed: LinkText
    dealer: Annotated[int, Meta(ge=0, le=1)]
    level: Annotated[str, Meta(min_length=1, max_length=16)]


class Handover(Struct, frozen=True, forbid_unknown_fields=True):
    """Hands over an unfinished game: its new id, and its record so far."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    record: Annotated[str, Meta(min_length=1, max_length=RECORD_MOST)]


class Seat(Message, frozen=True, tag="seat"):
    """Assigns players to this board; an empty event means nobody.

    Attributes:
        event, round, table: of the game; for a match, round is the number of its game.
        players, names: ids and display names at seats 0 and 1.
        before: games that were over before the draw, so that none of them is meant.
        done: True once the game is on both cards.
        deals: deals of a duplicate night; None for a game of two people.
        goes_on: unfinished game of the board before at this table; None if there is none.
        match: round and number of the match; None for a game of a round.
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
    """Submits the two cards of a game, signed by the seats and the board."""

    event: Annotated[str, Meta(min_length=1, max_length=64)]
    cards: Signed


class Cards(Message, frozen=True, tag="cards"):
    """Answers `sign`: an empty code if the cards are committed, else an error."""

    code: str = ""
    says: str = ""


class Adopt(Message, frozen=True, tag="adopt"):
    """Requests a table of the current round, to replace the board at that table."""

    table: Annotated[int, Meta(ge=1, le=9999)]


class Adopted(Message, frozen=True, tag="adopted"):
    """Answers `adopt`.

    Attributes:
        state: `taken` if the board has the table, `asked` if the director must decide; empty if
            refused.
        code, says: error code and English sentence; empty without an error.
    """

    state: Literal["taken", "asked", ""] = ""
    code: str = ""
    says: str = ""


class Look(Message, frozen=True, tag="look"):
    """Requests the list of other connected boards."""


class Present(Message, frozen=True, tag="present"):
    """Answers `look` with ids and names of the other connected boards."""

    boards: Annotated[tuple[tuple[Text, Text], ...], Meta(max_length=2000)]


class Post(Message, frozen=True, tag="post"):
    """Carries an envelope between boards; the hall does not read it.

    Attributes:
        board: receiver on the way to the hall, sender on the way from it.
        letter: the envelope as text.
    """

    board: Annotated[str, Meta(pattern="^[0-9a-f]{24}$")]
    letter: Annotated[str, Meta(min_length=1, max_length=64_000)]


class Away(Message, frozen=True, tag="away"):
    """Answers a `post` to a board that is not connected; it has to be resent later."""

    board: Text


FromHall = Welcome | Have | Ack | Refused | Seat | Cards | Adopted | Present | Post | Away
FromBoard = Hello | Entries | Sign | Adopt | Look | Post
SideMessage = Adopt | Look | Post
"""Messages of a board outside its journal, independent of commits."""
RELAYED = (Present, Post, Away)
"""Unsolicited messages of a hall about other boards."""
_hall: msgspec.json.Decoder[FromHall] = msgspec.json.Decoder(FromHall)
_board: msgspec.json.Decoder[FromBoard] = msgspec.json.Decoder(FromBoard)


def encode(message: FromHall | FromBoard) -> bytes:
    """Encodes a message as JSON."""
    return msgspec.json.encode(message)


def from_board(text: bytes) -> FromBoard:
    """Parses a board's message.

    Raises:
        WireError: it is none, or too long.
    """
    return _read(_board, text)


def from_hall(text: bytes | str) -> FromHall:
    """Parses a hall's message.

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
    """Returns the content that a board signs to prove its identity."""
    end = hello.end
    return [nonce, hello.key, hello.epoch, end.seq, end.link, hello.at, hello.code, hello.name]
