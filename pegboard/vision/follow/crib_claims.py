"""Crib claims: cards of the crib that were mistaken for played ones (their twins were played)."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from pegboard.cribbage import Card
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.movement import LAID_TOGETHER_S
from pegboard.vision.follow.tracking.detection import distance
from pegboard.vision.follow.tracking.suits import log_odds_against_twin, twin_of
from pegboard.vision.follow.tracking.track import LIKELY, Track

MIN_CRIB_CARDS = 3
"""Minimum number of unplayed cards, shown together, that are taken for a crib."""
NEIGHBOUR_DISTANCE = 2.0
"""Maximum distance of a crib card from another one, in card heights."""
SURE_LOG_ODDS = 2.5
"""Log odds above which a claimed card in a hand was really its twin."""


class CribClaims:
    """Cards that belong to the crib of a deal, although they were read as played."""

    def __init__(self) -> None:
        """Creates an empty set of claims."""
        self._log_odds: dict[Card, float] = {}

    def learn(
        self, hypothesis: Hypothesis, lying: Sequence[Track], tracks: Sequence[Track]
    ) -> bool:
        """Adds new claims, and returns whether any were added.

        Args:
            hypothesis: the best hypothesis.
            lying: active tracks.
            tracks: all tracks of the deal.
        """
        claims = find_claims(hypothesis, lying, tracks)
        has_new = not claims.keys() <= self._log_odds.keys()
        self._log_odds |= claims
        return has_new

    def discount(self, odds: Sequence[tuple[Card, float]]) -> tuple[tuple[Card, float], ...]:
        """Returns the log probabilities of a played card, lower for cards that the crib claims."""
        discounted = [(card, log - self._log_odds.get(card, 0.0)) for card, log in odds]
        return tuple(sorted(discounted, key=lambda item: -item[1]))

    def corrected_hand(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Returns a hand with each card that the crib surely claims replaced by its twin."""
        return tuple(
            twin_of(card) if self._log_odds.get(card, 0.0) >= SURE_LOG_ODDS else card
            for card in cards
        )


def find_claims(
    hypothesis: Hypothesis, lying: Sequence[Track], tracks: Sequence[Track] = ()
) -> dict[Card, float]:
    """Returns the cards of the crib that were mistaken for played cards, each with its log odds.

    In truth the twin of such a card was played, unless the play distinguishes the two more
    clearly than the crib does. The log odds are those of the crib's card against its twin.

    Args:
        hypothesis: the best hypothesis.
        lying: active tracks.
        tracks: all tracks of the deal.
    """
    if not hypothesis.is_complete:
        return {}
    recent = [t for t in lying if t.first_at > hypothesis.times[-1] and t.is_confirmed]
    unplayed = [t for t in recent if t.card not in hypothesis.cards]
    median_at = statistics.median([t.first_at for t in unplayed] or [0.0])
    crib = [t for t in unplayed if abs(t.first_at - median_at) <= LAID_TOGETHER_S]
    if len(crib) < MIN_CRIB_CARDS:
        return {}  # too few: for example, misread cards of hands shown one at a time
    claims = {
        track.card: log_odds_against_twin(track.card, track.calibrated)
        for track in recent
        if track.card in hypothesis.cards
        and abs(track.first_at - median_at) <= LAID_TOGETHER_S
        and any(distance(t.detection, track.detection) <= NEIGHBOUR_DISTANCE for t in crib)
    }
    return {
        card: odds
        for card, odds in claims.items()
        if odds > log_odds_played(card, hypothesis, tracks)
    }


def log_odds_played(card: Card, hypothesis: Hypothesis, tracks: Sequence[Track]) -> float:
    """Returns the log odds of a played card against its twin, summed over its tracks in the play.

    Args:
        card: the card.
        hypothesis: the best hypothesis.
        tracks: all tracks of the deal.
    """
    played_tracks = (
        t for t in tracks if t.first_at <= hypothesis.times[-1] and t.probability >= LIKELY
    )
    return sum(
        log_odds_against_twin(card, t.calibrated)
        for t in played_tracks
        if t.card in (card, twin_of(card))
    )
