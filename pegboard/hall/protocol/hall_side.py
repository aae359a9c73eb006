"""The hall's end of a board connection, without I/O.

Uploads are returned to the caller, which commits those of many connections together with
`Hall.receive` and passes the result to `reply_to_upload`.
"""

from collections.abc import Callable

from pegboard.chain.condition import Announcement
from pegboard.chain.keys import HELLO, board_id, is_signed
from pegboard.chain.upload import Anchor, Upload
from pegboard.errors import DeviceError, PegboardError, WireError
from pegboard.hall.hall import Hall
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import (
    VERSION,
    Ack,
    Cards,
    End,
    Entries,
    FromHall,
    Have,
    Hello,
    Refused,
    SideMessage,
    Sign,
    Welcome,
    from_board,
    hello_content,
)


class HallSide:
    """The hall's end of one connection.

    Args:
        hall: the hall.
        key: public key of the hall, 32 bytes.
        nonce: random text for this connection.
        admit: joins a board with an unknown key, or raises WireError; None accepts no new board.
    """

    def __init__(
        self, hall: Hall, key: bytes, nonce: str, admit: Callable[[Hello], None] | None = None
    ) -> None:
        self._hall, self._key, self._nonce, self._admit = hall, key, nonce, admit
        self.board = ""
        """Id of the board; empty before its hello."""
        self.announced: Announcement | None = None
        """The board's report about itself; None before its hello."""
        self.closed = False
        """True after a refusal; further messages are refused too."""
        self._is_uploading = False

    def welcome(self) -> Welcome:
        """Returns the message that greets the board."""
        return Welcome(VERSION, self._key.hex(), self._nonce)

    def receive(self, text: bytes) -> FromHall | Upload | SideMessage:
        """Handles one message of the board.

        Returns:
            The reply, an upload for `Hall.receive`, or a side message that the caller answers.

        Raises:
            DeviceError: the store cannot be read; the board may retry later.
        """
        try:
            if self.closed:
                raise WireError(TalkFault.UNEXPECTED, kind="anything")
            message = from_board(text)
            if isinstance(message, Hello):
                return self._on_hello(message)
            if isinstance(message, Sign):
                return self._on_sign(message)
            if isinstance(message, SideMessage):
                return self._on_side_message(message)
            return self._upload(message)
        except DeviceError:
            raise
        except PegboardError as error:
            return self.refuse(error)

    def reply_to_upload(self, answer: Anchor | WireError | None) -> FromHall:
        """Returns the reply to an upload.

        Args:
            answer: the result of `Hall.receive` for it.
        """
        self._is_uploading = False
        if isinstance(answer, Anchor):
            return Ack(_end(answer))
        if answer is None:
            return self._have()
        return self.refuse(answer)

    def refuse(self, error: PegboardError) -> Refused:
        """Ends the conversation and returns the refusal to send."""
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
        self.announced = Announcement(hello.epoch, hello.end.seq, hello.at)
        return self._have()

    def _on_sign(self, message: Sign) -> Cards:
        """Commits signed cards; a refusal does not end the connection."""
        if self.announced is None:
            raise WireError(TalkFault.HELLO_FIRST)
        try:
            self._hall.sign(message.event, self.board, message.cards)
        except DeviceError:
            raise
        except PegboardError as error:
            return Cards(str(error.code), str(error))
        return Cards()

    def _on_side_message(self, message: SideMessage) -> SideMessage:
        """Returns a side message if the board is authorised."""
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
        self.announced = Announcement(epoch, seq, self.announced.at)
        return Upload(
            self.board,
            epoch,
            Anchor(entries.after.seq, bytes.fromhex(entries.after.link)),
            entries.items,
            bytes.fromhex(entries.signature),
        )


def _end(anchor: Anchor) -> End:
    return End(anchor.seq, anchor.link.hex())
