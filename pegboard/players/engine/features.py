"""Input features of the pegging net for a card that may be played.

A row describes a table after one card that the seat to act may play, as that seat sees it: the
cards it holds, discarded and played; the starter; the unseen cards; each other seat's plays in
order, its number of cards left and what its gos revealed; the pile; and the new count.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.players.engine.many import (
    FULL,
    HAND,
    RANKS,
    VALUES,
    BatchPlay,
    Counts,
    Indices,
)
from pegboard.players.engine.piles import laid_points

Rows = npt.NDArray[np.uint8]

PILE = 5
"""Number of the pile's newest cards among the features."""
_OTHER = HAND * RANKS + (HAND + 1) + 11 + 1
_OWN = 5 * RANKS
_CARD = RANKS + (FULL + 1) + PILE * RANKS + HAND + 1


class Known(NamedTuple):
    """Knowledge of the seat to act beyond the play, at each table."""

    discards: Counts
    """Discards of the seat to act, (tables, seats, 13): only its own row is used."""
    starter: npt.NDArray[np.int8]
    """Rank of the starter, (tables,)."""
    dealer: npt.NDArray[np.int8]
    """The dealer's seat, (tables,)."""


class Cards(NamedTuple):
    """The cards that may be played at some tables, one per row."""

    table: Indices
    """Index of the card's table among the tables evaluated."""
    rank: npt.NDArray[np.intp]
    scored: npt.NDArray[np.int16]
    """Points the card scores at once."""
    rows: Rows
    """Shape (cards, width(seats))."""


def width(seats: int) -> int:
    """Returns the number of features of a card."""
    return _OWN + (seats - 1) * _OTHER + seats + _CARD


def describe(plays: BatchPlay, known: Known, tables: Indices) -> Cards:
    """Returns the features of every playable card at these tables, all still in the play."""
    seats, count = plays.seats, len(tables)
    seat = plays.turn[tables].astype(np.intp)
    everyone = np.arange(count)
    played_ranks = plays.played[tables]
    by_rank = (played_ranks[..., None] == np.arange(RANKS)).sum(axis=2, dtype=np.int8)
    own_features = np.empty((count, 5, RANKS), np.int8)
    own_features[:, 0] = plays.held[tables, seat]
    own_features[:, 1] = known.discards[tables, seat]
    own_features[:, 2] = by_rank[everyone, seat]
    own_features[:, 3] = known.starter[tables, None] == np.arange(RANKS)
    own_features[:, 4] = (
        4 - own_features[:, 0] - own_features[:, 1] - own_features[:, 3] - by_rank.sum(axis=1)
    )
    parts: list[npt.NDArray[Any]] = [own_features.reshape(count, -1)]
    for step in range(1, seats):
        other = (seat + step) % seats
        parts += [
            _one_hot(played_ranks[everyone, other].reshape(-1), RANKS).reshape(count, -1),
            _one_hot(plays.left[tables, other], HAND + 1),
            _one_hot(plays.least[tables, other] - 1, 11),
            plays.out[tables, other, None],
        ]
    parts.append(_one_hot((known.dealer[tables] - seat) % seats, seats))
    place, rank = np.nonzero(plays.fits(tables))
    total = plays.count[tables][place] + VALUES[rank]
    tail = plays.tail[tables]
    scored = laid_points(tail, total, place, rank)
    rows = np.empty((len(place), width(seats)), np.uint8)
    common = np.concatenate(parts, axis=1, dtype=np.uint8, casting="unsafe")
    rows[:, : common.shape[1]] = common[place]
    left = plays.left[tables, seat][place] - 1
    card = (
        _one_hot(rank, RANKS),
        _one_hot(total, FULL + 1),
        _one_hot(tail[:, :PILE].reshape(-1), RANKS).reshape(count, -1)[place],
        _one_hot(left, HAND),
        scored[:, None],
    )
    rows[:, common.shape[1] :] = np.concatenate(card, axis=1, dtype=np.uint8, casting="unsafe")
    return Cards(place, rank, scored, rows)


def _one_hot(numbers: npt.NDArray[np.integer], size: int) -> npt.NDArray[np.bool_]:
    """Returns a one-hot row of `size` for each number; all false for one out of range."""
    hot: npt.NDArray[np.bool_] = numbers[:, None] == np.arange(size)
    return hot
