"""Waiting for the strip driver."""

import asyncio

from pegboard.devices.strip_driver import StripDriver
from tests.support.waiting import await_until


async def wait_for_frames(lights: StripDriver) -> None:
    """Waits until the strip has received every frame of the current scene."""
    await await_until(lambda: not lights._changed.is_set(), "a look at the scene")
    for _ in range(2):  # the frame that was on its way, and the one that waited for it
        await asyncio.sleep(0)
        await lights.wait_idle()
