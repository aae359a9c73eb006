"""Shown hands, and movement of cards: taken back, exchanged, covered, laid again."""

import math
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card, parse_action
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.certainty import is_read_surely
from pegboard.vision.follow.crib import find_crib
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.identity import twin_readings
from pegboard.vision.follow.movement import (
    P_LIFTED_ALONE,
    P_TAKEN_FROM_PILE,
    covering_cards,
    is_redetected,
    is_shown,
    left_early,
    lifted_alone_at,
    p_taken_back,
    was_laid_again,
)
from pegboard.vision.follow.observation import Observation
from pegboard.vision.follow.search import find_hypotheses
from pegboard.vision.follow.show import (
    find_shown_hands,
    hands_laid_at_once,
    is_hand_complete,
    seats_showing,
)
from pegboard.vision.follow.tracking.detection import Detection
from pegboard.vision.follow.tracking.motion import BackgroundPatch
from pegboard.vision.follow.tracking.track import Track

WIDE, TALL = 80.0, 112.0
PLAYS = "1 8C, 0 AS, 1 8S, 0 AC, 1 4C, 0 AD, 1 3C, 0 3D".split(", ")


def track(
    card: str, x: float, y: float, first: float, gone: float | None = None, sure: float = 0.97
) -> Track:
    """Returns a track with two hits; `sure` is the probability of the card."""
    odds = np.full(52, (1 - sure) / 51)
    odds[DECK.index(Card.parse(card))] = sure
    corners = ((x, y), (x + WIDE, y), (x + WIDE, y + TALL), (x, y + TALL))
    found = Track(Detection(odds, 0.95, corners), first, first, np.zeros(52))
    found.add(found.detection, first)
    found.add(found.detection, first + 0.2)
    found.gone_at, found.unobstructed_at = gone, first + 0.5
    return found


def deal(plays: Sequence[str] = PLAYS) -> Hypothesis:
    """Returns the best hypothesis of a deal with every play observed."""
    found = [Observation(1.0, ((Card.parse("7H"), -0.01),), 0.98, (-0.7, -0.7))]
    for number, line in enumerate(plays):
        play = parse_action(f"play {line}")
        assert hasattr(play, "seat") and hasattr(play, "card")
        logs = (-0.02, -4.0) if play.seat == 0 else (-4.0, -0.02)
        found.append(Observation(3.0 + 2 * number, ((play.card, -0.01),), 0.98, logs))
    return find_hypotheses(found, (-0.02, -4.0), 0.0, {})[0]


def by_height(track: Track) -> int:
    return int(track.detection.middle[1] < 360)


def row(cards: str, at: float, y: float = 100.0) -> list[Track]:
    return [track(card, 300.0 + 90 * n, y, at) for n, card in enumerate(cards.split())]


def test_shown_hand_excludes_weak_old_track() -> None:
    back = track("TS", 700, 100, 5.0)
    back.p_clutter = 0.2
    lying = [back, *row("8C 8S 4C 3C", 40.0)]
    cards = tuple(map(Card.parse, "3C 4C 8C 8S".split()))
    assert not back.is_confirmed and find_shown_hands(deal(), lying, lying, by_height) == {1: cards}
    clear = [track("TS", 700, 100, 5.0), *lying[1:]]
    assert find_shown_hands(deal(), clear, clear, by_height) == {}


def test_shown_hand_of_played_cards_is_found() -> None:
    lying = row("8C 8S 4C 3C", 40.0)
    hypothesis = deal()
    cards = tuple(map(Card.parse, "3C 4C 8C 8S".split()))
    assert find_shown_hands(hypothesis, lying, lying, by_height) == {1: cards}
    assert seats_showing(hypothesis, lying) == {1} and is_hand_complete(hypothesis, lying, 1)
    assert not is_hand_complete(hypothesis, lying[:3], 1)


def test_shown_card_overrides_reading_in_pile() -> None:
    lying = row("8C 8S 9D 3C", 40.0)  # 9D was read as 4C in play
    pile = [track("4C", 300, 90, 11.0, 20.0)]
    found = find_shown_hands(deal(), [*pile, *lying], lying, by_height)
    assert Card.parse("9D") in found[1] and Card.parse("4C") not in found[1]


def test_twin_readings_are_resolved_by_all_tracks() -> None:
    lying = [*row("8C 8S 3C", 40.0), track("4S", 600, 100, 40.0, sure=0.6)]
    pile = [track("4C", 300, 90, 11.0, 20.0), track("4C", 300, 120, 21.0, 30.0)]
    assert Card.parse("4C") in find_shown_hands(deal(), [*pile, *lying], lying, by_height)[1]


def test_supposed_starter_in_shown_hand_was_played() -> None:
    hypothesis = deal(["1 9C", *PLAYS[1:]])  # 7H was played first
    lying = row("7H 8S 4C 3C", 40.0)
    assert set(find_shown_hands(hypothesis, lying, lying, by_height)[1]) == {v.card for v in lying}
    lying[0].first_at = 1.0  # it never moved
    assert find_shown_hands(hypothesis, lying, lying, by_height) == {}


def test_four_adjacent_cards_laid_at_once_are_hand() -> None:
    hypothesis = deal()
    mine, other = row("AS AC AD 3D", 40.0), row("8C 8S 4C 3C", 44.0, y=400.0)
    starter, late = track("7H", 660, 100, 40.5), track("KD", 660, 400, 50.0)
    hands = hands_laid_at_once(hypothesis, [*mine, starter, *other, late])
    assert {frozenset(v.card for v in hand) for hand in hands} == {
        frozenset(v.card for v in hand) for hand in (mine, other)
    }
    assert hands_laid_at_once(hypothesis, mine[:3]) == []
    assert hands_laid_at_once(deal(PLAYS[:-1]), mine) == [], "somebody still has a card"


def test_untouched_pile_is_not_shown_hand() -> None:
    hypothesis = deal()
    pile = [track("8C", 300, 100, 3.0), track("8S", 330, 100, 7.0), track("4C", 360, 100, 11.0)]
    assert find_shown_hands(hypothesis, pile, [*pile, track("KD", 500, 100, 40.0)], by_height) == {}
    assert seats_showing(hypothesis, pile) == set()


def test_crib_card_read_as_played_is_unsure() -> None:
    hypothesis = deal()
    clear = row("TC 4H 5H", 60.0)
    twin = track("8S", 600, 100, 60.0, sure=0.9)  # 8S was played: this must be another eight
    assert find_crib(hypothesis, clear, 70.0) is None
    twin.log_odds[DECK.index(Card.parse("8D"))] = twin.log_odds.max() - 1.5
    assert find_crib(hypothesis, [*clear, twin], 60.5) is None, "another scan may decide"
    found = find_crib(hypothesis, [*clear, twin], 70.0)
    assert found is not None and not found.is_sure
    assert set(found.crib.cards) == {*(v.card for v in clear), Card.parse("8D")}


def test_card_laid_again_alone_was_taken_back() -> None:
    slip = track("KD", 300, 100, 10.0, 12.5)
    other, again = track("5C", 300, 100, 13.0), track("KD", 400, 100, 20.0)
    assert (
        was_laid_again(slip, [slip, other, again])
        and p_taken_back(slip, [slip, other, again]) > 0.5
    )
    assert not was_laid_again(slip, [slip, other])


def test_cards_laid_open_together_were_not_taken_back() -> None:
    played = [track("KD", 300, 100, 10.0, 12.5), track("5C", 400, 100, 14.0, 30.0)]
    shown = [track("KD", 300, 300, 40.0), track("5C", 400, 300, 40.5)]
    assert not was_laid_again(played[0], [*played, *shown])


def test_redetected_covered_card_was_not_taken_back() -> None:
    played = track("KD", 300, 100, 10.0, 12.5)
    above, anew = track("5C", 320, 100, 12.4), track("KD", 305, 100, 15.0)
    assert not was_laid_again(played, [played, above, anew])
    elsewhere = track("KD", 340, 100, 15.0)
    assert was_laid_again(played, [played, above, elsewhere])
    elsewhere.covered_by = {track("TC", 350, 100, 14.5)}
    assert not was_laid_again(played, [played, above, elsewhere, *elsewhere.covered_by])


def test_card_also_read_as_twin_is_unsure() -> None:
    club, spade = track("3C", 300, 100, 10.0), track("3S", 300, 100, 10.0)
    card = club.card
    assert is_read_surely(card, [club], {card})
    assert not is_read_surely(card, [club, spade], {card})
    assert is_read_surely(card, [club, spade], {card, spade.card})
    assert not is_read_surely(card, [spade], {card})


def test_exchanged_card_was_taken_back() -> None:
    slip = track("KD", 300, 100, 10.0, 13.5)
    slip.unobstructed_at = 13.4  # longer than `TAKEN_BACK_S`
    instead, answer = track("5C", 300, 100, 13.6), track("9H", 700, 100, 16.0)
    again = track("KD", 330, 100, 20.0)
    assert p_taken_back(slip, [slip, instead, answer, again]) > 0.5
    assert p_taken_back(slip, [slip, instead, answer]) == 0, "it was never laid again"
    before = track(str(answer.card), 900, 100, slip.first_at - 5, slip.first_at + 1)
    moved = track(str(answer.card), 930, 100, slip.first_at + 1)
    among = [slip, before, moved, instead, again]
    assert p_taken_back(slip, among) > 0.5, "what only moved was not laid"
    taken_back = track(str(answer.card), 900, 100, 2.0, 4.0)
    played = track(str(answer.card), 900, 100, 12.0)
    assert p_taken_back(slip, [slip, taken_back, played, instead, again]) == 0, "that was laid anew"
    ghost = track("6D", 310, 110, 11.0, 13.5)
    ghost.p_clutter = 0.7
    assert p_taken_back(slip, [slip, ghost, instead, again]) > 0.5, (
        "what was hardly read was not laid"
    )
    early = track("9H", 700, 100, 11.5)
    assert p_taken_back(slip, [slip, early, instead, again]) == 0, "it was answered"


def test_weak_track_does_not_cancel_left_early() -> None:
    back, again = track("TH", 1150, 400, 10.0, 19.0), track("TH", 800, 560, 40.0)
    assert left_early(back, [back]) and not left_early(back, [back, again])
    again.p_clutter = 0.4
    assert left_early(back, [back, again])


def test_single_twin_reading_leaves_card_sure() -> None:
    clubs = [track("3C", 300 + 100 * n, 100, 10.0 + n) for n in range(3)]
    spade = track("3S", 300, 100, 20.0, sure=0.6)
    assert is_read_surely(clubs[0].card, [*clubs, spade], {clubs[0].card})
    assert not is_read_surely(spade.card, [*clubs, spade], {spade.card}), "that it is not"


def test_bare_place_means_taken_back_except_for_pile_and_hand() -> None:
    under = track("5H", 300, 300, 1.0)
    above = track("9C", 330, 300, 10.0, gone=12.0)
    alone = track("9C", 330, 300, 10.0, gone=12.0)
    for each in (above, alone):
        each.was_lifted = True
    assert p_taken_back(above, [under, above]) == P_TAKEN_FROM_PILE
    assert p_taken_back(alone, [alone]) == P_LIFTED_ALONE
    under.gone_at = 12.0
    assert p_taken_back(above, [under, above]) == 0.0, "the pile was taken"
    beside = track("2D", 430, 300, 9.5, gone=12.5)
    assert p_taken_back(alone, [alone, beside]) == 0.0, "a hand was"
    stays = track("2D", 430, 300, 9.5)
    assert p_taken_back(alone, [alone, stays]) == P_TAKEN_FROM_PILE


def test_exchange_in_place_is_detected_under_later_pile() -> None:
    first, between = track("QC", 300, 300, 10.0, gone=14.0), track("7C", 300, 300, 14.0, gone=21.0)
    again = track("QC", 300, 300, 21.0)
    assert was_laid_again(first, [first, between, again])


def test_misread_card_elsewhere_does_not_hide_relaid_card() -> None:
    first, again = track("TH", 300, 100, 45.0, gone=47.0), track("TH", 345, 100, 54.5)
    between = track("2H", 310, 100, 49.0)
    queen, ghost = track("QH", 300, 500, 51.5), track("QH", 310, 90, 54.5)
    assert was_laid_again(first, [first, between, queen, again, ghost])
    queen.gone_at = 52.0
    assert not was_laid_again(first, [first, between, queen, again, ghost]), "the queen moved there"


def test_card_first_seen_in_hand_is_shown() -> None:
    played = [track("3C", 300, 500, 10.0, gone=20.0), track("5H", 330, 500, 12.0, gone=20.0)]
    hand = row("3C QS 5H", 40.0, y=300.0)
    assert is_shown(hand[1], [*played, *hand])
    assert not is_shown(hand[0], [*played, *hand]), "it was seen before"
    pushed = [track("3C", 700, 500, 20.5), track("5H", 720, 500, 20.5)]
    fresh = track("QS", 330, 500, 20.5)
    assert not is_shown(fresh, [*played, *pushed, fresh]), "a pile was pushed aside"


def test_mutually_covering_tracks_are_ignored() -> None:
    one, other = track("9D", 300, 100, 10.0), track("3S", 320, 100, 12.0)
    one.covered_by = {other}
    assert covering_cards(one, [one, other]) == {Card.parse("3S")}
    other.covered_by = {one}
    assert covering_cards(one, [one, other]) == covering_cards(other, [one, other]) == set()
    other.covered_by = set()
    one.background = BackgroundPatch(
        np.zeros((1, 1), np.uint8), np.ones((1, 1), np.bool_), np.s_[0:1, 0:1], 90.0, 11.0
    )
    assert covering_cards(one, [one, other]) == {Card.parse("3S")}
    one.background = one.background._replace(at=13.0)
    assert covering_cards(one, [one, other]) == set(), "it lay there before the card"
    one.background = None
    relaid = track("3S", 320, 100, 40.0)
    one.covered_by, other.covered_by = {relaid}, set()
    assert covering_cards(one, [one, other, relaid]) == set(), "hands are laid in any order"


def test_doubtful_card_beside_its_twin_completes_hand() -> None:
    """Three cards were observed in play; the fourth, an ace, must be the twin of one of them."""
    hypothesis = deal("1 8C, 0 AS, 1 8S, 0 3D, 1 4C".split(", "))
    lying = row("8C 8S 4C 4S", 40.0)
    doubtful = lying[3]
    doubtful.log_odds[DECK.index(Card.parse("4C"))] = doubtful.log_odds.max() - 0.2
    assert not doubtful.is_confirmed and doubtful.p_with_twin >= 0.75
    cards = tuple(sorted(map(Card.parse, "8C 8S 4C 4S".split()), key=DECK.index))
    assert find_shown_hands(hypothesis, lying, lying, by_height) == {1: cards}
    doubtful.log_odds[DECK.index(Card.parse("9H"))] = doubtful.log_odds.max()
    assert find_shown_hands(hypothesis, lying, lying, by_height) == {}


def test_crib_after_hand_is_shown() -> None:
    played = [track("3C", 300, 500, 10.0, gone=20.0), track("5H", 330, 500, 12.0, gone=20.0)]
    hand = row("3C 5H", 40.0, y=300.0)
    crib = row("KC QH 7S 8S", 60.0)
    assert all(is_shown(each, [*played, *hand, *crib]) for each in crib)
    assert not is_shown(crib[0], [*played, *crib]), (
        "nobody has laid a hand open: a camera was covered"
    )
    assert not is_shown(crib[0], [*played, *hand, *crib[:3]])


def test_ghost_ending_with_its_card_is_not_pile() -> None:
    taken, ghost = track("KD", 300, 300, 10.0, gone=12.0), track("KS", 305, 310, 10.5, gone=12.5)
    taken.was_lifted = True
    assert p_taken_back(taken, [taken, ghost]) == P_LIFTED_ALONE
    assert lifted_alone_at(taken, [taken, ghost]) == 12.0
    other = track("5S", 380, 300, 9.0, gone=12.5)
    assert p_taken_back(taken, [taken, ghost, other]) == 0.0
    assert lifted_alone_at(taken, [taken, ghost, other]) == math.inf


def test_covered_card_was_neither_taken_up_nor_relaid() -> None:
    under, again = track("KD", 300, 300, 5.0, gone=10.0), track("KD", 302, 300, 14.0)
    slip = track("TC", 330, 360, 10.0, gone=13.5)
    slip.unobstructed_at, slip.was_lifted = 13.4, True
    instead, later = track("7C", 330, 360, 14.6), track("TC", 420, 360, 25.0)
    assert lifted_alone_at(slip, [slip, track("KD", 300, 300, 5.0, gone=13.4)]) == math.inf
    covered = track("KD", 300, 300, 5.0, gone=13.4)
    assert lifted_alone_at(slip, [slip, covered, again]) == 13.5
    assert p_taken_back(slip, [under, slip, again, instead, later]) == P_TAKEN_FROM_PILE


def test_lost_card_at_same_place_is_redetected() -> None:
    first, again = track("7S", 300, 300, 10.0, gone=14.0), track("7S", 303, 300, 14.2)
    assert is_redetected(again, [first, again]) and not is_redetected(first, [first, again])
    assert not is_redetected(track("7S", 600, 300, 14.2), [first]), "elsewhere it came anew"
    first.was_lifted = True
    first.gone_at = first.unobstructed_at = 11.0
    assert not is_redetected(again, [first, again]), "it was taken back before"


def test_card_covered_by_twin_at_once_was_played() -> None:
    """As after a go, when one seat plays both."""
    under, first = track("9C", 300, 300, 1.0), track("2S", 320, 300, 10.0, gone=12.0)
    under.last_at = 13.0
    covering = track("2H", 330, 300, 12.0)
    assert p_taken_back(first, [under, first, covering]) == 0.0


def test_twin_reading_at_appearance_is_same_card() -> None:
    card = track("KS", 300, 100, 20.0)
    again, later = track("KC", 310, 90, 20.8), track("KC", 300, 100, 23.0)
    beside, other = track("KC", 420, 100, 20.8), track("KH", 300, 100, 20.8)
    assert twin_readings(card, [card, again]) == {Card.parse("KC")}
    assert twin_readings(again, [card, again]) == {Card.parse("KS")}
    for twin in (later, beside, other):
        assert not twin_readings(card, [card, twin]), twin
