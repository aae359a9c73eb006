"""The power budget against textbook formulas and the software's current limit."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from hardware.budget import model
from hardware.budget.model import Budget, budget, currents, feed_points, resistances, worst_drop
from hardware.budget.report import LAYOUTS, LIMITS_MA, draw, layouts, make
from pegboard.board.color import limit, milliamps
from pegboard.board.layout import Layout
from tests.support.paths import ROOT

every_layout = pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.name)


@pytest.fixture
def straight() -> Layout:
    """Returns a layout of one row: 121 LEDs, 60 per metre, 2 m of strip without joints."""
    text = (
        "tracks = 1\nholes = 121\nwidth_mm = 2100\nheight_mm = 20\nleds_per_m = 60\n"
        "[[row]]\ntrack = 0\nfirst_hole = 1\nlast_hole = 121\nfirst_pixel = 0\n"
        "from_mm = [10, 10]\nto_mm = [2010, 10]\n"
    )
    return Layout.parse(text, "straight.toml")


def test_single_far_load_follows_ohms_law(straight: Layout) -> None:
    """Strip 2 m x 2 x 0.2 ohm, feed 1.2 m x 2 x 0.0179 / 0.5 ohm: 1 A drops 0.8859 V."""
    matrix = resistances(straight, (0,), wire_mm2=0.5)
    assert matrix[120, 120] == pytest.approx(0.8 + 0.08592)
    assert matrix[0, 120] == pytest.approx(0.08592)


def test_wire_length_grows_with_board(straight: Layout) -> None:
    """From the middle along two sides to a corner, plus 10 cm, at least half a metre."""
    lengths = {layout.name: model.feed_m(layout) for layout in layouts()}
    assert lengths["two-track"] == model.FEED_M == 0.5
    assert lengths["four-track-60"] == 0.55
    assert model.feed_m(straight) == 1.2
    assert model.reach_m(240, 128) == 0.3 and model.reach_m(300, 100) == 0.3


def test_fuse_drop_is_uniform(straight: Layout) -> None:
    """Adds 1.1 A (LEDs and electronics) x 40 milliohms (fuse of 3 A and holder)."""
    expected = 5 - resistances(straight, (0, 120), wire_mm2=0.5) @ currents(121, 1000)
    voltages = model.voltages(straight, (0, 120), 0.5, 1000, fuse_A=3)
    assert np.allclose(expected - voltages, 0.04 * 1.1)
    thick = worst_drop(straight, (0, 120), 0.5, 1000, fuse_A=1e9)
    assert worst_drop(straight, (0, 120), 0.5, 1000, fuse_A=3) == pytest.approx(thick + 0.044)


def test_even_load_drops_half_or_an_eighth(straight: Layout) -> None:
    """Checks I R / 2 and I R / 8 with thick feeds, so that only the strip counts."""
    drawn = currents(121, 1000)
    for feeds, part in (((0,), 1 / 2), ((0, 120), 1 / 8)):
        drop = (resistances(straight, feeds, wire_mm2=1e6) @ drawn).max()
        assert drop == pytest.approx(0.8 * part, rel=0.02)


def test_voltages_satisfy_kirchhoff() -> None:
    layout = layouts()[0]
    feeds, wire = (0, 154, layout.length - 1), 0.75
    matrix = resistances(layout, feeds, wire)
    drawn = currents(layout.length, 2000, first=100)
    drop = matrix @ drawn
    fed = sum(drop[feed] / (2 * model.feed_m(layout) * 0.0179 / wire) for feed in feeds)
    assert fed == pytest.approx(drawn.sum())
    assert np.allclose(matrix, matrix.T)  # reciprocity


@pytest.mark.parametrize("first", [None, 0, 50, 440])
def test_currents_sum_to_limit(first: int | None) -> None:
    drawn = currents(488, 2000, first)
    assert drawn.sum() == pytest.approx(2.0)
    assert drawn.max() <= model.WHITE_MA / 1000 + 1e-9
    assert drawn.min() >= 0.001


def test_worst_drop_matches_brute_force(straight: Layout) -> None:
    for feeds in ((0,), (0, 120)):
        matrix = resistances(straight, feeds, 0.5)
        places = (currents(121, 1000, first) for first in range(121))
        one_by_one = max(float((matrix @ drawn).max()) for drawn in places if drawn.sum() > 0.999)
        drop = worst_drop(straight, feeds, 0.5, 1000, fuse_A=1e9)
        assert drop == pytest.approx(one_by_one, abs=1e-6)


@every_layout
@pytest.mark.parametrize("limit_mA", LIMITS_MA)
def test_budget_feeds_every_led_and_protects_wire(layout: Layout, limit_mA: int | None) -> None:
    item = budget(layout, limit_mA)
    assert item.lowest_V >= 4.5
    assert item.amps < item.fuse_A <= model.WIRES_MM2[item.wire_mm2]
    assert item.amps * 1.25 <= item.supply_A
    assert item.feeds[0] == 0 and item.feeds[-1] == layout.length - 1
    starts = {piece.first_pixel for piece in layout.pieces}
    assert set(item.feeds[:-1]) <= starts  # only at solder joints
    if len(item.feeds) > 2:  # and one feed less is not enough
        fewer = feed_points(layout, len(item.feeds) - 1)
        assert 5 - worst_drop(layout, fewer, item.wire_mm2, limit_mA, item.fuse_A) < 4.5


def test_budget_uses_software_limit() -> None:
    white = b"\xff" * 3 * 484
    assert milliamps(white) / 1000 == pytest.approx(484 * model.WHITE_MA / 1000)
    assert milliamps(limit(white, 2000)) <= 2000
    assert math.ceil(484 * model.QUOTED_MA / 1000) == 30  # the quoted "29 A"
    assert LIMITS_MA[0] == 2000


def test_firmware_limit_matches_table() -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "firmware").rglob("*")
        if path.name == "CMakeLists.txt" or path.suffix in (".h", ".c", ".md", ".cmake")
    ]
    files = {
        int(number)
        for text in sources
        for number in re.findall(r"PEGBOARD_LIMIT_MA`?[ ,=]+(\d{3,})", text)
    }
    makefile = (ROOT / "firmware/Makefile").read_text(encoding="utf-8")
    assert files == {LIMITS_MA[0]}
    assert f"LIMIT_MA := {LIMITS_MA[0]}\n" in makefile


def test_budget_refuses_unfeedable_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "STRIP_OHM_PER_M", 20.0)
    with pytest.raises(ValueError, match=r"two-track: feeding every row is not enough for 10\.6 A"):
        budget(layouts()[-1], None)


def test_report_has_table_and_picture_per_layout(tmp_path: Path) -> None:
    written = {path.name for path in make(tmp_path)}
    assert {"power.md", "power.csv"} <= written
    assert {f"power-{path.stem}.svg" for path in LAYOUTS.glob("*.toml")} <= written
    lines = (tmp_path / "power.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(LIMITS_MA) * len(layouts())


def test_report_picture_is_reproducible() -> None:
    layout = layouts()[-1]
    assert draw(layout).svg() == draw(layout).svg()
    assert isinstance(budget(layout, 2000), Budget)
