"""The human-like levels make human mistakes, each tested by position."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.arena import arena
from pegboard.cribbage.cards import DECK, Card, parse_cards
from pegboard.cribbage.game import (
    Claim,
    Cut,
    Deal,
    Discard,
    Muggins,
    Play,
    Playing,
    Rules,
    Showing,
    State,
    View,
    apply,
    new_game,
    view,
)
from pegboard.cribbage.pegging import correct
from pegboard.cribbage.scoring import hand_points, score_hand, score_shown
from pegboard.players import beginner, by_name, club
from pegboard.players.by_hand import NO_HAND, ErrorModel, count, noticed
from pegboard.players.selfplay import play_game
from tests.support.games import RULE_VARIANTS

LEVELS = ("beginner", "club")
CHANCES = range(60)
cards = st.permutations(DECK).map(lambda deck: tuple(deck[:5]))


def dealt(hand: str, *, dealer: bool, score: int = 0) -> View:
    """Returns a state in which seat 0 has this hand."""
    mine = parse_cards(hand)
    other = tuple([card for card in DECK if card not in mine][:6])
    state = correct(new_game(Rules(), 0 if dealer else 1), 0, score).state
    return view(apply(state, Deal(state.dealer, (mine, other))).state, 0)


def away(level: str, hand: str, *, dealer: bool = True, score: int = 0) -> set[str]:
    """Returns the level's common discards from a hand, by repeated choices."""
    found: Counter[str] = Counter()
    given_view = dealt(hand, dealer=dealer, score=score)
    for seed in CHANCES:
        action = by_name(level).choose(given_view, Random(seed))
        assert isinstance(action, Discard) and action in given_view.legal
        found["".join(sorted(str(card) for card in action.cards))] += 1
    return {cards for cards, often in found.items() if often > len(CHANCES) / 20}


def plays(level: str, hand: str, pile: str = "", *, other: int = 3, his: int = 0) -> set[str]:
    """Returns every card the level plays from a hand on a pile that seat 1 last played on."""
    mine, laid, starter = parse_cards(hand), parse_cards(pile), Card.parse("QD")
    spare = [card for card in DECK if card not in (*mine, *laid, starter)]
    filler = spare[: 4 - len(mine)]
    stage = Playing(
        kept=((*mine, *filler), (*laid, *spare[8 : 8 + other])),
        discards=((spare[20], spare[21]), (spare[22], spare[23])),
        crib=tuple(spare[20:24]),
        starter=starter,
        turn=0,
        left=(len(mine), other),
        plays=(*((0, card) for card in filler), *((1, card) for card in laid)),
        reset=len(filler),
        count=sum(card.value for card in laid),
        out=(),
        least=(1, 1),
    )
    state = replace(correct(new_game(Rules()), 1, his).state, stage=stage)
    chosen = [by_name(level).choose(view(state, 0), Random(seed)) for seed in CHANCES]
    return {str(action.card) for action in chosen if isinstance(action, Play)}


def counts(text: str, slips: ErrorModel, *, crib: bool = False) -> set[int]:
    """Returns every count the level claims for four cards and a starter."""
    *hand, starter = parse_cards(text)
    return {count(tuple(hand), starter, crib, slips, Random(seed)) for seed in range(400)}


# --- counting by hand


@given(five=cards, seed=st.integers(0, 10**6))
def test_claimed_count_is_the_true_count_less_the_overlooked_part(
    five: tuple[Card, ...], seed: int
) -> None:
    hand, starter = five[:4], five[4]
    truth = hand_points(hand, starter)
    for slips in (beginner.NOVICE_SLIPS, beginner.BEGINNER_SLIPS, club.SLIPS):
        points = count(hand, starter, False, slips, Random(seed))
        assert 0 <= points <= truth and points not in NO_HAND
        items = score_shown(hand, starter, False).items
        found = noticed(items, slips, Random(seed))
        assert all(item in items for item in found)
        assert points in (truth, sum(item.points for item in found))


@pytest.mark.parametrize(
    ("hand", "slip", "points"),
    [
        ("TH5D2C3S KD", ErrorModel(fifteen_of_three=1), {4}),  # ten-two-three and king-two-three
        ("TH5D2C3S KD", ErrorModel(fifteen_of_two=1), {4}),
        ("AH2D3C9S KD", ErrorModel(fifteen_of_more=1), {5}),  # nine-ace-two-three
        ("3H4D4C5S KD", ErrorModel(run_again=1), {7, 10}),  # one run seen of two
        ("2H4H8HKH JD", ErrorModel(flush=1), {0}),
        ("JH2D4C8S KH", ErrorModel(nobs=1), {2}),
        ("6H6D2CKS QD", ErrorModel(pair=1), {0}),
        ("6H7D8CKS QD", ErrorModel(run=1), {2}),
    ],
)
def test_each_slip_matches_its_description(hand: str, slip: ErrorModel, points: set[int]) -> None:
    *four, starter = parse_cards(hand.replace(" ", ""))
    truth = hand_points(four, starter)
    found = counts(hand.replace(" ", ""), slip)
    assert max(found) < truth or found == points
    assert counts(hand.replace(" ", ""), ErrorModel()) == {truth}


def test_nobody_claims_nineteen() -> None:
    # 5 5 5 J with a ten-card is worth 20 or 21: without nobs and a fifteen it would be 19.
    hand = "5H5D5CJS"
    for starter in ("KS", "4S", "5S"):
        assert not counts(hand + starter, beginner.BEGINNER_SLIPS) & NO_HAND
        assert len(counts(hand + starter, beginner.BEGINNER_SLIPS)) > 1


def test_beginner_misses_much_more_than_club_player() -> None:
    rng = Random(4)
    lost = {"novice": 0, "beginner": 0, "club": 0}
    truth = 0
    for _ in range(3000):
        *hand, starter = rng.sample(DECK, 5)
        worth = hand_points(hand, starter)
        truth += worth
        lost["beginner"] += worth - count(tuple(hand), starter, False, beginner.BEGINNER_SLIPS, rng)
        lost["novice"] += worth - count(tuple(hand), starter, False, beginner.NOVICE_SLIPS, rng)
        lost["club"] += worth - count(tuple(hand), starter, False, club.SLIPS, rng)
    assert 0.25 < lost["novice"] / truth < 0.6
    assert 0.08 < lost["beginner"] / truth < 0.25
    assert 0 < lost["club"] / truth < 0.02


# --- muggins


def missed_hand(points: int) -> State:
    """Returns a state where seat 1 claimed less than its 24 and seat 0 is to respond."""
    state = new_game(Rules(muggins=True), 0)
    hands = (parse_cards("2C3C8D9DKHQH"), parse_cards("4H5D5C6SKDQD"))
    discards = (Discard(0, hands[0][4:]), Discard(1, hands[1][4:]))
    for action in (Deal(0, hands), *discards, Cut(Card.parse("6D"))):
        state = apply(state, action).state
    while isinstance(state.stage, Playing):
        assert state.turn is not None
        state = apply(state, view(state, state.turn).legal[0]).state
    return apply(state, Claim(1, points)).state


def test_muggins_is_called_for_the_missed_part_by_attentive_players() -> None:
    state = missed_hand(16)
    assert isinstance(state.stage, Showing) and score_hand(*_four(state)).total == 24
    often_by_level = {
        "novice": (1, 10),
        "beginner": (2, 25),
        "club": (45, 60),
        "expert": (len(CHANCES),) * 2,
    }
    for level, often in often_by_level.items():
        chosen = [by_name(level).choose(view(state, 0), Random(seed)) for seed in CHANCES]
        calls = [action for action in chosen if isinstance(action, Muggins)]
        assert often[0] <= len(calls) <= often[1]
        # Who overlooks some of it himself calls less; nobody calls more.
        assert max(call.points for call in calls) == 8
        assert all(isinstance(action, Claim | Muggins) for action in chosen)


def test_muggins_call_covers_a_whole_hand_claimed_as_zero() -> None:
    """Covers a claim of zero, which moves no peg but reveals the missed points."""
    assert by_name("expert").choose(view(missed_hand(0), 0), Random(1)) == Muggins(0, 24)


@pytest.mark.parametrize("level", LEVELS)
def test_correct_count_is_not_called(level: str) -> None:
    state = missed_hand(24)
    chosen = [by_name(level).choose(view(state, 0), Random(seed)) for seed in CHANCES]
    assert all(isinstance(action, Claim) for action in chosen)


def _four(state: State) -> tuple[tuple[Card, ...], Card]:
    assert isinstance(state.stage, Showing)
    return state.stage.kept[1], state.stage.starter


# --- laying away


def test_beginner_keeps_immediate_points_and_fives() -> None:
    assert away("beginner", "5H5DJCJS2H9D") == {"2H9D"}
    assert away("beginner", "6H6D9CQSKD2S") <= {"KDQS", "2SKD", "2SQS"}
    assert away("beginner", "2H3D4CKSQD8H") >= {"KSQD"}
    assert beginner.at_once(list(parse_cards("3H4D4C5S"))) == 8
    assert beginner.at_once(list(parse_cards("2H4H6H8H"))) == 4


def test_club_player_considers_the_crib_owner_and_beginner_does_not() -> None:
    hand = "2S3C4S5DKCKD"
    assert away("beginner", hand, dealer=True) == away("beginner", hand, dealer=False)
    assert away("club", hand, dealer=True) == {"2S3C"}  # two cards of fifteens, for oneself
    assert away("club", hand, dealer=False) == {"2SKC", "2SKD"}


def test_beginner_sometimes_overlooks_fifteens_of_several_cards() -> None:
    # 2 3 T is fifteen, and so is 4 A T: who misses one of them keeps other cards.
    assert len(away("beginner", "2H3DTC6S7D9H")) > 1


def test_club_player_keeps_the_points_that_win() -> None:
    hand = "6SACQDQH3C3D"  # six to go: what counts is how often four cards have six
    starters = [card for card in DECK if card not in parse_cards(hand)]

    def often(away: str) -> int:
        kept_cards = [card for card in parse_cards(hand) if str(card) not in (away[:2], away[2:])]
        return sum(hand_points(kept_cards, starter) >= 6 for starter in starters)

    (usually,) = away("club", hand, dealer=False)
    (close,) = away("club", hand, dealer=False, score=115)
    assert often(close) > often(usually)
    assert away("beginner", hand, dealer=False, score=115) == away("beginner", hand, dealer=False)


# --- the play


def test_beginner_leads() -> None:
    assert "5H" not in plays("beginner", "5H4DKCQS")
    assert plays("beginner", "5H4DKCQS") == {"4D", "KC", "QS"}  # a high card, now and then any
    assert plays("beginner", "TH7D", "8H3D") == {"TH", "7D"}  # and leaves 21 without a thought


def test_beginner_takes_simple_points_and_overlooks_others() -> None:
    assert plays("beginner", "7H9DKC2S", "8H") == {"7H"}  # fifteen two
    assert plays("beginner", "AH9D3C", "KHTDAS") == {"AH"}  # a pair
    found = plays("beginner", "4HJD", "2S3H6D")  # fifteen of four cards
    assert found == {"4H", "JD"}
    assert plays("beginner", "6HKD", "7S8H") == {"6H", "KD"}  # a run, now and then overlooked


def test_club_player_leads() -> None:
    assert plays("club", "5H4DKCQS") == {"4D"}
    assert plays("club", "3H3DKCQS") & {"3H", "3D"}
    assert plays("club", "5HTDKCQS") <= {"TD", "KC", "QS"}


def test_club_player_avoids_leaving_21_or_5() -> None:
    assert plays("club", "TH7D", "8H3D") == {"7D"}  # 18, not 21
    assert plays("club", "2H9D", "3H") == {"9D"}  # 12, not 5


def test_club_player_gives_no_points_to_a_nearly_finished_opponent() -> None:
    # A third eight would peg six: with three to go he is out.
    assert plays("club", "QC8H6D", "8C") == {"8H"}
    assert plays("club", "QC8H6D", "8C", his=118) == {"QC"}
    assert plays("beginner", "QC8H6D", "8C", his=118) == {"8H"}  # does not look


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", RULE_VARIANTS, ids=str)
def test_every_variant_is_played_to_its_end(level: str, rules: Rules) -> None:
    for seed in range(2):
        steps = list(play_game([by_name(level)] * rules.players, Random(seed), rules))
        assert steps[-1][1].state.over


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_same_seed_gives_the_same_game(seed: int) -> None:
    def lines() -> list[object]:
        rules = Rules(muggins=True)
        return [a for a, _ in play_game([by_name(n) for n in LEVELS], Random(seed), rules)]

    assert lines() == lines()


def test_levels_are_ordered_by_strength() -> None:
    """Seeded, so the games are always the same."""
    for weak, strong in (("random", "beginner"), ("beginner", "club")):
        won = sum(arena.run(arena.Trial(weak, strong, 1), 120).wins)
        assert won / 120 < 0.45
