"""Games to be reviewed."""

from random import Random

from pegboard.cribbage.game import Action, Rules
from pegboard.players import Player, by_name
from pegboard.players.selfplay import play_game
from tests.support.paths import TEST_DATA

GAMES = TEST_DATA / "games"


def played(seed: int, *levels: str | Player, rules: Rules | None = None) -> tuple[Action, ...]:
    players = [by_name(level) if isinstance(level, str) else level for level in levels]
    return tuple(action for action, _ in play_game(players, Random(seed), rules))


FIVES = "players 2\ndeal 1 5H5D5CJS2HKD 6D9H4H7C2D8D\ndiscard 0 {}\ndiscard 1 9H2D\ncut {}\n"
