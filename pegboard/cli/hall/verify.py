"""`pegboard hall verify`: verifies an exported event, and names its faults."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from pegboard.cli.hall.table import rows
from pegboard.cli.line import Json, print_lines
from pegboard.errors import PegboardError
from pegboard.hall.archive.container import FILE_MOST
from pegboard.hall.archive.verify import Report, verify
from pegboard.text_file import read_bytes

DONE, NOT_PROVED, UNUSABLE = 0, 1, 2


def verify_command(
    file: Annotated[Path, typer.Argument(help="File of an exported event.")],
    hall: Annotated[
        str, typer.Option(help="Key of the hall as you know it: its first digits or more.")
    ] = "",
    processes: Annotated[
        int, typer.Option(min=0, help="Processes that share the work; 0 for one per core.")
    ] = 0,
    as_json: Json = False,
) -> int:
    """Replays every game of an event and recomputes every standing.

    Returns:
        The exit code: 0 if all is proved; 1 if something is wrong, or the hall is another; 2 for a
        file that is no exported event.
    """
    began = time.perf_counter()
    try:
        report = verify(read_bytes(file, FILE_MOST), str(file), processes or os.cpu_count() or 1)
    except (OSError, PegboardError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        reason = reason if str(file) in str(reason) else f"{file}: {reason}"
        if as_json:
            print(json.dumps({"file": str(file), "error": str(reason)}))
        print_lines(f"pegboard hall verify: {reason}", to=sys.stderr)
        return UNUSABLE
    seconds = time.perf_counter() - began
    is_expected = report.hall.hex().startswith(hall.lower())
    proved = not report.faults and is_expected
    if as_json:
        print(
            json.dumps(
                _as_json(file, report, seconds) | {"proved": proved, "hall_known": is_expected}
            )
        )
        return DONE if proved else NOT_PROVED
    for fault in report.faults:
        print_lines(f"wrong: {fault}")
    if not is_expected:
        print_lines(f"wrong: the hall is {report.hall.hex()}, not {hall}")
    if proved:
        print_lines(*rows(report.state))
        if report.consolation is not None:
            print()
            print_lines(report.consolation.state.name, *rows(report.consolation.state))
        for part in (report, report.consolation):
            print_lines(*(() if part is None else _witness_rows(part)))
        print(
            f"proved: {report.games} games replayed, {report.items} entries, "
            f"{report.decisions} decisions, {seconds:.1f} s"
        )
        if not hall:
            print(f"Is this the hall's key? {report.hall.hex()}")
    return DONE if proved else NOT_PROVED


def _witness_rows(report: Report) -> Iterator[str]:
    """Yields the lines about signatures, results without one, and games on no card."""
    witnesses, names = report.witnesses, report.state.names
    yield f"signed by both players at a board: {witnesses.signed} of {witnesses.lines} lines"
    if witnesses.director:
        yield f"results on the director's word alone: {len(witnesses.director)}"
    for result in witnesses.director:
        where = f"round {result.round}, table {result.table}"
        if result.is_match:
            where = f"bracket, round {result.round}" if result.round else "play-off"
        elif not result.table:
            where = f"round {result.round}"
        yield f"  {where}: {', '.join(names.get(player, player) for player in result.players)}"
    if report.uncarded:
        yield f"finished games in the journals that are on no card: {len(report.uncarded)}"
    for board, game in report.uncarded:
        yield f"  board {board}: game {game}"


def _as_json(file: Path, report: Report, seconds: float) -> dict[str, object]:
    return {
        "file": str(file),
        "event": report.event,
        "hall": report.hall.hex(),
        "games": report.games,
        "entries": report.items,
        "decisions": report.decisions,
        "award_hands": report.award_hands,
        "lines": report.witnesses.lines,
        "signed_lines": report.witnesses.signed,
        "director_results": msgspec.to_builtins(report.witnesses.director),
        "games_on_no_card": report.uncarded,
        "standings": [
            [place.place, place.player, place.tally.points] for place in report.state.standings()
        ],
        "faults": [fault.as_json() | {"says": str(fault)} for fault in report.faults],
        "seconds": round(seconds, 3),
    }
