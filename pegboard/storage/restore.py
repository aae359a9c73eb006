"""Restore of a backup: verifies it, then replaces the games atomically.

The old journal is kept as `journal.db.before-2026-11-21`. Afterwards the new journal is read
again, and every game and entry must equal those of the backup.
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
from pegboard.storage.journal_files import (
    NEW,
    free_name,
    install_prepared,
    prune_set_aside,
    set_aside,
)
from pegboard.storage.snapshots import make_copy
from pegboard.storage.state_names import JOURNAL

RESTORED_CONFIG = "config.restored.toml"
"""File in the state folder for a backup's configuration if the real one cannot be written."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A verified backup, and a new journal with its games."""

    fresh: Path
    unpacked: Unpacked
    extent: Extent
    """Extent of the restored games: those of the backup except unusable ones."""
    unfit: list[UnfitGame]
    """Reason for each game that was truncated or left out."""


@contextmanager
def prepare_restore(file: Path | IO[bytes], state: Path) -> Iterator[Ready]:
    """Unpacks and verifies a backup, and builds a new journal from it; touches nothing in use.

    Raises:
        UnfitBackup: the file is not a complete backup, or none of its games can be replayed.
        DeviceError: the file cannot be read, or the disk is full.
    """
    try:
        state.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=state, prefix=".restore-") as folder:
            unpacked = unpack(file, Path(folder))
            fresh = Path(folder) / "fresh.db"
            with fit_games(unpacked) as fit:
                written = write_games(fresh, fit.games)
            if extent_of(fresh) != written:
                raise DeviceError(RestoreFault.READ_BACK_DIFFERS)
            yield Ready(fresh, unpacked, written, fit.unfit)
    except FAILURES as error:
        raise DeviceError(RestoreFault.RESTORE_TROUBLE, why=error) from error
    except OSError as error:
        if isinstance(error, DeviceError):
            raise
        raise _trouble(error, error.filename) from error


def _trouble(error: OSError, file: object) -> DeviceError:
    """Returns the error for a failed disk operation, naming the file if known."""
    why = error.strerror or error
    if file is None:
        return DeviceError(RestoreFault.RESTORE_TROUBLE, why=why)
    return DeviceError(RestoreFault.FILE_TROUBLE, file=str(file), why=why)


def extent_of(path: Path) -> Extent:
    """Returns the extent of a journal that nobody has open."""
    with closing(open_to_read(path)) as db:
        return extent(read_games(db))


def replace_games(journal: SqliteJournal, ready: Ready, now: float) -> Path:
    """Replaces the games of a journal in use with a backup's. Blocks; on the journal's thread.

    Returns:
        The path of the old journal.

    Raises:
        DeviceError: the replacement failed or differs from the backup; the old journal is back
            in place.
    """
    path = Path(journal.path)
    aside = free_name(path, f"before-{strftime('%Y-%m-%d', localtime(now))}")
    prepared = path.with_name(path.name + NEW)
    try:
        ready.fresh.replace(prepared)
        sync_folder(path.parent)
    except OSError as error:
        raise _trouble(error, prepared) from error
    try:
        journal.switch_to_prepared(aside)
        same = _copied(journal, path.parent) == ready.extent
    except DeviceError:
        same = False
    if not same:
        shutil.copyfile(aside, prepared)
        journal.switch_to_prepared(free_name(path, "failed-restore"))
        raise DeviceError(RestoreFault.NOT_THE_BACKUP)
    prune_set_aside(path, "before")
    with suppress(
        DeviceError
    ):  # older copies have another lineage; if this one fails, the nightly one must do
        make_copy(journal, path.parent, now)
    return aside


def _copied(journal: SqliteJournal, folder: Path) -> Extent:
    """Returns the extent of an open journal, read from a copy of it."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".compare-") as name:
        copy = Path(name) / JOURNAL
        journal.copy_to(copy)
        return extent_of(copy)


def replace_games_offline(state: Path, ready: Ready, now: float) -> Path | None:
    """Replaces the games while no service runs; returns None if there was no journal."""
    path = state / JOURNAL
    if not path.exists():
        prepared = path.with_name(path.name + NEW)
        ready.fresh.replace(prepared)
        install_prepared(path)
        with suppress(DeviceError), closing(SqliteJournal(path)) as journal:
            make_copy(journal, state, now)
        return None
    try:
        journal = SqliteJournal(path)
    except DeviceError as error:
        if error.code in (JournalFault.IN_USE, JournalFault.NEWER):
            raise
        # a journal that cannot be opened is replaced as well
        aside = free_name(path, f"before-{strftime('%Y-%m-%d', localtime(now))}")
        set_aside(path, aside)
        ready.fresh.replace(path.with_name(path.name + NEW))
        install_prepared(path)
        with suppress(DeviceError), closing(SqliteJournal(path)) as journal:
            make_copy(journal, state, now)
        return aside
    try:
        return replace_games(journal, ready, now)
    finally:
        journal.close()


def restore_settings(state: Path, config: Path | None, ready: Ready) -> str:
    """Restores the board's settings, and the configuration if it may be written.

    Args:
        state: state folder.
        config: configuration file; None if it must not be written.
        ready: verified backup.

    Returns:
        A message about the configuration; empty if there is nothing to report.

    Raises:
        DeviceError: the disk cannot be written.
    """
    message: str = ""
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
                    message = _(
                        "The configuration was restored to {file}; restart pegboard to use it.",
                        file=str(config),
                    )
                    continue
            target = state / RESTORED_CONFIG
            atomic_write(target, content)
            message = _(
                "Its configuration differs from the present one; it is kept in {file}.",
                file=str(target),
            )
    except OSError as error:
        raise _trouble(error, error.filename) from error
    return message


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore."""

    games: int
    entries: int
    made: str
    """Time the backup was made, as 2026-11-21 09:41, UTC."""
    aside: str
    """Path of the old journal; empty if there was none."""
    unfit: str
    """Reason why a game was truncated or left out; empty if all are complete."""
    told: str
    """Message about the settings; empty if there is none."""

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


def restore_result(ready: Ready, aside: Path | None, message: str) -> Restored:
    """Builds the result of a restore."""
    held, made = ready.extent, ready.unpacked.made[:16].replace("T", " ")
    unfit = localize_error(ready.unfit[0]) if ready.unfit else ""
    return Restored(held.games, held.entries, made, aside.name if aside else "", unfit, message)
