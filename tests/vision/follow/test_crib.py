"""Recognition of the crib."""

from dataclasses import replace

import pytest

from pegboard.cribbage import Card, Crib
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.certainty import suits_affect_score
from pegboard.vision.follow.crib import find_crib, incomplete_crib
from pegboard.vision.follow.crib_claims import find_claims
from pegboard.vision.follow.emitter import EventEmitter
from pegboard.vision.follow.line_event import LineEvent, Question
from pegboard.vision.follow.tracking.track import Track
from pegboard.vision.follow.tracking.tracker import Tracker
from tests.vision.follow.test_show import PLAYS, deal, row, track

THREE = "TC 4H 5H"
HYPOTHESIS = deal()


def cards(text: str) -> set[Card]:
    return set(map(Card.parse, text.split()))


def ended_track(card: str, x: float, first: float, gone: float, sure: float) -> Track:
    """Returns a card that was hit once and is gone."""
    found = track(card, x, 100.0, first, gone, sure)
    found.p_clutter, found.hits = 0.3, 1
    return found


def test_four_unplayed_cards_are_crib() -> None:
    found = find_crib(HYPOTHESIS, row(f"{THREE} QD", 60.0), 60.5)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")
    assert find_crib(HYPOTHESIS, row(THREE, 60.0), 70.0) is None


def test_lost_track_belongs_to_crib() -> None:
    found = find_crib(
        HYPOTHESIS, [*row(THREE, 60.0), ended_track("QD", 600, 60.5, 61.0, 0.7)], 63.0
    )
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == cards(f"{THREE} QD")


def test_track_from_before_crib_is_excluded() -> None:
    assert (
        find_crib(HYPOTHESIS, [*row(THREE, 60.0), ended_track("QD", 600, 50.0, 51.0, 0.7)], 63.0)
        is None
    )


def test_twin_tracks_at_one_place_are_one_crib_card() -> None:
    club = track("QC", 600, 100, 60.0, 62.0, sure=0.9)
    spade = track("QS", 602, 100, 62.0, sure=0.7)
    found = find_crib(HYPOTHESIS, [*row(THREE, 60.0), club, spade], 64.5)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} QC")
    beside = track("QS", 690, 100, 62.0, sure=0.97)
    found = find_crib(HYPOTHESIS, [*row("TC 4H", 60.0), club, beside], 64.5)
    assert found is not None and set(found.crib.cards) == cards("TC 4H QC QS"), "those are two"


def test_crib_claims_card_taken_for_played() -> None:
    hands = row("8C 8S 4C 3C", 50.0, y=400)
    four = row(f"{THREE} AS", 60.0)
    assert find_claims(HYPOTHESIS, [*hands, *four[:3]]) == {}
    found = find_claims(HYPOTHESIS, [*hands, *four])
    assert list(found) == [Card.parse("AS")] and found[Card.parse("AS")] > 2
    assert find_claims(HYPOTHESIS, [*hands, *four[1:]]) == {}, "two new cards are no crib"


def test_misread_hand_cards_make_no_claims() -> None:
    hands = row("8C 8S 4C 3C", 50.0, y=400)
    misread = [track(c, 600, 400, at) for c, at in (("9S", 44.0), ("TC", 50.5), ("4H", 60.0))]
    assert find_claims(HYPOTHESIS, [*hands, *misread]) == {}


def test_crib_excludes_misread_hand_card() -> None:
    twin = track("8D", 300, 400, 50.0)
    played = deal(["1 8H", *PLAYS[1:]])
    found = find_crib(played, [twin, *row(f"{THREE} QD", 60.0)], 60.5)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")


def test_weak_tracks_do_not_displace_confirmed_crib_card() -> None:
    ghost = [ended_track("QS", 660, 59.5 + n, 60.0 + n, 0.9) for n in range(5)]
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 60.0), *ghost], 65.0)
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == cards(f"{THREE} QD")


def test_doubtful_crib_stays_doubtful_after_pickup() -> None:
    tracker = Tracker()
    tracker.tracks = [*row(THREE, 60.0), track("QD", 600, 100, 60.0, sure=0.4)]
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 63.0)
    assert emitter.crib is None, "hands are shown first"
    emitter.shown_seats = {1 - HYPOTHESIS.dealer}
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 63.0)
    assert emitter.crib is None, "that of the dealer too"
    emitter.shown_seats = {HYPOTHESIS.dealer}
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 63.0)
    crib = emitter.crib
    assert crib is not None and emitter.questions[crib] is not None
    tracker.tracks = []
    emitter.emit([HYPOTHESIS], (), [], 71.0)
    assert emitter.lines[-1] == crib and emitter.questions[crib] is not None


@pytest.mark.parametrize("twins", [True, False])
def test_crib_with_doubtful_suits_is_emitted_after_dealers_hand(twins: bool) -> None:
    """Cards with doubtful ranks may be misread ones of another hand."""
    tracker = Tracker()
    doubtful = [doubtful_track("QD", "QH"), doubtful_track("JD", "JH")]
    doubtful[1].detection = track("JD", 680, 100, 60.0).detection
    if not twins:
        for card in doubtful:
            card.p_clutter = 0.4
    tracker.tracks = [*row("TC 4H", 60.0), *doubtful]
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.shown_seats = {HYPOTHESIS.dealer}
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    assert (emitter.crib is not None) == twins


def test_fifth_card_makes_crib_unsure() -> None:
    again = track("TC", 340, 150, 61.0)
    crib = row(f"{THREE} 9S", 60.0)
    crib[0].gone_at = 61.0
    found = find_crib(HYPOTHESIS, [*crib, again, track("5S", 700, 100, 60.0, sure=0.93)], 62.0)
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == cards(f"{THREE} 9S")


def test_distant_misreading_leaves_crib_sure() -> None:
    four = row(f"{THREE} QD", 60.0)
    far = track("KD", 600, 500.0, 58.0)
    found = find_crib(HYPOTHESIS, [*four, far], 63.0)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")
    near = track("KD", 560, 150.0, 58.0)
    found = find_crib(HYPOTHESIS, [*four, near], 63.0)
    assert found is not None and not found.is_sure


def test_crib_is_emitted_once_for_any_card_order() -> None:
    tracker = Tracker()
    tracker.tracks = row(f"{THREE} QD", 60.0)
    for number, card in enumerate(tracker.tracks):
        card.p_clutter = 0.01 * (number + 1)
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    _, events = emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    assert isinstance(events[-1].action, Crib)
    for number, card in enumerate(tracker.tracks):
        card.p_clutter = 0.01 * (4 - number)
    _, events = emitter.emit([HYPOTHESIS], (), tracker.tracks, 71.0)
    assert events == []


def test_corrected_crib_stands_until_withdrawn() -> None:
    tracker = Tracker()
    tracker.tracks = row(f"{THREE} QD", 60.0)
    emitter = EventEmitter(tracker, 2)
    entered = Crib(tuple(map(Card.parse, f"{THREE} QH".split())))
    emitter.replace_lines([*HYPOTHESIS.actions, entered], {len(HYPOTHESIS.actions)})
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    assert emitter.lines[-1] == entered and emitter.questions[entered] is None
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 71.0)
    crib = emitter.lines[-1]
    assert isinstance(crib, Crib) and set(crib.cards) == cards(f"{THREE} QD")


def test_single_ended_track_leaves_crib_sure() -> None:
    detection = ended_track("QS", 660, 60.2, 60.8, 0.7)
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 60.0), detection], 62.0)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")
    detection.gone_at = None
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 60.0), detection], 62.0)
    assert found is not None and not found.is_sure


def test_crib_excludes_long_standing_track() -> None:
    early = track("QS", 660, 100, 60.0, sure=0.8)
    early.p_clutter = 0.3
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 70.0), early], 72.0)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")


def test_crib_has_twin_of_surely_played_card() -> None:
    """A card read as the played club can only be the spade."""
    played = track("4C", 300, 400, 11.0, 40.0, sure=0.999)
    misread = track("4C", 600, 100, 60.0, sure=0.6)
    misread.log_odds[DECK.index(Card.parse("4S"))] = misread.log_odds.max() - 0.3
    four = row("TC JH 5H", 60.0)
    found = find_crib(HYPOTHESIS, [played, *four, misread], 63.0)
    assert found is not None and set(found.crib.cards) == cards("TC JH 5H 4S")
    assert found.is_sure and found.known_by_twin == cards("4S")
    played.log_odds[DECK.index(Card.parse("4S"))] = played.log_odds.max() - 0.5
    doubtful = find_crib(HYPOTHESIS, [played, *four, misread], 63.0)
    assert doubtful is None or not doubtful.is_sure, "who knows which of them was played"


def test_weaker_reading_of_played_card_is_its_twin() -> None:
    played = track("4C", 300, 400, 11.0, 40.0, sure=0.9999)
    misread = track("4C", 600, 100, 60.0)
    misread.log_odds[DECK.index(Card.parse("4S"))] = misread.log_odds.max() - 5
    here = [*row(THREE, 60.0), misread]
    assert find_claims(HYPOTHESIS, here, [played, *here]) == {}
    found = find_crib(HYPOTHESIS, [played, *here], 63.0)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} 4S") and found.is_sure
    assert list(find_claims(HYPOTHESIS, here)) == [Card.parse("4C")], "who knows how it was played"
    far = replace(misread, detection=track("4C", 200, 600, 60.0).detection)
    assert find_crib(HYPOTHESIS, [played, *row(THREE, 60.0), far], 63.0) is None, "shown in a hand"


def test_card_or_twin_outranks_ghost_in_crib() -> None:
    either = doubtful_track("QD", "QH")
    ghost = track("2S", 640, 90, 60.0, sure=0.8)
    ghost.p_clutter = 0.1
    found = find_crib(HYPOTHESIS, [*row(THREE, 60.0), ghost, either], 63.0)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} QD")

    played = track("4C", 300, 400, 11.0, 40.0, sure=0.9999)
    misread = track("4C", 600, 100, 60.0)
    misread.log_odds[DECK.index(Card.parse("4S"))] = misread.log_odds.max() - 0.3
    found = find_crib(HYPOTHESIS, [played, *row(THREE, 60.0), ghost, misread], 63.0)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} 4S")


def test_incomplete_crib_is_reported_for_rescan() -> None:
    assert len(incomplete_crib(HYPOTHESIS, row(THREE, 60.0))) == 3
    assert incomplete_crib(HYPOTHESIS, row(f"{THREE} QD", 60.0)) == []
    assert incomplete_crib(HYPOTHESIS, row("TC", 60.0)) == []
    assert incomplete_crib(HYPOTHESIS, row("8C 8S 4C 3C", 60.0)) == [], "a hand"
    begun = deal(PLAYS[:4])
    assert incomplete_crib(begun, row(THREE, 60.0)) == []


def test_crib_claims_no_distant_card() -> None:
    hand = track("AS", 300.0, 500.0, 60.0)
    assert find_claims(HYPOTHESIS, [*row(THREE, 60.0), hand]) == {}


def doubtful_track(card: str, twin: str, by: float = 0.3) -> Track:
    """Returns a card read as its twin nearly as often."""
    found = track(card, 600, 100, 60.0)
    found.log_odds[DECK.index(Card.parse(twin))] = found.log_odds.max() - by
    return found


def emitted_crib(fourth: Track) -> LineEvent:
    """Returns the event for a crib of three confirmed cards and a fourth."""
    tracker = Tracker()
    tracker.tracks = [*row(THREE, 60.0), fourth]
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.shown_seats = {0, 1}
    _, events = emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    (crib,) = (card for card in events if isinstance(card.action, Crib))
    return crib


def test_crib_suit_without_points_raises_no_question() -> None:
    for fourth, twin, asked in (("QD", "QH", False), ("JD", "JH", True)):  # the starter is a heart
        crib = emitted_crib(doubtful_track(fourth, twin, 2.5))
        assert not crib.is_sure and (crib.question is not None) == asked


def test_guessed_crib_suit_raises_question() -> None:
    assert emitted_crib(doubtful_track("QD", "QH")).question is Question.CRIB


def test_weak_fourth_crib_card_is_accepted() -> None:
    found = track("QD", 600, 100, 60.0)
    found.p_clutter = 0.22
    crib = find_crib(HYPOTHESIS, [*row(THREE, 60.0), found], 63.0)
    assert crib is not None and not crib.is_sure and crib.are_ranks_sure
    found.p_clutter = 0.5
    crib = find_crib(HYPOTHESIS, [*row(THREE, 60.0), found], 63.0)
    assert crib is None or not crib.are_ranks_sure


@pytest.mark.parametrize(("by", "sure"), [(4.5, False), (8.0, True)])
def test_crib_suit_needs_high_log_odds_to_be_sure(by: float, sure: bool) -> None:
    for fourth, twin in (("QD", "QH"), ("JD", "JH")):  # his nobs or not
        crib = emitted_crib(doubtful_track(fourth, twin, by))
        assert crib.question is None and crib.is_sure == sure


@pytest.mark.parametrize(
    ("crib", "starter", "doubtful", "known", "matters"),
    [
        ("TC 4H 5H QD", "7H", "QD TC", "", False),
        ("JS 4H 5H QD", "7C", "JS", "", True),
        ("JS 4H 5H QD", "7H", "JS", "", False),
        ("2D 4H 5H QH", "7H", "2D", "", True),
        ("2D 4H 5H QH", "7H", "2D", "2H", False),
        ("2D 4H 5H QH", "7S", "2D", "", False),
        ("JS 4H 5H JC", "7C", "JS JC", "JS JC", False),
    ],
    ids=["plain", "nobs", "other colour", "flush", "twin known", "no flush of four", "both jacks"],
)
def test_suits_affect_score_only_if_points_differ(
    crib: str, starter: str, doubtful: str, known: str, matters: bool
) -> None:
    four = [Card.parse(card) for card in crib.split()]
    assert suits_affect_score(four, Card.parse(starter), cards(doubtful), cards(known)) == matters
