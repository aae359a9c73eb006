"""A club player: sound discards, rules of thumb in the play, few errors.

It lays away by the mean of the hand and the published averages of cribs, both as rounded as people
carry them in their heads. In the play it leads low cards, no five and no ten; it leaves no count of
5 or 21; it pairs when it is safe to; it breaks no neighbours' ground for a run; and it keeps low
cards for the go. It looks at the board when somebody is close to the end.
"""

from __future__ import annotations

from random import Random

from pegboard.cribbage.cards import DECK, Card, Cards, Rank
from pegboard.cribbage.game import Action, Discard, Muggins, Play, View
from pegboard.cribbage.scoring import hand_points, score_play
from pegboard.players.by_hand import ErrorModel, call, show
from pegboard.players.published_cribs import OTHER, OWN

SLIPS = ErrorModel(
    fifteen_of_three=0.01, fifteen_of_more=0.05, run_again=0.01, flush=0.02, nobs=0.04
)
"""Error model for counting a hand."""
ALERT = 0.9
"""Probability of checking another's count."""

CLOSE = 15
"""So near to the end, in points, it looks at the board."""

_STEP = 0.5
"""Points; what differs by less is the same to it."""
_TEN = 10
_NEIGHBOURS = 2
"""Ranks this far apart or less may become a run."""


class Club:
    """The club player; see the module."""

    name = "club"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns one of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.legal[0]:
            case Discard():
                return _discard(view, rng)
            case Play():
                return _play(view)
        return show(view, SLIPS, ALERT, rng)

    def calls(self, view: View, rng: Random) -> Muggins | None:
        """Returns a call of muggins out of turn, if the player notices missed points."""
        return call(view, SLIPS, ALERT, rng)


def _discard(view: View, rng: Random) -> Action:
    """Returns the best hand and crib; any of those that seem equal to it."""
    rules = view.rules
    is_own_crib = rules.side_of(view.seat) == rules.side_of(view.dealer)
    needed = rules.target - view.scores[view.seat]
    starters = [card for card in DECK if card not in view.hand]

    def worth(action: Action) -> float:
        assert isinstance(action, Discard)
        kept_cards = [card for card in view.hand if card not in action.cards]
        points = [hand_points(kept_cards, starter) for starter in starters]
        hand = rounded(sum(points) / len(points))
        if needed <= CLOSE and not is_own_crib:
            # It counts before the dealer: what matters is to have enough, then to have more.
            return 100 * sum(got >= needed for got in points) / len(points) + hand
        return hand + crib(action.cards, is_own_crib)

    return max(rng.sample(view.legal, len(view.legal)), key=worth)


def rounded(points: float) -> float:
    """Rounds an average to half a point, as people remember it."""
    return round(points / _STEP) * _STEP


def crib(away: Cards, own: bool) -> float:
    """Returns the average points of a crib with these one or two cards, for the discarding seat."""
    averages = OWN if own else OTHER
    row = averages[away[0].rank - 1]
    points = rounded(sum(row) / len(row) if len(away) == 1 else row[away[1].rank - 1])
    return points if own else -points


def _play(view: View) -> Action:
    """Returns the card with the most in its favour; the first among equals."""

    def worth(action: Action) -> float:
        assert isinstance(action, Play)
        if not view.pile:
            return lead(action.card, view.hand)
        return _answer(view, action.card)

    return max(view.legal, key=worth)


def lead(card: Card, hand: Cards) -> float:
    """Returns how suitable a card is as a lead."""
    if card.rank == Rank.FIVE:
        return -3.0
    if card.value == _TEN:
        return -1.0
    others = [other.rank for other in hand if other != card]
    good = 0.5 if card.rank in others else 0.0  # a pair of it is answered with a pair royal
    if _TEN + 5 - card.value in [other.value for other in hand if other != card]:
        good += 0.2  # a ten on it makes a count that suits the hand
    if card.value < 5:
        good += 1.0
    # An ace or a two is worth more at thirty-one than at the start.
    return good + 0.05 * card.value


def _answer(view: View, card: Card) -> float:
    rules = view.rules
    pile, count = (*view.pile, card), view.count + card.value
    points: float = score_play(pile).total
    danger = 0.0
    if count != 31 and any(view.hand_sizes[seat] for seat in _others(view)):
        danger = _danger(view, pile, count)
    if any(rules.target - view.scores[seat] <= CLOSE // 2 for seat in _others(view)):
        danger *= 2  # they are nearly out: give them nothing
    if rules.target - view.scores[view.seat] <= points:
        return 100.0
    return points - danger + 0.06 * card.value


def _others(view: View) -> list[int]:
    mine = view.rules.side_of(view.seat)
    return [seat for seat in range(view.rules.players) if view.rules.side_of(seat) != mine]


def _danger(view: View, pile: Cards, count: int) -> float:
    """Returns the danger of leaving this pile by the rules of thumb, in points."""
    card, danger = pile[-1], 0.0
    if count in (5, 21):
        danger += 1.0  # there are sixteen tens
    elif count < 15 or count > 21:
        danger += 0.2
    holds = [other.rank for other in view.hand if other != card]
    fits = count + card.value <= 31
    if fits and len(pile) > 1 and pile[-2].rank == card.rank:
        danger += 1.0 if card.rank not in holds else 0.3  # a third of them pegs six
    if fits and card.rank in holds:
        danger -= 0.4
    if len(pile) > 1 and 0 < abs(pile[-2].rank - card.rank) <= _NEIGHBOURS:
        danger += 0.6
    return danger
