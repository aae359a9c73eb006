"""The fast evaluation of plays equals the net's, with pile points from a table."""

import tracemalloc
from itertools import pairwise

import numpy as np
import pytest

from pegboard.players.engine import piles
from pegboard.players.engine.features import Known, describe
from pegboard.players.engine.judging import judge
from pegboard.players.engine.many import NONE, RANKS, TAIL, VALUES, BatchPlay
from pegboard.players.engine.net import future, interest
from pegboard.players.engine.piles import FULL, laid_points, pile_points
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.tables import tables
from pegboard.players.expert.player import Expert
from pegboard.players.training.duel import pegged

TABLES = 300


def dealt(seats: int, chance: np.random.Generator) -> tuple[BatchPlay, Known]:
    """Returns tables before their first card, some of them twice."""
    deck = np.argsort(chance.random((TABLES, 52)), axis=1) % 13
    deck[TABLES // 2 :] = deck[: TABLES - TABLES // 2]
    ranks = (deck[..., None] == np.arange(RANKS)).astype(np.int8)
    kept_ranks = ranks[:, : 4 * seats].reshape(TABLES, seats, 4, RANKS).sum(axis=2, dtype=np.int8)
    away = ranks[:, 4 * seats : 6 * seats].reshape(TABLES, seats, 2, RANKS)
    laid_away = away.sum(axis=2, dtype=np.int8)
    laid_away[: TABLES // 4] = 0
    starter = deck[:, -1].astype(np.int8)
    starter[::7] = NONE
    dealer = chance.integers(0, seats, TABLES).astype(np.int8)
    plays = BatchPlay(kept_ranks, ((dealer + 1) % seats).astype(np.int8))
    return plays, Known(laid_away, starter, dealer)


@pytest.mark.parametrize(("seats", "partners"), [(2, False), (3, False), (4, False), (4, True)])
def test_judge_matches_the_net(seats: int, partners: bool) -> None:
    chance = np.random.default_rng(seats)
    plays, known = dealt(seats, chance)
    fast, net = judge(seats, partners), tables(seats, partners).net
    judged = 0
    while len(going := plays.unfinished):
        described = describe(plays, known, going)
        # The rows hold no number below nothing, which more than four cards of a rank would be.
        sane = (described.rows < 40).all(axis=1)
        worth = described.scored + future(net, described.rows) @ interest(seats, partners)
        found = fast(plays, known, going)
        assert np.array_equal(found.table, described.table) and np.array_equal(
            found.rank, described.rank
        )
        assert found.worth[sane] == pytest.approx(worth[sane], abs=1e-3)
        judged += int(sane.sum())
        chosen = fast.best(plays, known, going)
        for table in range(0, len(going), 17):
            is_same_table = found.table == table
            best = found.worth[is_same_table].max()
            assert found.worth[is_same_table][
                found.rank[is_same_table] == chosen[table]
            ] == pytest.approx(best)
        # Now and then any card that fits: tables that were alike part.
        wild = chance.random(len(going)) < 0.3
        chance_of = np.where(plays.fits(going), chance.random((len(going), RANKS)), -1)
        plays.play(going, np.where(wild, chance_of.argmax(axis=1), chosen))
    assert judged > 3 * TABLES


def run_by_hand(pile: list[int]) -> int:
    """Returns the longest run formed by the newest cards of a pile."""
    for size in range(len(pile), 2, -1):
        if all(two == one + 1 for one, two in pairwise(sorted(pile[:size]))):
            return size
    return 0


def alike_by_hand(pile: list[int]) -> int:
    same = next((n for n, rank in enumerate(pile[:4]) if rank != pile[0]), min(4, len(pile)))
    return same * (same - 1)


def test_pile_points_match_the_scoring_rules() -> None:
    chance = np.random.default_rng(5)
    piles = []
    for _ in range(4000):
        low = int(chance.integers(0, 7))
        newest = (low + chance.permutation(7)[: chance.integers(1, 8)]).tolist()
        piles.append(newest)
        piles.append(chance.integers(low, low + 3, int(chance.integers(1, 8))).tolist())
    tail = np.full((len(piles), TAIL), NONE, np.int8)
    for row, pile in zip(tail, piles, strict=True):
        row[: len(pile)] = pile
    count = chance.integers(1, FULL + 1, len(piles)).astype(np.int8)
    expected = [
        alike_by_hand(pile) + run_by_hand(pile) + 2 * (total in (15, FULL))
        for pile, total in zip(piles, count.tolist(), strict=True)
    ]
    assert pile_points(tail, count).tolist() == expected
    assert max(expected) >= 14 and {6, 7} <= {run_by_hand(pile) for pile in piles}
    before = np.full_like(tail, NONE)
    before[:, :-1] = tail[:, 1:]
    looked_up = laid_points(before, count, np.arange(len(piles)), tail[:, 0].astype(np.intp))
    assert looked_up.tolist() == expected
    assert VALUES.max() == 10


def test_duel_scores_only_the_play() -> None:
    """Compared with the net playing the same deals at many tables at once."""
    by_the_net, worth = Expert(ahead=-1, board=False), tables(2, False).worth
    decks = np.argsort(np.random.default_rng(9).random((12, 52)), axis=1)
    hands = decks[:, :12].reshape(-1, 6)
    kept, away = worth.split(hands, worth.best(hands, np.tile([True, False], len(decks))))
    ranks = [(cards[:, :, None] % RANKS == np.arange(RANKS)).sum(1) for cards in (kept, away)]
    held, laid = (np.asarray(each, np.int8).reshape(-1, 2, RANKS) for each in ranks)
    plays = BatchPlay(held, np.ones(len(decks), np.int8))
    starter = (decks[:, 12] % RANKS).astype(np.int8)
    play_out(plays, Known(laid, starter, np.zeros(len(decks), np.int8)), judge(2, False))
    expected = (plays.points[:, 0] - plays.points[:, 1]).tolist()
    found = [pegged(by_the_net, by_the_net, deck.tolist(), 1) for deck in decks]
    assert found == expected and len(set(found)) > 3


def test_pile_table_is_built_in_little_memory() -> None:
    tracemalloc.start()
    try:
        made = piles._table.__wrapped__()
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert np.array_equal(made, piles._table()) and most < 10_000_000
