"""`pegboard backup` and `pegboard restore`: all games, out and in, running or not."""

import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import IO

from pegboard.config import Config, load
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import replay
from pegboard.errors import ConfigError, DeviceError, IllegalAction, PegboardError
from pegboard.ops.control_socket import NotRunning, ask_backup, ask_restore
from pegboard.storage.atomic_file import whole
from pegboard.storage.backup import UnfitBackup, settings_of, write_backup
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.paths import config_file, state_folder
from pegboard.storage.recovery import JOURNAL
from pegboard.storage.restore import exchange_closed, looked_at, put_settings, restored

DONE, REFUSED, UNUSABLE = 0, 1, 2


def backup_command(file: Path, config: Path | None, state: Path | None) -> int:
    """Writes a backup; the exit code: 0, or 2 where it could not be written."""
    try:
        folder, config = places(config, state)
        with whole(file) as out:
            try:
                ask_backup(folder, out)
            except NotRunning:
                out.seek(0)
                out.truncate()
                _backup_closed(folder, config, out)
    except (OSError, PegboardError, sqlite3.Error) as error:
        return _unusable("backup", error)
    print(f"{file}: {file.stat().st_size:,} bytes. It holds everybody's games: keep it safe.")
    return DONE


def _backup_closed(folder: Path, config: Path | None, out: IO[bytes]) -> None:
    path = folder / JOURNAL
    if not path.exists():
        raise DeviceError(f"there is no journal in {folder}: nothing to back up")
    with tempfile.TemporaryDirectory(prefix="pegboard-backup-") as name:
        copy = Path(name) / JOURNAL
        with closing(SqliteJournal(path)) as journal:
            journal.copy_to(copy)
        write_backup(out, copy, settings_of(folder, config))


def restore_command(file: Path, config: Path | None, state: Path | None, force: bool) -> int:
    """Restores a backup; the exit code: 0, 1 where a game is open, 2 where it is no backup."""
    try:
        if not file.is_file():
            raise DeviceError(f"{file}: there is no such file")
        folder, config = places(config, state)
        try:
            says = ask_restore(folder, file, force=force)
        except NotRunning:
            says = _restore_closed(folder, config, file, force)
    except IllegalAction as error:
        print(f"pegboard restore: {error} (--force)", file=sys.stderr)
        return REFUSED
    except UnfitBackup as error:
        return _unusable("restore", f"{file}: {error}")
    except (OSError, PegboardError, sqlite3.Error) as error:
        return _unusable("restore", error)
    print(says)
    return DONE


def _restore_closed(folder: Path, config: Path | None, file: Path, force: bool) -> str:
    if not force and _has_open_game(folder / JOURNAL):
        raise IllegalAction("a game is open; finish it first, or restore all the same")
    with looked_at(file, folder) as ready:
        aside = exchange_closed(folder, ready, time.time())
        return str(restored(ready, aside, put_settings(folder, config, ready)))


def _has_open_game(path: Path) -> bool:
    """Whether the latest game of a journal that nobody has open is one people are playing."""
    if not path.exists():
        return False
    try:
        with closing(SqliteJournal(path)) as journal:
            latest = journal.latest()
            if latest is None or latest[2] == "demo":
                return False
            entries = journal.load(latest[0])
            header = parse_record(latest[1], "header").header
            actions = [parse_action(entry.action) for entry in entries]
            return bool(actions) and not replay(header.rules, header.dealer, actions).over
    except PegboardError as error:
        if "has it open" in str(error) or "newer pegboard" in str(error):
            raise
        return False  # damaged: there is nothing to spare


def places(config: Path | None, state: Path | None) -> tuple[Path, Path | None]:
    """The state folder and the configuration file.

    Raises:
        ConfigError: the named configuration is wrong.
    """
    named = config or config_file()
    if state is not None:
        return state, named
    try:
        return state_folder(load(named) if named else Config()), named
    except ConfigError:
        if config is not None:
            raise
        return state_folder(Config()), named


def _unusable(command: str, error: object) -> int:
    if isinstance(error, OSError) and error.filename and error.strerror:
        error = f"{error.filename}: {error.strerror}"
    print(f"pegboard {command}: {error}", file=sys.stderr)
    return UNUSABLE
