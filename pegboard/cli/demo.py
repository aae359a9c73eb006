"""`pegboard demo --headless`: the computer against itself, without a board."""

import json
import math
import sys
import time
from collections.abc import Iterable, Sequence
from random import Random, SystemRandom
from typing import Any

from pegboard.cribbage.game import Deal, Go, Play, Rules
from pegboard.errors import ConfigError
from pegboard.players import Player, by_name
from pegboard.players.selfplay import play_game

PACE_S = 1.2
"""Seconds an action takes at speed 1, as at a table."""


def demo_headless(
    games: int,
    *,
    seed: int | None = None,
    speed: float = 0.0,
    as_json: bool = False,
    levels: Sequence[str] = ("simple", "simple"),
) -> int:
    """Plays games and prints one line for each.

    The seats take turns to deal first. The same seed plays the same games; only `seconds` differs.

    Args:
        games: how many.
        seed: of the first shuffle on; by chance if None, and printed either way.
        speed: 1 as at a table, 2 twice as fast; 0 as fast as it goes.
        as_json: lines of JSON in place of words.
        levels: the players' names, one a seat.

    Returns:
        The exit code: 0, or 2 for a player or a speed that cannot be.
    """
    try:
        players = [by_name(level) for level in levels]
        if not (math.isfinite(speed) and speed >= 0):
            raise ConfigError(f"--speed {speed}: it is 0, as fast as it goes, or above")
    except ConfigError as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    if seed is None:
        seed = SystemRandom().randrange(10**9)
    progress = _Progress(games)
    for number in range(1, games + 1):
        result = _play(players, number, seed, PACE_S / speed if speed else 0.0)
        progress.clear()
        print(json.dumps(result) if as_json else _in_words(result), flush=True)
        progress.show(number)
    progress.clear()
    return 0


def _play(players: Sequence[Player], number: int, seed: int, pause_s: float) -> dict[str, Any]:
    """Plays game `number` of a seed, counted from 1."""
    begin = time.perf_counter()
    rules = Rules(players=len(players))
    dealer = (number - 1) % rules.players
    actions = deals = plays = 0
    for action, step in play_game(players, Random(f"{seed}:{number}"), rules, dealer):
        actions += 1
        deals += isinstance(action, Deal)
        plays += isinstance(action, Play | Go)
        state = step.state
        if pause_s:
            time.sleep(pause_s)
    return {
        "game": number,
        "seed": seed,
        "players": [player.name for player in players],
        "dealer": dealer,
        "scores": list(state.scores),
        "winner": state.winner,
        "skunk": state.skunk,
        "deals": deals,
        "plays": plays,
        "actions": actions,
        "seconds": round(time.perf_counter() - begin, 4),
    }


def _in_words(result: dict[str, Any]) -> str:
    scores = _joined(result["scores"], "-")
    skunk = ("", ", a skunk", ", a double skunk")[result["skunk"]]
    return (
        f"game {result['game']}: seat {result['winner']} wins {scores}{skunk} "
        f"({result['deals']} deals, {result['plays']} plays, {result['seconds']:.2f} s)"
    )


def _joined(items: Iterable[object], sign: str) -> str:
    return sign.join(str(item) for item in items)


class _Progress:
    """How far it has got, on one line of the terminal; nothing where there is none."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._shown = sys.stderr.isatty() and games > 1

    def show(self, number: int) -> None:
        if self._shown:
            print(f"{number} of {self._games} games", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
