"""`pegboard hall restore`: restores a hall from its backup to a new folder."""

import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.backup import read_passphrase, report_unusable
from pegboard.cli.line import print_lines
from pegboard.errors import Common, DeviceError, IllegalAction, PegboardError
from pegboard.hall.maintenance.restore import restore
from pegboard.ops.encrypted_backup import decrypted
from pegboard.storage.integrity.manifest import UnfitBackup

DONE, REFUSED = 0, 1


def restore_command(
    file: Annotated[Path, typer.Argument(help="Backup to restore.")],
    folder: Annotated[
        Path, typer.Option(help="Folder of the hall: a new one, or one that is empty.")
    ] = Path("hall"),
    damaged: Annotated[
        bool, typer.Option("--damaged", help="Restore it even if parts are damaged.")
    ] = False,
) -> int:
    """Restores a hall; its boards send what they have had since.

    Returns:
        The exit code: 0, 1 if there is something in the folder, 2 where it is no backup.
    """
    try:
        if not file.is_file():
            raise DeviceError(Common.NO_SUCH_FILE, file=str(file))
        with tempfile.TemporaryDirectory() as work:
            plain = decrypted(file, Path(work), partial(read_passphrase, confirm=False))
            result = restore(plain, folder, damaged=damaged)
    except IllegalAction as error:
        print_lines(f"pegboard hall restore: {error}", to=sys.stderr)
        return REFUSED
    except UnfitBackup as error:
        return report_unusable("hall restore", f"{file}: {error}")
    except (OSError, PegboardError) as error:
        return report_unusable("hall restore", error)
    for fault in result.faults:
        print_lines(f"pegboard hall restore: damaged: {fault}", to=sys.stderr)
    verified = "restored as it is" if result.faults else "verified"
    print(f"{folder}: the hall {result.hall[:12]} of {result.made} UTC, {verified}.")
    if result.extent is None:
        print("Its events and journals are in the database: pg_restore puts them back.")
    else:
        held = result.extent
        print(f"boards: {held.boards}, entries: {held.entries}, events: {held.events}")
        print(f"Boards send what they have had since: `pegboard hall run --folder {folder}` where")
        print("they look for it. What the director decided since is to be decided again.")
    return DONE
