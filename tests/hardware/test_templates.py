"""Templates for machines and paper contain exactly the layout's holes."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from io import BytesIO, StringIO
from itertools import pairwise
from math import isclose
from typing import Any

import pytest
from ezdxf import filemanagement
from pypdf import PdfReader
from pypdf.generic import ContentStream

from hardware.make import GENERATORS
from hardware.templates import make
from hardware.templates.dxf import dxf
from hardware.templates.pdf import pdf
from hardware.templates.sheets import FOOT_MM, MARGIN_MM, OVERLAP_MM, PAPERS, Paper, spread
from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, layout_text, load_layout
from pegboard.board.panel.drawing import template
from pegboard.board.panel.plan import Plan, plan
from tests.support.paths import ROOT

Hole = tuple[float, float, float]
"""x and y from the upper left corner, and diameter; millimetres, to a twentieth."""

MM = 72 / 25.4
SVG = "{http://www.w3.org/2000/svg}"


def rounded(x: float, y: float, diameter: float) -> Hole:
    return round(x * 20) / 20, round(y * 20) / 20, round(diameter * 20) / 20


def same(holes: list[Hole], layout: Layout) -> bool:
    """Returns whether these are the holes of a layout (tracks and lamps), within 0.02 mm."""
    places = [point for _, _, _, point in layout.places()]
    places += [point for extra in layout.extras for point in extra.points]
    expected = sorted((x, y, layout.drill_mm) for x, y in places)
    merged: list[Hole] = []
    for hole in sorted(holes, key=lambda hole: (round(hole[0], 1), round(hole[1], 1))):
        if not merged or max(abs(a - b) for a, b in zip(hole, merged[-1], strict=True)) > 0.02:
            merged.append(hole)
    expected.sort(key=lambda hole: (round(hole[0], 1), round(hole[1], 1)))
    return len(merged) == len(expected) and all(
        abs(a - b) < 0.02
        for hole, place in zip(merged, expected, strict=True)
        for a, b in zip(hole, place, strict=True)
    )


def circles(page: Any) -> list[Hole]:
    """Returns the circles on a PDF page: centre from the lower left, and diameter, in mm."""
    matrix, stack, circles_found = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], []
    path: list[tuple[float, float]] = []
    curves = 0
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        numbers = [float(o) for o in operands] if operator in (b"cm", b"m", b"l", b"c") else []
        a, b, c, d, e, f = matrix
        match operator:
            case b"q":
                stack.append(matrix)
            case b"Q":
                matrix = stack.pop()
            case b"cm":
                p, q, r, s, t, u = numbers
                matrix = (
                    p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d,
                    t * a + u * c + e, t * b + u * d + f,
                )  # fmt: skip
            case b"m" | b"l" | b"c":
                if operator == b"m":
                    path, curves = [], 0
                curves += operator == b"c"
                x, y = numbers[-2:]
                path.append(((a * x + c * y + e) / MM, (b * x + d * y + f) / MM))
            case b"S" | b"s" | b"n" | b"f":
                if curves == 4 and len(path) == 5:
                    xs, ys = [x for x, _ in path], [y for _, y in path]
                    assert isclose(max(xs) - min(xs), max(ys) - min(ys), abs_tol=0.01)
                    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
                    circles_found.append((*middle, max(xs) - min(xs)))
                path, curves = [], 0
    return circles_found


def holes_in_pdf(panel: Plan, paper: Paper) -> list[Hole]:
    """Returns the holes of all sheets, joined by the map."""
    pages = PdfReader(BytesIO(pdf(panel, paper))).pages
    sheets = spread(panel.width_mm, panel.height_mm, paper)
    assert len(pages) == 1 + len(sheets.sheets) + 1
    holes: list[Hole] = []
    for page, sheet in zip(pages[1:-1], sheets.sheets, strict=True):
        assert float(page.mediabox.width) == pytest.approx(sheets.page_width_mm * MM)
        for x, up, diameter in circles(page):
            below = MARGIN_MM + FOOT_MM + sheet.height_mm - up
            place = (x - MARGIN_MM + sheet.left_mm, below + sheet.top_mm)
            assert sheet.shows(*place, diameter / 2)
            holes.append((*place, diameter))
    return holes


@pytest.mark.parametrize("name", layout_names())
def test_templates_contain_same_holes(name: str) -> None:
    layout = load_layout(name)
    panel = plan(layout)
    drawing = filemanagement.read(StringIO(dxf(panel).decode()))
    assert not drawing.audit().errors
    assert drawing.header["$INSUNITS"] == 4  # millimetres
    drilled = [
        (c.dxf.center.x, layout.height_mm - c.dxf.center.y, 2 * c.dxf.radius)
        for c in drawing.modelspace().query('CIRCLE[layer=="DRILL"]')
    ]
    assert len(drilled) == len(panel.holes)
    assert same(drilled, layout)
    svg = ET.fromstring(template(layout))
    group = next(g for g in svg.iter(f"{SVG}g") if g.get("id") == "DRILL")
    shown = [
        (float(c.get("cx", 0)), float(c.get("cy", 0)), 2 * float(c.get("r", 0)))
        for c in group.iter(f"{SVG}circle")
    ]
    assert len(shown) == len(panel.holes)
    assert same(shown, layout)
    assert not same(shown[1:], layout)
    for paper in PAPERS:
        assert same(holes_in_pdf(panel, paper), layout)


def test_dxf_contains_engraving_and_outline() -> None:
    panel = plan(load_layout("three-track"))
    space: Any = filemanagement.read(StringIO(dxf(panel).decode())).modelspace()
    lines = {
        tuple((round(x, 2), round(panel.height_mm - y, 2)) for x, y in line.get_points("xy"))
        for line in space.query('LWPOLYLINE[layer=="ENGRAVE"]')
    }
    assert lines == {tuple((round(x, 2), round(y, 2)) for x, y in line) for line in panel.lines}
    (outline,) = space.query('LWPOLYLINE[layer=="OUTLINE"]')
    assert outline.closed
    xs, ys = zip(*outline.get_points("xy"), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (0, 240, 0, 180)
    assert {entity.dxf.layer for entity in space} == {"OUTLINE", "DRILL", "ENGRAVE"}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("size", [(240, 128), (544, 278), (100, 900), (30, 30)])
def test_sheets_cover_panel_with_overlap(paper: Paper, size: tuple[float, float]) -> None:
    sheets = spread(*size, paper)
    assert len(sheets.sheets) == sheets.rows * sheets.columns
    assert sheets.sheets[0].name == "A1"
    for sheet in sheets.sheets:
        assert sheet.width_mm <= sheets.page_width_mm - 2 * MARGIN_MM + 0.001
        assert sheet.height_mm <= sheets.page_height_mm - 2 * MARGIN_MM - FOOT_MM + 0.001
    first, last = sheets.sheets[0], sheets.sheets[-1]
    assert (first.left_mm, first.top_mm) == (0, 0)
    assert last.left_mm + last.width_mm == pytest.approx(size[0])
    assert last.top_mm + last.height_mm == pytest.approx(size[1])
    for before, after in pairwise(sheets.sheets):
        if before.row == after.row:
            assert before.left_mm + before.width_mm - after.left_mm == pytest.approx(OVERLAP_MM)


def test_sheet_count_depends_on_board() -> None:
    for paper in PAPERS:
        assert len(spread(240, 128, paper).sheets) == 1
    assert len(spread(544, 166, PAPERS[0]).sheets) == 2


def test_sheet_has_scale_bar_and_name() -> None:
    pages = PdfReader(BytesIO(pdf(plan(load_layout("two-track-60")), PAPERS[0]))).pages
    texts = [page.extract_text() for page in pages]
    assert "544 x 166 mm, 244 holes of 5 mm, 2 sheets" in texts[0]
    assert "A1" in texts[0] and "A2" in texts[0]
    assert "100 mm: print at 100 %" in texts[1] and "sheet A1 of 2" in texts[1]
    drawn = ContentStream(pages[1].get_contents(), pages[1].pdf).operations
    steps = [(a, b) for (a, op), (b, then) in pairwise(drawn) if (op, then) == (b"m", b"l")]
    lengths = [abs(float(b[0]) - float(a[0])) / MM for a, b in steps if a[1] == b[1]]
    assert any(isclose(length, 100, abs_tol=0.001) for length in lengths)


def test_last_page_shows_strips_from_behind() -> None:
    page = PdfReader(BytesIO(pdf(plan(load_layout("two-track-scoreboard")), PAPERS[1]))).pages[-1]
    text = page.extract_text()
    assert "strips seen from behind" in text
    assert "11 pieces, 285 LEDs; strip 12 mm wide" in text
    pieces = [31, 31, 30, 30, 30, 30, 31, 31, 31, 5, 5]
    for number, leds in enumerate(pieces, 1):
        assert f"{number}: {leds} LEDs" in text


def test_strips_from_behind_are_to_scale() -> None:
    text, _ = layout_text("two-track")
    for width in (12, 7.5):
        panel = plan(Layout.parse(text.replace("strip_mm = 12", f"strip_mm = {width}"), "x"))
        page = PdfReader(BytesIO(pdf(panel, PAPERS[0]))).pages[-1]
        boxes = [
            tuple(round(float(side) / MM, 3) for side in operands[2:])
            for operands, operator in ContentStream(page.get_contents(), page.pdf).operations
            if operator == b"re"
        ]
        pitch = min(1000 / 144, width)
        rows = [box for box in boxes if box[0] > 190]
        pieces = (31, 31, 30, 30, 30, 30, 31, 31)
        lengths = [1000 / 144 * (leds - 1) + pitch for leds in pieces]
        assert [high for _, high in rows] == [width] * len(pieces)
        assert [long for long, _ in rows] == pytest.approx(lengths, abs=0.01)


def test_templates_are_reproducible() -> None:
    assert GENERATORS["templates"] is make
    panel = plan(load_layout("two-track"))
    assert dxf(panel) == dxf(panel)
    for paper in PAPERS:
        first = pdf(panel, paper)
        assert first == pdf(panel, paper)
        assert b"/CreationDate (D:2000" in first


def test_templates_are_reproducible_across_processes() -> None:
    """Uses hash seeds 0 and 4, which order two classes of ezdxf differently."""
    code = (
        "import sys; from hardware.templates.dxf import dxf; "
        "from pegboard.board.layout_files import load_layout; "
        "from pegboard.board.panel.plan import plan; "
        "sys.stdout.buffer.write(dxf(plan(load_layout('two-track'))))"
    )
    command, drawings = [sys.executable, "-c", code], []
    for seed in ("0", "4"):
        variables = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, check=True)
        drawings.append(done.stdout)
    assert drawings[0] == drawings[1] != b""
