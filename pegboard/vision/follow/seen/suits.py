"""Tells twins apart: cards that differ only by a suit of the same colour.

All looks at one card err alike, so that many of them say no more about its suit than their mean
does; and clubs are taken for spades far oftener than spades for clubs.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import DECK, Card, Rank, Suit
from pegboard.vision.pips import NO_PIPS, by_card

Odds = npt.NDArray[np.float64]

LEAN = 1.2
"""Log odds by which a black card is a club more likely than it is read: of 14 black cards of 144
films that were read as their twins at half of it, 13 were clubs. Not an ace: many an ace of spades
is drawn like no other spade, and is taken for a club as easily."""
_LEAN_OF = {Suit.CLUBS: LEAN, Suit.SPADES: -LEAN, Suit.DIAMONDS: 0.0, Suit.HEARTS: 0.0}
_TWIN_OF = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}
NUMBER = {card: number for number, card in enumerate(DECK)}
"""By the card, its number in the deck."""
TWIN = np.array([NUMBER[card._replace(suit=_TWIN_OF[card.suit])] for card in DECK])
"""By the number of a card in the deck, that of its twin."""
_NIL = 1e-9
_LEANS = np.array([0.0 if card.rank == Rank.ACE else _LEAN_OF[card.suit] for card in DECK])


def gaps(logs: Odds, looks: float) -> Odds:
    """Returns by how much each card is likelier than its twin, in log odds.

    Args:
        logs: log odds of the 52 cards, from all looks.
        looks: as how many looks they count.
    """
    return np.asarray((logs - logs[TWIN]) / looks + _LEANS)


def fair_odds(logs: Odds, looks: float, pips: Odds = NO_PIPS) -> Odds:
    """Returns the probability of each card, with no more trust in its suit than looks deserve.

    Args:
        logs: log odds of the 52 cards, from all looks.
        looks: as how many looks they count.
        pips: log odds of the four suits by the pips of the card, once seen whole: these do not
            err with the index.
    """
    by_pips = by_card(pips)
    told = logs + by_pips
    either = np.logaddexp(told, told[TWIN])
    fair = either - np.logaddexp(0.0, -gaps(logs, looks) - by_pips + by_pips[TWIN])
    grown = np.exp(fair - fair.max())
    return np.asarray(grown / grown.sum())


def against_twin(card: Card, odds: Odds) -> float:
    """Returns by how much a card is likelier than its twin, in log odds.

    Args:
        card: the card.
        odds: the probability of each of the 52 cards.
    """
    number = NUMBER[card]
    return math.log((odds[number] + _NIL) / (odds[TWIN[number]] + _NIL))


def twin_of(card: Card) -> Card:
    """Returns the card that differs from this one by a suit of the same colour."""
    return DECK[int(TWIN[NUMBER[card]])]
