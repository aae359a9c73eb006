"""The wiring against what software and firmware read, and the pictures against the wiring."""

import re

import pytest

from hardware.pins import PI_HEADER, PICO
from hardware.svg import Drawing
from hardware.wiring.builds import HOSTS, Build, Kind, Wire, board_inputs, build, dials
from hardware.wiring.picture import COLORS, draw
from pegboard.devices.controls import buttons
from pegboard.devices.inputs._wiring import wiring

BUILDS = [build(name, seats) for name in HOSTS for seats in (2, 3, 4)]
each_build = pytest.mark.parametrize("item", BUILDS, ids=lambda item: f"{item.name}-{item.seats}")


def to(item: Build, start: str) -> list[str]:
    return [wire.end for wire in item.wires if wire.start == start]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_button_of_a_pi_is_where_the_software_looks(seats: int) -> None:
    item = build("pi-spi", seats)
    drawn = {
        wire.end.removeprefix("button "): PI_HEADER[int(wire.start.removeprefix("pi "))]
        for wire in item.wires
        if wire.kind is Kind.INPUT
    }
    assert drawn == {str(button): f"GPIO{bcm}" for button, bcm in wiring(seats, {}).items()}


def test_the_data_of_a_pi_goes_through_the_shifter_to_the_strip() -> None:
    item = build("pi-spi", 2)
    assert PI_HEADER[19] == "GPIO10"  # SPI0 MOSI
    assert to(item, "pi 19") == ["shifter 2"]
    assert to(item, "shifter 3") == ["resistor 1"]
    assert to(item, "resistor 2") == ["strip DIN"]
    assert to(item, "shifter 14") == ["rail +"]
    grounded = {
        int(w.start.split()[1]) for w in item.wires if w.end == "rail -" and "shifter" in w.start
    }
    assert grounded == {1, 4, 5, 7, 9, 10, 12, 13}


def test_no_pin_of_a_pi_is_used_twice_and_none_that_carries_power() -> None:
    for seats in (2, 3, 4):
        pins = [wire.start for wire in build("pi-spi", seats).wires if wire.start.startswith("pi ")]
        assert len(pins) == len(set(pins))
        names = {PI_HEADER[int(pin.split()[1])] for pin in pins}
        assert names.isdisjoint({"5V", "3V3", "GPIO0", "GPIO1"})


@pytest.mark.parametrize("name", ["pi-pico", "pc-pico"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_buttons_and_dials_of_a_pico_share_no_pin(name: str, seats: int) -> None:
    item = build(name, seats)
    ends = [wire.start for wire in item.wires if wire.start[0] == "J"]
    assert len(ends) == len(set(ends))
    assert [str(button) for button in buttons(seats)] == list(board_inputs(seats))
    for button, k in board_inputs(seats).items():
        assert to(item, f"J{3 + k // 8} {2 * (k % 8) + 2}") == [f"button {button}"]
    assert dials(seats) == {2: [0, 1], 3: [1], 4: []}[seats]


@each_build
def test_the_strip_is_fed_at_both_ends_behind_the_fuse(item: Build) -> None:
    assert to(item, "supply +") == ["fuse 1"]
    assert to(item, "fuse 2") == ["rail +"]
    for end in ("begin", "end"):
        assert to(item, f"strip {end}-5V") == ["rail +"]
        assert to(item, f"strip {end}-GND") == ["rail -"]
    for start, end, kind in item.wires:  # no wire joins 5 V and ground
        assert (kind is Kind.POWER) == ("rail +" in (start, end) or start == "supply +")


def _lines(drawing: Drawing, kind: Kind) -> int:
    return len(re.findall(rf'<polyline [^>]*stroke="{COLORS[kind]}"', drawing.svg()))


@each_build
def test_every_wire_is_in_the_picture(item: Build) -> None:
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


def test_a_wire_that_is_taken_away_is_gone_from_the_picture() -> None:
    item = build("pc-pico", 2)
    short = Build(
        item.name,
        item.title,
        item.host,
        item.seats,
        tuple(wire for wire in item.wires if wire.end != "button undo"),
    )
    assert _lines(draw(short), Kind.INPUT) == _lines(draw(item), Kind.INPUT) - 1
    assert ">undo<" not in draw(short).svg()


def test_the_same_build_gives_the_same_bytes() -> None:
    assert draw(build("pi-spi", 2)).svg() == draw(build("pi-spi", 2)).svg()
    assert Wire("a 1", "b 1", Kind.DATA) not in build("pi-spi", 2).wires
