"""The carrier board is built and checked with KiCad, and the check detects faults."""

import filecmp
import json
import math
import os
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.carrier import design, fabricate, schematic, silk
from hardware.carrier.design import ORIGIN_MM, Label
from hardware.carrier.fabricate import CarrierError
from hardware.carrier.router import Pad, Router, RoutingError
from hardware.carrier.segments import Segment, clashes, distance_mm
from hardware.carrier.silk import Box, Printed

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
def test_kicad_checks_pass(board: Path) -> None:
    """Requires reports without errors and warnings."""
    erc = json.loads((board / "erc.json").read_text())
    drc = json.loads((board / "drc.json").read_text())
    assert [item for sheet in erc["sheets"] for item in sheet["violations"]] == []
    assert drc["violations"] == drc["unconnected_items"] == drc["schematic_parity"] == []
    for report in (erc, drc):
        assert {"error", "warning", "exclusion"} == set(report["included_severities"])


@needs_kicad
def test_board_matches_design(board: Path) -> None:
    text = (board / "carrier.kicad_pcb").read_text()
    assert set(re.findall(r'\(property "Reference" "(\w+)"', text)) == {
        part.ref for part in design.PARTS
    }
    assert set(design.nets()) <= set(re.findall(r'\(net \d+ "([^"]+)"\)', text))


@needs_kicad
def test_fabrication_files_are_complete(board: Path) -> None:
    with zipfile.ZipFile(board / "carrier-gerbers.zip") as pack:
        names = pack.namelist()
    suffixes = sorted(name.rpartition(".")[2] for name in names)
    assert suffixes == sorted(
        ["gtl", "gbl", "gts", "gbs", "gto", "gbo", "gm1", "gbrjob"] + 2 * ["drl"]
    )
    parts = (board / "fab/carrier-parts.csv").read_text()
    for part in design.PARTS:
        assert (f'"{part.ref}"' in parts) == part.is_fitted, part.ref
    positions = (board / "fab/carrier-positions.csv").read_text()
    assert set(re.findall(r'^"(\w+)",', positions, re.M)) == {
        part.ref for part in design.PARTS if part.is_fitted
    }
    for side in ("front", "back"):
        assert (board / f"carrier-{side}.png").stat().st_size > 10_000


@needs_kicad
def test_carrier_files_are_reproducible(board: Path, tmp_path: Path) -> None:
    fabricate.draw(tmp_path)
    fabricate.plot(tmp_path)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert len(made) > 15
    _, different, missing = filecmp.cmpfiles(board, tmp_path, map(str, made), shallow=False)
    assert (different, missing) == ([], [])


def _cut_a_track(board: str, sheet: str) -> tuple[str, str]:
    """Removes the longest track: a short one may lie on a pad and connect nothing."""
    ends = r"\(start ([\d.]+) ([\d.]+)\)\s+\(end ([\d.]+) ([\d.]+)\)"
    tracks = list(re.finditer(rf"\n\t\(segment\n\t\t{ends}.*?\n\t\)", board, re.S))
    longest = max(tracks, key=lambda track: math.dist(*_ends(track)))
    return board.replace(longest[0], "", 1), sheet


def _ends(track: re.Match[str]) -> tuple[tuple[float, float], tuple[float, float]]:
    x1, y1, x2, y2 = map(float, track.groups())
    return (x1, y1), (x2, y2)


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
    """Swaps IN3 and IN4 in the schematic only."""
    swapped = sheet.replace('"IN3"', '"IN#"').replace('"IN4"', '"IN3"', 1)
    return board, swapped.replace('"IN#"', '"IN4"', 1).replace('"IN#"', '"IN3"')


def _forget_an_enable(board: str, sheet: str) -> tuple[str, str]:
    """Disconnects the output enable of the used buffer."""
    uid = schematic.identity("label", "U2", 1)
    label = re.search(rf'\(global_label "GND" [^\n]*\(uuid "{uid}"\)\)', sheet)
    assert label
    return board, sheet.replace(label[0], "")


def _print_on_a_pad(board: str, sheet: str) -> tuple[str, str]:
    """Moves the D of J2 3.4 mm to the right, onto its pad."""
    at = "(at 170.6 96.5 0)"
    assert board.count(at) == 1
    return board.replace(at, "(at 174 96.5 0)"), sheet


FAULTS: dict[str, tuple[Callable[[str, str], tuple[str, str]], str]] = {
    "a track is missing": (_cut_a_track, "unjoined"),
    "a track runs across others": (_move_a_track, "design"),
    "the 5 V is thinner than its rule": (_thin_the_supply, "design"),
    "two inputs changed places in the schematic": (_rename_a_net, "parity"),
    "an enable pin hangs in the air": (_forget_an_enable, "rules"),
    "a word is printed on a pad": (_print_on_a_pad, "words"),
}


@needs_kicad
@pytest.mark.parametrize("fault", FAULTS)
def test_check_detects_deliberate_fault(board: Path, tmp_path: Path, fault: str) -> None:
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
def test_faulty_board_is_not_plotted(
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


# --- the words on the board


@pytest.fixture(scope="module")
def printed(board: Path) -> Printed:
    return fabricate.printed(board)


POLARITY = {
    ("J1", "2"): "+",
    ("J1", "1"): "-",
    ("J2", "2"): "D",
    ("J2", "1"): "G",
    ("J3", "1"): "G",
    ("J4", "1"): "G",
    ("D1", "1"): "K",
    ("D2", "2"): "+",
    ("C1", "1"): "+",
    ("U2", "1"): "1",
    ("TP1", "1"): "TP 5V",
    ("TP2", "1"): "TP DATA",
    ("TP3", "1"): "TP GND",
}


@needs_kicad
@pytest.mark.parametrize("pin", POLARITY, ids="-".join)
def test_silk_marks_polarity(printed: Printed, pin: tuple[str, str]) -> None:
    """Requires each word nearest to its pin, and clear of pads, parts and other words."""
    (pad,) = [pad.box for pad in printed.pads if (pad.part, pad.pin) == pin]
    words = [word for word in printed.words if word.text == POLARITY[pin]]
    word = min(words, key=lambda word: word.box.gap_mm(pad))
    assert word.box.gap_mm(pad) < 2.5
    nearest = min(printed.pads, key=lambda pad: word.box.gap_mm(pad.box))
    assert (nearest.part, nearest.pin) == pin
    covers = [*(pad.box for pad in printed.pads), *printed.bodies.values()]
    assert all(word.box.gap_mm(box) > 0.1 for box in covers)
    assert all(
        word.box.gap_mm(neighbour.box) > 0.1 for neighbour in printed.words if neighbour != word
    )


def test_silk_names_pins() -> None:
    nets = {"+": {"+5V", "VIN", "POWER_ON", "+3V3"}, "-": {"GND"}, "G": {"GND"}, "D": {"LED_DATA"}}
    nets |= {"TP 5V": {"+5V"}, "TP DATA": {"LED_DATA"}, "TP GND": {"GND"}}
    by_ref = {part.ref: part for part in design.PARTS}
    for label in design.LABELS:
        if label.pin:
            part, pin = by_ref[label.pin[0]], label.pin[1]
            names = {str(pin), part.names.get(pin)}
            assert label.text in names or part.nets[pin] in nets[label.text], label


@needs_kicad
def test_every_label_is_printed(printed: Printed) -> None:
    assert silk.faults(printed) == []
    assert all(silk.word_of(label, printed) for label in design.LABELS)


def _moved(printed: Printed, text: str, near: tuple[float, float], to: Box) -> Printed:
    """Returns the board with one word moved."""
    label = Label(text, near)
    old = silk.word_of(label, printed)
    assert old
    words = [word._replace(box=to) if word is old else word for word in printed.words]
    return printed._replace(words=words)


@needs_kicad
def test_silk_check_detects_misleading_word(printed: Printed) -> None:
    """Plants a supply + next to the fuse, a word below a chip, and swapped words."""
    far = Box(65.6, 11.2, 67.0, 12.6)
    moved = _moved(printed, "+", (73, 8.2), far)
    (fault,) = silk.faults(moved, [Label("+", far.middle, 1.5, ("J1", 2))])
    assert fault == "'+' at (66.3, 11.9) is about J1 pin 2, and not nearer to it than to F1 pin 2"
    assert "'+' is not printed at (73, 8.2)" in silk.faults(moved)
    below = _moved(printed, "1", (55.8, 42), Box(49, 33, 50, 34))
    assert "'1' at (49.5, 33.5) disappears below U2" in silk.faults(below, [])
    pin = {"D": ("J2", 1), "G": ("J2", 2)}
    swapped = [label for label in design.LABELS if label.pin in pin.values()]
    swapped = [Label(label.text, label.at, label.size_mm, pin[label.text]) for label in swapped]
    assert len(silk.faults(printed, swapped)) == 2


@needs_kicad
def test_silk_gerber_contains_words(board: Path, printed: Printed) -> None:
    """Strokes fill the box of each word, at its place on the board."""
    strokes = _strokes((board / "fab/carrier-F_Silkscreen.gto").read_text())
    for label in design.LABELS:
        word = silk.word_of(label, printed)
        assert word
        inside = [box for box in strokes if _contains(word.box, box)]
        edges = list(zip(*inside, strict=True))
        assert len(edges) == 4, f"no strokes of {label.text}"
        around = (min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3]))
        assert around == pytest.approx(word.box, abs=0.02), label.text


def _contains(outer: Box, inner: Box) -> bool:
    slack = 0.02
    return (
        inner.left > outer.left - slack
        and inner.top > outer.top - slack
        and inner.right < outer.right + slack
        and inner.bottom < outer.bottom + slack
    )


def _strokes(gerber: str) -> list[Box]:
    """Returns the box of every straight stroke, in millimetres of the board."""
    assert "%FSLAX46Y46*%" in gerber and "%MOMM*%" in gerber
    widths = {code: float(mm) for code, mm in re.findall(r"%ADD(\d+)C,([\d.]+)\*%", gerber)}
    strokes, at, half = [], (0.0, 0.0), 0.0
    for code, x, y, draw in re.findall(
        r"^(?:D(\d\d+)|X(-?\d+)Y(-?\d+)(?:[IJ]-?\d+)*D0([123]))\*$", gerber, re.M
    ):
        if code:
            half = widths.get(code, 0) / 2
            continue
        end = (int(x) / 1e6 - ORIGIN_MM[0], -int(y) / 1e6 - ORIGIN_MM[1])
        if draw == "1":
            (left, right), (top, bottom) = sorted((at[0], end[0])), sorted((at[1], end[1]))
            strokes.append(Box(left - half, top - half, right + half, bottom + half))
        at = end
    return strokes


def test_carrier_without_kicad_names_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CarrierError, match=r"KiCad 9 is wanted, here is none: `make carrier`"):
        fabricate.make(tmp_path)


# --- the router, on tiny boards


def _dot(net: str | None, x: float, y: float) -> Pad:
    return Pad(net, x, y, 0, 0, 0.5)


def test_router_crosses_nets_on_other_side() -> None:
    pads = [_dot("a", 2, 10), _dot("a", 18, 10), _dot("b", 10, 2), _dot("b", 10, 18)]
    pads += [_dot("c", 3, 3), _dot("c", 17, 17), _dot("d", 17, 3), _dot("d", 3, 17)]
    routes = Router((20, 20), pads).route(dict.fromkeys("abcd", 0.3))
    assert set(routes) == set("abcd")
    for first, second in [(a, b) for a in "abcd" for b in "abcd" if a < b]:
        assert not clashes(routes[first], routes[second], 0.2)


def test_router_names_unreachable_pad() -> None:
    wall = [Pad(None, 10, 10, 0, 10, 0.5)]
    router = Router((20, 20), [_dot("data", 2, 10), _dot("data", 18, 10), *wall])
    with pytest.raises(RoutingError, match=r"data: no way to \[\(18, 10\)\]"):
        router.route({"data": 0.3})


def test_segment_distances() -> None:
    assert distance_mm((0, 0, 10, 10), (0, 10, 10, 0)) == 0
    assert distance_mm((0, 0, 10, 0), (0, 3, 10, 3)) == 3
    assert distance_mm((0, 0, 1, 0), (4, 4, 4, 4)) == 5
    via, track = Segment(None, 0, 0, 0, 0, 0.7), Segment(1, 0, 0.7, 5, 0.7, 0.3)
    assert clashes([via], [track], 0.22)
    assert not clashes([Segment(0, 0, 0, 5, 0, 0.3)], [track], 0.22)
