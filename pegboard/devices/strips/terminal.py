"""The board drawn in colour in a terminal, for use without LEDs.

    terminal:                   the layout with this number of pixels, or plain rows
    terminal:two-track          a layout by name, or the path of a layout file

It draws only changes, on the terminal's alternate screen, and restores the main screen at exit.
If the output is not a terminal (a pipe, a log), it writes one picture when closed, in plain
characters: `O` bright, `o` half, `-` faint, `.` dark.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import TextIO

from pegboard.board.color import for_screen
from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.devices.strips._ws2812 import check_frame
from pegboard.errors import Code, Common, DeviceLost, DeviceMissing

Cell = tuple[int, int]
"""A line and a column, counted from 0."""


class Terminal(Code):
    """Codes for a board drawn in a terminal."""

    UNWRITABLE = "terminal-unwritable", "terminal: cannot write: {why}"
    OTHER_LENGTH = (
        "terminal-other-length",
        "terminal:{layout}: that layout has {pixels} pixels, not {length}",
    )


_OPEN = "\x1b[?1049h\x1b[?25l\x1b[2J"  # alternate screen, no cursor, clear
_CLOSE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_ROW = 60
"""Pixels per line without a layout."""
_LEVELS = ((1, "."), (130, "-"), (215, "o"), (256, "O"))


class TerminalStrip:
    """Draws frames on a terminal; `cells` has the position of each pixel."""

    def __init__(self, length: int, cells: dict[int, Cell], stream: TextIO) -> None:
        self.length = length
        self._cells = cells
        self._stream = stream
        self._tty = stream.isatty()
        self._shown: bytes | None = None
        self._closed = False
        height = 1 + max((line for line, _ in cells.values()), default=0)
        self.below = height + 4 if self._tty else None
        """Number of the first terminal line below the board; None if there is none."""

    def show(self, frame: bytes) -> None:
        """Draws the changes since the previous frame.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed, or the terminal is gone.
        """
        check_frame(frame, self.length)
        if self._closed:
            raise DeviceLost(Common.CLOSED, device="terminal: the strip")
        if frame == self._shown:
            return
        if self._tty:
            self._write(("" if self._shown else _OPEN) + "".join(self._changes(frame)))
        self._shown = frame

    def _changes(self, frame: bytes) -> Iterator[str]:
        before, after = self._shown, for_screen(frame)
        for pixel, (line, column) in self._cells.items():
            part = slice(3 * pixel, 3 * pixel + 3)
            if before is None or before[part] != frame[part]:
                red, green, blue = after[part]
                lit = f"\x1b[38;2;{red};{green};{blue}m●" if any(after[part]) else "\x1b[0;90m·"
                yield f"\x1b[{line + 2};{column + 3}H{lit}"

    def close(self) -> None:
        """Restores the terminal; on any other stream writes the last picture."""
        if self._closed:
            return
        self._closed = True
        if self._shown is not None:
            self._write(_CLOSE if self._tty else plain(self._shown, self._cells))

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as error:
            raise DeviceLost(Terminal.UNWRITABLE, why=error) from error


def plain(frame: bytes, cells: dict[int, Cell]) -> str:
    """Returns a frame in plain characters."""
    screen = for_screen(frame)
    height = 1 + max((line for line, _ in cells.values()), default=0)
    width = 1 + max((column for _, column in cells.values()), default=0)
    lines = [[" "] * width for _ in range(height)]
    for pixel, (line, column) in cells.items():
        level = max(screen[3 * pixel : 3 * pixel + 3])
        lines[line][column] = next(sign for below, sign in _LEVELS if level < below)
    return "\n".join("".join(line).rstrip() for line in lines) + "\n"


def cells_of(layout: Layout) -> dict[int, Cell]:
    """Returns the terminal cells of a layout's pixels.

    Every height on the board with holes is a line, a wider gap an empty line; the width
    is drawn to scale.
    """
    places = [(pixel, x, y) for pixel, (x, y) in layout.lamps()]
    heights = sorted({y for _, _, y in places})
    narrow = min((after - before for before, after in pairwise(heights)), default=1.0)
    lines = {heights[0]: 0}
    for before, after in pairwise(heights):
        lines[after] = lines[before] + (2 if after - before > 1.25 * narrow else 1)
    left = min(x for _, x, _ in places)
    pitch = min((abs(x - z) for x, z in _neighbours(layout) if x != z), default=1.0)
    return {pixel: (lines[y], round(2 * (x - left) / pitch)) for pixel, x, y in places}


def _neighbours(layout: Layout) -> Iterator[tuple[float, float]]:
    """Yields the horizontal positions of neighbouring holes of a track, as (previous, next)."""
    for points in layout.points:
        for before, after in pairwise(points):
            if before and after:
                yield before[0], after[0]


def open(rest: str, length: int, stream: TextIO | None = None) -> TerminalStrip:
    """Returns a strip on a terminal, by default standard output.

    Raises:
        ConfigError: there is no layout of that name.
        DeviceMissing: the layout has a different number of pixels.
    """
    cells = {pixel: divmod(pixel, _ROW) for pixel in range(length)}
    for name in (rest,) if rest else layout_names():
        layout = load_layout(name)
        if layout.length == length:
            cells = cells_of(layout)
            break
        if rest:
            raise DeviceMissing(
                Terminal.OTHER_LENGTH, layout=rest, pixels=layout.length, length=length
            )
    return TerminalStrip(length, cells, stream or sys.stdout)
