"""Board layouts: the pixel of each hole, and its position on the board.

A layout is a TOML file that somebody who solders can write: one `[[row]]` for each piece of strip,
in the order of the data line.

    tracks = 2
    holes = 121              # the last hole of every track: out
    width_mm = 240
    height_mm = 128

    [[row]]
    track = 0                # tracks count from 0
    first_hole = 30          # at the end where the data comes in
    last_hole = 0            # counting down is fine; 0 is the start and may be left out
    first_pixel = 0          # pixels count from 0 along the whole chain
    from_mm = [12, 11]       # first_hole, from the upper left corner of the board
    to_mm = [220.3, 11]      # last_hole

`pixels` is the length of the chain, if it ends with pixels that belong to no hole. Any folding and
any number of tracks can be described by rows. Three more keys are for the builder:

    leds_per_m = 144         # the strip; rows are then checked against its distances
    strip_mm = 12            # the strip's width, by default 10
    drill_mm = 4             # the holes' diameter, by default 4

A board may have more lamps than holes: `[[extra]]` tables after the rows. `shows` is one of

    "crib"     one lamp a track: whose crib it is
    "wins"     games won by a track: as many lamps as there are, the first one first
    "count"    the count of the play, 1 to 31: with 31 lamps each is a point, else a share

    [[extra]]
    shows = "count"
    first_lamp = 1           # like rows: at the end where the data comes in, counting down is fine
    last_lamp = 31
    first_pixel = 244
    from_mm = [16, 135]
    to_mm = [224.3, 135]

    [[extra]]
    shows = "crib"           # and "wins": these belong to a track
    track = 0
    first_pixel = 275        # one lamp needs no `first_lamp`, `last_lamp` and `to_mm`
    from_mm = [16, 148]
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import dist
from pathlib import PurePath

from pegboard.board.toml_table import Point, TomlTable
from pegboard.board.track import START
from pegboard.errors import Code, ConfigError, NotationError
from pegboard.text_file import parse_toml

DRILL_MM = 4.0
"""The window above an LED: what shines in a WS2812B is 4 mm across."""

STRIP_MM = 10.0
"""The commonest width of bare strip; some is 12 mm wide."""

SHOWS = ("crib", "wins", "count")
"""Things that extra lamps can show; the last belongs to no track."""

_LAMPS = 121

CUT_MM = 0.2
"""Tolerance between the length of a row and that of its piece of strip."""


class LayoutFault(Code):
    """Codes of `ConfigError` for a layout."""

    UNKNOWN = (
        "layout-unknown",
        "unknown layout {layout}: must be one of {known}, or the path of a .toml file",
    )
    UNREADABLE = "layout-unreadable", "{where}: cannot be read: {why}"
    NOT_TOML = "layout-not-toml", "{where}: not TOML: {why}"
    DARK_HOLE = "dark-hole", "{where}: hole {hole} of track {track} has no pixel"
    DARK_LAMP = "dark-lamp", "{where}: lamp {lamp} of {extra} has no pixel"
    SHORT_CHAIN = (
        "short-chain",
        "{where}: pixels must be at least {least}, got {pixels}: the rows use that many",
    )
    OFF_BOARD = "off-board", "{where}: {what} at {point} is off the board, {width:g} x {height:g}"
    TWICE = "hole-twice", "{where}: {what} already has a pixel"
    PIXEL_TWICE = "pixel-twice", "{where}: pixel {pixel} is already {what}"
    STRETCHED = (
        "stretched",
        "{where}: {n} LEDs from {first} to {last} take {length:.1f} mm; on a strip with "
        "{leds_per_m} LEDs per metre they take {wanted:.1f} mm",
    )


@dataclass(frozen=True, slots=True)
class Extra:
    """Lamps next to the holes; `pixels` and `points` are indexed from 0 for the first lamp."""

    shows: str
    """One of `SHOWS`."""
    track: int | None
    """The owner, if it belongs to a track."""
    pixels: tuple[int, ...]
    points: tuple[Point, ...]

    def __str__(self) -> str:
        return self.shows if self.track is None else f"{self.shows} of track {self.track}"


@dataclass(frozen=True, slots=True)
class Piece:
    """LEDs in a straight line, from one table of the file: a row, or the lamps of an extra."""

    holds: str
    """Description as text: `track 0, 31 to 60`."""
    first_pixel: int
    points: tuple[Point, ...]
    """The positions, in the order of the data line."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A board layout: `pixels` and `points` are indexed by track, then by hole."""

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
    extras: tuple[Extra, ...] = ()
    pieces: tuple[Piece, ...] = ()
    """In the order of the data line."""
    drill_mm: float = DRILL_MM
    leds_per_m: int | None = None
    """LEDs per metre of the strip, if the board is made of strip."""
    strip_mm: float = STRIP_MM
    """The width of the strip."""

    @property
    def tracks(self) -> int:
        """Number of tracks."""
        return len(self.pixels)

    def pixel(self, track: int, hole: int) -> int | None:
        """Returns the pixel of a hole; None for a start without one.

        Raises:
            ValueError: there is no such track or hole.
        """
        self._check(track, hole)
        return self.pixels[track][hole]

    def position_mm(self, track: int, hole: int) -> Point | None:
        """Returns the centre of a hole in millimetres; None for a start without a pixel.

        Raises:
            ValueError: there is no such track or hole.
        """
        self._check(track, hole)
        return self.points[track][hole]

    def places(self) -> Iterator[tuple[int, int, int, Point]]:
        """Yields every hole with a pixel: track, hole, pixel, position in millimetres."""
        for track, (pixels, points) in enumerate(zip(self.pixels, self.points, strict=True)):
            for hole, (pixel, point) in enumerate(zip(pixels, points, strict=True)):
                if pixel is not None and point is not None:
                    yield track, hole, pixel, point

    def lamps(self) -> Iterator[tuple[int, Point]]:
        """Yields every lamp, holes first: pixel, position in millimetres."""
        for _, _, pixel, point in self.places():
            yield pixel, point
        for extra in self.extras:
            yield from zip(extra.pixels, extra.points, strict=True)

    def first_rows(self, count: int) -> "Layout":
        """Returns the layout reduced to its first strip pieces, in data-line order.

        Raises:
            ValueError: it has fewer pieces.
        """
        if not 1 <= count <= len(self.pieces):
            raise ValueError(f"{self.name} has 1 to {len(self.pieces)} rows")
        pieces = self.pieces[:count]
        ends = [piece.first_pixel + len(piece.points) for piece in pieces]
        length = max(ends)
        extras = [
            replace(extra, pixels=extra.pixels[:n], points=extra.points[:n])
            for extra in self.extras
            if (n := sum(pixel < length for pixel in extra.pixels))
        ]
        return replace(
            self,
            length=length,
            pixels=tuple(
                tuple(None if pixel is None or pixel >= length else pixel for pixel in track)
                for track in self.pixels
            ),
            extras=tuple(extras),
            pieces=pieces,
        )

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
            table = parse_toml(text)
        except NotationError as error:
            raise ConfigError(LayoutFault.NOT_TOML, where=name, why=error) from error
        return _Reading(TomlTable(table, name)).layout(PurePath(name).stem)


class _Reading:
    """The parser of one layout file: the holes assigned so far, and the pixels in use."""

    def __init__(self, table: TomlTable) -> None:
        self.table = table
        self.tracks = table.number("tracks", 1, 8)
        self.holes = table.number("holes", 1, 1000)
        self.size = table.millimetres("width_mm"), table.millimetres("height_mm")
        self.chain = table.number("pixels", 0, 100_000, default=0)
        self.drill_mm = table.millimetres("drill_mm", DRILL_MM)
        self.leds_per_m = table.number("leds_per_m", 0, 1000, default=0) or None
        self.strip_mm = table.millimetres("strip_mm", STRIP_MM)
        self.rows, self.more = table.tables("row"), table.tables("extra", [])
        table.done()
        self.used: dict[int, str] = {}
        self.pieces: list[Piece] = []

    def layout(self, name: str) -> Layout:
        """Reads the whole layout; raises the first fault found."""
        tracks: list[dict[int, tuple[int, Point]]] = [{} for _ in range(self.tracks)]
        for row in self.rows:
            track = row.number("track", 0, self.tracks - 1)
            run = self._run(row, "hole", START, self.holes, f"of track {track}", tracks[track])
            self._add_piece(row, f"track {track}", run)
        for track, at in enumerate(tracks):
            for hole in range(START + 1, self.holes + 1):
                if hole not in at:
                    raise self.table.error(LayoutFault.DARK_HOLE, hole=hole, track=track)
        extras = tuple(self._extras())
        length = max(self.used) + 1
        if 0 < self.chain < length:
            raise self.table.error(LayoutFault.SHORT_CHAIN, least=length, pixels=self.chain)
        empty = (None, None)
        every = [[at.get(hole, empty) for hole in range(self.holes + 1)] for at in tracks]
        return Layout(
            name,
            self.holes,
            max(length, self.chain),
            *self.size,
            tuple(tuple(pixel for pixel, _ in track) for track in every),
            tuple(tuple(point for _, point in track) for track in every),
            extras,
            tuple(sorted(self.pieces, key=lambda piece: piece.first_pixel)),
            self.drill_mm,
            self.leds_per_m,
            self.strip_mm,
        )

    def _extras(self) -> Iterator[Extra]:
        found: dict[tuple[str, int | None], dict[int, tuple[int, Point]]] = {}
        for table in self.more:
            shows = table.text("shows", SHOWS)
            track = None if shows == "count" else table.number("track", 0, self.tracks - 1)
            of = f"of {shows}" if track is None else f"of {shows} of track {track}"
            lamps = found.setdefault((shows, track), {})
            self._add_piece(table, of[3:], self._run(table, "lamp", 1, _LAMPS, of, lamps))
        for (shows, track), lamps in found.items():
            extra = Extra(shows, track, *zip(*(lamps[n] for n in sorted(lamps)), strict=True))
            if max(lamps) != len(lamps):
                missing = min(set(range(1, max(lamps))) - set(lamps))
                raise self.table.error(LayoutFault.DARK_LAMP, lamp=missing, extra=str(extra))
            yield extra

    def _run(
        self,
        table: TomlTable,
        what: str,
        low: int,
        high: int,
        of: str,
        taken: dict[int, tuple[int, Point]],
    ) -> list[tuple[int, int, Point]]:
        """Returns the holes or lamps of one table: number, pixel, position; marks them as used."""
        default = None if what == "hole" else low
        first = table.number(f"first_{what}", low, high, default)
        last = table.number(f"last_{what}", low, high, default and first)
        start = table.number("first_pixel", 0, 100_000)
        x0, y0 = table.point("from_mm")
        x1, y1 = table.point("to_mm", default=(x0, y0) if first == last else None)
        table.done()
        count, step = abs(last - first), 1 if last > first else -1
        run = []
        for k in range(count + 1):
            part = k / count if count else 0.0
            number, pixel = first + step * k, start + k
            point = round(x0 + (x1 - x0) * part, 2), round(y0 + (y1 - y0) * part, 2)
            width, height = self.size
            if not (0 <= point[0] <= width and 0 <= point[1] <= height):
                raise table.error(
                    LayoutFault.OFF_BOARD,
                    what=f"{what} {number}",
                    point=str(point),
                    width=width,
                    height=height,
                )
            if number in taken:
                raise table.error(LayoutFault.TWICE, what=f"{what} {number} {of}")
            if pixel in self.used:
                raise table.error(LayoutFault.PIXEL_TWICE, pixel=pixel, what=self.used[pixel])
            self.used[pixel] = f"{what} {number} {of}"
            taken[number] = pixel, point
            run.append((number, pixel, point))
        return run

    def _add_piece(self, table: TomlTable, of: str, run: list[tuple[int, int, Point]]) -> None:
        """Records a piece of strip; refuses LED distances that the strip does not have."""
        first, last = run[0], run[-1]
        points = tuple(point for _, _, point in run)
        if self.leds_per_m and len(run) > 1:
            expected = 1000 / self.leds_per_m * (len(run) - 1)
            if abs(dist(points[0], points[-1]) - expected) > CUT_MM:
                raise table.error(
                    LayoutFault.STRETCHED,
                    n=len(run),
                    first=str(points[0]),
                    last=str(points[-1]),
                    length=dist(points[0], points[-1]),
                    leds_per_m=self.leds_per_m,
                    wanted=expected,
                )
        holds = f"{of}, {first[0]} to {last[0]}" if len(run) > 1 else f"{of}, {first[0]}"
        self.pieces.append(Piece(holds, first[1], points))
