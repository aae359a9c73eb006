"""A club player: sound discards, rules of thumb in the play, few errors.

It discards by the hand's mean and the published crib averages, both rounded as people remember
them. In the play it leads low cards, and neither fives nor tens; it avoids leaving a count of 5 or
21; it pairs when that is safe; it avoids ranks from which the opponent could make a run; and it
keeps low cards for the go. It considers the score when somebody is close to the end.
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
"""Probability of checking another player's count."""

CLOSE = 15
"""Distance from the end, in points, within which the player considers the score."""

_STEP = 0.5
"""Step to which averages are rounded, in points."""
_TEN = 10
_NEIGHBOURS = 2
"""Largest distance of two ranks that invite a run."""


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
    """Returns the discard with the best hand and crib; ties are broken at random."""
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
            # It counts before the dealer: maximise the chance of counting out, then the points.
            return 100 * sum(got >= needed for got in points) / len(points) + hand
        return hand + crib(action.cards, is_own_crib)

    return max(rng.sample(view.legal, len(view.legal)), key=worth)


def rounded(points: float) -> float:
    """Returns an average rounded to half a point, as people remember it."""
    return round(points / _STEP) * _STEP


def crib(away: Cards, own: bool) -> float:
    """Returns the average value of a crib with these discards; negative if it is not one's own."""
    averages = OWN if own else OTHER
    row = averages[away[0].rank - 1]
    points = rounded(sum(row) / len(row) if len(away) == 1 else row[away[1].rank - 1])
    return points if own else -points


def _play(view: View) -> Action:
    """Returns the card with the highest value by the rules of thumb; the first among equals."""

    def worth(action: Action) -> float:
        assert isinstance(action, Play)
        if not view.pile:
            return lead(action.card, view.hand)
        return _answer(view, action.card)

    return max(view.legal, key=worth)


def lead(card: Card, hand: Cards) -> float:
    """Returns the value of a card as a lead, by the rules of thumb."""
    if card.rank == Rank.FIVE:
        return -3.0
    if card.value == _TEN:
        return -1.0
    others = [other.rank for other in hand if other != card]
    good = 0.5 if card.rank in others else 0.0  # paired, it becomes a pair royal
    if _TEN + 5 - card.value in [other.value for other in hand if other != card]:
        good += 0.2  # another card of the hand makes fifteen with it
    if card.value < 5:
        good += 1.0
    # An ace or a two is worth more near thirty-one than as a lead.
    return good + 0.05 * card.value


def _answer(view: View, card: Card) -> float:
    rules = view.rules
    pile, count = (*view.pile, card), view.count + card.value
    points: float = score_play(pile).total
    danger = 0.0
    if count != 31 and any(view.hand_sizes[seat] for seat in _others(view)):
        danger = _danger(view, pile, count)
    if any(rules.target - view.scores[seat] <= CLOSE // 2 for seat in _others(view)):
        danger *= 2  # an opponent is nearly out, so weigh danger more
    if rules.target - view.scores[view.seat] <= points:
        return 100.0
    return points - danger + 0.06 * card.value


def _others(view: View) -> list[int]:
    mine = view.rules.side_of(view.seat)
    return [seat for seat in range(view.rules.players) if view.rules.side_of(seat) != mine]


def _danger(view: View, pile: Cards, count: int) -> float:
    """Returns the points that a pile may give the opponents, by the rules of thumb."""
    card, danger = pile[-1], 0.0
    if count in (5, 21):
        danger += 1.0  # sixteen cards of value ten score on this count
    elif count < 15 or count > 21:
        danger += 0.2
    holds = [other.rank for other in view.hand if other != card]
    fits = count + card.value <= 31
    if fits and len(pile) > 1 and pile[-2].rank == card.rank:
        danger += 1.0 if card.rank not in holds else 0.3  # a third card of the rank pegs six
    if fits and card.rank in holds:
        danger -= 0.4
    if len(pile) > 1 and 0 < abs(pile[-2].rank - card.rank) <= _NEIGHBOURS:
        danger += 0.6
    return danger
