"""Folds tracks into streets and writes layout files, such as those in `layouts/`.

    python -m hardware.folding 4 60 > mine.toml    # the layout of another board
    python -m hardware.folding                     # the files in `layouts/`, all of them

The tracks run side by side like a road: to the right, back to the left, and so on. At each bend the
outer track stays outside. Data zigzags through the rows from top to bottom, so that the end of each
piece of strip is right above the start of the next.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pegboard.board.track import START, STREET

LAYOUTS = Path(__file__).with_name("layouts")

HOLES = 121
COUNT = 31
WINS = 3
"""Lamps for games won, for each track of a scoreboard."""


@dataclass(frozen=True, slots=True)
class Fold:
    """The options of a folding; lengths in millimetres."""

    tracks: int
    leds_per_m: int
    strip_mm: float
    """Width of the strip: at least 1 mm less than `row_mm`."""
    row_mm: float
    """Distance from row to row in a street."""
    street_mm: float
    """Distance from a street's last row to the next one's first; the bends' joints are here."""
    left_mm: float
    """Distance from the left edge to the leftmost hole."""
    top_mm: float
    """Distance from the upper edge to the first row."""
    drill_mm: float
    scoreboard: bool = False
    """Below the streets: the count of the play, and crib and games won of each track."""

    @property
    def pitch_mm(self) -> float:
        """Distance from hole to hole."""
        return 1000 / self.leds_per_m

    def x(self, column: int) -> float:
        """Returns a column's distance from the left; column 0 is the leftmost."""
        return round(self.left_mm + self.pitch_mm * column, 2)

    def y(self, row: int) -> float:
        """Returns a row's distance from the top; row 0 is the uppermost."""
        bends = row // self.tracks
        return self.top_mm + row * self.row_mm + bends * (self.street_mm - self.row_mm)


DENSE = Fold(
    2, 144, strip_mm=12, row_mm=13, street_mm=18, left_mm=16, top_mm=11, drill_mm=4
)  # fmt: skip
"""Two tracks of strip with 144 LEDs a metre.

Bare strip of this kind is 10 or 12 mm wide, and shops often do not say which. Rows 13 mm apart take
either; two strips of 12 mm are still 1 mm apart, which absorbs tolerances of cutting and gluing by
hand, and leaves a gap for tape. (Neighbours run in opposite directions, so that equal pads face
each other.)
"""

ORDINARY = Fold(
    2, 60, strip_mm=12, row_mm=14, street_mm=26, left_mm=22, top_mm=16, drill_mm=5
)  # fmt: skip
"""Two tracks of ordinary strip: a longer board, larger holes, more room to solder."""

FOLDS = {
    "two-track": DENSE,
    "two-track-scoreboard": replace(DENSE, scoreboard=True),
    "three-track": replace(DENSE, tracks=3),
    "four-track": replace(DENSE, tracks=4),
    "two-track-60": ORDINARY,
    "three-track-60": replace(ORDINARY, tracks=3),
    "four-track-60": replace(ORDINARY, tracks=4),
}
"""The layouts that come with pegboard."""

STREETS = (
    (START, STREET),
    (STREET + 1, 2 * STREET),
    (2 * STREET + 1, 3 * STREET),
    (3 * STREET + 1, HOLES),
)
"""First and last hole of each street."""


def folded(fold: Fold) -> str:
    """Returns the text of the layout file."""
    rows = fold.tracks * len(STREETS)
    last_y = fold.y(rows + 1 if fold.scoreboard else rows - 1)
    return "\n".join(
        (
            *_head(fold),
            "",
            f"tracks = {fold.tracks}",
            f"holes = {HOLES}",
            f"width_mm = {round(2 * fold.left_mm + STREET * fold.pitch_mm)}",
            f"height_mm = {last_y + fold.top_mm:g}",
            f"leds_per_m = {fold.leds_per_m}",
            f"strip_mm = {fold.strip_mm:g}",
            f"drill_mm = {fold.drill_mm:g}",
            *_rows(fold),
            *(_scoreboard(fold, rows) if fold.scoreboard else ()),
            "",
        )
    )


def _lanes(fold: Fold) -> Iterator[tuple[int, int, int, int, tuple[int, int]]]:
    """Yields every row from top to bottom: row, street, track, and its holes from left to right."""
    for street, (first, last) in enumerate(STREETS):
        for lane in range(fold.tracks):
            rightwards = street % 2 == 0
            track = lane if rightwards else fold.tracks - 1 - lane
            holes = (first, last) if rightwards else (last, first)
            yield street * fold.tracks + lane, street, track, lane, holes


def _head(fold: Fold) -> Iterator[str]:
    players = {2: "two", 3: "three", 4: "four"}.get(fold.tracks, str(fold.tracks))
    yield f"# A board of {players} tracks from strip with {fold.leds_per_m} LEDs a metre."
    yield "#"
    yield "# All tracks run side by side and fold like a road, four streets from top to bottom: to"
    yield "# the right, back to the left, to the right, back to the left. At each bend the outer"
    yield f"# track stays outside. Hole {HOLES} of every track is at the lower left."
    yield "#"
    for row, street, track, lane, (left, right) in _lanes(fold):
        arrow = "->" if street % 2 == 0 else "<-"
        data = "->" if row % 2 == 0 else "<-"
        name = f"street {street + 1}" if lane == 0 else ""
        line = f"#     {left:>3} {arrow} {right:<3}   track {track}    {name:<8}     data {data}"
        yield line
    if fold.scoreboard:
        yield f"#       1 -> {COUNT}    the count of the play         data ->"
        yield f"#     crib, {WINS} games won: a group for each track    data <-"
    yield "#"
    pieces = [abs(left - right) + 1 for *_, (left, right) in _lanes(fold)]
    yield f"# Strip pieces, in the order of the data line: {', '.join(map(str, pieces[:8]))}"
    rest = [str(piece) for piece in pieces[8:]]
    if fold.scoreboard:
        rest += [str(COUNT), *[str(WINS + 2)] * fold.tracks]
    if rest:
        yield f"#     {', '.join(rest)}"
    yield f"# LEDs are {fold.pitch_mm:.2f} mm apart. Made by `python -m hardware.folding`; see"
    yield "# hardware/README.md for building it, and for other layouts."


def _rows(fold: Fold) -> Iterator[str]:
    pixel = 0
    for row, _, track, _, (left, right) in _lanes(fold):
        # A street with one more hole ends in an extra column.
        columns = (STREET - abs(left - right), STREET)
        ends = [(left, columns[0]), (right, columns[1])]
        if row % 2:
            ends.reverse()
        (first, start), (last, end) = ends
        yield (
            f"\n[[row]]\ntrack = {track}\nfirst_hole = {first}\nlast_hole = {last}\n"
            f"first_pixel = {pixel}\n"
            f"from_mm = [{fold.x(start):g}, {fold.y(row):g}]\n"
            f"to_mm = [{fold.x(end):g}, {fold.y(row):g}]"
        )
        pixel += abs(last - first) + 1


def _scoreboard(fold: Fold, rows: int) -> Iterator[str]:
    pixel = fold.tracks * (HOLES + 1)
    y = fold.y(rows)
    yield (
        f'\n[[extra]]\nshows = "count"\nfirst_lamp = 1\nlast_lamp = {COUNT}\n'
        f"first_pixel = {pixel}\n"
        f"from_mm = [{fold.x(0):g}, {y:g}]\nto_mm = [{fold.x(COUNT - 1):g}, {y:g}]"
    )
    pixel += COUNT
    y = fold.y(rows + 1)
    group = WINS + 2  # crib, a dark one, games won
    for track in reversed(range(fold.tracks)):
        left = round(track * (COUNT - group) / max(1, fold.tracks - 1))
        yield (
            f'\n[[extra]]\nshows = "wins"\ntrack = {track}\n'
            f"first_lamp = {WINS}\nlast_lamp = 1\nfirst_pixel = {pixel}\n"
            f"from_mm = [{fold.x(left + group - 1):g}, {y:g}]\n"
            f"to_mm = [{fold.x(left + 2):g}, {y:g}]"
        )
        yield (
            f'\n[[extra]]\nshows = "crib"\ntrack = {track}\nfirst_pixel = {pixel + group - 1}\n'
            f"from_mm = [{fold.x(left):g}, {y:g}]"
        )
        pixel += group


def main(args: list[str]) -> int:
    """Prints the layout file for a number of tracks and a strip; without them, writes `layouts/`.

    Returns:
        The exit code: 0, or 2 with one line on stderr.
    """
    if not args:
        for name, fold in FOLDS.items():
            (LAYOUTS / f"{name}.toml").write_text(folded(fold), encoding="utf-8")
        return 0
    try:
        tracks, leds_per_m = map(int, args)
    except ValueError:
        tracks = leds_per_m = 0
    if not (1 <= tracks <= 8 and 10 <= leds_per_m <= 200):
        usage = "python -m hardware.folding TRACKS LEDS_PER_METRE (1 to 8, 10 to 200)"
        print(usage, file=sys.stderr)
        return 2
    strip = DENSE if leds_per_m > 100 else ORDINARY
    sys.stdout.write(folded(replace(strip, tracks=tracks, leds_per_m=leds_per_m)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
