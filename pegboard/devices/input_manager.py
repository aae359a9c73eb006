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
            config: `buttons.source`, whose pins the page presses where they can be pressed, and
                `buttons.also`.
            seats: seats that have buttons.
        """
        self._pins, self._seats = config.buttons.pins, seats
        self._inputs, self._keys = config.buttons.inputs, config.buttons.keys
        self._main, *_ = self._addresses = [config.buttons.source, *config.buttons.also]
        self._open: dict[str, InputSource] = {}
        self._faults: dict[str, PegboardError | None] = dict.fromkeys(self._addresses)
        self._lent: frozenset[str] = frozenset()
        self._wanting = asyncio.Event()
        self._wanting.set()
        self._post: Post = lambda _: None
        self._changed: Callable[[], None] = lambda: None

    def listen(self, post: Post, changed: Callable[[], None]) -> None:
        """Sets the receiver of the inputs and the listener to changes."""
        self._post, self._changed = post, changed

    def notices(self) -> list[Notice]:
        """Returns a notice for each source."""
        found = []
        for address, fault in self._faults.items():
            if fault is None:
                fault = next(iter(getattr(self._open.get(address), "faults", tuple)()), None)
            found.append(device_notice("buttons", address, fault))
        return found

    @asynccontextmanager
    async def lent(self, scheme: str) -> AsyncIterator[None]:
        """Closes the inputs of a scheme for another program; opens them when the block ends."""
        self._lent = frozenset(each for each in self._addresses if each.startswith(f"{scheme}:"))
        for address in self._lent & self._open.keys():
            await asyncio.to_thread(self._open.pop(address).close)
        try:
            yield
        finally:
            self._lent = frozenset()
            self._wanting.set()

    async def run(self) -> None:
        """Opens every source; reports one that fails, and retries it with growing pauses."""
        while True:
            await self._wanting.wait()
            self._wanting.clear()
            backoff = Backoff(PAUSES_S)
            while missing := self._missing():
                for address in missing:
                    self._try(address)
                self._changed()
                if not self._missing():
                    break
                await asyncio.sleep(backoff.next_s())

    def _missing(self) -> list[str]:
        """Returns the sources that are not open, those that are lent left out."""
        return [each for each in self._addresses if each not in self._open.keys() | self._lent]

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
        """Presses a button for the page, through the simulated pins or beside the real ones."""
        press = getattr(self._open.get(self._main), "press", None)
        if press is not None:
            with suppress(DeviceMissing):  # four seats share the buttons of two tracks
                press(button)
                return
        self._post(Pressed(button, time.monotonic()))

    def close(self) -> None:
        """Releases the pins and the keyboard."""
        for source in reversed(self._open.values()):
            source.close()
