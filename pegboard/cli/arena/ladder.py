"""`pegboard ladder`: a round robin of players, with ratings, a table and a chart."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pegboard.cli.arena.options import Processes, worker_count
from pegboard.cli.line import Json, progress
from pegboard.errors import PegboardError

if TYPE_CHECKING:
    from pegboard.arena.ladder.ratings import Ladder, Standing

WIDTH = 48
"""Columns of the chart in the terminal."""


def ladder_command(
    players: Annotated[
        list[str], typer.Argument(help="Levels, Python files with a class Bot, or exec:COMMAND.")
    ],
    games: Annotated[int, typer.Option(min=2, help="Games of every pair.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    file: Annotated[
        Path | None, typer.Option(help="Keeps the results; what is in it is not played again.")
    ] = None,
    chart: Annotated[Path | None, typer.Option(help="Draws the ratings (SVG).")] = None,
    processes: Processes = None,
    as_json: Json = False,
) -> int:
    """Plays the games and prints the ladder.

    Returns:
        The exit code: 0, or 2 for a player that is not there. One that breaks the rules, or does
        not answer, loses that game.
    """
    count = worker_count(processes)  # before the players import numpy
    from pegboard.arena.ladder.chart import draw_chart
    from pegboard.arena.ladder.games import play_on

    def show(ladder: "Ladder", of: int) -> None:
        progress(f"{ladder.games} of {of} games ")

    try:
        ladder = play_on(players, games, seed, file, count, show)
        standings = ladder.standings()
        if chart is not None:
            chart.write_text(draw_chart(standings))
    except (PegboardError, OSError) as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    progress()
    print(json.dumps(_as_json(ladder, standings)) if as_json else _in_words(ladder, standings))
    return 0


def _as_json(ladder: "Ladder", standings: list["Standing"]) -> dict[str, object]:
    return {
        "games": ladder.games,
        "seed": ladder.seed,
        "standings": [
            {
                "player": standing.player,
                "elo": round(standing.rating, 1),
                "error": round(standing.error, 1),
                "games": standing.games,
                "wins": standing.wins,
                "forfeits": standing.forfeits,
                "against": {
                    opponent.player: round(rate, 4)
                    for opponent in standings
                    if (rate := ladder.rate(standing.player, opponent.player)) is not None
                },
            }
            for standing in standings
        ],
    }


def _in_words(ladder: "Ladder", standings: list["Standing"]) -> str:
    wide = max(len(standing.player) for standing in standings)
    numbers = "".join(f"{n:>7}" for n in range(1, len(standings) + 1))
    lines = [f"   {'':{wide}}    Elo       games    won  against{numbers}"]
    for n, each in enumerate(standings, 1):
        rates = [ladder.rate(each.player, other.player) for other in standings]
        cells = "".join("      ." if rate is None else f"{rate:7.3f}" for rate in rates)
        share = each.wins / each.games if each.games else 0.0
        lines.append(
            f"{n:2} {each.player:{wide}} {each.rating:6.0f} ±{each.error:3.0f} {each.games:8}"
            f"  {share:.3f}        {cells}"
        )
    low = min(each.rating - each.error for each in standings)
    high = max(each.rating + each.error for each in standings)
    lines.append("")
    for each in standings:
        ends = [
            round((WIDTH - 1) * (at - low) / (high - low or 1))
            for at in (each.rating - each.error, each.rating, each.rating + each.error)
        ]
        bar = [" "] * WIDTH
        bar[ends[0] : ends[2] + 1] = "-" * (ends[2] - ends[0] + 1)
        bar[ends[1]] = "o"
        lines.append(f"   {each.player:{wide}} {''.join(bar).rstrip()}")
    lines.append(f"   {'':{wide}} {low:<.0f}{high:>{WIDTH - len(f'{low:.0f}')}.0f}")
    for each in standings:
        if each.forfeits:
            why = "it broke the rules or did not answer"
            lines += ["", f"   {each.player} forfeited {each.forfeits} games: {why}"]
    return "\n".join(lines)
