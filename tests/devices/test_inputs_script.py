"""Presses from a text file."""

from pathlib import Path
from queue import Queue

import pytest

from pegboard.controls import Button, Input, Pressed
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs.script import Script, parse
from pegboard.errors import Common, DeviceLost, DeviceMissing, NotationError


def test_script_posts_timed_presses(tmp_path: Path) -> None:
    path = tmp_path / "presses.txt"
    path.write_text("# how it goes\n0 0+5   # at once\n\n0.01 0+1\n0.02 ok\n", encoding="utf-8")
    inbox: Queue[Input] = Queue()
    source = open_inputs(f"script:{path}", 2)
    source.start(inbox.put)
    items = [inbox.get(timeout=20) for _ in range(3)]
    source.close()
    source.close()
    assert all(isinstance(item, Pressed) for item in items)
    assert [str(item.button) for item in items if isinstance(item, Pressed)] == ["0+5", "0+1", "ok"]
    assert items[2].at - items[0].at >= 0.019


class Board:
    """A board whose second press raises `DeviceLost`."""

    def __init__(self) -> None:
        self.pressed: Queue[Button] = Queue()

    def press(self, button: Button) -> None:
        self.pressed.put(button)
        if self.pressed.qsize() == 2:
            raise DeviceLost(Common.VERBATIM, says="gone")


def test_script_presses_board_buttons() -> None:
    inbox: Queue[Input] = Queue()
    board = Board()
    source = Script(parse("0 ok\n0 undo\n0 count"), board)
    source.start(inbox.put)
    assert source._thread is not None
    source._thread.join(20)
    source.close()
    assert [str(button) for button in board.pressed.queue] == ["ok", "undo", "count"]
    assert inbox.empty()


def test_script_stops_when_closed() -> None:
    inbox: Queue[Input] = Queue()
    source = Script(parse("0 ok\n3600 undo"))
    source.start(inbox.put)
    assert inbox.get(timeout=20)
    source.close()
    assert inbox.empty()
    Script(()).close()  # never started


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 ok\n1", "here:2: '1': must be seconds and a button"),
        ("\nok 1", "here:2: seconds must be a number, got 'ok'"),
        ("-1 ok", "here:1: seconds must be a number, got '-1'"),
        ("nan ok", "here:1: seconds must be a number, got 'nan'"),
        ("inf ok", "here:1: seconds must be a number, got 'inf'"),
        ("1 yes", "here:1: unknown button 'yes'"),
        ("2 ok\n1 ok", "here:2: 1 must not be earlier than the line above"),
        ("0 ok ok", "here:1: '0 ok ok'"),
    ],
)
def test_malformed_script_error_names_line(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words) as caught:
        parse(text, "here")
    assert caught.value.line == int(words.split(":")[1])


def test_missing_script_raises_device_missing(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match="No such file"):
        open_inputs(f"script:{tmp_path}/none", 2)
    (tmp_path / "x").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(DeviceMissing, match="not a text file"):
        open_inputs(f"script:{tmp_path}/x", 2)
