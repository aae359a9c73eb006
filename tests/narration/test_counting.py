import doctest
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard.narration.counting
from pegboard.cribbage.cards import DECK, Card, parse_cards
from pegboard.cribbage.scoring import Item, Kind, score_hand
from pegboard.narration.counting import number, phrases, spoken, spoken_item


@pytest.mark.parametrize(
    ("cards", "starter", "said"),
    [
        ("5HTD6C6D", "JS", "fifteen two, fifteen four, and a pair is six"),
        ("5HJS2C4D", "TS", "fifteen two, fifteen four, and his nobs is five"),
        ("2C4D6H8S", "KC", "nineteen, that is nothing"),
        ("7H8C2DQS", "KD", "fifteen two"),
        ("2C4D6H6S", "KC", "a pair is two"),
        ("9CTDJH2S", "AC", "a run of three is three"),
        ("9CTDJHQS", "KC", "a run of five is five"),
        ("2H4H6H8H", "KC", "a flush is four"),
        ("2H4H6HJH", "KH", "a flush is five, and his nobs is six"),
        ("AHASADKC", "QC", "a pair royal is six"),
        ("JH2C4D8S", "KH", "his nobs is one"),
        ("2C2DKHKS", "9C", "a pair is two, and a pair is four"),
        ("9C9DTHJS", "2C", "a double run of three is eight"),
        ("9C9DTHJS", "QC", "a double run of four is ten"),
        ("9C9D9HTS", "JC", "a triple run is fifteen"),
        ("9C9DTHTS", "JC", "a double double run is sixteen"),
        ("7C7D8H9S", "KC", "fifteen two, fifteen four, and a double run of three is twelve"),
        ("9H9STHJH", "KH", "a double run of three is eight, and his nobs is nine"),
        (
            "5C5HJD5S",
            "5D",
            "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve,"
            " fifteen fourteen, fifteen sixteen, a double pair royal is twenty-eight,"
            " and his nobs is twenty-nine",
        ),
    ],
)
def test_spoken_hands(cards: str, starter: str, said: str) -> None:
    assert spoken(score_hand(parse_cards(cards), Card.parse(starter))) == said


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (Item(Kind.GO, 1), "go for one"),
        (Item(Kind.HEELS, 2), "his heels for two"),
        (Item(Kind.MUGGINS, 3), "muggins for three"),
        (Item(Kind.MANUAL, 12), "twelve"),
        (Item(Kind.THIRTY_ONE, 2), "thirty-one for two"),
        (Item(Kind.RUN, 3), "a run of three for three"),
        (Item(Kind.BONUS, 3), "the dealer’s bonus for three"),
    ],
)
def test_spoken_single_awards(item: Item, said: str) -> None:
    assert spoken_item(item) == said


def test_spoken_numbers() -> None:
    assert [number(n) for n in (0, 13, 20, 31, 90)] == [
        "zero",
        "thirteen",
        "twenty",
        "thirty-one",
        "ninety",
    ]
    assert number(100) == "one hundred"
    assert number(121) == "one hundred and twenty-one"


def test_counting_doctest() -> None:
    assert doctest.testmod(pegboard.narration.counting).failed == 0


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True), st.booleans())
def test_phrases_join_to_spoken_hand(cards: list[Card], crib: bool) -> None:
    score = score_hand(cards[:4], cards[4], crib=crib)
    spoken_phrases = phrases(score)
    assert sum(phrase.points for phrase in spoken_phrases) == score.total
    assert [phrase.total for phrase in spoken_phrases] == list(
        accumulate(p.points for p in spoken_phrases)
    )
    whole = spoken(score).replace(" and ", " ")
    assert ", ".join(phrase.text for phrase in spoken_phrases) == (whole if spoken_phrases else "")
    for phrase in spoken_phrases:
        assert phrase.cards and set(phrase.cards) <= set(cards)
        assert len(set(phrase.cards)) == len(phrase.cards)


def test_double_run_phrase_has_all_its_cards() -> None:
    spoken_phrases = phrases(score_hand(parse_cards("3H4D4C5S"), Card.parse("KD")))
    run = next(phrase for phrase in spoken_phrases if "run" in phrase.text)
    assert set(run.cards) == set(parse_cards("3H4D4C5S")) and run.points == 8
