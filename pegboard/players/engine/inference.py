"""Hand inference: weighs each hand the opponent may hold by the cards played.

`beliefs` gives the probability that a hand was dealt and kept. Here the deal is replayed with each
such hand: at each of the opponent's turns the net rates the hand's cards, and a hand that would
hardly have played the same card becomes unlikely. So does a style in which few hands would have
played it (`styles`). For two players, except `fitting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.game import Rules, View
from pegboard.players.engine.beliefs import all_hands
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import Judge, judge
from pegboard.players.engine.knowledge import facts_of, knowledge, ranks_of
from pegboard.players.engine.many import FULL, HAND, RANKS, BatchPlay, Indices, Mask
from pegboard.players.engine.styles import ALIKE, GREEDY, greediest
from pegboard.players.engine.tables import tables

Floats = npt.NDArray[np.float64]

RESOLVE = 0.25
"""Difference in value, in points, that makes a card e times as likely to be played."""
SLIP = 0.03
"""Probability of a random play: nobody's cards can be inferred with certainty."""


def odds(view: View, *, reads: bool = True) -> Floats:
    """Returns the probability that the opponent holds each of `all_hands`, (1820,).

    All zeros if no hand explains the plays. The result is cached, because several callers ask about
    the same view.

    Args:
        view: view of a seat during the play, with two players.
        reads: True to infer the opponent's hand from its plays; its gos are always used.
    """
    # Drop what does not affect the inference, so that such views share a cache entry.
    return _odds(replace(view, rules=Rules(), pegs=(), legal=(), past=()), reads)


@lru_cache(maxsize=8)
def _odds(view: View, reads: bool) -> Floats:
    known, other = tables(2, False), 1 - view.seat
    found = knowledge(view).hands(other, known.keeping[int(other == view.dealer)])
    if reads:
        found = posterior_odds(view, found)[0]
    found.flags.writeable = False
    return found


def posterior_odds(view: View, odds: Floats, styles: Sequence[float] = ALIKE) -> Floats:
    """Returns the probability of each style and hand given the plays; the sum is 1.

    Args:
        view: view of a seat during the play.
        odds: (1820,), prior probability of each hand; see `beliefs.likely`.
        styles: prior probability of each style.

    Returns:
        (styles, 1820), by hand of `all_hands`.
    """
    joint: Floats = np.multiply.outer(np.asarray(styles), odds)
    if not view.played[1 - view.seat] or not odds.any():
        return joint
    hands = np.flatnonzero(odds)
    kept_ranks = np.zeros((len(styles), len(hands), 2, RANKS), np.int8)
    kept_ranks[:, :, 1 - view.seat] = all_hands()[hands]
    greedy = np.zeros(kept_ranks.shape[:3], np.bool_)
    greedy[GREEDY:, :, 1 - view.seat] = True
    seats = kept_ranks.reshape(-1, 2, RANKS), greedy.reshape(-1, 2)
    after = np.zeros_like(joint)
    after[:, hands] = joint[:, hands] * fitting(view, *seats).reshape(len(styles), -1)
    # With real cards, somebody may have made an illegal play.
    return np.asarray(after / after.sum() if after.any() else joint)


def fitting(view: View, kept: npt.NDArray[np.int8], greedy: Mask) -> Floats:
    """Returns the likelihood of the others' plays for each table of hands, (tables,).

    Zero for hands that contradict the order of turns.

    Args:
        view: view of a seat during the play.
        kept: (tables, seats, 13), hands that the others may have kept, by rank.
        greedy: (tables, seats), True where the seat plays greedily; see `styles`.
    """
    me, number = view.seat, len(kept)
    hands = kept.copy()
    hands[:, me] = ranks_of((*view.hand, *view.played[me]))
    first = (view.dealer + 1) % view.rules.players
    plays = BatchPlay(hands, np.full(number, first, np.int8))
    facts, judges = facts_of(view, number), judge(view.rules.players, view.rules.partners)
    found, tables, chance = np.zeros(number), np.arange(number), np.ones(number)
    for seat, rank in ((seat, card.rank - 1) for seat, card in view.plays):
        on = (plays.turn[tables] == seat) & plays.fits(tables)[:, rank]
        tables, chance = tables[on], chance[on]
        if seat != me:
            chance = chance * readily(plays, facts, judges, tables, rank, greedy[tables, seat])
        plays.play(tables, np.full(len(tables), rank))
    if any(view.count + card.value <= FULL for card in view.hand):  # otherwise this seat says go
        on = plays.turn[tables] == me
        tables, chance = tables[on], chance[on]
    found[tables] = chance
    return found


def readily(
    plays: BatchPlay, facts: Known, judges: Judge, tables: Indices, rank: int, greedy: Mask
) -> Floats:
    """Returns the probability that the seat to act plays this rank, (tables,).

    Args:
        plays: all tables.
        facts: the seats' knowledge beyond the play.
        judges: evaluates the cards of seats that are not greedy.
        tables: indices of the tables.
        rank: rank of the card, 0 to 12.
        greedy: (tables,), True where the seat to act is greedy; see `styles`.
    """
    fits = plays.fits(tables)
    result = fits[:, rank].astype(np.float64)
    cards = fits.sum(axis=1)
    takes, thinks = (np.flatnonzero((cards > 1) & style) for style in (greedy, ~greedy))
    if len(takes):
        at_once = greediest(plays, facts, tables[takes]) == rank
        result[takes] = (1 - SLIP) * at_once + SLIP / cards[takes]
    if len(thinks):
        result[thinks] = _preferred(plays, facts, judges, tables[thinks], rank)
    return result


def _preferred(plays: BatchPlay, facts: Known, judges: Judge, tables: Indices, rank: int) -> Floats:
    """Returns the probability that an expert with a choice plays this rank, (tables,)."""
    first, alike = judges.alike(plays, facts, tables)
    ratings = judges(plays, facts, tables[first])
    worth = ratings.worth
    # The grid is (tables, HAND): each table has at most four rows, and they are adjacent.
    place = np.arange(len(worth)) - np.searchsorted(ratings.table, ratings.table)
    grid = np.full((len(first), HAND), -np.inf)
    grid[ratings.table, place] = worth / RESOLVE
    weights = np.exp(grid - grid.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    it = ratings.rank == rank
    played_value = np.zeros(len(first))
    played_value[ratings.table[it]] = weights[ratings.table[it], place[it]]
    found = (1 - SLIP) * played_value + SLIP / np.isfinite(grid).sum(axis=1)
    return np.asarray(found[alike])
