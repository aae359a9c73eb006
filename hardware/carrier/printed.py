"""Reads the words, pads and bodies of a board.

`/usr/bin/python3 -m hardware.carrier.printed BOARD`: run by the system's own Python, the one that
has KiCad's library. It prints what `hardware.carrier.silk` checks, as JSON, in millimetres from the
board's upper left corner.
"""

import json
import sys
from collections.abc import Iterable
from typing import Any

import pcbnew

from hardware.carrier.pcb import board_mm

Corners = tuple[float, float, float, float]


def main(path: str) -> None:
    """Prints words, pads and bodies of the board in `path`, upper side."""
    board = pcbnew.LoadBoard(path)
    texts = [(item, "") for item in board.GetDrawings() if isinstance(item, pcbnew.PCB_TEXT)]
    pads, bodies = [], {}
    for footprint in board.GetFootprints():
        ref = footprint.GetReference()
        texts.append((footprint.Reference(), ref))
        shapes = []
        for item in footprint.GraphicalItems():
            if isinstance(item, pcbnew.PCB_TEXT):
                texts.append((item, ""))
            elif item.GetLayer() == pcbnew.F_Fab:
                shapes.append(_corners(item.GetBoundingBox()))
        ours = [(pad.GetNumber(), _corners(pad.GetBoundingBox())) for pad in footprint.Pads()]
        pads += [(ref, number, box) for number, box in ours]
        if shapes:  # a bare pad or hole covers nothing
            bodies[ref] = _around([*shapes, *(box for _, box in ours)])
    words = [
        (text.GetShownText(True), _corners(text.GetEffectiveTextShape().BBox()), ref)
        for text, ref in texts
        if text.GetLayer() == pcbnew.F_SilkS and text.IsVisible()
    ]
    json.dump({"words": sorted(words), "pads": sorted(pads), "bodies": bodies}, sys.stdout)


def _corners(box: Any) -> Corners:
    """Returns left, top, right and bottom of a box."""
    (left, top), (right, bottom) = board_mm(box.GetOrigin()), board_mm(box.GetEnd())
    return left, top, right, bottom


def _around(boxes: Iterable[Corners]) -> Corners:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


if __name__ == "__main__":
    main(sys.argv[1])
