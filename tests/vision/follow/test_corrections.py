"""What people said about a deal: it stands, and the cards are read accordingly."""

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


def fixed(tracker: Tracker, seen: dict[Action, float]) -> float:
    """The time at which the play is taken to have happened."""
    settled = Corrections()
    settled.constrain(LINES, [2], tracker, seen, 99.0)
    action, at = settled.constraints[2]
    assert action == PLAY
    return at


def test_a_line_happened_when_it_was_believed_to_or_its_card_was_seen_first() -> None:
    tracker = Tracker()
    assert fixed(tracker, {}) == 99.0
    tracker.tracks = [track("TC", 300, 100, 20.0, 40.0), track("TC", 600, 100, 50.0)]
    assert fixed(tracker, {}) == 20.0, "it was laid open later"
    assert fixed(tracker, {PLAY: 21.0}) == 21.0


def test_a_line_is_not_earlier_than_those_before_it() -> None:
    """A card that was entered may have been misread somewhere long before."""
    settled, tracker = Corrections(), Tracker()
    tracker.tracks = [track("TC", 300, 100, 20.0, 21.0), track("TC", 600, 100, 50.0)]
    settled.constrain(LINES, [2], tracker, {LINES[0]: 10.0, LINES[1]: 40.0}, 99.0)
    assert settled.constraints == {2: (PLAY, 50.0)}
    settled.constrain(LINES, [2], tracker, {LINES[1]: 60.0}, 99.0)
    assert settled.constraints == {2: (PLAY, 99.0)}


def test_a_card_that_people_affirm_is_never_its_twin_again() -> None:
    tracker = Tracker()
    tracker.tracks = [track("TS", 300, 100, 20.0, sure=0.9), track("TS", 800, 100, 30.0)]
    fixed(tracker, {PLAY: 20.0})
    assert [str(each.card) for each in tracker.tracks] == ["TC", "TS"], "the other is another card"
    club, spade = (
        tracker.tracks[0].log_odds[CARD_NUMBER[Card.parse(card)]] for card in ("TC", "TS")
    )
    assert club - spade == pytest.approx(CERTAIN_LOG_ODDS)


@pytest.mark.parametrize("card", ["KC", "KS"])
def test_a_black_court_card_that_people_affirm_is_sure(card: str) -> None:
    tracker = Tracker()
    tracker.tracks = [track(card, 300, 100, 20.0, sure=0.6)]
    lines = [*LINES[:2], parse_action(f"play 0 {card}")]
    assert not is_suit_sure(Card.parse(card), tracker.tracks)
    Corrections().constrain(lines, [2], tracker, {lines[2]: 20.0}, 99.0)
    assert is_suit_sure(Card.parse(card), tracker.tracks)


@pytest.mark.parametrize(
    ("corrections", "seen_then"),
    [
        (("9C", "5D"), {"9C": "5D", "5D": "9C"}),
        (("9C", "5D", "9C"), {"9C": "9C", "5D": "5D"}),
        (("9C", "5D", "8H"), {"9C": "8H", "8H": "9C", "5D": "5D"}),
        (("9C", "5D", "8H", "9C"), {"9C": "9C", "5D": "5D", "8H": "8H"}),
    ],
)
def test_a_correction_is_corrected(corrections: tuple[str, ...], seen_then: dict[str, str]) -> None:
    """The card that lies there, and looks at it from then on, follow the last word."""
    settled, tracker = Corrections(), Tracker()
    tracker.tracks = [track("9C", 300, 100, 20.0)]
    for was, now in pairwise(corrections):
        told, said = ([parse_action(f"play 1 {card}")] for card in (was, now))
        settled.apply_corrections(told, said, {0}, tracker)
        assert str(tracker.tracks[0].card) == now
    for card, taken in seen_then.items():
        assert str(swap_cards(track(card, 0, 0, 0.0).detection, settled.swapped).card) == taken


def test_pips_say_nothing_against_people() -> None:
    tracker = Tracker()
    tracker.tracks = [track("TS", 300, 100, 20.0)]
    tracker.tracks[0].pips = np.array([-3.0, -3.0, -3.0, 6.0])
    fixed(tracker, {PLAY: 20.0})
    assert str(tracker.tracks[0].card) == "TC"


def test_a_card_that_was_told_elsewhere_was_not_misread() -> None:
    """Somebody puts two plays into their order, one after the other."""
    settled, tracker = Corrections(), Tracker()
    tracker.tracks = [track("5D", 300, 100, 20.0), track("9C", 600, 100, 30.0)]
    told = [parse_action("play 1 9C"), parse_action("play 1 5D")]
    settled.apply_corrections(told, [told[1], told[1]], {0}, tracker)
    assert [str(each.card) for each in tracker.tracks] == ["5D", "9C"]
    assert not settled.swapped


def test_twins_of_which_one_is_corrected_were_taken_for_each_other() -> None:
    settled, tracker = Corrections(), Tracker()
    tracker.tracks = [track("KS", 300, 100, 20.0), track("KC", 600, 100, 30.0)]
    told = [parse_action("play 1 KS"), parse_action("play 0 KC")]
    settled.apply_corrections(told, [told[0], parse_action("play 0 KS")], {1}, tracker)
    assert [str(each.card) for each in tracker.tracks] == ["KC", "KS"]
