"""`pegboard analyze`: reviews a game."""

import json
import os
import sys
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from pegboard.cli.line import Json, print_lines, progress
from pegboard.cli.replay import DONE, ILLEGAL, UNUSABLE, read_record
from pegboard.cribbage.notation import Record, parse_record
from pegboard.cribbage.replay import replay_steps
from pegboard.errors import IllegalAction, NotationError, seat_name
from pegboard.narration.events import SKUNKS


def analyze_command(
    path: Annotated[Path, typer.Argument(help="Game record.")],
    as_json: Json = False,
    svg: Annotated[Path | None, typer.Option(help="SVG file to write the charts to.")] = None,
) -> int:
    """Reviews a record and prints the result.

    Returns:
        The exit code: 1 for an illegal action, 2 for what cannot be read or written.
    """
    if path.is_dir():
        return _refused(UNUSABLE, f"{path}: must be one record, such as game.game, not a folder")
    try:
        record = parse_record(read_record(path), str(path))
    except NotationError as error:
        return _refused(UNUSABLE, str(error) if error.line else f"{path}: {error}")
    except OSError as error:
        return _refused(UNUSABLE, f"{path}: {error.strerror or error}")
    if not record.actions:
        return _refused(UNUSABLE, f"{path}: the record has no actions; there is nothing to review")
    if problem := _illegal(path, record):
        return _refused(ILLEGAL, problem)

    # Imported late because numpy and the tables load slowly. One core: nets this small are slower
    # on several busy cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from pegboard.analysis.analyze import review_game
    from pegboard.analysis.charts import review_svg
    from pegboard.analysis.report import as_message, as_table

    header = record.header
    names = [seat_name(seat, header.names) for seat in range(header.rules.players)]

    def show_progress(done: int, of: int) -> None:
        progress(f"{done} of {of} actions ")

    report = review_game(header.rules, header.dealer, record.actions, Random(1), show_progress)
    progress()
    if svg is not None:
        try:
            svg.write_text(review_svg(report, names), encoding="utf-8")
        except OSError as error:
            return _refused(UNUSABLE, f"{svg}: {error.strerror or error}")
    if as_json:
        print(json.dumps({"file": str(path), **as_message(report, record, names)}))
        return DONE
    print_lines(f"{path}: {_result(record, names)}", *as_table(report, record, names))
    return DONE


def _illegal(path: Path, record: Record) -> str:
    """Returns the error of the first illegal line; empty if all are legal."""
    number = 0
    header = record.header
    try:
        for _ in replay_steps(header.rules, header.dealer, record.actions):
            number += 1
    except IllegalAction as error:
        return f"{path}, line {record.lines[number]}: {error}"
    return ""


def _result(record: Record, names: list[str]) -> str:
    *_, last = replay_steps(record.header.rules, record.header.dealer, record.actions)
    state = last.state
    scores = ", ".join(f"{names[side]} {state.scores[side]}" for side in range(state.rules.sides))
    if state.winner is None:
        return f"{scores}; not over"
    return f"{scores}; {names[state.winner]} wins{SKUNKS[state.skunk]}"


def _refused(code: int, why: str) -> int:
    print_lines(f"pegboard analyze: {why}", to=sys.stderr)
    return code
