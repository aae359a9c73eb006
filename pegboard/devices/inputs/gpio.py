"""Buttons on the Raspberry Pi's pins, real or simulated.

    gpio:        the kernel's pins, through gpiod, or else through gpiozero and lgpio
    gpio:mock    gpiozero's MockFactory; its buttons can be pressed by a program

The environment variable GPIOZERO_PIN_FACTORY selects gpiozero and its pin factory.

Each button connects its pin to ground; the pull-up is the Pi's. gpiozero's debounce is not used:
`bounce_time` depends on the library below it, and the simulated pins ignore it. Every
edge is posted, and `pegboard.controls` turns edges into presses, the same for all pins.

A dial's two contacts connect to ground as well. They are decoded here, because an edge of one means
nothing without the level of the other at that moment; `Turned` is posted.
"""

import os
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from gpiozero import Device, DigitalInputDevice
from gpiozero.exc import PinFactoryFallback
from gpiozero.pins.mock import MockFactory, MockPin

from pegboard.controls import Button, Dial, Edge
from pegboard.devices.inputs._fingers import Fault, Fingers
from pegboard.devices.inputs._kernel_pins import KernelButtons, kernel_library
from pegboard.devices.inputs._pin_codes import Pins
from pegboard.devices.inputs._wiring import Contacts, dial_wiring, wiring
from pegboard.devices.ports import Post, Pressable
from pegboard.errors import DeviceError, DeviceMissing

MOCK_REVISION = "c03114"
"""Revision of the simulated Pi: a 4B, regardless of the environment."""


def open(
    rest: str, seats: int, pins: Mapping[str, int], through: Pressable | None = None
) -> "GpioButtons | KernelButtons":
    """Opens the buttons.

    Args:
        rest: empty, or `mock`.
        seats: seats that have buttons.
        pins: BCM pin by button name, where it differs from the default.
        through: not used.

    Raises:
        ConfigError: the wiring is impossible.
        DeviceMissing: no pins here, or one is in use; the message says what to do.
    """
    wired, contacts = wiring(seats, pins), dial_wiring(seats, pins)
    if rest == "mock":
        return SimulatedButtons(wired, contacts)
    if rest:
        raise DeviceMissing(Pins.NO_SUCH_PINS, address=repr(f"gpio:{rest}"))
    if not os.environ.get("GPIOZERO_PIN_FACTORY") and (gpiod := kernel_library()) is not None:
        return KernelButtons(wired, contacts, gpiod)
    return GpioButtons(wired, real_factory(), contacts)


def real_factory() -> Any:
    """Returns this machine's pins: gpiozero's default, or those of GPIOZERO_PIN_FACTORY.

    Raises:
        DeviceMissing: none of them works; the message says what to do.
    """
    try:
        with warnings.catch_warnings():
            # Without lgpio gpiozero falls back on libraries that no longer work on newer Pis and
            # fail later with an obscure error. Report the first failure.
            warnings.simplefilter("error", PinFactoryFallback)
            Device.ensure_pin_factory()
    except Exception as error:
        reason = str(error).removeprefix("Falling back from lgpio: ")
        raise DeviceMissing(trouble(reason), why=reason) from error
    return Device.pin_factory


def trouble(reason: str, chips: Callable[[str], Any] = Path("/dev").glob) -> Pins:
    """Returns the reason pins cannot be used, derived from the library's error."""
    if "lgpio" in reason and "module" in reason:
        return Pins.NO_LGPIO
    return Pins.GROUP if any(chips("gpiochip*")) else Pins.NO_CHIP


class GpioButtons:
    """Buttons and dials on pins. Posts an `Edge` for every change of a button's level."""

    def __init__(
        self, wired: Mapping[Button, int], factory: Any, contacts: Contacts | None = None
    ) -> None:
        """Claims the pins.

        Args:
            wired: BCM pin by button.
            factory: a gpiozero pin factory; it stays open when this is closed.
            contacts: BCM pins by dial.

        Raises:
            DeviceMissing: a pin cannot be claimed; those claimed before it are released.
        """
        self._post: Post | None = None
        self._devices: dict[Button, Any] = {}
        self._contacts: dict[str, Any] = {}
        self._dials: dict[int, Dial] = {}
        for button, pin in wired.items():
            device = self._devices[button] = self._claim(f"button {button}", pin, factory)
            device.when_activated = partial(self._changed, button, True)
            device.when_deactivated = partial(self._changed, button, False)
        for seat, pair in (contacts or {}).items():
            self._dials[seat] = Dial(seat)
            for contact, pin in zip("ab", pair, strict=True):
                name = f"{seat}{contact}"
                device = self._contacts[name] = self._claim(f"dial {name}", pin, factory)
                device.when_activated = partial(self._turned, seat, contact, True)
                device.when_deactivated = partial(self._turned, seat, contact, False)

    def _claim(self, name: str, pin: int, factory: Any) -> Any:
        try:
            return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:  # every pin library has its own errors
            self.close()
            raise DeviceMissing(Pins.TAKEN, name=name, pin=pin, why=error) from error

    def start(self, post: Post) -> None:
        """Posts edges from now on; a button that is already down is reported as `initial`."""
        self._post = post
        for button, device in self._devices.items():
            if device.is_active:
                post(Edge(button, True, monotonic(), initial=True))
        for seat, dial in self._dials.items():
            dial.set_levels(*(self._contacts[f"{seat}{contact}"].is_active for contact in "ab"))

    def faults(self) -> tuple[DeviceError, ...]:
        """Returns the faults of the dials.

        Buttons are judged by `controls.Debounce`.
        """
        now = monotonic()
        return tuple(fault for dial in self._dials.values() if (fault := dial.fault(now)))

    def close(self) -> None:
        """Releases the pins; a second call does nothing."""
        self._post = None
        for device in (*self._devices.values(), *self._contacts.values()):
            device.close()
        self._devices.clear()
        self._contacts.clear()

    def _changed(self, button: Button, down: bool) -> None:
        # Timestamp here, not where the edge is read: a busy service must not turn a
        # short press into a long one.
        if (post := self._post) is not None:
            post(Edge(button, down, monotonic()))

    def _turned(self, seat: int, contact: str, closed: bool) -> None:
        turned = self._dials[seat].feed(contact, closed, monotonic())
        if turned is not None and (post := self._post) is not None:
            post(turned)


class SimulatedButtons(GpioButtons):
    """Buttons on gpiozero's simulated pins, pressed by simulated fingers."""

    def __init__(self, wired: Mapping[Button, int], contacts: Contacts | None = None) -> None:
        """Creates its own pins, so that several simulated boards do not interfere."""
        self._factory = MockFactory(revision=MOCK_REVISION, pin_class=MockPin)
        super().__init__(wired, self._factory, contacts)
        self._fingers = Fingers(self._drive)

    def press(self, button: Button) -> None:
        """Presses and releases a button on its pin, from a thread; never blocks.

        Raises:
            DeviceMissing: this board has no such button.
            DeviceLost: closed.
        """
        if self._devices and button not in self._devices:
            raise DeviceMissing(Pins.NO_BUTTON, button=str(button))
        self._fingers.press(button)

    def turn(self, seat: int, steps: int) -> None:
        """Turns a dial on its pins; positive is clockwise.

        Raises:
            DeviceMissing: this board has no such dial.
        """
        try:
            a, b = (self._contacts[f"{seat}{contact}"].pin for contact in "ab")
        except KeyError:
            raise DeviceMissing(Pins.NO_DIAL, seat=seat) from None
        first, second = (a, b) if steps > 0 else (b, a)
        for _ in range(abs(steps)):
            for pin, closed in ((first, 1), (second, 1), (first, 0), (second, 0)):
                (pin.drive_low if closed else pin.drive_high)()

    def misbehave(self, button: Button, fault: Fault | None) -> None:
        """Sets a button's fault, or with None clears it."""
        self._fingers.misbehave(button, fault)

    def close(self) -> None:
        """Releases buttons and pins; a second call does nothing."""
        self._fingers.close()
        super().close()
        self._factory.close()

    def _drive(self, button: Button, down: bool) -> None:
        pin = self._devices[button].pin
        (pin.drive_low if down else pin.drive_high)()
