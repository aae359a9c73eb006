"""Computes the height of a camera above the cards from the recogniser's limits and the lens.

The smallest index must be `SIZE.good` pixels high, which bounds the width of the field. Five cards
side by side must fit into it, and a card must not take more than `NEAR.good` of the picture's
shorter side: these bound it from below. A pinhole camera that looks straight down from the height h
sees 2 h tan(angle / 2).
"""

from dataclasses import dataclass
from math import radians, tan

from hardware.svg import FAINT, Drawing
from pegboard.devices.cameras.picamera import SIZE as RIBBON_PX
from pegboard.vision.verdicts import NEAR, SIZE, TILT

INDEX_MM = 10.0
"""Height of the rank in the corner of an ordinary card; jumbo indices have 14 to 20 mm."""
CARD_MM = 63.5
"""Width of a poker card."""
HAND_MM = 5 * 70.0
"""Width of four cards and the starter side by side, a little apart."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera as specified by its maker.

    Attributes:
        name: product name.
        angles: horizontal and vertical angle of view of the whole sensor, in degrees.
        pixels: width and height of the pictures that pegboard takes.
        focus: how it is focused.
    """

    name: str
    angles: tuple[float, float]
    pixels: tuple[int, int]
    focus: str


LENSES = (
    Lens("Camera Module 3", (66.0, 41.0), RIBBON_PX, "autofocus; the set-up keeps it"),
    Lens("Camera Module 2", (62.2, 48.8), RIBBON_PX, "turn the lens with the tool in its box"),
    Lens("Camera Module 3 Wide", (102.0, 67.0), RIBBON_PX, "autofocus; the set-up keeps it"),
    Lens("USB webcam, 1080p, 78° diagonal", (70.4, 43.3), (1280, 720), "autofocus, kept if it can"),
    Lens(
        "USB webcam, 720p, 60° diagonal",
        (53.4, 31.6),
        (1280, 720),
        "fixed: see whether it is sharp",
    ),
)
"""Angles of the Camera Modules: Raspberry Pi's documentation of the hardware. Webcams: from the
diagonal of a picture of 16 : 9, without distortion."""


def field_mm(lens: Lens, height_mm: float) -> tuple[float, float]:
    """Returns the field of view of a camera straight above, in millimetres.

    Pictures with another aspect ratio than the sensor are cropped from its centre.
    """
    wide, high = (2 * height_mm * tan(radians(angle) / 2) for angle in lens.angles)
    shape = lens.pixels[0] / lens.pixels[1]
    return min(wide, high * shape), min(high, wide / shape)


def heights_mm(lens: Lens, index_mm: float = INDEX_MM) -> tuple[float, float]:
    """Returns the lowest and highest camera position within the recogniser's limits."""
    wide, high = field_mm(lens, 1.0)
    lowest = max(HAND_MM / wide, CARD_MM / NEAR.good / min(wide, high))
    highest = lens.pixels[0] * index_mm / SIZE.good / wide
    return lowest, highest


HEAD = ("camera", "height above the cards", "field at the highest", "focus")


def rows() -> list[list[str]]:
    """Returns a row of the table for each camera, lengths in centimetres."""
    table = []
    for lens in LENSES:
        lowest, highest = heights_mm(lens)
        wide, high = field_mm(lens, highest)
        table.append(
            [
                lens.name,
                f"{_cm_up(lowest)} to {highest // 10:.0f} cm",
                f"{wide // 10:.0f} x {high // 10:.0f} cm",
                lens.focus,
            ]
        )
    return table


def _cm_up(length_mm: float) -> str:
    return f"{-(-length_mm // 10):.0f}"


def draw() -> Drawing:
    """Draws the camera above the table from the side, for the first lens of the table."""
    lens = LENSES[0]
    _, height = heights_mm(lens)
    wide, high = field_mm(lens, height)
    scale = 0.62
    d = Drawing(760, 560, "Where the camera stands")
    x, table, top = 330.0, 470.0, 470.0 - height * scale
    half = wide * scale / 2
    d.line((40, table), (720, table), width=4)
    d.line((x, top), (x - half, table), color=FAINT, dash="6 5")
    d.line((x, top), (x + half, table), color=FAINT, dash="6 5")
    d.box(x - 22, top - 16, 44, 20, fill="#ffffff", line=2)
    d.text(x, top - 34, lens.name, anchor="middle", bold=True)
    for k in range(5):
        left = x - 130 + 54 * k
        d.line((left, table - 5), (left + CARD_MM * scale, table - 5), color="#d3302f", width=4)
    d.text(x, table - 22, "cards, face up, flat", size=12, anchor="middle", halo="#ffffff")
    d.line((x - half, table + 24), (x + half, table + 24), width=1)
    d.text(
        x,
        table + 42,
        f"{wide // 10:.0f} cm wide, {high // 10:.0f} cm deep",
        anchor="middle",
        size=13,
    )
    d.line((70, top), (70, table), width=1)
    d.text(56, (top + table) / 2, f"at most {height // 10:.0f} cm", anchor="middle", turn=-90)
    arm = 690.0
    d.line((arm, table), (arm, top - 4), (x + 22, top - 4), width=3)
    d.text(arm - 8, top + 20, "arm, fixed to the table", anchor="end", size=12)
    lamp = (x + 300, top + 70)
    d.line(lamp, (x + half - 20, table), color="#e58a00", width=1.5, dash="2 4")
    d.dot(*lamp, 12, fill="#f5c542", stroke="#e58a00")
    d.text(lamp[0] - 20, lamp[1], "lamp at the side", anchor="end", size=12)
    d.text(
        x,
        table + 68,
        f"Straight down is best; up to {TILT.good:.0f}° from it still reads well.",
        anchor="middle",
        size=12,
        color=FAINT,
    )
    return d
