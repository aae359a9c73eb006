"""Movement of cards: which tracks show that a card was taken back, exchanged, covered or shown.

Every function takes a track and all tracks of the deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pegboard.cribbage import Card
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.tracking.detection import distance
from pegboard.vision.follow.tracking.track import LIKELY, Track
from pegboard.vision.follow.tracking.tracker import SEPARATE

STARTER_STAYS_S = 12.0
"""Seconds for which every starter stays on the table."""
PILE_RADIUS = 1.2
"""Distance, in card heights, within which cards belong to one pile."""
TAKEN_BACK_S = 2.0
"""Seconds after it appeared within which a card that is picked up counts as not played."""
P_TAKEN_FROM_PILE = 0.9
"""Probability that a card picked up so soon was taken back, if the pile beneath it stayed."""
P_LIFTED_ALONE = 0.7
"""The same for a card without a pile beneath it, if its place was seen bare afterwards."""
P_GONE_ALONE = 0.4
"""The same if the card was merely no longer detected."""
SEEN_LATE_S = 1.0
"""Seconds within which a card is detected after it was laid."""
EXCHANGED_S = 6.0
"""Seconds after which a card is no longer exchanged for another."""
HIDDEN_S = 4.5
"""Seconds for which a head may hide a card."""
COVERED_BEFORE_S = 1.5
"""Seconds by which the card on top may be detected later than it covered the one beneath."""
LIFTED_TOGETHER_S = 1.1
"""Seconds within which cards that are picked up together disappear."""
RELAID_S = 1.0
"""Minimum time from picking up a card to laying it again, in seconds."""
APART = 0.5
"""Distance, in card heights, above which a card is at another place."""
NUDGED = 0.2
"""Distance, in card heights, below which a card has not moved but was merely read again."""
LAID_TOGETHER_S = 1.5
"""Seconds within which cards appear that are pushed together or shown."""
HAND_GAP = 2.0
"""Maximum distance from a card of a shown hand to the nearest other one, in card heights."""
HAND_WIDTH = 3.0
"""The same to any other one; a pile pushed aside is farther away."""
MIN_PROBABILITY = 0.1
"""Minimum probability of a card for a track on top of another."""
MIN_CRIB_CARDS = 3
"""Minimum number of other new cards, laid together with a card, that are taken for a crib."""
SEEN_BEFORE_S = 4.0
"""Minimum age, in seconds, of an earlier track that proves a card to have been seen before."""
IN_HAND_S = 0.9
"""Minimum time, in seconds, that a card from a hand was away."""


def left_early(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a card was soon removed and never reappeared."""
    if (
        track.gone_at is None
        or track.gone_at - track.first_at > STARTER_STAYS_S
        or track.predates_watching
    ):
        return False
    return not any(
        t.card == track.card and t.first_at > track.first_at and t.is_confirmed for t in tracks
    )


def p_taken_back(track: Track, tracks: Sequence[Track]) -> float:
    """Returns the probability that a card was taken back.

    A card may be taken back at once, which is clear only if the pile beneath it stayed; a lone card
    may have been a whole pile. Or it is exchanged a little later, and laid again after that.
    """
    if track.predates_watching:
        return 0.0
    came_at = track.first_at
    if track.background is not None:  # a card appears a little before it is detected
        came_at = max(came_at - SEEN_LATE_S, (came_at + track.background.at) / 2)
    lay_s = max(track.unobstructed_at, track.first_at) - came_at
    if track.gone_at is None or lay_s > EXCHANGED_S:
        return 0.0
    gone_at, reach = track.gone_at, PILE_RADIUS * track.detection.height
    others = [
        t
        for t in tracks
        if t is not track and math.dist(t.detection.middle, track.detection.middle) < reach
    ]
    since = track.first_at - COVERED_BEFORE_S
    under = [t for t in others if t.first_at <= track.first_at and (t.gone_at or math.inf) >= since]
    under = [t for t in under if not _may_be_same_card(t, track)]
    # If the place looks as it did before the card came, the pile beneath the card has stayed.
    is_alone = math.isfinite(lifted_alone_at(track, tracks))
    if is_alone and under:
        return P_TAKEN_FROM_PILE
    if lay_s > TAKEN_BACK_S + 0.01:
        return P_TAKEN_FROM_PILE if _was_exchanged(track, tracks) else 0.0
    if was_laid_again(track, tracks):
        return P_TAKEN_FROM_PILE
    if track.was_lifted:
        return P_LIFTED_ALONE if is_alone else 0.0
    if any(track.first_at < t.first_at <= gone_at + 0.6 for t in others):
        return 0.0  # the card was covered
    if any(t.card == track.card and gone_at < t.first_at <= gone_at + HIDDEN_S for t in others):
        return 0.0  # the card was hidden for a moment
    if not under:
        return P_GONE_ALONE
    return P_TAKEN_FROM_PILE if any(t.last_at >= gone_at for t in under) else 0.0


def _may_be_same_card(a: Track, b: Track) -> bool:
    """Returns whether two tracks may show one card that just appeared, read in two ways."""
    return a.card.rank == b.card.rank and abs(a.first_at - b.first_at) <= TAKEN_BACK_S


def lifted_alone_at(track: Track, tracks: Sequence[Track]) -> float:
    """Returns when a card was seen being picked up early and alone; infinity if it was not."""
    if track.gone_at is None or not track.was_lifted or _lifted_with_others(track, tracks):
        return math.inf
    return track.gone_at


def _lifted_with_others(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether cards nearby were picked up together with a card, as a pile or a hand.

    A card that is soon detected there again was only covered.
    """
    return any(
        not _may_be_same_card(t, track)
        and t.gone_at is not None
        and abs(t.gone_at - (track.gone_at or 0.0)) <= LIFTED_TOGETHER_S
        and distance(t.detection, track.detection) <= HAND_WIDTH
        and not any(_lies_again(u, t) for u in tracks)
        for t in tracks
    )


def _lies_again(late: Track, early: Track) -> bool:
    """Returns whether two tracks show one card that never moved and was only covered."""
    if late.card != early.card or late.first_at <= early.first_at or are_apart(late, early):
        return False
    return early.gone_at is None or late.first_at <= early.gone_at + HIDDEN_S


def is_redetected(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a track shows a card that stayed in place while its track was lost."""
    return any(
        _lies_again(track, t) and t.is_confirmed and not p_taken_back(t, tracks) for t in tracks
    )


def _was_exchanged(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a picked-up card was replaced by the next card that anybody laid."""
    gone_at = track.gone_at or math.inf
    # A card that was already on the table and merely moved does not count as laid.
    lying_before = {
        t.card for t in tracks if t.first_at <= track.first_at and not is_gone_by(t, track.first_at)
    }
    later = [t for t in tracks if t.first_at > track.first_at and t.card not in lying_before]
    later = [t for t in later if t.probability >= LIKELY]
    later = [t for t in later if not any(_lies_again(t, u) for u in tracks)]
    after = min(later, key=lambda t: t.first_at, default=None)
    if after is None or not gone_at - RELAID_S <= after.first_at <= gone_at + HIDDEN_S:
        return False
    return not are_apart(after, track) and was_laid_again(track, tracks)


def was_laid_again(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a picked-up card was laid again at a moment when no other card moved.

    The new place must be another one, or one where another card was meanwhile. Otherwise the card
    was only overlooked; so it was if a new card now covers it.
    """
    if track.gone_at is None:
        return False
    for other in tracks:
        is_too_soon = other.first_at < track.gone_at + RELAID_S
        if other.card != track.card or other.probability < LIKELY or is_too_soon:
            continue
        if covering_cards(other, tracks):
            continue
        between = [
            t for t in tracks if track.first_at < t.first_at and is_gone_by(t, other.first_at)
        ]
        is_elsewhere = are_apart(track, other) or any(not are_apart(t, other) for t in between)
        above = [
            t
            for t in tracks
            if track.first_at < t.first_at < other.first_at and not are_apart(t, track)
        ]
        if any(
            not is_gone_by(t, other.first_at) for t in above
        ):  # the cards on top of it are still there
            is_elsewhere = is_elsewhere or distance(track.detection, other.detection) > NUDGED
        appeared_then = [
            t
            for t in tracks
            if t.card != track.card and abs(t.first_at - other.first_at) <= LAID_TOGETHER_S
        ]
        if is_elsewhere and not any(_moved_here(t, tracks) for t in appeared_then):
            return True
    return False


def are_apart(a: Track, b: Track) -> bool:
    """Returns whether two cards are so far apart that neither can cover the other."""
    return distance(a.detection, b.detection) > APART


def _moved_here(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a card came here from another place, which it has left."""
    before = [t for t in tracks if t.card == track.card and t.first_at < track.first_at]
    return (
        bool(before)
        and are_apart(before[-1], track)
        and is_gone_by(before[-1], track.first_at + RELAID_S)
    )


def _was_in_hand(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a card left another place some time before it appeared here."""
    before = [t for t in tracks if t.card == track.card and t.first_at < track.first_at]
    return _moved_here(track, tracks) and is_gone_by(before[-1], track.first_at - IN_HAND_S)


def is_carried(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a card is now far from where it first appeared."""
    first = next(t for t in tracks if t.card == track.card)
    return distance(first.detection, track.detection) >= SEPARATE


def is_gone_by(track: Track, at: float) -> bool:
    """Returns whether a card was gone by a given time."""
    return track.gone_at is not None and track.gone_at <= at


def covering_cards(track: Track, tracks: Sequence[Track]) -> frozenset[Card]:
    """Returns the likely cards on top of a track's card, except those that were laid before it.

    Two cards that both seem to be on top of the other are misread. So is one that seems to have
    been there already when the place was seen bare.
    """
    first_track: dict[Card, Track] = {}
    for other in tracks:
        first_track.setdefault(other.card, other)
    bare_at = track.background.at if track.background is not None else -math.inf
    covering = [t for t in track.covered_by if track not in t.covered_by and t.first_at > bare_at]
    first_tracks = [t for t in covering if first_track.get(t.card) is t]
    return frozenset(
        DECK[int(n)] for t in first_tracks for n in np.flatnonzero(t.calibrated >= MIN_PROBABILITY)
    )


def is_shown(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a card appeared in a shown hand, or in a crib after one.

    The other cards of a hand were elsewhere before; the other cards of a crib are new.
    """
    if not _is_first_sight(track, tracks):
        return False
    others = [
        t
        for t in tracks
        if abs(t.first_at - track.first_at) <= LAID_TOGETHER_S and t.card != track.card
    ]
    gaps_by_track = {t: distance(t.detection, track.detection) for t in others}
    relaid = {t.card: far for t, far in gaps_by_track.items() if _was_in_hand(t, tracks)}
    gaps = sorted(far for far in relaid.values() if far <= HAND_WIDTH)
    if len(gaps) > 1 and gaps[0] <= HAND_GAP:
        return True
    new_cards = {
        t.card
        for t, far in gaps_by_track.items()
        if far <= HAND_WIDTH and _is_first_sight(t, tracks)
    }
    hand_shown = any(t.first_at < track.first_at and _was_in_hand(t, tracks) for t in tracks)
    return hand_shown and len(new_cards) >= MIN_CRIB_CARDS


def _is_first_sight(track: Track, tracks: Sequence[Track]) -> bool:
    """Returns whether a card was not detected before it appeared here."""
    return not any(
        t.card == track.card and t.first_at < track.first_at - SEEN_BEFORE_S for t in tracks
    )
