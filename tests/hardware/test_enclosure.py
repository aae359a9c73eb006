"""The enclosure: plates fit together, parts are printable, files are reproducible."""

import struct
from collections.abc import Sequence
from io import StringIO
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from ezdxf import filemanagement
from hypothesis import given
from hypothesis import strategies as st

from hardware.enclosure import make as module
from hardware.enclosure.dxf import dxf, nested
from hardware.enclosure.make import main, make
from hardware.enclosure.plates import Plate, compensated, offset, plates
from hardware.enclosure.prints import BED_MM, Printed, brackets, grid
from hardware.enclosure.solid import Cuboid, Triangle, is_watertight, stl, triangles
from hardware.wiring.builds import dials
from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, layout_text, load_layout
from pegboard.board.panel.box import (
    BUTTONS,
    DIAL_SEATS,
    EDGE_MM,
    FILM_MM,
    GRID_MM,
    Box,
    Options,
    box,
)
from tests.support.small_layout import SMALL_LAYOUT

UPRIGHT = """
tracks = 2
holes = 20
width_mm = 60
height_mm = 200
leds_per_m = 100

[[row]]
track = 0
first_hole = 1
last_hole = 20
first_pixel = 0
from_mm = [20, 5]
to_mm = [20, 195]

[[row]]
track = 1
first_hole = 20
last_hole = 1
first_pixel = 20
from_mm = [32, 195]
to_mm = [32, 5]
"""


def planned(name: str, **options: float) -> Box:
    return box(load_layout(name), Options(**options))  # type: ignore[arg-type]


def named(box: Box) -> dict[str, Plate]:
    return {plate.name: plate for plate in plates(box)}


def spans(outline: Sequence[tuple[float, float]], y: float) -> list[float]:
    """Returns the places where a level line crosses an outline, from left to right."""
    pairs = pairwise((*outline, outline[0]))
    return sorted(a[0] for a, b in pairs if a[0] == b[0] and min(a[1], b[1]) < y < max(a[1], b[1]))


@pytest.mark.parametrize("material", [2.7, 3.0, 4.0])
@pytest.mark.parametrize("name", layout_names())
def test_wall_fingers_fill_corner_without_overlap(name: str, material: float) -> None:
    plan = planned(name, material_mm=material)
    plates_by_name = named(plan)
    long, short = plates_by_name["far wall"].outline, plates_by_name["left wall"].outline
    assert (
        plates_by_name["near wall"].outline == long
        and plates_by_name["right wall"].outline == short
    )
    step, filled = 0.05, 0
    heights = [step / 2 + step * k for k in range(round(plan.depth_mm / step))]
    for y in heights:
        a, b = spans(long, y)
        c, d = spans(short, y)
        by_long = (a == 0, b == plan.width_mm - 2 * EDGE_MM)
        by_short = (c == 0, d == plan.height_mm - 2 * EDGE_MM)
        assert a in (0, material) and c in (0, material)
        assert by_long[0] == by_long[1] and by_short[0] == by_short[1]
        assert not (by_long[0] and by_short[0]), "both walls at one place"
        filled += by_long[0] or by_short[0]
    assert filled * step >= plan.depth_mm - 4 * plan.options.play_mm


@pytest.mark.parametrize("name", layout_names())
def test_every_tab_has_slots(name: str) -> None:
    plan = planned(name)
    plates_by_name, thick = named(plan), plan.options.material_mm
    right, low = plan.width_mm - EDGE_MM - thick, plan.height_mm - EDGE_MM - thick
    expected = []
    for wall, across in (
        ("far wall", EDGE_MM), ("near wall", low), ("left wall", EDGE_MM), ("right wall", right),
    ):  # fmt: skip
        for y in (-thick / 2, plan.depth_mm + thick / 2):
            tabs = spans(plates_by_name[wall].outline, y)
            ends = [(EDGE_MM + a, EDGE_MM + b) for a, b in zip(tabs[::2], tabs[1::2], strict=True)]
            if wall in ("far wall", "near wall"):
                placed = [(a, across, b, across + thick) for a, b in ends]
            else:
                placed = [(across, a, across + thick, b) for a, b in ends]
            assert len(placed) > 1
            expected.append(placed)
    tabs_of_front = sorted(tab for placed in expected[::2] for tab in placed)
    assert tabs_of_front == sorted(tab for placed in expected[1::2] for tab in placed)
    for plate in (plates_by_name["front"], plates_by_name["back"]):
        assert len(plate.slots) == len(tabs_of_front)
        for tab, slot in zip(tabs_of_front, sorted(plate.slots), strict=True):
            room = (tab[0] - slot[0], tab[1] - slot[1], slot[2] - tab[2], slot[3] - tab[3])
            assert room == pytest.approx([plan.options.play_mm / 2] * 4)


@given(st.floats(0.01, 0.4))
def test_kerf_compensation_restores_plate(kerf: float) -> None:
    """Shrinking the lines by half a kerf gives the plate, to 0.01 mm."""
    for plate in plates(planned("two-track")):
        lines = compensated(plate, kerf)
        for restored, drawn in zip(offset(lines.outline, -kerf / 2), plate.outline, strict=True):
            assert restored == pytest.approx(drawn, abs=0.01)
        assert lines.size_mm == pytest.approx([s + kerf for s in plate.size_mm], abs=0.01)
        for (_, _, line), (_, _, hole) in zip(lines.circles, plate.circles, strict=True):
            assert line + kerf == pytest.approx(hole, abs=0.01)
        for (a, b, c, d), (e, f, g, h) in zip(lines.slots, plate.slots, strict=True):
            assert (c - a + kerf, d - b + kerf) == pytest.approx((g - e, h - f), abs=0.01)


@pytest.mark.parametrize("name", ["two-track", "four-track-60"])
def test_dxf_places_plates_apart(name: str) -> None:
    plan = planned(name)
    made = plates(plan)
    text = dxf(made, 0.15)
    assert text == dxf(plates(planned(name)), 0.15)
    space = filemanagement.read(StringIO(text.decode())).modelspace()
    circles = [circle.dxf for circle in space.query("CIRCLE")]
    assert len(circles) == sum(len(plate.circles) for plate in made)
    diameters = {round(2 * circle.radius, 2) for circle in circles}
    assert {
        round(diameter - 0.15, 2) for diameter in (24.2, plan.panel.drill_mm, 2.7, 3.2)
    } <= diameters
    closed: list[Any] = [
        polyline for polyline in space.query("LWPOLYLINE") if polyline.dxf.layer == "CUT"
    ]
    assert all(polyline.closed for polyline in closed)
    assert len(closed) == len(made) + sum(len(plate.slots) for plate in made)
    boxes = [(x, y, x + plate.size_mm[0], y + plate.size_mm[1]) for plate, (x, y) in nested(made)]
    for a, b in combinations(boxes, 2):
        assert max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]) >= 5
    for left, low, right, high in boxes:
        sizes = [
            (min(xs), min(ys), max(xs), max(ys))
            for xs, ys in (zip(*polyline.get_points("xy"), strict=True) for polyline in closed)
        ]
        outline = (left - 0.075, low - 0.075, right + 0.075, high + 0.075)
        assert any(size == pytest.approx(outline, abs=0.01) for size in sizes)


def volume_mm3(surface: Sequence[Triangle]) -> float:
    """Returns the volume inside a closed surface (the divergence theorem)."""
    return sum(
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
        for a, b, c in surface
    ) / 6  # fmt: skip


@pytest.mark.parametrize("name", layout_names())
def test_printed_parts_are_watertight_and_fit_printer(name: str) -> None:
    layout = load_layout(name)
    for part in (*grid(layout), *brackets(box(layout))):
        surface = triangles(part.cuboids)
        assert is_watertight(surface) and volume_mm3(surface) > 1000, part.name
        assert max(part.size_mm) <= BED_MM
        content = stl(surface)
        assert struct.unpack("<I", content[80:84]) == (len(surface),)
        assert len(content) == 84 + 50 * len(surface)


def is_solid(part: Printed, x: float, y: float, z: float) -> bool:
    is_solid = False
    for cuboid in part.cuboids:
        if all(a < p < b for a, p, b in zip(cuboid.low, (x, y, z), cuboid.high, strict=True)):
            is_solid = not cuboid.is_cut
    return is_solid


@pytest.mark.parametrize("layout", ["two-track-scoreboard", "four-track-60", "upright"])
def test_grid_has_one_cell_per_hole(layout: str) -> None:
    """Requires room for a 5 mm LED in each cell, and a wall half way to the next."""
    board = Layout.parse(UPRIGHT, "upright") if layout == "upright" else load_layout(layout)
    placed: list[tuple[Printed, float, float]] = []
    for part in grid(board):
        for place in part.places.split("; "):
            left, top = map(float, place.split(", "))
            placed.append((part, left, top))

    def is_wall(x: float, y: float, z: float) -> bool:
        return any(
            is_solid(part, x - left, y - top, z)
            for part, left, top in placed
            if 0 < x - left < part.size_mm[0] and 0 < y - top < part.size_mm[1]
        )

    def is_covered(x: float, y: float) -> bool:
        return any(
            left - 0.2 < x < left + part.size_mm[0] + 0.2
            and top - 0.2 < y < top + part.size_mm[1] + 0.2
            for part, left, top in placed
        )

    for _, (x, y) in board.lamps():
        corners = [(x + dx, y + dy) for dx in (-2.5, 0, 2.5) for dy in (-2.5, 0, 2.5)]
        assert all(is_covered(*corner) for corner in corners)
        assert not any(is_wall(*corner, z) for corner in corners for z in (1.1, 5.9))
    for piece in board.pieces:
        for (x, y), (u, v) in pairwise(piece.points):
            assert is_wall((x + u) / 2, (y + v) / 2, 1.1), "light would reach the next hole"
            assert not is_wall((x + u) / 2, (y + v) / 2, 5.5), "a capacitor is here"


def test_support_height_equals_box_depth() -> None:
    plan = planned("two-track")
    (support,) = (part for part in brackets(plan) if part.name.startswith("support"))
    assert support.size_mm[2] == plan.depth_mm
    assert all(part.size_mm[2] == GRID_MM for part in grid(plan.layout))
    strips = [item for item in plan.items if item.name.startswith("the strip")]
    assert {item.far_mm > FILM_MM + GRID_MM for item in strips} == {True}


def test_solid_refuses_edge_contact() -> None:
    first, second = Cuboid((0, 0, 0), (1, 1, 1)), Cuboid((1, 1, 0), (2, 2, 1))
    with pytest.raises(ValueError, match="along an edge"):
        triangles([first, second])
    surface = triangles([first])
    assert is_watertight(surface) and volume_mm3(surface) == pytest.approx(1)
    assert not is_watertight(surface[1:])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dials_use_free_carrier_inputs(seats: int) -> None:
    assert list(DIAL_SEATS.get(seats, ())) == dials(seats)


def test_custom_box_is_reproducible(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL_LAYOUT)
    for run in ("a", "b"):
        assert main([str(tmp_path / run), str(file), "two-track", "--kerf", "0.2"]) == 0
    capsys.readouterr()
    first, second = ({p.name: p.read_bytes() for p in (tmp_path / run).iterdir()} for run in "ab")
    assert first == second
    assert {f"mine-{size}.dxf" for size in BUTTONS} | {"mine-grid-1.stl"} <= set(first)
    assert b"kerf of 0.2 mm" in first["mine-24.md"]
    third = tmp_path / "c"
    third.mkdir()
    usual = {path.name: path.read_bytes() for path in make(third, ["two-track"])}
    assert usual["two-track-24.dxf"] != first["two-track-24.dxf"]
    assert main([str(tmp_path / "d"), "moon"]) == 2
    assert "unknown layout 'moon'" in capsys.readouterr().err


def test_angled_rows_get_no_grid() -> None:
    text, _ = layout_text("two-track")
    slanted = Layout.parse(text.replace("to_mm = [224.33, 11]", "to_mm = [224.29, 14]"), "slanted")
    assert grid(slanted) == ()
    assert len(plates(box(slanted))) == 7


@pytest.mark.parametrize(
    "options",
    [
        ["--material", "0"],
        ["--material", "4"],
        ["--material", "nan"],
        ["--kerf", "-1"],
        ["--kerf", "9"],
    ],
)
def test_impossible_box_sizes_are_refused(
    options: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main([str(tmp_path), "two-track", *options])
    assert refused.value.code == 2 and not list(tmp_path.iterdir())
    assert f"must be {'2.5 to 3.5' if options[0] == '--material' else '0 to 0.5'} mm" in (
        capsys.readouterr().err
    )


def test_colliding_box_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fakes a collision, as no layout has one; `tests/board/test_box.py` tests the detection."""
    monkeypatch.setattr(module, "box_doubts", lambda layout: [f"{layout.name} is too full"])
    assert main([str(tmp_path), "two-track"]) == 1
    assert capsys.readouterr().err == "two-track: two-track is too full\n"
