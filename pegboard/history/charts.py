"""The history's charts as SVG: scores of a game, distributions, bars, and courses over time.

Each is drawn at the width available on the page, so that its text has the normal size.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from pegboard.analysis.svg import (
    bar,
    color_of,
    curve,
    labels,
    line_between,
    shape,
    steps,
    text_at,
)
from pegboard.cribbage.show import HIGHEST

NARROW = 500
"""Width in pixels below which charts show fewer labels."""
INK, MUTED, RULE = "#2a1a10", "#6a5442", "#d8c4a2"

_text = partial(text_at, color=INK)
_label = partial(text_at, color=MUTED)
_rule = partial(line_between, color=RULE)
_mark = partial(shape, rim="")


def score_curve(
    scores: Sequence[tuple[int, Sequence[int]]], names: Sequence[str], target: int, width: int
) -> str:
    """Draws the scores of all sides over a game, with a marker per side after each deal.

    Args:
        scores: after each action, the number of its deal and the score of each side.
        names: names of the sides.
        target: target score of the game.
        width: width in pixels.
    """
    narrow = width < NARROW
    left, right, top, height = 34, 122 if narrow else 140, 14, 240
    bottom, last = top + height, len(scores) - 1

    def x(number: int) -> float:
        return left + (width - left - right) * number / len(scores)

    def y(score: float) -> float:
        return top + height * (1 - score / target)

    parts: list[str] = []
    for score in (0, target // 2 + 1, 3 * target // 4 + 1, target):
        parts += [
            _rule(left, y(score), width - right, y(score)),
            _label(left - 8, y(score) + 5, str(score), "end"),
        ]
    ends = [n for n, (deal, _) in enumerate(scores) if n == last or scores[n + 1][0] != deal]
    every = ceil(len(ends) / (8 if narrow else 16))
    parts += [
        _label(x(n + 1), bottom + 22, str(scores[n][0]), "middle")
        for number, n in enumerate(ends)
        if scores[n][0] and number % every == 0
    ]
    final = scores[-1][1]
    order = sorted(range(len(final)), key=lambda side: -final[side])
    ends_at = [(y(final[side]) + 5, f"{final[side]} {names[side]}") for side in order]
    placed = labels(ends_at, 11 if narrow else 13, bottom + 28)
    for side, lines in zip(order, placed, strict=True):
        color = color_of(side)
        points = [
            (x(0), y(0)),
            *((x(n + 1), y(score[side])) for n, (_, score) in enumerate(scores)),
        ]
        parts.append(steps(points, color))
        parts += [_mark(side, x(n + 1), y(scores[n][1][side]), color, 5) for n in ends]
        parts.append(_mark(side, width - right + 16, lines[0][0] - 5, color))
        parts += [_text(width - right + 28, place, text) for place, text in lines]
    return _picture(width, bottom + 34, parts)


def distribution(here: Mapping[str, int], expected: Mapping[str, int], width: int) -> str:
    """Draws how often each number of points occurred, next to the expected frequencies."""
    left, top, height = 44, 14, 190
    bottom, step = top + height, (width - left - 8) / (HIGHEST + 1)
    mine, theirs = _shares(here), _shares(expected)
    most = max(0.05, *mine, *theirs)

    def y(value: float) -> float:
        return top + height * (1 - value / most)

    parts: list[str] = []
    for percent in range(0, floor(100 * most) + 1, 10 if most > 0.25 else 5):
        level = y(percent / 100)
        parts += [
            _rule(left, level, width - 8, level),
            _label(left - 6, level + 5, f"{percent} %", "end"),
        ]
    for points, value in enumerate(mine):
        x = left + step * points
        if value:
            parts.append(bar(x + step / 7, y(value), step * 5 / 7, bottom - y(value), color_of(0)))
        if (points % (4 if width < NARROW else 2) == 0 and points < 28) or points == HIGHEST:
            parts.append(_label(x + step / 2, bottom + 20, str(points), "middle"))
    at = [(left + step * (n + 0.5), y(value)) for n, value in enumerate(theirs)]
    parts.append(curve(at, INK, 1.5))
    parts += [_mark(1, *at[n], color_of(1), 3.5) for n, value in enumerate(theirs) if value]
    return _picture(width, bottom + 30, parts)


def course(
    values: Sequence[float],
    low: float,
    high: float,
    width: int,
    label: Callable[[float], str],
    side: int = 0,
) -> str:
    """Draws one marker per game, and the mean of the last ten, on a scale from `low` to `high`."""
    left, top, height = 52, 10, 130

    def x(number: int) -> float:
        return left + 10 + (width - left - 26) * number / max(1, len(values) - 1)

    def y(value: float) -> float:
        return top + height * (1 - (value - low) / (high - low))

    parts: list[str] = []
    for value in (low, (low + high) / 2, high):
        parts += [
            _rule(left, y(value), width - 8, y(value)),
            _label(left - 6, y(value) + 5, label(value), "end"),
        ]
    size = 2.5 if len(values) > 60 else 4
    parts += [_mark(side, x(n), y(value), color_of(side), size) for n, value in enumerate(values)]
    some = [values[max(0, n - 9) : n + 1] for n in range(len(values))]
    parts.append(curve([(x(n), y(sum(s) / len(s))) for n, s in enumerate(some)], INK, 2))
    return _picture(width, top + height + 14, parts)


class Row(NamedTuple):
    """A bar with its label, length, reference mark and text."""

    label: str
    value: float
    mark: float | None
    text: str
    strong: bool


def bars(rows: Sequence[Row], width: int) -> str:
    """Draws horizontal bars, each with a marker for a reference value."""
    narrow, row = width < NARROW, 34
    left, right = (104, 88) if narrow else (150, 110)
    most = max(1.0, *(max(row.value, row.mark or 0) for row in rows))

    def x(value: float) -> float:
        return left + (width - left - right) * value / most

    parts: list[str] = []
    for number, (label, value, mark, text, strong) in enumerate(rows):
        y = 3 + row * number
        parts += [
            _text(0, y + 22, label, bold=strong),
            bar(left, y + 5, max(0, x(value) - left), row - 12, color_of(0 if strong else 2)),
            _text(width - right + 12, y + 22, text, bold=strong),
        ]
        if mark is not None:
            parts.append(line_between(x(mark), y, x(mark), y + row - 2, color=INK, width=2))
            parts.append(_mark(1, x(mark), y + row / 2 - 1, color_of(1), 5))
    return _picture(width, len(rows) * row + 6, parts)


def _shares(counts: Mapping[str, int]) -> list[float]:
    """Returns the relative frequency of each number of points."""
    total = sum(counts.values()) or 1
    return [counts.get(str(points), 0) / total for points in range(HIGHEST + 1)]


def _picture(width: int, height: float, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}">'
    return "\n".join([head, *parts, "</svg>", ""])
