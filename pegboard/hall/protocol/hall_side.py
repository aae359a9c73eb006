"""The hall's end of a connection, without a network: messages in, messages and uploads out.

Uploads are handed to whoever holds the hall, so that those of many connections are committed
together (`Hall.take`); the answer comes back through `taken`.
"""

from collections.abc import Callable

from pegboard.chain.condition import Announced
from pegboard.chain.keys import HELLO, board_id, is_signed
from pegboard.chain.upload import Anchor, Upload
from pegboard.errors import DeviceError, PegboardError, WireError
from pegboard.hall.hall import Hall
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import (
    VERSION,
    Ack,
    Aside,
    Cards,
    End,
    Entries,
    FromHall,
    Have,
    Hello,
    Refused,
    Sign,
    Welcome,
    from_board,
    hello_content,
)


class HallSide:
    """One connection of a board.

    Args:
        hall: that it wants to reach.
        key: the hall's public key.
        nonce: random, made for this connection.
        admit: lets a board join whose key is not known, or raises WireError; None lets none join.
    """

    def __init__(
        self, hall: Hall, key: bytes, nonce: str, admit: Callable[[Hello], None] | None = None
    ) -> None:
        self._hall, self._key, self._nonce, self._admit = hall, key, nonce, admit
        self.board = ""
        """The board's id; empty until it has said hello."""
        self.announced: Announced | None = None
        """The board's own words about itself; None until it has said hello."""
        self.closed = False
        """True after a refusal: nothing more is to be read."""
        self._is_uploading = False

    def welcome(self) -> Welcome:
        """Returns the first message."""
        return Welcome(VERSION, self._key.hex(), self._nonce)

    def receive(self, text: bytes) -> FromHall | Upload | Aside:
        """Takes one message of the board.

        Returns:
            The answer, an upload for `Hall.take`, or what others answer: a letter to another board,
            the question who is there, the wish for a table.

        Raises:
            DeviceError: the store cannot be read: the board may come back later.
        """
        try:
            if self.closed:
                raise WireError(TalkFault.UNEXPECTED, kind="anything")
            message = from_board(text)
            if isinstance(message, Hello):
                return self._on_hello(message)
            if isinstance(message, Sign):
                return self._on_sign(message)
            if isinstance(message, Aside):
                return self._on_side_message(message)
            return self._upload(message)
        except DeviceError:
            raise
        except PegboardError as error:
            return self.refuse(error)

    def reply_to_upload(self, answer: Anchor | WireError | None) -> FromHall:
        """Returns the message after an upload was taken, or could not be."""
        self._is_uploading = False
        if isinstance(answer, Anchor):
            return Ack(_end(answer))
        if answer is None:
            return self._have()
        return self.refuse(answer)

    def refuse(self, error: PegboardError) -> Refused:
        """Returns the last message."""
        self.closed = True
        return Refused(str(error.code), str(error))

    def _on_hello(self, hello: Hello) -> Have:
        if self.announced is not None:
            raise WireError(TalkFault.HELLO_FIRST)
        key = bytes.fromhex(hello.key)
        signature, content = bytes.fromhex(hello.signature), hello_content(self._nonce, hello)
        if not is_signed(key, signature, HELLO, content):
            raise WireError(TalkFault.NOT_YOU, board=board_id(key))
        if self._admit is not None and self._hall.store.board(board_id(key)) is None:
            self._admit(hello)
        self.board = board_id(key)
        self.announced = Announced(hello.epoch, hello.end.seq, hello.at)
        return self._have()

    def _on_sign(self, message: Sign) -> Cards:
        """Commits signed cards; a refusal goes to the board, and the connection goes on."""
        if self.announced is None:
            raise WireError(TalkFault.HELLO_FIRST)
        try:
            self._hall.sign(message.event, self.board, message.cards)
        except DeviceError:
            raise
        except PegboardError as error:
            return Cards(str(error.code), str(error))
        return Cards()

    def _on_side_message(self, message: Aside) -> Aside:
        """Lets through what a board that may speak here says beside its journal."""
        if self.announced is None:
            raise WireError(TalkFault.HELLO_FIRST)
        self._hall.check(self.board)
        return message

    def _have(self) -> Have:
        assert self.announced is not None
        ends = self._hall.known_heads(self.board, self.announced.epoch)
        return Have((*map(_end, ends[:-1][:99]), _end(ends[-1])))

    def _upload(self, entries: Entries) -> Upload:
        if self.announced is None:
            raise WireError(TalkFault.HELLO_FIRST)
        if self._is_uploading:
            raise WireError(TalkFault.ONE_AT_A_TIME)
        self._is_uploading = True
        epoch, seq = self.announced.epoch, max(self.announced.seq, entries.items[-1].seq)
        self.announced = Announced(epoch, seq, self.announced.at)
        return Upload(
            self.board,
            epoch,
            Anchor(entries.after.seq, bytes.fromhex(entries.after.link)),
            entries.items,
            bytes.fromhex(entries.signature),
        )


def _end(anchor: Anchor) -> End:
    return End(anchor.seq, anchor.link.hex())
