"""Drawing primitives for all charts: SVG as text, on a light background that prints.

Sides differ by shape as well as by colour. All styling is in attributes, so the charts also work on
a page that forbids styles.
"""

from collections.abc import Sequence
from textwrap import wrap
from xml.sax.saxutils import escape

from pegboard.board.color import OKABE_ITO

PAPER, INK, MUTED, RULE = "#fffdf8", "#221a14", "#6b5d50", "#d9cfc2"

OUTLINES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    ((0, -1.2), (1.2, 0.95), (-1.2, 0.95)),
    ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
)
"""The shape of each side where a circle (the first one's) would have the radius 1."""


def text_at(
    x: float, y: float, text: str, anchor: str = "start", color: str = INK, bold: bool = False
) -> str:
    """Writes one line of text, with its baseline at `y`."""
    weight = ' font-weight="700"' if bold else ""
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {at} fill="{color}"{weight}>{escape(text)}</text>'


def line_between(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    dashed: bool = False,
    color: str = RULE,
    width: float = 1,
) -> str:
    """Draws a straight line."""
    dash = ' stroke-dasharray="3 4"' if dashed else ""
    wide = "" if width == 1 else f' stroke-width="{width:g}"'
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{color}"{wide}{dash}/>'


def steps(at: Sequence[tuple[float, float]], color: str) -> str:
    """Draws a step line: level until the next change."""
    path = f"M{at[0][0]:.1f} {at[0][1]:.1f}" + "".join(f" H{x:.1f} V{y:.1f}" for x, y in at[1:])
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="2.5"/>'


def curve(at: Sequence[tuple[float, float]], color: str, width: float) -> str:
    """Draws a line through some points."""
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'


def bar(x: float, y: float, width: float, height: float, color: str) -> str:
    """Draws a rectangle; (x, y) is its top left corner."""
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{color}"/>'


def shape(side: int, x: float, y: float, color: str, size: float = 6, rim: str = PAPER) -> str:
    """Draws a side's shape, as on the board's page: circle, diamond, triangle, square."""
    paint = f'fill="{color}"' + (f' stroke="{rim}"' if rim else "")
    if side == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:g}" {paint}/>'
    points = " ".join(f"{x + size * a:.1f},{y + size * b:.1f}" for a, b in OUTLINES[side])
    return f'<polygon points="{points}" {paint}/>'


def labels(
    texts: Sequence[tuple[float, str]], most: int, lowest: float, line: float = 19
) -> list[list[tuple[float, str]]]:
    """Lays out wrapped labels without overlap.

    Args:
        texts: the wanted height of each label, from top to bottom, and its text.
        most: maximum characters in a line.
        lowest: lowest height of the last line.
        line: distance between two lines.

    Returns:
        The lines of each label, each with its height.
    """
    placed: list[list[tuple[float, str]]] = []
    below = 0.0
    for wanted, text in texts:
        first = max(wanted, below)
        lines = wrap(text, most) or [""]
        placed.append([(first + line * n, each) for n, each in enumerate(lines)])
        below = first + line * len(lines) + 3
    limit = lowest
    for number in reversed(range(len(placed))):
        over = max(0.0, placed[number][-1][0] - limit)
        placed[number] = [(height - over, each) for height, each in placed[number]]
        limit = placed[number][0][0] - line - 3
    return placed


def short(text: str, most: int = 12) -> str:
    """Truncates a text to fit."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def color_of(side: int) -> str:
    """Returns a side's colour in every chart, independent of its pegs."""
    return str(OKABE_ITO.tracks[side])
