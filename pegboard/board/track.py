"""Holes of a track, and pegs that walk along them.

A track has the holes 1 to 121 and the start, hole 0. Two pegs stand on it: the distance from the
rear to the front peg is always the last score.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import acos, pi
from typing import NamedTuple

START = 0
"""The hole before hole 1; a layout may leave it out."""

STREET = 30
"""Holes in a street; the skunk lines of the full game lie at the ends of streets."""


class Pegs(NamedTuple):
    """The two pegs of a track, by hole; equal to a plain `(front, rear)`."""

    front: int
    rear: int


@dataclass(frozen=True, slots=True)
class Walk:
    """A lifted peg moving hole by hole.

    The peg is over `holes[i]` from the i-th of `times` on (over `holes[0]` before the first).
    Times are on the clock of whoever passes `now`, in seconds.
    """

    holes: tuple[int, ...]
    times: tuple[float, ...]

    @classmethod
    def between(cls, start: int, end: int, now: float) -> "Walk":
        """Returns a walk that starts now; slow at both ends, like a hand."""
        step = 1 if end > start else -1
        count = abs(end - start)
        length = seconds(count)
        return cls(
            tuple(range(start, end + step, step)),
            tuple(now + length * part for part in _eased(count)),
        )

    def steps(self, now: float) -> int:
        """Returns the number of holes the peg has passed by now."""
        return bisect_right(self.times, now)

    def hole(self, now: float) -> int:
        """Returns the hole under the peg."""
        return self.holes[self.steps(now)]

    def next_change(self, now: float) -> float | None:
        """Returns the time at which the peg reaches the next hole; None at its destination."""
        steps = self.steps(now)
        return self.times[steps] if steps < len(self.times) else None

    @property
    def end(self) -> int:
        """Destination hole."""
        return self.holes[-1]

    @property
    def ends(self) -> float:
        """Time of arrival."""
        return self.times[-1]


def seconds(holes: int) -> float:
    """Returns the duration of a walk over this many holes: 0.3 to 1.6 seconds."""
    return min(1.6, 0.3 + 0.04 * (holes - 1))


def earliest(times: Iterable[float | None]) -> float | None:
    """Returns the earliest of some times; None means never."""
    return min((time for time in times if time is not None), default=None)


@cache
def _eased(count: int) -> tuple[float, ...]:
    """Returns the time of each hole of a walk, as a fraction of the whole; the last is 1."""
    # Halfway between an even pace and the inverse of half a cosine, which starts too slowly.
    return tuple((k / count + acos(1 - 2 * k / count) / pi) / 2 for k in range(1, count + 1))
