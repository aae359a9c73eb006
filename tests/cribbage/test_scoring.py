"""Scores compared with worked examples, a reference scorer and published totals."""

import re
import sys
import timeit
from collections.abc import Callable
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK, Card, Cards, Rank, Suit, parse_cards
from pegboard.cribbage.scoring import (
    RANK_CODES,
    Item,
    Kind,
    Score,
    hand_points,
    score_hand,
    score_play,
    score_shown,
)
from pegboard.players.batch_scoring import ALL_HANDS, count_all_hands, rank_table
from tests.support import strategies
from tests.support.paths import TEST_DATA
from tests.support.strategies import plain_points

DATA = TEST_DATA / "scoring"

# Exact counts of all hands: Steven S. Lumetta, lumetta.web.engr.illinois.edu/humor/cribbage.html.
# Worth 19, 25, 26 and 27 there is none.
HANDS = {
    **{0: 1009008, 1: 99792, 2: 2813796, 3: 505008, 4: 2855676, 5: 697508, 6: 1800268},
    **{7: 751324, 8: 1137236, 9: 361224, 10: 388740, 11: 51680, 12: 317340, 13: 19656},
    **{14: 90100, 15: 9168, 16: 58248, 17: 11196, 18: 2708, 20: 8068, 21: 2496, 22: 444},
    **{23: 356, 24: 3680, 28: 76, 29: 4},
}
# All cribs. The zero count, 1,022,208: Wikipedia, Cribbage statistics; the others by a separate
# brute force in C, which agrees with the counter of bsdgames' cribbage.
CRIBS = {
    **{0: 1022208, 1: 99792, 2: 2839800, 3: 508908, 4: 2868960, 5: 703496, 6: 1787176},
    **{7: 755320, 8: 1118336, 9: 358368, 10: 378240, 11: 43880, 12: 310956, 13: 16548},
    **{14: 88132, 15: 9072, 16: 57288, 17: 11196, 18: 2264, 20: 7828, 21: 2472, 22: 444},
    **{23: 356, 24: 3680, 28: 76, 29: 4},
}


def examples(name: str) -> list[str]:
    lines = [line.partition("#")[0].strip() for line in (DATA / name).read_text().splitlines()]
    return [line for line in lines if line]


def listed(text: str) -> list[tuple[str, int]]:
    """Parses ``2x fifteen 2, run 3`` into kinds and points."""
    items = []
    for times, kind, points in re.findall(r"(?:(\d)x )?([a-z-]+) (\d+)", text):
        items += [(kind, int(points))] * int(times or 1)
    return items


@pytest.mark.parametrize("line", examples("hands.txt"))
def test_worked_hands(line: str) -> None:
    match = re.fullmatch(r"(crib )?(\w+) / (\w+) = (\d+):(.*)", line)
    assert match is not None
    hand, starter, crib = parse_cards(match[2]), Card.parse(match[3]), match[1] is not None
    score = score_hand(hand, starter, crib=crib)
    assert [(item.kind, item.points) for item in score.items] == listed(match[5])
    assert score.total == hand_points(hand, starter, crib) == int(match[4])


@pytest.mark.parametrize("line", examples("plays.txt"))
def test_worked_plays(line: str) -> None:
    match = re.fullmatch(r"([^=]+) = (\d+):(.*)", line)
    assert match is not None
    suits = {suit: iter("CDHS") for suit in match[1].split()}
    pile = [Card.parse(rank + next(suits[rank])) for rank in match[1].split()]
    score = score_play(pile)
    assert [(item.kind, item.points) for item in score.items] == listed(match[3])
    assert score.total == int(match[2])


def test_score_items_list_their_cards() -> None:
    score = score_hand(parse_cards("5HTD6C6D"), Card.parse("JS"))
    assert score == Score(
        (
            Item(Kind.FIFTEEN, 2, parse_cards("5HTD")),
            Item(Kind.FIFTEEN, 2, parse_cards("5HJS")),
            Item(Kind.PAIR, 2, parse_cards("6C6D")),
        )
    )
    flush = score_hand(parse_cards("2H4H6HJH"), Card.parse("KH")).items
    assert flush == (
        Item(Kind.FLUSH, 5, parse_cards("2H4H6HJHKH")),
        Item(Kind.NOBS, 1, parse_cards("JH")),
    )
    assert score_hand(parse_cards("2H4H6H8H"), Card.parse("KC")).items == (
        Item(Kind.FLUSH, 4, parse_cards("2H4H6H8H")),
    )
    assert score_play(parse_cards("2C5H6D7S4D")).items == (
        Item(Kind.RUN, 4, parse_cards("5H6D7S4D")),
    )


@pytest.mark.parametrize(
    ("hand", "starter"), [("5H5C5D", "JS"), ("5H5C5DJSQS", "KS"), ("5H5C5DJS", "JS")]
)
def test_hand_requires_five_distinct_cards(hand: str, starter: str) -> None:
    with pytest.raises(ValueError, match="four different cards and a starter"):
        score_hand(parse_cards(hand), Card.parse(starter))


def test_duplicate_starter_is_scored_if_allowed() -> None:
    score = score_shown(parse_cards("5H5C5D5S"), Card.parse("5H"), False)
    assert score.total == 20 + 20


def test_random_hands_match_reference_scorer() -> None:
    rng = Random(52)
    for _ in range(50_000):
        *hand, starter = rng.sample(DECK, 5)
        crib = rng.random() < 0.5
        expected = plain_points(tuple(hand), starter, crib)
        assert score_hand(hand, starter, crib=crib).total == expected
        assert hand_points(hand, starter, crib) == expected


def test_all_rank_patterns_match_reference_scorer() -> None:
    patterns = 0
    for ranks in combinations_with_replacement(Rank, 5):
        if ranks[0] == ranks[4]:
            continue
        # Suits in rotation: different cards, and never a flush; nobs may come and is counted.
        cards = [Card(rank, list(Suit)[place % 4]) for place, rank in enumerate(ranks)]
        hand, starter = tuple(cards[:4]), cards[4]
        expected = plain_points(hand, starter)
        assert score_hand(hand, starter).total == hand_points(hand, starter) == expected
        code = sum(RANK_CODES[rank - 1] for rank in ranks)
        assert rank_table()[code] == expected - (Card(Rank.JACK, starter.suit) in hand)
        patterns += 1
    assert patterns == 6175


def test_rank_codes_are_unique() -> None:
    patterns = [p for p in combinations_with_replacement(RANK_CODES, 5) if p[0] != p[4]]
    assert len({sum(pattern) for pattern in patterns}) == len(patterns) == 6175


@pytest.mark.parametrize(("crib", "published"), [(False, HANDS), (True, CRIBS)])
def test_all_hands_score_the_known_histogram(crib: bool, published: dict[int, int]) -> None:
    done: list[int] = []
    counts = count_all_hands(crib, done.append)
    assert {points: hands for points, hands in enumerate(counts) if hands} == published
    assert len(counts) == 30 and sum(counts) == ALL_HANDS
    assert done == list(range(1, 53))


@given(strategies.distinct_cards(5), st.permutations(range(4)), st.booleans())
def test_score_is_invariant_under_card_order(
    cards: tuple[Card, ...], order: list[int], crib: bool
) -> None:
    *hand, starter = cards
    other = [hand[place] for place in order]
    one, two = score_hand(hand, starter, crib=crib), score_hand(other, starter, crib=crib)
    assert [(item.kind, set(item.cards)) for item in one.items] == [
        (item.kind, set(item.cards)) for item in two.items
    ]


@given(strategies.distinct_cards(5), st.permutations(list(Suit)), st.booleans())
def test_score_is_invariant_under_suit_permutation(
    cards: tuple[Card, ...], suits: list[Suit], crib: bool
) -> None:
    exchange = dict(zip(Suit, suits, strict=True))
    *hand, starter = cards
    *other, turned = (Card(card.rank, exchange[card.suit]) for card in cards)
    assert hand_points(hand, starter, crib) == hand_points(other, turned, crib)


@given(strategies.distinct_cards(5), st.lists(st.sampled_from(list(Suit)), min_size=5, max_size=5))
def test_suits_affect_only_flush_and_nobs(cards: tuple[Card, ...], suits: list[Suit]) -> None:
    others = [Card(card.rank, suit) for card, suit in zip(cards, suits, strict=True)]
    if len(set(others)) < 5:
        return
    by_suit = (Kind.FLUSH, Kind.NOBS)
    one, two = score_hand(cards[:4], cards[4]), score_hand(others[:4], others[4])
    assert sorted((i.kind, i.points) for i in one.items if i.kind not in by_suit) == sorted(
        (i.kind, i.points) for i in two.items if i.kind not in by_suit
    )


@given(st.lists(strategies.cards, min_size=1, max_size=8, unique=True))
def test_random_plays_match_reference_scorer(pile: list[Card]) -> None:
    count = sum(card.value for card in pile)
    points = 2 if count in (15, 31) else 0
    same = 1
    while same < len(pile) and pile[-same - 1].rank == pile[-1].rank:
        same += 1
    points += same * (same - 1)
    for length in range(min(7, len(pile)), 2, -1):
        ranks = sorted(card.rank for card in pile[-length:])
        if ranks == list(range(ranks[0], ranks[0] + length)):
            points += length
            break
    assert score_play(pile).total == points


@pytest.mark.skipif(sys.gettrace() is not None, reason="measures the tracing, not the tables")
def test_lookup_tables_are_faster() -> None:
    """At least 4 times faster itemised, 60 times as a number, than the plain counter."""
    rng = Random(1)
    hands = [(tuple(five[:4]), five[4]) for five in (rng.sample(DECK, 5) for _ in range(300))]

    def seconds(count: Callable[[Cards, Card], object]) -> float:
        return min(timeit.repeat(lambda: [count(*hand) for hand in hands], number=1, repeat=7))

    for _ in range(5):  # the machine may be busy with something else
        plain = seconds(plain_points)
        itemised, number = seconds(score_hand), seconds(hand_points)
        if plain > 4 * itemised and plain > 60 * number:
            return
    pytest.fail(f"{plain / itemised:.1f} and {plain / number:.1f} times")
