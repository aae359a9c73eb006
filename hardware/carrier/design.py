"""The design of the carrier board: every part, its place, and the net of each pin.

The single source of the schematic, the board, its parts list, the perfboard plan and the wiring
drawings. Millimetres, from the board's upper left corner, y down; angles counter-clockwise.

How it works. The Pico talks to the computer by USB. Its LED data (3.3 V) passes one buffer of a
74AHCT125, which accepts 2 V as high and outputs 5 V, because a WS2812B needs 0.7 x 5 V;
330 ohm at its output damp ringing, and are needed nowhere else. 100 k hold its input low while
no Pico or Pi drives it: a floating input would pick up mains hum and light all LEDs. The three
unused buffers have grounded inputs and open outputs. The inputs of an
AHCT (VHCT, AHCT1G) have no diode to the supply: with a blown fuse and live data, an HCT
would feed the dead strip through its input. The board's own 5 V comes from the LED supply through a
resettable fuse (0.5 A) and, for the Pico, a Schottky diode into VSYS: so the Pico may be connected
to USB and the supply at once, and neither feeds the other (Pico data sheet, 4.5, figure 15).
The current of the LEDs does not pass this board: supply and strip are connected directly.

The inputs have no resistors in series, and 16 of them would not fit between headers and Pico. A
button's plastic keeps fingers from its contacts, and the debouncing drops pulses that wires pick
up. Where wires are longer than half a metre, or buttons have metal caps, 1 k in each input's wire
is worthwhile: an input wire that touches the strip's 5 V then carries (5 - 3.3 - 0.6) V / 1 k
= 1 mA into the Pico, and a pressed input is at 3.3 V x 1 k / (50 k + 1 k) = 0.06 V, where 0.8 V is
still low (RP2040 data sheet, pin specifications: pull-up 50 to 80 k, input low at most 0.8 V).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hardware.pins import AHCT125, INPUT_PINS, LED_PIN, PICO, pico_pin

SIZE_MM = (80.0, 60.0)
"""Width and height of the board."""

ORIGIN_MM = (100.0, 60.0)
"""Position of the board's upper left corner on KiCad's sheet, and in the Gerber files (y up)."""

HOLES_MM = ((3.7, 3.7), (76.3, 3.7), (3.7, 56.3), (76.3, 56.3))
"""Centres of the four M3 mounting holes."""

POUR = "GND"
"""The net of the copper fill on both sides."""

ENCODERS = ((10, 11, 14), (12, 13, 15))
"""Inputs (A, B, push) of each encoder connector; A and B are a pair of the firmware's."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its order data, its place, and the net of each pin in use."""

    ref: str
    value: str
    footprint: str
    """The footprint in KiCad's library, `Folder:Name`; its licence lets any design use it."""
    at: tuple[float, float]
    """The place of pin 1."""
    angle: int
    nets: Mapping[int, str]
    order: str = ""
    """A suitable part number, if the value alone is not enough."""
    names: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """Names of pins that have one."""
    name_at: tuple[float, float] | None = None
    """Place of the printed reference, if not that of KiCad's footprint."""

    @property
    def pins(self) -> list[int]:
        """All pins in order, including unused ones."""
        return sorted({*self.nets, *self.names})

    @property
    def is_fitted(self) -> bool:
        """Returns False for mounting holes and test points, which are bare board."""
        return bool(self.pins) and not self.ref.startswith("TP")


_RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal"
_SCREWS = "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal"
_TEST_POINT = "TestPoint:TestPoint_THTPad_D2.0mm_Drill1.0mm"
"""A hole for a probe tip, or for a soldered wire loop."""


def _pico() -> dict[int, str]:
    """Returns the nets of the Pico's pins; pins left out are not connected."""
    nets = {pin: "GND" for pin, name in PICO.items() if name in ("GND", "AGND")}
    nets |= {pico_pin(gp): f"IN{k}" for k, gp in enumerate(INPUT_PINS)}
    by_name = {name: pin for pin, name in PICO.items()}
    return nets | {pico_pin(LED_PIN): "DATA_3V3", by_name["3V3"]: "+3V3", by_name["VSYS"]: "VSYS"}


def _shifter() -> dict[int, str]:
    """Returns the nets of the level shifter: buffer 1 is used, other inputs are tied to ground."""
    nets = {1: "GND", 2: "DATA_3V3", 3: "DATA_5V", 7: "GND", 14: "+5V"}
    unused = (pin for pin, name in AHCT125.items() if name[0] in "234" and name[1] in "OA")
    return nets | dict.fromkeys(unused, "GND")


def _inputs(first: int) -> dict[int, str]:
    """Returns the nets of a 2 x 8 header: ground outside, inputs inside, one pair per button."""
    grounds = {2 * k + 1: "GND" for k in range(8)}
    return grounds | {2 * k + 2: f"IN{first + k}" for k in range(8)}


def _encoder(inputs: tuple[int, int, int]) -> dict[int, str]:
    """Returns the nets of an encoder header, in the order of the common KY-040 module."""
    a, b, push = inputs
    return {1: "GND", 2: "+3V3", 3: f"IN{push}", 4: f"IN{b}", 5: f"IN{a}"}


TEST_POINTS = {"TP 5V": "+5V", "TP DATA": "LED_DATA", "TP GND": "GND"}
"""Name on the board -> net to measure: 5 V behind the fuse, the data behind R1."""

ENCODER_NAMES = {1: "GND", 2: "+", 3: "SW", 4: "DT", 5: "CLK"}
"""The labels of the pins of a KY-040; CLK is A and DT is B."""

PARTS = (
    Part(
        "U1",
        "Raspberry Pi Pico",
        "Module:RaspberryPi_Pico_Common_THT",
        (20, 4),
        0,
        _pico(),
        "SC0915, with two 20-pin headers and sockets",
        PICO,
    ),
    Part(
        "U2",
        "74AHCT125",
        "Package_DIP:DIP-14_W7.62mm",
        (53.62, 42),
        180,
        _shifter(),
        "SN74AHCT125N, and a DIP-14 socket",
        AHCT125,
        (49.8, 24.2),
    ),
    Part(
        "C1",
        "100uF 10V",
        "Capacitor_THT:CP_Radial_D6.3mm_P2.50mm",
        (62.5, 21),
        0,
        {1: "+5V", 2: "GND"},
    ),
    Part(
        "C2",
        "100nF",
        "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P2.50mm",
        (46, 47),
        0,
        {1: "+5V", 2: "GND"},
        name_at=(47.25, 49.3),
    ),
    Part("R1", "330", _RESISTOR, (58.5, 36.9), 0, {1: "DATA_5V", 2: "LED_DATA"}),
    Part("R2", "1k", _RESISTOR, (44, 16), 0, {1: "+5V", 2: "POWER_ON"}),
    Part("R3", "100k", _RESISTOR, (58.5, 43), 0, {1: "DATA_3V3", 2: "GND"}),
    Part(
        "D1",
        "1N5817",
        "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal",
        (43, 9),
        0,
        {1: "VSYS", 2: "+5V"},
        names={1: "K", 2: "A"},
    ),
    Part(
        "D2",
        "LED green 3mm",
        "LED_THT:LED_D3.0mm",
        (55.5, 16),
        0,
        {1: "GND", 2: "POWER_ON"},
        names={1: "K", 2: "A"},
    ),
    Part(
        "F1",
        "PTC 0.5A",
        "Fuse:Fuse_Bourns_MF-RHT050",
        (60, 9),
        0,
        {1: "+5V", 2: "VIN"},
        "MF-RHT050 or MF-R050",
    ),
    Part("J1", "5V IN", _SCREWS, (73, 17), 90, {1: "GND", 2: "VIN"}, "1715721"),
    Part(
        "J2",
        "LED DATA",
        "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical",
        (74, 39),
        90,
        {1: "GND", 2: "LED_DATA"},
        "B2B-XH-A",
        name_at=(72.3, 32.6),
    ),
    *(
        Part(
            f"J{3 + k}",
            f"INPUTS {8 * k}-{8 * k + 7}",
            "Connector_PinHeader_2.54mm:PinHeader_2x08_P2.54mm_Vertical",
            (9.5, 9 + 23 * k),
            0,
            _inputs(8 * k),
            name_at=(12.9, 6.7 + 23 * k),
        )
        for k in range(2)
    ),
    *(
        Part(
            f"J{5 + k}",
            f"ENCODER {k}",
            "Connector_PinHeader_2.54mm:PinHeader_1x05_P2.54mm_Vertical",
            (44 + 15.24 * k, 56.5),
            90,
            _encoder(inputs),
            names=ENCODER_NAMES,
        )
        for k, inputs in enumerate(ENCODERS)
    ),
    *(
        Part(f"TP{k}", text, _TEST_POINT, (60 + 7.5 * (k - 1), 26.8), 0, {1: net})
        for k, (text, net) in enumerate(TEST_POINTS.items(), 1)
    ),
    *(
        Part(f"H{k}", "M3", "MountingHole:MountingHole_3.2mm_M3", at, 0, {})
        for k, at in enumerate(HOLES_MM, 1)
    ),
)
"""All parts of the board."""


def width_mm(net: str) -> float:
    """Returns the track width of a net: 1 mm of 35 um copper carries the fuse's 0.5 A cold."""
    return {"+5V": 1.0, "VIN": 1.0, "VSYS": 0.8, "+3V3": 0.5}.get(net, 0.3)


def nets(parts: tuple[Part, ...] = PARTS) -> dict[str, list[tuple[str, int]]]:
    """Returns every net with its pins, as (part, pin)."""
    by_net: dict[str, list[tuple[str, int]]] = {}
    for part in parts:
        for pin, net in sorted(part.nets.items()):
            by_net.setdefault(net, []).append((part.ref, pin))
    return by_net


@dataclass(frozen=True, slots=True)
class Label:
    """A text printed on the board."""

    text: str
    at: tuple[float, float]
    size_mm: float = 1.0
    pin: tuple[str, int] | None = None
    """Part and pin named by the text, which is nearer to it than to any other pin."""
    by_footprint: bool = False
    """True if KiCad's footprint prints it."""


def _encoder_labels(ref: str, x: float) -> list[Label]:
    names = {**ENCODER_NAMES, 1: "G"}
    return [
        Label(names[pin], (round(x + 2.54 * (pin - 1), 2), 54.1), 0.8, (ref, pin)) for pin in names
    ]


LABELS = (
    *(Label(str(k), (6.6, 9 + 2.54 * k), 0.9) for k in range(8)),
    *(Label(str(8 + k), (6.4, 32 + 2.54 * k), 0.9) for k in range(8)),
    *(Label("G", (9.5, 6.7 + 23 * k), 1.0, (f"J{3 + k}", 1)) for k in range(2)),
    Label("+", (73, 8.2), 1.5, ("J1", 2)),
    Label("-", (73, 20.7), 1.5, ("J1", 1)),
    Label("5V IN", (73, 23)),
    Label("LED", (75.4, 32.6)),
    Label("D", (70.6, 36.5), 1.2, ("J2", 2)),
    Label("G", (70.6, 39), 1.2, ("J2", 1)),
    Label("K", (43, 6.9), 1.0, ("D1", 1), by_footprint=True),
    Label("+", (60.1, 16), 1.2, ("D2", 2)),
    Label("+", (59.4, 21), 1.2, ("C1", 1)),
    Label("1", (55.8, 42), 1.2, ("U2", 1)),
    *_encoder_labels("J5", 44),
    *_encoder_labels("J6", 59.24),
    *(
        Label(part.value, (part.at[0], 29), 1.0, (part.ref, 1))
        for part in PARTS
        if part.ref[:2] == "TP"
    ),
    Label("pegboard carrier 1", (62, 48)),
    Label("LED current goes round this board", (62, 50), 0.8),
)
"""Words show the polarity, because the shape of a pad is easily misread: + and - of the supply, G
(ground) and D (data) of the strip, K (cathode: the striped end) of a diode, pin 1 of a chip."""

WORDS = {label.pin: label.text for label in LABELS if label.pin}
"""The word printed at a pin, by part and pin."""
