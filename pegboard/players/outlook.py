"""The rest of a deal played out many times: the chance to win after a card, or after a discard.

The others' hands are drawn as likely as they are, everybody plays by the net, and then all is
counted in order: pone first, the dealer's hand, the crib. Who is out first has won; if nobody is,
the board says what the position is worth. Two players.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import numpy.typing as npt

from pegboard.cards import DECK
from pegboard.counting import Hands, rank_table
from pegboard.game import View
from pegboard.players import endings
from pegboard.players.features import Known, describe
from pegboard.players.greedy import PLACES
from pegboard.players.knowledge import knowledge, ranks_of, sample
from pegboard.players.many import RANKS, Counts, Plays
from pegboard.players.net import future
from pegboard.players.tables import Tables
from pegboard.scoring import RANK_CODES

Floats = npt.NDArray[np.float32]

SAMPLES = 160
"""Hands of the other's for each card that may be laid."""
LAID_AWAY = 100
"""The same for each discard."""
_CODES = np.array(RANK_CODES, np.int64)


def interest(seats: int, partners: bool) -> Floats:
    """What a point of each seat is worth to the one that acts: its own side's less the others'."""
    if partners:
        return np.array([1, -1, 1, -1], np.float32)
    weights = np.full(seats, -1 / (seats - 1), np.float32)
    weights[0] = 1
    return weights


def cards(view: View, known: Tables, ranks: Sequence[int], rng: Random) -> Floats:
    """My chance to win after laying a card of each of these ranks."""
    chance = np.random.default_rng(rng.getrandbits(64))
    seen = knowledge(view)
    kept = sample(seen, known.keeping, view.dealer, SAMPLES, chance)
    me, other = view.seat, 1 - view.seat
    assert view.starter is not None
    starter = np.full(SAMPLES, PLACES[view.starter])
    mine = [PLACES[card] for card in (*view.hand, *view.played[me])]
    away = np.zeros((SAMPLES, 2, RANKS), np.int8)
    away[:, me] = ranks_of(view.discards)
    left = seen.unseen - (kept[:, other] - seen.laid[other])
    cribs = _cribs(away[:, me], left, starter, chance)
    shows = _Shows(
        np.full(SAMPLES, int(Hands(np.array([mine])).points(PLACES[view.starter])[0])),
        _by_rank(kept[:, other], starter),
        cribs,
    )
    found = {}
    for rank in set(ranks):
        plays = seen.open(kept)
        plays.points[:] = view.scores
        plays.lay(np.arange(SAMPLES), np.full(SAMPLES, rank))
        found[rank] = _chance(
            plays, view, known, Known(away, starter_ranks(starter), _all(view.dealer)), shows
        )
    return np.array([found[rank] for rank in ranks], np.float32)


def discards(
    view: View,
    known: Tables,
    kept: npt.NDArray[np.integer],
    away: npt.NDArray[np.integer],
    rng: Random,
) -> Floats:
    """My chance to win with each of these choices; (choices, 4) and (choices, 2) places."""
    chance = np.random.default_rng(rng.getrandbits(64))
    me, other = view.seat, 1 - view.seat
    six = [PLACES[card] for card in view.hand]
    rest = np.array([place for place in range(len(DECK)) if place not in six])
    starter = rest[chance.integers(0, len(rest), LAID_AWAY)]
    unseen = np.full(RANKS, 4, np.int8) - ranks_of(view.hand)
    from pegboard.players.beliefs import all_hands, likely

    odds = likely(unseen, np.zeros(RANKS, np.int8), 1, known.keeping[int(other == view.dealer)])
    theirs = all_hands()[chance.choice(len(odds), LAID_AWAY, p=odds)]
    result = []
    for four, two in zip(kept, away, strict=True):
        hands = np.zeros((LAID_AWAY, 2, RANKS), np.int8)
        hands[:, me] = (four[:, None] % RANKS == np.arange(RANKS)).sum(0)
        hands[:, other] = theirs
        laid = np.zeros((LAID_AWAY, 2, RANKS), np.int8)
        laid[:, me] = (two[:, None] % RANKS == np.arange(RANKS)).sum(0)
        plays = Plays(hands, np.full(LAID_AWAY, 1 - view.dealer, np.int8))
        plays.points[:] = view.scores
        plays.points[:, view.dealer] += 2 * (starter % RANKS == 10)
        mine = np.empty(LAID_AWAY, np.int64)
        one = Hands(four[None])
        for card in np.unique(starter):
            mine[starter == card] = one.points(int(card))[0]
        left = unseen - theirs
        left = left - (starter_ranks(starter)[:, None] == np.arange(RANKS))
        shows = _Shows(mine, _by_rank(theirs, starter), _cribs(laid[:, me], left, starter, chance))
        facts = Known(laid, starter_ranks(starter), _all(view.dealer, LAID_AWAY))
        result.append(_chance(plays, view, known, facts, shows))
    return np.array(result, np.float32)


class _Shows:
    """What will be counted at each table: my hand, the other's, the crib."""

    def __init__(self, mine: npt.NDArray, theirs: npt.NDArray, crib: npt.NDArray) -> None:  # type: ignore[type-arg]
        self.mine, self.theirs, self.crib = mine, theirs, crib


def _chance(plays: Plays, view: View, known: Tables, facts: Known, shows: _Shows) -> float:
    me, other = view.seat, 1 - view.seat
    target = view.rules.target
    weights = interest(2, False)
    winner = np.full(len(plays.turn), -1, np.int8)
    _mark(winner, plays.points, target)
    while len(going := plays.going):
        going = going[winner[going] < 0]
        if not len(going):
            break
        asked = describe(plays, facts, going)
        worth = asked.scored + future(known.net, asked.rows) @ weights
        order = np.lexsort((-worth, asked.table))
        chosen = order[np.searchsorted(asked.table[order], np.arange(len(going)))]
        plays.lay(going, asked.rank[chosen])
        _mark(winner, plays.points, target)
        plays.turn[winner >= 0] = -1
    points = plays.points.astype(np.int64)
    counted = [(me, shows.mine), (other, shows.theirs)]
    if view.dealer == me:
        counted.reverse()
    for seat, gained in (*counted, (view.dealer, shows.crib)):
        points[:, seat] += gained
        _mark(winner, points, target)
    assert known.board is not None
    later = endings.chance(known.board, points[:, me], points[:, other], view.dealer != me)
    return float(np.where(winner == me, 1.0, np.where(winner == other, 0.0, later)).mean())


def _mark(winner: npt.NDArray[np.int8], points: npt.NDArray[np.integer], target: int) -> None:
    for seat in range(2):
        winner[(winner < 0) & (points[:, seat] >= target)] = seat


def _by_rank(hands: Counts, starter: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Points of hands known by rank only: no flush, and no nobs."""
    keys = hands.astype(np.int64) @ _CODES + _CODES[starter % RANKS]
    points = rank_table()[np.clip(keys, 0, len(rank_table()) - 1)]
    return np.asarray(points, np.int64)


def _cribs(
    laid: Counts, left: Counts, starter: npt.NDArray[np.integer], chance: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Points of a crib with two more cards drawn from what is left."""
    pool = np.maximum(left, 0).astype(np.float64)
    noise = chance.random((len(pool), 2, 1)) * pool.sum(axis=1)[:, None, None]
    drawn = (noise > pool.cumsum(axis=1)[:, None, :]).sum(axis=2)
    crib = laid + (drawn[..., None] == np.arange(RANKS)).sum(axis=1)
    return _by_rank(crib.astype(np.int8), starter)


def starter_ranks(starter: npt.NDArray[np.integer]) -> npt.NDArray[np.int8]:
    """Ranks of cards given by their places."""
    return (starter % RANKS).astype(np.int8)


def _all(dealer: int, tables: int = SAMPLES) -> npt.NDArray[np.int8]:
    return np.full(tables, dealer, np.int8)
