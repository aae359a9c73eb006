"""The build guide shows what the code draws now, and names only what is there."""

import os
import re
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from hardware import guide
from hardware.carrier import design
from hardware.carrier.fabricate import FOOTPRINTS
from hardware.carrier.picture import pin_mm
from hardware.make import GENERATORS, main
from hardware.wiring.builds import board_inputs, dials
from pegboard.board.layout_files import load_layout
from pegboard.cli.app import app
from pegboard.config import BoardConfig, load
from pegboard.devices.inputs import serial
from tests.support import groups
from tests.support.paths import ROOT

TEXT = guide.README.read_text(encoding="utf-8")
CAMERA = guide.CAMERA.read_text(encoding="utf-8")
LAYOUTS = guide.LAYOUTS.read_text(encoding="utf-8")


def test_the_pictures_are_what_the_code_draws() -> None:
    drawn = {name: drawing.svg() for name, drawing in guide.pictures().items()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in guide.PICTURES.iterdir()}
    stale = sorted(name for name in drawn | kept if drawn.get(name) != kept.get(name))
    assert stale == [], "python -m hardware.guide draws them again"


def test_the_tables_are_what_the_code_reckons() -> None:
    assert guide.filled(TEXT) == TEXT, "python -m hardware.guide fills them in again"
    assert guide.filled(CAMERA, guide.CAMERA) == CAMERA
    assert guide.filled(LAYOUTS, guide.LAYOUTS) == LAYOUTS
    with pytest.raises(ValueError, match="no <!-- power -->"):
        guide.filled(TEXT.replace("<!-- power -->", ""))


def test_every_picture_is_in_the_guide_and_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT + CAMERA + LAYOUTS)
    assert {f"pictures/{name}" for name in guide.pictures()} <= set(links)
    assert [link for link in links if not (guide.HERE / link).exists()] == []


def test_it_begins_with_what_to_buy_and_ends_with_light() -> None:
    steps = re.findall(r"^## \d (.+)$", TEXT, re.M)
    assert steps[0] == "Choose" and steps[1] == "Buy" and steps[-1] == "First light"
    assert TEXT.index("pegboard light test --layout") > TEXT.index("## 9 First light")


def test_the_software_comes_before_the_first_light_and_each_step_ends_with_a_check() -> None:
    software, light = TEXT.index("## 8 Software"), TEXT.index("## 9 First light")
    assert software < TEXT.index("systemd/install.sh --spi") < light
    for part in (TEXT[software:light], TEXT[light : TEXT.index("## Troubleshooting")]):
        steps = re.split(r"^\d\. ", part, flags=re.M)[1:]
        assert len(steps) > 3
        assert [step for step in steps if "**Check:**" not in step] == []


def test_the_lines_it_has_people_write_are_a_configuration(tmp_path: Path) -> None:
    found = re.search(r"^ +(\[board\]\n(?: +\w+ = .+\n)+)", TEXT, re.M)
    assert found
    file = tmp_path / "config.toml"
    file.write_text(dedent("       " + found[1]), encoding="utf-8")
    config = load(file)
    assert config.board.layout == "four-track" and config.board.max_mA == BoardConfig().max_mA
    assert load_layout(config.board.layout).tracks == 4


def test_the_folders_it_names_are_made() -> None:
    named = set(re.findall(r"`build/hardware/(\w+)", TEXT))
    assert named <= set(GENERATORS)
    assert {"parts", "power", "wiring", "perfboard", "carrier"} <= named


def test_the_targets_and_files_it_names_are_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    targets += [f"test-{name}" for name in groups.NAMES]
    assert set(re.findall(r"`make ([a-z-]+)`", TEXT)) <= set(targets)
    for path in re.findall(r"`((?:\w+/)*\w+\.(?:py|toml))`", TEXT):
        assert (guide.HERE / path).exists() or (ROOT / path).exists(), path


def test_the_commands_it_names_are_there() -> None:
    named = set(re.findall(r"\bpegboard ((?:[a-z]+ )?[a-z]+)(?=[ `\n])", TEXT))
    assert {"light test", "firmware status", "layout show", "run"} <= named
    for name in named:
        asked = CliRunner().invoke(app, [*name.split(), "--help"])
        assert asked.exit_code == 0, name


def test_the_dials_it_configures_are_those_of_the_drawings() -> None:
    found = re.search(r"inputs = \{(.+)\}", TEXT)
    assert found
    inputs = {name: int(number) for name, number in re.findall(r'"(\w+)" = (\d+)', found[1])}
    for seat in dials(2):
        a, b, push = design.ENCODERS[seat]
        assert (inputs[f"{seat}a"], inputs[f"{seat}b"], inputs[f"{seat}push"]) == (a, b, push)
    planned = serial.plan(2, inputs)
    assert planned.dials == {5: (0, 1), 6: (1, 1)}
    assert len(planned.buttons) == 9 + 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_order_of_the_inputs_is_the_softwares(seats: int) -> None:
    planned = serial.plan(seats, {})
    assert {str(button): k for k, button in planned.buttons.items()} == board_inputs(seats)


@pytest.mark.skipif(
    not FOOTPRINTS.is_dir() and "CI" not in os.environ, reason="KiCad's footprints are not here"
)
def test_the_picture_of_the_carrier_board_has_its_pins_in_the_right_places() -> None:
    for part in design.PARTS:
        library, name = part.footprint.split(":")
        text = (FOOTPRINTS / f"{library}.pretty" / f"{name}.kicad_mod").read_text()
        pads: dict[int, tuple[float, float]] = {}
        for number, x, y in re.findall(r'\(pad "(\d+)" \w+ \w+\s*\(at ([-\d.]+) ([-\d.]+)', text):
            pads.setdefault(int(number), (float(x), float(y)))
        for pin in part.pins:
            dx, dy = pads[pin]
            turned = {0: (dx, dy), 90: (dy, -dx), 180: (-dx, -dy)}[part.angle]
            place = (part.at[0] + turned[0], part.at[1] + turned[1])
            assert pin_mm(part, pin) == pytest.approx(place, abs=0.01), (part.ref, pin)


def test_what_is_not_made_here_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([str(tmp_path), "chimney"]) == 2
    assert "nothing is called 'chimney'" in capsys.readouterr().err
    assert main([str(tmp_path), "perfboard"]) == 0
    assert (tmp_path / "perfboard/perfboard.svg").exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(tmp_path), "carrier"]) == 1
    assert "KiCad 9 is wanted" in capsys.readouterr().err
