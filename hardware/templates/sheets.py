"""Divides a panel into as few overlapping sheets of paper as possible."""

from dataclasses import dataclass
from math import ceil

OVERLAP_MM = 10.0
"""The overlap of two neighbouring sheets."""

MARGIN_MM = 10.0
"""Unprintable margin of printers."""

FOOT_MM = 16.0
"""Below the drawing: the bar to measure, and which sheet this is."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size, upright, in millimetres."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet, and the part of the panel it shows."""

    row: int
    column: int
    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float

    @property
    def name(self) -> str:
        """Sheet's name: A1 for the first; rows are letters."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"

    def shows(self, x: float, y: float, reach: float) -> bool:
        """Returns whether any part of a circle is on the sheet."""
        return (
            -reach < x - self.left_mm < self.width_mm + reach
            and -reach < y - self.top_mm < self.height_mm + reach
        )


@dataclass(frozen=True, slots=True)
class Spread:
    """All sheets of a panel on one kind of paper, landscape or portrait."""

    page_width_mm: float
    page_height_mm: float
    rows: int
    columns: int
    sheets: tuple[Sheet, ...]


def spread(width_mm: float, height_mm: float, paper: Paper) -> Spread:
    """Returns the division with the fewest sheets; of two equal ones, landscape."""
    lying = _spread(width_mm, height_mm, paper.height_mm, paper.width_mm)
    upright = _spread(width_mm, height_mm, paper.width_mm, paper.height_mm)
    return upright if len(upright.sheets) < len(lying.sheets) else lying


def _spread(width_mm: float, height_mm: float, page_width: float, page_height: float) -> Spread:
    wide, high = page_width - 2 * MARGIN_MM, page_height - 2 * MARGIN_MM - FOOT_MM
    columns = max(1, ceil((width_mm - OVERLAP_MM) / (wide - OVERLAP_MM)))
    rows = max(1, ceil((height_mm - OVERLAP_MM) / (high - OVERLAP_MM)))
    # Spread evenly, so that the last sheet is not a narrow strip.
    part_width = (width_mm - OVERLAP_MM) / columns + OVERLAP_MM
    part_height = (height_mm - OVERLAP_MM) / rows + OVERLAP_MM
    sheets = tuple(
        Sheet(
            row,
            column,
            column * (part_width - OVERLAP_MM),
            row * (part_height - OVERLAP_MM),
            part_width,
            part_height,
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Spread(page_width, page_height, rows, columns, sheets)
