"""`pegboard convert`: converts games in the notation of other programs to records."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import print_lines
from pegboard.cli.replay import DONE, UNUSABLE, read_record
from pegboard.cribbage.foreign import read_foreign
from pegboard.cribbage.notation import format_record
from pegboard.errors import DeviceError, NotationError
from pegboard.host.atomic_file import save


def convert_command(
    file: Annotated[Path, typer.Argument(help="A game as HALSCRIB or a PGN with tags has it.")],
    into: Annotated[
        Path | None, typer.Option("--into", help="The record; printed where it is left out.")
    ] = None,
) -> int:
    """Converts one game.

    Returns:
        The exit code: 0, or 2 for a file that cannot be read or written.
    """
    try:
        text = format_record(read_foreign(read_record(file)))
        if into is None:
            sys.stdout.write(text)
        else:
            save(into, text.encode(), mode=0o644)
    except (OSError, NotationError) as error:
        why = getattr(error, "strerror", None) or error
        if isinstance(error, DeviceError):
            why = error
        print_lines(f"pegboard convert: {file}: {why}", to=sys.stderr)
        return UNUSABLE
    return DONE
