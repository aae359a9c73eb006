"""Builds SVG drawings from shapes; the output is deterministic."""

import shutil
import subprocess
from collections.abc import Iterable
from html import escape
from pathlib import Path

FONT = "DejaVu Sans, Verdana, sans-serif"
INK, FAINT, PAPER = "#1d1d1f", "#8a8a8e", "#ffffff"


class Drawing:
    """Collects shapes; x to the right, y down, in the unit of `width` and `height`."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height = width, height
        self._parts = [f"<title>{escape(title)}</title>"]
        self.box(0, 0, width, height, fill=PAPER, stroke="none")

    def line(
        self, *points: tuple[float, float], color: str = INK, width: float = 1.5, dash: str = ""
    ) -> None:
        """Draws a line through the points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{_n(width)}" '
            f'stroke-linejoin="round"{extra}/>'
        )

    def shape(
        self,
        *points: tuple[float, float],
        fill: str = "none",
        color: str = INK,
        width: float = 1.5,
    ) -> None:
        """Draws a closed shape through the points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._parts.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{color}" stroke-width="{_n(width)}" '
            'stroke-linejoin="round"/>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = INK,
        line: float = 1.5,
        round: float = 0,
    ) -> None:
        """Draws a rectangle from its upper left corner."""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
            f'rx="{_n(round)}" fill="{fill}" stroke="{stroke}" stroke-width="{_n(line)}"/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str = INK, stroke: str = "none") -> None:
        """Draws a circle."""
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{stroke}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 13,
        anchor: str = "start",
        color: str = INK,
        bold: bool = False,
        turn: float = 0,
        halo: str = "",
    ) -> None:
        """Writes text; y is the middle of its height. `anchor`: start, middle or end.

        `halo` is a colour around the letters, for text on lines.
        """
        weight = ' font-weight="bold"' if bold else ""
        turned = f' transform="rotate({_n(turn)} {_n(x)} {_n(y)})"' if turn else ""
        if halo:
            turned += f' stroke="{halo}" stroke-width="4" paint-order="stroke"'
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y + size * 0.36)}" font-family="{FONT}" '
            f'font-size="{_n(size)}" text-anchor="{anchor}" fill="{color}"{weight}{turned}>'
            f"{escape(text)}</text>"
        )

    def write(self, path: Path) -> Path:
        """Saves the drawing."""
        path.write_text(self.svg(), encoding="utf-8")
        return path

    def svg(self) -> str:
        """Returns the drawing as text."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(self.width)}" '
            f'height="{_n(self.height)}" viewBox="0 0 {_n(self.width)} {_n(self.height)}">'
        )
        return "\n".join([head, *self._parts, "</svg>"]) + "\n"


def save(drawings: Iterable[tuple[str, Drawing]], folder: Path) -> list[Path]:
    """Saves each drawing as SVG and, if rsvg-convert is installed, as PNG.

    Returns:
        The files written.
    """
    written = []
    for name, drawing in drawings:
        path = drawing.write(folder / f"{name}.svg")
        written.append(path)
        if tool := shutil.which("rsvg-convert"):
            picture = path.with_suffix(".png")
            subprocess.run([tool, "-o", str(picture), str(path)], check=True)
            written.append(picture)
    return written


def _n(number: float) -> str:
    return f"{round(number, 2):g}"
