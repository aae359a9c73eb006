"""`pegboard arena`: two players compared on the same cards."""

import json
import sys
from random import SystemRandom
from typing import Annotated

import typer

from pegboard.cli.arena.options import Processes, processes_of
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
    count = processes_of(processes)  # before the players load numpy
    from pegboard.arena import arena
    from pegboard.arena.external import opened

    if seed is None:
        seed = SystemRandom().randrange(10**9)

    def show(tally: arena.Tally) -> None:
        progress(f"{tally.games} of {games} games, {sum(tally.wins) / tally.games:.3f} ")

    try:
        trial = arena.Trial(a, b, seed, 4 if partners else players, partners)
        with opened(a) as one, opened(b) as other:
            names = one.name, other.name
        tally = arena.run(trial, games, count, show)
    except PegboardError as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    progress()
    found = arena.result(trial, tally, names)
    print(json.dumps(found) if as_json else _in_words(found))
    return 0


def _in_words(found: dict) -> str:  # type: ignore[type-arg]
    low, high = found["ci95"]
    lines = [
        f"{found['a']} won {found['a_wins']} of {found['games']} games against {found['b']}: "
        f"{found['a_rate']:.3f} ({low:.3f} to {high:.3f}); "
        f"the first dealer {found['first_dealer_rate']:.3f}"
    ]
    for label, name in (("a", found["a"]), ("b", found["b"])):
        deal, ms = found["per_deal"][label], found["ms"][label]
        lines.append(
            f"  {name}: {deal['pone']} points a deal as pone, {deal['dealer']} as dealer; "
            f"{ms['discard']:.1f} ms a discard, {ms['play']:.1f} ms a play"
        )
    return "\n".join(lines)
