"""The READMEs of strips and inputs list every kind, fault and pin."""

import re
from pathlib import Path

import pytest

import pegboard
from pegboard.controls.staging import RESET_BUTTONS, SAFE_BUTTONS
from pegboard.devices import inputs, raspberry_pi, strips
from pegboard.devices.inputs._wiring import USUAL, dial_wiring, wiring
from pegboard.devices.strips._faults import FAULTS
from pegboard.devices.strips._ws2812 import CHIPS, USUAL_HZ
from tests.support.dial_pins import PINS

ROOT = Path(pegboard.__file__).parent
STRIPS = (ROOT / "devices" / "strips" / "README.md").read_text(encoding="utf-8")
INPUTS = (ROOT / "devices" / "inputs" / "README.md").read_text(encoding="utf-8")


def test_readmes_list_every_scheme() -> None:
    assert [name for name in strips.schemes() if f"`{name}:" not in STRIPS] == []
    assert [name for name in inputs.schemes() if f"`{name}:" not in INPUTS] == []
    assert [name for name in CHIPS if f"`{name}`" not in STRIPS] == []


def test_readme_lists_every_fault() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", STRIPS, re.MULTILINE)
    assert rows == [(scheme, str(row.code)) for scheme, table in FAULTS.items() for row in table]


@pytest.mark.parametrize("core_MHz", [200, 250, 400, 500])
def test_readme_clocks_match_driver(core_MHz: int) -> None:
    new, old = (
        f"{raspberry_pi.divided_clock(core_MHz * 1_000_000, USUAL_HZ[chip]) / 1e6:.3f} MHz"
        for chip in ("ws2812b-v5", "ws2812b-2013")
    )
    lines = [line for line in STRIPS.splitlines() if f"| {core_MHz} MHz |" in line]
    assert lines and all(f"| {new} | {old} |" in line for line in lines)


def test_readme_pins_match_default_wiring() -> None:
    for seat in range(4):
        pins = " | ".join(str(USUAL[f"{seat}{kind}"]) for kind in ("+1", "+5", "-1"))
        assert f"| seat {seat} | {pins} |" in INPUTS
    assert f"OK is {USUAL['ok']}, UNDO {USUAL['undo']}, COUNT {USUAL['count']}" in INPUTS
    assert {str(button) for button in RESET_BUTTONS} == {"undo", "count"}
    assert {str(button) for button in SAFE_BUTTONS} == {"undo", "ok"}
    assert "Hold UNDO and COUNT" in INPUTS and "Hold UNDO and OK" in INPUTS
    assert all(f'"{name}" = {pin}' in INPUTS for name, pin in PINS.items())
    assert len(dial_wiring(2, PINS)) == 2 and wiring(2, PINS)
