"""Remembers where something was hardly read, and another look would help."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pegboard.vision.follow.seen.glimpse import SAME, Glimpse, distance
from pegboard.vision.outlines import Outline

AGAIN = 3
"""Looks at a place where something was hardly read, until it is given up."""
APART = 0.5
"""Card heights from which two readings are of two places."""


class Hints:
    """Places to look at again."""

    def __init__(self) -> None:
        """Starts without any."""
        self._hints: list[tuple[Glimpse, int]] = []

    @property
    def open(self) -> list[Glimpse]:
        """Those that were not given up yet."""
        return [glimpse for glimpse, looks in self._hints if looks < AGAIN]

    def take(
        self,
        found: Sequence[Glimpse],
        still: Callable[[Outline], bool],
        known: Sequence[Glimpse],
    ) -> None:
        """Remembers what a look hardly read, as long as nothing moves there.

        Args:
            found: what was hardly read, or read beyond the edge of what was looked at.
            still: whether nothing moves in an outline.
            known: cards that lie there without doubt: most likely one was misread there.
        """
        hints = [(each, looks + 1) for each, looks in self._hints if still(each.corners)]
        for glimpse in found:
            if any(distance(each, glimpse) < SAME for each in known):
                continue
            if not any(distance(each, glimpse) < APART for each, _ in hints):
                hints.append((glimpse, 0))
        self._hints = hints
