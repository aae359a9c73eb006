"""Dials: one step per detent, however the contacts chatter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.controls import Dial, Turned
from pegboard.controls.dial import MAX_INVALID

CLOCKWISE = ("a1", "b1", "a0", "b0")
BACK = ("b1", "a1", "b0", "a0")


def turn(dial: Dial, edges: list[str], at: float = 0.0) -> list[int]:
    turned = [dial.feed(edge[0], edge[1] == "1", at) for edge in edges]
    return [each.steps for each in turned if each is not None]


@pytest.mark.parametrize(("way", "steps"), [(CLOCKWISE, 1), (BACK, -1)])
def test_step_is_reported_at_its_end(way: tuple[str, ...], steps: int) -> None:
    dial = Dial(1)
    turns = [dial.feed(edge[0], edge[1] == "1", 0.5) for edge in way]
    assert turns == [None, None, None, Turned(1, steps, 0.5)]
    assert dial.invalid == 0


def test_half_step_and_back_is_no_step() -> None:
    dial = Dial(0)
    assert turn(dial, ["a1", "b1", "b0", "a0"]) == []
    assert turn(dial, ["a1", "b1", "a0", "a1", "b0", "a0"]) == []
    assert turn(dial, list(CLOCKWISE)) == [1]


def test_encoder_with_two_detents_per_period() -> None:
    dial = Dial(0, quarters=2)
    assert turn(dial, list(CLOCKWISE)) == [1, 1]
    assert turn(dial, list(BACK)) == [-1, -1]


def test_knob_between_detents_at_start_counts_no_unseen_step() -> None:
    dial = Dial(0)
    dial.set_levels(True, True)
    assert not dial.has_moved
    assert turn(dial, ["a0", "b0"]) == []
    assert turn(dial, list(CLOCKWISE)) == [1]
    assert dial.invalid == 0


def test_missed_edge_is_counted_as_invalid() -> None:
    dial = Dial(0)
    dial.poll(True, False, 0.0)
    assert dial.poll(False, True, 0.1) is None
    assert dial.invalid == 1
    assert dial.poll(False, False, 0.2) is None  # half a step is no step
    assert turn(dial, list(BACK)) == [-1]


def test_step_restarts_after_a_missed_edge() -> None:
    dial = Dial(0)
    for a, b in ((True, False), (True, True), (False, False)):
        assert dial.poll(a, b, 0.0) is None
    assert dial.invalid == 1
    assert turn(dial, list(BACK)) == [-1]
    assert turn(dial, list(CLOCKWISE)) == [1]


def test_skipping_dial_is_reported_until_quiet() -> None:
    dial = Dial(1)
    for number in range(MAX_INVALID):
        assert dial.fault(0.1 * number) is None
        dial.poll(not number % 2, not number % 2, 0.1 * number)
    assert dial.invalid == MAX_INVALID
    assert "the dial of seat 1 skips; look for a loose wire" in str(dial.fault(2.0))
    assert dial.fault(30.0) is None


@given(
    st.lists(st.sampled_from([1, -1]), max_size=12),
    st.data(),
)
def test_bounce_leaves_no_residue(ways: list[int], data: st.DataObject) -> None:
    dial, edges = Dial(0), []
    for way in ways:
        for edge in CLOCKWISE if way > 0 else BACK:
            contact, level = edge[0], int(edge[1])
            for _ in range(data.draw(st.integers(0, 4))):  # it chatters before it settles
                edges += [f"{contact}{level}", f"{contact}{1 - level}"]
            edges.append(edge)
    assert sum(turn(dial, edges)) == sum(ways)
    assert dial.invalid == 0


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=200))
def test_step_requires_a_full_sequence(
    levels: list[tuple[bool, bool]],
) -> None:
    dial = Dial(0)
    turns = [turned for a, b in levels if (turned := dial.poll(a, b, 0.0))]
    assert 4 * len(turns) <= len(levels)
    assert all(abs(turned.steps) == 1 for turned in turns)
    assert dial.invalid <= len(levels)
