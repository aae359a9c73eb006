"""The shown crib: four cards that nobody played.

No other evidence identifies these cards, and they are face up for only a few seconds. So every
track of a crib card counts, even one that has ended: the tracker may lose a card for a moment,
or read it as its twin from then on.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegboard.cribbage import Card, Crib
from pegboard.cribbage.cards import DECK
from pegboard.vision.follow.crib_claims import log_odds_played
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.movement import LAID_TOGETHER_S, are_apart
from pegboard.vision.follow.show import HAND_LAID_S, connected_groups
from pegboard.vision.follow.tracking.detection import distance
from pegboard.vision.follow.tracking.suits import (
    CARD_NUMBER,
    TWIN_NUMBER,
    Vector,
    are_twins,
    log_odds_against_twin,
    twin_of,
)
from pegboard.vision.follow.tracking.track import CONFIRMED, Track

CRIB_SIZE = 4
"""Cards in a crib."""
MIN_PROBABILITY = 0.05
"""Probability above which a card misread as a played one may belong to the crib."""
PATIENCE_S = 2.0
"""Seconds that a crib may lie face up before the best guess is emitted."""
LAID_S = 4.0
"""Seconds within which the cards of a crib are laid, if most of them are read badly."""
RIVAL_PROBABILITY = 0.3
"""Probability of a fifth card above which the other four are uncertain."""
CERTAIN_LOG_ODDS = 4.0
"""Log odds above which a played card is not its twin, so the twin may be in the crib."""
PRESENT = 0.7
"""Minimum probability that there is any card at a place, for it to be one of the four."""
NEIGHBOUR_DISTANCE = 1.2
"""Maximum distance between neighbours in a row or heap, in card heights."""
RIVAL_TRACKS = 3
"""Number of tracks that prove a fifth card, now gone, to have been real."""


@dataclass(frozen=True)
class ShownCrib:
    """Crib that was shown.

    Attributes:
        crib: its cards.
        is_sure: True if no card is in doubt.
        known_by_twin: cards identified because their twins were surely played.
        unconfirmed: cards that were not read without doubt.
        are_ranks_sure: True if the only doubts are between cards and their twins.
    """

    crib: Crib
    is_sure: bool
    known_by_twin: frozenset[Card] = frozenset()
    unconfirmed: frozenset[Card] = frozenset()
    are_ranks_sure: bool = True


@dataclass(frozen=True, eq=False)
class _CribCard:
    """Card of the crib, with all tracks that may show it.

    Attributes:
        tracks: the likeliest first.
        probabilities: probability of each of the 52 cards.
    """

    tracks: tuple[Track, ...]
    probabilities: Vector

    @property
    def card(self) -> Card:
        """Likeliest card."""
        return DECK[int(self.probabilities.argmax())]

    @property
    def first_at(self) -> float:
        """Time of the first detection, in seconds."""
        return min(t.first_at for t in self.tracks)

    @property
    def probability(self) -> float:
        """Probability that the card is this one."""
        return self._presence * float(self.probabilities.max())

    @property
    def p_with_twin(self) -> float:
        """Probability that the card is this one or its twin."""
        number = int(self.probabilities.argmax())
        return self._presence * float(
            self.probabilities[number] + self.probabilities[TWIN_NUMBER[number]]
        )

    @property
    def _presence(self) -> float:
        return 1 - math.prod(t.p_clutter for t in self.tracks)

    @property
    def is_lying(self) -> bool:
        """Returns True if the card is still on the table."""
        return any(t.gone_at is None for t in self.tracks)

    @property
    def is_confirmed(self) -> bool:
        """Returns True if one of its tracks is confirmed."""
        return any(t.is_confirmed and t.card == self.card for t in self.tracks)

    def is_card_or_twin(self, card: Card) -> bool:
        """Returns whether this is surely the given card or that card's twin."""
        both = (
            self.probabilities[CARD_NUMBER[card]] + self.probabilities[CARD_NUMBER[twin_of(card)]]
        )
        has_repeats = sum(t.hits for t in self.tracks) > 1
        return has_repeats and self._presence >= PRESENT and float(both) >= CONFIRMED


def find_crib(hypothesis: Hypothesis, tracks: Sequence[Track], now: float) -> ShownCrib | None:
    """Returns the crib if it is or was shown; None otherwise.

    Args:
        hypothesis: the best hypothesis, complete.
        tracks: all tracks of the deal.
        now: seconds.
    """
    recent = [t for t in tracks if t.first_at > hypothesis.times[-1]]
    lying = [t for t in recent if t.gone_at is None]
    crib_tracks = [t for t in lying if t.card not in hypothesis.cards]
    if not crib_tracks:
        return None
    start_at = (
        min(t.first_at for t in [t for t in crib_tracks if t.is_confirmed] or crib_tracks)
        - LAID_TOGETHER_S
    )
    crib_tracks += [
        t
        for t in recent
        if t.gone_at is not None and t.first_at >= start_at and t.card not in hypothesis.cards
    ]
    crib_cards = _laid_together(hypothesis, _group_tracks(crib_tracks))
    if sum(crib_card.is_confirmed for crib_card in crib_cards) == CRIB_SIZE - 1:
        crib_cards += [
            _merge_tracks([t]) for t in _misread_cards(hypothesis, lying, crib_tracks, tracks)[:1]
        ]
    crib_cards.sort(key=lambda crib_card: (not crib_card.is_confirmed, -crib_card.p_with_twin))
    if len(crib_cards) < CRIB_SIZE:
        return None
    best = crib_cards[:CRIB_SIZE]
    times = [crib_card.first_at for crib_card in best]
    confirmed = [crib_card for crib_card in best if crib_card.is_confirmed]
    if len(confirmed) < CRIB_SIZE and now - max(times) < PATIENCE_S:
        return None
    if len(confirmed) < CRIB_SIZE - 1 and (not confirmed or max(times) - min(times) > LAID_S):
        return None
    chosen: list[Card] = []
    known_by_twin, unconfirmed = set(), set()
    is_sure = are_ranks_sure = not any(
        _is_rival(crib_card, best) for crib_card in crib_cards[CRIB_SIZE:]
    )
    for crib_card in best:
        probabilities = crib_card.probabilities.copy()
        probabilities[[CARD_NUMBER[card] for card in (*hypothesis.cards, *chosen)]] = 0
        if probabilities.sum() <= 0:
            return None
        card = DECK[int(np.argmax(probabilities))]
        if crib_card.is_card_or_twin(card) and _surely_played(twin_of(card), hypothesis, tracks):
            known_by_twin.add(card)
        elif not crib_card.is_confirmed or card != crib_card.card:
            unconfirmed.add(card)
            are_ranks_sure = are_ranks_sure and crib_card.is_card_or_twin(card)
        chosen.append(card)
    return ShownCrib(
        Crib(tuple(chosen)),
        is_sure and not unconfirmed,
        frozenset(known_by_twin),
        frozenset(unconfirmed),
        are_ranks_sure,
    )


def incomplete_crib(hypothesis: Hypothesis, lying: Sequence[Track]) -> list[Track]:
    """Returns the tracks of a crib if only two or three of its cards are detected; else none.

    Args:
        hypothesis: the best hypothesis.
        lying: active tracks of the deal.
    """
    if not hypothesis.is_complete:
        return []
    crib_tracks = [
        t for t in lying if t.first_at > hypothesis.times[-1] and t.card not in hypothesis.cards
    ]
    return crib_tracks if 1 < len({t.card for t in crib_tracks}) < CRIB_SIZE else []


def _surely_played(card: Card, hypothesis: Hypothesis, tracks: Sequence[Track]) -> bool:
    """Returns whether a card was surely played, rather than its twin."""
    played_tracks = (t for t in tracks if t.first_at <= hypothesis.times[-1] and t.card == card)
    is_confirmed = card in hypothesis.cards and any(t.is_confirmed for t in played_tracks)
    return is_confirmed and log_odds_played(card, hypothesis, tracks) >= CERTAIN_LOG_ODDS


def _group_tracks(tracks: Sequence[Track]) -> list[_CribCard]:
    """Groups tracks by the card that they show."""
    groups: list[list[Track]] = []
    for track in sorted(tracks, key=lambda t: -t.probability):
        match = next((g for g in groups if any(_are_same_card(t, track) for t in g)), None)
        if match is None:
            groups.append([track])
        else:
            match.append(track)
    return [_merge_tracks(group) for group in groups]


def _laid_together(hypothesis: Hypothesis, candidates: Sequence[_CribCard]) -> list[_CribCard]:
    """Returns the candidates that were laid together, without misread cards of earlier hands."""
    median_at = statistics.median(candidate.first_at for candidate in candidates)
    recent = [
        candidate
        for candidate in candidates
        if candidate.first_at >= median_at - LAID_S
        or twin_of(candidate.card) not in hypothesis.cards
    ]
    largest = max(connected_groups(recent, _are_beside), key=len)
    return largest if sum(candidate.is_confirmed for candidate in largest) >= CRIB_SIZE else recent


def _are_beside(a: _CribCard, b: _CribCard) -> bool:
    return (
        min(distance(t.detection, u.detection) for t in a.tracks for u in b.tracks)
        <= NEIGHBOUR_DISTANCE
    )


def _is_rival(fifth: _CribCard, four: Sequence[_CribCard]) -> bool:
    """Returns whether a fifth card makes the other four uncertain.

    While all four are visible, a fifth that disappears after one or two tracks, or appeared long
    before them, is not a card of the crib.
    """
    if fifth.probability < RIVAL_PROBABILITY:
        return False
    early = fifth.first_at < min(card.first_at for card in four) - LAID_S
    stays = fifth.is_lying and not early
    return (
        fifth.is_confirmed
        or stays
        or len(fifth.tracks) >= RIVAL_TRACKS
        or not all(card.is_lying for card in four)
    )


def _merge_tracks(tracks: Sequence[Track]) -> _CribCard:
    log_probs = sum((np.log(t.calibrated + 1e-9) for t in tracks), np.zeros(len(DECK)))
    weights = np.exp(log_probs - log_probs.max())
    return _CribCard(tuple(tracks), weights / weights.sum())


def _are_same_card(a: Track, b: Track) -> bool:
    """Returns whether two tracks show one card, redetected or later read as its twin in place."""
    if a.card == b.card:
        return True
    early, late = sorted((a, b), key=lambda t: t.first_at)
    follows = early.gone_at is not None and early.gone_at <= late.first_at
    return are_twins(a.card, b.card) and follows and not are_apart(a, b)


def _misread_cards(
    hypothesis: Hypothesis, lying: Sequence[Track], crib: Sequence[Track], tracks: Sequence[Track]
) -> list[Track]:
    """Returns the tracks in a crib that are misread as cards already played."""
    played_numbers = [CARD_NUMBER[card] for card in hypothesis.cards]
    start_at = min(t.first_at for t in crib)
    misread = []
    for track in lying:
        remaining = track.calibrated.copy()
        remaining[played_numbers] = 0
        is_together = abs(track.first_at - start_at) <= HAND_LAID_S and not track.misses
        is_possible = remaining.max() >= MIN_PROBABILITY or _must_be_twin(
            track, hypothesis, crib, tracks
        )
        if track.card in hypothesis.cards and is_together and is_possible:
            misread.append(track)
    return sorted(misread, key=lambda t: -t.first_at)


def _must_be_twin(
    track: Track, hypothesis: Hypothesis, crib: Sequence[Track], tracks: Sequence[Track]
) -> bool:
    """Returns whether a card in the crib must be its twin, as the card was surely played."""
    card = track.card
    if twin_of(card) in hypothesis.cards or not _surely_played(card, hypothesis, tracks):
        return False
    is_near = any(distance(t.detection, track.detection) <= NEIGHBOUR_DISTANCE for t in crib)
    return is_near and log_odds_played(card, hypothesis, tracks) > log_odds_against_twin(
        card, track.calibrated
    )
