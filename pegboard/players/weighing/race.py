"""Win chances at many tables from the points pegged and counted in this deal.

For two players, in a game to 121: see `scaled`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Pegs, View
from pegboard.players.engine import endings
from pegboard.players.engine.many import BatchPlay

Floats = npt.NDArray[np.float64]
Points = npt.NDArray[np.integer]
PONE, DEALER, NOBODY = 0, 1, -1


class Shows(NamedTuple):
    """Points counted in the show, in counting order, each (tables,)."""

    pone: Points
    dealer: Points
    crib: Points

    @classmethod
    def of(cls, dealing: bool, own: Points, others: Points, crib: Points) -> Shows:
        """Returns the points in counting order, from one's own hand, the other's, and the crib."""
        return cls(others, own, crib) if dealing else cls(own, others, crib)


def chances(
    board: npt.NDArray[np.float32],
    scores: tuple[int, int],
    pegs: Points,
    shows: Shows,
    out: npt.NDArray[np.integer] | None = None,
) -> Floats:
    """Returns pone's win chance, (tables,).

    Args:
        board: see `endings.chances`.
        scores: scores of pone and dealer before the play.
        pegs: (tables, 2), points that pone and dealer peg in the play.
        shows: points that pone and dealer count in the show.
        out: who pegged out first in the play: PONE, DEALER or NOBODY; None if unknown, in which
            case `first_out` estimates it.
    """
    need = endings.TARGET - np.array(scores)
    winner = first_out(need, pegs) if out is None else out.copy()
    now = np.array(scores) + pegs
    for seat, counted in ((PONE, shows.pone), (DEALER, shows.dealer), (DEALER, shows.crib)):
        now[:, seat] += counted
        winner[(winner == NOBODY) & (now[:, seat] >= endings.TARGET)] = seat
    later = endings.chances(board, np.minimum(now, endings.TARGET - 1), PONE)[:, PONE]
    return np.asarray(np.where(winner == NOBODY, later, winner == PONE), np.float64)


def won(
    view: View,
    board: npt.NDArray[np.float32],
    pegs: Points,
    shows: Shows,
    out: npt.NDArray[np.integer] | None = None,
) -> Floats:
    """Returns the win chance of a view's seat, (tables,); see `chances`."""
    scores = (view.scores[1 - view.dealer], view.scores[view.dealer])
    pone = chances(board, scores, pegs, shows, out)
    return 1 - pone if view.seat == view.dealer else pone


def watch(need: Points) -> tuple[npt.NDArray[np.int64], Callable[[BatchPlay], None]]:
    """Returns an array for the first seat out at each table, and a callback that fills it.

    Args:
        need: (tables, 2), the points that each seat needs to win.
    """
    out = np.full(len(need), NOBODY, np.int64)

    def after(plays: BatchPlay) -> None:
        # Only the seat that plays a card pegs in a round, so at most one seat is newly out.
        enough = plays.points >= need
        on = (out == NOBODY) & enough.any(axis=1)
        out[on] = enough[on].argmax(axis=1)

    return out, after


def role_of(out: npt.NDArray[np.int64], dealer: int) -> npt.NDArray[np.int64]:
    """Returns seats as PONE or DEALER; NOBODY stays."""
    return np.where(out == NOBODY, NOBODY, (out == dealer).astype(np.int64))


def first_out(need: Points, pegs: Points) -> npt.NDArray[np.int64]:
    """Estimates which side pegs out first, (tables,): PONE, DEALER or NOBODY.

    Args:
        need: (2,), the points that pone and dealer need to win.
        pegs: (tables, 2).
    """
    enough = pegs >= need
    part = np.where(enough, need / np.maximum(pegs, 1), np.inf)
    return np.where(enough.any(axis=1), part.argmin(axis=1), NOBODY)


def scaled(view: View) -> View:
    """Returns the view as a game to 121, with every score at the same distance from the end.

    That distance is all that affects the win chance.
    """
    more = endings.TARGET - view.rules.target
    if not more:
        return view
    pegs = tuple(Pegs(front + more, rear + more) for front, rear in view.pegs)
    return replace(view, rules=replace(view.rules, target=endings.TARGET), pegs=pegs)
