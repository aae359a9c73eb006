"""Writes a full-size plan as PDF: a map of the sheets, the sheets, and the strips from behind."""

from io import BytesIO
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from hardware.templates.behind import behind
from hardware.templates.sheets import FOOT_MM, MARGIN_MM, OVERLAP_MM, Paper, Sheet, Spread, spread
from pegboard.board.panel.plan import CORNER_MM, LINE_MM, Plan

BAR_MM = 100
"""The bar to be measured after printing."""

_CROSS_MM = 1.5
_GREY, _BLUE, _BLACK = (0.6, 0.6, 0.6), (0, 0, 1), (0, 0, 0)


def pdf(plan: Plan, paper: Paper) -> bytes:
    """Returns a map, one page per sheet to print at 100 %, and the strips seen from behind."""
    sheets = spread(plan.width_mm, plan.height_mm, paper)
    size = (sheets.page_width_mm * mm, sheets.page_height_mm * mm)
    out = BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    canvas.setTitle(f"pegboard: {plan.name}, template in true size")
    canvas.setViewerPreference("PrintScaling", "None")
    _map(canvas, plan, sheets)
    for sheet in sheets.sheets:
        _sheet(canvas, plan, sheets, sheet)
    behind(canvas, plan, sheets.page_width_mm, sheets.page_height_mm)
    canvas.save()
    return out.getvalue()


def _sheet(canvas: Any, plan: Plan, sheets: Spread, sheet: Sheet) -> None:
    """Draws a part of the panel at 1:1, with marks for cutting and joining."""
    left, bottom = MARGIN_MM, MARGIN_MM + FOOT_MM
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(left * mm, bottom * mm, sheet.width_mm * mm, sheet.height_mm * mm)
    canvas.clipPath(clip, stroke=0)
    # From here on a point of the panel is (x, height - y), as in the DXF.
    canvas.translate(
        (left - sheet.left_mm) * mm,
        (bottom - (plan.height_mm - sheet.top_mm - sheet.height_mm)) * mm,
    )
    _panel(canvas, plan, sheet)
    _joints(canvas, plan, sheets)
    canvas.restoreState()
    _crop_marks(canvas, left, bottom, sheet)
    _foot(canvas, plan, sheets, sheet)
    canvas.showPage()


def _panel(canvas: Any, plan: Plan, sheet: Sheet | None = None) -> None:
    """Draws the panel, or the part of it on one sheet."""
    canvas.setLineWidth(LINE_MM * mm)
    canvas.setStrokeColorRGB(*_BLACK)
    canvas.roundRect(0, 0, plan.width_mm * mm, plan.height_mm * mm, CORNER_MM * mm)
    canvas.setStrokeColorRGB(*_GREY)
    for cut in plan.strip:
        _polyline(canvas, plan, (cut.begin, cut.end))
    canvas.setStrokeColorRGB(*_BLUE)
    for line in plan.lines:
        if sheet is None or any(sheet.shows(x, y, plan.width_mm) for x, y in line):
            _polyline(canvas, plan, line)
    canvas.setStrokeColorRGB(*_BLACK)
    radius = plan.drill_mm / 2
    for x, y in plan.holes:
        if sheet is not None and not sheet.shows(x, y, radius):
            continue
        at, up = x * mm, (plan.height_mm - y) * mm
        canvas.circle(at, up, radius * mm)
        canvas.line(at - _CROSS_MM * mm, up, at + _CROSS_MM * mm, up)
        canvas.line(at, up - _CROSS_MM * mm, at, up + _CROSS_MM * mm)


def _polyline(canvas: Any, plan: Plan, line: tuple[tuple[float, float], ...]) -> None:
    way = canvas.beginPath()
    (x, y), *rest = line
    way.moveTo(x * mm, (plan.height_mm - y) * mm)
    for x, y in rest:
        way.lineTo(x * mm, (plan.height_mm - y) * mm)
    canvas.drawPath(way)


def _joints(canvas: Any, plan: Plan, sheets: Spread) -> None:
    """Draws, in the middle of every overlap, the cutting line and the marks for joining."""
    canvas.setStrokeColorRGB(1, 0, 0)
    canvas.setLineWidth(0.15 * mm)
    high, wide = plan.height_mm, plan.width_mm
    for sheet in sheets.sheets:
        if sheet.row == 0 and sheet.column:
            x = sheet.left_mm + OVERLAP_MM / 2
            _joint(canvas, [(x, high * part) for part in (0, 0.25, 0.75, 1)])
        if sheet.column == 0 and sheet.row:
            y = high - sheet.top_mm - OVERLAP_MM / 2
            _joint(canvas, [(wide * part, y) for part in (0, 0.25, 0.75, 1)])


def _joint(canvas: Any, points: list[tuple[float, float]]) -> None:
    (x0, y0), *marks, (x1, y1) = points
    canvas.setDash(2 * mm, 2 * mm)
    canvas.line(x0 * mm, y0 * mm, x1 * mm, y1 * mm)
    canvas.setDash()
    for x, y in marks:  # a cross on a square shows shift and rotation
        canvas.rect((x - 2) * mm, (y - 2) * mm, 4 * mm, 4 * mm)
        canvas.line((x - 4) * mm, y * mm, (x + 4) * mm, y * mm)
        canvas.line(x * mm, (y - 4) * mm, x * mm, (y + 4) * mm)


def _crop_marks(canvas: Any, left: float, bottom: float, sheet: Sheet) -> None:
    """Draws crop marks outside the corners of the sheet's part."""
    canvas.setStrokeColorRGB(*_BLACK)
    canvas.setLineWidth(0.15 * mm)
    for x, out in ((left, -1), (left + sheet.width_mm, 1)):
        for y, down in ((bottom, -1), (bottom + sheet.height_mm, 1)):
            canvas.line((x + out) * mm, y * mm, (x + 5 * out) * mm, y * mm)
            canvas.line(x * mm, (y + down) * mm, x * mm, (y + 5 * down) * mm)


def _foot(canvas: Any, plan: Plan, sheets: Spread, sheet: Sheet) -> None:
    left, low = MARGIN_MM * mm, MARGIN_MM * mm
    canvas.setLineWidth(0.25 * mm)
    canvas.line(left, low, left + BAR_MM * mm, low)
    for tick in range(0, BAR_MM + 1, 10):
        high = 3 if tick % 50 == 0 else 2
        canvas.line(left + tick * mm, low, left + tick * mm, low + high * mm)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(left, low + 5 * mm, f"{BAR_MM} mm: print at 100 % and measure this bar.")
    canvas.drawRightString(
        (sheets.page_width_mm - MARGIN_MM) * mm,
        low,
        f"{plan.name}  sheet {sheet.name} of {len(sheets.sheets)}",
    )


def _map(canvas: Any, plan: Plan, sheets: Spread) -> None:
    """Draws the whole panel in small, with its sheets and instructions."""
    wide, high = sheets.page_width_mm, sheets.page_height_mm
    left, top = MARGIN_MM, high - MARGIN_MM
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(left * mm, (top - 5) * mm, f"pegboard: {plan.name}")
    count = f"{len(sheets.sheets)} sheet{'s' if len(sheets.sheets) > 1 else ''}"
    text = [
        f"Panel {plan.width_mm:g} x {plan.height_mm:g} mm, {len(plan.holes)} holes of "
        f"{plan.drill_mm:g} mm, {count}.",
        f"1  Print the sheets at 100 % (no fitting to the page); the bar must be {BAR_MM} mm long.",
        *(
            [
                "2  Cut one of two neighbours along the red dashed line, lay it on the other so "
                "that",
                "    the red marks meet, and tape them. The map below says which goes where.",
            ]
            if len(sheets.sheets) > 1
            else ["2  Cut along the panel's edge."]
        ),
        "3  Tape the template to the front of the panel, centre-punch every cross, drill.",
        "Black is cut and drilled, blue is engraved (or drawn by hand), grey is the data line.",
    ]
    canvas.setFont("Helvetica", 9)
    for number, line in enumerate(text):
        canvas.drawString(left * mm, (top - 12 - 4.6 * number) * mm, line)
    room_high = high - 2 * MARGIN_MM - 20 - 4.6 * len(text)
    scale = min((wide - 2 * MARGIN_MM) / plan.width_mm, room_high / plan.height_mm, 1)
    canvas.saveState()
    canvas.translate(left * mm, MARGIN_MM * mm)
    canvas.scale(scale, scale)
    _panel(canvas, plan)
    canvas.setStrokeColorRGB(1, 0, 0)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.setLineWidth(0.4 * mm)
    for sheet in sheets.sheets:
        y = plan.height_mm - sheet.top_mm - sheet.height_mm
        canvas.rect(sheet.left_mm * mm, y * mm, sheet.width_mm * mm, sheet.height_mm * mm)
        canvas.setFont("Helvetica-Bold", 12 / scale)
        middle = (sheet.left_mm + sheet.width_mm / 2, y + sheet.height_mm / 2)
        canvas.drawCentredString(middle[0] * mm, middle[1] * mm, sheet.name)
    canvas.restoreState()
    canvas.showPage()
