"""Scoring of a follower's results for films: `python -m pegboard.vision.films.judge FILMS RESULTS`.

`RESULTS/0001.jsonl` is the output of a follower for `FILMS/0001`, one JSON object per line:

    {"frame": "0041.jpg", "line": "play 1 8C", "sure": true}
    {"frame": "0041.jpg", "line": "undo"}

`frame` is the picture at which the line was reported, `undo` retracts the latest line, and
`question` marks a line that asks a person. Gos are invisible and do not
count; the cards of hands and cribs may come in any order.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from pegboard.cribbage import Action, Crib, Deal, Go, Hand, format_action, parse_action

Row = dict[str, Any]
P95 = 0.95
KEYS = {"correct": "right", "reported": "told", "unquestioned": "unasked"}
"""JSON keys of counts whose fields have other names."""


@dataclass(frozen=True)
class Score:
    """Result of one or more films; delays in seconds.

    Attributes:
        events: lines of the truth.
        correct: lines of the truth that were reported, in order.
        reported: reported lines that were not retracted.
        sure: reported lines marked as sure.
        sure_wrong: sure lines that are wrong.
        deals: deals of the truth.
        whole: deals reported completely, without extra lines.
        unquestioned: whole deals without a question.
        delays: from the first picture that shows an event at rest to its report.
    """

    events: int = 0
    correct: int = 0
    reported: int = 0
    sure: int = 0
    sure_wrong: int = 0
    deals: int = 0
    whole: int = 0
    unquestioned: int = 0
    delays: tuple[float, ...] = ()

    def __add__(self, other: Score) -> Score:
        """Adds the counts of another film."""
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def summary(self) -> dict[str, int | float | None]:
        """Counts and the 95th percentile of the delays, by name."""
        delays = sorted(self.delays)
        p95 = round(delays[int(P95 * (len(delays) - 1))], 3) if delays else None
        names = [f.name for f in fields(self) if f.name != "delays"]
        counts = {KEYS.get(name, name): getattr(self, name) for name in names}
        return {**counts, "delay_s_p95": p95}


def judge(truth: dict[str, Any], rows: Iterable[Row]) -> Score:
    """Scores one film.

    The longest common subsequence of the unretracted lines and the truth counts as right.

    Args:
        truth: contents of the film's `truth.json`.
        rows: output of the follower; rows without a `line` are ignored.

    Raises:
        ValueError: a line is not one of a game record.
    """
    events = [e for e in truth["events"] if not isinstance(parse_action(e["line"]), Go)]
    expected = [_plain(event["line"]) for event in events]
    standing: list[Row] = []
    for row in rows:
        line = row.get("line")
        if line == "undo":
            del standing[-1:]
        elif line is not None and not isinstance(parse_action(line), Go):
            standing.append(row)
    pairs = common(expected, [_plain(row["line"]) for row in standing])
    right, hits = dict(pairs), {place for _, place in pairs}
    sure = {n for n, row in enumerate(standing) if row.get("sure")}
    score = Score(
        events=len(expected),
        correct=len(pairs),
        reported=len(standing),
        sure=len(sure),
        sure_wrong=len(sure - hits),
        delays=tuple(
            (_number(standing[place]["frame"]) - events[event]["frame"]) / truth["fps"]
            for event, place in pairs
        ),
    )
    starts = [n for n, line in enumerate(expected) if isinstance(parse_action(line), Deal)]
    for start, end in zip(starts, [*starts[1:], len(expected)], strict=True):
        places = [right[n] for n in range(start, end) if n in right]
        whole = len(places) == end - start == places[-1] - places[0] + 1 if places else False
        has_question = any(standing[n].get("question") for n in places)
        score += Score(deals=1, whole=int(whole), unquestioned=int(whole and not has_question))
    return score


def common(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the pairs of indices, into `a` and `b`, of a longest common subsequence."""
    longest = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            skip = max(longest[i + 1][j], longest[i][j + 1])
            longest[i][j] = longest[i + 1][j + 1] + 1 if a[i] == b[j] else skip
    pairs, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _plain(line: str) -> str:
    """Returns a line in normal form: cards sorted, and a deal without its hands."""
    action: Action = parse_action(line)
    match action:
        case Deal():
            action = Deal(action.dealer)
        case Hand():
            action = Hand(action.seat, tuple(sorted(action.cards, key=str)))
        case Crib():
            action = Crib(tuple(sorted(action.cards, key=str)))
    return format_action(action)


def _number(frame: str) -> int:
    return int(Path(frame).stem)


def main() -> int:
    """Prints the counts of each film and their sum; returns 1 if a result is missing."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("films", type=Path, metavar="FILMS")
    parser.add_argument("results", type=Path, metavar="RESULTS")
    options = parser.parse_args()
    total, missing = Score(), 0
    for file in sorted(options.films.glob("*/truth.json")):
        result = options.results / f"{file.parent.name}.jsonl"
        if not result.exists():
            print(f"{result} must be there: judged as if nothing had been told", file=sys.stderr)
            missing += 1
        rows = result.read_text().splitlines() if result.exists() else []
        score = judge(json.loads(file.read_text()), map(json.loads, rows))
        print(
            f"{file.parent.name}: right {score.correct} of {score.events}, "
            f"wrong {score.reported - score.correct}, whole {score.whole} of {score.deals}, "
            f"without a question {score.unquestioned}"
        )
        total += score
    print(json.dumps(total.summary))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
