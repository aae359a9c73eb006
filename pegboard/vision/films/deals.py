"""Random legal deals."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pegboard.cribbage import (
    DECK,
    Action,
    Card,
    Cut,
    Deal,
    Discard,
    Go,
    Play,
    Rules,
    apply,
    legal_actions,
    new_game,
)
from pegboard.cribbage.cards import Cards
from pegboard.cribbage.state import Playing


@dataclass(frozen=True)
class TableDeal:
    """Deal as it was played.

    Attributes:
        dealer: seat of the dealer.
        actions: deal, cut, plays and gos.
        hands: the four cards of each seat.
        crib: the four cards of the crib.
        closed: numbers of the plays after which the count was reset.
    """

    dealer: int
    actions: tuple[Action, ...]
    hands: tuple[Cards, ...]
    crib: Cards
    closed: tuple[int, ...]

    @property
    def starter(self) -> Card:
        """The card turned up as starter."""
        return next(action.card for action in self.actions if isinstance(action, Cut))

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards played, in order."""
        return tuple(action for action in self.actions if isinstance(action, Play))


def random_deal(seed: int, players: int = 2, dealer: int | None = None) -> TableDeal:
    """Returns a deal of random legal actions."""
    rng = Random(seed)
    rules = Rules(players)
    dealer = rng.randrange(players) if dealer is None else dealer
    deck = rng.sample(DECK, 52)
    hands = tuple(
        tuple(deck[seat * rules.dealt : (seat + 1) * rules.dealt]) for seat in range(players)
    )
    crib_card = deck[40] if players == 3 else None
    state = apply(new_game(rules, dealer), Deal(dealer, hands, crib_card)).state
    for seat in range(players):
        state = apply(state, Discard(seat, hands[seat][: rules.laid_away])).state
    kept_hands = tuple(hand[rules.laid_away :] for hand in hands)
    crib = [card for hand in hands for card in hand[: rules.laid_away]]
    actions: list[Action] = [Deal(dealer), Cut(deck[41])]
    state = apply(state, actions[-1]).state
    closed = []
    while isinstance(state.stage, Playing):
        before = state.stage.reset
        choices = legal_actions(state, state.stage.turn)
        actions.append(rng.choice([a for a in choices if isinstance(a, Play | Go)]))
        state = apply(state, actions[-1]).state
        if isinstance(state.stage, Playing) and state.stage.reset != before:
            closed.append(state.stage.reset)
    crib += [crib_card] if crib_card else []
    return TableDeal(dealer, tuple(actions), kept_hands, tuple(crib), tuple(closed))
