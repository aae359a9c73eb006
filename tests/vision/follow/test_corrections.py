"""Corrections by people: constraints, and corrected readings."""

from itertools import pairwise

import numpy as np
import pytest

from pegboard.cribbage import Action, Card, parse_action
from pegboard.vision.follow.certainty import is_suit_sure
from pegboard.vision.follow.corrections import CERTAIN_LOG_ODDS, Corrections
from pegboard.vision.follow.tracking.detection import swap_cards
from pegboard.vision.follow.tracking.suits import CARD_NUMBER
from pegboard.vision.follow.tracking.tracker import Tracker
from tests.vision.follow.test_show import track

LINES = [parse_action(line) for line in ("deal 1", "cut 7H", "play 0 TC")]
PLAY = LINES[2]


def constrained_at(tracker: Tracker, times: dict[Action, float]) -> float:
    """Time of the constrained play."""
    corrections = Corrections()
    corrections.constrain(LINES, [2], tracker, times, 99.0)
    action, at = corrections.constraints[2]
    assert action == PLAY
    return at


def test_constraint_time_is_known_time_or_first_detection() -> None:
    tracker = Tracker()
    assert constrained_at(tracker, {}) == 99.0
    tracker.tracks = [track("TC", 300, 100, 20.0, 40.0), track("TC", 600, 100, 50.0)]
    assert constrained_at(tracker, {}) == 20.0, "it was shown later"
    assert constrained_at(tracker, {PLAY: 21.0}) == 21.0


def test_constraint_is_not_before_preceding_lines() -> None:
    """A reading from long before is a misreading of another card."""
    corrections, tracker = Corrections(), Tracker()
    tracker.tracks = [track("TC", 300, 100, 20.0, 21.0), track("TC", 600, 100, 50.0)]
    corrections.constrain(LINES, [2], tracker, {LINES[0]: 10.0, LINES[1]: 40.0}, 99.0)
    assert corrections.constraints == {2: (PLAY, 50.0)}
    corrections.constrain(LINES, [2], tracker, {LINES[1]: 60.0}, 99.0)
    assert corrections.constraints == {2: (PLAY, 99.0)}


def test_confirmed_card_is_certain_against_twin() -> None:
    tracker = Tracker()
    tracker.tracks = [track("TS", 300, 100, 20.0, sure=0.9), track("TS", 800, 100, 30.0)]
    constrained_at(tracker, {PLAY: 20.0})
    assert [str(track.card) for track in tracker.tracks] == ["TC", "TS"], (
        "the other is another card"
    )
    club, spade = (
        tracker.tracks[0].log_odds[CARD_NUMBER[Card.parse(card)]] for card in ("TC", "TS")
    )
    assert club - spade == pytest.approx(CERTAIN_LOG_ODDS)


@pytest.mark.parametrize("card", ["KC", "KS"])
def test_confirmed_black_court_card_is_sure(card: str) -> None:
    tracker = Tracker()
    tracker.tracks = [track(card, 300, 100, 20.0, sure=0.6)]
    lines = [*LINES[:2], parse_action(f"play 0 {card}")]
    assert not is_suit_sure(Card.parse(card), tracker.tracks)
    Corrections().constrain(lines, [2], tracker, {lines[2]: 20.0}, 99.0)
    assert is_suit_sure(Card.parse(card), tracker.tracks)


@pytest.mark.parametrize(
    ("entries", "readings"),
    [
        (("9C", "5D"), {"9C": "5D", "5D": "9C"}),
        (("9C", "5D", "9C"), {"9C": "9C", "5D": "5D"}),
        (("9C", "5D", "8H"), {"9C": "8H", "8H": "9C", "5D": "5D"}),
        (("9C", "5D", "8H", "9C"), {"9C": "9C", "5D": "5D", "8H": "8H"}),
    ],
)
def test_later_correction_replaces_earlier(
    entries: tuple[str, ...], readings: dict[str, str]
) -> None:
    """Tracks and later detections follow the last correction."""
    corrections, tracker = Corrections(), Tracker()
    tracker.tracks = [track("9C", 300, 100, 20.0)]
    for was, now in pairwise(entries):
        emitted, entered = ([parse_action(f"play 1 {card}")] for card in (was, now))
        corrections.apply_corrections(emitted, entered, {0}, tracker)
        assert str(tracker.tracks[0].card) == now
    for card, result in readings.items():
        assert str(swap_cards(track(card, 0, 0, 0.0).detection, corrections.swapped).card) == result


def test_correction_discards_pips() -> None:
    tracker = Tracker()
    tracker.tracks = [track("TS", 300, 100, 20.0)]
    tracker.tracks[0].pips = np.array([-3.0, -3.0, -3.0, 6.0])
    constrained_at(tracker, {PLAY: 20.0})
    assert str(tracker.tracks[0].card) == "TC"


def test_reordering_swaps_no_readings() -> None:
    """Two plays are reordered one after the other."""
    corrections, tracker = Corrections(), Tracker()
    tracker.tracks = [track("5D", 300, 100, 20.0), track("9C", 600, 100, 30.0)]
    emitted = [parse_action("play 1 9C"), parse_action("play 1 5D")]
    corrections.apply_corrections(emitted, [emitted[1], emitted[1]], {0}, tracker)
    assert [str(track.card) for track in tracker.tracks] == ["5D", "9C"]
    assert not corrections.swapped


def test_correction_of_twin_swaps_both_readings() -> None:
    corrections, tracker = Corrections(), Tracker()
    tracker.tracks = [track("KS", 300, 100, 20.0), track("KC", 600, 100, 30.0)]
    emitted = [parse_action("play 1 KS"), parse_action("play 0 KC")]
    corrections.apply_corrections(emitted, [emitted[0], parse_action("play 0 KS")], {1}, tracker)
    assert [str(track.card) for track in tracker.tracks] == ["KC", "KS"]
