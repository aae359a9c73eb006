"""The crib laid open, from all that was seen of it."""

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


def lost(card: str, x: float, first: float, gone: float, sure: float) -> Track:
    """A card that was read once where it lies, and not again."""
    found = track(card, x, 100.0, first, gone, sure)
    found.p_clutter, found.hits = 0.3, 1
    return found


def test_four_cards_that_nobody_played_are_the_crib() -> None:
    found = find_crib(HYPOTHESIS, row(f"{THREE} QD", 60.0), 60.5)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")
    assert find_crib(HYPOTHESIS, row(THREE, 60.0), 70.0) is None


def test_a_card_that_was_lost_where_it_lies_belongs_to_the_crib() -> None:
    found = find_crib(HYPOTHESIS, [*row(THREE, 60.0), lost("QD", 600, 60.5, 61.0, 0.7)], 63.0)
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == cards(f"{THREE} QD")


def test_a_card_seen_before_the_crib_was_laid_is_none_of_it() -> None:
    assert (
        find_crib(HYPOTHESIS, [*row(THREE, 60.0), lost("QD", 600, 50.0, 51.0, 0.7)], 63.0) is None
    )


def test_a_card_that_is_read_as_its_twin_from_then_on_is_one_card() -> None:
    club = track("QC", 600, 100, 60.0, 62.0, sure=0.9)
    spade = track("QS", 602, 100, 62.0, sure=0.7)
    found = find_crib(HYPOTHESIS, [*row(THREE, 60.0), club, spade], 64.5)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} QC")
    beside = track("QS", 690, 100, 62.0, sure=0.97)
    found = find_crib(HYPOTHESIS, [*row("TC 4H", 60.0), club, beside], 64.5)
    assert found is not None and set(found.crib.cards) == cards("TC 4H QC QS"), "those are two"


def test_a_card_that_was_taken_for_played_is_claimed_by_the_crib() -> None:
    hands = row("8C 8S 4C 3C", 50.0, y=400)
    four = row(f"{THREE} AS", 60.0)
    assert find_claims(HYPOTHESIS, [*hands, *four[:3]]) == {}
    found = find_claims(HYPOTHESIS, [*hands, *four])
    assert list(found) == [Card.parse("AS")] and found[Card.parse("AS")] > 2
    assert find_claims(HYPOTHESIS, [*hands, *four[1:]]) == {}, "two new cards are no crib"


def test_misread_cards_of_hands_laid_open_in_turn_are_no_crib() -> None:
    hands = row("8C 8S 4C 3C", 50.0, y=400)
    misread = [track(c, 600, 400, at) for c, at in (("9S", 44.0), ("TC", 50.5), ("4H", 60.0))]
    assert find_claims(HYPOTHESIS, [*hands, *misread]) == {}


def test_a_card_of_a_hand_that_is_read_as_its_twin_is_none_of_the_crib() -> None:
    twin = track("8D", 300, 400, 50.0)
    played = deal(["1 8H", *PLAYS[1:]])
    found = find_crib(played, [twin, *row(f"{THREE} QD", 60.0)], 60.5)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")


def test_what_was_often_read_badly_does_not_take_the_place_of_a_clear_card() -> None:
    ghost = [lost("QS", 660, 59.5 + n, 60.0 + n, 0.9) for n in range(5)]
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 60.0), *ghost], 65.0)
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == cards(f"{THREE} QD")


def test_a_crib_in_doubt_stays_so_when_it_is_taken_up() -> None:
    tracker = Tracker()
    tracker.tracks = [*row(THREE, 60.0), track("QD", 600, 100, 60.0, sure=0.4)]
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 63.0)
    assert emitter.crib is None, "hands are laid open first"
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
def test_a_crib_of_doubtful_suits_is_told_after_the_dealers_hand(twins: bool) -> None:
    """Cards of which the ranks are in doubt may be misread ones of another hand."""
    tracker = Tracker()
    doubtful = [in_doubt("QD", "QH"), in_doubt("JD", "JH")]
    doubtful[1].detection = track("JD", 680, 100, 60.0).detection
    if not twins:
        for each in doubtful:
            each.p_clutter = 0.4
    tracker.tracks = [*row("TC 4H", 60.0), *doubtful]
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.shown_seats = {HYPOTHESIS.dealer}
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    assert (emitter.crib is not None) == twins


def test_a_fifth_card_leaves_the_crib_in_doubt() -> None:
    again = track("TC", 340, 150, 61.0)
    laid = row(f"{THREE} 9S", 60.0)
    laid[0].gone_at = 61.0
    found = find_crib(HYPOTHESIS, [*laid, again, track("5S", 700, 100, 60.0, sure=0.93)], 62.0)
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == cards(f"{THREE} 9S")


def test_what_is_misread_far_from_the_crib_leaves_no_doubt() -> None:
    four = row(f"{THREE} QD", 60.0)
    far = track("KD", 600, 500.0, 58.0)
    found = find_crib(HYPOTHESIS, [*four, far], 63.0)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")
    near = track("KD", 560, 150.0, 58.0)
    found = find_crib(HYPOTHESIS, [*four, near], 63.0)
    assert found is not None and not found.is_sure


def test_a_crib_is_told_once_in_whatever_order_it_is_read() -> None:
    tracker = Tracker()
    tracker.tracks = row(f"{THREE} QD", 60.0)
    for number, each in enumerate(tracker.tracks):
        each.p_clutter = 0.01 * (number + 1)
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    _, told = emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    assert isinstance(told[-1].action, Crib)
    for number, each in enumerate(tracker.tracks):
        each.p_clutter = 0.01 * (4 - number)
    _, told = emitter.emit([HYPOTHESIS], (), tracker.tracks, 71.0)
    assert told == []


def test_a_crib_that_people_corrected_stays_until_they_take_it_back() -> None:
    tracker = Tracker()
    tracker.tracks = row(f"{THREE} QD", 60.0)
    emitter = EventEmitter(tracker, 2)
    entered = Crib(tuple(map(Card.parse, f"{THREE} QH".split())))
    emitter.replace_lines([*HYPOTHESIS.actions, entered], {len(HYPOTHESIS.actions)})
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    assert emitter.lines[-1] == entered and emitter.questions[entered] is None
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.emit([HYPOTHESIS], (), tracker.tracks, 71.0)
    seen = emitter.lines[-1]
    assert isinstance(seen, Crib) and set(seen.cards) == cards(f"{THREE} QD")


def test_a_glimpse_of_something_that_is_gone_leaves_no_doubt() -> None:
    detection = lost("QS", 660, 60.2, 60.8, 0.7)
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 60.0), detection], 62.0)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")
    detection.gone_at = None
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 60.0), detection], 62.0)
    assert found is not None and not found.is_sure


def test_what_lay_there_long_before_is_no_card_of_the_crib() -> None:
    early = track("QS", 660, 100, 60.0, sure=0.8)
    early.p_clutter = 0.3
    found = find_crib(HYPOTHESIS, [*row(f"{THREE} QD", 70.0), early], 72.0)
    assert found is not None and found.is_sure and set(found.crib.cards) == cards(f"{THREE} QD")


def test_the_crib_has_the_twin_of_a_card_that_was_surely_played() -> None:
    """Read as the club that lies on the table already, it can only be the spade."""
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


def test_a_card_read_as_one_that_was_played_more_surely_is_its_twin() -> None:
    played = track("4C", 300, 400, 11.0, 40.0, sure=0.9999)
    misread = track("4C", 600, 100, 60.0)
    misread.log_odds[DECK.index(Card.parse("4S"))] = misread.log_odds.max() - 5
    here = [*row(THREE, 60.0), misread]
    assert find_claims(HYPOTHESIS, here, [played, *here]) == {}
    found = find_crib(HYPOTHESIS, [played, *here], 63.0)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} 4S") and found.is_sure
    assert list(find_claims(HYPOTHESIS, here)) == [Card.parse("4C")], "who knows how it was played"
    far = replace(misread, detection=track("4C", 200, 600, 60.0).detection)
    assert find_crib(HYPOTHESIS, [played, *row(THREE, 60.0), far], 63.0) is None, (
        "laid open in a hand"
    )


def test_what_is_one_of_two_twins_is_more_of_a_card_than_a_ghost() -> None:
    either = in_doubt("QD", "QH")
    ghost = track("2S", 640, 90, 60.0, sure=0.8)
    ghost.p_clutter = 0.1
    found = find_crib(HYPOTHESIS, [*row(THREE, 60.0), ghost, either], 63.0)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} QD")

    played = track("4C", 300, 400, 11.0, 40.0, sure=0.9999)
    misread = track("4C", 600, 100, 60.0)
    misread.log_odds[DECK.index(Card.parse("4S"))] = misread.log_odds.max() - 0.3
    found = find_crib(HYPOTHESIS, [played, *row(THREE, 60.0), ghost, misread], 63.0)
    assert found is not None and set(found.crib.cards) == cards(f"{THREE} 4S")


def test_a_crib_of_which_a_card_lacks_is_looked_at_again() -> None:
    assert len(incomplete_crib(HYPOTHESIS, row(THREE, 60.0))) == 3
    assert incomplete_crib(HYPOTHESIS, row(f"{THREE} QD", 60.0)) == []
    assert incomplete_crib(HYPOTHESIS, row("TC", 60.0)) == []
    assert incomplete_crib(HYPOTHESIS, row("8C 8S 4C 3C", 60.0)) == [], "a hand"
    begun = deal(PLAYS[:4])
    assert incomplete_crib(begun, row(THREE, 60.0)) == []


def test_the_crib_claims_nothing_that_lies_far_from_it() -> None:
    hand = track("AS", 300.0, 500.0, 60.0)
    assert find_claims(HYPOTHESIS, [*row(THREE, 60.0), hand]) == {}


def in_doubt(card: str, twin: str, by: float = 0.3) -> Track:
    """A card that was read as its twin nearly as often."""
    found = track(card, 600, 100, 60.0)
    found.log_odds[DECK.index(Card.parse(twin))] = found.log_odds.max() - by
    return found


def told_of(fourth: Track) -> LineEvent:
    """What is told of a crib of three clear cards and a fourth."""
    tracker = Tracker()
    tracker.tracks = [*row(THREE, 60.0), fourth]
    emitter = EventEmitter(tracker, 2)
    emitter.replace_lines(HYPOTHESIS.actions)
    emitter.shown_seats = {0, 1}
    _, told = emitter.emit([HYPOTHESIS], (), tracker.tracks, 70.0)
    (crib,) = (each for each in told if isinstance(each.action, Crib))
    return crib


def test_nobody_is_asked_about_a_suit_that_counts_nothing() -> None:
    for fourth, twin, asked in (("QD", "QH", False), ("JD", "JH", True)):  # the starter is a heart
        crib = told_of(in_doubt(fourth, twin, 2.5))
        assert not crib.is_sure and (crib.question is not None) == asked


def test_a_suit_that_is_a_guess_is_asked_about_all_the_same() -> None:
    assert told_of(in_doubt("QD", "QH")).question is Question.CRIB


def test_the_fourth_card_of_a_crib_may_be_hard_to_see() -> None:
    found = track("QD", 600, 100, 60.0)
    found.p_clutter = 0.22
    crib = find_crib(HYPOTHESIS, [*row(THREE, 60.0), found], 63.0)
    assert crib is not None and not crib.is_sure and crib.are_ranks_sure
    found.p_clutter = 0.5
    crib = find_crib(HYPOTHESIS, [*row(THREE, 60.0), found], 63.0)
    assert crib is None or not crib.are_ranks_sure


@pytest.mark.parametrize(("by", "sure"), [(4.5, False), (8.0, True)])
def test_a_suit_of_the_crib_is_sure_only_where_it_is_told_by_far(by: float, sure: bool) -> None:
    for fourth, twin in (("QD", "QH"), ("JD", "JH")):  # nobs or not
        crib = told_of(in_doubt(fourth, twin, by))
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
def test_a_suit_matters_where_the_points_hang_on_it(
    crib: str, starter: str, doubtful: str, known: str, matters: bool
) -> None:
    four = [Card.parse(card) for card in crib.split()]
    assert suits_affect_score(four, Card.parse(starter), cards(doubtful), cards(known)) == matters
