"""A sensible player that is easy to follow.

It keeps the four cards that score most on average over every unseen starter, with the average crib
of its discards added or subtracted. In the play it takes a card's points, less those that the next
seat can be expected to score in reply; so it leads no five, and leaves no count of 21, without a
rule for either.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from pegboard.cribbage.cards import DECK, Card, Cards, Rank
from pegboard.cribbage.game import Action, Claim, Discard, Muggins, Play, View
from pegboard.cribbage.scoring import hand_points, score_play
from pegboard.players.crib_means import CRIB_MEANS

_GO = 1.0
"""Value of leaving the others without a playable card, in points."""
_COMEBACK = 0.5
"""Value of holding another card of the rank: a pair can be answered with a pair royal."""
_EARLY = 0.02
"""Value of each pip of the card played: low cards are worth keeping for high counts."""

# One card of every rank, for calculations in which suits do not matter.
_BY_RANK = {rank: next(card for card in DECK if card.rank == rank) for rank in Rank}


class Simple:
    """Deterministic player with exact discard averages that looks one card ahead in the play."""

    name = "simple"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns the best of `view.legal` by its estimates, the first among equals."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.legal[0]:
            case Discard():
                return self._discard(view)
            case Play():
                return self._play(view)
            case Claim():
                return self._claim(view)
        return view.legal[-1]  # a call that is too high costs nothing: the rules reduce it

    def _discard(self, view: View) -> Action:
        rules = view.rules
        is_own_crib = rules.side_of(view.seat) == rules.side_of(view.dealer)
        starters = [card for card in DECK if card not in view.hand]

        def worth(action: Action) -> float:
            assert isinstance(action, Discard)
            kept_cards = [card for card in view.hand if card not in action.cards]
            crib = crib_mean(action.cards)
            return hand_mean(kept_cards, starters) + (crib if is_own_crib else -crib)

        return max(view.legal, key=worth)

    def _play(self, view: View) -> Action:
        seen_cards = {*view.hand, *view.discards, *(card for _, card in view.plays), view.starter}
        unseen = [card for card in DECK if card not in seen_cards]

        def worth(action: Action) -> float:
            return self._card_worth(view, action.card, unseen) if isinstance(action, Play) else 0.0

        return max(view.legal, key=worth)

    def _card_worth(self, view: View, card: Card, unseen: Cards | list[Card]) -> float:
        pile = (*view.pile, card)
        worth = score_play(pile).total + _EARLY * card.value
        count = view.count + card.value
        if count == 31:
            return worth
        if any(other.rank == card.rank for other in view.hand if other != card):
            worth += _COMEBACK
        seat = _next_to_play(view, count)
        if seat is None:
            return worth + _GO
        return worth - _answer(view, seat, pile, count, unseen)

    def _claim(self, view: View) -> Action:
        """Returns a claim of the hand's exact points, or of 0 if the hand is not visible."""
        cards = view.crib or view.played[view.seat]
        points = 0
        if len(cards) == 4 and view.starter is not None:
            points = hand_points(cards, view.starter, bool(view.crib))
        return next(
            action
            for action in view.legal
            if not isinstance(action, Muggins) and action == Claim(view.seat, points)
        )


def hand_mean(kept: Sequence[Card], starters: Sequence[Card]) -> float:
    """Returns the average points of four cards over these starters."""
    return sum([hand_points(kept, starter) for starter in starters]) / len(starters)


def crib_mean(laid_away: Sequence[Card]) -> float:
    """Returns the average points of a crib with these one or two cards."""
    first = CRIB_MEANS[laid_away[0].rank - 1]
    if len(laid_away) == 1:
        return sum(first) / len(first)
    return first[laid_away[1].rank - 1]


def _next_to_play(view: View, count: int) -> int | None:
    """Returns the next seat that may hold a card that fits; None if no other does."""
    players = view.rules.players
    for step in range(1, players):
        seat = (view.seat + step) % players
        if view.hand_sizes[seat] and count + view.least[seat] <= 31:
            return seat
    return None


def _answer(view: View, seat: int, pile: Cards, count: int, unseen: Sequence[Card]) -> float:
    """Returns the points the next seat can be expected to score in answer to this pile.

    Each scoring rank is weighted by the probability that the seat holds it, but none that scores
    more.
    """
    least = view.least[seat]
    hidden = [card for card in unseen if card.value >= least]
    held = view.hand_sizes[seat]
    answers = []
    for rank, copies in Counter(card.rank for card in hidden).items():
        card = _BY_RANK[rank]
        if count + card.value <= 31 and (points := score_play((*pile, card)).total):
            answers.append((points, copies))
    expected, nothing_yet = 0.0, 1.0
    for points, copies in sorted(answers, reverse=True):
        chance = 1 - (1 - copies / len(hidden)) ** held
        expected += nothing_yet * chance * points
        nothing_yet *= 1 - chance
    return expected
