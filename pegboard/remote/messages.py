"""What two boards write to each other in a game: letters, each with one message, signed.

    inviter                       invited
    invite (commitment)    ->
                           <-     accept (nonce)  or  leave
    begin (nonce)          ->                             who deals follows from both nonces
    pack, pack, pack, pack                                the dealer's board first, see `pack.py`
    keys (of pone's cards) ->                             the dealer deals, pone the other way round
    discard                <->                            which places, not which cards
    cut, turn                                             pone's board first
    play, go               <->                            as the turn is
    throw                  <->                            the keys of the crib
    open                   <->                            the seed of the deal, when it is over
    leave                  <->                            at any time

Letters are numbered; each says up to which it has those of the other, and what is not confirmed is
sent again after every break.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.keys import SigningKey, board_id, is_signed
from pegboard.errors import WireError
from pegboard.remote.codes import RemoteFault

PURPOSE = "letter"
"""The purpose of a signature."""
PACK_BYTES = 52 * 256

Name = Annotated[str, Meta(min_length=1, max_length=20)]
Seed = Annotated[bytes, Meta(min_length=16, max_length=64)]
Keys = dict[int, bytes]
Place = Annotated[int, Meta(ge=0, lt=52)]


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all messages."""


class Invite(Message, frozen=True, tag="invite"):
    """Asks for a game: the inviter's name, the hole to reach, the SHA-256 of its nonce."""

    name: Name
    target: int
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Accept(Message, frozen=True, tag="accept"):
    """Accepts, with the invited player's name and a nonce."""

    name: Name
    nonce: Seed


class Begin(Message, frozen=True, tag="begin"):
    """Begins: the nonce that was committed to."""

    nonce: Seed


class Shuffled(Message, frozen=True, tag="pack"):
    """Passes the pack of a deal on after one round."""

    deal: int
    cards: Annotated[bytes, Meta(max_length=PACK_BYTES)]


class Dealt(Message, frozen=True, tag="keys"):
    """Gives the other its six cards."""

    deal: int
    keys: Keys


class Discarded(Message, frozen=True, tag="discard"):
    """Throws two cards to the crib, face down."""

    deal: int
    places: tuple[Place, Place]


class CutAt(Message, frozen=True, tag="cut"):
    """Cuts the pack for the starter."""

    deal: int
    place: Place
    key: bytes


class Turned(Message, frozen=True, tag="turn"):
    """Turns the starter up."""

    deal: int
    key: bytes


class PlayedAt(Message, frozen=True, tag="play"):
    """Plays a card."""

    deal: int
    place: Place
    key: bytes


class SaidGo(Message, frozen=True, tag="go"):
    """Says go."""

    deal: int


class Thrown(Message, frozen=True, tag="throw"):
    """Turns the two cards in the crib up."""

    deal: int
    keys: Keys


class Opened(Message, frozen=True, tag="open"):
    """Opens a deal that is over: the seed of all that this board did to its pack."""

    deal: int
    seed: Seed


class Leave(Message, frozen=True, tag="leave"):
    """Declines an invitation, or leaves a game."""


AnyMessage = (
    Invite | Accept | Begin | Shuffled | Dealt | Discarded | CutAt | Turned | PlayedAt | SaidGo
    | Thrown | Opened | Leave
)  # fmt: skip
_messages: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    """One message on its way.

    Attributes:
        game: that it belongs to.
        number: from 1 on in each direction; 0 if it has no message and only confirms.
        have: up to which letter the other's have arrived.
        body: the message as JSON; empty if there is none.
        key: public key of the board that wrote it.
        signature: over all of this.
    """

    game: Annotated[str, Meta(min_length=8, max_length=64)]
    number: Annotated[int, Meta(ge=0)]
    have: Annotated[int, Meta(ge=0)]
    body: Annotated[str, Meta(max_length=40_000)]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{0,128}$")]

    @property
    def board(self) -> str:
        """The id of the board that wrote it."""
        return board_id(bytes.fromhex(self.key))

    def message(self) -> AnyMessage:
        """Reads the message.

        Raises:
            WireError: it is none.
        """
        try:
            return _messages.decode(self.body)
        except msgspec.MsgspecError as error:
            raise WireError(RemoteFault.NO_LETTER, why=error) from error


def encode_body(message: AnyMessage) -> str:
    """Returns a message as it is sent."""
    return msgspec.json.encode(message).decode()


def seal(game: str, number: int, have: int, body: str, key: SigningKey) -> str:
    """Returns a signed letter as text."""
    signature = key.sign(PURPOSE, _content(game, number, have, body)).hex()
    letter = Envelope(game, number, have, body, key.public.hex(), signature)
    return msgspec.json.encode(letter).decode()


def open_envelope(text: str) -> Envelope:
    """Reads a letter.

    Raises:
        WireError: it is none, or not signed by the board that it names.
    """
    try:
        letter = msgspec.json.decode(text, type=Envelope)
    except msgspec.MsgspecError as error:
        raise WireError(RemoteFault.NO_LETTER, why=error) from error
    content = _content(letter.game, letter.number, letter.have, letter.body)
    key, signature = bytes.fromhex(letter.key), bytes.fromhex(letter.signature)
    if not is_signed(key, signature, PURPOSE, content):
        raise WireError(RemoteFault.NOT_SIGNED)
    return letter


def _content(game: str, number: int, have: int, body: str) -> list[object]:
    return [game, number, have, body]
