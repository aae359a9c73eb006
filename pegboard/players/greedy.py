"""Exact discards and greedy play: the yardstick for players that look one card ahead.

It keeps the four cards that score most on average over every unseen starter, plus or minus the
crib's value by the published averages. In the play it chooses the card that scores most at once,
the highest if several do.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.game import Action, Claim, Discard, Go, Muggins, Play, View
from pegboard.cribbage.scoring import hand_points, score_play
from pegboard.players.batch_scoring import PLACES
from pegboard.players.discards import AWAY_KEYS, KEPT_KEYS, Worth
from pegboard.players.published_cribs import OTHER, OWN


class Greedy:
    """The greedy player; see the module."""

    name = "greedy"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`, always the same one."""
        match view.legal[0]:
            case Discard():
                return discard(view, published(view.rules.players, view.rules.partners))
            case Play() | Go():
                return max(view.legal, key=lambda action: _gain(view, action))
        return claim(view)


def _gain(view: View, action: Action) -> tuple[int, int, int]:
    assert isinstance(action, Play | Go)
    if isinstance(action, Go):
        return 0, 0, 0
    card = action.card
    return score_play((*view.pile, card)).total, card.value, card.rank


@cache
def published(seats: int, partners: bool) -> Worth:
    """Returns the published crib averages as tables, with zeros for the play.

    The averages are for two discards; a single one has the mean over all second cards.
    """
    away = 2 if seats == 2 else 1
    averages = np.array([OTHER, OWN], np.float32)
    crib = np.empty((2, AWAY_KEYS[away]), np.float32)
    crib[:] = averages.mean(axis=2) if away == 1 else np.tile(averages.reshape(2, -1), 2)
    return Worth(crib, np.zeros((2, KEPT_KEYS), np.float32), seats, partners)


def discard(view: View, worth: Worth) -> Discard:
    """Returns the most valuable discard, the first among equals."""
    hand = np.array([[PLACES[card] for card in view.hand]])
    rules = view.rules
    is_own_crib = np.array([rules.side_of(view.seat) == rules.side_of(view.dealer)])
    _, away = worth.split(hand, worth.best(hand, is_own_crib))
    return Discard(view.seat, tuple([DECK[place] for place in away[0].tolist()]))


def claim(view: View) -> Action:
    """Returns an exact claim, or the highest call of muggins, which the rules reduce if needed."""
    cards: tuple[Card, ...] = view.crib or view.played[view.seat]
    if all(isinstance(action, Muggins) for action in view.legal):
        return view.legal[-1]  # a call that is too high costs nothing: the rules reduce it
    points = 0
    if len(cards) == 4 and view.starter is not None:
        points = hand_points(cards, view.starter, bool(view.crib))
    return Claim(view.seat, points)
