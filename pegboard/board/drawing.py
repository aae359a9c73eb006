"""A board as a drawing (SVG), in true size: lit, or as the template to drill it from."""

from collections.abc import Iterator

from pegboard.board.color import Frame
from pegboard.board.layout import Layout

HOLE_MM = 4.0
"""The window above an LED: what shines in a WS2812B is 4 mm across, and 3 mm of wood remain."""

_MARK_MM = 1.5
"""Half the length of the cross to drill at."""


def lit(layout: Layout, frame: Frame) -> str:
    """The board with a picture on it, as `render` gives it (not as the LEDs are sent it).

    Raises:
        ValueError: the frame has another length than the layout.
    """
    if len(frame) != 3 * layout.length:
        raise ValueError(
            f"a frame of {len(frame)} bytes for {layout.name}, not {3 * layout.length}"
        )
    dots = (
        _dot(x, y, f"#{frame[3 * pixel : 3 * pixel + 3].hex()}")
        if any(frame[3 * pixel : 3 * pixel + 3])
        else _dot(x, y, "#2e2620")
        for _, _, pixel, (x, y) in layout.places()
    )
    return _svg(layout, "#1a1410", dots)


def template(layout: Layout) -> str:
    """Every hole with a cross to drill at, its number where it is needed, and the data line."""
    return _svg(layout, "#ffffff", _template(layout))


def _template(layout: Layout) -> Iterator[str]:
    chain = sorted((pixel, x, y) for _, _, pixel, (x, y) in layout.places())
    line = " ".join(f"{x:g},{y:g}" for _, x, y in chain)
    yield f'<polyline points="{line}" fill="none" stroke="#c0c0c0" stroke-width="0.3"/>'
    _, x, y = chain[0]
    yield _text(x, y - 6, "data in", "#808080")
    for track, hole, _, (x, y) in layout.places():
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{HOLE_MM / 2:g}" fill="none" stroke="#000000" '
            f'stroke-width="0.2"/>'
            f'<path d="M{x - _MARK_MM:g} {y:g}h{2 * _MARK_MM:g}M{x:g} {y - _MARK_MM:g}'
            f'v{2 * _MARK_MM:g}" stroke="#000000" stroke-width="0.1"/>'
        )
        if hole % 5 == 0 or hole == layout.holes:
            yield _text(x, y + 5.2, f"{track}:{hole}", "#000000")


def _svg(layout: Layout, ground: str, parts: Iterator[str]) -> str:
    width, height = f"{layout.width_mm:g}", f"{layout.height_mm:g}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">',
            f'<rect width="{width}" height="{height}" rx="6" fill="{ground}" stroke="#808080" '
            f'stroke-width="0.2"/>',
            *parts,
            "</svg>\n",
        )
    )


def _dot(x: float, y: float, color: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{HOLE_MM / 2:g}" fill="{color}"/>'


def _text(x: float, y: float, text: str, color: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="2.4" '
        f'text-anchor="middle" fill="{color}">{text}</text>'
    )
