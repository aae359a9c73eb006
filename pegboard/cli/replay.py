"""`pegboard replay`: replays game records and prints the effect of each line."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pegboard.cli.codes import Option
from pegboard.cli.line import Json, print_lines
from pegboard.cribbage.events import Scored, TakenBack, Warned
from pegboard.cribbage.notation import Record, format_action, parse_record
from pegboard.cribbage.replay import ReplayStep, replay_steps
from pegboard.cribbage.state import State, new_game
from pegboard.errors import IllegalAction, NotationError, seat_name
from pegboard.narration.events import localize_doubt
from pegboard.notice import localize_error
from pegboard.text_file import decode, open_file

LARGEST = 16 * 2**20
"""Maximum size in bytes, because a device file may be endless; a game has a few thousand."""
LINES_MOST = 20_000
"""Maximum number of lines, which are replayed in a second or two; a game has a few hundred."""

DONE, ILLEGAL, UNUSABLE = 0, 1, 2


def replay_command(
    paths: Annotated[list[Path], typer.Argument(help="Game records, or folders of *.game files.")],
    as_json: Json = False,
) -> int:
    """Plays records: files, and folders of ``*.game``.

    An illegal or unreadable line stops its file; the others are still played.

    Returns:
        The exit code: the worst of all files.
    """
    worst = DONE
    for path in paths:
        files = sorted(path.glob("*.game")) if path.is_dir() else [path]
        if not files:
            print_lines(f"pegboard replay: {path}: no *.game in this folder", to=sys.stderr)
            worst = UNUSABLE
        for file in files:
            worst = max(worst, _replay_file(file, as_json))
    return worst


def _replay_file(file: Path, as_json: bool) -> int:
    try:
        text = read_record(file)
    except (OSError, NotationError) as error:
        return _unusable(file, None, getattr(error, "strerror", None) or str(error), as_json)
    try:
        record, unreadable = parse_record(text, str(file)), None
    except NotationError as error:
        record, unreadable = _above(text, error.line or 1), error
    state = new_game(record.header.rules, record.header.dealer)
    if not as_json:
        print_lines(file)
    line, names = 0, record.header.names
    try:
        for line, moment in _numbered(record):
            state = moment.state
            if as_json:
                print(json.dumps(_as_json(file, line, moment)))
            else:
                print_lines(_as_text(line, moment, names))
    except IllegalAction as error:
        line = record.lines[record.lines.index(line) + 1] if line else record.lines[0]
        if as_json:
            print(json.dumps({"file": str(file), "line": line, "error": str(error)}))
        else:
            why = localize_error(error, names)
            print_lines(f"pegboard replay: {file}, line {line}: {why}", to=sys.stderr)
        return ILLEGAL
    if unreadable is not None:
        return _unusable(file, unreadable.line, str(unreadable.facts["why"]), as_json)
    if as_json:
        print(json.dumps(_end_as_json(file, state)))
    else:
        print_lines(_end_as_text(state, names))
    return DONE


def read_record(file: Path) -> str:
    """Reads the text of a record; raises OSError or NotationError on failure."""
    with open_file(file) as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise NotationError(Option.RECORD_TOO_LONG, most=LARGEST >> 20)
    if data.count(b"\n") > LINES_MOST:
        raise NotationError(Option.TOO_MANY_LINES, most=LINES_MOST)
    try:
        return decode(data)
    except NotationError as error:
        raise NotationError(Option.NOT_UTF8, at=error.facts["at"], why=error) from None


def _above(text: str, line: int) -> Record:
    """Returns the record before an unreadable line; an empty game if nothing can be read."""
    try:
        return parse_record("\n".join(text.split("\n")[: line - 1]))
    except NotationError:
        return parse_record("players 2")


def _numbered(record: Record) -> Iterator[tuple[int, ReplayStep]]:
    header = record.header
    return zip(record.lines, replay_steps(header.rules, header.dealer, record.actions), strict=True)


def _unusable(file: Path, line: int | None, message: str, as_json: bool) -> int:
    if as_json:
        where = {} if line is None else {"line": line}
        print(json.dumps({"file": str(file), **where, "error": message}))
    place = file if line is None else f"{file}, line {line}"
    print_lines(f"pegboard replay: {place}: {message}", to=sys.stderr)
    return UNUSABLE


def _as_json(file: Path, line: int, moment: ReplayStep) -> dict[str, Any]:
    state = moment.state
    return {
        "file": str(file),
        "line": line,
        "action": format_action(moment.action),
        "scores": state.scores,
        "count": state.count,
        "turn": state.turn,
        "stage": state.stage_name,
        "awards": [
            {"seat": event.seat, "points": event.item.points, "kind": event.item.kind}
            for event in moment.events
            if isinstance(event, Scored)
        ],
        "warnings": _warnings(moment),
    }


def _end_as_json(file: Path, state: State) -> dict[str, Any]:
    rules = state.rules
    return {
        "file": str(file),
        "end": True,
        "scores": state.scores,
        "over": state.over,
        "winner": state.winner,
        "skunk": state.skunk,
        "pegs": [state.pegs[rules.side_of(seat)] for seat in range(rules.players)],
    }


def _warnings(moment: ReplayStep, names: Sequence[str] | None = None) -> list[str]:
    """Returns the warnings and undone points of a step, needed to explain the score.

    In the terms of the record, or with the names of the seats if given.
    """
    texts: list[str] = []
    for event in moment.events:
        if isinstance(event, Warned):
            texts.append(event.text if names is None else localize_doubt(event, names))
        elif isinstance(event, TakenBack) and event.points:
            seat = f"seat {event.seat}" if names is None else seat_name(event.seat, names)
            texts.append(f"{seat}: {event.points} points are taken back")
    return texts


def _as_text(line: int, moment: ReplayStep, names: Sequence[str]) -> str:
    scores = " ".join(f"{score:>3}" for score in moment.state.scores)
    warnings = [
        f"{seat_name(event.seat, names)} {event.item.kind} {event.item.points}"
        for event in moment.events
        if isinstance(event, Scored)
    ]
    warnings += [f"warning: {text}" for text in _warnings(moment, names)]
    return f"{line:>5}  {format_action(moment.action):<24} {scores}  {'; '.join(warnings)}".rstrip()


def _end_as_text(state: State, names: Sequence[str]) -> str:
    if state.winner is None:
        return f"       not over, in the {state.stage_name}"
    skunk = ("", ", a skunk", ", a double skunk")[state.skunk]
    return f"       {seat_name(state.winner, names)} wins{skunk}"
