"""Counting as people do: item by item, sometimes overlooking one.

Nobody miscounts at random. A pair is seen; a fifteen of four cards, the second run of a double run,
nobs and a flush are what people miss. So a count by hand is the truth less some of its items.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.game import Action, Claim, Muggins, View
from pegboard.cribbage.scoring import Item, Kind, score_shown

NO_HAND = frozenset({19, 25, 26, 27})
"""An impossible hand score, as every player knows: such a count is repeated."""


class ErrorModel(NamedTuple):
    """Probability of overlooking each kind of item in a hand, 0 to 1."""

    pair: float = 0.0
    fifteen_of_two: float = 0.0
    fifteen_of_three: float = 0.0
    fifteen_of_more: float = 0.0
    run: float = 0.0
    run_again: float = 0.0
    """The second run of a double run, the third and so on, each separately."""
    flush: float = 0.0
    nobs: float = 0.0

    def of(self, item: Item, *, again: bool) -> float:
        """Returns the probability of overlooking an item.

        Args:
            item: what there is to see.
            again: it is a run, and not the first of the hand.
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
"""Overlooks nothing."""


def noticed(items: Sequence[Item], slips: ErrorModel, rng: Random) -> list[Item]:
    """Returns the noticed items, in order."""
    found, runs = [], 0
    for item in items:
        if rng.random() >= slips.of(item, again=runs > 0):
            found.append(item)
            runs += item.kind is Kind.RUN
    return found


def count(cards: Cards, starter: Card, crib: bool, slips: ErrorModel, rng: Random) -> int:
    """Returns the count of a player with these errors: at most the true count, never 19."""
    score = score_shown(cards, starter, crib)
    points = sum(item.points for item in noticed(score.items, slips, rng))
    return score.total if points in NO_HAND else points


def call(view: View, slips: ErrorModel, alert: float, rng: Random) -> Muggins | None:
    """Returns a call of muggins if missed points are noticed; see `show`."""
    calls = [action for action in view.legal if isinstance(action, Muggins)]
    if not calls or rng.random() >= alert:
        return None
    points = _missed(view, slips, rng)
    return min(calls, key=lambda call: abs(call.points - points)) if points > 0 else None


def show(view: View, slips: ErrorModel, alert: float, rng: Random) -> Action:
    """Returns a call of muggins if missed points are noticed; otherwise the player's own claim.

    Args:
        view: in the show; one of its legal actions is chosen.
        slips: model of the items that the player overlooks, in any hand.
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
    """Returns the points the latest count left out, as far as this player notices."""
    if view.turn is None or view.starter is None or view.claimed is None:
        return 0
    # Between two deals the dealer is the next one: the crib was that of the seat before.
    crib = view.stage_name == "deal"
    owner = view.dealer if view.crib and not crib else (view.turn - 1) % view.rules.players
    cards = view.crib if crib else view.shown[owner]
    if len(cards) != 4:
        return 0
    return count(cards, view.starter, crib, slips, rng) - view.claimed
