"""Opens, supervises and closes the inputs."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from pegboard.config import Config
from pegboard.controls import Button, Pressed
from pegboard.devices.inputs import open_inputs
from pegboard.devices.notices import device_notice
from pegboard.devices.ports import InputSource, Post
from pegboard.errors import DeviceMissing, PegboardError, as_pegboard_error
from pegboard.host.retrying import Backoff, doubled
from pegboard.notice import Notice

log = logging.getLogger(__name__)

PAUSES_S = doubled(0.5, 30.0)


class InputManager:
    """Opens the inputs, and reopens those that fail."""

    def __init__(self, config: Config, *, seats: int) -> None:
        """Starts with no input open.

        Args:
            config: `buttons.source`, whose pins the page presses if they are simulated, and
                `buttons.also`.
            seats: seats that have buttons.
        """
        self._pins, self._seats = config.buttons.pins, seats
        self._inputs, self._keys = config.buttons.inputs, config.buttons.keys
        self._main, *_ = self._addresses = [config.buttons.source, *config.buttons.also]
        self._open: dict[str, InputSource] = {}
        self._faults: dict[str, PegboardError | None] = dict.fromkeys(self._addresses)
        self._suspended: frozenset[str] = frozenset()
        self._retry = asyncio.Event()
        self._retry.set()
        self._post: Post = lambda _: None
        self._changed: Callable[[], None] = lambda: None

    def listen(self, post: Post, changed: Callable[[], None]) -> None:
        """Sets the callbacks for inputs and for changed faults."""
        self._post, self._changed = post, changed

    def notices(self) -> list[Notice]:
        """Returns a notice for each source."""
        notices = []
        for address, fault in self._faults.items():
            if fault is None:
                fault = next(iter(getattr(self._open.get(address), "faults", tuple)()), None)
            notices.append(device_notice("buttons", address, fault))
        return notices

    @asynccontextmanager
    async def suspended(self, scheme: str) -> AsyncIterator[None]:
        """Closes the inputs of a scheme for another program; opens them when the block ends."""
        self._suspended = frozenset(
            source for source in self._addresses if source.startswith(f"{scheme}:")
        )
        for address in self._suspended & self._open.keys():
            await asyncio.to_thread(self._open.pop(address).close)
        try:
            yield
        finally:
            self._suspended = frozenset()
            self._retry.set()

    async def run(self) -> None:
        """Opens every source; reports one that fails, and retries it with growing pauses."""
        while True:
            await self._retry.wait()
            self._retry.clear()
            backoff = Backoff(PAUSES_S)
            while missing := self._missing():
                for address in missing:
                    self._try(address)
                self._changed()
                if not self._missing():
                    break
                await asyncio.sleep(backoff.next_s())

    def _missing(self) -> list[str]:
        """Returns the sources that should be open and are not."""
        return [
            address
            for address in self._addresses
            if address not in self._open.keys() | self._suspended
        ]

    def _try(self, address: str) -> None:
        main: Any = self._open.get(self._main)
        through = main if hasattr(main, "press") else None
        try:
            source = open_inputs(
                address,
                self._seats,
                self._pins,
                inputs=self._inputs,
                keys=self._keys,
                through=through,
            )
            source.start(self._post)
        except (PegboardError, OSError) as error:
            fault = as_pegboard_error(error)
            if self._faults[address] != fault:
                log.warning("buttons: %s", fault)
            self._faults[address] = fault
        else:
            self._open[address], self._faults[address] = source, None

    def press(self, button: Button) -> None:
        """Presses a button for the page: on simulated pins, or bypassing real ones."""
        press = getattr(self._open.get(self._main), "press", None)
        if press is not None:
            with suppress(DeviceMissing):  # a board for two has no buttons of seats 2 and 3
                press(button)
                return
        self._post(Pressed(button, time.monotonic()))

    def close(self) -> None:
        """Releases the pins and the keyboard."""
        for source in reversed(self._open.values()):
            source.close()
