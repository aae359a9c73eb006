"""Light effects: pulse, win animation, idle animation.

An effect is a level for each hole: 0 (dark) to `FULL` (the track's own colour) to `TOP` (white),
computed from the tick of `scene`.
"""

from collections.abc import Iterator
from functools import cache
from math import cos, pi

from pegboard.board.scene import BREATH_STEP, CELEBRATION_TICKS, TICKS

Level = tuple[int, int]
"""A hole, and how bright it is."""

FULL = 16
"""The level of a track's full colour."""

TOP = 24
"""The level of white; between `FULL` and this the colour pales."""

BREATH = 8
"""The highest number `breath` gives."""

_BREATH_TICKS = 2 * TICKS
_FILL_TICKS = 2 * TICKS
_FADE_TICKS = TICKS
_CALM = 5
_CREST = (19, 14, 10, 7, 4, 2, 0, 0, 0, 0, 0, 0, 2, 9)
"""A wave along the winner's track: its brightness from the crest backwards.

It advances one hole per tick, so each hole flashes 2.3 times a second: fewer than the three from
which on flashing light can harm people.
"""

_IDLE_TAIL = (12, 10, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2)
_IDLE_STEP = 3
"""Ticks for a hole: eleven holes a second."""


def breath(tick: int) -> int:
    """Returns the level of a slow pulse, from 0 to `BREATH` and back in two seconds."""
    return _breaths()[tick // BREATH_STEP % len(_breaths())]


def win(target: int, celebrated: int | None, tick: int) -> Iterator[Level]:
    """Yields the levels of the winner's track: it fills, waves run along it, then it rests.

    Args:
        target: number of the last hole.
        celebrated: ticks since the celebration began; None once it is over.
        tick: current tick, for the calm pulse that remains.
    """
    calm = _CALM + breath(tick) // 3
    if celebrated is None:
        for hole in range(1, target + 1):
            yield hole, calm
        return
    # The light's head moves to the last hole; all holes behind it are lit.
    head = target * celebrated // _FILL_TICKS
    fade = min(_FADE_TICKS, CELEBRATION_TICKS - celebrated)
    for hole in range(1, min(head, target) + 1):
        crest = _CREST[(celebrated - hole) % len(_CREST)]
        yield hole, min(TOP, calm + crest * fade // _FADE_TICKS)


def idle(track: int, target: int, tick: int) -> Iterator[Level]:
    """Yields a faint light that runs along each track, half a lap behind the previous one."""
    round_ = target + len(_IDLE_TAIL)
    head = (tick // _IDLE_STEP + track * round_ // 2) % round_
    for back, level in enumerate(_IDLE_TAIL):
        if 0 < head - back <= target:
            yield head - back, level


@cache
def _breaths() -> tuple[int, ...]:
    count = _BREATH_TICKS // BREATH_STEP
    return tuple(round(BREATH * (1 + cos(2 * pi * k / count)) / 2) for k in range(count))
