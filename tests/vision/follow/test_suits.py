"""Calibration of suits."""

from dataclasses import replace

import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.identity import likely_cards
from pegboard.vision.follow.tracking.detection import Detection, swap_cards
from pegboard.vision.follow.tracking.suits import TWIN_NUMBER, calibrate, twin_log_odds
from pegboard.vision.follow.tracking.track import Track

OUTLINE = ((0.0, 0.0), (80.0, 0.0), (80.0, 112.0), (0.0, 112.0))


def number(card: str) -> int:
    return DECK.index(Card.parse(card))


def track(card: str, other: str, sure: float, hits: int = 1) -> Track:
    """Returns a track with some hits, each divided between two cards."""
    odds = np.full(52, 1e-5)
    odds[number(card)], odds[number(other)] = sure, 1 - sure
    detection = Detection(odds / odds.sum(), 0.98, OUTLINE, 20.0)
    found = Track(detection, 1.0, 1.0, np.zeros(52))
    for hit in range(hits):
        found.add(detection, 1.0 + hit)
    return found


def test_twin_is_involution_within_colour() -> None:
    assert [
        str(DECK[TWIN_NUMBER[number(card)]]) for card in ("5C", "TS", "AH", "KD")
    ] == "5S TC AD KH".split()
    assert (TWIN_NUMBER[TWIN_NUMBER] == np.arange(52)).all()


def test_calibrated_suit_is_independent_of_hits() -> None:
    once, often = track("9H", "9D", 0.9), track("9H", "9D", 0.9, hits=5)
    assert often.probabilities.max() > 0.97 > once.probabilities.max(), (
        "of the picture they say more"
    )
    assert often.calibrated.max() == pytest.approx(once.calibrated.max(), abs=0.01)


def test_weak_spade_leans_to_club_except_ace() -> None:
    spade = track("9S", "9C", 0.6)
    assert str(likely_cards(spade)[0][0]) == "9C" and str(spade.card) == "9S"
    assert str(likely_cards(track("AS", "AC", 0.6))[0][0]) == "AS"
    assert str(likely_cards(track("9H", "9D", 0.6))[0][0]) == "9H"


def test_calibration_keeps_rank_probabilities() -> None:
    logs = track("9S", "8S", 0.7, hits=3).log_odds
    grown = np.exp(logs - logs.max())
    fair = calibrate(logs, 1.96)
    both = [number("9S"), number("9C")]
    assert fair[both].sum() == pytest.approx((grown / grown.sum())[both].sum())
    assert twin_log_odds(logs, 1.96)[number("9S")] == pytest.approx(
        -twin_log_odds(logs, 1.96)[number("9C")]
    )


CLUB = np.array([4.0, -2.0, -2.0, 0.0])
"""Log odds of the suits by the pips of a club."""


def add_open_hit(spade: Track, pips: np.ndarray) -> Track:
    """Adds a hit of the card seen whole."""
    spade.add(replace(spade.detection, pips=pips), spade.last_at + 1)
    return spade


def test_pips_outweigh_index_and_persist() -> None:
    found = add_open_hit(track("9S", "9C", 0.9), CLUB)
    assert str(found.card) == "9C" and str(likely_cards(found)[0][0]) == "9C"
    for hit in range(4):  # covered: only the index is read
        found.add(track("9S", "9C", 0.9).detection, 3.0 + hit)
    assert str(likely_cards(found)[0][0]) == "9C"
    assert likely_cards(found)[0][0] != likely_cards(track("9S", "9C", 0.9))[0][0]


def test_track_keeps_clearest_pips() -> None:
    found = add_open_hit(add_open_hit(track("9S", "9C", 0.9), CLUB), np.array([0.0, 0.0, 0.0, 1.0]))
    assert np.array_equal(found.pips, CLUB)


def test_pips_decide_between_colours() -> None:
    """In a four-colour deck, a blue diamond's index may be read as a spade's."""
    found = add_open_hit(track("6S", "6D", 0.7), np.array([-5.0, 5.0, -4.0, 0.0]))
    assert str(likely_cards(found)[0][0]) == "6D"


def test_swapped_cards_lose_pips() -> None:
    detection = add_open_hit(track("9S", "9C", 0.9), CLUB).detection
    spade, club = number("9S"), number("9C")
    other = swap_cards(detection, {spade: club, club: spade})
    assert other.probabilities[club] == detection.probabilities[spade] and not other.pips.any()
    assert swap_cards(detection, {}).pips is detection.pips
