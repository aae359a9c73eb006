"""Checks the silk screen: each word must be readable, and next to the pin it names.

KiCad's rules detect ink on pads and ink on ink, but not meaning: a `+` between two parts passes,
though readers may assign it to the wrong one.
"""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from hardware.carrier.design import LABELS, Label

MARGIN_MM = 0.1
"""Minimum margin by which a word is nearer to its own pin than to any other."""


class Box(NamedTuple):
    """A rectangle along the axes, in millimetres from the board's upper left corner, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the box, x and y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def gap_mm(self, other: "Box") -> float:
        """Returns the distance between two boxes; 0 if they touch or overlap."""
        across = max(self.left - other.right, other.left - self.right, 0)
        down = max(self.top - other.bottom, other.top - self.bottom, 0)
        return math.hypot(across, down)


class Word(NamedTuple):
    """A visible text, with the box round its ink."""

    text: str
    box: Box
    part: str = ""
    """The part it names; empty for any other text."""


class PadBox(NamedTuple):
    """A pad or a bare hole; the pin of a hole is empty."""

    part: str
    pin: str
    box: Box


class Printed(NamedTuple):
    """Words, pads and bodies on the upper side of a board."""

    words: list[Word]
    pads: list[PadBox]
    bodies: dict[str, Box]
    """Area that each part covers once it is soldered in, pads included."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Printed":
        """Parses the output of `hardware.carrier.printed`."""
        return cls(
            [Word(text, Box(*box), part) for text, box, part in data["words"]],
            [PadBox(part, pin, Box(*box)) for part, pin, box in data["pads"]],
            {part: Box(*box) for part, box in data["bodies"].items()},
        )


def faults(printed: Printed, labels: Iterable[Label] = LABELS) -> list[str]:
    """Returns a message for each word that is missing, misleading or covered."""
    complaints = [fault for label in labels for fault in _pin_complaints(label, printed)]
    for k, word in enumerate(printed.words):
        at = _place(word)
        for pad in printed.pads:
            if not word.box.gap_mm(pad.box):
                complaints.append(f"{at} lies on a pad of {pad.part}")
        for part, body in printed.bodies.items():
            if not word.box.gap_mm(body):
                complaints.append(f"{at} disappears below {part}")
        for other in printed.words[k + 1 :]:
            if not word.box.gap_mm(other.box):
                complaints.append(f"{at} and {_place(other)} overlap")
        if word.part:
            nearest = min(printed.bodies, key=lambda part: word.box.gap_mm(printed.bodies[part]))
            if nearest != word.part:
                complaints.append(f"{at} is nearer to {nearest}")
    return complaints


def word_of(label: Label, printed: Printed) -> Word | None:
    """Returns the printed word of a label, or None if it is not there."""
    words = [word for word in printed.words if word.text == label.text]
    nearest = min(words, key=lambda word: math.dist(word.box.middle, label.at), default=None)
    return nearest if nearest and math.dist(nearest.box.middle, label.at) < label.size_mm else None


def _pin_complaints(label: Label, printed: Printed) -> list[str]:
    word = word_of(label, printed)
    if word is None:
        return [f"{label.text!r} is not printed at {label.at}"]
    if label.pin is None:
        return []
    part, pin = label.pin[0], str(label.pin[1])
    ours = [pad for pad in printed.pads if (pad.part, pad.pin) == (part, pin)]
    if not ours:
        return [f"{part} has no pin {pin}"]
    limit = min(word.box.gap_mm(pad.box) for pad in ours) + MARGIN_MM
    return [
        f"{_place(word)} is about {part} pin {pin}, and not nearer to it than to "
        f"{pad.part} pin {pad.pin}"
        for pad in printed.pads
        if pad not in ours and word.box.gap_mm(pad.box) < limit
    ]


def _place(word: Word) -> str:
    x, y = word.box.middle
    return f"{word.text!r} at ({x:.1f}, {y:.1f})"
