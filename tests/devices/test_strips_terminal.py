"""The board drawn in a terminal."""

import io
import re
from pathlib import Path

import pytest

from pegboard.board.color import OKABE_ITO, for_leds
from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.devices.strips import terminal
from pegboard.errors import ConfigError, DeviceLost, DeviceMissing

LAYOUT = load_layout("two-track")


class Terminal(io.StringIO):
    """A fake terminal that can be read, and closed."""

    is_closed = False

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.is_closed:
            raise BrokenPipeError("nobody is looking")
        return super().write(text)

    def take_output(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


def frame(*pegs: tuple[int, int]) -> bytes:
    return for_leds(render(Scene.of(pegs), LAYOUT, OKABE_ITO, 0))


def test_terminal_strip_draws_board_and_restores_screen() -> None:
    screen = Terminal()
    strip = terminal.open("", LAYOUT.length, screen)
    assert screen.take_output() == ""
    strip.show(frame((45, 33), (52, 40)))
    text = screen.take_output()
    assert text.startswith("\x1b[?1049h\x1b[?25l")
    places = re.findall(r"\x1b\[(\d+);(\d+)H", text)
    assert len(places) == len(set(places)) == LAYOUT.length
    assert max(int(line) for line, _ in places) <= 24
    assert max(int(column) for _, column in places) <= 80
    assert text.count("●") == 2 + 11 + 2 + 5 + 4 + 2
    assert "\x1b[38;2;0;163;255m●" in text
    strip.close()
    assert screen.take_output() == "\x1b[0m\x1b[?25h\x1b[?1049l"


def test_terminal_strip_draws_only_changes() -> None:
    screen = Terminal()
    strip = terminal.open("two-track", LAYOUT.length, screen)
    strip.show(frame((45, 33), (52, 40)))
    screen.take_output()
    strip.show(frame((45, 33), (52, 40)))
    assert screen.take_output() == ""
    strip.show(frame((46, 33), (52, 40)))
    assert len(re.findall(r"H\x1b", screen.take_output())) == 2


def test_closed_terminal_raises_device_lost() -> None:
    screen = Terminal()
    strip = terminal.open("", LAYOUT.length, screen)
    screen.is_closed = True
    with pytest.raises(DeviceLost, match="nobody is looking"):
        strip.show(frame((45, 33), (52, 40)))


def test_unlit_terminal_strip_writes_nothing_on_close() -> None:
    screen = Terminal()
    terminal.open("", 10, screen).close()
    assert screen.take_output() == ""


def test_terminal_strip_writes_one_plain_picture_to_pipe() -> None:
    pipe = io.StringIO()
    strip = terminal.open("", LAYOUT.length, pipe)
    strip.show(frame((3, 1), (2, 0)))
    strip.show(frame((45, 33), (52, 40)))
    assert pipe.getvalue() == ""
    strip.close()
    strip.close()
    lines = pipe.getvalue().split("\n")
    assert lines[3].split() == list("........O.-.-.-.-.-.o.........")
    assert lines[4].split() == list("...............O-----------o..")
    assert lines[2] == lines[5] == ""
    assert len(lines) == 12


def test_terminal_strip_without_layout_draws_rows() -> None:
    pipe = io.StringIO()
    strip = terminal.open("", 61, pipe)
    strip.show(bytes([255] * 3) + bytes(180))
    strip.close()
    assert pipe.getvalue() == "O" + "." * 59 + "\n.\n"


def test_terminal_strip_loads_layout_by_path(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(
        "tracks = 1\nholes = 1\nwidth_mm = 9\nheight_mm = 9\n"
        "[[row]]\ntrack = 0\nfirst_hole = 1\nlast_hole = 1\nfirst_pixel = 0\nfrom_mm = [4, 4]\n"
    )
    assert terminal.cells_of(Layout.parse(path.read_text(), "one")) == {0: (0, 0)}
    pipe = io.StringIO()
    strip = terminal.open(str(path), 1, pipe)
    strip.show(bytes([0, 0, 30]))
    strip.close()
    assert pipe.getvalue() == "-\n"


def test_terminal_strip_refuses_layout_of_other_size() -> None:
    with pytest.raises(DeviceMissing, match="that layout has 244 pixels, not 10"):
        terminal.open("two-track", 10)
    with pytest.raises(ConfigError, match="unknown layout 'moon'"):
        terminal.open("moon", 10)
