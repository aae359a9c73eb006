"""Rollouts: plays out the rest of a deal many times, after a card or a discard.

The others' hands are drawn by their probability, everybody plays by the net, and then all hands are
counted in order: from the left of the dealer to the dealer, then the crib. The first side out has
won; if nobody is, the board table has the position's value. Two sides, or three.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import View
from pegboard.cribbage.scoring import RANK_CODES
from pegboard.players.batch_scoring import Hands, rank_table
from pegboard.players.expert import endings
from pegboard.players.expert.beliefs import all_hands, likely
from pegboard.players.expert.features import Known
from pegboard.players.expert.inference import drawn
from pegboard.players.expert.knowledge import Knowledge, facts_of, knowledge, ranks_of, sample
from pegboard.players.expert.many import HAND, NONE, RANKS, BatchPlay, Counts
from pegboard.players.expert.playout import interest, play_out
from pegboard.players.expert.tables import Tables
from pegboard.players.greedy import PLACES

Floats = npt.NDArray[np.float32]

SAMPLES = 160
"""Tables at which each card that may be laid is played out."""
LAID_AWAY = 200
"""The same for each discard."""
_CODES = np.array(RANK_CODES, np.int64)


def cards(
    view: View,
    seen: Knowledge,
    kept: Counts,
    known: Tables,
    ranks: Sequence[int],
    chance: np.random.Generator,
) -> Floats:
    """Returns my side's chance of winning after playing a card of each of these ranks.

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        kept: (tables, seats, 13), what the others may have kept; as likely as it is there.
        known: the tables.
        ranks: 0..12.
        chance: draws cribs.
    """
    me, tables = view.seat, len(kept)
    assert view.starter is not None
    starter = np.full(tables, PLACES[view.starter])
    mine = [PLACES[card] for card in (*view.hand, *view.played[me])]
    facts = facts_of(view, tables)
    left = seen.unseen - (np.delete(kept - seen.laid, me, axis=1)).sum(axis=1)
    shows = [_by_rank(hand, starter) for hand in kept.swapaxes(0, 1)]
    shows[me] = np.full(tables, Hands(np.array([mine])).points(PLACES[view.starter])[0], np.int64)
    shows.append(_cribs(facts.discards[:, me], left, starter, chance.random((tables, HAND))))
    found = {}
    for rank in set(ranks):
        plays = seen.open(kept)
        plays.lay(np.arange(tables), np.full(tables, rank))
        found[rank] = _chance(plays, view, known, facts, shows)
    return np.array([found[rank] for rank in ranks], np.float32)


def drawn_for(
    view: View, seen: Knowledge, odds: npt.NDArray[np.float64], chance: np.random.Generator
) -> Counts:
    """Returns a sample of the opponent's hands for `cards`, (SAMPLES, 2, 13), by probability.

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        odds: how likely each of `all_hands` is to be the other's; not all zeros.
        chance: draws them.
    """
    kept = np.zeros((SAMPLES, 2, RANKS), np.int8)
    kept[:, 1 - view.seat] = all_hands()[drawn(odds, SAMPLES, chance)]
    return kept


def discards(
    view: View,
    known: Tables,
    kept: npt.NDArray[np.integer],
    away: npt.NDArray[np.integer],
    chance: np.random.Generator,
) -> Floats:
    """Returns my side's chance of winning with each choice; (choices, 4), (choices, 1 or 2)."""
    me, seats = view.seat, view.rules.players
    six = [PLACES[card] for card in view.hand]
    rest = np.array([place for place in range(len(DECK)) if place not in six])
    starter = rest[chance.integers(0, len(rest), LAID_AWAY)]
    unseen = np.full(RANKS, 4, np.int8) - ranks_of(view.hand)
    theirs = _theirs(view, known, unseen, chance)
    # The same hands, starters and draws for every choice: only the choice makes the difference.
    draws = chance.random((LAID_AWAY, HAND))
    left = unseen - theirs.sum(axis=1)
    left = left - (starter_ranks(starter)[:, None] == np.arange(RANKS))
    shows = [_by_rank(hand, starter) for hand in theirs.swapaxes(0, 1)]
    result = []
    for four, two in zip(kept, away, strict=True):
        hands = theirs.copy()
        hands[:, me] = (four[:, None] % RANKS == np.arange(RANKS)).sum(0)
        laid = np.zeros((LAID_AWAY, seats, RANKS), np.int8)
        laid[:, me] = (two[:, None] % RANKS == np.arange(RANKS)).sum(0)
        plays = BatchPlay(hands, np.full(LAID_AWAY, (view.dealer + 1) % seats, np.int8))
        plays.points[:, view.dealer] += 2 * (starter % RANKS == 10)
        mine = np.empty(LAID_AWAY, np.int64)
        one = Hands(four[None])
        for card in np.unique(starter):
            mine[starter == card] = one.points(int(card))[0]
        counted = [*shows, _cribs(laid[:, me], left, starter, draws)]
        counted[me] = mine
        facts = Known(laid, starter_ranks(starter), np.full(LAID_AWAY, view.dealer, np.int8))
        result.append(_chance(plays, view, known, facts, counted))
    return np.array(result, np.float32)


def _theirs(view: View, known: Tables, unseen: Counts, chance: np.random.Generator) -> Counts:
    """Returns hands the others may keep, (tables, seats, 13)."""
    if view.rules.players > 2:
        seen = knowledge(view)
        return sample(seen, known.keeping, view.rules, view.dealer, LAID_AWAY, chance)
    other = 1 - view.seat
    odds = likely(unseen, np.zeros(RANKS, np.int8), 1, known.keeping[int(other == view.dealer)])
    theirs = np.zeros((LAID_AWAY, 2, RANKS), np.int8)
    theirs[:, other] = all_hands()[chance.permutation(drawn(odds, LAID_AWAY, chance))]
    return theirs


def _chance(
    plays: BatchPlay,
    view: View,
    known: Tables,
    facts: Known,
    shows: Sequence[npt.NDArray[np.int64]],
) -> float:
    """Returns my side's chance of winning; `shows` has each table's counts by seat, then crib."""
    rules, seats = view.rules, view.rules.players
    side_of = np.array([rules.side_of(seat) for seat in range(seats)])
    begun = np.array(view.scores)[: rules.sides]
    to_side = (side_of[:, None] == np.arange(rules.sides)).astype(np.int64)
    winner = np.full(len(plays.turn), NONE, np.int8)

    def mark(plays: BatchPlay) -> None:
        _mark(winner, begun + plays.points @ to_side, rules.target)
        plays.turn[winner >= 0] = NONE

    play_out(plays, facts, known.net, interest(seats, rules.partners), mark)
    points = begun + plays.points @ to_side
    first = (view.dealer + 1) % seats
    for seat in ((first + step) % seats for step in range(seats)):
        points[:, side_of[seat]] += shows[seat]
        _mark(winner, points, rules.target)
    points[:, side_of[view.dealer]] += shows[-1]
    _mark(winner, points, rules.target)
    assert known.board is not None
    mine = side_of[view.seat]
    later = endings.chances(known.board, points, int(side_of[first]))[:, mine]
    return float(np.where(winner >= 0, winner == mine, later).mean())


def _mark(winner: npt.NDArray[np.int8], points: npt.NDArray[np.integer], target: int) -> None:
    for side in range(points.shape[1]):
        winner[(winner < 0) & (points[:, side] >= target)] = side


def _by_rank(hands: Counts, starter: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Returns the points of hands known by rank only: no flush, and no nobs."""
    keys = hands.astype(np.int64) @ _CODES + _CODES[starter % RANKS]
    points = rank_table()[np.clip(keys, 0, len(rank_table()) - 1)]
    return np.asarray(points, np.int64)


def _cribs(
    laid: Counts,
    left: Counts,
    starter: npt.NDArray[np.integer],
    draws: npt.NDArray[np.float64],
) -> npt.NDArray[np.int64]:
    """Returns the points of a crib, completed with cards drawn from those left.

    Args:
        laid: (tables, 13), what I lay away, as many everywhere.
        left: (tables, 13), cards that nobody is thought to hold.
        starter: (tables,), places.
        draws: (tables, 4), 0..1, pick the cards.
    """
    crib = laid.copy()
    pool = np.maximum(left, 0).astype(np.int64)
    for draw in draws.T[: HAND - int(laid[0].sum())]:
        at = (draw * pool.sum(axis=1))[:, None] >= pool.cumsum(axis=1)
        rank = np.minimum(at.sum(axis=1), RANKS - 1)
        crib[np.arange(len(crib)), rank] += 1
        pool[np.arange(len(pool)), rank] -= 1
    return _by_rank(crib, starter)


def starter_ranks(starter: npt.NDArray[np.integer]) -> npt.NDArray[np.int8]:
    """Returns the ranks, 0 to 12, of cards given by position in the deck; shape unchanged."""
    return (starter % RANKS).astype(np.int8)
