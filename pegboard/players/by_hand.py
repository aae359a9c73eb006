"""Counting by people: item by item, sometimes overlooking one.

People do not miscount at random: they see pairs, but miss fifteens of four cards, the second run of
a double run, nobs and flushes. So a count by hand is the true count less some of its items.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.game import Action, Claim, Muggins, View
from pegboard.cribbage.scoring import Item, Kind, score_shown

NO_HAND = frozenset({19, 25, 26, 27})
"""Scores that no hand can have, as every player knows; one who gets such a score counts again."""


class ErrorModel(NamedTuple):
    """Probability of overlooking each kind of item in a hand, 0 to 1."""

    pair: float = 0.0
    fifteen_of_two: float = 0.0
    fifteen_of_three: float = 0.0
    fifteen_of_more: float = 0.0
    run: float = 0.0
    run_again: float = 0.0
    """Each run after the first one noticed, such as the second of a double run."""
    flush: float = 0.0
    nobs: float = 0.0

    def of(self, item: Item, *, again: bool) -> float:
        """Returns the probability of overlooking an item.

        Args:
            item: the scoring item.
            again: whether a run of this hand has already been noticed.
        """
        match item.kind:
            case Kind.FIFTEEN if len(item.cards) == 2:
                return self.fifteen_of_two
            case Kind.FIFTEEN if len(item.cards) == 3:
                return self.fifteen_of_three
            case Kind.FIFTEEN:
                return self.fifteen_of_more
            case Kind.RUN:
                return self.run_again if again else self.run
            case Kind.FLUSH:
                return self.flush
            case Kind.NOBS:
                return self.nobs
        return self.pair


FLAWLESS = ErrorModel()
"""Error model of a player that overlooks nothing."""


def noticed(items: Sequence[Item], slips: ErrorModel, rng: Random) -> list[Item]:
    """Returns the items that a player with these errors notices, in order."""
    found, runs = [], 0
    for item in items:
        if rng.random() >= slips.of(item, again=runs > 0):
            found.append(item)
            runs += item.kind is Kind.RUN
    return found


def count(cards: Cards, starter: Card, crib: bool, slips: ErrorModel, rng: Random) -> int:
    """Returns a player's count of a hand: at most the true count, and never an impossible one."""
    score = score_shown(cards, starter, crib)
    points = sum(item.points for item in noticed(score.items, slips, rng))
    return score.total if points in NO_HAND else points


def call(view: View, slips: ErrorModel, alert: float, rng: Random) -> Muggins | None:
    """Returns a call of muggins if the player notices missed points, else None; see `show`."""
    calls = [action for action in view.legal if isinstance(action, Muggins)]
    if not calls or rng.random() >= alert:
        return None
    points = _missed(view, slips, rng)
    return min(calls, key=lambda call: abs(call.points - points)) if points > 0 else None


def show(view: View, slips: ErrorModel, alert: float, rng: Random) -> Action:
    """Returns a call of muggins if the player notices missed points; otherwise its own claim.

    Args:
        view: view of a seat in the show.
        slips: error model of the player's counting.
        alert: probability, 0 to 1, of checking another player's count.
        rng: source of random numbers.
    """
    called = call(view, slips, alert, rng)
    if called is not None:
        return called
    if all(isinstance(action, Muggins) for action in view.legal):
        return view.legal[0]  # a call has to be made, and a wrong one costs nothing
    cards = view.crib or view.shown[view.seat] or view.played[view.seat]
    points = 0
    if len(cards) == 4 and view.starter is not None:
        points = count(cards, view.starter, bool(view.crib), slips, rng)
    return Claim(view.seat, points)


def _missed(view: View, slips: ErrorModel, rng: Random) -> int:
    """Returns the points missing from the latest claim, as far as this player notices."""
    if view.turn is None or view.starter is None or view.claimed is None:
        return 0
    # Between deals `view.dealer` is the next dealer; the crib was the seat's before it.
    crib = view.stage_name == "deal"
    owner = view.dealer if view.crib and not crib else (view.turn - 1) % view.rules.players
    cards = view.crib if crib else view.shown[owner]
    if len(cards) != 4:
        return 0
    return count(cards, view.starter, crib, slips, rng) - view.claimed
