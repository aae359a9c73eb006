"""A sensible player that is easy to follow.

It keeps the four cards that score most on average over every starter it has not seen, with what
it lays away counted for the crib's owner. In the play it takes what a card scores at once, less
what the next seat can be expected to answer; so it leads no five, and leaves no count of 21,
without a rule for either.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from pegboard.cribbage.cards import DECK, Card, Cards, Rank
from pegboard.cribbage.game import Action, Claim, Discard, Muggins, Play, View
from pegboard.cribbage.scoring import hand_points, score_play
from pegboard.players.crib_means import CRIB_MEANS

_GO = 1.0
"""Value of leaving the others no card that fits."""
_COMEBACK = 0.5
"""Value of another card of the rank: a pair can be answered with a pair royal."""
_EARLY = 0.02
"""Value of being rid of one pip: low cards fit when others do not."""

# One card of every rank and value, for questions in which suits do not matter.
_BY_RANK = {rank: next(card for card in DECK if card.rank == rank) for rank in Rank}


class Simple:
    """Uses exact means for the discard, and looks one card ahead in the play. Deterministic."""

    name = "simple"

    def choose(self, view: View, rng: Random) -> Action:
        """Returns the best of `view.legal` as it knows, the first among equals."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.legal[0]:
            case Discard():
                return self._discard(view)
            case Play():
                return self._play(view)
            case Claim():
                return self._claim(view)
        return view.legal[
            -1
        ]  # to call muggins too high costs nothing: the call is cut to the truth

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
        """Returns a claim of exactly the hand's points.

        0 if it does not see it.
        """
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

    Every rank that scores counts with the chance that the seat holds a card of it; it plays one
    of them only, so the best goes first.
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
