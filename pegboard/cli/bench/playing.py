"""Games and decisions per second."""

import time
from random import Random
from statistics import median
from typing import Any

from pegboard.cli.bench.slices import rate
from pegboard.cribbage.game import Rules


def games() -> dict[str, Any]:
    """Measures the rates of random games, replays of their records, and a player's decisions."""
    from pegboard.cribbage.replay import replay
    from pegboard.players import by_name
    from pegboard.players.selfplay import play_game

    chance, rng = by_name("random"), Random(7)
    records: list[list[Any]] = []

    def play() -> int:
        records.append([action for action, _ in play_game([chance, chance], rng, Rules(), 0)])
        return 1

    def again() -> int:
        actions = records[0]
        replay(Rules(), 0, actions)
        return len(actions)

    per_s = rate(play)
    return {"games_per_s": per_s, "replay_actions_per_s": rate(again), **_decisions()}


def _decisions() -> dict[str, Any]:
    from pegboard.players import by_name
    from pegboard.players.selfplay import play_game

    player, rng = by_name("simple"), Random(8)
    spent: dict[str, list[float]] = {"discard": [], "play": []}

    class Timed:
        name = player.name

        def choose(self, seen: Any, rng: Random) -> Any:
            started = time.perf_counter()
            action = player.choose(seen, rng)
            spent.setdefault(seen.stage_name, []).append(time.perf_counter() - started)
            return action

    for _ in play_game([Timed(), Timed()], rng, Rules(), 0):
        pass
    return {f"{kind}_ms": 1000 * median(spent[kind]) for kind in ("discard", "play")}
