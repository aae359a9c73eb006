"""Suits: how well the readings of a card distinguish it from its twin.

Twins have the same rank and colour. The errors of all readings of one card correlate, so many
readings determine its suit no better than their mean; and clubs are misread as spades far more
often than spades as clubs.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK, Card, Rank, Suit
from pegboard.vision.pips import NO_PIPS, by_card

Vector = npt.NDArray[np.float64]

CLUB_BIAS = 1.2
"""Log odds added in favour of clubs when a black card is read. With half of this value, 13 of 14
black cards misread as their twins in 144 films were clubs. Not for aces: in many decks the ace
of spades has its own design, and is as easily misread as a club."""
_BIAS_OF = {Suit.CLUBS: CLUB_BIAS, Suit.SPADES: -CLUB_BIAS, Suit.DIAMONDS: 0.0, Suit.HEARTS: 0.0}
_TWIN_OF = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}
CARD_NUMBER = {card: number for number, card in enumerate(DECK)}
"""Number of each card in the deck."""
TWIN_NUMBER = np.array([CARD_NUMBER[card._replace(suit=_TWIN_OF[card.suit])] for card in DECK])
"""Number of a card's twin, by the number of the card."""
_EPSILON = 1e-9
_BIASES = np.array([0.0 if card.rank == Rank.ACE else _BIAS_OF[card.suit] for card in DECK])


def twin_log_odds(logs: Vector, hits: float) -> Vector:
    """Returns the log odds of each card against its twin.

    Args:
        logs: log odds of the 52 cards, summed over all hits.
        hits: effective number of hits.
    """
    return np.asarray((logs - logs[TWIN_NUMBER]) / hits + _BIASES)


def calibrate(logs: Vector, hits: float, pips: Vector = NO_PIPS) -> Vector:
    """Returns the probability of each card; the suit gets no more weight than one reading gives.

    Args:
        logs: log odds of the 52 cards, summed over all hits.
        hits: effective number of hits.
        pips: log odds of the four suits by the pips, whose errors are independent of the index's.
    """
    by_pips = by_card(pips)
    combined = logs + by_pips
    either = np.logaddexp(combined, combined[TWIN_NUMBER])
    fair = either - np.logaddexp(0.0, -twin_log_odds(logs, hits) - by_pips + by_pips[TWIN_NUMBER])
    weights = np.exp(fair - fair.max())
    return np.asarray(weights / weights.sum())


def log_odds_against_twin(card: Card, odds: Vector) -> float:
    """Returns the log odds of a card against its twin.

    Args:
        card: the card.
        odds: probability of each of the 52 cards.
    """
    number = CARD_NUMBER[card]
    return math.log((odds[number] + _EPSILON) / (odds[TWIN_NUMBER[number]] + _EPSILON))


def twin_of(card: Card) -> Card:
    """Returns the card of the same rank in the other suit of its colour."""
    return DECK[int(TWIN_NUMBER[CARD_NUMBER[card]])]


def are_twins(a: Card, b: Card) -> bool:
    """Returns whether two cards have the same rank and colour; a card is its own twin."""
    return a.rank == b.rank and (str(a)[1] in "CS") == (str(b)[1] in "CS")
