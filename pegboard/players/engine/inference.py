"""Inference from the cards the opponent played: every hand they may hold is tested for fit.

`beliefs` knows which hands are dealt and kept. Here each of them replays the deal up to
now: at each of the opponent's turns the net rates the cards of that hand, and a hand
that would hardly have played the same card becomes unlikely. For two players.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Rules, View
from pegboard.players.engine.beliefs import all_hands
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import facts_of, knowledge, ranks_of
from pegboard.players.engine.many import FULL, HAND, RANKS, BatchPlay
from pegboard.players.engine.tables import tables

Floats = npt.NDArray[np.float64]

RESOLVE = 0.25
"""A card that is worth so many points more is laid e times as often."""
SLIP = 0.03
"""Probability of any play, whatever its value: nobody can be read with certainty."""


def odds(view: View, *, reads: bool = True) -> Floats:
    """Returns the probability of each of `all_hands` to be the other's, (1820,).

    All zeros where no hand explains what was seen. It is worked out once for several questions
    about one view.

    Args:
        view: of a seat in the play, with two players.
        reads: whether the other's choice of cards tells something; their gos always do.
    """
    # The board makes no difference to what the cards tell.
    return _odds(replace(view, rules=Rules(), pegs=(), legal=()), reads)


@lru_cache(maxsize=8)
def _odds(view: View, reads: bool) -> Floats:
    known, other = tables(2, False), 1 - view.seat
    found = knowledge(view).hands(other, known.keeping[int(other == view.dealer)])
    if reads:
        found = told(view, found)
    found.flags.writeable = False
    return found


def told(view: View, odds: Floats) -> Floats:
    """Returns the probability of each of `all_hands` after the opponent's plays; the sum is 1.

    Args:
        view: of a seat in the play.
        odds: (1820,) by what can be dealt and is kept; see `beliefs.likely`.
    """
    if not view.played[1 - view.seat] or not odds.any():
        return odds
    hands = np.flatnonzero(odds)
    after = odds[hands] * _fitting(view, all_hands()[hands])
    if not after.any():  # at a table of real cards somebody may have laid what was not allowed
        return odds
    result = np.zeros_like(odds)
    result[hands] = after / after.sum()
    return result


def _fitting(view: View, hands: npt.NDArray[np.int8]) -> Floats:
    """Returns the probability that each hand would have played as the opponent did, (hands,).

    None for a hand with which the turns would have passed otherwise.
    """
    me, other = view.seat, 1 - view.seat
    number = len(hands)
    kept = np.zeros((number, 2, RANKS), np.int8)
    kept[:, other] = hands
    kept[:, me] = ranks_of((*view.hand, *view.played[me]))
    plays = BatchPlay(kept, np.full(number, 1 - view.dealer, np.int8))
    facts = facts_of(view, number)
    chance = np.zeros(number)
    tables, fitting = np.arange(number), np.ones(number)
    for seat, rank in ((seat, card.rank - 1) for seat, card in view.plays):
        on = (plays.turn[tables] == seat) & plays.fits(tables)[:, rank]
        tables, fitting = tables[on], fitting[on]
        if seat == other:
            fitting = fitting * _readily(plays, facts, tables, rank)
        plays.lay(tables, np.full(len(tables), rank))
    if any(view.count + card.value <= FULL for card in view.hand):  # else I say go
        on = plays.turn[tables] == me
        tables, fitting = tables[on], fitting[on]
    chance[tables] = fitting
    return chance


def _readily(plays: BatchPlay, facts: Known, tables: npt.NDArray[np.intp], rank: int) -> Floats:
    """Returns the probability, (tables,), that the seat to act plays this rank."""
    fits = plays.fits(tables)
    result = fits[:, rank].astype(np.float64)
    choice = fits.sum(axis=1) > 1
    if choice.any():
        result[choice] = _preferred(plays, facts, tables[choice], rank)
    return result


def _preferred(plays: BatchPlay, facts: Known, tables: npt.NDArray[np.intp], rank: int) -> Floats:
    """Returns the same for tables with a choice of cards."""
    asked = judge(2, False)(plays, facts, tables)
    worth = asked.worth
    # (tables, cards): at most four a table, the rows of a table come together.
    place = np.arange(len(worth)) - np.searchsorted(asked.table, asked.table)
    grid = np.full((len(tables), HAND), -np.inf)
    grid[asked.table, place] = worth / RESOLVE
    weights = np.exp(grid - grid.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    it = asked.rank == rank
    laid = np.zeros(len(tables))
    laid[asked.table[it]] = weights[asked.table[it], place[it]]
    return np.asarray((1 - SLIP) * laid + SLIP / np.isfinite(grid).sum(axis=1))
