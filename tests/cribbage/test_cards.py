import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK, Card, Rank, Suit, format_cards, parse_cards
from pegboard.errors import NotationError
from tests.support import strategies


def test_deck_has_52_distinct_cards() -> None:
    assert len(set(DECK)) == 52
    assert format_cards(DECK[:13]) == "AC2C3C4C5C6C7C8C9CTCJCQCKC"
    assert str(DECK[-1]) == "KS"


def test_card_values() -> None:
    assert [card.value for card in DECK[:13]] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.parametrize("card", DECK, ids=str)
def test_card_text_round_trips(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(str(card).lower()) == card
    assert Card.parse(card.rank.letter + card.suit.sign) == card
    assert Card.parse(f" {card} ") == card
    assert eval(repr(card)) == card


@pytest.mark.parametrize("text", ["TH", "10H", "10h", "t♥", "10♥", "10♥\ufe0f", "T♡", "10♡"])
def test_ten_of_hearts_has_many_spellings(text: str) -> None:
    assert Card.parse(text) == Card(Rank.TEN, Suit.HEARTS)


@pytest.mark.parametrize("text", ["", "5", "H", "1H", "11H", "5X", "ZH", "5HH", "５H", "Jſ", "5 H"])
def test_invalid_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a card") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)


def test_parse_cards_reads_several_cards() -> None:
    assert format_cards(parse_cards("5h 10D j♠\ufe0f A♥6C")) == "5HTDJSAH6C"
    assert parse_cards("  ") == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("5H6D5H", "5H appears twice"),
        ("10hTH", "TH appears twice"),
        ("5HXX", "not a card: 'XX'"),
        ("5H10", "not a card: '10'"),
        ("5H10X6D", "not a card: '10X'"),
        ("5H,6D", "not a card: ',6'"),
        ("5H 6", "not a card: '6'"),
    ],
)
def test_invalid_hand_error_names_the_card(text: str, named: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_cards(text)
    assert named in str(error.value)


@given(st.integers(0, 52).flatmap(strategies.distinct_cards))
def test_cards_round_trip(cards: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(cards)) == cards
    assert parse_cards(" ".join(map(str, cards))) == cards


@given(st.text(alphabet="A10TJ5HhSs♠ #,x", max_size=12))
def test_arbitrary_text_is_parsed_or_refused(text: str) -> None:
    try:
        cards = parse_cards(text)
    except NotationError:
        return
    assert len(set(cards)) == len(cards)
