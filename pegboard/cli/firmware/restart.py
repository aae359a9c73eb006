"""`pegboard firmware restart`: restarts the USB board, if requested in update mode."""

from typing import Annotated

import typer

from pegboard import __version__
from pegboard.cli.firmware.port import Port, connected


def restart_command(
    port: Port = "",
    update: Annotated[
        bool, typer.Option("--update", help="Restart it as a USB drive, ready for new firmware.")
    ] = False,
) -> int:
    """Restarts the board; with `update`, as a USB drive for new firmware."""
    with connected(port) as board:
        board.restart(drive=update)
    if update:
        drive = "RPI-RP2, or RP2350 on a Pico 2"
        file = f"pegboard-firmware-{__version__}.uf2"
        print(
            f"The board is a USB drive now ({drive}): copy {file} onto it (it is in the release)."
        )
    else:
        print("The board restarts.")
    return 0
