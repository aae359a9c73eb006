"""The expert's estimates of cribs and pegging."""

import numpy as np
import pytest

from pegboard.players.batch_scoring import Hands
from pegboard.players.discards import KEPT_KEYS, away_key, choices, kept_key
from pegboard.players.engine.judging import judge
from pegboard.players.engine.tables import tables
from pegboard.players.expert.cribs import crib_means
from pegboard.players.training.deals import deal
from pegboard.players.training.means import play_means


@pytest.mark.parametrize(("seats", "partners"), [(2, False), (4, True)])
def test_crib_estimate_uses_all_dealt_cards(seats: int, partners: bool) -> None:
    """Compared with many deals in which the others discard by the same tables."""
    known, chance = tables(seats, partners), np.random.default_rng(4)
    dealt = 6 if seats == 2 else 5
    off, off_by_table = [], []
    for number in range(10):
        is_own_crib = number % 2 == 0
        hand = chance.permutation(52)[:dealt]
        away = hand[choices(dealt)[1]]
        rest = np.setdiff1d(np.arange(52), hand)
        decks = rest[np.argsort(chance.random((1500, len(rest))), axis=1)]
        theirs = decks[:, : dealt * (seats - 1)].reshape(-1, dealt)
        sides = np.tile(
            [is_own_crib, not is_own_crib, not is_own_crib] if partners else [not is_own_crib],
            len(decks),
        )
        discarded = known.worth.split(theirs, known.worth.best(theirs, sides))[1]
        discarded = discarded.reshape(len(decks), -1)
        exact = []
        for mine in away:
            four = np.concatenate([np.tile(mine, (len(discarded), 1)), discarded], axis=1)
            points = Hands(four).every_starter(crib=True)
            exact.append(points[np.arange(len(discarded)), decks[:, -1]].mean())
        estimated = crib_means(known, hand, away, own=is_own_crib)
        assert estimated == pytest.approx(exact, abs=0.6)
        off.append(np.var(estimated - exact))
        off_by_table.append(np.var(known.worth.crib[int(is_own_crib), away_key(away)] - exact))
    # The table knows the cards laid away, and not what else was dealt.
    assert np.mean(off) < np.mean(off_by_table) / 2


def test_pegging_estimates_match_playouts() -> None:
    """Compares the table, an average of millions of deals, with a few thousand playouts."""
    trained = tables(2, False)
    rng = np.random.default_rng(8)
    found, pegged = play_means(trained.worth, judge(2, False), 6000, rng)
    assert pegged[0] > pegged[1] + 0.8 and 1.5 < pegged[1] < 2.8
    deals = deal(6000, trained.worth, rng)
    for role, seat in ((0, 1), (1, 0)):
        often = np.bincount(kept_key(deals.kept[:, seat]), minlength=KEPT_KEYS) >= 20
        assert often.sum() > 10
        table_means = trained.worth.play[role][often]
        assert np.corrcoef(found[role][often], table_means)[0, 1] > 0.7
        assert found[role][often].mean() == pytest.approx(table_means.mean(), abs=0.25)
