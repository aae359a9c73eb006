"""`pegboard arena`: compares two players on the same cards."""

import json
import sys
from random import SystemRandom
from typing import Annotated

import typer

from pegboard.cli.arena.options import Processes, worker_count
from pegboard.cli.line import Json, progress
from pegboard.errors import PegboardError


def arena_command(
    a: Annotated[
        str, typer.Argument(help="A level, a Python file with a class Bot, or exec:COMMAND.")
    ],
    b: Annotated[str, typer.Argument(help="The other player, given the same way.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 200,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    players: Annotated[
        int, typer.Option(min=2, max=4, help="Number of players; B takes all seats but one.")
    ] = 2,
    partners: Annotated[bool, typer.Option("--partners", help="Two against two.")] = False,
    processes: Processes = None,
    as_json: Json = False,
) -> int:
    """Plays the games and prints the result.

    Returns:
        The exit code: 0, or 2 for a player that is not there or breaks the rules.
    """
    count = worker_count(processes)  # before the players import numpy
    from pegboard.arena import arena
    from pegboard.arena.external import opened

    if seed is None:
        seed = SystemRandom().randrange(10**9)

    def show(tally: arena.Tally) -> None:
        progress(f"{tally.games} of {games} games, {sum(tally.wins) / tally.games:.3f} ")

    try:
        trial = arena.Trial(a, b, seed, 4 if partners else players, partners)
        with opened(a) as first, opened(b) as second:
            names = first.name, second.name
        tally = arena.run(trial, games, count, show)
    except PegboardError as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    progress()
    result = arena.result(trial, tally, names)
    print(json.dumps(result) if as_json else _in_words(result))
    return 0


def _in_words(result: dict) -> str:  # type: ignore[type-arg]
    low, high = result["ci95"]
    lines = [
        f"{result['a']} won {result['a_wins']} of {result['games']} games against {result['b']}: "
        f"{result['a_rate']:.3f} ({low:.3f} to {high:.3f}); "
        f"the first dealer {result['first_dealer_rate']:.3f}"
    ]
    for label, name in (("a", result["a"]), ("b", result["b"])):
        deal, ms = result["per_deal"][label], result["ms"][label]
        lines.append(
            f"  {name}: {deal['pone']} points a deal as pone, {deal['dealer']} as dealer; "
            f"{ms['discard']:.1f} ms a discard, {ms['play']:.1f} ms a play"
        )
    return "\n".join(lines)
