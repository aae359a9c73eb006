"""Uploads a board's journal to its hall while the board runs.

The game never waits for it: the journal is read in small steps between presses, and hashes are
computed on another thread. Any error ends the connection; the next one asks the hall again for its
known heads.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pegboard.chain.codes import UploadFault
from pegboard.chain.feed import TrimmedItems
from pegboard.chain.key_file import load_key
from pegboard.chain.keys import SigningKey
from pegboard.config import HallLinkConfig
from pegboard.errors import ConfigError, DeviceError, PegboardError, WireError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_client.join import join_hall
from pegboard.hall_client.journal_feed import JournalFeed, Page, read_page
from pegboard.hall_client.link_state import IN_FLIGHT_MOST, HallState, board_name
from pegboard.hall_client.membership import (
    Membership,
    full_url,
    read_membership,
    save_membership,
    websocket_url,
)
from pegboard.hall_client.remote_games import RemoteGames, RemoteTable
from pegboard.hall_client.signed_cards import Signatures, SignedCardQueue
from pegboard.hall_link.board_side import BoardSide
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import MESSAGE_BYTES, Entries, FromBoard, encode
from pegboard.host.logfmt import log_event
from pegboard.host.retrying import Backoff
from pegboard.storage.journal_queries import JournalQueries
from pegboard.storage.port import RunBlocking
from pegboard.storage.state_names import BOARD_KEY
from pegboard.tournament.codes import EventFault

log = logging.getLogger(__name__)

RETRY_S = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Seconds between two attempts, lengthened randomly up to double, to spread the load."""
POLL_S = 3.0
"""Seconds between two checks for a newly joined hall."""


class _NewHall(Exception):
    """Another hall was joined."""


class _NewJournal(Exception):
    """The journal was replaced by a restored backup."""


class HallPush:
    """One board's connection to its hall. Use from one event loop only.

    Args:
        config: the `[hall]` section.
        folder: the board's state folder.
        journal: the journal, read through `run_blocking` only.
        run_blocking: runs a call on the journal's thread.
        on_change: called when the connection was made or lost.
        signatures: collects the players' signatures.
        table: table for games with other boards.
    """

    def __init__(
        self,
        config: HallLinkConfig,
        folder: Path,
        journal: JournalQueries,
        run_blocking: RunBlocking,
        on_change: Callable[[], None],
        signatures: Signatures,
        table: RemoteTable,
    ) -> None:
        self._config, self._folder, self._journal = config, folder, journal
        self._run_blocking, self._on_change = run_blocking, on_change
        self._grown, self._joined, self._keyed = (asyncio.Event() for _ in range(3))
        self._rng = Random()
        self._key: SigningKey | None = None
        self._reader: JournalFeed | None = None
        self._trim_before: int | None = None
        """Items up to this number are trimmed on reading; None until the hall's state is known."""
        self.acknowledged = 0
        """Number of the last item that the hall has acknowledged."""
        self._connected = False
        self._url = ""
        self._fault: PegboardError | None = DeviceError(HallLink.NOT_YET)
        self.cards = SignedCardQueue(folder, signatures, self._grown.set)
        """Signed cards that the hall does not have yet."""
        self.remote = RemoteGames(folder, table, self._grown.set)
        """Games with other boards."""
        self._refused_code = ""
        """The configured code, once the hall has refused it, so that it is not sent again."""

    @property
    def state(self) -> HallState | None:
        """The state for display; None without a hall."""
        if not self._url:
            return None
        n = self.to_send
        shown = 0 if self._connected and n <= IN_FLIGHT_MOST else n
        return HallState(self._url, self._connected, shown, self._fault)

    @property
    def to_send(self) -> int:
        """Number of items that have been read but not yet acknowledged."""
        items = len(self._reader.feed) if self._reader is not None else 0
        return max(0, items - self.acknowledged)

    @property
    def items_in_memory(self) -> int:
        """Number of items in memory."""
        return len(self._reader.feed.items) if self._reader is not None else 0

    def wake(self) -> None:
        """Signals that the journal may have grown; does not block."""
        self._grown.set()

    def report(self) -> dict[str, object]:
        """Returns the state for the board's page: `url`, `fixed`, `connected`, `to_send`."""
        state = self.state
        return {
            "url": state.url if state else "",
            "fixed": self._config.url != "none",
            "connected": bool(state and state.connected),
            "to_send": state.to_send if state else 0,
        }

    async def join(self, url: str, code: str, table: int = 0) -> str:
        """Joins a hall and connects to it at once.

        Args:
            url: address, possibly short; overridden by the configuration.
            code: code from the director's page; empty for the joined hall.
            table: number of the requested table; 0 for none.

        Returns:
            The hall's answer for the table, `taken` or `asked`; empty without a request.

        Raises:
            ConfigError: the address is invalid.
            DeviceError: the hall does not answer, or refuses.
        """
        url = full_url(url if self._config.url == "none" else self._config.url)
        try:
            name = board_name(self._config)
            joined = await asyncio.to_thread(join_hall, self._folder, url, code, name, table)
        except WireError as error:
            raise fault_of(error, url, self.to_send) from error
        self._url = url
        self._joined.set()
        self._grown.set()
        answer = joined.answer
        if answer is not None and answer.code:
            refused = WireError(TalkFault.REFUSED, code=answer.code, says=answer.says)
            raise fault_of(refused, url, self.to_send)
        return answer.state if answer is not None else ""

    async def run(self) -> None:
        """Maintains the connection until cancelled."""
        await self.cards.load()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._run_remote_games())
            await self._stay_connected()

    async def _run_remote_games(self) -> None:
        """Runs the games with other boards once this board has a key."""
        if await asyncio.to_thread((self._folder / BOARD_KEY).exists):
            await self._load_key()
        await self._keyed.wait()
        assert self._key is not None
        await self.remote.run(self._key)

    async def _load_key(self) -> None:
        self._key = await asyncio.to_thread(load_key, self._folder / BOARD_KEY)
        self._keyed.set()

    async def _stay_connected(self) -> None:
        backoff = Backoff(RETRY_S)
        while True:
            self._joined.clear()
            hall = await asyncio.to_thread(self._hall)
            self._url = hall.url if hall is not None else ""
            if hall is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._joined.wait(), POLL_S)
                continue
            try:
                await self._session(hall)
            except _NewHall:
                self._connected, self.acknowledged = False, 0
                continue
            except _NewJournal:
                self._reader, self.acknowledged, self._trim_before = None, 0, None
                continue
            except TrimmedItems as trimmed:
                self._reader, self._trim_before = None, trimmed.after
                continue
            except (OSError, WebSocketException, PegboardError, TimeoutError) as error:
                if self._connected:
                    backoff.reset()
                self._on_loss(error)
            end = asyncio.get_running_loop().time() + backoff.next_s() * (1 + self._rng.random())
            await self._read_on_until(end)

    def _hall(self) -> Membership | None:
        """Returns the hall to connect to: the configured one, else the joined one."""
        joined = read_membership(self._folder)
        if self._config.url == "none":
            return joined
        url = full_url(self._config.url)
        same = joined is not None and joined.url == url
        return joined if same else Membership(url, "")

    async def _session(self, hall: Membership) -> None:
        door = websocket_url(hall.url)
        if self._key is None:
            await self._load_key()
        assert self._key is not None
        await self._catch_up()
        assert self._reader is not None
        code = self._config.code if self._config.code not in ("none", self._refused_code) else ""
        side = BoardSide(
            self._reader.feed,
            self._key,
            bytes.fromhex(hall.hall) or None,
            code=code,
            name=board_name(self._config),
        )
        async with connect(
            door,
            open_timeout=self._config.wait_s,
            close_timeout=1.0,
            ping_interval=20.0,
            ping_timeout=20.0,
            max_size=MESSAGE_BYTES,
            compression=None,
            proxy=None,
            user_agent_header=None,
        ) as connection:
            await self._converse(connection, side, hall)

    async def _converse(
        self, connection: ClientConnection, side: BoardSide, hall: Membership
    ) -> None:
        hearing = asyncio.create_task(connection.recv())
        growing = asyncio.create_task(self._grown.wait())
        waits = True
        try:
            while True:
                patience_s = self._config.wait_s if waits else None
                done, _ = await asyncio.wait(
                    (hearing, growing), timeout=patience_s, return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    raise TimeoutError
                answer: FromBoard | None = None
                if hearing in done:
                    text = hearing.result()
                    answer = await asyncio.to_thread(side.receive, text, time.time())
                    self.cards.receive(side)
                    self.remote.receive(side)
                    hearing = asyncio.create_task(connection.recv())
                    await self._on_message(side, hall, answer)
                if growing in done:
                    if self._joined.is_set():
                        raise _NewHall
                    await self._catch_up()
                    growing = asyncio.create_task(self._grown.wait())
                if answer is None and not side.is_waiting:
                    answer = await asyncio.to_thread(side.next_entries)
                    answer = answer or self.cards.next(side, self._reader, self._key)
                waits = side.is_waiting or answer is not None
                letters = self.remote.outgoing() if side.is_accepted else ()
                for message in (*letters, *(() if answer is None else (answer,))):
                    async with asyncio.timeout(self._config.wait_s):
                        await connection.send(encode(message).decode())
        except WireError as error:
            if error.facts.get("code") == TalkFault.WRONG_CODE.value:
                self._refused_code = self._config.code
            raise
        finally:
            for task in (hearing, growing):
                task.cancel()
            await asyncio.gather(hearing, growing, return_exceptions=True)

    async def _on_message(
        self, side: BoardSide, hall: Membership, answer: FromBoard | None
    ) -> None:
        before, self.acknowledged = self.to_send, max(self.acknowledged, side.acknowledged)
        if before > IN_FLIGHT_MOST >= self.to_send:
            self._on_change()
        if self._reader is not None:
            self._reader.acknowledge(side.acknowledged)
        if answer is not None and not isinstance(answer, Entries):
            return  # still the board's hello: the hall has not accepted the board yet
        if not self._connected:
            self._connected, self._fault = True, None
            self.remote.on_connection(is_connected=True)
            log_event(log, "hall.connected")
            self._on_change()
            if not hall.hall and side.hall_key is not None:
                membership = Membership(hall.url, side.hall_key.hex())
                await asyncio.to_thread(save_membership, self._folder, membership)

    def _on_loss(self, error: Exception) -> None:
        fault = fault_of(error, self._url, self.to_send)
        if self._connected or self._fault is None or fault.code != self._fault.code:
            log_event(log, "hall.lost", logging.WARNING, code=str(fault.code))
        self._connected, self._fault = False, fault
        self.remote.on_connection(is_connected=False)
        self._on_change()

    # --- the journal

    async def _catch_up(self) -> None:
        """Reads all new entries.

        Raises:
            _NewJournal: the journal was replaced.
        """
        self._grown.clear()
        while await self._read_page():
            await asyncio.sleep(0)

    async def _read_page(self) -> bool:
        place = self._reader.place if self._reader is not None else 0
        page: Page = await self._run_blocking(read_page, self._journal, place)
        if self._reader is None:
            assert self._key is not None
            self._reader = JournalFeed(self._key.id, page.lineage, self._trim_before)
        if not await asyncio.to_thread(self._reader.add, page):
            raise _NewJournal
        return bool(page.rows)

    async def _read_on_until(self, end: float) -> None:
        """Reads new entries until the given time, to count the items that have to be sent."""
        loop = asyncio.get_running_loop()
        while (left_s := end - loop.time()) > 0:
            try:
                await asyncio.wait_for(self._grown.wait(), left_s)
            except TimeoutError:
                return
            self._grown.clear()
            if self._joined.is_set():
                return
            # Outside the timeout, so that adding a page is never interrupted.
            with suppress(PegboardError, _NewJournal):
                while self._reader is not None and await self._read_page():
                    pass
            if self._fault is not None and "n" in self._fault.facts:
                facts = {**self._fault.facts, "n": self.to_send}
                self._fault = DeviceError(self._fault.code, **facts)


BOARD_CODES = {
    UploadFault.UNKNOWN.value: HallLink.NOT_JOINED,
    TalkFault.NOT_JOINED.value: HallLink.NOT_JOINED,
    TalkFault.WRONG_CODE.value: HallLink.WRONG_CODE,
    UploadFault.REVOKED.value: HallLink.REVOKED,
    EventFault.NO_TABLE.value: HallLink.NO_TABLE,
}
"""Code shown at the board, by the code that the hall sent."""


def fault_of(error: Exception, hall: str, n: int) -> PegboardError:
    """Returns the reason why there is no connection to the hall.

    Args:
        error: error that ended or prevented the connection.
        hall: address of the hall.
        n: number of entries that the hall lacks.
    """
    ours = isinstance(error, ConfigError | DeviceError)
    if ours and isinstance(error, PegboardError):
        return error
    if not isinstance(error, WireError):
        return DeviceError(HallLink.AWAY, hall=hall, n=n)
    if error.code is TalkFault.OTHER_HALL:
        return DeviceError(HallLink.OTHER, hall=hall)
    why = str(error.facts.get("code", error.code))
    board_code = BOARD_CODES.get(why)
    if board_code is HallLink.NOT_JOINED:
        return DeviceError(HallLink.NOT_JOINED, hall=hall, n=n)
    if board_code is not None:
        return DeviceError(board_code, hall=hall)
    return DeviceError(HallLink.REFUSED, hall=hall, why=why, n=n)
