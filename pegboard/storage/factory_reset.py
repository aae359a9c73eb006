"""A reset requested with the board's buttons: removes all paired devices.

Holding UNDO and COUNT while the board starts requests it, for people who cannot reach the board
otherwise. The request is first written to the state folder, so that it survives a power cut;
`session.pairing.load` removes the devices and then calls `clear`. Games are not touched.
"""

from contextlib import suppress
from pathlib import Path

from pegboard.errors import Common, DeviceError
from pegboard.storage.state_names import RESET_REQUEST


def request(folder: Path) -> str:
    """Writes a request for a reset; returns a notice for the people at the board.

    Raises:
        DeviceError: the request cannot be written.
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


def is_requested(folder: Path) -> bool:
    """Returns whether a reset is pending."""
    return (folder / RESET_REQUEST).exists()


def clear(folder: Path) -> None:
    """Removes the request, if there is one."""
    with suppress(FileNotFoundError):
        (folder / RESET_REQUEST).unlink()
