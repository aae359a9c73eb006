"""Chart of a ladder: each rating with its error bar."""

from collections.abc import Sequence
from html import escape

from pegboard.arena.ladder.ratings import Standing

ROW, LEFT, RIGHT, TOP = 34, 190, 640, 24
STEPS = (10, 20, 50, 100, 200, 500)
"""Distances between grid lines to choose from, in Elo points."""


def draw_chart(standings: Sequence[Standing]) -> str:
    """Returns the standings, best first, as an SVG chart."""
    low = min(each.rating - each.error for each in standings)
    high = max(each.rating + each.error for each in standings)
    step = next((step for step in STEPS if high - low <= 8 * step), 1000)
    first, last = step * int(low // step), step * int(-(-high // step))
    last = max(last, first + step)

    def x(rating: float) -> float:
        return LEFT + (RIGHT - LEFT) * (rating - first) / (last - first)

    bottom = TOP + ROW * len(standings)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {RIGHT + 60} {bottom + 30}"'
        ' font-family="sans-serif" font-size="14" role="img">',
        "<title>Elo ratings with 95 % intervals</title>",
        f'<rect width="{RIGHT + 60}" height="{bottom + 30}" fill="#fff"/>',
    ]
    for line in range(first, last + 1, step):
        at = f"{x(line):.1f}"
        parts.append(f'<path d="M{at} {TOP - 8}V{bottom}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{at}" y="{bottom + 18}" text-anchor="middle" fill="#555">{line}</text>'
        )
    for n, each in enumerate(standings):
        y = TOP + ROW * n + ROW // 2 - 6
        begin, end = x(each.rating - each.error), x(each.rating + each.error)
        name = each.player if len(each.player) <= 22 else "…" + each.player[-21:]
        parts.append(f'<text x="{LEFT - 14}" y="{y + 5}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<path d="M{begin:.1f} {y}H{end:.1f}M{begin:.1f} {y - 5}v10M{end:.1f} {y - 5}v10"'
            ' stroke="#24567a" stroke-width="2"/>'
        )
        parts.append(f'<circle cx="{x(each.rating):.1f}" cy="{y}" r="5" fill="#24567a"/>')
        parts.append(f'<text x="{end + 8:.1f}" y="{y + 5}" fill="#24567a">{each.rating:.0f}</text>')
    return "\n".join([*parts, "</svg>", ""])
