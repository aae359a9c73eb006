"""The board's end of a connection, without a network: it sends what the hall has not."""

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
    """One connection to a hall.

    Args:
        feed: of the board, which may grow meanwhile.
        key: the board's.
        hall: the public key of the hall that was joined; of any hall if None.
        code: the hall's, to join it; empty if the board has joined.
        name: the board's, for people.
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
        """The public key of the hall that answered; None until it has."""
        self._known_heads: tuple[Anchor, ...] | None = None
        self._is_waiting = True
        self.acknowledged = 0
        """Number of the last item that the hall is known to have committed."""
        self.seat: Seat | None = None
        """Who plays at this board; None until the hall has said so."""
        self.cards: Cards | None = None
        """The answer to the cards that were handed in last; None before it."""
        self.adopted: Adopted | None = None
        """The answer to the wish for a table; None before it."""
        self.relayed: list[Present | Post | Away] = []
        """What came about other boards, and nobody has taken yet."""

    @property
    def is_waiting(self) -> bool:
        """True while an answer of the hall is awaited."""
        return self._is_waiting

    @property
    def behind(self) -> int:
        """How many items the hall has not acknowledged."""
        return len(self._feed) - self.acknowledged

    def receive(self, text: bytes | str, now: float, most: int = UPLOAD_MOST) -> FromBoard | None:
        """Takes one message of the hall, and returns the answer; None if there is none.

        Args:
            text: the message.
            now: the board's clock, in seconds since 1970.
            most: items of one upload.

        Raises:
            WireError: the hall refuses, is another one, or sends what does not belong here.
            Forgotten: it asks for what the feed has not in memory any more.
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
        """Returns signed cards as a message; None while an answer is awaited.

        Their game must be acknowledged.
        """
        if self._is_waiting or self._known_heads is None:
            return None
        self._is_waiting, self.cards = True, None
        return Sign(event, cards)

    def next_entries(self, most: int = UPLOAD_MOST) -> Entries | None:
        """Returns what is to be sent now; None while an answer is awaited, or all is sent.

        To be called also when the feed has grown.
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
