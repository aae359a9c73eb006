"""Draws the strips from behind, mirrored, as seen while gluing."""

from itertools import pairwise
from math import hypot
from typing import Any

from reportlab.lib.units import mm

from hardware.templates.sheets import MARGIN_MM
from pegboard.board.panel.building import Cut
from pegboard.board.panel.plan import CORNER_MM, Plan

_HEAD_MM = 28.0
_LED_MM = 2.5


def behind(canvas: Any, plan: Plan, page_width_mm: float, page_height_mm: float) -> None:
    """Draws a page: every piece with its number, LEDs and data direction, and the joints."""
    left, top = MARGIN_MM, page_height_mm - MARGIN_MM
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(left * mm, (top - 5) * mm, f"pegboard: {plan.name}, strips seen from behind")
    canvas.setFont("Helvetica", 9)
    for number, line in enumerate(
        (
            f"{len(plan.strip)} pieces, {sum(cut.leds for cut in plan.strip)} LEDs; strip "
            f"{plan.strip_mm:g} mm wide. Left and right are exchanged: this is the back of the "
            "panel. Not in true size.",
            "Pieces are numbered along the data line; their arrows are those printed on the strip. "
            "Red: the joints, and a ring where the data comes in.",
        )
    ):
        canvas.drawString(left * mm, (top - 12 - 4.6 * number) * mm, line)
    wide, high = page_width_mm - 2 * MARGIN_MM, page_height_mm - 2 * MARGIN_MM - _HEAD_MM
    scale = min(wide / plan.width_mm, high / plan.height_mm, 1)
    canvas.saveState()
    canvas.translate(left * mm, (top - _HEAD_MM) * mm - plan.height_mm * mm * scale)
    canvas.scale(scale, scale)
    canvas.setLineWidth(0.2 * mm)
    canvas.roundRect(0, 0, plan.width_mm * mm, plan.height_mm * mm, CORNER_MM * mm)
    for number, cut in enumerate(plan.strip, 1):
        _strip(canvas, plan, number, cut)
    canvas.setStrokeColorRGB(1, 0, 0)
    canvas.setLineWidth(0.5 * mm)
    for before, after in pairwise(plan.strip):
        _line(canvas, _mirrored(plan, before.end), _mirrored(plan, after.begin))
    x, y = _mirrored(plan, plan.strip[0].begin)
    canvas.circle(x * mm, y * mm, 2 * mm)
    canvas.restoreState()
    canvas.showPage()


def _mirrored(plan: Plan, point: tuple[float, float]) -> tuple[float, float]:
    """Returns a point as seen from behind, with y upwards as on paper."""
    return plan.width_mm - point[0], plan.height_mm - point[1]


def _line(canvas: Any, a: tuple[float, float], b: tuple[float, float]) -> None:
    canvas.line(a[0] * mm, a[1] * mm, b[0] * mm, b[1] * mm)


def _strip(canvas: Any, plan: Plan, number: int, cut: Cut) -> None:
    """Draws a piece rotated so that data runs to the right."""
    (x0, y0), (x1, y1) = _mirrored(plan, cut.begin), _mirrored(plan, cut.end)
    length = hypot(x1 - x0, y1 - y0)
    pitch = length / (cut.leds - 1) if cut.leds > 1 else plan.strip_mm
    over = min(pitch, plan.strip_mm) / 2
    forward = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
    canvas.saveState()
    canvas.transform(forward[0], forward[1], -forward[1], forward[0], x0 * mm, y0 * mm)
    canvas.setLineWidth(0.2 * mm)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setFillColorRGB(1, 1, 1)
    outline = (-over, -plan.strip_mm / 2, length + 2 * over, plan.strip_mm)
    canvas.rect(*(part * mm for part in outline), fill=1)
    canvas.setStrokeColorRGB(0.6, 0.6, 0.6)
    for led in range(cut.leds):
        at = led * pitch - _LED_MM / 2
        canvas.rect(at * mm, -_LED_MM / 2 * mm, _LED_MM * mm, _LED_MM * mm)
    canvas.setFillColorRGB(0, 0, 0)
    arrow = canvas.beginPath()
    tip = pitch / 2 + 1.5  # between the first LED and the second
    arrow.moveTo(tip * mm, 0)
    arrow.lineTo((tip - 3) * mm, 1.5 * mm)
    arrow.lineTo((tip - 3) * mm, -1.5 * mm)
    arrow.close()
    canvas.drawPath(arrow, stroke=0, fill=1)
    canvas.restoreState()
    text = f"{number}: {cut.leds} LED{'s' if cut.leds > 1 else ''}"
    size = (4.5 if cut.leds > 8 else 3.2) * mm
    canvas.setFont("Helvetica-Bold", size)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2 - 1.6)
    half = canvas.stringWidth(text, "Helvetica-Bold", size) / 2 + mm
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(middle[0] * mm - half, (middle[1] - 0.9) * mm, 2 * half, 5 * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawCentredString(middle[0] * mm, middle[1] * mm, text)
