"""Restores a backup: checks all of it first, then replaces the games in one step.

The old journal stays beside the new one as `journal.db.before-2026-11-21`. The result is
verified: the final journal is read again, and every game and
every entry must equal the backup's.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime
from typing import IO

from pegboard.errors import DeviceError
from pegboard.host.atomic_file import atomic_write, sync_folder
from pegboard.i18n import _, paragraph
from pegboard.notice import localize_error
from pegboard.storage.backup import CONFIG, Unpacked, fit_games, unpack
from pegboard.storage.codes import JournalFault, RestoreFault
from pegboard.storage.game_rows import (
    Extent,
    UnfitGame,
    extent,
    open_to_read,
    read_games,
    write_games,
)
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_errors import FAILURES
from pegboard.storage.journal_files import NEW, free_name, keep_few, set_aside, take_place
from pegboard.storage.snapshots import make_copy
from pegboard.storage.state_names import JOURNAL

RESTORED_CONFIG = "config.restored.toml"
"""In the state folder: the configuration of a backup where the real one may not be written."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A fully checked backup, and a new journal with its games."""

    fresh: Path
    unpacked: Unpacked
    extent: Extent
    """Of what is restored: the games of the backup but for those that no pegboard could use."""
    unfit: list[UnfitGame]
    """Reason for each game that is cut or left out."""


@contextmanager
def looked_at(file: Path | IO[bytes], state: Path) -> Iterator[Ready]:
    """Unpacks, checks and rebuilds a backup beside the journal; touches nothing in use.

    Raises:
        UnfitBackup: it is no backup, not whole, or none of its games can be replayed.
        DeviceError: it cannot be read, or there is no room.
    """
    try:
        state.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=state, prefix=".restore-") as folder:
            unpacked = unpack(file, Path(folder))
            fresh = Path(folder) / "fresh.db"
            with fit_games(unpacked) as fit:
                written = write_games(fresh, fit.games)
            if extent_of(fresh) != written:
                raise DeviceError(RestoreFault.NOT_GIVEN_BACK)
            yield Ready(fresh, unpacked, written, fit.unfit)
    except FAILURES as error:
        raise DeviceError(RestoreFault.RESTORE_TROUBLE, why=error) from error
    except OSError as error:
        if isinstance(error, DeviceError):
            raise
        raise _trouble(error, error.filename) from error


def _trouble(error: OSError, file: object) -> DeviceError:
    """Returns the error for an operation the disk refused, naming the file where known."""
    why = error.strerror or error
    if file is None:
        return DeviceError(RestoreFault.RESTORE_TROUBLE, why=why)
    return DeviceError(RestoreFault.FILE_TROUBLE, file=str(file), why=why)


def extent_of(path: Path) -> Extent:
    """Returns the extent of a journal that nobody has open."""
    with closing(open_to_read(path)) as db:
        return extent(read_games(db))


def exchange(journal: SqliteJournal, ready: Ready, now: float) -> Path:
    """Replaces the games of a journal in use with a backup's; blocks, on the journal's thread.

    Returns:
        The path of the old one.

    Raises:
        DeviceError: it could not be done, or what stands there is not the backup: then the old
            one is back.
    """
    path = Path(journal.path)
    aside = free_name(path, f"before-{strftime('%Y-%m-%d', localtime(now))}")
    lay = path.with_name(path.name + NEW)
    try:
        ready.fresh.replace(lay)
        sync_folder(path.parent)
    except OSError as error:
        raise _trouble(error, lay) from error
    try:
        journal.give_way(aside)
        same = _copied(journal, path.parent) == ready.extent
    except DeviceError:
        same = False
    if not same:
        shutil.copyfile(aside, lay)
        journal.give_way(free_name(path, "failed-restore"))
        raise DeviceError(RestoreFault.NOT_THE_BACKUP)
    keep_few(path, "before")
    with suppress(DeviceError):  # the older copies are not this journal's; one is made by night too
        make_copy(journal, path.parent, now)
    return aside


def _copied(journal: SqliteJournal, folder: Path) -> Extent:
    """Returns the extent of a journal, taken from a copy of it."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".compare-") as name:
        copy = Path(name) / JOURNAL
        journal.copy_to(copy)
        return extent_of(copy)


def exchange_closed(state: Path, ready: Ready, now: float) -> Path | None:
    """Returns the same while no service runs; None if there was no journal."""
    path = state / JOURNAL
    if not path.exists():
        lay = path.with_name(path.name + NEW)
        ready.fresh.replace(lay)
        take_place(path)
        with suppress(DeviceError), closing(SqliteJournal(path)) as journal:
            make_copy(journal, state, now)
        return None
    try:
        journal = SqliteJournal(path)
    except DeviceError as error:
        if error.code in (JournalFault.IN_USE, JournalFault.NEWER):
            raise
        # A journal that cannot be opened is what a restore is for.
        aside = free_name(path, f"before-{strftime('%Y-%m-%d', localtime(now))}")
        set_aside(path, aside)
        ready.fresh.replace(path.with_name(path.name + NEW))
        take_place(path)
        with suppress(DeviceError), closing(SqliteJournal(path)) as journal:
            make_copy(journal, state, now)
        return aside
    try:
        return exchange(journal, ready, now)
    finally:
        journal.close()


def put_settings(state: Path, config: Path | None, ready: Ready) -> str:
    """Restores the board's settings, and the configuration if it may be written.

    Args:
        state: the folder.
        config: the configuration file, or None if that is not to be written.
        ready: the backup.

    Returns:
        A message about it; empty if there is none.

    Raises:
        DeviceError: the disk cannot be written.
    """
    told: str = ""
    try:
        for name, content in ready.unpacked.settings.items():
            if name != CONFIG:
                atomic_write(state / name, content)
                continue
            if config is not None and config.is_file() and config.read_bytes() == content:
                continue
            if config is not None:
                with suppress(OSError):
                    if config.exists():
                        shutil.copyfile(config, free_name(config, "before-restore"))
                    atomic_write(config, content, mode=0o640)
                    told = _(
                        "The configuration was restored to {file}; restart pegboard to use it.",
                        file=str(config),
                    )
                    continue
            kept = state / RESTORED_CONFIG
            atomic_write(kept, content)
            told = _(
                "Its configuration differs from the present one; it is kept in {file}.",
                file=str(kept),
            )
    except OSError as error:
        raise _trouble(error, error.filename) from error
    return told


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of a restore."""

    games: int
    entries: int
    made: str
    """Time the backup was made, as 2026-11-21 09:41, UTC."""
    aside: str
    """Path of the old journal; empty if there was none."""
    unfit: str
    """Reason that a game was cut or left out; empty if all are there."""
    told: str
    """About the settings; empty if there is nothing to tell."""

    def __str__(self) -> str:
        text = _(
            "Restored {games} with {entries} entries, made on {made} UTC, and verified.",
            games=_("{n} games", n=self.games),
            entries=self.entries,
            made=self.made,
        )
        more: list[str] = []
        if self.aside:
            more.append(_("The earlier games are kept as {file}.", file=self.aside))
        if self.unfit:
            more.append(_("Not everything could be used: {why}.", why=self.unfit))
        if self.told:
            more.append(self.told)
        return paragraph(text, *more)


def restored(ready: Ready, aside: Path | None, told: str) -> Restored:
    """Returns the result of a restore, for the people who requested it."""
    held, made = ready.extent, ready.unpacked.made[:16].replace("T", " ")
    unfit = localize_error(ready.unfit[0]) if ready.unfit else ""
    return Restored(held.games, held.entries, made, aside.name if aside else "", unfit, told)
