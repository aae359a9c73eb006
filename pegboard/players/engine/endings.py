"""Chance of winning from a position on the board, and the value of points there.

One table for two sides and one for three, in games to 121, have the win chances before a deal at
all scores. They are computed backwards from the end: at each score, the same thousands of self-play
deals are pegged in scoring order. The first side out wins; if none is out, the next seat deals at a
score computed before.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Chances = npt.NDArray[np.float64]

TARGET = 121
STEP = 6
"""Number of points over which the value of a point is measured."""
LADDER = np.array([*range(0, 80, 8), *range(80, 104, 4), *range(104, TARGET, 2)])
"""Scores in the table of three sides; values between them are interpolated."""
AFTER = 8
"""Approximate points of a side in one deal."""


def chances(board: Floats, scores: npt.NDArray[np.integer], dealer: int) -> Chances:
    """Returns every side's chance of winning before a deal; the sum is 1.

    Args:
        board: for two sides (121, 121), the dealer's chance by its score and the other's; for
            three (2, rungs, rungs, rungs), those of the dealer and of the next side, by the
            scores in order from the dealer's, at the rungs of `LADDER`.
        scores: (..., sides); a side with 121 and more has won.
        dealer: the side that deals; the next side deals next.
    """
    turned = np.roll(scores, -dealer, axis=-1)
    inside = np.clip(turned, 0, TARGET - 1)
    if board.ndim == 2:
        first = board[inside[..., 0], inside[..., 1]].astype(np.float64)
        found = np.stack([first, 1 - first], axis=-1)
    else:
        found = _between(board, inside)
    out = turned >= TARGET
    found = np.where(out.any(-1, keepdims=True), out & (out.cumsum(axis=-1) == 1), found)
    return np.asarray(np.roll(found, dealer, axis=-1), np.float64)


def _between(board: Floats, scores: npt.NDArray[np.integer]) -> Chances:
    """Returns the interpolated chances of three sides, in order from the dealer; (..., 3)."""
    rung = np.minimum(np.searchsorted(LADDER, scores, side="right") - 1, len(LADDER) - 2)
    above = (scores - LADDER[rung]) / (LADDER[rung + 1] - LADDER[rung])
    found = np.zeros((2, *scores.shape[:-1]))
    for corner in product((0, 1), repeat=3):
        share = np.where(corner, above, 1 - above).prod(axis=-1)
        found += share * board[:, *np.moveaxis(rung + np.array(corner), -1, 0)]
    return np.stack([*found, 1 - found.sum(axis=0)], axis=-1)


def weights(board: Floats, scores: tuple[int, ...], side: int, dealer: int) -> Floats:
    """Returns the effect of each side's points on one side's chance, (sides,).

    Their absolute values add up to 2: in mid-game about 1 and -1, or 1, -1/2 and -1/2. Far behind,
    only the side's own points matter; far ahead, only the others' do.

    Args:
        board: see `chances`.
        scores: score of each side, in the middle of a deal.
        side: side whose chance is computed.
        dealer: side that deals this deal.
    """
    moved = _moved(board, scores, side, dealer)
    return np.asarray(2 * moved / np.abs(moved).sum(), np.float32)


def slope(board: Floats, scores: tuple[int, ...], side: int, dealer: int) -> float:
    """Returns the win chance that a point is worth in mid-deal; see `weights`."""
    return float(np.abs(_moved(board, scores, side, dealer)).sum()) / (2 * STEP)


def _moved(board: Floats, scores: tuple[int, ...], side: int, dealer: int) -> Floats:
    """Returns how `STEP` more points for each side change one side's chance, (sides,)."""
    sides = len(scores)
    # The deal brings each side about the same, whichever card is played now.
    now = np.minimum(np.array(scores) + AFTER, TARGET - 1 - STEP)
    ahead = np.concatenate([now[None], now + STEP * np.eye(sides, dtype=np.int64)])
    found = chances(board, ahead, (dealer + 1) % sides)[:, side]
    sign = np.where(np.arange(sides) == side, 1, -1)
    moved = np.maximum(sign * (found[1:] - found[0]), 0)
    # Where the game is already decided, fall back to mid-game weights.
    moved += 1e-4 * np.where(sign > 0, 1, 1 / (sides - 1))
    return np.asarray(sign * moved, np.float32)
