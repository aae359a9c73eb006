"""The parts lists: quantities derived from the layout; every part has a step and a place."""

import csv
import re
from pathlib import Path

import pytest

from hardware import guide
from hardware.budget.model import budget, feed_m, reach_m
from hardware.budget.report import LIMITS_MA, layouts
from hardware.carrier import design
from hardware.parts.list import (
    FILE,
    HEAD,
    LIST_HEAD,
    NEEDS,
    STEPS,
    Line,
    costs,
    make,
    needed,
    parts,
    priced,
    step_table,
    strips,
    total_eur,
)
from hardware.perfboard.plan import CARRIER, SHIFTER
from hardware.wiring.builds import HOSTS
from pegboard.board.panel.box import box
from pegboard.board.panel.building import cuts
from pegboard.errors import ConfigError

BY_NAME = {layout.name: layout for layout in layouts()}
TWO = BY_NAME["two-track"]
every_build = pytest.mark.parametrize("build", HOSTS)


def single_line(layout: str, build: str, word: str) -> Line:
    (line,) = [line for line in parts(BY_NAME[layout], build) if word in line.name]
    return line


@pytest.mark.parametrize(
    ("layout", "pieces"),
    [
        ("two-track", 2),  # 2 rows from each half metre: 31 + 1 + 31 of 72
        ("two-track-scoreboard", 3),
        ("three-track", 3),
        ("four-track", 4),
        ("two-track-60", 1),
        ("three-track-60", 2),
        ("four-track-60", 2),
    ],
)
def test_strip_quantity_is_minimal(layout: str, pieces: int) -> None:
    board = BY_NAME[layout]
    assert strips(board) == pieces == single_line(layout, "pi-spi", "LED strip").number
    reel = {144: 144, 60: 300}[board.leds_per_m or 0]
    assert board.length <= pieces * reel
    # A ninth row of 31 does not fit into two metres.
    assert (pieces - 1) * reel < board.length or layout == "two-track-scoreboard"


def test_button_quantity_matches_seats() -> None:
    boards = ("two-track", "four-track")
    assert [single_line(name, "pi-spi", "push button").number for name in boards] == [9, 15]
    assert single_line("two-track", "pi-pico", "KY-040").number == 2
    assert single_line("three-track", "pi-pico", "KY-040").number == 1
    assert not [line for line in parts(BY_NAME["four-track"], "pi-pico") if "KY-040" in line.name]


@pytest.mark.parametrize("name", BY_NAME)
def test_supply_and_fuse_match_power_budget(name: str) -> None:
    """Offers a sealed supply that satisfies the budget, and an open one as an option."""
    power = budget(BY_NAME[name], LIMITS_MA[0])
    sealed = single_line(name, "pc-pico", "sealed plug-in supply")
    assert not sealed.optional and "5.5/2.1 mm plug, + in the middle" in sealed.name
    match = re.search(r"5 V, (\d+) A", sealed.name)
    assert match and power.supply_A <= int(match[1]) <= 2 * power.supply_A
    assert single_line(name, "pc-pico", "blade fuse 3 A").name == f"blade fuse {power.fuse_A:g} A"
    assert single_line(name, "pc-pico", "panel socket 5.5/2.1").name.endswith(
        "4 A or more, with nut"
    )
    opened = [line for line in parts(BY_NAME[name], "pc-pico") if line.needs == "open-supply"]
    assert "supply 5 V, 3 A or more, with a cover" in opened[0].name
    assert "mains lead with earthed plug" in opened[1].name
    assert "protective earth" in opened[1].why and len(opened) == 2


@pytest.mark.parametrize("name", BY_NAME)
def test_wire_quantity_reaches_every_corner(name: str) -> None:
    layout = BY_NAME[name]
    feeds = budget(layout, LIMITS_MA[0]).feeds
    wire = single_line(name, "pi-pico", "red and black")
    assert f"for {len(feeds)} feeds of {feed_m(layout):g} m" in wire.name
    assert wire.number >= (len(feeds) + 1) * feed_m(layout)
    leads = single_line(name, "pi-pico", "two-wire lead for a button")
    case = box(layout)
    length = reach_m(case.width_mm, case.height_mm)
    assert f", {length:g} m," in leads.name
    assert length >= (case.width_mm + case.height_mm) / 2000 + 0.1
    spacer = single_line(name, "pi-pico", "hexagon spacer")
    assert f"M3 x {case.depth_mm:g} mm" in spacer.name and spacer.number == len(case.screws)
    front = single_line(name, "pi-pico", "front, 3 mm plywood")
    assert f"{case.width_mm:g} x {case.height_mm:g} mm" in front.name
    joints = single_line(name, "pi-pico", "joints between rows")
    assert f"{len(cuts(layout)) - 1} joints of three" in joints.why
    assert joints.number >= (len(cuts(layout)) - 1) * 0.07


def test_terminals_and_pi_5_depend_on_layout() -> None:
    """Common lever connectors have 5 poles; long frames on a Pi 5's SPI are unproven."""

    def words(layout: str, build: str) -> str:
        return " ".join(line.name + line.instead for line in parts(BY_NAME[layout], build))

    assert "ground, 4 wires each: a lever connector with 5 poles" in words("two-track", "pi-spi")
    assert "7 wires each: two lever connectors with 5 poles" in words("four-track-60", "pi-spi")
    assert "by a Pico only" in words("three-track", "pi-spi")
    assert "by a Pico only" not in words("two-track", "pi-spi") + words("three-track", "pi-pico")


@every_build
def test_level_shifters_do_not_backfeed(build: str) -> None:
    """Offers AHCT and VHCT, whose inputs have no diode to the supply, and no HCT."""
    line = single_line("two-track", build, "in a DIP-14 case")
    offered, _, refused = line.instead.partition("; not ")
    assert re.findall(r"74\w+", line.name + offered) == ["74AHCT125", "74VHCT125", "74AHCT1G125"]
    assert "74HCT125" in refused


@every_build
def test_build_has_exactly_its_parts(build: str) -> None:
    words = " ".join(line.name for line in parts(TWO, build))
    assert ("Raspberry Pi Pico" in words) == ("USB cable" in words) == (build != "pi-spi")
    assert ("microSD" in words) == ("screw M2.5" in words) == (build != "pc-pico")
    assert ("OTG adapter" in words) == (build == "pi-pico")
    assert ("ribbon, narrow" in words) == (build != "pc-pico")
    assert ("webcam" in words) == (build == "pc-pico")
    for word in (
        "74AHCT125", "330 ohm", "100 k", "PTC", "1000 uF", "fuse", "push button", "JST XH plug",
        "spacer M3", "screw M3", "heat-shrink", "flux", "isopropanol", "panel socket",
        "rubber foot", "grid", "opal film", "insulating tape", "arm", "lamp", "speaker", "switch",
        "back", "glue", "brackets",
    ):  # fmt: skip
        assert word in words, word


@every_build
def test_circuit_references_have_parts(build: str) -> None:
    """Compare with the carrier board and both perfboards; bare pads need no part."""
    plan = SHIFTER if build == "pi-spi" else CARRIER
    screws = set() if build == "pi-spi" else {part.ref for part in design.PARTS if not part.pins}
    places = {part.ref for part in plan.parts} | screws
    places = {place for place in places if not place.startswith("TP")}
    lines = parts(TWO, build)
    listed = [ref for line in lines for ref in line.refs if not ref.startswith("H") or screws]
    assert sorted(listed) == sorted(places)
    values = {part.ref: part for part in plan.parts}
    for line in lines:
        expected = [values[ref] for ref in line.refs if ref in values]
        assert line.number >= len(expected)
        for part in expected:
            number = re.match(r"[\d.]+(?=$|uF|nF|k| )|\d\w+", part.value)
            if part.ref[0] in "RCDU" and number:
                assert number[0].rstrip("uFnk") in line.name, part.ref
            if part.order and part.ref != "U1":
                assert {*re.findall(r"[A-Z0-9]{5,}\S*\w", part.order)} <= {
                    *re.findall(r"[A-Z0-9]{5,}\S*\w", f"{line.mpn} {line.instead}")
                }, part.ref


@every_build
def test_parts_and_steps_match(build: str) -> None:
    lines = parts(TWO, build)
    assert all(set(line.steps) <= set(STEPS) and line.steps for line in lines)
    assert [line.steps for line in lines] == [
        tuple(step for step in STEPS if step in line.steps) for line in lines
    ], "steps are named in the order of the guide"
    by_step = {step: needed(step, TWO, build) for step in STEPS}
    assert {line.name for some in by_step.values() for line in some} == {
        line.name for line in lines
    }
    bare = {step for step, some in by_step.items() if not some}
    without = {"pi-spi": {"firmware"}, "pc-pico": {"software"}}.get(build, set())
    assert bare == {"choose", "configure", "play"} | without
    uses = {
        "supply": ("supply", "socket", "switch", "fuse", "holder", "wire", "terminals", "solder"),
        "circuit": ("74AHCT125", "resistor", "JST XH socket", "solder"),
        "rows": ("tape", "joints", "feeds", "1000 uF", "JST XH plug", "insulating", "solder"),
        "buttons": ("push button", "lead", "solder"),
        "box": ("plywood", "grid", "film", "glue", "screw", "foot", "spacer", "panel socket"),
    }
    for step, words in uses.items():
        text = " ".join(line.name for line in by_step[step])
        assert [word for word in words if word not in text] == []
    with pytest.raises(ValueError, match="no step is called 'paint': choose, software"):
        needed("paint", TWO, build)


@pytest.mark.parametrize("name", BY_NAME)
@every_build
def test_prices_are_plausible(name: str, build: str) -> None:
    for line in parts(BY_NAME[name], build):
        low, high = line.eur
        assert 0 <= low < high <= 100, line.name
        assert low == 0 or high <= 6.5 * low, line.name
    low, high = total_eur(parts(BY_NAME[name], build))
    assert 50 < low < high < 500


def test_optional_parts_are_not_in_total() -> None:
    lines = parts(TWO, "pi-pico")
    low, high = total_eur(lines)
    chosen = [line for line in lines if line.needs]
    assert {line.needs for line in chosen} >= {"camera", "voice", "dials", "zero"}
    assert {line.needs for line in chosen} <= set(NEEDS)
    assert sum(line.eur[0] for line in lines) == pytest.approx(
        low + sum(line.eur[0] for line in chosen)
    )
    assert 0 < low < high
    assert len(costs()) == len(BY_NAME)
    assert priced()[:2] == "20"


def test_part_lists_cover_every_layout_and_build(tmp_path: Path) -> None:
    written = {path.name for path in make(tmp_path)}
    assert len(written) == len(BY_NAME) * (1 + len(HOSTS))
    with (tmp_path / "parts-two-track-pi-pico.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert tuple(rows[0]) == HEAD
    assert {"step", "only for", "references", "part number", "DigiKey", "Mouser"} <= set(HEAD)
    assert all(len(row) == len(HEAD) for row in rows)
    (shifter,) = [dict(zip(HEAD, row, strict=True)) for row in rows if "74AHCT125" in row[2]][:1]
    assert shifter["part number"] == "TI SN74AHCT125N" and shifter["references"] == "U2"
    assert shifter["DigiKey"] == "296-4655-5-ND" and shifter["step"] == "circuit"
    text = (tmp_path / "parts-two-track.md").read_text(encoding="utf-8")
    assert "{" not in text and f"| {' | '.join(LIST_HEAD)} |" in text
    assert "(only for a camera)" in text
    assert "| 2 | 31 | 1 | 1 | 33 | 63 | 64 |  |" in text  # where to cut


def test_step_table_lists_parts() -> None:
    lines = step_table("firmware", TWO).splitlines()
    assert lines[0] == "| number | part | only for |"
    assert "| 1 | Raspberry Pi Pico (RP2040) | a Pico |" in lines
    assert lines[-1].endswith("| a Raspberry Pi and a Pico; a Pico on a Zero 2 W |")
    assert "Numbers are those of" not in lines[-1]
    rows = step_table("buttons", TWO)
    assert "| 9 | push button" in rows and "Numbers are those of `two-track`" in rows


def test_guide_steps_contain_part_tables() -> None:
    text = "You need:\n\n<!-- parts supply -->\nold\n<!-- end -->\n\nThen go on.\n"
    filled = guide.filled(text)
    assert filled == text.replace("old\n", step_table("supply", TWO))
    assert guide.filled(filled) == filled
    with pytest.raises(ValueError, match="no step is called 'paint'"):
        guide.filled(text.replace("supply", "paint"))


def test_parts_file_error_names_key() -> None:
    text = FILE.read_text(encoding="utf-8")
    button = 'what = "push button'
    for right, wrong, words in (
        ('number = "buttons"', 'number = "knobs"', "parts.toml: push button.*no 'knobs'; fig"),
        (button, f"colour = 1\n{button}", "push button.*unknown key colour"),
        (
            'step = "software"', 'step = "soft"',
            "Raspberry Pi Zero 2 W.*step must be one or more of choose, .* extras, got soft",
        ),
        ('needs = "zero"', 'needs = "one"', "OTG.*needs must be one of camera, .* zero, got one"),
    ):  # fmt: skip
        assert right in text
        with pytest.raises(ConfigError, match=words):
            parts(TWO, "pi-pico", text.replace(right, wrong, 1))
