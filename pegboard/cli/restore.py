"""`pegboard restore`: replaces the games with a backup, whether or not the service runs."""

import codecs
import sqlite3
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.backup import locations, read_passphrase, report_unusable
from pegboard.cli.line import ConfigFile, StateFolder, print_lines
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.replay import replay
from pegboard.errors import Common, DeviceError, IllegalAction, PegboardError
from pegboard.kinds import kind_of
from pegboard.ops.control_socket import NotRunning, request_restore
from pegboard.ops.encrypted_backup import decrypted
from pegboard.storage.codes import JournalFault, RestoreFault
from pegboard.storage.integrity.manifest import UnfitBackup
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.paths import as_owner
from pegboard.storage.restore import (
    prepare_restore,
    replace_games_offline,
    restore_result,
    restore_settings,
)
from pegboard.storage.state_names import JOURNAL

DONE, REFUSED = 0, 1


def restore_command(
    file: Annotated[Path, typer.Argument(help="Backup to restore.")],
    config: ConfigFile = None,
    state: StateFolder = None,
    force: Annotated[
        bool, typer.Option("--force", help="Restore even while a game is open.")
    ] = False,
) -> int:
    """Restores a backup.

    Returns:
        The exit code: 0, 1 if a game is open, 2 where it is no backup.
    """
    try:
        if not file.is_file():
            raise DeviceError(Common.NO_SUCH_FILE, file=str(file))
        folder, config = locations(config, state)
        with tempfile.TemporaryDirectory() as work:
            plain = decrypted(file, Path(work), partial(read_passphrase, confirm=False))
            try:
                message = request_restore(folder, plain, force=force)
            except NotRunning:
                message = _restore_closed(folder, config, plain, force)
    except IllegalAction as error:
        print_lines(f"pegboard restore: {error} (--force)", to=sys.stderr)
        return REFUSED
    except UnfitBackup as error:
        return report_unusable("restore", f"{file}: {error}")
    except (OSError, PegboardError, sqlite3.Error) as error:
        return report_unusable("restore", error)
    print(message)
    return DONE


def _restore_closed(folder: Path, config: Path | None, file: Path, force: bool) -> str:
    with ExitStack() as stack:
        source = stack.enter_context(
            file.open("rb")
        )  # opened as root, before switching to the owner
        codecs.lookup("cp437")  # codec of names in a zip; load it while still root
        stack.enter_context(as_owner(folder))
        if not force and _has_open_game(folder / JOURNAL):
            raise IllegalAction(RestoreFault.GAME_OPEN)
        ready = stack.enter_context(prepare_restore(source, folder))
        aside = replace_games_offline(folder, ready, time.time())
        return str(restore_result(ready, aside, restore_settings(folder, config, ready)))


def _has_open_game(path: Path) -> bool:
    """Returns whether the latest game of a journal is in progress; no service may have it open."""
    if not path.exists():
        return False
    try:
        with closing(SqliteJournal(path)) as journal:
            latest = journal.latest()
            if latest is None or not kind_of(latest[2]).is_stored:
                return False
            entries = journal.load(latest[0])
            header = parse_record(latest[1], "header").header
            actions = [parse_action(entry.action) for entry in entries]
            return bool(actions) and not replay(header.rules, header.dealer, actions).over
    except PegboardError as error:
        if error.code in (JournalFault.IN_USE, JournalFault.NEWER):
            raise
        return False  # the journal is damaged, so there is no game to protect
