"""Debouncing: one press of a finger is one press."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.controls import Button, Debounce, Edge, Pressed
from pegboard.controls.debounce import MANY_PRESSES, MAX_EDGES, START_STUCK_S, STUCK_S

A, B = Button.parse("0+1"), Button.parse("1+5")
HOLD = 25  # milliseconds, as everywhere in this file


def presses(edges: str, *, button: Button = A, quiet: int = 200) -> list[int]:
    """Feeds e.g. `v0 ^3 v5`: down at 0 ms, up at 3 ms, and so on; polls as late as allowed."""
    debounce = Debounce(HOLD / 1000)
    found: list[Pressed] = []
    last = 0
    for word in edges.split():
        last = int(word[1:])
        if press := debounce.feed(Edge(button, word[0] == "v", last / 1000)):
            found.append(press)
    found += debounce.due((last + quiet) / 1000)
    assert debounce.next_due() is None
    return [round(press.at * 1000) for press in found]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("", []),
        ("v0", [0]),
        ("v0 ^60", [0]),
        ("v0 ^60 v120 ^180", [0, 120]),
        ("v0 ^2 v4 ^5 v9 ^80", [0]),  # it bounces when pressed
        ("v0 ^80 v82 ^83 v90 ^95", [0]),  # and when let go
        ("v0 ^2 v4 ^60 v61 ^70", [0]),  # both
        ("v0 ^10", [0]),  # a tap shorter than the hold: the release is found at 25
        ("v0 ^10 v60 ^70", [0, 60]),  # so that the next tap counts
        ("v0 ^24 v26 ^28", [0]),  # bounce across the second look
        ("v0 ^10 v40 ^45 v51", [0, 51]),  # 40 is in the hold of the release found at 25
        ("v0 ^40 v50", [0, 65]),  # pressed again in the hold of the release: not lost
        ("v0 ^40 v50 ^55", [0]),  # gone again before the second look: bounce
        ("v0 v1 v2 ^60 ^61", [0]),  # an edge told twice
        ("^5", []),  # let go without a press
        ("v0 ^25 v50 ^75", [0, 50]),  # a hold is over at its very end
        ("v0 ^1000 v1001 ^1002", [0]),
    ],
)
def test_edge_sequences_give_expected_presses(edges: str, expected: list[int]) -> None:
    assert presses(edges) == expected


def test_light_responds_to_first_edge() -> None:
    debounce = Debounce()
    assert debounce.feed(Edge(A, True, 5.0)) == Pressed(A, 5.0)
    assert debounce.next_due() == pytest.approx(5.025)
    assert debounce.due(5.024) == []
    assert debounce.due(5.025) == []
    assert debounce.next_due() is None


def test_poll_returns_presses_in_time_order() -> None:
    debounce = Debounce(0.020)
    for button, start in ((B, 0.004), (A, 0.0)):
        assert debounce.feed(Edge(button, True, start))
        assert not debounce.feed(Edge(button, False, start + 0.050))
        assert not debounce.feed(Edge(button, True, start + 0.055))
    assert debounce.next_due() == pytest.approx(0.070)
    assert [press.button for press in debounce.due(0.1)] == [A, B]
    assert debounce.due(0.1) == []


def test_late_press_is_reported_with_the_next_edge() -> None:
    debounce = Debounce(0.025)
    assert debounce.feed(Edge(A, True, 0.0))
    assert not debounce.feed(Edge(A, False, 0.040))
    assert not debounce.feed(Edge(A, True, 0.050))
    pressed = debounce.feed(Edge(A, False, 0.200))
    assert pressed and pressed.at == pytest.approx(0.065)


def test_simultaneous_presses_both_count() -> None:
    debounce = Debounce()
    assert debounce.feed(Edge(A, True, 1.0)) == Pressed(A, 1.0)
    assert debounce.feed(Edge(B, True, 1.0)) == Pressed(B, 1.0)


def test_button_down_at_start_is_not_a_press() -> None:
    debounce = Debounce()
    assert debounce.feed(Edge(A, True, 0.0, initial=True)) is None
    assert debounce.due(1.0) == []
    assert debounce.faults(START_STUCK_S - 0.1) == ()
    assert debounce.next_fault(0.0) == START_STUCK_S
    assert "button 0+1 has been held down since the start" in str(debounce.faults(START_STUCK_S)[0])
    assert debounce.next_fault(START_STUCK_S) is None
    assert debounce.feed(Edge(A, False, 12.0)) is None
    assert debounce.feed(Edge(A, True, 13.0)) == Pressed(A, 13.0)
    assert debounce.faults(13.0) == ()


def test_stuck_button_is_reported_until_released() -> None:
    debounce = Debounce()
    debounce.feed(Edge(A, True, 0.0))
    debounce.feed(Edge(B, True, 5.0))
    assert debounce.faults(STUCK_S - 0.1) == ()
    assert [each.facts["button"] for each in debounce.faults(STUCK_S + 0.1)] == ["0+1"]
    assert [each.facts["button"] for each in debounce.faults(STUCK_S + 5.1)] == ["0+1", "1+5"]
    debounce.feed(Edge(A, False, STUCK_S + 6))
    assert [each.facts["button"] for each in debounce.faults(STUCK_S + 6)] == ["1+5"]


def test_deadline_of_next_fault_is_known() -> None:
    debounce = Debounce()
    assert debounce.next_fault(0.0) is None
    debounce.feed(Edge(A, True, 1.0))
    assert debounce.next_fault(2.0) == 1.0 + STUCK_S
    assert debounce.faults(1.0 + STUCK_S) and not debounce.faults(0.999 + STUCK_S)
    assert debounce.next_fault(1.0 + STUCK_S) is None
    debounce.feed(Edge(A, False, 100.0))
    assert debounce.next_fault(100.0) is None


def test_button_never_pressed_is_reported_after_many_presses() -> None:
    debounce = Debounce()
    for number in range(MANY_PRESSES):
        assert debounce.missing((A, B)) == ()
        debounce.feed(Edge(A, True, number * 0.2))
        debounce.feed(Edge(A, False, number * 0.2 + 0.1))
    (missing,) = debounce.missing((A, B))
    assert str(missing) == "button 1+5 has not been pressed once in 200 presses; is it connected?"
    debounce.feed(Edge(B, True, 1e4))
    assert debounce.missing((A, B)) == ()


def test_chattering_button_is_reported_and_ignored_until_quiet() -> None:
    debounce = Debounce()
    due_times = [
        debounce.feed(Edge(A, step % 2 == 0, step * 0.005)) is not None
        for step in range(6 * MAX_EDGES)
    ]
    assert any(due_times[:MAX_EDGES]) and not any(due_times[MAX_EDGES:])
    (fault,) = debounce.faults(2.5)
    assert str(fault).startswith("button 0+1 chatters (over 80 changes a second)")
    debounce.due(4.2)
    assert debounce.faults(4.2) == ()
    assert debounce.feed(Edge(A, True, 4.2)) == Pressed(A, 4.2)


trains = st.lists(st.integers(1, HOLD * 1000 - 1), max_size=16).map(lambda us: sorted(set(us)))
"""Edges of one bounce train, in microseconds after its first."""


@given(fingers=st.lists(st.tuples(st.sampled_from((A, B)), trains, trains), max_size=8))
def test_any_bounce_shorter_than_the_hold_is_one_press(
    fingers: list[tuple[Button, list[int], list[int]]],
) -> None:
    debounce = Debounce(HOLD / 1000)
    found: list[Pressed] = []
    expected: list[Pressed] = []
    now = 0
    for button, press_train, release_train in fingers:
        for level, train in ((True, press_train), (False, release_train)):
            # A train of an odd length would end on the wrong level: its last edge is left out.
            even = train[: len(train) // 2 * 2]
            if level:
                expected.append(Pressed(button, now / 1e6))
            for number, after in enumerate([0, *even]):
                edge = Edge(button, level == (number % 2 == 0), (now + after) / 1e6)
                found += filter(None, [debounce.feed(edge)])
            now += 2 * HOLD * 1000 if level else 500_000  # sooner, it might be a loose wire
            found += debounce.due(now / 1e6)
    assert found == expected


@given(
    gaps=st.lists(st.integers(100, 120_000), max_size=60),
    asked=st.lists(st.booleans(), min_size=60, max_size=60),
)
def test_result_does_not_depend_on_polling_times(gaps: list[int], asked: list[bool]) -> None:
    """Polling on time, late or never gives the same presses."""
    eager, lazy = Debounce(HOLD / 1000), Debounce(HOLD / 1000)
    first: list[Pressed] = []
    second: list[Pressed] = []
    now = 0
    for number, (gap, ask) in enumerate(zip(gaps, asked, strict=False)):
        if ask:
            first += eager.due((now + gap) / 1e6)
        now += gap
        edge = Edge(A, number % 2 == 0, now / 1e6)
        first += filter(None, [eager.feed(edge)])
        second += filter(None, [lazy.feed(edge)])
    first += eager.due(now / 1e6 + 1)
    second += lazy.due(now / 1e6 + 1)
    assert first == second
    assert len(first) <= (len(gaps) + 1) // 2
    pressed = eager.feed(Edge(A, True, now / 1e6 + 2))
    assert (pressed is None) == (len(gaps) % 2 == 1)  # it knew the level in the end
