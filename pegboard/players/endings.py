"""The chance to win from a position of the board, and what it makes of points.

The table has the chance of the seat about to deal, with two players and 121 holes, for every pair
of scores before a deal. It was worked out backwards from the end: from each position the same
thousands of deals of self-play are pegged in the order they were scored, and whoever is out first
has won; otherwise the other seat deals, from a position already known.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

TARGET = 121
STEP = 6
"""Points over which the worth of one more is measured."""


def chance(
    board: Floats, mine: npt.NDArray[np.integer], other: npt.NDArray[np.integer], deals: bool
) -> Floats:
    """My chance to win before a deal, by scores; `deals`: whether I deal it.

    Args:
        board: (121, 121), the chance of the seat that deals, by its score and the other's.
        mine: my scores, whole numbers of any shape; 121 and more have won.
        other: the other's, of the same shape.
        deals: whose deal it is.
    """
    won, lost = mine >= TARGET, other >= TARGET
    a, b = np.clip(mine, 0, TARGET - 1), np.clip(other, 0, TARGET - 1)
    value = board[a, b] if deals else 1 - board[b, a]
    return np.where(won, np.float32(1), np.where(lost, np.float32(0), value))


def weights(board: Floats, mine: int, other: int, deals: bool) -> tuple[float, float]:
    """What a point of mine adds to my chance, and what one of the other's takes, as parts of one.

    They add up to 2, so that in mid-game both are about 1. Far behind only my own points help;
    far ahead only his hurt.
    """
    scores = np.array([mine, mine + STEP, mine])
    others = np.array([other, other, other + STEP])
    now, better, worse = chance(board, scores, others, deals)
    gain, loss = float(better - now) + 1e-4, float(now - worse) + 1e-4
    return 2 * gain / (gain + loss), 2 * loss / (gain + loss)
