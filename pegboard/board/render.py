"""Renders a scene as pixels.

Every part can be recognised without its colour:

- the front peg: the full colour of its track; it breathes when it is that track's turn
- the rear peg: the same, clearly darker
- between them the trail of the last score, faint and patterned: track 0 a line, track 1 every
  other hole, track 2 two of three, track 3 one of three
- a lifted peg: almost white, with two holes of tail behind it
- a pending score: a pale peg ahead of the front peg (behind it to take points back), blinking
- in the board's warm white: the dealer's mark in its start hole (in hole 1 if the board has no
  start), and on each track marks that go out once they are passed: the skunk lines, faint, and the
  last hole, a little brighter
- a won game and a board nobody plays on: see `effects`

A board may also have lamps for the owner of the crib and the count of the play, in warm white (the
count as a bar with a brighter end, all of it bright at fifteen and at thirty-one), and for games
won, in the track's colour.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pegboard.board import effects
from pegboard.board.color import BLACK, RGB, WHITE, Frame, Palette
from pegboard.board.layout import Extra, Layout
from pegboard.board.scene import Scene, tick
from pegboard.board.track import START

Stroke = tuple[int, bytes]
"""A hole and the three bytes it gets; a later stroke covers an earlier one."""

PATTERNS = ((1,), (1, 0), (1, 1, 0), (1, 0, 0))
"""The lit holes of each track's trail, as a repeating pattern from its start."""


FIFTEEN, THIRTY_ONE = 15, 31
"""The counts of the play that score by themselves."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of one track, three bytes each."""

    front: tuple[bytes, ...]
    """Through one breath, indexed as `shows.breath`; the last is full."""
    dealt: tuple[bytes, ...]
    """The same for a peg that stands on the dealer's mark."""
    rear: bytes
    trail: bytes
    lifted: bytes
    tail: tuple[bytes, ...]
    """One, two ... holes behind a lifted peg."""
    pending: bytes
    ramp: tuple[bytes, ...]
    """The levels of `effects`."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The colours that belong to the board, three bytes each."""

    skunk: bytes
    goal: bytes
    dealer: bytes
    count: bytes
    bright: bytes
    """The end of the count's bar, and whose crib it is."""


def render(scene: Scene, layout: Layout, palette: Palette, now: float) -> Frame:
    """Renders a scene at the time `now`: three bytes per pixel, in screen colours.

    Send it through `color.for_leds` and then `color.limit` to light a strip with it.

    Raises:
        ValueError: the layout or the palette has too few tracks, or the layout too few holes.
    """
    tracks = len(scene.pegs)
    if tracks > min(layout.tracks, len(palette.tracks)) or scene.target > layout.holes:
        raise ValueError(f"{tracks} tracks to {scene.target} do not fit on {layout.name}")
    frame = bytearray(3 * layout.length)
    for track in range(tracks):
        pixels = layout.pixels[track]
        look = track_look(palette.tracks[track])
        if scene.idle:
            strokes = _levels(effects.idle(track, scene.target, tick(now)), look)
        else:
            mark = START if pixels[START] is not None else START + 1
            strokes = _track(scene, track, mark, look, board_marks(palette.board), now)
        for hole, color in strokes:
            pixel = pixels[hole]
            if pixel is not None:
                frame[3 * pixel : 3 * pixel + 3] = color
    if not scene.idle:
        for extra in layout.extras:
            for pixel, color in zip(extra.pixels, _lamps(scene, extra, palette), strict=False):
                frame[3 * pixel : 3 * pixel + 3] = color
    return bytes(frame).translate(_DIM) if scene.dim else bytes(frame)


def _track(
    scene: Scene, track: int, mark: int, look: Look, marks: Marks, now: float
) -> Iterator[Stroke]:
    """Yields the strokes of one track, lowest layer first; `mark` is the dealer mark's place."""
    pegs = scene.shown(track, now)
    low, high = sorted(peg.hole for peg in pegs)
    for line in scene.skunk_lines:
        if high < line < scene.target:
            yield line, marks.skunk
    if high < scene.target:
        yield scene.target, marks.goal
    if scene.winner == track:
        levels = effects.win(scene.target, scene.celebrated(now), tick(now))
        yield from _levels(levels, look)
    else:
        pattern = PATTERNS[track % len(PATTERNS)]
        for hole in range(low + 1, high):
            if pattern[hole % len(pattern)]:
                yield hole, look.trail
    for peg in pegs:
        if peg.walk:
            passed_holes = peg.walk.holes[: peg.walk.steps(now)][: -len(look.tail) - 1 : -1]
            yield from zip(passed_holes, look.tail, strict=False)

    dealer = scene.dealer_track == track
    if dealer:
        yield mark, marks.dealer
    pulse = effects.breath(tick(now)) if scene.turn_track == track else effects.BREATH
    for peg in sorted(pegs, key=lambda peg: peg.hole):
        if not peg.walk:
            front = look.dealt if dealer and peg.hole == mark else look.front
            yield peg.hole, front[pulse] if peg.hole == high else look.rear
    for peg in pegs:
        if peg.walk:
            yield peg.hole, look.lifted
    pending = scene.pending_hole(track, now)
    if pending is not None:
        yield pending, look.pending


def _lamps(scene: Scene, extra: Extra, palette: Palette) -> list[bytes]:
    """Returns the lit lamps of an extra, starting from the first."""
    marks, track = board_marks(palette.board), extra.track
    if track is None:
        lit = -(-scene.count * len(extra.pixels) // THIRTY_ONE)
        if scene.count in (FIFTEEN, THIRTY_ONE):
            return [marks.bright] * lit
        return [marks.count] * (lit - 1) + [marks.bright] * (lit > 0)
    if extra.shows == "crib":
        return [marks.bright] * len(extra.pixels) if scene.dealer_track == track else []
    if track >= len(scene.wins):
        return []
    return [track_look(palette.tracks[track]).front[-1]] * scene.wins[track]


def _levels(levels: Iterator[effects.Level], look: Look) -> Iterator[Stroke]:
    return ((hole, look.ramp[level]) for hole, level in levels)


@cache
def track_look(color: RGB) -> Look:
    """Returns the look of a track of this colour."""
    full = color.vivid()
    pale = full.mix(WHITE, 0.5)
    breath = [0.75 + 0.25 * k / effects.BREATH for k in range(effects.BREATH + 1)]
    ramp = [BLACK.mix(full, k / effects.FULL) for k in range(effects.FULL)]
    ramp += [
        full.mix(WHITE, k / (effects.TOP - effects.FULL))
        for k in range(effects.TOP - effects.FULL + 1)
    ]
    return Look(
        front=tuple(bytes(full.shade(level)) for level in breath),
        dealt=tuple(bytes(pale.shade(level)) for level in breath),
        rear=bytes(full.shade(0.55)),
        trail=bytes(full.shade(0.34)),
        lifted=bytes(full.mix(WHITE, 0.75)),
        tail=tuple(bytes(full.shade(level)) for level in (0.5, 0.28)),
        pending=bytes(full.mix(WHITE, 0.6)),
        ramp=tuple(map(bytes, ramp)),
    )


@cache
def board_marks(color: RGB) -> Marks:
    """Returns the look of the board's own marks."""
    return Marks(
        skunk=bytes(color.shade(0.28)),
        goal=bytes(color.shade(0.4)),
        dealer=bytes(color.shade(0.55)),
        count=bytes(color.shade(0.4)),
        bright=bytes(color.vivid()),
    )


_DIM = bytes(value * 2 // 5 for value in range(256))
"""Two fifths of each number, which is an eighth of the light."""
