"""A player who knows little more than the rules and makes typical mistakes.

It keeps the cards that count at once, and its fives, and does not ask whose crib it is. In the play
it takes the points it sees and lays its highest card else, without a thought of what that leaves.
It overlooks fifteens of several cards and runs that lie out of order, and it never looks at the
board.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

from pegboard.cribbage.cards import Card, Cards, Rank
from pegboard.cribbage.game import Action, Discard, Muggins, Play, View
from pegboard.cribbage.scoring import Item, Kind, score_play
from pegboard.players.by_hand import ErrorModel, call, show

SLIPS = ErrorModel(
    pair=0.02,
    fifteen_of_two=0.04,
    fifteen_of_three=0.25,
    fifteen_of_more=0.5,
    run=0.05,
    run_again=0.3,
    flush=0.2,
    nobs=0.35,
)
"""Error model for counting a hand."""
ALERT = 0.25
"""Probability of checking another's count."""

_FIVE = 1.0
"""Value of a five beyond its points: "always keep your fives"."""
_SLOPPY = 0.25
"""Probability of playing any card instead of the highest."""


class Beginner:
    """The beginner; see the module."""

    name = "beginner"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.legal[0]:
            case Discard():
                return _discard(view, rng)
            case Play():
                return _play(view, rng)
        return show(view, SLIPS, ALERT, rng)

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins out of turn, if the player notices missed points."""
        return call(view, SLIPS, ALERT, rng)


def _discard(view: View, rng: Random) -> Action:
    """Keeps the cards that count most as it sees them; among equals a random choice."""
    overlooked = _overlooked(view.hand, rng)

    def worth(action: Action) -> float:
        assert isinstance(action, Discard)
        kept = [card for card in view.hand if card not in action.cards]
        fives = sum(card.rank == Rank.FIVE for card in kept)
        return at_once(kept, overlooked) + _FIVE * fives

    return max(rng.sample(view.legal, len(view.legal)), key=worth)


def _overlooked(hand: Cards, rng: Random) -> frozenset[Cards]:
    """Returns the fifteens of three or more cards that the player overlooks in its dealt cards."""
    sets = [cards for size in (3, 4) for cards in combinations(sorted(hand), size)]
    return frozenset(
        cards
        for cards in sets
        if _adds_up(cards)
        and rng.random() < (SLIPS.fifteen_of_three if len(cards) == 3 else SLIPS.fifteen_of_more)
    )


def at_once(kept: list[Card], overlooked: frozenset[Cards] = frozenset()) -> int:
    """Returns the points of four cards without a starter, as people add them up.

    Fifteens, pairs, runs, flush.

    Args:
        kept: the cards.
        overlooked: fifteens, each sorted, that do not count because they are not seen.
    """
    cards = sorted(kept)
    points = 0
    for size in (2, 3, 4):
        for some in combinations(cards, size):
            if _adds_up(some) and some not in overlooked:
                points += 2
    points += sum(2 for one, other in combinations(cards, 2) if one.rank == other.rank)
    for size in (4, 3):
        runs = [some for some in combinations(cards, size) if _is_run(some)]
        if runs:
            points += size * len(runs)
            break
    return points + (4 if len({card.suit for card in cards}) == 1 else 0)


def _adds_up(cards: Cards) -> bool:
    return sum(card.value for card in cards) == 15


def _is_run(cards: Cards) -> bool:
    return all(b.rank == a.rank + 1 for a, b in pairwise(cards))


def _play(view: View, rng: Random) -> Action:
    """Plays the card with the most points it sees; if none, usually its highest card."""
    sloppy = rng.random() < _SLOPPY

    def worth(action: Action) -> tuple[float, float]:
        assert isinstance(action, Play)
        card = action.card
        items = score_play((*view.pile, card)).items
        points = sum(item.points for item in items if not _overlooks(item, view.pile, rng))
        if not view.pile and card.rank == Rank.FIVE:
            points -= 1
        return points, rng.random() if sloppy else card.value

    return max(rng.sample(view.legal, len(view.legal)), key=worth)


def _overlooks(item: Item, pile: Cards, rng: Random) -> bool:
    """Returns whether the player overlooks a card's score.

    A fifteen of two cards, thirty-one and a pair are plain. A count that only adds up to fifteen
    card by card, and a run whose cards do not lie in order, are not.
    """
    match item.kind:
        case Kind.FIFTEEN:
            return len(item.cards) > 2 and rng.random() < 0.2
        case Kind.RUN:
            ranks = [card.rank for card in item.cards]
            in_order = ranks in (sorted(ranks), sorted(ranks, reverse=True))
            return rng.random() < (0.1 if in_order else 0.4)
    return False
