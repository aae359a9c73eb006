"""`pegboard bench`: benchmarks of this machine, each next to its target.

On a shared machine only ratios within one run are meaningful; absolute times serve to compare
machines. A figure that this version cannot measure is null. `--against` compares two versions; see
`pegboard.cli.bench.against`.
"""

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pegboard.cli.bench.counting import bulk, scoring
from pegboard.cli.bench.frames import frames
from pegboard.cli.bench.playing import games
from pegboard.cli.bench.pressing import presses
from pegboard.cli.bench.process import start
from pegboard.cli.bench.seeing import camera
from pegboard.cli.bench.watching import watchers
from pegboard.cli.line import Json, progress
from pegboard.errors import DeviceError


class Topic(StrEnum):
    """The topics that can be measured."""

    MACHINE = "machine"
    HALL = "hall"


MEASURES: dict[str, Callable[[], dict[str, Any]]] = {
    "scoring": scoring,
    "every hand": bulk,
    "games": games,
    "frames": frames,
    "presses": presses,
    "start": start,
    "watchers": watchers,
    "camera": camera,
}


def bench_command(
    topic: Annotated[
        Topic, typer.Argument(help="What to measure: this machine, or a hall under load.")
    ] = Topic.MACHINE,
    boards: Annotated[int, typer.Option(min=1, max=2000, help="Boards at the hall.")] = 100,
    onlookers: Annotated[
        int, typer.Option(min=0, max=4000, help="Number of onlookers at the hall.")
    ] = 200,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Length of the load.")] = 20.0,
    speed: Annotated[
        float, typer.Option(min=0.1, max=100, help="1: a game in a quarter of an hour.")
    ] = 1.0,
    backlog: Annotated[
        int, typer.Option(min=0, max=5000, help="Actions of each board before it connects.")
    ] = 0,
    config: Annotated[
        Path | None, typer.Option(help="Configuration of the hall, with an empty database.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="REF", help="Compare with a commit: ratios, in turn.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=3, max=100, help="Rounds with --against.")] = 3,
    only: Annotated[
        list[str] | None,
        typer.Option(help="A measure with --against: service, count, frame, press, hands."),
    ] = None,
    most: Annotated[
        float | None,
        typer.Option(min=0.1, help="With --against: exit with 1 if a ratio is surely above this."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Measures, reports progress on stderr, and prints the figures."""
    if against is not None:
        from pegboard.cli.bench import against as comparing

        return comparing.against(
            against, rounds=rounds, only=only or [], most=most, as_json=as_json
        )
    if topic is Topic.HALL:
        from pegboard.cli.bench.hall import Load, hall

        load = Load(boards, onlookers, seconds, speed, backlog, config)
        try:
            return _print(hall(load), as_json=as_json)
        except DeviceError as error:
            print(f"pegboard bench hall: {error}", file=sys.stderr)
            return 2
    figures: dict[str, Any] = {}
    for name, measure in MEASURES.items():
        progress(f"{name} …")
        figures.update(measure())
    progress()
    return _print(figures, as_json=as_json)


def _print(figures: dict[str, Any], *, as_json: bool) -> int:
    if as_json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:22} {_plain(value)}")
    if brute := figures.get("brute_per_s"):
        print("\nagainst a plain itertools counter:")
        for name in ("hands_per_s", "hand_points_per_s", "score_hand_per_s"):
            if figures.get(name):
                print(f"{name:22} {figures[name] / brute:.1f} x")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "  ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return "not measured" if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")
