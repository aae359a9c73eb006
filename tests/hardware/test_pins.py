"""Pin tables against external sources, and their use on the carrier board."""

import itertools
import re

import pytest
from gpiozero import PiBoardInfo

from hardware import pins
from hardware.carrier import design
from tests.support.paths import ROOT

BY_REF = {part.ref: part for part in design.PARTS}


def test_pi_header_matches_gpiozero() -> None:
    header = PiBoardInfo.from_revision(0xA02082).headers["J8"]  # a Pi 3B; later models are the same
    theirs = {number: pin.name for number, pin in header.pins.items()}
    assert theirs == pins.PI_HEADER


def test_pico_pinout_counts() -> None:
    assert sorted(pins.PICO) == list(range(1, 41))
    assert [n for n, name in pins.PICO.items() if name == "GND"] == [3, 8, 13, 18, 23, 28, 38]
    assert pins.PICO[33] == "AGND"
    numbers = [int(name[2:]) for name in pins.PICO.values() if re.fullmatch(r"GP\d+", name)]
    assert sorted(numbers) == [*range(23), 26, 27, 28]
    # GPIO numbers rise around the board, so swapped ones would show.
    in_order = [int(pins.PICO[n][2:]) for n in range(1, 41) if pins.PICO[n].startswith("GP")]
    assert in_order == sorted(in_order)


def test_firmware_pins_match() -> None:
    header = (ROOT / "firmware/pico/pins.h").read_text()
    numbers = {name: int(value) for name, value in re.findall(r"(PIN_\w+) = (\d+)", header)}
    assert numbers["PIN_LEDS"] == pins.LED_PIN
    assert numbers["PIN_FIRST_INPUT"] == pins.INPUT_PINS[0]
    assert tuple(range(pins.INPUT_PINS[0], pins.INPUT_PINS[0] + 16)) == pins.INPUT_PINS


@pytest.mark.parametrize(("gp", "pin"), [(0, 1), (2, 4), (6, 9), (15, 20), (16, 21), (21, 27)])
def test_pico_pins_by_number(gp: int, pin: int) -> None:
    assert pins.pico_pin(gp) == pin


def test_led_data_passes_buffer_and_resistor() -> None:
    nets = design.nets()
    assert nets["DATA_3V3"] == [("U1", pins.pico_pin(2)), ("U2", 2), ("R3", 1)]
    assert (
        BY_REF["R3"].nets[2] == "GND" and BY_REF["R3"].value == "100k"
    )  # pulled low while unplugged
    assert nets["DATA_5V"] == [("U2", 3), ("R1", 1)]
    assert nets["LED_DATA"] == [("R1", 2), ("J2", 2), ("TP2", 1)]
    shifter = BY_REF["U2"].nets
    assert shifter[14] == "+5V"
    assert {pin for pin, net in shifter.items() if net == "GND"} == {1, 4, 5, 7, 9, 10, 12, 13}
    assert {6, 8, 11}.isdisjoint(shifter)  # unused outputs stay open


def test_inputs_have_header_pin_next_to_ground() -> None:
    for k in range(16):
        header, row = BY_REF[f"J{3 + k // 8}"], k % 8
        assert header.nets[2 * row + 2] == f"IN{k}"
        assert header.nets[2 * row + 1] == "GND"
        assert ("U1", pins.pico_pin(6 + k)) in design.nets()[f"IN{k}"]


def test_encoder_pairs_match_firmware() -> None:
    for a, b, _ in design.ENCODERS:
        assert a % 2 == 0 and b == a + 1
    used = list(itertools.chain(*design.ENCODERS))
    assert len(set(used)) == 6


def test_carrier_carries_no_led_current() -> None:
    """5 V leaves the board only through 330 ohm (data) and 1 k (its own LED)."""
    outward = {ref: part for ref, part in BY_REF.items() if ref[0] == "J" and ref != "J1"}
    for part in outward.values():
        assert not {"+5V", "VIN"} & set(part.nets.values()), part.ref
