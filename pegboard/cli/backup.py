"""`pegboard backup`: writes all games to one file, whether or not the service runs."""

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

from pegboard.cli.line import ConfigFile, Encrypt, StateFolder, print_lines
from pegboard.config import Config, load_config
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.host.atomic_file import atomic_open
from pegboard.ops import encrypted_backup
from pegboard.ops.control_socket import NotRunning, request_backup
from pegboard.storage.backup import settings_of, write_backup
from pegboard.storage.codes import RestoreFault, Unfit
from pegboard.storage.integrity.manifest import UnfitBackup
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.notices import NoticeStore
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
        folder, config = locations(config, state)
        passphrase = read_passphrase(confirm=True) if encrypt else ""
        with atomic_open(file) as out, encrypted_backup.encrypting(out, passphrase) as plain:
            try:
                request_backup(folder, plain)
            except NotRunning:
                plain.seek(0)
                plain.truncate()
                _backup_closed(folder, config, plain)
    except (OSError, PegboardError, sqlite3.Error) as error:
        return report_unusable("backup", error)
    print(f"{file}: {file.stat().st_size:,} bytes. It holds everybody's games: keep it safe.")
    return DONE


def _backup_closed(folder: Path, config: Path | None, out: IO[bytes]) -> None:
    path = folder / JOURNAL
    if not path.exists():
        raise DeviceError(RestoreFault.NO_GAMES, folder=str(folder))
    with as_owner(folder), tempfile.TemporaryDirectory(prefix="pegboard-backup-") as name:
        copy = Path(name) / JOURNAL
        with closing(open_offline(folder)) as journal:
            journal.copy_to(copy)
        write_backup(out, copy, settings_of(folder, config))


def read_passphrase(*, confirm: bool) -> str:
    """Returns the passphrase of a backup, from PEGBOARD_PASSPHRASE or the terminal.

    Args:
        confirm: True to ask twice and check its length, for a new backup.

    Raises:
        UnfitBackup: the passphrase is too short, or the two entries differ.
    """
    from_environment = os.environ.get("PEGBOARD_PASSPHRASE")
    passphrase = (
        from_environment if from_environment is not None else getpass.getpass("Passphrase: ")
    )
    if confirm:
        if len(passphrase) < encrypted_backup.SHORTEST:
            raise UnfitBackup(Unfit.SHORT_PASSPHRASE, least=encrypted_backup.SHORTEST)
        if from_environment is None and getpass.getpass("The same again: ") != passphrase:
            raise UnfitBackup(Unfit.PASSPHRASES_DIFFER)
    return passphrase


def open_offline(folder: Path) -> SqliteJournal:
    """Opens the journal of a state folder while no service runs; reports a repair.

    The board's pages report the repair too, until somebody acknowledges it.
    """
    if is_no_database(folder / JOURNAL):
        return SqliteJournal(folder / JOURNAL)  # raises an error: only the board may repair it
    journal, notice = open_journal(folder, time.time())
    if notice is not None:
        print_lines(notice.text, to=sys.stderr)
        NoticeStore(folder).add(notice)
    return journal


def locations(config: Path | None, state: Path | None) -> tuple[Path, Path | None]:
    """Returns the state folder and the configuration file.

    Raises:
        ConfigError: the configuration given by `config` is invalid.
    """
    named = config or config_file()
    if state is not None:
        return state, named
    try:
        return state_folder(load_config(named) if named else Config()), named
    except ConfigError:
        if config is not None:
            raise
        return state_folder(Config()), named


def report_unusable(command: str, error: object) -> int:
    """Prints why a command cannot be executed, and returns its exit code."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        error = f"{error.filename}: {error.strerror}"
    print_lines(f"pegboard {command}: {error}", to=sys.stderr)
    return UNUSABLE
