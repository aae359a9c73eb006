"""A picture of the carrier board from above, for soldering and plugging, drawn from the design."""

import math

from hardware.carrier.design import LABELS, PARTS, SIZE_MM, Part
from hardware.svg import FAINT, INK, Drawing

_SCALE = 12.0
_EDGE = 60.0

_PITCH_MM = {"XH_B2B": 2.5, "MKDS": 5.08, "DIN0207": 7.62, "DO-41": 10.16, "LED_D3": 2.54}
_PITCH_MM |= {"CP_Radial": 2.5, "C_Disc": 2.5}
_PTC_MM = (5.1, 1.2)

_SHADES = {"U": "#dff0e2", "J": "#e6e6ec", "C": "#dfe6f2", "D": "#f4dfe2", "F": "#f6ecd2"}


def pin_mm(part: Part, pin: int) -> tuple[float, float]:
    """Returns a pin's place on the board, in millimetres from its upper left corner."""
    dx, dy = _offset(part, pin)
    turn = math.radians(part.angle)
    x = part.at[0] + dx * math.cos(turn) + dy * math.sin(turn)
    y = part.at[1] - dx * math.sin(turn) + dy * math.cos(turn)
    return round(x, 3), round(y, 3)


def _offset(part: Part, pin: int) -> tuple[float, float]:
    """Returns a pin's offset from pin 1 before rotation, as in KiCad's footprint."""
    if part.ref[0] == "U":
        half, wide = len(part.pins) // 2, 17.78 if part.ref == "U1" else 7.62
        return (0, 2.54 * (pin - 1)) if pin <= half else (wide, 2.54 * (2 * half - pin))
    if "PinHeader_2x" in part.footprint:
        return 2.54 * ((pin - 1) % 2), 2.54 * ((pin - 1) // 2)
    if "PinHeader_1x" in part.footprint:
        return 0, 2.54 * (pin - 1)
    if pin == 1:
        return 0, 0
    if "MF-RHT" in part.footprint:
        return _PTC_MM
    return next(pitch for name, pitch in _PITCH_MM.items() if name in part.footprint), 0


def draw() -> Drawing:
    """Draws the board, twelve pixels per millimetre."""
    width, height = (size * _SCALE + 2 * _EDGE for size in SIZE_MM)
    d = Drawing(width, height, "The carrier board from above")
    d.box(_EDGE, _EDGE, SIZE_MM[0] * _SCALE, SIZE_MM[1] * _SCALE, fill="#f2f7f2", round=10, line=2)
    d.text(_EDGE, 30, "The carrier board from above, 80 x 60 mm", size=18, bold=True)
    for part in PARTS:
        if part.is_fitted:
            _part(d, part)
        elif part.pins:  # a test point; its words are among the labels
            d.dot(*_at(part.at), 12, fill="#c9a227", stroke=INK)
            d.dot(*_at(part.at), 6, fill="#ffffff", stroke=INK)
        else:
            d.dot(*_at(part.at), 1.6 * _SCALE, fill="#ffffff", stroke=INK)
    for label in LABELS:
        size, bold = 13 * label.size_mm, label.pin is not None
        d.text(*_at(label.at), label.text, size=size, anchor="middle", bold=bold)
    return d


def _at(mm: tuple[float, float]) -> tuple[float, float]:
    return _EDGE + mm[0] * _SCALE, _EDGE + mm[1] * _SCALE


def _part(d: Drawing, part: Part) -> None:
    pins = {pin: _at(pin_mm(part, pin)) for pin in part.pins}
    xs, ys = zip(*pins.values(), strict=True)
    left, top, right, bottom = min(xs) - 16, min(ys) - 16, max(xs) + 16, max(ys) + 16
    shade = _SHADES.get(part.ref[0], "#efe5d6")
    d.box(left, top, right - left, bottom - top, fill=shade, round=6)
    if part.ref == "U1":
        d.box((left + right) / 2 - 48, top - 16, 96, 40, fill="#c9c9cf", line=1)
        d.text((left + right) / 2, top + 4, "USB", size=13, anchor="middle")
    if part.ref == "U2":  # turned round: its notch is below
        d.box((left + right) / 2 - 16, bottom - 10, 32, 10, fill="#c9c9cf", line=1)
    for pin, (x, y) in pins.items():
        used = pin in part.nets
        if pin == 1:
            d.box(x - 9, y - 9, 18, 18, fill="#c9a227" if used else "#d9d9de", line=1)
        else:
            d.dot(x, y, 9, fill="#c9a227" if used else "#d9d9de", stroke=INK)
        d.text(x, y, str(pin), size=9, anchor="middle", color=INK if used else FAINT)
    words = f"{part.ref}  {part.value}"
    middle = (left + right) / 2, (top + bottom) / 2
    if part.ref[0] == "U":
        d.text(*middle, words, size=15, anchor="middle", turn=-90, bold=True)
    elif part.ref[0] == "J" and bottom - top > right - left:
        beside = right + 12 if part.ref in ("J2", "J3", "J4") else left - 12
        d.text(beside, middle[1], words, size=13, anchor="middle", turn=-90, bold=True)
    elif part.ref[0] == "J":
        d.text(middle[0], bottom + 10, words, size=13, anchor="middle", bold=True)
    else:
        d.text(middle[0], top - 10, words, size=12, anchor="middle")
