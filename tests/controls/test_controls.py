"""Buttons and their names."""

import pytest

from pegboard.controls import Button, ButtonKind, Edge, Pressed, buttons
from pegboard.errors import NotationError


@pytest.mark.parametrize(
    ("text", "button"),
    [
        ("0+1", Button(ButtonKind.PLUS1, 0)),
        ("1+5", Button(ButtonKind.PLUS5, 1)),
        ("3-1", Button(ButtonKind.MINUS1, 3)),
        ("ok", Button(ButtonKind.OK)),
        ("undo", Button(ButtonKind.UNDO)),
        ("count", Button(ButtonKind.COUNT)),
        ("2push", Button(ButtonKind.PUSH, 2)),
    ],
)
def test_button_round_trips_through_its_name(text: str, button: Button) -> None:
    assert Button.parse(text) == button
    assert Button.parse(f" {text.upper()} ") == button
    assert str(button) == text


@pytest.mark.parametrize(
    "text", ["", "0", "+1", "0+2", "0-5", "4+1", "0ok", "ok0", "0+11", "٠+1", "push", "4push"]
)
def test_invalid_button_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="must be ok, undo, count") as caught:
        Button.parse(text)
    assert repr(text) in str(caught.value)


def test_board_lists_all_its_buttons() -> None:
    names = [str(button) for button in buttons(2)]
    assert names == ["0+1", "0+5", "0-1", "1+1", "1+5", "1-1", "ok", "undo", "count"]
    assert len(set(buttons(4))) == 15
    assert not any(button.kind is ButtonKind.PUSH for button in buttons(4))


def test_button_points() -> None:
    assert {kind: kind.points for kind in ButtonKind if kind.points} == {"+1": 1, "+5": 5, "-1": -1}


def test_inputs_are_values() -> None:
    ok = Button.parse("ok")
    assert Edge(ok, True, 1.0) == Edge(ok, True, 1.0, initial=False)
    assert {Pressed(ok, 1.0), Pressed(ok, 1.0)} == {Pressed(ok, 1.0)}
