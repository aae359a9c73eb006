"""Rollouts: the rest of a deal played out many times, after a card or a discard.

The others' hands are sampled by probability, all seats play by the net or greedily, and then all
hands are counted in order: from the dealer's left to the dealer, then the crib. The first side out
wins; if none is out, the board table gives the win chance. For two or three sides.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import View
from pegboard.cribbage.scoring import RANK_CODES
from pegboard.players.batch_scoring import PLACES, Hands, rank_table
from pegboard.players.engine import endings
from pegboard.players.engine.beliefs import all_hands, likely, sample_hands
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import Knowledge, facts_of, knowledge, ranks_of, sample
from pegboard.players.engine.many import HAND, NONE, RANKS, BatchPlay, Counts, Mask, by_rank
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.styles import Styled, others_greedy
from pegboard.players.engine.tables import Tables
from pegboard.players.expert.others import Others

Floats = npt.NDArray[np.float32]

SAMPLES = {2: 280, 3: 130, 4: 160}
"""Number of tables for each of three cards, by number of seats; more for fewer cards."""
LAID_AWAY = {2: 220, 3: 90, 4: 100}
"""Number of tables for each discard, by number of seats."""
CRIBS = 4
"""Number of cribs sampled for each hand, when cards are evaluated."""
_CODES = np.array(RANK_CODES, np.int64)


def cards(
    view: View,
    seen: Knowledge,
    others: Others,
    known: Tables,
    ranks: Sequence[int],
    chance: np.random.Generator,
) -> Floats:
    """Returns my side's chance of winning after playing a card of each rank, (tables, ranks).

    Args:
        view: view of the seat that is to play.
        seen: the same view as arrays.
        others: sampled hands of the others; all tables are equally likely.
        known: the expert's learned tables.
        ranks: 0..12.
        chance: draws cribs.
    """
    me, kept, tables = view.seat, others.kept, len(others.kept)
    assert view.starter is not None
    starter = np.full(tables, PLACES[view.starter])
    mine = [PLACES[card] for card in (*view.hand, *view.played[me])]
    left = seen.unseen - (np.delete(kept - seen.laid, me, axis=1)).sum(axis=1)
    shows = [_by_rank(hand, starter) for hand in kept.swapaxes(0, 1)]
    shows[me] = np.full(tables, Hands(np.array([mine])).points(PLACES[view.starter])[0], np.int64)
    discards = facts_of(view, tables).discards[:, me]
    draws = chance.random((CRIBS, tables, HAND))
    cribs = np.stack([_cribs(discards, left, starter, draw) for draw in draws])
    distinct_ranks = sorted(set(ranks))
    plays = seen.after(kept, distinct_ranks)
    counted = [np.tile(points, len(distinct_ranks)) for points in shows]
    cribs = np.tile(cribs, len(distinct_ranks))
    theirs = np.tile(others.greedy, (len(distinct_ranks), 1))
    facts = facts_of(view, len(plays.turn))
    found = _chances(plays, view, known, facts, counted, cribs, theirs)
    return found.reshape(len(distinct_ranks), tables).T[:, np.searchsorted(distinct_ranks, ranks)]


def discards(
    view: View,
    known: Tables,
    kept: npt.NDArray[np.integer],
    away: npt.NDArray[np.integer],
    chance: np.random.Generator,
    tables: int,
    greedy: Sequence[float],
) -> Floats:
    """Returns my side's chance of winning with each choice, (tables, choices).

    Args:
        view: view of the seat that is to discard.
        known: the expert's learned tables.
        kept: (choices, 4), cards as places.
        away: (choices, 1 or 2).
        chance: draws starters, cribs and the others' hands.
        tables: number of deals tried, the same ones for every choice.
        greedy: (seats,), probability that each seat is greedy; see `habits`.
    """
    me, seats, choices = view.seat, view.rules.players, len(kept)
    six = [PLACES[card] for card in view.hand]
    rest = np.array([place for place in range(len(DECK)) if place not in six])
    starter = rest[chance.integers(0, len(rest), tables)]
    unseen = np.full(RANKS, 4, np.int8) - ranks_of(view.hand)
    theirs = _theirs(view, known, unseen, chance, tables)
    draws = chance.random((tables, HAND))
    left = unseen - theirs.sum(axis=1)
    left = left - (starter_ranks(starter)[:, None] == np.arange(RANKS))
    # Use the same hands, starters and draws for every choice, so that only the choice differs.
    number, of = choices * tables, np.repeat(np.arange(choices), tables)
    hands = np.tile(theirs, (choices, 1, 1))
    hands[:, me] = by_rank(kept)[of]
    played_ranks = np.zeros((number, seats, RANKS), np.int8)
    played_ranks[:, me] = by_rank(away)[of]
    plays = BatchPlay(hands, np.full(number, (view.dealer + 1) % seats, np.int8))
    starters = np.tile(starter, choices)
    plays.points[:, view.dealer] += 2 * (starters % RANKS == 10)
    shows = [np.tile(_by_rank(hand, starter), choices) for hand in theirs.swapaxes(0, 1)]
    shows[me] = np.asarray(Hands(kept).every_starter()[of, starters], np.int64)
    cribs = [_cribs(played_ranks[of == n, me], left, starter, draws) for n in range(choices)]
    facts = Known(played_ranks, starter_ranks(starters), np.full(number, view.dealer, np.int8))
    styled = np.tile(others_greedy(view.rules, me, greedy, tables, chance), (choices, 1))
    found = _chances(plays, view, known, facts, shows, np.concatenate(cribs)[None], styled)
    return found.reshape(choices, tables).T


def _theirs(
    view: View, known: Tables, unseen: Counts, chance: np.random.Generator, tables: int
) -> Counts:
    """Samples hands that the others may keep, (tables, seats, 13)."""
    if view.rules.players > 2:
        own_knowledge = knowledge(view)
        return sample(
            own_knowledge, known.keeping, view.rules, view.dealer, tables, chance, evenly=True
        )
    other = 1 - view.seat
    odds = likely(unseen, np.zeros(RANKS, np.int8), 1, known.keeping[int(other == view.dealer)])
    theirs = np.zeros((tables, 2, RANKS), np.int8)
    theirs[:, other] = all_hands()[chance.permutation(sample_hands(odds, tables, chance))]
    return theirs


def _chances(
    plays: BatchPlay,
    view: View,
    known: Tables,
    facts: Known,
    shows: Sequence[npt.NDArray[np.int64]],
    cribs: npt.NDArray[np.int64],
    greedy: Mask,
) -> Floats:
    """Returns my side's chance of winning at each table, (tables,).

    `shows` has the points of hands by seat and table; `cribs`, (draws, tables), the points of
    equally likely cribs; `greedy`, (tables, seats), is True where the seat plays greedily.
    """
    rules, seats = view.rules, view.rules.players
    side_of = np.array([rules.side_of(seat) for seat in range(seats)])
    begun = np.array(view.scores)[: rules.sides]
    to_side = (side_of[:, None] == np.arange(rules.sides)).astype(np.int64)
    winner = np.full(len(plays.turn), NONE, np.int8)

    def mark(plays: BatchPlay) -> None:
        _mark(winner, begun + plays.points @ to_side, rules.target)
        plays.turn[winner >= 0] = NONE

    play_out(plays, facts, Styled(judge(seats, rules.partners), greedy), mark)
    points = begun + plays.points @ to_side
    first = (view.dealer + 1) % seats
    for seat in ((first + step) % seats for step in range(seats)):
        points[:, side_of[seat]] += shows[seat]
        _mark(winner, points, rules.target)
    assert known.board is not None
    mine, dealer = side_of[view.seat], side_of[view.dealer]
    total = np.zeros(len(points))
    for crib in cribs:
        after, out = points.copy(), winner.copy()
        after[:, dealer] += crib
        _mark(out, after, rules.target)
        later = endings.chances(known.board, after, int(side_of[first]))[:, mine]
        total += np.where(out >= 0, out == mine, later)
    return np.asarray(total / len(cribs), np.float32)


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
        laid: (tables, 13), this seat's discards, equally many at every table.
        left: (tables, 13), cards that nobody is thought to hold.
        starter: (tables,), places.
        draws: (tables, 4), random numbers from 0 to 1 that pick the cards.
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
