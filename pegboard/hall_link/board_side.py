"""The board's end of a hall connection, without I/O."""

import msgspec

from pegboard.chain.feed import UPLOAD_MOST, Feed
from pegboard.chain.keys import HELLO, SigningKey
from pegboard.chain.upload import Anchor
from pegboard.errors import WireError
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import (
    RELAYED,
    VERSION,
    Ack,
    Adopted,
    Away,
    Cards,
    End,
    Entries,
    FromBoard,
    Have,
    Hello,
    Post,
    Present,
    Refused,
    Seat,
    Sign,
    Welcome,
    from_hall,
    hello_content,
)
from pegboard.tournament.decisions import Signed


class BoardSide:
    """The board's end of one connection.

    Args:
        feed: the board's feed, which may grow meanwhile.
        key: secret key of the board.
        hall: public key of the joined hall, 32 bytes; None accepts any hall.
        code: join code; empty if the board has joined.
        name: display name of the board.
    """

    def __init__(
        self,
        feed: Feed,
        key: SigningKey,
        hall: bytes | None = None,
        *,
        code: str = "",
        name: str = "",
    ) -> None:
        self._feed, self._key, self._hall = feed, key, hall
        self._code, self._name = code, name
        self.hall_key: bytes | None = None
        """Public key of the hall that answered; None before its welcome."""
        self._known_heads: tuple[Anchor, ...] | None = None
        self._is_waiting = True
        self.acknowledged = 0
        """Number of the last acknowledged item."""
        self.seat: Seat | None = None
        """Latest seat of this board; None before the first."""
        self.cards: Cards | None = None
        """Answer to the last signed cards; None until it arrives."""
        self.adopted: Adopted | None = None
        """Answer to a request for a table; None until it arrives."""
        self.relayed: list[Present | Post | Away] = []
        """Messages about and from other boards that have not been processed yet."""

    @property
    def is_waiting(self) -> bool:
        """True while waiting for an answer of the hall."""
        return self._is_waiting

    @property
    def behind(self) -> int:
        """Number of unacknowledged items."""
        return len(self._feed) - self.acknowledged

    def receive(self, text: bytes | str, now: float, most: int = UPLOAD_MOST) -> FromBoard | None:
        """Handles one message of the hall; returns the reply, if any.

        Args:
            text: the message.
            now: the board's clock, in seconds since 1970.
            most: maximum number of items in an upload.

        Raises:
            WireError: the hall refuses, is another hall, or sends an unexpected message.
            TrimmedItems: the hall needs items that are no longer in memory.
        """
        message = from_hall(text)
        if isinstance(message, RELAYED):
            self.relayed.append(message)
            return None
        match message:
            case Welcome():
                return self._hello(message, now)
            case Have(ends):
                self._known_heads = tuple(Anchor(end.seq, bytes.fromhex(end.link)) for end in ends)
                if not any(map(self._feed.has, self._known_heads)):
                    raise WireError(TalkFault.UNEXPECTED, kind="have")
            case Ack(end):
                anchor = Anchor(end.seq, bytes.fromhex(end.link))
                if self._known_heads is None or not self._feed.has(anchor):
                    raise WireError(TalkFault.UNEXPECTED, kind="ack")
                self.acknowledged = max(self.acknowledged, anchor.seq)
                self._known_heads = (anchor, *self._known_heads[-1:])
            case Refused(code, says):
                raise WireError(TalkFault.REFUSED, code=code, says=says)
            case Seat():
                self.seat = message
                return None
            case Adopted():
                self.adopted = message
                return None
            case Cards():
                self.cards = message
        self._is_waiting = False
        return self.next_entries(most)

    @property
    def is_accepted(self) -> bool:
        """True once the hall has accepted this board."""
        return self._known_heads is not None

    def sign(self, event: str, cards: Signed) -> Sign | None:
        """Returns the message with signed cards; None while waiting for an answer.

        The game must be acknowledged.
        """
        if self._is_waiting or self._known_heads is None:
            return None
        self._is_waiting, self.cards = True, None
        return Sign(event, cards)

    def next_entries(self, most: int = UPLOAD_MOST) -> Entries | None:
        """Returns the next entries to send; None while waiting, or if all are sent.

        Call it again after the feed has grown.
        """
        if self._is_waiting or self._known_heads is None:
            return None
        upload = self._feed.upload(self._key, self._known_heads, most)
        if upload is None:
            self.acknowledged = len(self._feed)
            return None
        self._is_waiting = True
        after = End(upload.after.seq, upload.after.link.hex())
        return Entries(after, upload.items, upload.signature.hex())

    def _hello(self, welcome: Welcome, now: float) -> Hello:
        if welcome.version != VERSION:
            raise WireError(TalkFault.VERSION, version=welcome.version, known=VERSION)
        if self._hall is not None and welcome.hall != self._hall.hex():
            raise WireError(TalkFault.OTHER_HALL)
        head = self._feed.head
        end = End(head.seq, head.link.hex())
        self.hall_key = bytes.fromhex(welcome.hall)
        unsigned = Hello(
            self._key.public.hex(), self._feed.epoch, end, now, "", self._code, self._name
        )
        signature = self._key.sign(HELLO, hello_content(welcome.nonce, unsigned)).hex()
        return msgspec.structs.replace(unsigned, signature=signature)
