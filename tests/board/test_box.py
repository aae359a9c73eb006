"""The enclosure of a layout: room for every part, and reported collisions."""

import json
from dataclasses import replace
from math import atan2, pi
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, layout_text, load_layout
from pegboard.board.panel.box import BUTTONS, Box, Item, Options, box
from pegboard.board.panel.collisions import collisions
from pegboard.cli.layout.check import check_command
from pegboard.controls.buttons import buttons
from tests.support.small_layout import EXTRA_LAMPS, SMALL_LAYOUT


def planned(name: str, button_mm: int = 24) -> Box:
    return box(load_layout(name), Options(button_mm=button_mm))


def moved(plan: Box, item: Item, dx: float, dy: float) -> list[str]:
    """Returns the collisions after moving an item."""
    others = tuple(each for each in plan.items if each != item)
    return list(collisions(replace(plan, items=(*others, item.moved(dx, dy)))))


@pytest.mark.parametrize("size", BUTTONS)
@pytest.mark.parametrize("name", layout_names())
def test_bundled_layouts_have_no_collisions(name: str, size: int) -> None:
    plan = planned(name, size)
    assert list(collisions(plan)) == []
    names = {control.name for control in plan.controls if not control.name.endswith("dial")}
    assert names == {str(button) for button in buttons(min(4, plan.layout.tracks))}
    assert len(plan.holes) == len(plan.panel.holes)


def test_small_custom_board_has_room_for_its_electronics() -> None:
    for text in (SMALL_LAYOUT, SMALL_LAYOUT + EXTRA_LAMPS):
        plan = box(Layout.parse(text, "small"))
        assert list(collisions(plan)) == []
        assert plan.width_mm > 236 and plan.height_mm > 128


MOVABLE = [
    item
    for item in planned("two-track").items
    if item.kind in ("control", "screw", "board", "support", "plug", "opening")
]


@given(st.sampled_from(MOVABLE), st.data(), st.floats(-0.9, 0.9), st.floats(-0.9, 0.9))
def test_moved_part_is_reported_as_colliding(
    item: Item, data: st.DataObject, dx: float, dy: float
) -> None:
    plan = planned("two-track")
    onto = [
        each
        for each in plan.items
        if each.name != item.name
        and min(each.far_mm, item.far_mm) > max(each.near_mm, item.near_mm) + 0.1
        and not (each.owner and each.owner == item.owner)
    ]
    victim = data.draw(st.sampled_from(onto))
    (x, y), (to_x, to_y) = middle(item), middle(victim)
    found = moved(plan, item, to_x - x + dx, to_y - y + dy)
    assert any(item.name in each and victim.name in each for each in found)


def middle(item: Item) -> tuple[float, float]:
    xs, ys = zip(*item.corners, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def test_part_outside_the_box_is_reported() -> None:
    plan = planned("two-track")
    (ok,) = (item for item in plan.items if item.name == "the button ok")
    assert "the button ok is 7.0 mm outside the box" in moved(plan, ok, 0, 15)
    shallow = replace(plan, depth_mm=35)
    assert "the button ok is 5.0 mm deeper than the box" in list(collisions(shallow))


def test_electronics_and_strip_do_not_overlap_in_depth() -> None:
    """Without wires under the boards the depth follows from the stack."""
    plan = planned("two-track-60", 12)
    board = min(item.near_mm for item in plan.items if item.kind == "board")
    wires = max(item.far_mm for item in plan.items if item.kind == "wires")
    assert 2 <= board - wires < 8


def test_check_reports_a_row_without_room_for_wires(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    text, _ = layout_text("two-track-60")
    path.write_text(text)
    assert check_command(str(path), as_json=False) == 0
    # The rows end as near to the right edge of a panel as the holes may be.
    path.write_text(text.replace("width_mm = 544", "width_mm = 526.5"))
    assert check_command(str(path), as_json=True) == 1
    doubts = json.loads(capsys.readouterr().out.splitlines()[-1])["doubts"]
    assert any(
        each.startswith("box with 24 mm buttons: the right wall and the wires at the end of row 1")
        for each in doubts
    )


@pytest.mark.parametrize("name", ["two-track", "three-track", "four-track"])
def test_side_seats_run_clockwise(name: str) -> None:
    plan = planned(name)
    fives = sorted(
        (each for each in plan.controls if each.name.endswith("+5")), key=lambda each: each.name
    )
    turns = [
        atan2(each.at[1] - plan.height_mm / 2, each.at[0] - plan.width_mm / 2) for each in fives
    ]  # clockwise, as y is downwards
    from_the_first = [(turn - turns[0]) % (2 * pi) for turn in turns]
    assert from_the_first == sorted(from_the_first)
