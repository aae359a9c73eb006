"""Nightly copies, backups and restores of the running service."""

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
from pegboard.storage.restore import (
    Ready,
    Restored,
    prepare_restore,
    replace_games,
    restore_result,
    restore_settings,
)
from pegboard.storage.snapshots import Copy, copies, is_copy_due, make_copy
from pegboard.storage.state_names import JOURNAL

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""Seconds between two attempts to open a journal after a disk error."""
POLL_S = 300.0
"""Seconds between checks of the clock."""
IDLE_S = 60.0
"""Seconds without play before a copy is made."""
MOST_WAITS = 24
"""Maximum number of checks to wait for idle time, so that a board in constant use is copied too."""
CHECKPOINT_S = 15.0
"""Seconds without play, or after a game, before a checkpoint."""
FIRST_POLL_S = 20.0
"""Seconds before the first check, to keep the start of the service fast."""


class BackupScheduler:
    """Scheduler of copies, backups and restores of a journal. Use from one event loop only."""

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
        """Creates an idle scheduler; see `attach` and `run`.

        Args:
            journal: journal of the board, already open.
            run_blocking: runs a function on the journal's thread.
            state: state folder, with the journal and its copies.
            notices: receives notices for people.
            config: configuration file; None without one.
            wall_clock: returns seconds since 1970.
        """
        self.notices = notices
        self.fault: DeviceError | None = None
        """Reason why the last copy failed; None if it succeeded."""
        self.state = state
        self._journal, self._run_blocking = journal, run_blocking
        self._config, self._wall_clock = config, wall_clock
        self._turn = asyncio.Lock()
        self._table: Table | None = None
        self._put_back: Callable[[], Awaitable[None]]
        self._changed: Callable[[], None] = lambda: None

    def attach(
        self, table: Table, put_back: Callable[[], Awaitable[None]], changed: Callable[[], None]
    ) -> None:
        """Attaches the session that plays the games.

        Args:
            table: the table on which they are played.
            put_back: puts the latest game of the journal, or a new one, on the table.
            changed: called when `fault` or the journal's state has changed.
        """
        self._table, self._put_back, self._changed = table, put_back, changed

    # --- nightly copies

    async def run(self) -> None:
        """Makes a copy whenever one is due and nobody plays, until cancelled.

        After a disk error at start-up, first retries to open the journal.
        """
        while self._journal.waits_for:
            await asyncio.sleep(RETRY_S)
            await self._retry_opening()
        await asyncio.sleep(FIRST_POLL_S)
        waited = 0
        while True:
            if await self._run_blocking(is_copy_due, self.state, self._wall_clock()):
                before = self._place()
                await asyncio.sleep(IDLE_S)
                waited += 1
                if self._place() == before or waited > MOST_WAITS:
                    waited = 0
                    await self._run_blocking(sweep, self.state)
                    await self.copy()
            await asyncio.sleep(POLL_S)

    async def run_checkpoints(self) -> None:
        """Empties the write-ahead log after each game and when nobody plays, until cancelled."""
        journal, before = self._journal, self._place()
        while True:
            await asyncio.sleep(CHECKPOINT_S)
            is_idle = self._place() == before or (
                self._table is not None and self._table.state.over
            )
            before = self._place()
            if is_idle and not journal.settled and journal.waits_for is None:
                with suppress(DeviceError):  # the next commit reports the error
                    await self._run_blocking(journal.checkpoint)

    async def _retry_opening(self) -> None:
        def reopen() -> Notice | None:
            journal, notice = open_journal(self.state, self._wall_clock())
            self._journal.adopt(journal)
            return notice

        try:
            notice = await self._run_blocking(reopen)
        except DeviceError as error:
            self._journal.waits_for = error
        else:
            if notice is not None:
                self.notices.post(notice)
            await self._put_back()
        self._changed()

    def _place(self) -> tuple[str, int]:
        return ("", 0) if self._table is None else (self._table.game, self._table.seq)

    async def copy(self) -> Copy | None:
        """Makes a copy; reports a failure on the page and in the doctor."""
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
        """Writes a backup to a temporary file and returns it, positioned at its start.

        Raises:
            DeviceError: the disk is full, or the journal is damaged.
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
            file: path of the backup.
            force: True to restore even if a game is in progress.

        Returns:
            The result, for the people at the board.

        Raises:
            IllegalAction: a game is in progress.
            UnfitBackup: the file is not a complete backup; nothing was touched.
            DeviceError: the disk is full or failing; the old games are still there.
        """
        self.refuse_open(force)
        return await asyncio.shield(asyncio.ensure_future(self._restore(file, force)))

    async def _restore(self, file: Path, force: bool) -> Restored:
        async with self._turn:
            preparation = prepare_restore(file, self.state)
            ready = await asyncio.to_thread(preparation.__enter__)
            try:
                self.refuse_open(force)
                aside = await self._replace_games(ready)
                try:
                    message = await asyncio.to_thread(
                        restore_settings, self.state, self._config, ready
                    )
                except DeviceError as error:
                    message = _("But not the settings: {why}.", why=localize_error(error))
                return restore_result(ready, aside, message)
            finally:
                await asyncio.to_thread(preparation.__exit__, None, None, None)

    def refuse_open(self, force: bool) -> None:
        """Raises IllegalAction if a game is in progress and `force` is False."""
        if self._table is not None and not force and is_in_progress(self._table):
            raise IllegalAction(RestoreFault.GAME_OPEN)

    async def _replace_games(self, ready: Ready) -> Path:
        now = self._wall_clock()

        def swap() -> Path:
            return replace_games(self._journal, ready, now)

        if self._table is None:
            return Path(await self._run_blocking(swap))
        aside: Path = await self._table.replace_journal(swap)
        await self._put_back()
        return aside


def is_in_progress(table: Table) -> bool:
    """Returns whether a stored game is in progress."""
    return table.is_stored and table.seq > 0 and not table.state.over


def _pack(copy: Path, state: Path, config: Path | None) -> IO[bytes]:
    out: IO[bytes] = tempfile.TemporaryFile(dir=state)  # noqa: SIM115
    try:
        write_backup(out, copy, settings_of(state, config))
    except BaseException:
        out.close()
        raise
    return out
