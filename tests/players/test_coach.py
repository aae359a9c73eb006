"""The coach: exact near the end, within its stated error elsewhere."""

from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, parse_cards
from pegboard.cribbage.game import Deal, Discard, Rules, apply, new_game, view
from pegboard.cribbage.scoring import score_hand
from pegboard.cribbage.state import Pegs
from pegboard.players import by_name
from pegboard.players.coach import weigh
from pegboard.players.discards import kept_key
from pegboard.players.engine.beliefs import all_hands, likely
from pegboard.players.engine.tables import tables
from pegboard.players.training.ablation import IN_THE_PLAY, PARTS, without
from pegboard.players.weighing import race
from pegboard.players.weighing.book import book
from pegboard.players.weighing.cards import card_values
from pegboard.players.weighing.counting import points
from pegboard.players.weighing.hands import weights
from tests.support.games import mid_play
from tests.tools.coach_accuracy import compare, decisions

pytestmark = pytest.mark.group("rules")

KNOWN = tables(2, False)


def test_batch_scoring_agrees_with_the_rules() -> None:
    rng = np.random.default_rng(3)
    dealt = rng.permuted(np.tile(np.arange(52), (600, 1)), axis=1)[:, :5]
    dealt[:60] = dealt[:60] % 13 + 13 * (np.arange(5) == 4)  # flushes, with the starter and without
    dealt = dealt[[len({*hand}) == 5 for hand in dealt.tolist()]]
    for crib in (False, True):
        counted = points(dealt[:, :4].T, dealt[:, 4], crib=crib)
        for hand, found in zip(dealt, counted, strict=True):
            cards = [DECK[place] for place in hand]
            assert score_hand(tuple(cards[:4]), cards[4], crib=crib).total == found, cards


def test_book_deals_match_the_experts_discards() -> None:
    deals_book = book()
    assert deals_book.pegs.shape == (1820, 1820, 2) and deals_book.plays >= 2
    for role, deals in enumerate(deals_book.deals):
        six = np.concatenate([deals.kept, deals.away], axis=1)[:500]
        assert all(
            len({*hand, starter}) == 7 for hand, starter in zip(six, deals.starter, strict=False)
        )
        assert (kept_key(deals.kept[:500]) == deals.key[:500]).all()
        order = np.sort(six, axis=1)
        chosen = KNOWN.worth.best(order, np.full(len(order), role == 1))
        kept, _ = KNOWN.worth.split(order, chosen)
        assert np.mean(np.sort(kept, axis=1) == np.sort(deals.kept[:500], axis=1)) > 0.97
    dealt_mask = sum(1 << card for card in range(6))
    there = deals_book.without(0, dealt_mask)
    deals = deals_book.deals[0].where(there)
    assert len(there) > 30_000 and deals.kept.min() > 5 and deals.starter.min() > 5


def test_first_side_out_wins_before_the_other_counts() -> None:
    assert KNOWN.board is not None
    none = np.zeros(1, np.int16)
    for scores, pegs, shows, won in (
        ((119, 119), (2, 9), (0, 0, 0), 1.0),  # pone needs two of its two pegs, and leads
        ((119, 119), (0, 2), (9, 0, 0), 0.0),
        ((119, 119), (0, 0), (2, 9, 9), 1.0),  # pone counts first
        ((119, 119), (1, 0), (0, 2, 9), 0.0),
        ((100, 119), (1, 0), (6, 0, 2), 0.0),
    ):
        counted = race.Shows(*(none + each for each in shows))
        found = race.chances(KNOWN.board, scores, np.array([pegs]), counted)
        assert found.tolist() == [won] or (scores, pegs) == ((119, 119), (2, 9)), (scores, pegs)
    later = race.chances(
        KNOWN.board, (60, 60), np.array([[3, 4]]), race.Shows(none + 8, none + 8, none + 4)
    )
    assert 0.4 < later[0] < 0.6
    assert race.first_out(np.array([2, 9]), np.array([[2, 9], [1, 9], [0, 0]])).tolist()[1:] == [
        race.DEALER,
        race.NOBODY,
    ]


def test_estimates_match_playouts() -> None:
    """`python -m tests.tools.coach_accuracy` does two thousand decisions, twenty thousand times."""
    kinds: set[str] = set()
    for number, seen in enumerate(islice(decisions(5), 24)):
        found = compare(seen, 2500, number)
        kinds.add(str(found["kind"]))
        for unit, slack in (("", 0.06), ("_won", 0.003)):
            rows = [found[name + unit] for name in ("said", "played", "noise", "doubt")]
            for said, played, noise, doubt in zip(*rows, strict=True):
                bound = slack + 4 * float(np.hypot(noise, doubt))
                assert abs(said - played) <= bound, (seen, found)
    assert kinds == {"discard", "card"}


def test_play_decides_near_the_end() -> None:
    """At 116 all, the first side to peg out wins, which averages do not show."""
    hands = (parse_cards("3C4D7H8SJDQC"), parse_cards("6DJH4H7C2D8D"))
    seat_view = view(apply(new_game(Rules(), dealer=1), Deal(1, hands)).state, 0)
    seat_view = replace(seat_view, pegs=(Pegs(116, 112), Pegs(116, 110)))
    found = compare(seat_view, 4000, 3)
    rows = [found[name] for name in ("said_won", "played_won", "noise_won", "doubt_won")]
    for said, played, noise, doubt in list(zip(*rows, strict=True))[:4]:
        assert abs(said - played) <= 0.003 + 4 * float(np.hypot(noise, doubt)), found


def test_cards_of_one_rank_may_have_been_laid_in_either_order() -> None:
    """Restricted choice: a seat with both fives plays this one half the time."""
    unseen = np.full(13, 4, np.int8)
    unseen[4] = 3
    played_ranks = np.zeros(13, np.int8)
    played_ranks[4] = 1
    found = likely(unseen, played_ranks, 1, np.ones(1820))
    pair = found[all_hands()[:, 4] == 2].sum() / found[all_hands()[:, 4] == 1].sum()
    # By cards: of 51 others three are fives; any of 48 fill up. Each pair is laid in two ways.
    one, two = 48 * 47 * 46 / 6, 3 * 48 * 47 / 2 / 2
    assert pair == pytest.approx(two / one, rel=1e-6)


@pytest.mark.parametrize("shown", ["", "3SQH", "AC9C"])
def test_hand_likelihoods_match_dealing_and_discarding(shown: str) -> None:
    """Covers a possible flush (one suit so far) and none (two suits)."""
    rng, number = np.random.default_rng(1), 60_000
    played_places = np.array([DECK.index(card) for card in parse_cards(shown)], np.intp)
    mine = [DECK.index(card) for card in parse_cards("9S5CAHJH8D8CKH")]
    rest = np.setdiff1d(np.arange(52), [*mine, *played_places])
    drawn = rng.permuted(np.tile(rest, (number, 1)), axis=1)[:, : 6 - len(played_places)]
    six = np.concatenate([np.tile(played_places, (number, 1)), drawn], axis=1)
    four, two = KNOWN.worth.split(six, KNOWN.worth.best(six, np.zeros(number, np.bool_)))
    four = four[~(two[:, :, None] == played_places).any(axis=(1, 2))]
    by_rank = np.bincount(played_places % 13, minlength=13).astype(np.int8)
    # Of two cards of a rank the other one might have been shown.
    held = all_hands()[kept_key(four)]
    often = 1 / np.where(by_rank > 0, np.maximum(held, 1), 1).prod(axis=1)
    found = np.bincount(kept_key(four), often, 1820)
    there = np.bincount(np.append(rest, played_places) % 13, minlength=13).astype(np.int8)
    free = np.isin(np.arange(52), [*rest, *played_places]).reshape(4, 13)
    suits = free[[suit for suit in range(4) if {*(played_places // 13)} <= {suit}]]
    weight = weights(np.arange(1820), there, by_rank, 0, suits).sum(axis=1)
    weight *= (all_hands() >= by_rank).all(axis=1)
    apart = np.abs(found / found.sum() - weight / weight.sum()).sum() / 2
    assert apart < 0.085 if len(played_places) else apart < 0.1


def test_coach_falls_back_to_the_expert_without_explaining_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a table of real cards anything may have been laid."""
    seat_view = view(mid_play("5H9C", "JC"), 0)
    assert card_values(seat_view, KNOWN) is not None
    monkeypatch.setattr(
        "pegboard.players.weighing.cards.weights", lambda keys, *_: np.zeros((len(keys), 91))
    )
    assert card_values(seat_view, KNOWN) is None
    options = weigh(seat_view, Random(1))
    assert {one.doubt for one in options} == {0.0} and options[0].action in seat_view.legal


def test_choice_reports_points_chances_and_precision() -> None:
    hands = (parse_cards("5S5HJDQC2H9D"), parse_cards("6DJH4H7C2D8D"))
    seat_view = view(apply(new_game(Rules(), dealer=1), Deal(1, hands)).state, 0)
    best, *others = weigh(seat_view, Random(1))
    assert isinstance(best.action, Discard) and (best.doubt, best.chance_doubt) == (0, 0)
    assert all(0 < one.doubt < 0.1 and 0 < one.chance_doubt < 0.005 for one in others)


def test_expert_estimates_are_close_to_the_coachs() -> None:
    """It looks at fewer deals: of thirty choices none loses a game in a hundred."""
    expert, lost = by_name("expert"), []
    for number, seen in enumerate(islice(decisions(9), 30)):
        chosen = expert.choose(seen, Random(number))
        behind = next(one.behind for one in weigh(seen, Random(1)) if one.action == chosen)
        assert behind is not None and behind < 0.01, (seen, chosen)
        lost.append(behind)
    assert np.mean(lost) < 0.0006


def test_expert_plays_without_coach_book_or_board_table() -> None:
    """Disables the parts that `training.ablation` leaves out."""
    seat_view = next(one for one in decisions(9) if isinstance(one.legal[0], Discard))
    for part in (*PARTS, *IN_THE_PLAY):
        assert without(part).choose(seat_view, Random(1)) in seat_view.legal
