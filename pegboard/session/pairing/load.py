"""The door as the service opens it: with the devices on disk, unless a reset forgets them."""

import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pegboard.i18n import say
from pegboard.session.pairing import devices
from pegboard.session.pairing.registry import Door
from pegboard.storage import factory_reset

log = logging.getLogger(__name__)


async def open_door(folder: Path, off_loop: Callable[..., Awaitable[Any]]) -> Door:
    """Returns the devices that may act.

    Args:
        folder: the state folder.
        off_loop: reads and writes: `await off_loop(function, *arguments)`.

    Raises:
        DeviceError: their file cannot be read.
    """
    known = await off_loop(devices.read, folder)
    door = Door(folder, off_loop, clock=time.monotonic, wall_clock=time.time, known=known)
    if factory_reset.asked(folder):  # the plug was pulled before it was done
        log.warning(await forget(door, folder))
    return door


async def forget(door: Door, folder: Path) -> str:
    """Returns a reset was asked for at the board: no device may act any more; what to tell people.

    The wish stays written down until it is done.

    Raises:
        DeviceError: it could not be written down.
    """
    factory_reset.ask(folder)
    await door.forget()
    factory_reset.done(folder)
    return say("UNDO and COUNT were held: every paired device is forgotten.")
