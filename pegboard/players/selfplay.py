"""Whole games between computer players: demos, benchmarks, and comparisons of strength."""

from collections.abc import Iterator, Sequence
from random import Random

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import Action, Cut, Deal, Rules, State, Step, apply, new_game, view
from pegboard.cribbage.shuffle import Shuffle, dealt
from pegboard.players import Player


def deal_actions(rules: Rules, dealer: int, rng: Random) -> tuple[Deal, Cut]:
    """Returns one shuffle: the deal, and the starter that will be cut for it."""
    deck = list(DECK)
    rng.shuffle(deck)
    return dealt(rules, dealer, tuple(deck))


def play_game(
    players: Sequence[Player],
    rng: Random,
    rules: Rules | None = None,
    dealer: int = 0,
    shuffle: Shuffle | None = None,
) -> Iterator[tuple[Action, Step]]:
    """Plays one game to its end, one action at a time.

    The cards come from `rng` alone, and the players have a separate source of random numbers. So
    the same `rng` deals the same cards to any players: two games with the seats swapped are a
    fair comparison.

    Args:
        players: player of each seat; one player may hold several.
        rng: source of the shuffles.
        rules: rules of the game; None for the defaults with as many seats as players.
        dealer: seat that deals first.
        shuffle: source of the cards, instead of `rng`.

    Yields:
        Each action with its result; the game is over after the last one.

    Raises:
        IllegalAction: a player chose what the rules forbid.
        ValueError: the number of players differs from the number of seats.
    """
    rules = rules or Rules(players=len(players))
    if len(players) != rules.players:
        raise ValueError(f"{len(players)} players for {rules.players} seats")
    chance = Random(rng.getrandbits(64))
    state = new_game(rules, dealer)
    cut: Action = Cut(DECK[0])
    deals = 0
    while not state.over:
        action: Action
        if state.stage_name == "deal":
            deals += 1
            if shuffle is not None:
                action, cut = shuffle.dealt(rules, state.dealer, deals)
            else:
                action, cut = deal_actions(rules, state.dealer, rng)
        elif state.stage_name == "cut":
            action = cut
        else:
            seat = _seat_to_act(state)
            action = players[seat].choose(view(state, seat), chance)
        step = apply(state, action)
        state = step.state
        yield action, step


def _seat_to_act(state: State) -> int:
    """Returns the seat to act; if several may discard, the first clockwise from the dealer."""
    if state.turn is not None:
        return state.turn
    players = state.rules.players
    seats = [(state.pone + step) % players for step in range(players)]
    return next(seat for seat in seats if view(state, seat).legal)
