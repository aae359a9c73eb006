"""Judges whether an answer would change a peg: nobody is asked what makes no difference."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from pegboard.cribbage import Card
from pegboard.cribbage.scoring import hand_points
from pegboard.vision.follow.seen.suits import twin_of


def suits_matter(
    crib: Sequence[Card], starter: Card, doubtful: Collection[Card], known: Collection[Card]
) -> bool:
    """Returns whether a crib may count differently where some of its cards are their twins.

    Args:
        crib: its four cards, as they were read.
        starter: the starter.
        doubtful: those of the four that may be their twins.
        known: cards that lie elsewhere, so that none of the four is one of them.
    """
    either = [
        (card, twin_of(card)) if card in doubtful and twin_of(card) not in known else (card,)
        for card in crib
    ]
    cribs = (each for each in itertools.product(*either) if len(set(each)) == len(crib))
    return len({hand_points(each, starter, crib=True) for each in cribs}) > 1
