"""The cut list: whole pads, and only necessary joints."""

from itertools import groupby, pairwise
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.building import cuts
from pegboard.board.panel.cutting import (
    CLEAR_LEDS,
    HEAD,
    Place,
    cut_list,
    half_metre,
    joint_note,
    strip_leds,
)
from tests.support.small_layout import SMALL_LAYOUT


def board(pieces: list[int], leds_per_m: int) -> Layout:
    """Returns a one-track board with rows of these lengths, one below the other."""
    rows, hole = [], 1
    for number, leds in enumerate(pieces):
        y, last = 30 * number + 15, hole + leds - 1
        rows.append(
            f"[[row]]\ntrack = 0\nfirst_hole = {hole}\nlast_hole = {last}\n"
            f"first_pixel = {hole - 1}\nfrom_mm = [0, {y}]\n"
            f"to_mm = [{1000 / leds_per_m * (leds - 1):.3f}, {y}]\n"
        )
        hole += leds
    head = f"tracks = 1\nholes = {sum(pieces)}\nwidth_mm = 9999\nheight_mm = 9999\n"
    return Layout.parse(head + f"leds_per_m = {leds_per_m}\n" + "".join(rows), "board")


def check(layout: Layout) -> None:
    """Asserts the invariants of a cut list."""
    places, whole = cut_list(layout), strip_leds(layout)
    half = half_metre(layout.leds_per_m or 0)
    assert {place.row: place.leds for place in places} == {
        row: cut.leds for row, cut in enumerate(cuts(layout), 1)
    }
    assert len(places) == len(cuts(layout))
    for place in places:
        begin, end = place.first - 1, place.last
        assert 0 <= begin < end <= whole
        assert place.halves == (begin // half + 1, (end - 1) // half + 1)
        assert [begin + joint for joint in place.joints] == [
            at for at in range(half, whole, half) if begin < at < end
        ]
        assert len(place.joints) == ceil(place.leds / half) - 1
        if place.leds % half < half - 1 and place.leds + half <= whole:
            ends = {at for at in (begin, end) if 0 < at < whole}
            assert [at for at in ends if at % half == 0] == [] or place.leds % half == 0
            if half > 2 * CLEAR_LEDS and place.leds % half:
                far = range(CLEAR_LEDS, place.leds - CLEAR_LEDS + 1)
                assert [joint for joint in place.joints if joint not in far] == []
    for number, (strip, some) in enumerate(groupby(places, key=lambda place: place.strip), 1):
        assert strip == number
        check_strip(list(some), whole, half)


def check_strip(places: list[Place], whole: int, half: int) -> None:
    """Asserts that pieces are separated by a lost LED or an opened joint, listed once."""
    lost = [led for place in places for led in place.lost]
    opened = [led for place in places for led in place.opened]
    assert len({*lost}) == len(lost) and len({*opened}) == len(opened)
    used = [led for place in places for led in range(place.first, place.last + 1)]
    assert not {*lost} & {*used} and used == sorted(used)
    for place in places:
        before, after = place.first - 1, place.last + 1
        # Nothing to part at the ends of the strip; else an LED, or the joint, on both sides.
        assert before == 0 or before in lost or (before in opened and before % half == 0)
        assert after > whole or after in lost or (place.last in opened and not place.last % half)
    for one, other in pairwise(places):
        gap = other.first - one.last - 1
        assert gap >= 1 or one.last in opened


@given(
    st.lists(st.integers(1, 70), min_size=1, max_size=14),
    st.sampled_from([10, 30, 32, 60, 72, 74, 75, 96, 100, 144, 160, 200]),
)
def test_pieces_have_whole_pads_and_only_necessary_joints(
    pieces: list[int], leds_per_m: int
) -> None:
    check(board(pieces, leds_per_m))


@pytest.mark.parametrize("name", layout_names())
def test_rows_up_to_half_a_metre_have_no_joint(
    name: str,
) -> None:
    layout = load_layout(name)
    check(layout)
    longer = layout.leds_per_m == 60
    joints = {place.row: len(place.joints) for place in cut_list(layout)}
    assert joints == {
        row: int(longer and cut.leds == 31) for row, cut in enumerate(cuts(layout), 1)
    }
    assert bool(joint_note(layout)) == longer
    # The lost LEDs need no further strip.
    fewest = {"two-track-scoreboard": 3}.get(name, ceil(layout.length / strip_leds(layout)))
    assert max(place.strip for place in cut_list(layout)) == fewest


def test_two_rows_and_a_lost_led_fit_half_a_metre() -> None:
    first, second, third, _ = cut_list(board([31, 31, 31, 31], 144))
    assert (first.first, first.last, first.lost) == (1, 31, (32,))
    assert (second.first, second.last, second.lost) == (33, 63, (64,))
    # LED 73 is the first of the next half metre: lost, so that the joint stays outside.
    assert (third.halves, third.first, third.lost) == ((2, 2), 74, (73, 105))


def test_half_metre_pieces_are_unsoldered() -> None:
    assert [place.cells() for place in cut_list(board([30, 30, 30], 60))] == [
        ["1", "30", "1", "1", "1", "30", "", "unsolder behind LED 30"],
        ["2", "30", "1", "2", "31", "60", "", "unsolder behind LED 60"],
        ["3", "30", "1", "3", "61", "90", "", "unsolder behind LED 90"],
    ]
    (place,) = cut_list(board([70], 60))
    row = ["1", "70", "1", "1 to 3", "1", "70", "71", "inside, after 30 and 60 LEDs"]
    assert place.cells() == row and len(row) == len(HEAD)


def test_longest_pieces_are_cut_first_if_that_saves_a_strip() -> None:
    """In given order, short pieces would share a strip and long ones need one each."""
    places = cut_list(board([20, 20, 50, 50], 144))
    assert [(place.row, place.strip, place.halves) for place in places] == [
        (3, 1, (1, 1)), (1, 1, (1, 1)), (4, 1, (2, 2)), (2, 1, (2, 2)),
    ]  # fmt: skip


def test_oversized_piece_requires_a_longer_strip() -> None:
    layout = board([200], 144)
    assert strip_leds(layout) == 288 and strip_leds(board([9], 144)) == 144
    check(layout)


def test_layout_without_strip_needs_no_cutting() -> None:
    with pytest.raises(ValueError, match="x does not say how many LEDs a metre its strip has"):
        cut_list(Layout.parse(SMALL_LAYOUT, "x"))
