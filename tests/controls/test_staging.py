"""Staging: presses become committed scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.controls import (
    Button,
    ButtonKind,
    Commit,
    Confirm,
    Count,
    Intent,
    Pressed,
    Staging,
    Turned,
    Undo,
    buttons,
)
from pegboard.cribbage.notation import format_action


def play(script: str, *, scores: tuple[int, int] = (50, 60), target: int = 121) -> list[str]:
    """Runs e.g. `0+1@0 ok@0.5 due@3`; returns intents as text: `0+1` a commit, else the kind."""
    staging = Staging(2, target=target)
    now = list(scores)
    result: list[str] = []
    for word in script.split():
        name, _, at = word.partition("@")
        intents: tuple[Intent, ...]
        if name == "due":
            intents = staging.due(float(at))
        else:
            intents = staging.press(Pressed(Button.parse(name), float(at)), tuple(now))
        for intent in intents:
            if isinstance(intent, Commit):
                now[intent.seat] += intent.delta
                result.append(f"{intent.seat}{intent.delta:+}")
            else:
                result.append(type(intent).__name__.lower())
    return result


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("0+1@0 due@1.4", []),
        ("0+1@0 due@1.5", ["0+1"]),
        ("0+1@0 0+1@1 due@2.4", []),  # every press restarts the clock
        ("0+1@0 0+1@1 due@2.5", ["0+2"]),
        ("0+5@0 0+1@0.2 0+1@0.4 ok@0.5", ["0+7"]),
        ("0+5@0 0-1@0.2 ok@0.5", ["0+4"]),
        ("0-1@0 0-1@0.2 ok@0.5", ["0-2"]),  # a correction
        ("0+1@0 0-1@0.2 due@9", []),  # nothing is nothing
        ("0+1@0 0-1@0.2 ok@0.4", ["confirm"]),
        ("0+1@0 1+5@0.1 ok@0.2", ["0+1", "1+5"]),  # OK is for all
        ("1+5@0 0+1@0.1 ok@0.2", ["1+5", "0+1"]),  # first completed, first pegged
        ("0+1@0 1+5@0 due@1.5", ["0+1", "1+5"]),
        ("0+1@0 1+5@1 due@1.6 due@2.5", ["0+1", "1+5"]),  # every seat has its own clock
        ("0+1@0 0+1@2 due@4", ["0+1", "0+1"]),  # a late press is another score
        ("0+1@0 1+1@2 ok@2.1", ["0+1", "1+1"]),
        ("ok@0", ["confirm"]),
        ("ok@0 ok@0.1", ["confirm", "confirm"]),
        ("0+1@0 ok@0.1 ok@0.2", ["0+1", "confirm"]),
        ("0+1@0 ok@1.6", ["0+1"]),  # a finger that came too late says yes to nothing
        ("0+1@0 due@1.5 ok@1.9", ["0+1"]),
        ("0+1@0 due@1.5 ok@2.0", ["0+1", "confirm"]),
        ("undo@0", ["undo"]),
        ("0+1@0 1+5@0 undo@0.5 due@9", []),
        ("0+1@0 undo@0.5 undo@0.6", ["undo"]),
        ("0+1@0 undo@1.5", ["0+1", "undo"]),  # it was pegged just before
        ("count@0", ["count"]),
        ("0+5@0 count@0.5 due@1.5", ["count", "0+5"]),
        ("0+5@0 count@2", ["0+5", "count"]),
        ("2+5@0 3-1@0 due@9", []),  # a seat that does not play
    ],
)
def test_presses_give_expected_intents(script: str, expected: list[str]) -> None:
    assert play(script) == expected


@pytest.mark.parametrize(
    ("script", "scores", "expected"),
    [
        ("0+5@0 0+1@0 due@9", (118, 0), ["0+3"]),
        ("0+5@0 0-1@0 due@9", (118, 0), ["0+2"]),  # from what the lights show
        ("0+1@0 due@9", (121, 0), []),
        ("0-1@0 due@9", (121, 0), ["0-1"]),
        ("0-1@0 0-1@0 0-1@0 due@9", (2, 0), ["0-2"]),
        ("1-1@0 due@9", (2, 0), []),
        ("0+5@0 0+5@2 due@9", (114, 0), ["0+5", "0+2"]),  # `scores` was passed before the first
    ],
)
def test_score_stays_on_the_board(
    script: str, scores: tuple[int, int], expected: list[str]
) -> None:
    assert play(script, scores=scores) == expected


def test_limit_at_61() -> None:
    assert play("1+5@0 due@2", target=61) == ["1+1"]


def test_pending_points_and_commit_time() -> None:
    staging = Staging(3, commit_s=2.0)
    assert staging.pending == (0, 0, 0)
    assert staging.next_due() is None
    staging.press(Pressed(Button.parse("2+5"), 1.0), (0, 0, 0))
    staging.press(Pressed(Button.parse("0+1"), 1.5), (0, 0, 0))
    assert staging.pending == (1, 0, 5)
    assert staging.next_due() == 3.0
    assert staging.due(3.0) == (Commit(2, 5),)
    assert staging.next_due() == 3.5
    staging.clear()
    assert staging.pending == (0, 0, 0)
    assert staging.due(9.0) == ()


@pytest.mark.parametrize(
    ("commit", "score", "line"),
    [
        (Commit(0, 5), 12, "peg 0 5"),
        (Commit(1, -2), 12, "correct 1 10"),
        (Commit(1, -2), 1, "correct 1 0"),  # somebody undid a score meanwhile
    ],
)
def test_commit_gives_the_line_for_the_record(commit: Commit, score: int, line: str) -> None:
    assert format_action(commit.to_action(score)) == line


class Hands:
    """A simple model of a two-player table: pending and committed points."""

    def __init__(self, target: int) -> None:
        self.staging = Staging(2, target=target)
        self.target = target
        self.scores = [target // 2, target // 2]
        self.pressed = [0, 0]  # sum of presses not undone
        self.intents: list[Intent] = []

    def take(self, intents: tuple[Intent, ...]) -> None:
        for intent in intents:
            self.intents.append(intent)
            if isinstance(intent, Commit):
                assert intent.delta != 0
                self.scores[intent.seat] += intent.delta
                self.pressed[intent.seat] -= intent.delta
        assert all(0 <= score <= self.target for score in self.scores)


steps = st.lists(
    st.tuples(st.sampled_from((*buttons(2), None)), st.integers(0, 2500)),
    max_size=60,
)


@given(steps=steps)
def test_every_press_is_committed_once(steps: list[tuple[Button | None, int]]) -> None:
    hands = Hands(target=10_000)  # far from both ends: nothing is clamped
    staging = hands.staging
    now = 0.0
    for button, wait in steps:
        now += wait / 1000
        hands.take(staging.due(now))
        if button is None:
            continue
        if button == Button.parse("undo"):
            hands.pressed = [0, 0]  # discards pending points; pegged points are an Undo
        hands.take(staging.press(Pressed(button, now), tuple(hands.scores)))
        if button.seat is not None:
            hands.pressed[button.seat] += button.kind.points
        assert list(staging.pending) == hands.pressed
    hands.take(staging.due(now + 1.5))
    assert hands.pressed == [0, 0] and staging.pending == (0, 0)
    assert staging.next_due() is None and staging.due(now + 99) == ()
    buttons_pressed = [button for button, _ in steps]
    assert sum(isinstance(intent, Count) for intent in hands.intents) == buttons_pressed.count(
        Button.parse("count")
    )
    assert sum(isinstance(i, Undo) for i in hands.intents) <= buttons_pressed.count(
        Button.parse("undo")
    )
    assert sum(isinstance(i, Confirm) for i in hands.intents) <= buttons_pressed.count(
        Button.parse("ok")
    )


@given(steps=steps)
def test_score_never_leaves_the_board(steps: list[tuple[Button | None, int]]) -> None:
    hands = Hands(target=6)
    now = 0.0
    for button, wait in steps:
        now += wait / 1000
        if button is None:
            hands.take(hands.staging.due(now))
        else:
            hands.take(hands.staging.press(Pressed(button, now), tuple(hands.scores)))
        for score, pending in zip(hands.scores, hands.staging.pending, strict=True):
            assert 0 <= score + pending <= 6


def dialled(staging: Staging, steps: int, at: float, seat: int = 0) -> tuple[Intent, ...]:
    return staging.turn(Turned(seat, steps, at), (50, 60))


PUSH = Button.parse("0push")


def test_dial_step_adds_a_point_and_push_commits() -> None:
    staging = Staging(2)
    for number in range(6):
        assert dialled(staging, 1, number * 0.1) == ()
    assert dialled(staging, -1, 0.7) == ()
    assert dialled(staging, 1, 0.8, seat=1) == ()
    assert staging.pending == (5, 1)
    assert staging.press(Pressed(PUSH, 1.0), (50, 60)) == (Commit(0, 5),)
    assert staging.pending == (0, 1)  # the other seat's dial is the other seat's
    assert staging.press(Pressed(PUSH, 1.1), (55, 60)) == ()
    assert staging.due(2.3) == (Commit(1, 1),)


def test_dial_commits_automatically_like_buttons() -> None:
    staging = Staging(2)
    dialled(staging, 3, 0.0)
    assert dialled(staging, 1, 2.0) == (Commit(0, 3),)
    assert staging.pending == (1, 0)
    dialled(staging, 99, 2.1)
    assert staging.pending == (121 - 50, 0)
    assert dialled(staging, 1, 2.2, seat=3) == ()  # nobody sits there


def test_push_without_pending_points_confirms() -> None:
    staging = Staging(2)
    assert staging.press(Pressed(PUSH, 0.0), (0, 0)) == (Confirm(),)
    assert staging.press(Pressed(Button.parse("3push"), 0.0), (0, 0)) == ()
    dialled(staging, 2, 1.0)
    assert staging.press(Pressed(PUSH, 2.6), (0, 0)) == (Commit(0, 2),)  # it came too late


def test_point_without_a_seat_is_ignored() -> None:
    staging = Staging(2)
    assert staging.press(Pressed(Button(ButtonKind.PLUS1), 0.0), (0, 0)) == ()
    assert staging.pending == (0, 0)
