"""The expert: tables, beliefs about hands, lookahead, and choices."""

from dataclasses import replace
from importlib.resources import files
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.actions import Action, Discard, Go, Play
from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.events import CountReset, Scored
from pegboard.cribbage.game import Cut, Deal, Rules, apply, new_game, view
from pegboard.cribbage.state import Pegs, Playing, State
from pegboard.players import by_name
from pegboard.players.batch_scoring import Hands
from pegboard.players.discards import (
    KEPT_KEYS,
    away_key,
    choices,
    hand_means,
    kept_key,
    kept_ranks,
)
from pegboard.players.engine import endings, inference
from pegboard.players.engine.beliefs import all_hands, likely, sample_hands
from pegboard.players.engine.features import Known, describe, width
from pegboard.players.engine.knowledge import knowledge, ranks_of, sample
from pegboard.players.engine.many import RANKS, VALUES, BatchPlay
from pegboard.players.engine.net import future, interest
from pegboard.players.engine.tables import tables
from pegboard.players.expert import lookahead
from pegboard.players.expert.others import UNLIKELY, guessed, read
from pegboard.players.reference import open_hand_search
from pegboard.players.selfplay import play_game

EXPERT = by_name("expert")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[n : n + 2]) for n in range(0, len(text), 2))


def in_play(mine: str, theirs: str, starter: str, away: tuple[str, str], *played: str) -> State:
    """Returns a play in which seat 1 is pone and holds `mine`; seat 0 deals."""
    state = new_game(Rules(), 0)
    actions: list[Action] = [
        Deal(0, (cards(theirs + away[0]), cards(mine + away[1])), None),
        Discard(0, cards(away[0])),
        Discard(1, cards(away[1])),
        Cut(Card.parse(starter)),
    ]
    for action in actions:
        state = apply(state, action).state
    for text in played:
        assert state.turn is not None
        state = apply(state, Play(state.turn, Card.parse(text))).state
    return state


def at(state: State, dealer: int, pone: int) -> State:
    return replace(state, pegs=(Pegs(dealer, 0), Pegs(pone, 0)))


# --- the tables


def test_tables_are_small_and_complete() -> None:
    size = len(files("pegboard.players.engine").joinpath("tables.npz").read_bytes())
    assert size <= 2_000_000
    for seats, partners in ((2, False), (3, False), (4, False), (4, True)):
        trained = tables(seats, partners)
        assert trained.worth.play.shape == trained.keeping.shape == (2, KEPT_KEYS)
        assert trained.net[0][0].shape[0] == width(seats) and trained.net[-1][1].shape == (seats,)
        assert all(np.isfinite(array).all() for layer in trained.net for array in layer)


def test_first_dealer_win_rate_matches_published_value() -> None:
    board = tables(2, False).board
    assert board is not None and 0.55 <= board[0, 0] <= 0.57


def test_win_chance_rises_with_own_score_and_falls_with_the_opponents() -> None:
    board = tables(2, False).board
    assert board is not None
    assert (board[4:] - board[:-4] >= -0.01).all() and (board[:, 4:] - board[:, :-4] <= 0.01).all()
    assert board[120, 0] > 0.99 and board[0, 120] < 0.01
    # At 120 each needs one peg, and the dealer is the first who may score on the other's lead.
    assert 0.5 < board[120, 120] < 0.7


def test_side_that_is_out_has_won() -> None:
    board = tables(2, False).board
    assert board is not None
    scores = np.array([[121, 60], [60, 121], [60, 60]])
    assert endings.chances(board, scores, 0)[:2, 0].tolist() == [1.0, 0.0]
    mirrored = endings.chances(board, scores[2:], 1)[:, 0]
    assert mirrored[0] == pytest.approx(1 - board[60, 60])


def test_own_points_weigh_more_when_behind_and_less_when_ahead() -> None:
    board = tables(2, False).board
    assert board is not None
    ahead, behind = (endings.weights(board, (100, 70), side, 1 - side) for side in (0, 1))
    assert behind[1] > -behind[0] and -ahead[1] > ahead[0]
    weights = endings.weights(board, (50, 50), 0, 1)
    assert weights[0] > 0 > weights[1] and np.abs(weights).sum() == pytest.approx(2)


def test_three_win_chances_sum_to_one() -> None:
    board = tables(3, False).board
    assert board is not None and board.shape == (2, *[len(endings.LADDER)] * 3)
    scores = np.random.default_rng(1).integers(0, 121, (200, 3))
    for dealer in range(3):
        found = endings.chances(board, scores, dealer)
        assert found.sum(axis=1) == pytest.approx(np.ones(200))
        assert (found > -0.01).all() and (found < 1.01).all()
        turned = endings.chances(board, np.roll(scores, 1, axis=1), (dealer + 1) % 3)
        assert np.roll(found, 1, axis=1) == pytest.approx(turned)
    assert endings.chances(board, np.array([[130, 60, 60], [60, 60, 121]]), 1).tolist() == [
        [1, 0, 0],
        [0, 0, 1],
    ]


def test_three_player_win_chance_rises_with_own_score() -> None:
    board = tables(3, False).board
    assert board is not None
    for axis, sign in ((0, 1), (1, -1), (2, -1)):
        steps = np.diff(board[0], axis=axis) * sign
        assert (steps >= -1e-3).all()
    own = np.array([[20, 20, 20], [110, 20, 20], [20, 110, 20], [20, 20, 110]])
    found = endings.chances(board, own, 0)
    assert found[0] == pytest.approx([1 / 3] * 3, abs=0.08)
    assert (found[[1, 2, 3], [0, 1, 2]] > 0.9).all()


def test_leaders_points_hurt_most_near_the_end() -> None:
    board = tables(3, False).board
    assert board is not None
    early = endings.weights(board, (20, 20, 20), 1, 0)
    assert early == pytest.approx([-0.5, 1, -0.5], abs=0.15)
    late = endings.weights(board, (30, 80, 95), 1, 0)
    assert -late[2] > -2 * late[0]


def test_partners_use_their_own_win_table() -> None:
    board = tables(4, True).board
    assert board is not None and 0.5 < board[0, 0] < 0.6
    assert tables(4, False).board is None


# --- beliefs


@given(st.lists(st.integers(0, 51), min_size=8, max_size=14, unique=True), st.integers(0, 3))
@settings(max_examples=60)
def test_beliefs_respect_known_cards(places: list[int], count: int) -> None:
    played_ranks = np.bincount([place % RANKS for place in places[:count]], minlength=RANKS).astype(
        np.int8
    )
    seen_ranks = np.bincount([place % RANKS for place in places], minlength=RANKS)
    unseen = (4 - seen_ranks).astype(np.int8)
    odds = likely(unseen, played_ranks, 6, np.ones(KEPT_KEYS))
    assert odds.sum() == pytest.approx(1)
    held = all_hands()[odds > 0] - played_ranks
    assert (held >= 0).all() and (held <= unseen).all()
    assert not held[:, VALUES < 6].any()


def test_hand_probability_is_proportional_to_its_deals() -> None:
    unseen = np.zeros(RANKS, np.int8)
    unseen[[0, 1]] = 4
    odds = likely(unseen, np.zeros(RANKS, np.int8), 1, np.ones(KEPT_KEYS))
    ways = {0: 1, 1: 16, 2: 36, 3: 16, 4: 1}
    for hand, chance in zip(all_hands()[odds > 0], odds[odds > 0], strict=True):
        assert chance == pytest.approx(ways[int(hand[0])] / 70)


def test_impossible_knowledge_yields_no_hands() -> None:
    assert not likely(np.zeros(RANKS, np.int8), np.zeros(RANKS, np.int8), 1, np.ones(1820)).any()


def test_sampled_hands_are_complete_and_consistent() -> None:
    state = in_play("2H3H6H9H", "4C5C6C7C", "KD", ("AC2C", "KHQD"), "9H", "6C")
    own_knowledge = knowledge(view(state, 1))
    hands = sample(
        own_knowledge, tables(2, False).keeping, Rules(), 0, 50, np.random.default_rng(1)
    )
    assert (hands[:, 0].sum(axis=1) == 4).all() and (hands[:, 0, 5] >= 1).all()
    assert ((hands[:, 0] - own_knowledge.laid[0]) <= own_knowledge.unseen).all()


# --- discards


def test_keys_name_ranks() -> None:
    hands = np.array([[0, 13, 26, 39], [12, 25, 38, 51], [4, 17, 30, 10]])
    assert [kept_ranks(key) for key in kept_key(hands).tolist()] == [
        [0, 0, 0, 0], [12, 12, 12, 12], [4, 4, 4, 10],
    ]  # fmt: skip
    assert away_key(np.array([[3, 8]])) == away_key(np.array([[8, 3]]))
    assert away_key(np.array([[3, 8]])) != away_key(np.array([[3, 21]]))


@given(st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True))
@settings(max_examples=20)
def test_hand_mean_is_exact(places: list[int]) -> None:
    keep, _ = choices(6)
    kept_cards = np.array(places)[keep]
    means = hand_means(kept_cards, np.tile(places, (15, 1)))
    one = Hands(kept_cards[3:4])
    rest = [card for card in range(52) if card not in places]
    assert means[3] == pytest.approx(np.mean([one.points(card)[0] for card in rest]), abs=1e-4)


@pytest.mark.parametrize(
    ("hand", "dealer", "kept"),
    [
        ("5H5D5CJS2HKD", 1, "5H5D5CJS"),  # 29 is near
        ("4H5D6C6S9HKD", 0, "4H5D6C6S"),
        ("7H8D8C9SQHKD", 1, "7H8D8C9S"),
        ("AH4D5C5SJHKD", 1, "5C5SJHKD"),
    ],
)
def test_expert_keeps_obvious_hands(hand: str, dealer: int, kept: str) -> None:
    other = [card for card in DECK if card not in cards(hand)][:6]
    state = apply(new_game(Rules(), dealer), Deal(dealer, (cards(hand), tuple(other)), None)).state
    action = EXPERT.choose(view(state, 0), Random(1))
    assert isinstance(action, Discard)
    assert set(cards(hand)) - set(action.cards) == set(cards(kept))


# --- the play


def open_end(plays: BatchPlay, seat: int) -> float:
    """Evaluates the end of the play by brute force over all card orders."""
    if not len(plays.unfinished):
        return float(plays.points[0, seat] - plays.points[0, 1 - seat])
    ends = []
    for rank in np.flatnonzero(plays.fits(np.array([0]))[0]):
        after = plays.select(np.array([0]))
        after.play(np.array([0]), np.array([rank]))
        ends.append(open_end(after, seat))
    return max(ends) if plays.turn[0] == seat else min(ends)


@given(st.lists(st.integers(0, 12), min_size=8, max_size=8))
@settings(max_examples=15)
def test_lookahead_reaches_the_end_of_the_play(ranks: list[int]) -> None:
    kept_ranks = np.array(
        [[np.bincount(ranks[n : n + 4], minlength=RANKS) for n in (0, 4)]], np.int8
    )
    plays = BatchPlay(kept_ranks, np.array([1], np.int8))
    for _ in range(2):
        rank = int(np.flatnonzero(plays.fits(np.array([0]))[0])[0])
        plays.play(np.array([0]), np.array([rank]))
    for seat in range(2):
        assert (
            open_hand_search(plays.select(np.array([0, 0])), seat).tolist()
            == [open_end(plays, seat)] * 2
        )


def test_candidate_card_reports_its_score() -> None:
    state = in_play("5H6H7H8H", "TC9C4C3C", "KD", ("AC2C", "KHQD"), "7H", "9C")
    own_knowledge = knowledge(view(state, 1))
    facts = Known(np.zeros((1, 2, RANKS), np.int8), np.array([12], np.int8), np.array([0], np.int8))
    described = describe(own_knowledge.play, facts, np.array([0]))
    # 7 9 8 is a run of three; five and six score nothing.
    assert dict(zip(described.rank.tolist(), described.scored.tolist(), strict=True)) == {
        4: 0,
        5: 0,
        7: 3,
    }
    assert described.rows.shape == (3, width(2))
    assert future(tables(2, False).net, described.rows).shape == (3, 2)


def test_expert_takes_thirty_one() -> None:
    state = in_play("AHKH6H2H", "TCJC4C3C", "KD", ("AC2C", "QHQD"), "KH", "TC")
    state = apply(state, Play(1, Card.parse("6H"))).state
    state = apply(state, Play(0, Card.parse("4C"))).state
    assert state.count == 30
    assert EXPERT.choose(view(state, 1), Random(1)) == Play(1, Card.parse("AH"))


def test_expert_pegs_the_winning_point() -> None:
    # Pone needs two: the pair now, and nothing that may come of another card.
    state = at(in_play("TH9H8H2H", "4C9CKC3C", "KD", ("AC2C", "QHQD"), "2H", "9C"), 119, 119)
    assert EXPERT.choose(view(state, 1), Random(1)) == Play(1, Card.parse("9H"))
    # Level or not, it never says what may not be said.
    for mine, his in permutations((0, 60, 100, 118, 120), 2):
        seat_view = view(at(state, his, mine), 1)
        assert EXPERT.choose(seat_view, Random(2)) in seat_view.legal


@pytest.mark.parametrize(
    "rules", [Rules(players=3), Rules(players=4), Rules(players=4, partners=True)]
)
def test_expert_plays_with_more_players(rules: Rules) -> None:
    players = [EXPERT] + [by_name("greedy")] * (rules.players - 1)
    *_, (_, last) = play_game(players, Random(2), rules)
    assert last.state.over


# --- reading the other, and looking ahead


def _odds(state: State, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the hand odds before and after evidence from the other seat's plays."""
    seen, known = view(state, seat), tables(2, False)
    other = 1 - seat
    before = knowledge(seen).hands(other, known.keeping[int(other == seen.dealer)])
    return before, inference.posterior_odds(seen, before)[0]


def test_odds_stay_probabilities() -> None:
    state = in_play("4S3D9CKC", "8H7D6SQS", "2C", ("JDTS", "QHTD"), "4S", "8H")
    before, after = _odds(state, 1)
    assert after.sum() == pytest.approx(1) and ((after > 0) <= (before > 0)).all()


def test_passed_fifteen_lowers_the_odds_of_the_card() -> None:
    # Seat 1 leads a 7 and seat 0 lays a king on it: with an 8 it would have made fifteen.
    state = in_play("7S6D2C2D", "KH9D4SQS", "3C", ("JDTS", "QHTD"), "7S", "KH")
    before, after = _odds(state, 1)
    eight = all_hands()[:, 7] > 0
    assert after[eight].sum() < before[eight].sum() * 2 / 3
    plain = int(kept_key(np.array([[6, 7, 7, 12]]))[0])
    assert 0 < after[plain] < before[plain] / 10


def test_actual_hand_always_remains_possible() -> None:
    """Excludes only cards that would have been played."""
    go_count = 0
    for seed in range(8):
        for _, step in play_game([by_name("simple"), by_name("random")], Random(seed)):
            state = step.state
            if state.stage_name != "play" or state.turn is None:
                continue
            seen, other = view(state, state.turn), 1 - state.turn
            assert isinstance(state.stage, Playing)
            held = ranks_of(state.stage.holds(other))
            kept_ranks = held + ranks_of(seen.played[other])
            after = _odds(state, state.turn)[1]
            assert after[(all_hands() == kept_ranks).all(axis=1)] > 0
            least = knowledge(seen).least[other]
            assert not held[least > VALUES].any()
            go_count += int(least > seen.least[other])
    assert go_count > 5


def test_go_rules_out_every_playable_card() -> None:
    # 6 9 9 make 24, the dealer cannot go on and nor can the other: no word of it, but it is so.
    state = in_play("6D9H8C8D", "9DJHTH9C", "KD", ("AC2C", "KHQD"), "6D", "9D", "9H")
    state = apply(state, Go(0)).state
    seat_view = view(apply(state, Play(0, Card.parse("JH"))).state, 0)
    assert seat_view.least[1] == 1 and knowledge(seat_view).least.tolist() == [8, 8]
    odds = knowledge(seat_view).hands(1, np.ones(KEPT_KEYS))
    assert odds.any() and not (all_hands() - knowledge(seat_view).laid[1])[odds > 0][:, :5].any()


def test_sampling_frequencies_match_hand_odds() -> None:
    odds = np.array([0.0, 0.5, 0.25, 0.0, 0.25])
    places, times = np.unique(sample_hands(odds, 8, np.random.default_rng(3)), return_counts=True)
    assert places.tolist() == [1, 2, 4] and times.tolist() == [4, 2, 2]


def _few_cards_left(seed: int) -> State | None:
    """Returns a play where the seat to act has a choice and the other at most one card."""
    for _, step in play_game([by_name("random")] * 2, Random(seed)):
        if step.state.stage_name == "play" and step.state.turn is not None:
            seat_view = view(step.state, step.state.turn)
            ranks = {action.card.rank for action in seat_view.legal if isinstance(action, Play)}
            if seat_view.hand_sizes[1 - seat_view.seat] <= 1 and len(ranks) > 1:
                return step.state
    return None


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_lookahead_is_the_mean_over_all_hands(seed: int) -> None:
    """Compared with playing out every hand separately."""
    state = _few_cards_left(seed)
    if state is None:
        return
    assert state.turn is not None
    me, seen = state.turn, view(state, state.turn)
    known, what, odds = tables(2, False), knowledge(seen), _odds(state, me)[1]
    ranks = sorted({card.card.rank - 1 for card in seen.legal if isinstance(card, Play)})
    held = read(what, odds, np.random.default_rng(1))
    got = lookahead.gains(seen, what, held, ranks) @ interest(2, False)
    away = np.zeros((1, 2, RANKS), np.int8)
    away[0, me] = ranks_of(seen.discards)
    assert seen.starter is not None
    starter, dealer = np.array([seen.starter.rank - 1], np.int8), np.array([seen.dealer], np.int8)
    table, likely_ones = np.array([0]), np.flatnonzero(odds > odds.max() * UNLIKELY)
    for rank, value in zip(ranks, got, strict=True):
        ends = []
        for hand in likely_ones:
            kept_ranks = np.zeros((1, 2, RANKS), np.int8)
            kept_ranks[0, 1 - me] = all_hands()[hand]
            plays = what.open(kept_ranks)
            plays.play(table, np.array([rank]))
            while len(plays.unfinished):
                described = describe(plays, Known(away, starter, dealer), table)
                worth = described.scored + future(known.net, described.rows) @ np.array(
                    [1, -1], np.float32
                )
                plays.play(table, described.rank[[int(np.argmax(worth))]])
            ends.append(float(plays.points[0, me] - plays.points[0, 1 - me]))
        mean = np.average(ends, weights=odds[likely_ones])
        assert value == pytest.approx(mean, abs=1e-3)


def _alone(players: int, seed: int) -> State | None:
    """Returns a play where the seat to act holds two cards and all others none."""
    rules = Rules(players=players)
    for _, step in play_game([by_name("random")] * players, Random(seed), rules):
        if step.state.stage_name == "play" and step.state.turn is not None:
            seat_view = view(step.state, step.state.turn)
            if (
                sum(seat_view.hand_sizes) == 2 == len(seat_view.legal)
                and max(seat_view.scores) < 100
            ):
                return step.state
    return None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_lookahead_predicts_pegs_of_the_last_two_cards(players: int) -> None:
    """Expects the engine's exact score, because the others hold no card."""
    states = [state for seed in range(40) if (state := _alone(players, seed)) is not None]
    assert len(states) >= 3
    for state in states:
        assert state.turn is not None
        me, seen = state.turn, view(state, state.turn)
        what, known = knowledge(seen), tables(players, False)
        cards = [action for action in seen.legal if isinstance(action, Play)]
        ranks = [action.card.rank - 1 for action in cards]
        held = guessed(
            seen, what, known, np.random.default_rng(1), 100, (0.0,) * seen.rules.players
        )
        got = lookahead.gains(seen, what, held, ranks) @ interest(players, False)
        for action, value in zip(cards, got, strict=True):
            pegged = _pegged_by(state, action, me)
            assert value == pytest.approx(pegged, abs=1e-4), (state, action)


def _pegged_by(state: State, action: Action, me: int) -> int:
    """Returns a seat's pegs to the end of the play when every later play is forced."""
    pegged = 0
    while True:
        state, events = apply(state, action)
        for event in events:
            if event == CountReset(None):  # the play is over, and the show begins
                return pegged
            if isinstance(event, Scored) and event.seat == me:
                pegged += event.item.points
        assert state.turn == me
        (action,) = view(state, me).legal
