"""The show: detection of the hands shown after the play.

Cards that were played, picked up and laid again are the hand of the seat that played them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from pegboard.cribbage import Card, Cut, Hand, Play
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.tracking.detection import distance
from pegboard.vision.follow.tracking.suits import CARD_NUMBER, are_twins, twin_of
from pegboard.vision.follow.tracking.track import LIKELY, Track

T = TypeVar("T")
HAND_SIZE = 4
"""Cards in a hand."""
MIN_RELAID = 3
"""Minimum number of cards of a hand that must be seen being laid again."""
MIN_RELAID_OF_COMPLETE = 2
"""The same if all four cards are detected."""
RELAID_S = 0.7
"""Seconds after its play beyond which a new track of a card means that it was laid again."""
CARD_OR_TWIN = 0.75
"""Probability of a card or its twin above which the twin next to it settles which one it is."""
SIDE_BY_SIDE_S = 2.0
"""Maximum time between neighbours of a hand laid in one go, in seconds."""
SIDE_BY_SIDE = 1.1
"""Maximum distance between them, in card heights."""
HAND_LAID_S = 8.0
"""Seconds within which all cards of a hand are laid."""


def laid_again(hypothesis: Hypothesis, lying: Sequence[Track]) -> list[Track]:
    """Returns the active tracks of played cards that were laid again."""
    play_times = {
        action.card: at
        for action, at in zip(hypothesis.actions, hypothesis.times, strict=True)
        if isinstance(action, Play)
    }
    return [t for t in lying if t.card in play_times and t.first_at > play_times[t.card] + RELAID_S]


def hands_laid_at_once(hypothesis: Hypothesis, lying: Sequence[Track]) -> list[list[Track]]:
    """Returns the hands that were laid in one go: four cards side by side.

    Args:
        hypothesis: the best hypothesis.
        lying: active tracks.
    """
    if not hypothesis.is_complete:
        return []
    candidates = [t for t in lying if t.first_at > hypothesis.times[-1] and t.probability >= LIKELY]
    candidates = [t for t in candidates if t.card != hypothesis.starter]
    return [
        group
        for group in connected_groups(candidates, _are_side_by_side)
        if len(group) == HAND_SIZE
    ]


def connected_groups(items: Sequence[T], are_linked: Callable[[T, T], bool]) -> list[list[T]]:
    """Groups items into connected components.

    Args:
        items: the items.
        are_linked: True for two items that belong together.
    """
    groups, remaining = [], list(items)
    while remaining:
        group = [remaining.pop(0)]
        for item in group:  # grows during the loop
            group += [other for other in remaining if are_linked(item, other)]
            remaining = [other for other in remaining if other not in group]
        groups.append(group)
    return groups


def _are_side_by_side(a: Track, b: Track) -> bool:
    return (
        abs(a.first_at - b.first_at) <= SIDE_BY_SIDE_S
        and distance(a.detection, b.detection) <= SIDE_BY_SIDE
    )


def find_shown_hands(
    hypothesis: Hypothesis,
    tracks: Sequence[Track],
    lying: Sequence[Track],
    seat_of: Callable[[Track], int],
) -> dict[int, tuple[Card, ...]]:
    """Returns the complete shown hands by seat, which are certain evidence of what was played.

    Args:
        hypothesis: the best hypothesis.
        tracks: all tracks of the deal.
        lying: active tracks.
        seat_of: returns the seat to which the place of a track belongs.
    """
    laid_again_tracks = laid_again(hypothesis, lying)
    starter = hypothesis.starter
    hands = {}
    for seat in range(hypothesis.state.rules.players):
        seat_tracks = [t for t in lying if t.probability >= LIKELY and seat_of(t) == seat]
        newest = max((t.first_at for t in seat_tracks), default=0.0)
        # A weak track from long before is not a card, but a card back for example.
        seat_tracks = [
            t for t in seat_tracks if t.is_confirmed or newest - t.first_at <= HAND_LAID_S
        ]
        late_starter = _late_starter(hypothesis, seat_tracks)
        seat_tracks = [t for t in seat_tracks if t.card != starter or t in late_starter]
        relaid = [
            t for t in seat_tracks if t in laid_again_tracks and t.card in hypothesis.hand(seat)
        ]
        unmatched = [t for t in seat_tracks if t not in relaid]
        has_pile = any(
            t.card in hypothesis.cards and t not in [*laid_again_tracks, *late_starter]
            for t in unmatched
        )
        if has_pile or any(t.misses for t in seat_tracks):
            continue
        times = [t.first_at for t in seat_tracks]
        if (
            len(seat_tracks) != HAND_SIZE
            or len(relaid) < 2
            or max(times) - min(times) > HAND_LAID_S
        ):
            continue
        cards = [t.card for t in relaid]
        unseen = [card for card in hypothesis.hand(seat) if card not in cards]
        if len(unmatched) == len(unseen) == 1:
            deal_tracks = [t for t in tracks if not t.is_old and seat_of(t) == seat]
            cards.append(_resolve_misread(unmatched[0], unseen[0], deal_tracks))
        elif all(_is_unambiguous(t, cards) for t in unmatched):
            cards += [t.card for t in unmatched]
        if len(cards) == HAND_SIZE:
            hands[seat] = tuple(sorted(cards, key=CARD_NUMBER.__getitem__))
    return hands


def _is_unambiguous(track: Track, beside: Sequence[Card]) -> bool:
    """Returns whether a card is identified, directly or because its twin is next to it."""
    return track.is_confirmed or (
        track.p_with_twin >= CARD_OR_TWIN and twin_of(track.card) in beside
    )


def _late_starter(hypothesis: Hypothesis, seat_tracks: Sequence[Track]) -> list[Track]:
    """Returns the tracks of a supposed starter that turns out to be the fourth card of a hand.

    In that case the card was the seat's first play, and the starter was detected late.
    """
    cut_times = {
        action.card: at
        for action, at in zip(hypothesis.actions, hypothesis.times, strict=True)
        if isinstance(action, Cut)
    }
    relaid = [
        t for t in seat_tracks if t.card in cut_times and t.first_at > cut_times[t.card] + RELAID_S
    ]
    return relaid if sum(t.card not in cut_times for t in seat_tracks) == HAND_SIZE - 1 else []


def _resolve_misread(shown: Track, played: Card, tracks: Sequence[Track]) -> Card:
    """Returns the likelier reading of one card: the one at its play, or the one at the show."""
    if shown.is_confirmed and not are_twins(shown.card, played):
        return shown.card  # it is in full view now; when played it may have been half hidden
    logs = sum(
        (np.log(t.calibrated + 1e-9) for t in tracks if t.card in (shown.card, played)),
        np.zeros(52),
    )
    return DECK[int(np.argmax(logs))]


def seats_showing(hypothesis: Hypothesis, lying: Sequence[Track]) -> set[int]:
    """Returns the seats whose hands are face up now.

    Some of the cards may still be where they were played, or may not have been detected before.
    """
    if not hypothesis.is_complete:
        return set()
    relaid = {t.card for t in laid_again(hypothesis, lying) if t.first_at >= hypothesis.times[-1]}
    seats = set()
    for seat in range(hypothesis.state.rules.players):
        relaid_count = len(relaid.intersection(hypothesis.hand(seat)))
        if relaid_count >= MIN_RELAID or (
            relaid_count >= MIN_RELAID_OF_COMPLETE and is_hand_complete(hypothesis, lying, seat)
        ):
            seats.add(seat)
    return seats


def is_hand_complete(hypothesis: Hypothesis, lying: Sequence[Track], seat: int) -> bool:
    """Returns whether all four cards of a hand are detected."""
    lying_cards = {t.card for t in lying if t.probability >= LIKELY and not t.misses}
    return lying_cards.issuperset(hypothesis.hand(seat))


def hand_line(hypothesis: Hypothesis, seat: int) -> Hand:
    """Returns the line of a hand: the four cards that its seat played."""
    return Hand(seat, hypothesis.hand(seat))
