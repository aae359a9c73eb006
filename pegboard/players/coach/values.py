"""The worth of each choice, with its uncertainty."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Values(NamedTuple):
    """What each choice is worth, on average over hands the opponent may have been dealt.

    All (choices,); a doubt is the standard error of the difference to the best choice.
    """

    points: Floats
    """Points of this deal, less the opponent's; what all choices share may be missing."""
    doubt: Floats
    chances: Floats | None
    """Of winning the game; none where no table of chances is known."""
    chances_doubt: Floats | None


def valued(
    points: Floats, chances: Floats | None, share: Floats, best: int | None = None
) -> Values:
    """Returns the means of every choice.

    Args:
        points: (choices, deals), by choice and deal.
        chances: the same of winning, where they are known.
        share: (deals,), how likely each deal is; the sum is 1.
        best: the choice that others are compared with, where it is not the best of these.
    """
    mean = points @ share
    if chances is None:
        best = int(mean.argmax()) if best is None else best
        return Values(mean, _doubt(points, best, share), None, None)
    won = chances @ share
    best = int(np.lexsort((-mean, -won))[0])
    return Values(mean, _doubt(points, best, share), won, _doubt(chances, best, share))


def _doubt(found: Floats, best: int, share: Floats) -> Floats:
    """Returns the standard error of each mean's difference to the best one's."""
    apart = found - found[best]
    spread = np.square(apart) @ share - np.square(apart @ share)
    return np.asarray(np.sqrt(np.maximum(spread, 0) * np.square(share).sum()))
