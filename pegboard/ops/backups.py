"""Protects the service's games while it runs: nightly copies, backups and restores."""

import asyncio
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from pegboard.errors import DeviceError, IllegalAction
from pegboard.i18n import _
from pegboard.notice import Level, Notice, localize_error
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.session.table import Table
from pegboard.storage.backup import settings_of, write_backup
from pegboard.storage.codes import CopyFault, JournalNotice, RestoreFault
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_errors import JournalDamaged
from pegboard.storage.journal_files import sweep
from pegboard.storage.port import RunBlocking
from pegboard.storage.recovery import open_journal
from pegboard.storage.restore import Ready, Restored, exchange, looked_at, put_settings, restored
from pegboard.storage.snapshots import Copy, copies, due, make_copy
from pegboard.storage.state_names import JOURNAL

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""Seconds between two attempts to open a journal after a disk error."""
LOOK_S = 300.0
"""Between two looks at the clock."""
IDLE_S = 60.0
"""Seconds without play before a copy is made …"""
PATIENCE = 24
"""… but no more than so many looks: where people play day and night there is a copy too."""
SETTLE_S = 15.0
"""Seconds without play, or after a game, before the write-ahead log is emptied."""
FIRST_LOOK_S = 20.0
"""The start of the service is for the board."""


class BackupScheduler:
    """Copies, backs up and restores one journal. Use from one event loop only."""

    def __init__(
        self,
        journal: SqliteJournal,
        run_blocking: RunBlocking,
        state: Path,
        notices: NoticeBoard,
        *,
        config: Path | None = None,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        """Starts idle.

        Args:
            journal: the open one.
            run_blocking: the journal's thread.
            state: the folder of the journal and of its copies.
            notices: tells what people must know.
            config: the configuration file, where there is one.
            wall_clock: seconds since 1970.
        """
        self.notices = notices
        self.fault: DeviceError | None = None
        """Reason the last copy was not made; None if it was."""
        self.state = state
        self._journal, self._run_blocking = journal, run_blocking
        self._config, self._wall_clock = config, wall_clock
        self._turn = asyncio.Lock()
        self._table: Table | None = None
        self._put_back: Callable[[], Awaitable[None]]
        self._changed: Callable[[], None] = lambda: None

    def serve(
        self, table: Table, put_back: Callable[[], Awaitable[None]], changed: Callable[[], None]
    ) -> None:
        """Sets the session whose games these are.

        Args:
            table: where they are played.
            put_back: puts the latest game of the journal on the table, or a new one.
            changed: shows what is said here.
        """
        self._table, self._put_back, self._changed = table, put_back, changed

    # --- by night

    async def run(self) -> None:
        """Makes a copy when one is due and nobody plays, until cancelled.

        After a disk error at the start, the journal is opened first, as soon as possible.
        """
        while self._journal.waits_for:
            await asyncio.sleep(RETRY_S)
            await self._try_again()
        await asyncio.sleep(FIRST_LOOK_S)
        waited = 0
        while True:
            if await self._run_blocking(due, self.state, self._wall_clock()):
                before = self._place()
                await asyncio.sleep(IDLE_S)
                waited += 1
                if self._place() == before or waited > PATIENCE:
                    waited = 0
                    await self._run_blocking(sweep, self.state)
                    await self.copy()
            await asyncio.sleep(LOOK_S)

    async def settle(self) -> None:
        """Empties the write-ahead log after each game and when nobody plays, until cancelled.

        What is in the database itself has no log to lose.
        """
        journal, before = self._journal, self._place()
        while True:
            await asyncio.sleep(SETTLE_S)
            rests = self._place() == before or (self._table is not None and self._table.state.over)
            before = self._place()
            if rests and not journal.settled and journal.waits_for is None:
                with suppress(DeviceError):  # the next entry will tell
                    await self._run_blocking(journal.checkpoint)

    async def _try_again(self) -> None:
        def again() -> Notice | None:
            journal, told = open_journal(self.state, self._wall_clock())
            self._journal.adopt(journal)
            return told

        try:
            told = await self._run_blocking(again)
        except DeviceError as error:
            self._journal.waits_for = error
        else:
            if told is not None:
                self.notices.post(told)
            await self._put_back()
        self._changed()

    def _place(self) -> tuple[str, int]:
        return ("", 0) if self._table is None else (self._table.game, self._table.seq)

    async def copy(self) -> Copy | None:
        """Makes a copy now; reports a failure on the page and in the doctor, and retries."""
        async with self._turn:
            before = self.fault
            copy = None
            try:
                copy = await self._run_blocking(
                    make_copy, self._journal, self.state, self._wall_clock()
                )
                self.fault = None
            except JournalDamaged:
                self.fault = DeviceError(CopyFault.JOURNAL_DAMAGED)
                self.notices.post(
                    Notice.from_code(
                        JournalNotice.DAMAGED, about="journal", level=Level.FAULT, sticky=True
                    )
                )
            except DeviceError as error:
                self.fault = error
            if self.fault != before:
                if self.fault is not None:
                    log.warning("copies: %s", self.fault)
                self._changed()
            return copy

    def copies(self) -> list[Copy]:
        """Returns the existing copies, oldest first."""
        return copies(self.state)

    # --- backup and restore

    async def backup(self) -> IO[bytes]:
        """Returns a backup as an open, unnamed file, positioned at its start.

        Raises:
            DeviceError: the disk is full, or the journal damaged.
        """
        async with self._turn:
            try:
                with tempfile.TemporaryDirectory(dir=self.state, prefix=".backup-") as folder:
                    copy = Path(folder) / JOURNAL
                    await self._run_blocking(self._journal.copy_to, copy)
                    return await asyncio.to_thread(_pack, copy, self.state, self._config)
            except OSError as error:
                if isinstance(error, DeviceError):
                    raise
                raise DeviceError(
                    RestoreFault.BACKUP_TROUBLE, why=error.strerror or error
                ) from error

    async def restore(self, file: Path, *, force: bool = False) -> Restored:
        """Replaces the games with a backup, even if the client disconnects meanwhile.

        Args:
            file: the backup.
            force: even where a game is open.

        Returns:
            The result for the people at the board.

        Raises:
            IllegalAction: a game is open.
            UnfitBackup: it is no backup, or not whole; nothing was touched.
            DeviceError: the disk is full or fails; the old games are there.
        """
        self.refuse_open(force)
        return await asyncio.shield(asyncio.ensure_future(self._restore(file, force)))

    async def _restore(self, file: Path, force: bool) -> Restored:
        async with self._turn:
            looked = looked_at(file, self.state)
            ready = await asyncio.to_thread(looked.__enter__)
            try:
                self.refuse_open(force)
                aside = await self._exchange(ready)
                try:
                    told = await asyncio.to_thread(put_settings, self.state, self._config, ready)
                except DeviceError as error:
                    told = _("But not the settings: {why}.", why=localize_error(error))
                return restored(ready, aside, told)
            finally:
                await asyncio.to_thread(looked.__exit__, None, None, None)

    def refuse_open(self, force: bool) -> None:
        """Raises IllegalAction if a game is in progress, unless forced."""
        if self._table is not None and not force and is_open(self._table):
            raise IllegalAction(RestoreFault.GAME_OPEN)

    async def _exchange(self, ready: Ready) -> Path:
        now = self._wall_clock()

        def swap() -> Path:
            return exchange(self._journal, ready, now)

        if self._table is None:
            return Path(await self._run_blocking(swap))
        aside: Path = await self._table.replace_journal(swap)
        await self._put_back()
        return aside


def is_open(table: Table) -> bool:
    """Returns whether people are in the middle of a game."""
    return table.is_stored and table.seq > 0 and not table.state.over


def _pack(copy: Path, state: Path, config: Path | None) -> IO[bytes]:
    out: IO[bytes] = tempfile.TemporaryFile(dir=state)  # noqa: SIM115
    try:
        write_backup(out, copy, settings_of(state, config))
    except BaseException:
        out.close()
        raise
    return out
