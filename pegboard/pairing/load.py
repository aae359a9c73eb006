"""Loading of the pairing registry, and its reset on request."""

import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pegboard.notice import Level, Notice
from pegboard.pairing import devices
from pegboard.pairing.errors import PairingFault
from pegboard.pairing.registry import PairingRegistry
from pegboard.storage import factory_reset

log = logging.getLogger(__name__)


async def open_pairing(
    folder: Path, run_blocking: Callable[..., Awaitable[Any]]
) -> PairingRegistry:
    """Loads the registry of paired devices.

    Args:
        folder: state folder of the board.
        run_blocking: runs file I/O: `await run_blocking(function, *arguments)`.

    Raises:
        DeviceError: the file cannot be read.
    """
    paired = await run_blocking(devices.read_devices, folder)
    pairing = PairingRegistry(
        folder, run_blocking, clock=time.monotonic, wall_clock=time.time, devices=paired
    )
    if factory_reset.is_requested(folder):  # the power failed before the reset was done
        log.warning("%s", (await reset_pairing(pairing, folder)).text)
    return pairing


async def reset_pairing(pairing: PairingRegistry, folder: Path) -> Notice:
    """Executes a reset requested at the board: removes all devices and returns a notice.

    The request stays on disk until the reset is done.

    Raises:
        DeviceError: it could not be saved.
    """
    factory_reset.request(folder)
    await pairing.remove_all()
    factory_reset.clear(folder)
    return Notice.from_code(PairingFault.DEVICES_FORGOTTEN, about="devices", level=Level.INFO)
