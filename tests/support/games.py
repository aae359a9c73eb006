"""Game states, rules and recorded games for tests."""

from dataclasses import replace
from random import Random

from pegboard.cribbage.cards import DECK, Card, parse_cards
from pegboard.cribbage.game import Action, Playing, State, apply, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.rules import Rules
from pegboard.players import Player, by_name
from pegboard.players.selfplay import play_game
from tests.support.paths import TEST_DATA


def mid_play(hand: str, pile: str, *, laid: str = "", starter: str = "8D") -> State:
    """Returns a state in the play where seat 0 is to play on the given pile."""
    mine, down = parse_cards(hand), parse_cards(pile)
    own_played = parse_cards(laid)
    used_cards = {*mine, *down, *own_played, Card.parse(starter)}
    spare = [card for card in DECK if card not in used_cards]
    # Fill both hands up to four with cards that were played before, on a closed pile.
    plays = [(1 if place % 2 == 0 else 0, card) for place, card in enumerate(down)]
    if len(down) % 2 == 0:
        plays = [(0 if place % 2 == 0 else 1, card) for place, card in enumerate(down)]
    held = [len(mine), 4 - sum(seat == 1 for seat, _ in plays)]
    counts = [len(mine) + sum(seat == 0 for seat, _ in plays), 4]
    kept0 = (*mine, *(card for seat, card in plays if seat == 0), *spare[: 4 - counts[0]])
    before = tuple((0, card) for card in spare[: 4 - counts[0]])
    kept1 = (*(card for seat, card in plays if seat == 1), *spare[10 : 10 + held[1]])
    stage = Playing(
        kept=(kept0, kept1),
        discards=((spare[20], spare[21]), (spare[22], spare[23])),
        crib=tuple(spare[20:24]),
        starter=Card.parse(starter),
        turn=0,
        left=(held[0], held[1]),
        plays=(*before, *plays),
        reset=len(before),
        count=sum(card.value for card in down),
        out=(),
        least=(1, 1),
    )
    return replace(new_game(Rules(), 1), stage=stage)


def state_after(*lines: str, manual: bool = True) -> State:
    state = new_game(Rules(manual_count=manual), 0)
    for line in lines:
        state = apply(state, parse_action(line)).state
    return state


LINES_TO_SHOW = (
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


SHOW_STATE = state_after(*LINES_TO_SHOW)


RULE_VARIANTS = [
    Rules(),
    Rules(target=61, dealer_bonus=3),
    Rules(manual_count=True),
    Rules(muggins=True),
    Rules(players=3),
    Rules(players=4),
    Rules(players=4, partners=True),
]


GAMES_FOLDER = TEST_DATA / "games"


def self_play(seed: int, *levels: str | Player, rules: Rules | None = None) -> tuple[Action, ...]:
    players = [by_name(level) if isinstance(level, str) else level for level in levels]
    return tuple(action for action, _ in play_game(players, Random(seed), rules))


FIVES_RECORD = "players 2\ndeal 1 5H5D5CJS2HKD 6D9H4H7C2D8D\ndiscard 0 {}\ndiscard 1 9H2D\ncut {}\n"
