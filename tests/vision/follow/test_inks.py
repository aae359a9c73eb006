"""Inks of four-colour decks."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.assemble import CardCandidate
from pegboard.vision.crops import Spot
from pegboard.vision.follow.tracking.detector import CardDetector
from pegboard.vision.follow.tracking.inks import Ink, InkModel, ink_of
from pegboard.vision.read import Index
from pegboard.vision.recognise import Recogniser

Picture = npt.NDArray[np.uint8]
BLACK, RED, BLUE, GREEN = (30, 25, 25), (40, 30, 200), (190, 80, 20), (30, 120, 20)
GREENISH_CLOTH = (70, 140, 60)
SIZE = 24.0
TWO, FOUR = ((BLACK, RED, RED, BLACK), (GREEN, BLUE, RED, BLACK))
"""Clubs, diamonds, hearts, spades."""


def printed(
    *inks: tuple[int, int, int], light: tuple[float, float, float] = (1.0, 1.0, 1.0)
) -> tuple[Picture, list[tuple[float, float]]]:
    """A picture of cards side by side, each with an index in some ink, and the places of these."""
    picture = np.full((120, 90 * len(inks) + 20, 3), GREENISH_CLOTH, np.float64)
    places = []
    for number, ink in enumerate(inks):
        left = 20 + 90 * number
        picture[20:110, left : left + 70] = (235, 240, 245)
        picture[26:36, left + 6 : left + 10] = picture[38:46, left + 5 : left + 12] = ink
        places.append((left + 8.5, 36.0))
    picture = picture * light + np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8), places


def spot(place: tuple[float, float]) -> Spot:
    return Spot(*place, 0.0, -1.0, SIZE)


def odds(card: str, sure: float = 0.95) -> npt.NDArray[np.float64]:
    found = np.full(52, (1 - sure) / 51)
    found[DECK.index(Card.parse(card))] = sure
    return found


def indices(*cards: str, places: Sequence[tuple[float, float]]) -> list[Index]:
    """Indices read at some places."""
    return [Index(spot(at), odds(card), 0.95) for card, at in zip(cards, places, strict=True)]


def show_cards(
    inks: InkModel, *cards: str, colours: tuple[tuple[int, int, int], ...], readings: int = 2
) -> None:
    """Shows cards of a deck with these colours of suits to a model."""
    order = "CDHS"
    picture, places = printed(*(colours[order.index(card[1])] for card in cards))
    for _ in range(readings):
        inks.weigh(picture, indices(*cards, places=places))


@pytest.mark.parametrize("light", [(1, 1, 1), (0.4, 0.4, 0.4), (0.6, 0.8, 1.0), (1.0, 0.8, 0.6)])
def test_ink_of_is_independent_of_light(light: tuple[float, float, float]) -> None:
    picture, places = printed(BLACK, RED, BLUE, GREEN, light=light)
    assert [ink_of(picture, place, SIZE) for place in places] == list(Ink)


def test_ink_of_is_none_in_dark_and_outside_picture() -> None:
    picture, places = printed(BLUE, light=(0.1, 0.1, 0.1))
    assert ink_of(picture, places[0], SIZE) is None
    picture, places = printed(BLUE)
    assert ink_of(picture, places[0], 4.0) is None, "too small"
    assert ink_of(picture, (-40.0, 36.0), SIZE) is None
    assert ink_of(picture, (60.0, 70.0), SIZE) is None, "bare paper"


def test_two_colour_deck_identifies_no_suit() -> None:
    inks = InkModel()
    show_cards(inks, "2C", "3C", "4D", "5D", "6H", "7H", colours=TWO)
    assert [inks.suit_of(ink) for ink in Ink] == [None] * 4


def test_four_colour_deck_identifies_every_suit() -> None:
    inks = InkModel()
    show_cards(inks, "2D", colours=FOUR)
    assert [inks.suit_of(ink) for ink in Ink] == [None] * 4, "one card may be misread"
    show_cards(inks, "3D", "4H", "5C", "6S", colours=FOUR)
    suits = {ink: "CDHS"[suit] for ink in Ink if (suit := inks.suit_of(ink)) is not None}
    assert suits == {Ink.BLUE: "D", Ink.RED: "H", Ink.GREEN: "C", Ink.BLACK: "S"}


def test_green_ink_identifies_any_suit() -> None:
    inks = InkModel()
    german = (BLACK, RED, RED, GREEN)
    show_cards(inks, "2S", "3S", "4C", colours=german)
    assert inks.suit_of(Ink.GREEN) == 3 and inks.suit_of(Ink.BLACK) == 0


def test_table_beside_few_cards_is_not_learned_as_ink() -> None:
    inks = InkModel()
    show_cards(inks, "2C", "3C", "4C", "5C", "6S", "7S", colours=TWO, readings=4)
    show_cards(inks, "2C", "3C", colours=(GREEN, RED, RED, BLACK), readings=1)
    assert inks.suit_of(Ink.GREEN) is None


def test_blue_court_card_becomes_diamond() -> None:
    inks = InkModel()
    picture, places = printed(BLUE, BLACK)
    queens = [Index(spot(place), odds("QS"), 0.9) for place in places]
    assert inks.weigh(picture, queens) == queens
    show_cards(inks, "2D", "3D", "8S", colours=FOUR)
    cards = [str(DECK[int(index.odds.argmax())]) for index in inks.weigh(picture, queens)]
    assert cards == ["QS", "QS"], "one card in two thousand is not enough to be the diamond"
    doubtful = [Index(index.spot, 0.997 * odds("QS") + 0.003 * odds("QD"), 0.9) for index in queens]
    blue, black = inks.weigh(picture, doubtful)
    assert str(DECK[int(blue.odds.argmax())]) == "QD"
    assert str(DECK[int(black.odds.argmax())]) == "QS"
    assert blue.odds.sum() == pytest.approx(1.0) and blue.presence == 0.9


def test_court_cards_do_not_train_inks() -> None:
    inks = InkModel()
    show_cards(inks, "JD", "QD", "KD", colours=FOUR)
    assert inks.suit_of(Ink.BLUE) is None


class Recognised:
    """A recogniser that finds two blue diamonds, and records the `weigh` function."""

    def candidates(
        self,
        image: Picture,
        index_px: float | None = None,
        *,
        closer: bool = False,
        weigh: Callable[[Sequence[Index]], list[Index]] = list,
    ) -> list[CardCandidate]:
        weigh(indices("2D", "3D", "8S", places=PLACES))
        self.weigh = weigh
        return []


PRINTED, PLACES = printed(BLUE, BLUE, BLACK)


def test_detector_reset_forgets_inks() -> None:
    recognised = Recognised()
    detector = CardDetector(cast(Recogniser, recognised))
    queen = Index(spot(PLACES[0]), 0.997 * odds("QS") + 0.003 * odds("QD"), 0.9)

    def read_as() -> str:
        detector.detect(PRINTED)
        return str(DECK[int(recognised.weigh([queen])[0].odds.argmax())])

    assert [read_as() for _ in range(3)] == ["QS", "QD", "QD"]
    detector.reset()
    assert read_as() == "QS"
