"""`pegboard hall backup`: writes a hall to one file, whether or not it runs."""

from pathlib import Path
from typing import IO, Annotated

import typer

from pegboard.cli.backup import read_passphrase, report_unusable
from pegboard.cli.line import ConfigFile, Encrypt
from pegboard.errors import PegboardError
from pegboard.hall.codes import MaintenanceFault
from pegboard.hall.folder import FILE
from pegboard.hall.maintenance.backup import backup_closed, faults_in, mark_backed_up
from pegboard.hall.service.config import HallConfig, load_hall
from pegboard.host.atomic_file import atomic_open
from pegboard.ops import encrypted_backup
from pegboard.ops.control_socket import NotRunning, request_backup

DONE = 0


def backup_command(
    file: Annotated[Path, typer.Argument(help="File to write.")],
    folder: Annotated[Path | None, typer.Option(help="Folder of the hall.")] = None,
    config: ConfigFile = None,
    encrypt: Encrypt = False,
) -> int:
    """Writes a backup of a hall; one of a damaged store lies beside, and replaces no good one.

    Returns:
        The exit code: 0, or 2 where it could not be written, or the store is damaged.
    """
    try:
        chosen = load_hall(config) if config else HallConfig()
        place = folder or Path(chosen.folder).expanduser()
        passphrase = read_passphrase(confirm=True) if encrypt else ""

        def write(out: IO[bytes]) -> list[str]:
            with encrypted_backup.encrypting(out, passphrase) as plain:
                _write(plain, place, chosen, config)
                return faults_in(plain)

        with atomic_open(file) as out:
            if faults := write(out):
                raise _Damaged(MaintenanceFault.DAMAGED, **_facts(place, file, faults))
        mark_backed_up(place)
    except _Damaged as error:
        with atomic_open(_beside(file)) as out:
            write(out)
        return report_unusable("hall backup", error)
    except (OSError, PegboardError) as error:
        return report_unusable("hall backup", error)
    size = file.stat().st_size
    print(f"{file}: {size:,} bytes. It holds the hall's key: keep it as safe as the hall itself.")
    if chosen.database != FILE:
        print("Events and journals are in the database, which it does not hold. Save that with:")
        print(
            f"  pg_dump --format=custom --schema=pegboard_hall --file=hall.dump '{chosen.database}'"
        )
    return DONE


class _Damaged(PegboardError):
    """The store is damaged."""


def _facts(folder: Path, file: Path, faults: list[str]) -> dict[str, str]:
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return {"folder": str(folder), "why": faults[0] + more, "saved": str(_beside(file))}


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.damaged")


def _write(out: IO[bytes], folder: Path, chosen: HallConfig, config: Path | None) -> None:
    if chosen.database == FILE and folder.is_dir():
        try:
            request_backup(folder, out)
            return
        except NotRunning:
            out.seek(0)
            out.truncate()
    backup_closed(out, folder, chosen.database, config)
