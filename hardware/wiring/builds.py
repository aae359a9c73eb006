"""The three builds, wire by wire.

Ends are written `device terminal`: `pi 29` is pin 29 of the Pi's header, `J3 2` pin 2 of the
connector J3 of the carrier board, its perfboard or the level shifter's, `strip 122-5V` the 5 V pad
of LED 122, `rail +` the fused 5 V of the LED supply and `rail -` its ground.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hardware.budget.model import budget
from hardware.budget.report import LIMITS_MA
from hardware.carrier import design
from hardware.pins import PI_HEADER, SPI_DATA_BCM, pi_pin
from pegboard.board.layout import Layout
from pegboard.board.panel.building import strip_gaps
from pegboard.controls import buttons
from pegboard.devices.inputs._wiring import wiring


class Kind(StrEnum):
    """The signal of a wire."""

    POWER = "5 V"
    GROUND = "ground"
    DATA = "LED data"
    INPUT = "button"
    SENSOR = "3.3 V"
    USB = "USB"


class Wire(NamedTuple):
    """A wire between two ends."""

    start: str
    end: str
    kind: Kind


class Feed(NamedTuple):
    """A point at which 5 V and ground are fed in."""

    led: int
    row: int
    """The row of the LED, from 1."""
    at_end: bool
    """True at the end of the whole chain; else it is the start of the row."""


@dataclass(frozen=True, slots=True)
class Build:
    """A way to build the electronics of a layout."""

    name: str
    title: str
    host: str
    """The computer that runs pegboard."""
    layout: str
    seats: int
    feeds: tuple[Feed, ...]
    wires: tuple[Wire, ...]
    strip_share: float
    """Width of the strip as a share of the distance of the closest two rows."""

    @property
    def by_pico(self) -> bool:
        """Returns True if a Pico drives the LEDs, so that the host needs only a USB cable."""
        return any(wire.kind is Kind.USB for wire in self.wires)


HOSTS = {
    "pi-spi": ("Raspberry Pi alone", "Raspberry Pi"),
    "pi-pico": ("Raspberry Pi and Pico", "Raspberry Pi"),
    "pc-pico": ("Any computer and Pico", "computer with USB"),
}
"""Name of a build -> its title, and what runs pegboard."""

BUTTON_GROUND = 9
"""The pin of the Pi's header for the common ground of all buttons."""

STRIP_GROUND = 20
"""The pin of the Pi's header connected to the ground of the LED supply, next to the data pin."""


def build(name: str, layout: Layout) -> Build:
    """Returns a build by name, for a layout, with the feeds of its power budget.

    Raises:
        KeyError: no build has that name.
    """
    title, host = HOSTS[name]
    seats = min(4, layout.tracks)
    wires = tuple(_pi(seats) if name == "pi-spi" else _pico(seats))
    feeds = tuple(_feeds(layout))
    wires = (*wires, *_board(), *_supply(feeds))
    return Build(name, title, host, layout.name, seats, feeds, wires, _strip_share(layout))


def _strip_share(layout: Layout) -> float:
    gap = min(strip_gaps(layout), default=(0.0, 0, 0))[0]
    return layout.strip_mm / (layout.strip_mm + gap)


def _feeds(layout: Layout) -> Iterator[Feed]:
    for led in budget(layout, LIMITS_MA[0]).feeds:
        row = max(k for k, piece in enumerate(layout.pieces, 1) if piece.first_pixel <= led)
        yield Feed(led, row, led == layout.length - 1)


def board_inputs(seats: int) -> dict[str, int]:
    """Returns the Pico's input of each button: in the order of `buttons`, from 0."""
    return {str(button): k for k, button in enumerate(buttons(seats))}


def dials(seats: int) -> list[int]:
    """Returns the encoder connectors with free inputs: both for two seats, one for three."""
    used = len(board_inputs(seats))
    return [k for k, inputs in enumerate(design.ENCODERS) if min(inputs) >= used]


def _pi(seats: int) -> Iterator[Wire]:
    for button, bcm in wiring(seats, {}).items():
        yield Wire(f"pi {pi_pin(bcm)}", f"button {button}", Kind.INPUT)
    yield Wire(f"pi {BUTTON_GROUND}", "buttons common", Kind.GROUND)
    yield Wire(f"pi {pi_pin(SPI_DATA_BCM)}", "J9 2", Kind.DATA)
    yield Wire(f"pi {STRIP_GROUND}", "J9 1", Kind.GROUND)


def _pico(seats: int) -> Iterator[Wire]:
    for button, k in board_inputs(seats).items():
        header, row = f"J{3 + k // 8}", k % 8
        yield Wire(f"{header} {2 * row + 2}", f"button {button}", Kind.INPUT)
        yield Wire(f"{header} {2 * row + 1}", f"button {button}", Kind.GROUND)
    kinds = {"GND": Kind.GROUND, "+": Kind.SENSOR}
    for k in dials(seats):
        for pin, name in design.ENCODER_NAMES.items():
            yield Wire(f"J{5 + k} {pin}", f"dial{k} {name}", kinds.get(name, Kind.INPUT))
    yield Wire("host USB", "pico USB", Kind.USB)


def _board() -> Iterator[Wire]:
    """Yields the wires between the level shifter, wherever it is, the strip and the rails."""
    yield Wire("J2 2", "strip DIN", Kind.DATA)
    yield Wire("J2 1", "strip GND", Kind.GROUND)
    yield Wire("J1 2", "rail +", Kind.POWER)
    yield Wire("J1 1", "rail -", Kind.GROUND)


def _supply(feeds: tuple[Feed, ...]) -> Iterator[Wire]:
    yield Wire("supply +", "fuse 1", Kind.POWER)
    yield Wire("fuse 2", "rail +", Kind.POWER)
    yield Wire("supply -", "rail -", Kind.GROUND)
    for feed in feeds:
        yield Wire(f"strip {feed.led}-5V", "rail +", Kind.POWER)
        yield Wire(f"strip {feed.led}-GND", "rail -", Kind.GROUND)
    yield Wire("capacitor +", "rail +", Kind.POWER)
    yield Wire("capacitor -", "rail -", Kind.GROUND)


def pin_name(pin: int) -> str:
    """Returns the name of a pin of the Pi's header, with its function in this build if any."""
    name = PI_HEADER[pin]
    return f"{name} (SPI MOSI)" if pin == pi_pin(SPI_DATA_BCM) else name
