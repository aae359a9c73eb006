"""The rest of a deal played out many times: the chance to win after a card, or after a discard.

The others' hands are drawn as likely as they are, everybody plays by the net, and then all is
counted in order: pone first, the dealer's hand, the crib. Who is out first has won; if nobody is,
the board says what the position is worth. Two players.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cards import DECK
from pegboard.counting import Hands, rank_table
from pegboard.game import View
from pegboard.players import endings
from pegboard.players.beliefs import all_hands, likely
from pegboard.players.features import Known
from pegboard.players.greedy import PLACES
from pegboard.players.inference import drawn
from pegboard.players.knowledge import Knowledge, facts_of, ranks_of
from pegboard.players.many import NONE, RANKS, Counts, Plays
from pegboard.players.playout import interest, play_out
from pegboard.players.tables import Tables
from pegboard.scoring import RANK_CODES

Floats = npt.NDArray[np.float32]

SAMPLES = 160
"""Hands of the other's for each card that may be laid."""
LAID_AWAY = 200
"""The same for each discard."""
_CODES = np.array(RANK_CODES, np.int64)


def cards(
    view: View,
    seen: Knowledge,
    odds: npt.NDArray[np.float64],
    known: Tables,
    ranks: Sequence[int],
    chance: np.random.Generator,
) -> Floats:
    """My chance to win after laying a card of each of these ranks.

    Args:
        view: of the seat that is to lay a card.
        seen: the same as arrays.
        odds: how likely each of `all_hands` is to be the other's; not all zeros.
        known: the tables.
        ranks: 0..12.
        chance: draws hands and cribs.
    """
    me, other = view.seat, 1 - view.seat
    kept = np.zeros((SAMPLES, 2, RANKS), np.int8)
    kept[:, other] = all_hands()[drawn(odds, SAMPLES, chance)]
    assert view.starter is not None
    starter = np.full(SAMPLES, PLACES[view.starter])
    mine = [PLACES[card] for card in (*view.hand, *view.played[me])]
    facts = facts_of(view, SAMPLES)
    left = seen.unseen - (kept[:, other] - seen.laid[other])
    cribs = _cribs(facts.discards[:, me], left, starter, chance.random((SAMPLES, 2)))
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
        found[rank] = _chance(plays, view, known, facts, shows)
    return np.array([found[rank] for rank in ranks], np.float32)


def discards(
    view: View,
    known: Tables,
    kept: npt.NDArray[np.integer],
    away: npt.NDArray[np.integer],
    chance: np.random.Generator,
) -> Floats:
    """My chance to win with each of these choices; (choices, 4) and (choices, 2) places."""
    me, other = view.seat, 1 - view.seat
    six = [PLACES[card] for card in view.hand]
    rest = np.array([place for place in range(len(DECK)) if place not in six])
    starter = rest[chance.integers(0, len(rest), LAID_AWAY)]
    unseen = np.full(RANKS, 4, np.int8) - ranks_of(view.hand)
    odds = likely(unseen, np.zeros(RANKS, np.int8), 1, known.keeping[int(other == view.dealer)])
    theirs = all_hands()[chance.permutation(drawn(odds, LAID_AWAY, chance))]
    # The same hands, starters and draws for every choice: only the choice makes the difference.
    draws = chance.random((LAID_AWAY, 2))
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
        shows = _Shows(mine, _by_rank(theirs, starter), _cribs(laid[:, me], left, starter, draws))
        facts = Known(laid, starter_ranks(starter), np.full(LAID_AWAY, view.dealer, np.int8))
        result.append(_chance(plays, view, known, facts, shows))
    return np.array(result, np.float32)


class _Shows:
    """What will be counted at each table: my hand, the other's, the crib."""

    def __init__(self, mine: npt.NDArray, theirs: npt.NDArray, crib: npt.NDArray) -> None:  # type: ignore[type-arg]
        self.mine, self.theirs, self.crib = mine, theirs, crib


def _chance(plays: Plays, view: View, known: Tables, facts: Known, shows: _Shows) -> float:
    me, other = view.seat, 1 - view.seat
    target = view.rules.target
    winner = np.full(len(plays.turn), -1, np.int8)

    def mark(plays: Plays) -> None:
        _mark(winner, plays.points, target)
        plays.turn[winner >= 0] = NONE

    play_out(plays, facts, known.net, interest(2, False), mark)
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
    laid: Counts,
    left: Counts,
    starter: npt.NDArray[np.integer],
    draws: npt.NDArray[np.float64],
) -> npt.NDArray[np.int64]:
    """Points of a crib with two more cards from what is left; `draws`, (tables, 2), pick them."""
    pool = np.maximum(left, 0).astype(np.float64)
    noise = draws[:, :, None] * pool.sum(axis=1)[:, None, None]
    drawn = (noise > pool.cumsum(axis=1)[:, None, :]).sum(axis=2)
    crib = laid + (drawn[..., None] == np.arange(RANKS)).sum(axis=1)
    return _by_rank(crib.astype(np.int8), starter)


def starter_ranks(starter: npt.NDArray[np.integer]) -> npt.NDArray[np.int8]:
    """Ranks of cards given by their places."""
    return (starter % RANKS).astype(np.int8)
