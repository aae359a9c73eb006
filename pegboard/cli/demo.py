"""`pegboard demo`: games between computers, with or without a board."""

import asyncio
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pegboard.cli.codes import Option
from pegboard.cli.line import ConfigFile, Json
from pegboard.cribbage.game import Deal, Go, Play, Rules
from pegboard.errors import ConfigError, DeviceError, seat_name
from pegboard.players import Player, by_name
from pegboard.players.selfplay import play_game

if TYPE_CHECKING:
    from pegboard.config import Config
    from pegboard.service.build import App

PACE_S = 1.2
"""Seconds an action takes at speed 1, as at a table."""


def demo_command(
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1,
    headless: Annotated[bool, typer.Option("--headless", help="Play without a board.")] = False,
    speed: Annotated[
        float, typer.Option(min=0, help="1 as at a table, 2 twice as fast, 0 unlimited.")
    ] = 1,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same games.")] = None,
    config: ConfigFile = None,
    as_json: Json = False,
) -> int:
    """Plays demo games and returns the exit code."""
    if headless:
        return demo_headless(games, seed=seed, speed=speed, as_json=as_json)
    return demo_on_board(games, seed=seed, speed=speed, config=config, as_json=as_json)


def demo_headless(
    games: int,
    *,
    seed: int | None = None,
    speed: float = 0.0,
    as_json: bool = False,
    levels: Sequence[str] = ("simple", "simple"),
) -> int:
    """Plays games and prints one line for each.

    The first deal rotates between the seats. The same seed gives the same games; only `seconds`
    differs.

    Args:
        games: number of games.
        seed: seed of the shuffles; random if None. It is printed in any case.
        speed: 1 as at a table, 2 twice as fast; 0 for no pauses.
        as_json: True to print JSON lines.
        levels: names of the players by seat.

    Returns:
        The exit code: 0, or 2 for an invalid player or speed.
    """
    try:
        players = [by_name(level) for level in levels]
        if not (math.isfinite(speed) and speed >= 0):
            raise ConfigError(Option.SPEED, value=speed)
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
    """Plays one game; its cards follow from the seed and `number`, counted from 1."""
    started = time.perf_counter()
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
        "seconds": round(time.perf_counter() - started, 4),
    }


def _in_words(result: dict[str, Any]) -> str:
    scores = _joined(result["scores"], "-")
    skunk = ("", ", a skunk", ", a double skunk")[result["skunk"]]
    return (
        f"game {result['game']}: {seat_name(result['winner'])} wins {scores}{skunk} "
        f"({result['deals']} deals, {result['plays']} plays, {result['seconds']:.2f} s)"
    )


def _joined(items: Iterable[object], sign: str) -> str:
    return sign.join(str(item) for item in items)


def demo_on_board(
    games: int, *, seed: int | None, speed: float, config: Path | None, as_json: bool
) -> int:
    """Plays demo games on the board, configured or simulated, then stops.

    Args:
        games: number of games.
        seed: seed of the shuffles; random if None.
        speed: 1 as at a table, 2 twice as fast, 0 for no pauses.
        config: configuration file.
        as_json: True to print one JSON line per game and nothing else.
    """
    from pegboard.cli.run import changed, say
    from pegboard.config import Config, load_config
    from pegboard.host import logfmt

    logfmt.configure_logging("warning")

    async def play(effective: "Config") -> None:
        from pegboard.service.run import serve

        number = 0

        async def until(app: "App") -> None:
            nonlocal number
            moves = app.game.moves
            while number < games:
                state, game = await moves.wait_for_game_over(), moves.table.game
                number += 1
                line = {"game": number, "scores": list(state.scores), "winner": state.winner}
                say(json.dumps(line | {"skunk": state.skunk}) if as_json else _in_short(line))
                if number < games:
                    await moves.wait_for_game_change(game)

        rng = None if seed is None else Random(seed)
        quiet = (lambda _: None) if as_json else say
        await serve(effective, quiet, rng=rng, until=until)

    with tempfile.TemporaryDirectory() as folder:  # do not store demo games
        try:
            base = load_config(config) if config else changed(Config(), simulated=True)
            pace = base.game.pace_s / speed if speed else 0.0
            asyncio.run(play(changed(base, demo=True, state=Path(folder), pace=pace)))
        except (ConfigError, DeviceError) as error:
            print(f"pegboard: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            pass
    return 0


def _in_short(line: dict[str, Any]) -> str:
    first, second = line["scores"]
    return f"game {line['game']}: {first} to {second}"


class _Progress:
    """Progress display on one line of the terminal; nothing without a terminal."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._is_shown = sys.stderr.isatty() and games > 1

    def show(self, number: int) -> None:
        if self._is_shown:
            print(f"{number} of {self._games} games", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
