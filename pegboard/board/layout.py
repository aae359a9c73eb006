"""Which pixel shows a hole, and where on the board it is.

A layout is a TOML file that somebody who solders can write: one `[[row]]` for each piece of strip,
in the order of the data line.

    tracks = 2
    holes = 121              # the last hole of every track: out
    width_mm = 240
    height_mm = 124

    [[row]]
    track = 0                # tracks count from 0
    first_hole = 30          # at the end where the data comes in
    last_hole = 0            # counting down is fine; 0 is the start and may be left out
    first_pixel = 0          # pixels count from 0 along the whole chain
    from_mm = [12, 11]       # first_hole, from the upper left corner of the board
    to_mm = [220.3, 11]      # last_hole

`pixels` says how long the chain is, where pixels follow that belong to no hole. Any folding, and
any number of tracks, is only other rows.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from pegboard.board.track import START
from pegboard.errors import ConfigError

Point = tuple[float, float]
"""Millimetres from the left and upper edge of the board."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A board: `pixels` and `points` are indexed by track, then by hole."""

    name: str
    holes: int
    """The last hole of every track."""
    length: int
    """Pixels in the chain."""
    width_mm: float
    height_mm: float
    pixels: tuple[tuple[int | None, ...], ...]
    """None only for a start (hole 0) that has no pixel."""
    points: tuple[tuple[Point | None, ...], ...]

    @property
    def tracks(self) -> int:
        """How many tracks there are."""
        return len(self.pixels)

    def pixel(self, track: int, hole: int) -> int | None:
        """The pixel of a hole; None for a start that has none.

        Raises:
            ValueError: there is no such track or hole.
        """
        self._check(track, hole)
        return self.pixels[track][hole]

    def position_mm(self, track: int, hole: int) -> Point | None:
        """The centre of a hole in millimetres; None for a start that has no pixel.

        Raises:
            ValueError: there is no such track or hole.
        """
        self._check(track, hole)
        return self.points[track][hole]

    def places(self) -> Iterator[tuple[int, int, int, Point]]:
        """Every hole that has a pixel: track, hole, pixel, position in millimetres."""
        for track, (pixels, points) in enumerate(zip(self.pixels, self.points, strict=True)):
            for hole, (pixel, point) in enumerate(zip(pixels, points, strict=True)):
                if pixel is not None and point is not None:
                    yield track, hole, pixel, point

    def _check(self, track: int, hole: int) -> None:
        if not 0 <= track < self.tracks:
            raise ValueError(f"no track {track}: {self.name} has 0 to {self.tracks - 1}")
        if not START <= hole <= self.holes:
            raise ValueError(f"no hole {hole}: {self.name} has {START} to {self.holes}")

    @classmethod
    def parse(cls, text: str, name: str) -> "Layout":
        """Reads a layout file's text.

        Args:
            text: TOML, as shown at the top of this module.
            name: the file it came from; errors quote it, and its stem names the layout.

        Raises:
            ConfigError: names the file, the key and what would be right.
        """
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{name}: not TOML: {error}") from error
        return _read(_Table(table, name), PurePath(name).stem)


class _Table:
    """A TOML table that is asked for its keys one by one, and complains by name."""

    def __init__(self, table: dict[str, Any], where: str) -> None:
        self.where = where
        self._left = dict(table)

    def error(self, text: str) -> ConfigError:
        return ConfigError(f"{self.where}: {text}")

    def take(self, key: str, what: str, kinds: tuple[type, ...], default: Any = None) -> Any:
        value = self._left.pop(key, default)
        if value is None:
            raise self.error(f"{key} is missing; it should be {what}")
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise self.error(f"{key} should be {what}, not {value!r}")
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        what = f"a whole number from {low} to {high}"
        value: int = self.take(key, what, (int,), default)
        if not low <= value <= high:
            raise self.error(f"{key} should be {what}, not {value}")
        return value

    def millimetres(self, key: str) -> float:
        value = float(self.take(key, "millimetres", (int, float)))
        if not 0 < value < 10_000:
            raise self.error(f"{key} should be between 0 and 10000 millimetres, not {value:g}")
        return value

    def point(self, key: str, default: Point | None = None) -> Point:
        what = "two numbers, [x, y] in millimetres"
        value = self.take(key, what, (list, tuple), default)
        if len(value) != 2 or any(type(part) not in (int, float) for part in value):
            raise self.error(f"{key} should be {what}, not {value!r}")
        return float(value[0]), float(value[1])

    def done(self) -> None:
        if self._left:
            raise self.error(f"unknown key {', '.join(sorted(self._left))}")


def _read(table: _Table, name: str) -> Layout:
    tracks = table.number("tracks", 1, 8)
    holes = table.number("holes", 1, 1000)
    width, height = table.millimetres("width_mm"), table.millimetres("height_mm")
    spare = table.number("pixels", 0, 100_000, default=0)
    rows = table.take("row", "a list of [[row]] tables", (list,))
    table.done()
    if not all(isinstance(row, dict) for row in rows):
        raise table.error("row should be a list of [[row]] tables")

    pixels: list[list[int | None]] = [[None] * (holes + 1) for _ in range(tracks)]
    points: list[list[Point | None]] = [[None] * (holes + 1) for _ in range(tracks)]
    used: dict[int, str] = {}
    for count, row in enumerate(rows, 1):
        row = _Table(row, f"{table.where}: row {count}")
        track = row.number("track", 0, tracks - 1)
        for hole, pixel, point in _run(row, holes):
            if not (0 <= point[0] <= width and 0 <= point[1] <= height):
                raise row.error(f"hole {hole} at {point} is off the board, {width:g} x {height:g}")
            if pixels[track][hole] is not None:
                raise row.error(f"hole {hole} of track {track} already has a pixel")
            if pixel in used:
                raise row.error(f"pixel {pixel} is already {used[pixel]}")
            used[pixel] = f"hole {hole} of track {track}"
            pixels[track][hole], points[track][hole] = pixel, point
    for track, line in enumerate(pixels):
        if None in line[1:]:
            raise table.error(f"hole {line.index(None, 1)} of track {track} has no pixel")
    length = max(used) + 1
    if 0 < spare < length:
        raise table.error(f"pixels should be at least {length}, not {spare}: the rows use as many")
    return Layout(
        name,
        holes,
        max(length, spare),
        width,
        height,
        tuple(map(tuple, pixels)),
        tuple(map(tuple, points)),
    )


def _run(row: _Table, holes: int) -> Iterator[tuple[int, int, Point]]:
    """The holes of one row: hole, pixel, position."""
    first = row.number("first_hole", START, holes)
    last = row.number("last_hole", START, holes)
    pixel = row.number("first_pixel", 0, 100_000)
    x0, y0 = row.point("from_mm")
    x1, y1 = row.point("to_mm", default=(x0, y0) if first == last else None)
    row.done()
    count = abs(last - first)
    step = 1 if last > first else -1
    for k in range(count + 1):
        part = k / count if count else 0.0
        yield (
            first + step * k,
            pixel + k,
            (round(x0 + (x1 - x0) * part, 2), round(y0 + (y1 - y0) * part, 2)),
        )
