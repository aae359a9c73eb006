"""A game at its show, for cards to be offered."""

from pegboard.cribbage.game import State, apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules


def after(*lines: str, manual: bool = True) -> State:
    state = new_game(Rules(manual_count=manual), 0)
    for line in lines:
        state = apply(state, parse_action(line)).state
    return state


DEAL = (
    "deal 0",
    "cut 5S",
    "play 1 4H",
    "play 0 KD",
    "play 1 7C",
    "play 0 QD",
    "play 1 8S",
    "play 0 9C",
    "play 1 2S",
    "play 0 3H",
)
"""Bob (pone) laid 4H 7C 8S 2S, Ann KD QD 9C 3H; Bob's hand is counted now."""


SHOWING = after(*DEAL)
