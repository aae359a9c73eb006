"""`pegboard export`: writes the whole history, whether or not the service runs."""

import sqlite3
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pegboard.archive.archive import all_sources
from pegboard.archive.export import game_object, game_rows, write_zip
from pegboard.cli.backup import locations, open_offline
from pegboard.cli.codes import Option
from pegboard.cli.line import ConfigFile, StateFolder
from pegboard.errors import PegboardError
from pegboard.history.export_csv import header
from pegboard.history.export_json import HEAD, TAIL
from pegboard.history.stored_game import StoredGame
from pegboard.host.atomic_file import atomic_open
from pegboard.ops.control_socket import NotRunning, request_backup
from pegboard.storage.paths import as_owner
from pegboard.storage.state_names import JOURNAL

DONE, UNUSABLE = 0, 2


def export_command(
    csv: Annotated[bool, typer.Option("--csv", help="Write a table for spreadsheets.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON (the default).")] = False,
    records: Annotated[bool, typer.Option("--zip", help="Write a zip of game records.")] = False,
    out: Annotated[Path | None, typer.Option(help="File to write instead of stdout.")] = None,
    config: ConfigFile = None,
    state: StateFolder = None,
) -> int:
    """Writes every game in the chosen format.

    Returns:
        The exit code: 0, or 2 where the games cannot be read or the file cannot be written.
    """
    chosen = [kind for kind, on in (("csv", csv), ("json", as_json), ("zip", records)) if on]
    if len(chosen) > 1:
        raise typer.BadParameter(f"--{' and --'.join(chosen)}: one of them at a time")
    kind = chosen[0] if chosen else "json"
    number = 0
    try:
        if kind == "zip" and out is None:
            raise PegboardError(Option.ZIP_TO_FILE)
        folder, _ = locations(config, state)
        with _games(folder) as sources:
            if out is None:
                # UTF-8 whatever the terminal: the output is usually redirected to a file
                _write_text(kind, sources, sys.stdout.buffer.write)
                sys.stdout.buffer.flush()
            else:
                number = _write_file(kind, sources, out)
    except BrokenPipeError:
        raise  # `pegboard export | head`: the reader closed the pipe
    except (OSError, PegboardError, sqlite3.Error) as error:
        reason = str(error)
        if isinstance(error, OSError) and error.strerror:
            reason = f"{out or error.filename or 'stdout'}: {error.strerror}"
        print(f"pegboard export: {reason}", file=sys.stderr)
        return UNUSABLE
    if out is not None:
        print(f"{out}: {number} {'game' if number == 1 else 'games'}")
    return DONE


@contextmanager
def _games(folder: Path) -> Iterator[Iterator[StoredGame]]:
    """Yields the games of a state folder, from the running service's backup or from the journal."""
    with tempfile.TemporaryDirectory(prefix="pegboard-export-") as name:
        packed, path = Path(name) / "backup", folder / JOURNAL
        try:
            with packed.open("wb") as target:
                request_backup(folder, target)
            with zipfile.ZipFile(packed) as archive:
                path = Path(archive.extract(JOURNAL, name))
        except (NotRunning, FileNotFoundError):
            pass
        if not path.exists():
            yield iter(())  # no game was ever played
            return
        with as_owner(path.parent), closing(open_offline(path.parent)) as journal:
            yield _with_progress(all_sources(journal), journal.extent()[0])


def _with_progress(sources: Iterator[StoredGame], of: int) -> Iterator[StoredGame]:
    """Yields the same games, and shows their number on a terminal."""
    is_shown = sys.stderr.isatty() and not sys.stdout.isatty()
    for number, source in enumerate(sources, 1):
        if is_shown:
            print(f"\r{number} of {of} games ", end="", file=sys.stderr, flush=True)
        yield source
    if is_shown:
        print("\r\x1b[K", end="", file=sys.stderr)


def _write_text(kind: str, sources: Iterator[StoredGame], write: Callable[[bytes], object]) -> int:
    number = 0
    if kind == "csv":
        write(header().encode())
        for source in sources:
            write(game_rows(source).encode())
            number += 1
        return number
    write(HEAD.encode())
    for number, source in enumerate(sources, 1):
        between = "\n  " if number == 1 else ",\n  "
        write((between + game_object(source)).encode())
    write(TAIL.encode())
    return number


def _write_file(kind: str, sources: Iterator[StoredGame], out: Path) -> int:
    with atomic_open(out) as target:
        if kind == "zip":
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                return write_zip(archive, sources)
        return _write_text(kind, sources, target.write)
