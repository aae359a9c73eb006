"""Values of choices, with their standard errors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Values(NamedTuple):
    """Value of each choice, averaged over hands the opponent may have been dealt.

    All (choices,); a doubt is the standard error of the difference to the best choice.
    """

    points: Floats
    """Points of this deal, less the opponent's; what all choices share may be missing."""
    doubt: Floats
    chances: Floats | None
    """Chances of winning the game; None if there is no board table."""
    chances_doubt: Floats | None

    @property
    def order(self) -> npt.NDArray[np.intp]:
        """Choices, best first: by win chance if known, else by points."""
        if self.chances is None:
            return np.argsort(-self.points, kind="stable")
        return np.lexsort((-self.points, -self.chances))


def valued(
    points: Floats,
    share: Floats,
    chances: Floats | None = None,
    chances_share: Floats | None = None,
) -> Values:
    """Returns the mean values of every choice.

    Args:
        points: (choices, deals), by choice and deal.
        share: (deals,), how likely each deal is; the sum is 1.
        chances: (choices, deals), win chances, if known.
        chances_share: like `share`, if the win chances are of other deals.
    """
    mean, alike = points @ share, share if chances_share is None else chances_share
    won = None if chances is None else chances @ alike
    best = int(Values(mean, mean, won, won).order[0])
    doubt = doubts(points, best, share)
    return Values(mean, doubt, won, None if chances is None else doubts(chances, best, alike))


def doubts(found: Floats, best: int, share: Floats) -> Floats:
    """Returns the standard error of each mean's difference to the best one's, (choices,).

    Args:
        found: (choices, deals).
        best: the choice that others are compared with.
        share: (deals,), how likely each deal is; the sum is 1.
    """
    apart = found - found[best]
    spread = np.square(apart) @ share - np.square(apart @ share)
    return np.asarray(np.sqrt(np.maximum(spread, 0) * np.square(share).sum()))


def doubts_by_hand(
    lead: Floats,
    best: int,
    played: npt.NDArray[np.intp],
    each: Floats,
    tail: npt.NDArray[np.bool_],
) -> Floats:
    """Returns standard errors like `doubts`, where several plays share a hand, (choices,).

    Two things are sampled: unlikely hands, and the discards that go with each hand.

    Args:
        lead: (choices, plays), points.
        best: the choice that others are compared with.
        played: (plays,), index of the hand in each play.
        each: (plays,), probability of each play.
        tail: (hands,), True for hands that represent others.
    """
    apart = lead - lead[best]
    number = len(tail)
    mass = np.bincount(played, each, number)
    found = np.zeros(len(lead))
    for choice, row in enumerate(apart):
        mean = np.bincount(played, each * row, number) / mass
        within = np.bincount(played, np.square(each * (row - mean[played])), number).sum()
        found[choice] = within
        if tail.any():
            whole = mass[tail].sum()
            centre = mass[tail] @ mean[tail] / whole
            found[choice] += whole * (mass[tail] @ np.square(mean[tail] - centre)) / tail.sum()
    return np.sqrt(found)
