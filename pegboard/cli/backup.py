"""`pegboard backup`: all games in one file, whether the service runs or not."""

import getpass
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import IO, Annotated

import typer

from pegboard.cli.line import ConfigFile, Encrypt, StateFolder
from pegboard.config import Config, load
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.host.atomic_file import atomic_open
from pegboard.ops import encrypted_backup
from pegboard.ops.control_socket import NotRunning, ask_backup
from pegboard.storage.backup import settings_of, write_backup
from pegboard.storage.codes import RestoreFault, Unfit
from pegboard.storage.integrity.manifest import UnfitBackup
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.notices import KeptNotices
from pegboard.storage.paths import as_owner, config_file, state_folder
from pegboard.storage.recovery import is_no_database, open_journal
from pegboard.storage.state_names import JOURNAL

DONE, UNUSABLE = 0, 2


def backup_command(
    file: Annotated[Path, typer.Argument(help="File to write.")],
    config: ConfigFile = None,
    state: StateFolder = None,
    encrypt: Encrypt = False,
) -> int:
    """Writes a backup.

    Returns:
        The exit code: 0, or 2 where it could not be written.
    """
    try:
        folder, config = places(config, state)
        passphrase = asked_passphrase(again=True) if encrypt else ""
        with atomic_open(file) as out, encrypted_backup.into(out, passphrase) as plain:
            try:
                ask_backup(folder, plain)
            except NotRunning:
                plain.seek(0)
                plain.truncate()
                _backup_closed(folder, config, plain)
    except (OSError, PegboardError, sqlite3.Error) as error:
        return unusable("backup", error)
    print(f"{file}: {file.stat().st_size:,} bytes. It holds everybody's games: keep it safe.")
    return DONE


def _backup_closed(folder: Path, config: Path | None, out: IO[bytes]) -> None:
    path = folder / JOURNAL
    if not path.exists():
        raise DeviceError(RestoreFault.NO_GAMES, folder=str(folder))
    with as_owner(folder), tempfile.TemporaryDirectory(prefix="pegboard-backup-") as name:
        copy = Path(name) / JOURNAL
        with closing(opened(folder)) as journal:
            journal.copy_to(copy)
        write_backup(out, copy, settings_of(folder, config))


def asked_passphrase(*, again: bool) -> str:
    """Returns the passphrase of a backup: of PEGBOARD_PASSPHRASE, or asked for.

    Args:
        again: ask for it twice, because nothing can be done about a mistake later.

    Raises:
        UnfitBackup: it is too short to be one, or the two are not the same.
    """
    given = os.environ.get("PEGBOARD_PASSPHRASE")
    said = given if given is not None else getpass.getpass("Passphrase: ")
    if again:
        if len(said) < encrypted_backup.SHORTEST:
            raise UnfitBackup(Unfit.SHORT_PASSPHRASE, least=encrypted_backup.SHORTEST)
        if given is None and getpass.getpass("The same again: ") != said:
            raise UnfitBackup(Unfit.OTHER_PASSPHRASE)
    return said


def opened(folder: Path) -> SqliteJournal:
    """Returns the journal of a state folder that nobody has open; says if it had to be repaired.

    The board's pages say it too, until somebody has read it.
    """
    if is_no_database(folder / JOURNAL):
        return SqliteJournal(folder / JOURNAL)  # which raises: a repair is the board's
    journal, told = open_journal(folder, time.time())
    if told is not None:
        print(told.text, file=sys.stderr)
        KeptNotices(folder).keep(told)
    return journal


def places(config: Path | None, state: Path | None) -> tuple[Path, Path | None]:
    """Returns the state folder and the configuration file.

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


def unusable(command: str, error: object) -> int:
    """Prints the reason a command cannot be executed, and returns its exit code."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        error = f"{error.filename}: {error.strerror}"
    print(f"pegboard {command}: {error}", file=sys.stderr)
    return UNUSABLE
