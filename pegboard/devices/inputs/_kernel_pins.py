"""Buttons on pins through the kernel's interface and its library gpiod (libgpiod 2).

The kernel debounces the buttons and timestamps each change, however busy the machine is
at that moment. `gpio.py` chooses between this and gpiozero.

A button's level counts once it has been steady for `SETTLE_S`: interference from a lamp switch
is no press, and the delay is imperceptible. A dial's edges may follow each other faster, and
`controls.Dial` wants each of them: its contacts are not debounced.
"""

import importlib
import os
import select
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

from pegboard.controls import Button, Dial, Edge
from pegboard.devices.inputs._pin_codes import Pins
from pegboard.devices.inputs._wiring import Contacts
from pegboard.devices.ports import Post
from pegboard.errors import DeviceError, DeviceLost, DeviceMissing

SETTLE_S = 0.003
USER = "pegboard"
"""Consumer name of a pin, as shown by `gpioinfo`."""
HEADER = "pinctrl-"
"""Prefix of the label of the chip behind a Pi's header."""
BUFFERED = 1024
"""Edges that the kernel buffers while this process is busy; it drops the oldest first."""


def kernel_library() -> Any:
    """Returns gpiod; None if it is not installed, or older than version 2 (Debian 12)."""
    try:
        library = importlib.import_module("gpiod")
    except ImportError:
        return None
    return library if hasattr(library, "LineSettings") else None


def find_chip(gpiod: Any, paths: Iterable[Path]) -> Any:
    """Opens the chip of the header's pins, or the only chip there is.

    Raises:
        DeviceMissing: there is none, or none can be opened.
    """
    first, forbidden = None, None
    for path in sorted(paths):
        try:
            chip = gpiod.Chip(str(path))
        except PermissionError as error:
            forbidden = error
            continue
        except OSError:
            continue
        if chip.get_info().label.startswith(HEADER):
            if first is not None:
                first.close()
            return chip
        if first is None:
            first = chip
        else:
            chip.close()
    if first is not None:
        return first
    if forbidden is not None:
        raise DeviceMissing(Pins.GROUP, why=f"{forbidden.filename}: {forbidden.strerror}")
    raise DeviceMissing(Pins.NO_CHIP, why="/dev/gpiochip*: no such device")


class KernelButtons:
    """Buttons and dials on kernel pins. Posts an `Edge` for every change of a button."""

    def __init__(
        self,
        wired: Mapping[Button, int],
        contacts: Contacts,
        gpiod: Any,
        chips: Iterable[Path] | None = None,
    ) -> None:
        """Claims the pins.

        Args:
            wired: BCM pin by button.
            contacts: BCM pins by dial.
            gpiod: the library, as `kernel_library` returns it.
            chips: device files of the chips; those in /dev if None.

        Raises:
            DeviceMissing: there are no pins, or one cannot be claimed.
        """
        self._buttons = {pin: button for button, pin in wired.items()}
        self._contacts = {
            pin: (seat, contact)
            for seat, pair in contacts.items()
            for contact, pin in zip("ab", pair, strict=True)
        }
        self._dials = {seat: Dial(seat) for seat in contacts}
        self._gpiod = gpiod
        self._post: Post | None = None
        self._thread: Thread | None = None
        self._lost: DeviceLost | None = None
        candidates = Path("/dev").glob("gpiochip*") if chips is None else chips
        self._chip = find_chip(gpiod, candidates)
        try:
            self._lines = self._chip.request_lines(
                self._settings(), consumer=USER, event_buffer_size=BUFFERED
            )
        except (OSError, ValueError) as error:
            missing = self._claim_error(error)
            self._chip.close()
            raise missing from error
        self._wake = os.eventfd(0)

    def _settings(self) -> dict[tuple[int, ...], Any]:
        line = self._gpiod.line
        by_pin = {
            "direction": line.Direction.INPUT,
            "edge_detection": line.Edge.BOTH,
            "bias": line.Bias.PULL_UP,
            "active_low": True,
            "event_clock": line.Clock.MONOTONIC,
        }
        settled = self._gpiod.LineSettings(debounce_period=timedelta(seconds=SETTLE_S), **by_pin)
        settings = {tuple(self._buttons): settled}
        if self._contacts:
            settings[tuple(self._contacts)] = self._gpiod.LineSettings(**by_pin)
        return settings

    def _claim_error(self, error: OSError | ValueError) -> DeviceMissing:
        """Returns the reason that the pins cannot be claimed; names the first one in use."""
        for pin in (*self._buttons, *self._contacts):
            with suppress(OSError, ValueError):
                info = self._chip.get_line_info(pin)
                if not info.used:
                    continue
                seat, contact = self._contacts.get(pin, (0, ""))
                button = self._buttons.get(pin)
                name = f"dial {seat}{contact}" if button is None else f"button {button}"
                why = f"in use by {info.consumer or 'the kernel'}"
                return DeviceMissing(Pins.TAKEN, name=name, pin=pin, why=why)
        return DeviceMissing(Pins.NO_CHIP, why=getattr(error, "strerror", None) or str(error))

    def start(self, post: Post) -> None:
        """Posts edges from now on; a button that is already down is reported as `initial`."""
        self._post = post
        while select.select([self._lines.fd], [], [], 0)[0]:
            self._lines.read_edge_events()  # drop events from before the start
        pins = (*self._buttons, *self._contacts)
        active = self._gpiod.line.Value.ACTIVE
        values = self._lines.get_values(pins)
        down = {pin for pin, value in zip(pins, values, strict=True) if value == active}
        for pin in down & self._buttons.keys():
            post(Edge(self._buttons[pin], True, monotonic(), initial=True))
        for seat, dial in self._dials.items():
            closed = {
                contact
                for pin, (of, contact) in self._contacts.items()
                if of == seat and pin in down
            }
            dial.set_levels("a" in closed, "b" in closed)
        self._thread = Thread(target=self._listen, name="pins", daemon=True)
        self._thread.start()

    def faults(self) -> tuple[DeviceError, ...]:
        """Returns the faults of the pins and of the dials.

        Buttons are judged by `controls.Debounce`.
        """
        now = monotonic()
        lost = () if self._lost is None else (self._lost,)
        return (*lost, *(fault for dial in self._dials.values() if (fault := dial.fault(now))))

    def close(self) -> None:
        """Releases the pins; a second call does nothing."""
        if self._wake < 0:
            return
        self._post = None
        os.eventfd_write(self._wake, 1)
        if self._thread is not None:
            self._thread.join()
        self._lines.release()
        self._chip.close()
        os.close(self._wake)
        self._wake = -1

    def _listen(self) -> None:
        poll = select.poll()
        poll.register(self._lines.fd, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        while True:
            if any(fd == self._wake for fd, _ in poll.poll()):
                return
            try:
                events = self._lines.read_edge_events()
            except OSError as error:
                self._lost = DeviceLost(Pins.GONE, why=error.strerror or error)
                return
            for event in events:
                down = event.event_type == event.Type.RISING_EDGE
                self._changed(event.line_offset, down, event.timestamp_ns * 1e-9)

    def _changed(self, pin: int, down: bool, at: float) -> None:
        if (post := self._post) is None:
            return
        if (button := self._buttons.get(pin)) is not None:
            post(Edge(button, down, at))
            return
        seat, contact = self._contacts[pin]
        if (turned := self._dials[seat].feed(contact, down, at)) is not None:
            post(turned)
