"""`pegboard hall export`: writes an event to a file that anyone can verify."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.chain.key_file import load_key
from pegboard.cli.line import ConfigFile, print_lines
from pegboard.errors import IllegalAction, PegboardError
from pegboard.hall.archive.export import export
from pegboard.hall.codes import HallFault
from pegboard.hall.folder import KEY, open_hall
from pegboard.hall.service.config import HallConfig, load_hall
from pegboard.host.atomic_file import atomic_write

DONE, UNUSABLE = 0, 2


def export_command(
    out: Annotated[Path, typer.Argument(help="File to write, EVENT.zip.")],
    folder: Annotated[Path, typer.Option(help="Folder of the hall.")] = Path("hall"),
    config: ConfigFile = None,
    event: Annotated[str, typer.Option(help="Id of the event; the newest one if left out.")] = "",
) -> int:
    """Writes an event of a hall.

    Returns:
        The exit code: 0, or 2 where there is no such event or the file cannot be written.
    """
    try:
        chosen = load_hall(config) if config else HallConfig(folder=str(folder))
        folder = Path(chosen.folder).expanduser()
        if not folder.is_dir():
            raise IllegalAction(HallFault.NO_FOLDER, folder=str(folder))
        with open_hall(folder, chosen.database, chosen.database_password_file) as hall:
            newest = next(reversed(hall.store.events()), "")
            data = export(hall.store, event or newest, load_key(folder / KEY))
        atomic_write(out, data, mode=0o644)
    except (OSError, PegboardError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        print_lines(f"pegboard hall export: {reason}", to=sys.stderr)
        return UNUSABLE
    print(f"{out}: {len(data) // 1024} KiB")
    return DONE
