"""Places the parts, routes the nets and saves the board.

`/usr/bin/python3 -m hardware.carrier.pcb FOLDER`: run by the system's Python, which has KiCad's
library `pcbnew`. The environment variable KICAD9_FOOTPRINT_DIR names the folder of footprints.
`design` determines all places; the same design gives the same bytes.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

import pcbnew

from hardware.carrier import design
from hardware.carrier.router import DRILL_MM, VIA_MM, Pad, Router
from hardware.carrier.schematic import NAME, identity
from hardware.carrier.segments import Segment

_STITCH_CELLS = 20
"""Grid cells between two ground stitching vias."""

_RULES = """(version 1)
(rule "the board's own 5 V carries 0.5 A"
  (condition "A.NetName == '+5V' || A.NetName == 'VIN'")
  (constraint track_width (min 1mm)))
"""


def main(folder: Path) -> None:
    """Writes into `folder` the board and the files KiCad needs to check it."""
    pcbnew.KIID.SeedGenerator(20250101)
    path = str(folder / f"{NAME}.kicad_pcb")
    board = pcbnew.NewBoard(path)
    _settings(board)
    nets = {net: _net(board, net) for net in design.nets()}
    pads = [pad for part in design.PARTS for pad in _place(board, part, nets)]
    router = Router(design.SIZE_MM, pads)
    names = [net for net, pins in design.nets().items() if net != design.POUR and len(pins) > 1]
    for net, segments in router.route({net: design.width_mm(net) for net in names}).items():
        for segment in segments:
            _copper(board, segment, nets[net])
    for x, y in router.free_spots(design.POUR, _STITCH_CELLS):
        _copper(board, Segment(None, x, y, x, y, VIA_MM), nets[design.POUR])
    _outline(board)
    _print(board)
    _pour(board, nets[design.POUR])
    pcbnew.SaveBoard(path, board)
    _tables(folder)
    _fill(path)


def _at(x: float, y: float) -> Any:
    return pcbnew.VECTOR2I(
        pcbnew.FromMM(design.ORIGIN_MM[0] + x), pcbnew.FromMM(design.ORIGIN_MM[1] + y)
    )


def board_mm(point: Any) -> tuple[float, float]:
    """Returns a point of KiCad's sheet in millimetres from the board's upper left corner."""
    return pcbnew.ToMM(point.x) - design.ORIGIN_MM[0], pcbnew.ToMM(point.y) - design.ORIGIN_MM[1]


def _settings(board: Any) -> None:
    """Sets limits that any board house can meet."""
    settings = board.GetDesignSettings()
    settings.m_TrackMinWidth = pcbnew.FromMM(0.2)
    settings.m_MinClearance = pcbnew.FromMM(0.2)
    settings.m_ViasMinSize = pcbnew.FromMM(0.6)
    settings.m_MinThroughDrill = pcbnew.FromMM(0.3)
    settings.m_CopperEdgeClearance = pcbnew.FromMM(0.3)
    settings.SetAuxOrigin(_at(0, design.SIZE_MM[1]))


def _net(board: Any, name: str) -> Any:
    net = pcbnew.NETINFO_ITEM(board, name)
    board.Add(net)
    return net


def _place(board: Any, part: design.Part, nets: dict[str, Any]) -> list[Pad]:
    """Puts a part on the board; returns the facts the router needs about it."""
    library, name = part.footprint.split(":")
    folder = Path(os.environ["KICAD9_FOOTPRINT_DIR"]) / f"{library}.pretty"
    footprint = pcbnew.FootprintLoad(str(folder), name)
    if footprint is None:
        raise SystemExit(f"carrier: {part.ref}: KiCad has no footprint {part.footprint}")
    footprint.SetFPID(pcbnew.LIB_ID(library, name))
    footprint.SetReference(part.ref)
    footprint.SetValue(part.value)
    footprint.SetPosition(_at(*part.at))
    footprint.SetOrientationDegrees(part.angle)
    footprint.SetPath(pcbnew.KIID_PATH("/" + identity("part", part.ref)))
    board.Add(footprint)
    reference = footprint.Reference()
    if not part.is_fitted:  # a test point has its words instead
        reference.SetVisible(False)
    elif part.name_at:
        reference.SetPosition(_at(*part.name_at))
        reference.SetTextAngleDegrees(0)
    found = [pad for zone in footprint.Zones() for pad in _keep_out_pads(zone)]
    for pad in footprint.Pads():
        number = pad.GetNumber()
        net = part.nets.get(int(number)) if number.isdigit() else None
        if net:
            pad.SetNet(nets[net])
        elif number.isdigit():  # KiCad's own name for a pin that stays alone: parity wants it
            title = part.names.get(int(number), number)
            pad.SetNet(_net(board, f"unconnected-({part.ref}-{title}-Pad{number})"))
        found.append(_pad(pad, net))
    return found


def _pad(pad: Any, net: str | None) -> Pad:
    box = pad.GetBoundingBox()
    wide, high = pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight())
    radius = min(wide, high) / 2
    # Corners of a square pad stick out by the root of two; a hole without copper wants more room.
    swell = 1.0 if pad.GetShape() == pcbnew.PAD_SHAPE_CIRCLE else 1.42
    x, y = board_mm(pad.GetPosition())
    extra = 0.0 if pad.GetNumber() else 0.05
    return Pad(
        net, x, y, max(0, wide / 2 - radius), max(0, high / 2 - radius), radius * swell + extra
    )


def _keep_out_pads(zone: Any) -> list[Pad]:
    """Turns a footprint's rule area (the antenna of a Pico W) into lines no track may touch."""
    box = zone.GetBoundingBox()
    left, top = board_mm(box.GetOrigin())
    right, bottom = board_mm(box.GetEnd())
    lines = int((bottom - top) / 0.4) + 1
    middle, half = (left + right) / 2, (right - left) / 2
    return [Pad(None, middle, top + 0.4 * k, half, 0, 0.4) for k in range(lines)]


def _copper(board: Any, segment: Segment, net: Any) -> None:
    if segment.layer is None:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(_at(segment.x1, segment.y1))
        item.SetDrill(pcbnew.FromMM(DRILL_MM))
    else:
        item = pcbnew.PCB_TRACK(board)
        item.SetStart(_at(segment.x1, segment.y1))
        item.SetEnd(_at(segment.x2, segment.y2))
        item.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[segment.layer])
    item.SetWidth(pcbnew.FromMM(segment.width))
    item.SetNet(net)
    board.Add(item)


def _outline(board: Any) -> None:
    shape = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_RECT)
    shape.SetStart(_at(0, 0))
    shape.SetEnd(_at(*design.SIZE_MM))
    shape.SetLayer(pcbnew.Edge_Cuts)
    shape.SetWidth(pcbnew.FromMM(0.1))
    board.Add(shape)


def _print(board: Any) -> None:
    for label in design.LABELS:
        if label.by_footprint:
            continue
        text = pcbnew.PCB_TEXT(board)
        text.SetText(label.text)
        text.SetPosition(_at(*label.at))
        text.SetLayer(pcbnew.F_SilkS)
        size = pcbnew.FromMM(label.size_mm)
        text.SetTextSize(pcbnew.VECTOR2I(size, size))
        text.SetTextThickness(pcbnew.FromMM(max(0.12, label.size_mm * 0.15)))
        board.Add(text)


def _pour(board: Any, net: Any) -> None:
    width, height = design.SIZE_MM
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(net)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in (
            (0.5, 0.5),
            (width - 0.5, 0.5),
            (width - 0.5, height - 0.5),
            (0.5, height - 0.5),
        ):
            outline.Append(_at(x, y))
        zone.SetLocalClearance(pcbnew.FromMM(0.3))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        board.Add(zone)


def _tables(folder: Path) -> None:
    """Writes our own rules, and the paths of the footprints so that DRC can compare them."""
    (folder / f"{NAME}.kicad_dru").write_text(_RULES)
    libraries = sorted({part.footprint.split(":")[0] for part in design.PARTS})
    lines = "".join(
        f'  (lib (name "{library}")(type "KiCad")'
        f'(uri "${{KICAD9_FOOTPRINT_DIR}}/{library}.pretty")(options "")(descr ""))\n'
        for library in libraries
    )
    (folder / "fp-lib-table").write_text(f"(fp_lib_table\n  (version 7)\n{lines})\n")


def _fill(path: str) -> None:
    """Fills the ground and saves.

    The board is loaded again first: in one that was never saved the filler knows no rules and
    covers holes. A ground pad whose spokes end on an island gets a solid joint instead.
    """
    board = pcbnew.LoadBoard(path)
    board.BuildConnectivity()
    report = Path(path + ".rpt")
    for _ in range(4):
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MM, True)
        starved = {
            match
            for block in report.read_text().split("\n[")
            if block.startswith("starved_thermal")
            for match in re.findall(r"pad (\S+) \[\S+\] of (\S+)", block)
        }
        report.unlink()
        if not starved:
            break
        for number, ref in sorted(starved):
            pad = board.FindFootprintByReference(ref).FindPadByNumber(number)
            pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_FULL)
    pcbnew.SaveBoard(path, board)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
