"""Tracking of single cards: association, misses, clutter, twins."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from pegboard.cribbage.cards import DECK, Card
from pegboard.vision.follow.movement import left_early, p_taken_back
from pegboard.vision.follow.tracking.detection import INDEX_SPAN, Detection, is_upon
from pegboard.vision.follow.tracking.motion import BackgroundPatch, MotionDetector
from pegboard.vision.follow.tracking.suits import CLUB_BIAS
from pegboard.vision.follow.tracking.tracker import Tracker

NUMBER = {card: number for number, card in enumerate(DECK)}


def detection(card: str, x: float = 100, sure: float = 0.95, other: str | None = None) -> Detection:
    odds = np.full(52, 1e-4)
    odds[NUMBER[Card.parse(card)]] = sure
    if other is not None:
        odds[NUMBER[Card.parse(other)]] = 1 - sure
    corners = ((x, 100.0), (x + 63, 100.0), (x + 63, 188.0), (x, 188.0))
    return Detection(odds / odds.sum(), sure, corners, 12.0)


def everywhere(_: object) -> bool:
    return True


def scan(tracker: Tracker, now: float, *detections: Detection) -> list[str]:
    tracker.associate(detections, now, everywhere, everywhere)
    return [str(track.card) for track in tracker.active]


def test_hits_raise_probability_of_one_track() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("5H", sure=0.7))
    (track,) = tracker.tracks
    assert track.needs_rescan and track.probability < 0.75
    scan(tracker, 2, detection("5H", x=104, sure=0.7))
    scan(tracker, 3, detection("5H", sure=0.8))
    assert tracker.tracks == [track]
    assert track.probability > 0.9 and not track.needs_rescan
    assert (track.first_at, track.last_at) == (1, 3)


@pytest.mark.parametrize(
    ("now", "covered", "found"),
    [(1.5, False, True), (4.0, False, False), (4.0, True, True), (20.0, True, False)],
)
def test_initial_card_predates_watching(now: float, covered: bool, found: bool) -> None:
    """Such cards share one start, and none counts as taken back."""
    tracker = Tracker()
    tracker.associate(
        [detection("5H")], now, everywhere, everywhere, lambda outline: covered, started_at=0.0
    )
    (track,) = tracker.tracks
    assert track.predates_watching is found and track.first_at == (0.0 if found else now)
    track.gone_at, track.was_lifted, track.unobstructed_at = (
        track.first_at + 1.0,
        True,
        track.first_at,
    )
    assert (p_taken_back(track, tracker.tracks) == 0.0) is found
    assert left_early(track, tracker.tracks) is not found


def test_track_ends_after_two_misses() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    assert scan(tracker, 2) == ["5H"] and tracker.to_rescan
    assert scan(tracker, 3) == [] and tracker.tracks[0].gone_at == 2


def test_unreadable_place_is_no_miss() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    for now in range(2, 6):
        tracker.associate((), now, lambda _: False, everywhere)
    assert len(tracker.active) == 1


def test_card_laid_elsewhere_starts_new_track() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    assert scan(tracker, 2, detection("5H", x=400)) == ["5H"]
    assert [track.gone_at for track in tracker.tracks] == [2, None]


def test_equal_card_elsewhere_is_second_track() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("KS"))
    left = (100.0, 100.0)
    for x, number in ((180, 1), (600, 2)):  # near: the other corner; far: another card
        tracker.associate([detection("KS", x)], 2, lambda corners: corners[0] != left, everywhere)
        assert len(tracker.active) == number
    scan(tracker, 3, detection("KS"), detection("KS", 603))
    assert [track.hits for track in tracker.active] == [2, 2]


def test_twin_reading_does_not_outvote_earlier_hits() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("KS", sure=0.6, other="KC"))
    scan(tracker, 2, detection("KC", sure=0.55, other="KS"))
    (track,) = tracker.tracks
    assert track.card == Card.parse("KS")


def test_twin_reading_of_other_corner_is_same_track() -> None:
    tracker = Tracker()
    corners = detection("AS", sure=0.8, other="AC"), detection("AC", x=108, sure=0.6, other="AS")
    assert scan(tracker, 1, *corners) == ["AS"]
    assert tracker.tracks[0].hits == 2
    beside = detection("AC", x=130, sure=0.6, other="AS")
    assert scan(Tracker(), 1, corners[0], beside) == ["AS", "AC"]
    clear = detection("AC", x=108, sure=0.99)
    assert scan(Tracker(), 1, detection("AS", sure=0.99), clear) == ["AS", "AC"]


def test_first_hit_weighs_no_more_than_others() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("AC", sure=0.62, other="AS"))
    scan(tracker, 2, detection("AS", sure=0.6, other="AC"))
    assert scan(tracker, 3, detection("AS", sure=0.6, other="AC")) == ["AS"]
    assert len(tracker.tracks) == 1


def test_weak_detections_start_no_track() -> None:
    tracker = Tracker()
    for now in range(20):
        assert scan(tracker, now, detection("7S", sure=0.4)) == []


def test_detection_before_deal_is_table_print() -> None:
    tracker = Tracker()
    assert scan(tracker, 1, detection("TS", sure=0.68)) == ["TS"]
    scan(tracker, 2)
    scan(tracker, 3)
    tracker.start_deal(3)
    assert scan(tracker, 4, detection("TS", sure=0.7)) == []
    assert scan(tracker, 5, detection("TS", x=400, sure=0.7)) == ["TS"], "elsewhere it is a card"
    other = Tracker()
    scan(other, 1, detection("TS"))
    scan(other, 2, detection("TS"))
    other.start_deal(2)
    other.tracks.clear()
    assert scan(other, 4, detection("TS")) == [], "at the very spot it is the back, read well"
    assert scan(other, 5, detection("TS", x=110, sure=0.7)) == ["TS"], "a card may be laid near it"


def test_card_appearing_at_start_of_deal_is_kept() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("TS", sure=0.68))
    scan(tracker, 2, detection("TS", sure=0.68), detection("AC", x=400, sure=0.63))
    tracker.start_deal(2)
    assert [(str(v.card), v.is_old) for v in tracker.tracks] == [("TS", True), ("AC", False)]


@pytest.mark.parametrize("places", [(100, 500), (100, 500, 110), (100, 110, 120), (100,)])
def test_equal_readings_at_two_places_are_card_backs(
    places: tuple[int, ...],
) -> None:
    tracker = Tracker()
    for number, x in enumerate(places):
        scan(tracker, 10 * number, detection("7D" if number else "7H", x=x, sure=0.85))
        for later in (1, 2, 3):
            scan(tracker, 10 * number + later)
    backs = max(places) == 500
    tracker.learn_backs()
    assert all(track.is_old == backs for track in tracker.tracks)
    assert scan(tracker, 50, detection("7H", x=300)) == ([] if backs else ["7H"])
    for later in (51, 52, 53):
        scan(tracker, later)
    dots, pips = (np.array([-n, 0.0, n, -n]) for n in (1.5, 5))
    if backs:
        assert scan(tracker, 57, replace(detection("7H", x=300), pips=dots)) == []
    card = replace(detection("7H", x=300), pips=pips)
    assert scan(tracker, 60, card) == ["7H"], "its pips are those of a card"
    assert scan(tracker, 61, detection("7H", x=300)) == ["7H"], "and covered soon"


@pytest.mark.parametrize(
    ("gap", "nudged", "between", "two"),
    [(0.5, 10, True, True), (0.5, 10, False, False), (0.5, 0, True, False), (9.0, 10, True, False)],
)
def test_card_upon_its_twin_is_new_track(
    gap: float, nudged: float, between: bool, two: bool
) -> None:
    """Track one was hardly distinguished from its twin, and another card was laid since."""
    tracker = Tracker()
    club = 1 / (1 + np.exp(CLUB_BIAS - gap))
    scan(tracker, 1, replace(detection("KC", sure=club, other="KS"), confidence=0.9))
    if between:
        scan(tracker, 3, detection("QH", x=500))
    scan(tracker, 5, detection("KC", x=100 + nudged, sure=0.99, other="KS"))
    kings = [v for v in tracker.tracks if v.card.rank == Card.parse("KC").rank]
    assert [v.gone_at for v in kings] == ([5, None] if two else [None])


@pytest.mark.parametrize(("back", "card", "read"), [(0.6, 0.93, 1), (0.6, 0.88, 0), (0.9, 0.97, 0)])
def test_clear_reading_is_not_card_back(back: float, card: float, read: int) -> None:
    tracker = Tracker()
    for number, x in enumerate((100, 500)):
        scan(tracker, 10 * number, detection("7D", x=x, sure=back))
        scan(tracker, 10 * number + 1, detection("7D", x=x, sure=0.5))
    tracker.learn_backs()
    for later in (20, 21):
        scan(tracker, later)
    assert scan(tracker, 22, detection("7H", x=300, sure=card)) == ["7H"] * read


def test_weak_detection_is_rescanned_three_times() -> None:
    tracker = Tracker()
    assert scan(tracker, 1, detection("5H", sure=0.4)) == []
    (hint,) = tracker.rescans
    assert hint.card == Card.parse("5H")
    scan(tracker, 2, detection("5H", sure=0.4))
    scan(tracker, 3)
    assert len(tracker.rescans) == 1
    scan(tracker, 4)
    assert tracker.rescans == [], "three scans are enough"


def test_detection_beyond_region_is_rescanned() -> None:
    tracker = Tracker()
    tracker.associate([detection("5H")], 1, lambda _: False, everywhere)
    assert tracker.active == [] and len(tracker.rescans) == 1
    tracker.associate([detection("5H")], 2, lambda _: False, lambda _: False)
    assert tracker.rescans == [], "something moves there"


def test_confirmed_card_is_not_rescanned() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    scan(tracker, 2, detection("5H"))
    scan(tracker, 3, detection("5H"), detection("6D", x=103, sure=0.4))
    assert tracker.rescans == []


def by_right_index(card: str, sure: float = 0.95, other: str | None = None) -> Detection:
    """Returns a card at 100 read by its right index, so that it seems to lie farther right."""
    return detection(card, 100 + INDEX_SPAN * 63, sure, other)


def test_right_index_does_not_move_track() -> None:
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    scan(tracker, 2, by_right_index("5H"))
    (track,) = tracker.tracks
    assert track.hits == 2 and track.detection.middle[0] == pytest.approx(131.5, abs=1)


def test_right_index_twin_is_same_card_with_four_indices() -> None:
    misread = by_right_index("6C", 0.7, "6S")
    tracker = Tracker()
    scan(tracker, 1, detection("6S"), misread)
    assert {str(v.card) for v in tracker.active} == {"6S", "6C"}, "nobody knows yet"
    tracker = Tracker()
    for now, each in enumerate((detection("5H"), by_right_index("5H"), by_right_index("5H"))):
        scan(tracker, now, each)
    tracker.end_deal()
    scan(tracker, 4, detection("6S"), misread)
    assert scan(tracker, 5, detection("6S"), misread) == ["6S"]
    tracker.tracks.clear()
    assert scan(tracker, 6, by_right_index("AC", 0.9, "AS"), detection("AS", 100, 0.6, "AC")) == [
        "AC"
    ]
    assert scan(tracker, 7, detection("AS", sure=0.95, other="AC")) == ["AS"], (
        "the same, read better"
    )
    assert len([v for v in tracker.tracks if not v.is_old]) == 1


def test_index_at_edge_belongs_to_open_card() -> None:
    spade = replace(detection("QS"), pips=np.array([-6.0, -6, -6, 6]))
    tracker = Tracker()
    for x, expected in (
        (93.0, ["QS"]),
        (85.0, ["QS", "QC"]),
    ):  # 1 and 9 px off
        corners = ((x, 160.0), (x + 12, 160.0), (x + 12, 175.0), (x, 175.0))
        club = replace(detection("QC", sure=0.97), corners=corners, index_px=15.0)
        assert scan(tracker, 1, spade, club) == expected


def test_open_card_lies_upon_other() -> None:
    under, above = detection("5H"), replace(detection("9C", 130), pips=np.array([6.0, -6, -6, -6]))
    assert is_upon(above, under) and not is_upon(under, above)
    assert not is_upon(replace(above, corners=detection("9C", 300).corners), under)
    assert not is_upon(above, replace(under, pips=above.pips)), "side by side, seen askew"
    tracker = Tracker()
    scan(tracker, 1, above, under)
    lower, upper = (next(v for v in tracker.tracks if str(v.card) == c) for c in ("5H", "9C"))
    assert lower.covered_by == {upper} and upper.covered_by == set()


class FakeMotion:
    """Motion detector with backgrounds of a given difference."""

    def __init__(self, changed_share: float) -> None:
        self.changed_share = changed_share
        self.small = None

    def background(self, _: object) -> BackgroundPatch:
        return cast("BackgroundPatch", SimpleNamespace(changed_share=lambda _: self.changed_share))


def test_bare_place_ends_track_as_lifted() -> None:
    fake = FakeMotion(0.9)
    motion = cast("MotionDetector", fake)
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    tracker.store_backgrounds(1, motion)
    assert not tracker.end_lifted(2, motion)
    fake.changed_share = 0.05
    assert tracker.end_lifted(3, motion)
    assert tracker.tracks[0].was_lifted and tracker.tracks[0].gone_at == 3
    assert not tracker.end_lifted(3.5, motion), "that is news once"


def test_old_track_is_not_lifted() -> None:
    motion = cast("MotionDetector", FakeMotion(0.0))
    tracker = Tracker()
    scan(tracker, 1, detection("5H"))
    tracker.store_backgrounds(1, motion)
    assert not tracker.end_lifted(9, motion) and tracker.active


def test_second_index_of_open_card_is_same_track() -> None:
    spade = replace(detection("6S"), pips=np.array([-6.0, -6, -6, 6]))
    inside = ((101.0, 160.0), (110.0, 160.0), (110.0, 175.0), (101.0, 175.0))
    other = replace(detection("6C", sure=0.8), corners=inside, index_px=15.0)
    tracker = Tracker()
    assert scan(tracker, 1, spade, other) == ["6S"]
    beside = replace(other, corners=tuple((x + 200, y) for x, y in inside))
    assert scan(tracker, 2, spade, beside) == ["6S", "6C"]
    seven = replace(detection("7C", sure=0.8), corners=inside, index_px=15.0)
    assert scan(tracker, 3, spade, seven, beside) == ["6S", "6C"], "that would cover an index"
    across = replace(seven, corners=(*inside[1:], inside[0]))
    assert scan(tracker, 4, spade, across, beside) == ["6S", "6C", "7C"], "that lies upon it"


def test_track_started_by_right_index_is_updated_by_whole_card() -> None:
    tracker = Tracker()
    scan(tracker, 1, by_right_index("8D"))
    scan(tracker, 2, replace(detection("8D"), pips=np.array([-6.0, 6, -6, -6])))
    (track,) = tracker.tracks
    assert track.hits == 2 and track.detection.middle[0] == pytest.approx(131.5, abs=1)
