"""Follows films with known truth: `python -m pegboard.cli.follow.measure FILMS RESULTS`.

Writes `RESULTS/0001.jsonl` as `pegboard follow FILMS/0001 --json` prints it, and
`RESULTS/answered/0001.jsonl`: the same if people answer one question in each deal, truthfully.
`python -m pegboard.vision.films.judge` judges either folder. Films with results are skipped, so a
run may be interrupted.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import cv2

from pegboard.cli.follow.answering import AnsweringPlayer
from pegboard.cli.follow.command import follow_command
from pegboard.cribbage import Action, Go, format_action, parse_action
from pegboard.devices.cameras.film import frames
from pegboard.errors import DeviceError
from pegboard.vision.films.judge import Row
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.tracking.detector import CardDetector
from pegboard.vision.recognise import Recogniser


def run_follow(film: Path, truth: Row) -> list[Row]:
    """Returns the output of `pegboard follow` for a film."""
    with redirect_stdout(StringIO()) as printed:
        follow_command(str(film), truth["players"], fps=truth["fps"], as_json=True)
    return [json.loads(line) for line in printed.getvalue().splitlines()]


def answered(film: Path, truth: Row) -> list[Row]:
    """Returns the same output, with the first question of each deal answered."""
    lines = [parse_action(line) for line in truth["lines"]]
    follower = Follower(CardDetector(Recogniser()), truth["players"])
    answering = AnsweringPlayer(follower, lines)
    rows: list[Row] = []
    printed: list[Action] = []
    name = ""
    for frame in frames(str(film), truth["fps"]):
        if isinstance(frame.image, DeviceError):
            raise frame.image
        name = frame.name
        news = follower.process(frame.image, frame.at)
        rows += _changed(name, printed, answering.process(news, frame.at))
    return [*rows, *_changed(name, printed, answering.finish())]


def _changed(frame: str, printed: list[Action], now: list[Action]) -> Iterator[Row]:
    """Yields the rows that turn the printed lines into the current ones; updates `printed`."""
    standing = [action for action in now if not isinstance(action, Go)]
    pairs = zip(printed, standing, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(printed), len(standing)))
    yield from ({"frame": frame, "line": "undo"} for _ in printed[same:])
    yield from ({"frame": frame, "line": format_action(action)} for action in standing[same:])
    printed[:] = standing


def main() -> int:
    """Follows all films in a folder, or a part of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("films", type=Path, metavar="FILMS")
    parser.add_argument("results", type=Path, metavar="RESULTS")
    parser.add_argument("--part", type=int, default=0, metavar="K", help="of the films, from 0")
    parser.add_argument("--of", type=int, default=1, metavar="N", help="parts, one for a process")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    (options.results / "answered").mkdir(parents=True, exist_ok=True)
    for file in sorted(options.films.glob("*/truth.json"))[options.part :: options.of]:
        film, truth = file.parent, json.loads(file.read_text())
        result = options.results / "answered" / f"{film.name}.jsonl"
        if result.exists():
            continue
        rows = run_follow(film, truth)
        _write(options.results / f"{film.name}.jsonl", rows)
        if any("question" in row for row in rows):
            rows = answered(film, truth)
        _write(result, rows)
        print(film.name, flush=True)
    return 0


def _write(file: Path, rows: list[Row]) -> None:
    whole = file.with_suffix(".part")
    whole.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    whole.rename(file)


if __name__ == "__main__":
    sys.exit(main())
