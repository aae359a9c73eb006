"""The wiring against software and firmware, and the pictures against the wiring."""

import re
from dataclasses import replace

import pytest

from hardware.budget.model import budget
from hardware.budget.report import LIMITS_MA, layouts
from hardware.perfboard.plan import SHIFTER
from hardware.pins import PI_HEADER, PICO
from hardware.svg import Drawing
from hardware.wiring.builds import HOSTS, Build, Kind, Wire, board_inputs, build, dials
from hardware.wiring.picture import COLORS, draw
from pegboard.controls import buttons
from pegboard.devices.inputs._wiring import wiring

BY_NAME = {layout.name: layout for layout in layouts()}
BUILDS = [build(name, layout) for name in HOSTS for layout in BY_NAME.values()]
every_build = pytest.mark.parametrize("item", BUILDS, ids=lambda item: f"{item.name}-{item.layout}")
SEATS = {2: "two-track", 3: "three-track", 4: "four-track"}


def seated(name: str, seats: int) -> Build:
    return build(name, BY_NAME[SEATS[seats]])


def to(item: Build, start: str) -> list[str]:
    return [wire.end for wire in item.wires if wire.start == start]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pi_button_pins_match_software(seats: int) -> None:
    item = seated("pi-spi", seats)
    drawn = {
        wire.end.removeprefix("button "): PI_HEADER[int(wire.start.removeprefix("pi "))]
        for wire in item.wires
        if wire.kind is Kind.INPUT
    }
    assert drawn == {str(button): f"GPIO{bcm}" for button, bcm in wiring(seats, {}).items()}


def test_pi_data_passes_level_shifter() -> None:
    """Twisted with ground on both sides of the shifter, and through its resistor only."""
    item = seated("pi-spi", 2)
    assert PI_HEADER[19] == "GPIO10"  # SPI0 MOSI
    assert (to(item, "pi 19"), to(item, "pi 20")) == (["J9 2"], ["J9 1"])
    assert (to(item, "J2 2"), to(item, "J2 1")) == (["strip DIN"], ["strip GND"])
    assert (to(item, "J1 2"), to(item, "J1 1")) == (["rail +"], ["rail -"])
    nets = {(part.ref, pin): net for part in SHIFTER.parts for pin, net in part.nets.items()}
    assert nets["J9", 2] == nets["U2", 2] and nets["U2", 3] == nets["R1", 1]
    assert nets["R1", 2] == nets["J2", 2]
    assert {nets[end] for end in (("J9", 1), ("J2", 1), ("J1", 1), ("U2", 7))} == {"GND"}
    assert not [wire for wire in item.wires if "resistor" in wire.start + wire.end]
    assert draw(item).svg().count("330 Ω") == draw(seated("pc-pico", 2)).svg().count("330 Ω") == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pi-spi", ["J9 D", "J9 G", "J2 D", "J2 G"]),
        ("pi-pico", ["J2 D", "J2 G", "J5 G", "J5 +", "J5 CLK", "J6 SW"]),
        ("pc-pico", ["J2 D", "J2 G", "J5 DT"]),
    ],
)
def test_wiring_names_pins_as_printed(name: str, words: list[str]) -> None:
    """Uses the printed names: connectors have no pin numbers on the board."""
    drawing = draw(seated(name, 2)).svg()
    assert [word for word in words if f">{word}</text>" not in drawing] == []
    assert ">J2 pin" not in drawing


def test_pi_pins_are_unique_and_unpowered() -> None:
    for seats in (2, 3, 4):
        item = seated("pi-spi", seats)
        pins = [wire.start for wire in item.wires if wire.start.startswith("pi ")]
        assert len(pins) == len(set(pins))
        names = {PI_HEADER[int(pin.split()[1])] for pin in pins}
        assert names.isdisjoint({"5V", "3V3", "GPIO0", "GPIO1"})


@pytest.mark.parametrize("name", ["pi-pico", "pc-pico"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pico_buttons_and_dials_share_no_pin(name: str, seats: int) -> None:
    item = seated(name, seats)
    ends = [wire.start for wire in item.wires if wire.start[0] == "J"]
    assert len(ends) == len(set(ends))
    assert [str(button) for button in buttons(seats)] == list(board_inputs(seats))
    for button, k in board_inputs(seats).items():
        assert to(item, f"J{3 + k // 8} {2 * (k % 8) + 2}") == [f"button {button}"]
    assert dials(seats) == {2: [0, 1], 3: [1], 4: []}[seats]


@every_build
def test_strip_feeds_match_budget(item: Build) -> None:
    feeds = budget(BY_NAME[item.layout], LIMITS_MA[0]).feeds
    assert to(item, "supply +") == ["fuse 1"]
    assert to(item, "fuse 2") == ["rail +"]
    fed = [wire for wire in item.wires if wire.start.startswith("strip ")]
    assert len(fed) == 2 * len(feeds)
    for led in feeds:
        assert to(item, f"strip {led}-5V") == ["rail +"]
        assert to(item, f"strip {led}-GND") == ["rail -"]
    drawing = draw(item).svg()
    for led in feeds:
        assert f">LED {led}</text>" in drawing
    # Each feed brings two wires to the rails, as do a board's J1, the supply and the capacitor.
    assert _lines(draw(item), Kind.POWER) == len(feeds) + 4
    pieces = BY_NAME[item.layout].pieces
    for feed in item.feeds[:-1]:
        assert pieces[feed.row - 1].first_pixel == feed.led and not feed.at_end
    assert item.feeds[-1].at_end and item.feeds[-1].row == len(pieces)
    for start, end, kind in item.wires:  # no wire joins 5 V and ground
        assert (kind is Kind.POWER) == ("rail +" in (start, end) or start == "supply +")


def _lines(drawing: Drawing, kind: Kind) -> int:
    return len(re.findall(rf'<polyline [^>]*stroke="{COLORS[kind]}"', drawing.svg()))


@every_build
def test_wiring_picture_shows_every_wire(item: Build) -> None:
    drawing = draw(item)
    wires = [wire for wire in item.wires if wire.kind in (Kind.INPUT, Kind.SENSOR, Kind.USB)]
    for kind in {wire.kind for wire in wires}:
        expected = sum(wire.kind is kind for wire in wires)
        assert _lines(drawing, kind) == expected + 1, kind  # and one in the legend
    words = re.findall(r">([^<]+)</text>", drawing.svg())
    for button in buttons(item.seats):
        assert str(button) in words
    if item.by_pico:
        assert set(PICO.values()) <= set(words)


def test_wiring_picture_omits_removed_wire() -> None:
    item = seated("pc-pico", 2)
    short = replace(item, wires=tuple(wire for wire in item.wires if wire.end != "button undo"))
    assert _lines(draw(short), Kind.INPUT) == _lines(draw(item), Kind.INPUT) - 1
    assert ">undo<" not in draw(short).svg()


@pytest.mark.parametrize(
    ("name", "strip", "rows"), [("two-track", 12, 13), ("two-track-60", 12, 14)]
)
def test_wiring_picture_draws_strip_to_scale(name: str, strip: float, rows: float) -> None:
    picture = draw(build("pi-pico", BY_NAME[name])).svg()
    bands = re.findall(r'y="([\d.]+)" width="252" height="([\d.]+)"', picture)
    tops, heights = ([float(number) for number in column] for column in zip(*bands, strict=True))
    apart = tops[1] - tops[0]
    assert {round(height / apart, 2) for height in heights} == {round(12 / rows, 2)}


def test_wiring_picture_is_reproducible() -> None:
    assert draw(seated("pi-spi", 2)).svg() == draw(seated("pi-spi", 2)).svg()
    assert Wire("a 1", "b 1", Kind.DATA) not in seated("pi-spi", 2).wires
