"""The build guide is up to date, and names only existing things."""

import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hardware import guide
from hardware.carrier import design
from hardware.carrier.fabricate import FOOTPRINTS
from hardware.carrier.picture import pin_mm
from hardware.make import GENERATORS, main
from hardware.wiring.builds import board_inputs, dials
from pegboard.cli.app import app
from pegboard.devices.inputs import serial
from tests.support.paths import ROOT
from tests.tools import groups

TEXT = guide.README.read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in guide.PAGES}
ALL = "".join(PAGES.values())


def test_guide_pictures_are_up_to_date() -> None:
    drawn = {name: drawing.svg() for name, drawing in guide.pictures().items()}
    committed = {path.name: path.read_text(encoding="utf-8") for path in guide.PICTURES.iterdir()}
    stale = sorted(name for name in drawn | committed if drawn.get(name) != committed.get(name))
    assert stale == [], "python -m hardware.guide draws them again"


def test_guide_tables_are_up_to_date() -> None:
    stale = [name for name, text in PAGES.items() if guide.filled(text) != text]
    assert stale == [], "python -m hardware.guide fills them in again"
    places = {place["name"] for text in PAGES.values() for place in guide.PLACE.finditer(text)}
    places = {place for place in places if not place.startswith("parts ")}
    assert places == set(guide.tables()), "each table is in a page"
    with pytest.raises(ValueError, match="no table is called 'chimney'"):
        guide.filled("<!-- chimney -->\n<!-- end -->")


def test_guide_uses_every_file_and_links_resolve() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#([\w-]+))?\)", ALL)
    assert {f"pictures/{name}" for name in guide.pictures()} <= {link for link, _ in links}
    assert [link for link, _ in links if not (guide.HERE / link).exists()] == []
    from_readme = {link for link, _ in re.findall(r"\]\(([^)#]+)(#[\w-]+)?\)", TEXT)}
    assert set(PAGES) - {guide.README.name} <= from_readme
    for page, place in links:
        text = (guide.HERE / page).read_text(encoding="utf-8") if place else ""
        heads = {head.lower().replace(" ", "-") for head in re.findall(r"^#+ (.+)$", text, re.M)}
        assert not place or place in heads, f"{page}#{place}"


def test_guide_steps_end_with_a_check() -> None:
    steps = re.split(r"^## (?=\d+ )", TEXT, flags=re.M)[1:]
    assert [int(step.split()[0]) for step in steps] == list(range(1, len(steps) + 1)) and len(
        steps
    ) > 10
    assert [step.splitlines()[0] for step in steps if "**Check:**" not in step] == []


def test_guide_folders_are_generated() -> None:
    named = set(re.findall(r"`(\w+)/[\w./-]+`", TEXT))
    assert named <= set(GENERATORS)
    assert {"parts", "perfboard", "carrier", "templates"} <= named


def test_guide_targets_and_files_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    targets += [f"test-{name}" for name in groups.NAMES]
    assert set(re.findall(r"`make ([a-z-]+)`", ALL)) <= set(targets)
    for path in re.findall(r"`((?:\w+/)*\w+\.(?:py|toml))`", ALL):
        assert (guide.HERE / path).exists() or (ROOT / path).exists(), path


def test_guide_commands_exist() -> None:
    named = set(re.findall(r"\bpegboard ((?:[a-z]+ )?[a-z]+)(?=[ `\n])", ALL))
    assert {"light test", "firmware status", "layout show", "doctor"} <= named
    for name in named:
        result = CliRunner().invoke(app, [*name.split(), "--help"])
        assert result.exit_code == 0, name


def test_guide_dials_match_drawings() -> None:
    match = re.search(r"inputs = \{(.+)\}", PAGES["WIRING.md"])
    assert match
    inputs = {name: int(number) for name, number in re.findall(r'"(\w+)" = (\d+)', match[1])}
    for seat in dials(2):
        a, b, push = design.ENCODERS[seat]
        assert (inputs[f"{seat}a"], inputs[f"{seat}b"], inputs[f"{seat}push"]) == (a, b, push)
    planned = serial.plan(2, inputs)
    assert planned.dials == {5: (0, 1), 6: (1, 1)}
    assert len(planned.buttons) == 9 + 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guide_input_order_matches_software(seats: int) -> None:
    planned = serial.plan(seats, {})
    assert {str(button): k for k, button in planned.buttons.items()} == board_inputs(seats)


@pytest.mark.skipif(
    not FOOTPRINTS.is_dir() and "CI" not in os.environ, reason="KiCad's footprints are not here"
)
def test_carrier_picture_places_pins() -> None:
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


def test_make_refuses_unknown_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([str(tmp_path), "chimney"]) == 2
    assert "nothing is called 'chimney'" in capsys.readouterr().err
    assert main([str(tmp_path), "perfboard"]) == 0
    assert (tmp_path / "perfboard/perfboard.svg").exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(tmp_path), "carrier"]) == 1
    assert "KiCad 9 is wanted" in capsys.readouterr().err


def test_make_without_kicad_skips_carrier(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(tmp_path)]) == 0
    assert "`make carrier` installs it" in capsys.readouterr().err
    made = {folder.name for folder in tmp_path.iterdir()}
    assert made == set(GENERATORS) - {"carrier"}
