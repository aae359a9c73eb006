"""The carrier board is made and checked by KiCad; and the check is seen to fail when it should."""

import filecmp
import json
import os
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.carrier import design, fabricate, schematic
from hardware.carrier.fabricate import CarrierError
from hardware.carrier.router import Pad, Router, RoutingError
from hardware.carrier.segments import Segment, clashes, distance_mm

needs_kicad = pytest.mark.skipif(
    not shutil.which("kicad-cli") and "CI" not in os.environ,
    reason="KiCad 9 is not here: `.ci/setup hardware` installs it",
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("carrier")
    fabricate.make(folder)
    return folder


@needs_kicad
def test_kicad_finds_no_fault(board: Path) -> None:
    """Its own reports say so, warnings included."""
    erc = json.loads((board / "erc.json").read_text())
    drc = json.loads((board / "drc.json").read_text())
    assert [item for sheet in erc["sheets"] for item in sheet["violations"]] == []
    assert drc["violations"] == drc["unconnected_items"] == drc["schematic_parity"] == []
    for report in (erc, drc):
        assert {"error", "warning", "exclusion"} == set(report["included_severities"])


@needs_kicad
def test_the_board_holds_the_parts_and_nets_of_the_design(board: Path) -> None:
    text = (board / "carrier.kicad_pcb").read_text()
    assert set(re.findall(r'\(property "Reference" "(\w+)"', text)) == {
        part.ref for part in design.PARTS
    }
    assert set(design.nets()) <= set(re.findall(r'\(net \d+ "([^"]+)"\)', text))


@needs_kicad
def test_what_a_board_house_wants_is_there(board: Path) -> None:
    with zipfile.ZipFile(board / "carrier-gerbers.zip") as pack:
        names = pack.namelist()
    suffixes = sorted(name.rpartition(".")[2] for name in names)
    assert suffixes == sorted(
        ["gtl", "gbl", "gts", "gbs", "gto", "gbo", "gm1", "gbrjob"] + 2 * ["drl"]
    )
    parts = (board / "fab/carrier-parts.csv").read_text()
    for part in design.PARTS:
        assert (f'"{part.ref}"' in parts) == bool(part.pins), part.ref  # holes are not bought
    for side in ("front", "back"):
        assert (board / f"carrier-{side}.png").stat().st_size > 10_000


@needs_kicad
def test_the_same_design_gives_the_same_bytes(board: Path, tmp_path: Path) -> None:
    fabricate.draw(tmp_path)
    fabricate.plot(tmp_path)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert len(made) > 15
    _, different, missing = filecmp.cmpfiles(board, tmp_path, map(str, made), shallow=False)
    assert (different, missing) == ([], [])


def _cut_a_track(board: str, sheet: str) -> tuple[str, str]:
    segment = re.search(r"\n\t\(segment\n.*?\n\t\)", board, re.S)
    assert segment
    return board.replace(segment[0], "", 1), sheet


def _move_a_track(board: str, sheet: str) -> tuple[str, str]:
    layer, net = r'\(layer "F.Cu"\)', design.nets()
    number = re.search(r'\(net (\d+) "IN0"\)', board)
    assert number and net
    track = re.search(
        rf"\(start ([\d.]+) ([\d.]+)\)\s+\(end ([\d.]+) ([\d.]+)\)(?=\s+\(width 0.3\)\s+"
        rf"{layer}\s+\(net {number[1]}\))",
        board,
    )
    assert track
    x, y = (float(track[k]) for k in (1, 2))
    across = f"(start {x} {y}) (end {x + 20} {y + 30})"
    return board.replace(track[0], across, 1), sheet


def _thin_the_supply(board: str, sheet: str) -> tuple[str, str]:
    assert board.count("(width 1)") > 2
    return board.replace("(width 1)", "(width 0.3)", 1), sheet


def _rename_a_net(board: str, sheet: str) -> tuple[str, str]:
    """IN3 and IN4 change places in the schematic only."""
    swapped = sheet.replace('"IN3"', '"IN#"').replace('"IN4"', '"IN3"', 1)
    return board, swapped.replace('"IN#"', '"IN4"', 1).replace('"IN#"', '"IN3"')


def _forget_an_enable(board: str, sheet: str) -> tuple[str, str]:
    """The output enable of the buffer that is used is joined to nothing."""
    uid = schematic.identity("label", "U2", 1)
    label = re.search(rf'\(global_label "GND" [^\n]*\(uuid "{uid}"\)\)', sheet)
    assert label
    return board, sheet.replace(label[0], "")


FAULTS: dict[str, tuple[Callable[[str, str], tuple[str, str]], str]] = {
    "a track is missing": (_cut_a_track, "unjoined"),
    "a track runs across others": (_move_a_track, "design"),
    "the 5 V is thinner than its rule": (_thin_the_supply, "design"),
    "two inputs changed places in the schematic": (_rename_a_net, "parity"),
    "an enable pin hangs in the air": (_forget_an_enable, "rules"),
}


@needs_kicad
@pytest.mark.parametrize("fault", FAULTS)
def test_a_deliberate_fault_is_found(board: Path, tmp_path: Path, fault: str) -> None:
    damage, kind = FAULTS[fault]
    copy = tmp_path / "board"
    shutil.copytree(board, copy)
    pcb, sheet = copy / "carrier.kicad_pcb", copy / "carrier.kicad_sch"
    before = pcb.read_text(), sheet.read_text()
    after = damage(*before)
    assert after != before
    pcb.write_text(after[0])
    sheet.write_text(after[1])
    assert getattr(fabricate.check(copy), kind)


@needs_kicad
def test_nothing_is_plotted_of_a_board_with_a_fault(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw_badly(folder: Path) -> None:
        for name in ("carrier.kicad_sch", "carrier.kicad_sym", "carrier.kicad_pro"):
            shutil.copy(board / name, folder)
        for name in ("fp-lib-table", "sym-lib-table", "carrier.kicad_dru"):
            shutil.copy(board / name, folder)
        text, _ = _cut_a_track((board / "carrier.kicad_pcb").read_text(), "")
        (folder / "carrier.kicad_pcb").write_text(text)

    monkeypatch.setattr(fabricate, "draw", draw_badly)
    with pytest.raises(CarrierError, match=r"finds fault:\n(.*\n)*  unjoined: Missing"):
        fabricate.make(tmp_path)
    assert not (tmp_path / "fab").exists()


def test_without_kicad_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CarrierError, match=r"KiCad 9 is wanted, here is none: `make carrier`"):
        fabricate.make(tmp_path)


# --- the router, on boards small enough to think through


def _dot(net: str | None, x: float, y: float) -> Pad:
    return Pad(net, x, y, 0, 0, 0.5)


def test_nets_that_cross_change_sides() -> None:
    pads = [_dot("a", 2, 10), _dot("a", 18, 10), _dot("b", 10, 2), _dot("b", 10, 18)]
    pads += [_dot("c", 3, 3), _dot("c", 17, 17), _dot("d", 17, 3), _dot("d", 3, 17)]
    routes = Router((20, 20), pads).route(dict.fromkeys("abcd", 0.3))
    assert set(routes) == set("abcd")
    for one, other in [(a, b) for a in "abcd" for b in "abcd" if a < b]:
        assert not clashes(routes[one], routes[other], 0.2)


def test_a_pad_behind_a_wall_is_named() -> None:
    wall = [Pad(None, 10, 10, 0, 10, 0.5)]
    router = Router((20, 20), [_dot("data", 2, 10), _dot("data", 18, 10), *wall])
    with pytest.raises(RoutingError, match=r"data: no way to \[\(18, 10\)\]"):
        router.route({"data": 0.3})


def test_distances_of_segments() -> None:
    assert distance_mm((0, 0, 10, 10), (0, 10, 10, 0)) == 0
    assert distance_mm((0, 0, 10, 0), (0, 3, 10, 3)) == 3
    assert distance_mm((0, 0, 1, 0), (4, 4, 4, 4)) == 5
    via, track = Segment(None, 0, 0, 0, 0, 0.7), Segment(1, 0, 0.7, 5, 0.7, 0.3)
    assert clashes([via], [track], 0.22)
    assert not clashes([Segment(0, 0, 0, 5, 0, 0.3)], [track], 0.22)
