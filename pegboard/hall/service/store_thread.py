"""The single thread on which the hall and its store are used.

Messages that arrive during a commit are processed and committed together: one sync for many boards.
Short messages go before long ones.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from pegboard.chain.branches import Append, EpochView
from pegboard.chain.upload import Anchor, Upload
from pegboard.errors import PegboardError, WireError
from pegboard.hall.hall import Hall
from pegboard.hall.live.changes import ChangeReader, Changes
from pegboard.hall.live.game import PublicGame
from pegboard.hall.live.tables import LiveTables
from pegboard.hall.protocol.hall_side import HallSide
from pegboard.hall.service.upload_quota import BYTES_PER_HOUR, UploadQuota
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import FromHall, Refused, SideMessage
from pegboard.tournament.result import GameResult

T = TypeVar("T")

COMMIT_BYTES = 256 * 1024
"""Maximum total size in bytes of the messages in one commit; a single one may exceed it."""
ARRIVED_MOST, ARRIVED_ITEMS_MOST = 50, 5000
"""Maximum number of games per board, and of entries per upload, whose arrival time is noted."""
SHORT_BYTES = 4096
"""Maximum size in bytes of messages that are processed before longer ones."""


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """A committed upload.

    Attributes:
        board, epoch: board and epoch of the upload.
        seq: number of the last stored item.
        game: the board's current game; None if it has none, or nothing was new.
    """

    board: str
    epoch: int
    seq: int
    game: PublicGame | None


@dataclass(eq=False, slots=True)
class _Message:
    side: HallSide
    text: bytes
    answer: asyncio.Future[FromHall | SideMessage]


class StoreThread:
    """Executor of calls on the hall's thread. Use from one event loop only.

    Args:
        hall: the hall, used only through this object from now on.
        on_stored: called on the event loop with the uploads of each commit.
        now: clock in seconds since 1970.
    """

    def __init__(
        self,
        hall: Hall,
        on_stored: Callable[[list[StoredUpload]], None],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._hall, self._on_stored = hall, on_stored
        self._live = LiveTables(hall.store)
        self._change_reader = ChangeReader(hall.store, self._live)
        self._worker = ThreadPoolExecutor(1, "hall")
        self.quota = UploadQuota(time.monotonic)
        """Limits the uploads; used on the hall's thread only."""
        self.on_quota: Callable[[], None] = lambda: None
        """Called on the event loop once a board has exceeded its upload quota."""
        self._waiting: list[_Message] = []
        self._committing: asyncio.Task[None] | None = None
        self._now = now
        self._arrivals: dict[str, dict[str, tuple[float, float]]] = {}
        self.commits = 0
        """Number of commits of uploads."""

    async def run(self, call: Callable[[Hall], T]) -> T:
        """Runs a call with the hall on its thread, and returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, call, self._hall)

    async def run_with_live(self, call: Callable[[Hall, LiveTables], T]) -> T:
        """Runs a call with the hall and the live games on its thread."""
        return await self.run(lambda hall: call(hall, self._live))

    async def games(self) -> dict[str, PublicGame]:
        """Returns the current games of all boards."""
        return await self.run(lambda hall: self._live.all())

    async def results(self, board: str) -> dict[str, GameResult]:
        """Returns the results of a board's latest finished games by game id, oldest first."""
        return await self.run(lambda hall: self._live.results(board))

    async def arrivals(self, board: str) -> dict[str, tuple[float, float]]:
        """Returns when the first and last entries of each of a board's latest games arrived.

        Only of games that arrived in this process. By the hall's clock, in seconds since 1970.
        """
        return await self.run(lambda hall: dict(self._arrivals.get(board, {})))

    async def changes(self) -> Changes:
        """Returns the changes by other processes since the last call."""
        return await self.run(lambda hall: self._change_reader.read())

    async def receive(self, side: HallSide, text: bytes) -> FromHall | SideMessage:
        """Processes one message of a board; returns the reply, after the commit if there is one.

        Raises:
            DeviceError: the store cannot be written.
        """
        message = _Message(side, text, asyncio.get_running_loop().create_future())
        self._waiting.append(message)
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_all())
        return await message.answer

    async def close(self) -> None:
        """Waits for pending commits, then closes the store."""
        if self._committing is not None:
            await asyncio.wait([self._committing])
        await self.run(lambda hall: hall.store.close())
        self._worker.shutdown()

    async def _commit_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch = self._next_batch()
                exceeded = len(self.quota.exceeded)
                try:
                    replies = await loop.run_in_executor(self._worker, self._process, batch)
                except Exception as error:
                    for message in batch:
                        if not message.answer.done():
                            message.answer.set_exception(error)
                    continue
                grown = []
                for message, (answer, growth) in zip(batch, replies, strict=True):
                    if growth is not None:
                        grown.append(growth)
                    if not message.answer.done():  # already done if its connection was cancelled
                        message.answer.set_result(answer)
                if grown:
                    self._on_stored(grown)
                if len(self.quota.exceeded) > exceeded:
                    self.on_quota()
        finally:
            self._committing = None

    def _next_batch(self) -> list[_Message]:
        self._waiting.sort(key=lambda message: len(message.text) > SHORT_BYTES)
        batch: list[_Message] = []
        size = 0
        for message in self._waiting:
            size += len(message.text)
            if batch and size > COMMIT_BYTES:
                break
            batch.append(message)
        del self._waiting[: len(batch)]
        return batch

    # --- on the hall's thread

    def _admitted(self, message: _Message) -> FromHall | Upload | SideMessage:
        """Returns the reply to a message, or its upload; refuses an upload beyond the quota."""
        side, reply = message.side, message.side.receive(message.text)
        if isinstance(reply, Upload) and not self.quota.admit(side.board, len(message.text)):
            return side.refuse(WireError(TalkFault.QUOTA, mb=BYTES_PER_HOUR >> 20))
        return reply

    def _process(
        self, batch: list[_Message]
    ) -> list[tuple[FromHall | SideMessage, StoredUpload | None]]:
        replies = [self._admitted(message) for message in batch]
        uploads = [reply for reply in replies if isinstance(reply, Upload)]
        games: dict[tuple[str, int], PublicGame | None] = {}

        def grew(view: EpochView, growth: Append) -> None:
            games[view.board, view.epoch] = self._live.append(view, growth)
            self._note_arrival(view.board, growth)

        answers = iter(self._hall.receive(uploads, grew) if uploads else ())
        self.commits += bool(uploads)
        found: list[tuple[FromHall | SideMessage, StoredUpload | None]] = []
        for message, reply in zip(batch, replies, strict=True):
            if isinstance(reply, Upload):
                answer = next(answers)
                game = games.get((reply.board, reply.epoch))
                growth = None
                if isinstance(answer, Anchor):
                    growth = StoredUpload(reply.board, reply.epoch, answer.seq, game)
                found.append((self._reply(message.side, answer), growth))
            else:
                found.append((reply, None))
        return found

    def _note_arrival(self, board: str, growth: Append) -> None:
        arrived, now = self._arrivals.setdefault(board, {}), self._now()
        for game in dict.fromkeys(item.game for item in growth.items[-ARRIVED_ITEMS_MOST:]):
            arrived[game] = (arrived.get(game, (now, now))[0], now)
        while len(arrived) > ARRIVED_MOST:
            del arrived[next(iter(arrived))]

    def _reply(self, side: HallSide, answer: Anchor | WireError | None) -> FromHall:
        try:
            return side.reply_to_upload(answer)
        except PegboardError as error:  # the board's key was revoked meanwhile
            refused: Refused = side.refuse(error)
            return refused
