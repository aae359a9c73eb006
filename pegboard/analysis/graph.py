"""Interactive win chance chart with a clickable bar for every step.

The picture contains no words, only percentages, so that one serves every language. Each step is a
transparent bar with its number in `data-step`. Costly decisions differ by shape as well as by
colour: a triangle is a slip, a diamond a mistake, a square a blunder.
"""

from collections.abc import Iterator, Sequence

from pegboard.analysis.model import Decision, Point, Review, Verdict
from pegboard.analysis.svg import (
    INK,
    MUTED,
    PAPER,
    bar,
    color_of,
    line_between,
    shape,
    steps,
    text_at,
)

WIDTH, HEIGHT = 640, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 12, 178
_MARKS: dict[Verdict, tuple[int, str]] = {
    "slip": (2, "#946200"),
    "mistake": (1, "#c24e00"),
    "blunder": (3, "#b00020"),
}
"""Shape (as of a side) and colour of each costly verdict; best is not marked."""


def review_graph(review: Review) -> str:
    """Returns the course of a game as an SVG document, one clickable bar per step.

    Shows the scores instead if win chances are unknown.
    """
    at = _course(review)
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{PAPER}"/>']
    parts += _rules(review)
    for x in (_x(review.curve, start - 1) for start in review.deal_starts if start > 1):
        parts.append(line_between(x, _TOP, x, _BOTTOM, dashed=True))
    for side, line in enumerate(at):
        parts.append(steps(line, INK if len(at) == 1 else color_of(side)))
    parts += _marks(review, at)
    wide = (WIDTH - _LEFT - _RIGHT) / max(len(review.curve) - 1, 1)
    for number in range(1, len(review.curve)):
        left = _x(review.curve, number) - wide / 2
        parts.append(
            f'<rect data-step="{number}" x="{left:.1f}" y="0" width="{wide:.1f}" '
            f'height="{HEIGHT}" fill="transparent"/>'
        )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="16">'
    )
    return "\n".join([head, *parts, "</svg>", ""])


def _x(curve: Sequence[Point], number: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * number / max(len(curve) - 1, 1)


def _y(worth: float) -> float:
    """Returns the y coordinate of a fraction, 0 to 1."""
    return _BOTTOM - (_BOTTOM - _TOP) * worth


def _course(review: Review) -> list[list[tuple[float, float]]]:
    """Returns the points of each line: the first side's chance, or every side's."""
    lines = 1 if review.rules.sides == 2 and review.unit == "chance" else review.rules.sides
    return [
        [
            (_x(review.curve, n), _y(_worth(review, point, side)))
            for n, point in enumerate(review.curve)
        ]
        for side in range(lines)
    ]


def _worth(review: Review, point: Point, side: int) -> float:
    if point.chances is not None:
        return point.chances[side]
    return point.scores[side] / review.rules.target


def _rules(review: Review) -> Iterator[str]:
    """Yields labelled lines at 0, half and 1."""
    for part in (0.0, 0.5, 1.0):
        figure = (
            f"{100 * part:.0f}%" if review.unit == "chance" else f"{review.rules.target * part:.0f}"
        )
        yield line_between(_LEFT, _y(part), WIDTH - _RIGHT, _y(part))
        yield text_at(_LEFT - 6, min(max(_y(part) + 6, 18), HEIGHT - 6), figure, "end", MUTED)


def _marks(review: Review, at: Sequence[Sequence[tuple[float, float]]]) -> Iterator[str]:
    """Yields a mark for each costly decision, on its side's line."""
    numbers = review.steps
    for decision in review.decisions:
        mark = _MARKS.get(decision.verdict)
        if mark is None:
            continue
        x, y = _place(review, decision, numbers, at)
        outline, color = mark
        yield bar(x - 0.75, y, 1.5, _BOTTOM - y, color)
        yield shape(outline, x, y, color, size=7 if decision.verdict == "blunder" else 6)


def _place(
    review: Review,
    decision: Decision,
    numbers: dict[int, int],
    at: Sequence[Sequence[tuple[float, float]]],
) -> tuple[float, float]:
    side = review.rules.side_of(decision.seat) if len(at) > 1 else 0
    return at[side][numbers[decision.place]]
