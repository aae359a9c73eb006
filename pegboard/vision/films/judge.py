"""Judges what was told of films: `python -m pegboard.vision.films.judge FILMS RESULTS`.

`RESULTS/0001.jsonl` is what a follower printed of `FILMS/0001`, a JSON object for each line:

    {"frame": "0041.jpg", "line": "play 1 8C", "sure": true}
    {"frame": "0041.jpg", "line": "undo"}

`frame` is the picture at which the line was told, `undo` takes the latest line back, and
`question` stands in a line with which a person would be asked. Gos cannot be seen, and do not
count; the cards of hands and cribs come in any order.
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


@dataclass(frozen=True)
class Score:
    """Counts of one film, or of several; delays in seconds.

    Attributes:
        events: lines of the truth.
        right: those told, in their order.
        told: lines that stand at the end.
        sure: those of them that were sure.
        sure_wrong: those of these that are not in the truth there.
        deals: deals of the truth.
        whole: deals of which every line was told, and nothing besides.
        unasked: whole deals about which nobody is asked.
        delays: from the first picture in which an event lies at rest to that at which it was told.
    """

    events: int = 0
    right: int = 0
    told: int = 0
    sure: int = 0
    sure_wrong: int = 0
    deals: int = 0
    whole: int = 0
    unasked: int = 0
    delays: tuple[float, ...] = ()

    def __add__(self, other: Score) -> Score:
        """Adds the counts of another film."""
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def summary(self) -> dict[str, int | float | None]:
        """The counts, and the delay within which 95 of 100 right lines were told."""
        delays = sorted(self.delays)
        p95 = round(delays[int(P95 * (len(delays) - 1))], 3) if delays else None
        counts = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "delays"}
        return {**counts, "delay_s_p95": p95}


def judge(truth: dict[str, Any], rows: Iterable[Row]) -> Score:
    """Judges one film.

    The longest common subsequence of what stands at the end and of the truth counts as right.

    Args:
        truth: the film's `truth.json`.
        rows: what was told; rows without a `line` say nothing here.

    Raises:
        ValueError: a line is none of a game record.
    """
    events = [e for e in truth["events"] if not isinstance(parse_action(e["line"]), Go)]
    wanted = [_plain(event["line"]) for event in events]
    standing: list[Row] = []
    for row in rows:
        line = row.get("line")
        if line == "undo":
            del standing[-1:]
        elif line is not None and not isinstance(parse_action(line), Go):
            standing.append(row)
    pairs = common(wanted, [_plain(row["line"]) for row in standing])
    right, hits = dict(pairs), {told for _, told in pairs}
    sure = {n for n, row in enumerate(standing) if row.get("sure")}
    score = Score(
        events=len(wanted),
        right=len(pairs),
        told=len(standing),
        sure=len(sure),
        sure_wrong=len(sure - hits),
        delays=tuple(
            (_number(standing[told]["frame"]) - events[event]["frame"]) / truth["fps"]
            for event, told in pairs
        ),
    )
    starts = [n for n, line in enumerate(wanted) if isinstance(parse_action(line), Deal)]
    for begin, end in zip(starts, [*starts[1:], len(wanted)], strict=True):
        places = [right[n] for n in range(begin, end) if n in right]
        whole = len(places) == end - begin == places[-1] - places[0] + 1 if places else False
        asked = any(standing[n].get("question") for n in places)
        score += Score(deals=1, whole=int(whole), unasked=int(whole and not asked))
    return score


def common(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the places in both of a longest common subsequence."""
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
    """Returns a line with its cards in one order, and a deal without its hands."""
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
    """Prints each film's counts and the sum; returns 1 if a film has no result."""
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
            f"{file.parent.name}: right {score.right} of {score.events}, "
            f"wrong {score.told - score.right}, whole {score.whole} of {score.deals}, "
            f"without a question {score.unasked}"
        )
        total += score
    print(json.dumps(total.summary))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
