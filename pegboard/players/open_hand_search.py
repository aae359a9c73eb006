"""Searches the play to its end with all hands open."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pegboard.players.engine.many import NONE, BatchPlay

Floats = npt.NDArray[np.float32]


def open_hand_search(plays: BatchPlay, seat: int) -> Floats:
    """Returns a seat's points less the other's, if both see all hands; (tables,).

    Two seats. Points pegged before count too. All tables have laid as many cards.
    """
    going = plays.going
    ends = (plays.points[:, seat] - plays.points[:, 1 - seat]).astype(np.float32)
    if not len(going):
        return ends
    place, rank = np.nonzero(plays.fits(going))
    after = plays.take(going[place])
    after.lay(np.arange(len(place)), rank)
    values = open_hand_search(after, seat)
    own = plays.turn[going] == seat
    signed = np.where(own[place], values, -values)
    first = np.flatnonzero(np.diff(place, prepend=NONE))
    best = np.maximum.reduceat(signed, first)
    ends[going] = np.where(own, best, -best)
    return ends
