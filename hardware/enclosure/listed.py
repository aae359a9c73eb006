"""The list of a box: plates to order, parts to print, and screws to buy."""

from collections.abc import Iterator, Sequence

from hardware.budget.report import markdown
from hardware.enclosure.dxf import sheet_mm
from hardware.enclosure.plates import Plate
from hardware.enclosure.prints import Printed
from pegboard.board.panel.box import Box


def listed(box: Box, plates: Sequence[Plate], prints: Sequence[Printed]) -> str:
    """Returns the list as Markdown."""
    options, name = box.options, f"{box.layout.name}-{box.options.button_mm}"
    wide, high = sheet_mm(plates)
    head = (
        f"# Box of {box.layout.name}, with {options.button_mm} mm buttons\n\n"
        f"{box.width_mm:g} x {box.height_mm:g} mm and "
        f"{box.depth_mm + 2 * options.material_mm:g} mm deep, without feet. "
        f"All plates are in {name}.dxf, {wide:.0f} x {high:.0f} mm, of material "
        f"{options.material_mm:g} mm thick, drawn for a kerf of {options.kerf_mm:g} mm.\n"
    )
    cut = [[plate.name, "1", _size(plate.size_mm)] for plate in plates]
    printed = [[f"{p.name}.stl", str(p.copies), _size(p.size_mm), p.places] for p in prints]
    tables = (
        ("Cut", ["plate", "pieces", "mm"], cut),
        ("Print", ["file", "copies", "mm", "place"], printed),
        ("Buy", ["part", "pieces"], [list(item) for item in _bought(box)]),
    )
    parts = [f"## {title}\n\n{markdown(columns, rows)}" for title, columns, rows in tables]
    note = (
        "Places of grid pieces are their upper left corners, millimetres from that of the panel, "
        "seen from the front; from behind, left and right are exchanged. The panel's corner lies "
        f"{box.panel_at[0]:g} mm from the left edge of the front, and {box.panel_at[1]:g} mm from "
        "its far edge.\n"
    )
    if not any(part.name.startswith(f"{box.layout.name}-grid") for part in prints):
        note = "No grid, which needs rows from left to right: divide the cells with card.\n"
    return "\n".join([head, *parts, note])


def _bought(box: Box) -> Iterator[tuple[str, str]]:
    """Yields the screws and other parts to buy."""
    screws, depth = len(box.screws), box.depth_mm
    yield f"M3 hex spacer {depth:g} mm, threads inside (or two that add up to it)", str(screws)
    yield "M3 x 8 screws, two for each spacer", str(2 * screws)
    yield "rubber feet, self-adhesive, 10 mm", "4"
    yield "M2.5 x 16 screws with nuts, for the Pi", "4"
    yield "M3 x 16 screws with nuts, for the carrier", "4"
    width, height = (f"{size:g}" for size in (box.layout.width_mm, box.layout.height_mm))
    yield f"opal film {width} x {height} mm", "1"
    yield "power socket 5.5/2.1 mm with an 8 mm thread", "1"


def _size(size: Sequence[float]) -> str:
    return " x ".join(f"{length:g}" for length in size)
