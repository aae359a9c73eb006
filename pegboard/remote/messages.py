"""The messages of a game between two boards, each in a signed envelope.

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

Envelopes are numbered and confirm those received; unconfirmed ones are resent after a break.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.keys import SigningKey, board_id, is_signed
from pegboard.errors import WireError
from pegboard.remote.codes import RemoteFault

PURPOSE = "letter"
"""Purpose of the signature of an envelope."""
PACK_BYTES = 52 * 256

Name = Annotated[str, Meta(min_length=1, max_length=20)]
Seed = Annotated[bytes, Meta(min_length=16, max_length=64)]
Keys = dict[int, bytes]
Place = Annotated[int, Meta(ge=0, lt=52)]


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base class of all messages."""


class Invite(Message, frozen=True, tag="invite"):
    """Invites to a game: name, winning hole, SHA-256 of the nonce."""

    name: Name
    target: int
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Accept(Message, frozen=True, tag="accept"):
    """Accepts an invitation: name and nonce."""

    name: Name
    nonce: Seed


class Begin(Message, frozen=True, tag="begin"):
    """Begins the game by revealing the inviter's nonce."""

    nonce: Seed


class Shuffled(Message, frozen=True, tag="pack"):
    """Passes on the pack after one round of the shuffle."""

    deal: int
    cards: Annotated[bytes, Meta(max_length=PACK_BYTES)]


class Dealt(Message, frozen=True, tag="keys"):
    """Deals the other seat its six cards by sending their keys."""

    deal: int
    keys: Keys


class Discarded(Message, frozen=True, tag="discard"):
    """Discards two cards, given by their places in the pack."""

    deal: int
    places: tuple[Place, Place]


class CutAt(Message, frozen=True, tag="cut"):
    """Cuts the pack for the starter, at a place in the pack."""

    deal: int
    place: Place
    key: bytes


class Turned(Message, frozen=True, tag="turn"):
    """Turns up the starter."""

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
    """Turns up the sender's two cards in the crib."""

    deal: int
    keys: Keys


class Opened(Message, frozen=True, tag="open"):
    """Reveals the seed of a finished deal's shuffle."""

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
    """A signed message with its number.

    Attributes:
        game: id of the game.
        number: number in its direction, from 1; 0 for a mere confirmation.
        have: number of the last envelope received from the other board.
        body: the message as JSON; empty for a mere confirmation.
        key: public key of the sending board.
        signature: signature of the other fields.
    """

    game: Annotated[str, Meta(min_length=8, max_length=64)]
    number: Annotated[int, Meta(ge=0)]
    have: Annotated[int, Meta(ge=0)]
    body: Annotated[str, Meta(max_length=40_000)]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{0,128}$")]

    @property
    def board(self) -> str:
        """Id of the sending board."""
        return board_id(bytes.fromhex(self.key))

    def message(self) -> AnyMessage:
        """Parses the message.

        Raises:
            WireError: it is none.
        """
        try:
            return _messages.decode(self.body)
        except msgspec.MsgspecError as error:
            raise WireError(RemoteFault.NO_LETTER, why=error) from error


def encode_body(message: AnyMessage) -> str:
    """Encodes a message as JSON."""
    return msgspec.json.encode(message).decode()


def seal(game: str, number: int, have: int, body: str, key: SigningKey) -> str:
    """Returns a signed envelope as text."""
    signature = key.sign(PURPOSE, _content(game, number, have, body)).hex()
    envelope = Envelope(game, number, have, body, key.public.hex(), signature)
    return msgspec.json.encode(envelope).decode()


def open_envelope(text: str) -> Envelope:
    """Parses an envelope and verifies its signature.

    Raises:
        WireError: the text is not an envelope, or the signature is invalid.
    """
    try:
        envelope = msgspec.json.decode(text, type=Envelope)
    except msgspec.MsgspecError as error:
        raise WireError(RemoteFault.NO_LETTER, why=error) from error
    content = _content(envelope.game, envelope.number, envelope.have, envelope.body)
    key, signature = bytes.fromhex(envelope.key), bytes.fromhex(envelope.signature)
    if not is_signed(key, signature, PURPOSE, content):
        raise WireError(RemoteFault.NOT_SIGNED)
    return envelope


def _content(game: str, number: int, have: int, body: str) -> list[object]:
    return [game, number, have, body]
