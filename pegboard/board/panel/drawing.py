"""A board as a full-size drawing (SVG): lit, or as a drilling template."""

from collections.abc import Iterator

from pegboard.board.color import Frame
from pegboard.board.layout import Layout
from pegboard.board.panel.plan import CORNER_MM, LINE_MM, plan
from pegboard.board.panel.strokes import Line
from pegboard.board.toml_table import Point

_MARK_MM = 1.5
"""Half the length of the cross to drill at."""


def lit(layout: Layout, frame: Frame) -> str:
    """Returns an SVG of the board lit by a frame of `render`, in screen colours.

    Raises:
        ValueError: the frame has another length than the layout.
    """
    if len(frame) != 3 * layout.length:
        raise ValueError(
            f"a frame of {len(frame)} bytes for {layout.name}, not {3 * layout.length}"
        )
    dots = (
        _dot(point, layout.drill_mm, frame[3 * pixel : 3 * pixel + 3])
        for pixel, point in layout.lamps()
    )
    return _svg(layout, "#1a1410", dots)


def template(layout: Layout) -> str:
    """Returns cuts, drill holes with their crosses, engravings, and the data line in grey.

    Each is a group whose id says which, as the layers of the other drawings are called.
    """
    panel = plan(layout)
    chain = (_line((cut.begin, cut.end), "#b0b0b0", 0.3) for cut in panel.strip)
    x, y = panel.strip[0].begin
    holes = (_drilled(x, y, panel.drill_mm) for x, y in panel.holes)
    lines = (_line(points, "#0000ff", LINE_MM) for points in panel.lines)
    parts = (
        '<g id="GUIDE">',
        *chain,
        f'<circle cx="{x:g}" cy="{y:g}" r="0.8" fill="#b0b0b0"><title>data in</title></circle>',
        '</g>\n<g id="ENGRAVE">',
        *lines,
        '</g>\n<g id="DRILL">',
        *holes,
        "</g>",
    )
    return _svg(layout, "#ffffff", iter(parts))


def _drilled(x: float, y: float, drill_mm: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{drill_mm / 2:g}" fill="none" stroke="#000000" '
        f'stroke-width="{LINE_MM:g}"/>'
        f'<path d="M{x - _MARK_MM:g} {y:g}h{2 * _MARK_MM:g}M{x:g} {y - _MARK_MM:g}'
        f'v{2 * _MARK_MM:g}" stroke="#000000" stroke-width="0.1"/>'
    )


def _line(points: Line, color: str, width_mm: float) -> str:
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="{width_mm:g}"/>'


def _svg(layout: Layout, ground: str, parts: Iterator[str]) -> str:
    width, height = f"{layout.width_mm:g}", f"{layout.height_mm:g}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">',
            f'<rect id="OUTLINE" width="{width}" height="{height}" rx="{CORNER_MM:g}" '
            f'fill="{ground}" stroke="#808080" stroke-width="0.2"/>',
            *parts,
            "</svg>\n",
        )
    )


def _dot(point: Point, drill_mm: float, light: bytes) -> str:
    color = f"#{light.hex()}" if any(light) else "#2e2620"
    return f'<circle cx="{point[0]:g}" cy="{point[1]:g}" r="{drill_mm / 2:g}" fill="{color}"/>'
