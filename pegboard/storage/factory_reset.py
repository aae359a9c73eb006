"""A reset requested at the board: removes all paired devices.

Whoever holds UNDO and COUNT while the board starts may not be able to reach it any other way. The
wish is written down in the state folder before anything is done, so that it survives a pulled plug;
`session.pairing.load` forgets the devices, and then calls `done`. Games are not touched.
"""

from contextlib import suppress
from pathlib import Path

from pegboard.errors import Common, DeviceError
from pegboard.storage.state_names import RESET_REQUEST

"""Name in the state folder; the file's presence is the request, its content names the author."""


def ask(folder: Path) -> str:
    """Requests a reset; returns a notice for the people at the board.

    Raises:
        DeviceError: it could not be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / RESET_REQUEST).write_text(
            "UNDO and COUNT were held at the start\n", encoding="utf-8"
        )
    except OSError as error:
        raise DeviceError(
            Common.FILE_TROUBLE, file=str(folder / RESET_REQUEST), why=error.strerror or error
        ) from error
    return "UNDO and COUNT were held: a reset of network and pairing is noted."


def asked(folder: Path) -> bool:
    """Returns whether a reset was requested and is not done yet."""
    return (folder / RESET_REQUEST).exists()


def done(folder: Path) -> None:
    """Marks the reset as done; a second call does nothing."""
    with suppress(FileNotFoundError):
        (folder / RESET_REQUEST).unlink()
