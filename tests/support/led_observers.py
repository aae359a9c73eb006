"""Simulated people who look at the LEDs and answer the setup questions."""

from typing import Any

from pegboard.board.layout import Layout, Piece
from pegboard.devices.strip_check import ends

INVALID_ANSWERS = {
    "colour": "purple", "row": "99", "end": "x", "walk": "?", "dark": "x", "lit": "x", "place": "1",
    "behind": "99",
}  # fmt: skip
"""Answers that no question of a kind takes."""

Wiring = list[tuple[Piece, bool]]
"""The pieces along the real data line, and whether each is turned round."""


def wire(layout: Layout, order: list[int], turned: list[bool]) -> Wiring:
    return [(layout.pieces[n], turn) for n, turn in zip(order, turned, strict=True)]


class BoardObserver:
    """Watches a board's LEDs and answers; with `slips_first`, invalidly at first."""

    def __init__(
        self, layout: Layout, wiring: Wiring, *, spare: int = 0, slips_first: bool = False
    ):
        self.spots: dict[int, tuple[Piece, int]] = {}
        """Piece and lamp number of each pixel as actually wired."""
        pixel = spare
        for piece, turn in wiring:
            lamps = range(len(piece.points))
            for lamp in reversed(lamps) if turn else lamps:
                self.spots[pixel] = piece, lamp
                pixel += 1
        self.rows = sorted(
            layout.pieces, key=lambda p: (min(y for _, y in p.points), min(x for x, _ in p.points))
        )
        self.strip: Any = None
        self.questions: list[str] = []
        self.slips = slips_first
        self.behind = 0
        """LEDs of the strip behind the last of the layout."""
        self.sees_dark_leds = False
        """True if LEDs stay dark during the walk."""
        self.dark = 0
        self.seen: list[bytes] = []

    def __call__(self, kind: str, text: str) -> str:
        self.questions.append(kind)
        if self.slips and self.questions.count(kind) % 2:
            return INVALID_ANSWERS.get(kind, "")
        frame: bytes = getattr(self.strip, "lit", None) or self.strip.frame
        if kind == "colour":
            return "rgb"[max(range(3), key=lambda channel: frame[channel])]
        pixels = [frame[k : k + 3] for k in range(0, len(frame), 3)]
        if kind == "walk":
            assert not any(frame)
            return "n" if self.sees_dark_leds else "y"
        if kind in ("write", "save"):
            return ""
        if kind == "white":
            return "y"
        if kind == "behind":
            return str(min(self.behind, sum(map(any, pixels[len(self.spots) :]))))
        if kind == "dark":
            dark = [n for n, pixel in enumerate(pixels) if not any(pixel)]
            if len(dark) == 1:
                self.dark = dark[0]
                return "o"
            return "e" if dark else "y"
        if kind == "lit":
            return "y" if any(frame) else "n"
        if kind == "place":
            piece, lamp = self.spots[self.dark]
            return f"{self.rows.index(piece) + 1} {lamp + 1}"
        if not any(frame):
            return "0"
        brightest = max(range(len(pixels)), key=lambda pixel: sum(pixels[pixel]))
        if brightest not in self.spots:
            return "0"
        piece, lamp = self.spots[brightest]
        if kind == "row":
            return str(self.rows.index(piece) + 1)
        assert kind == "end"
        first, last = ends(piece)
        assert lamp in (0, len(piece.points) - 1)
        return first[0] if lamp == 0 else last[0]


class StripObserver:
    """Watches a bare strip, some LEDs of which may be dead, and answers."""

    def __init__(self, dead: frozenset[int], *, breaks: bool) -> None:
        self.dead, self.breaks = dead, breaks
        self.strip: Any = None

    def __call__(self, kind: str, text: str) -> str:
        frame: bytes = self.strip.lit
        pixels = [frame[k : k + 3] for k in range(0, len(frame), 3)]
        if kind == "colour":
            return "rgb"[pixels[0].index(max(pixels[0]))]
        if kind == "whole":
            live_pixels = [pixel for at, pixel in enumerate(pixels) if at not in self.dead]
            levels = [max(pixel) for pixel in live_pixels]
            assert 0 < max(levels) <= min(levels) + 1, "the limit leaves them alike"
            colours = {pixel.index(max(pixel)) for pixel in live_pixels}
            assert all(sum(1 for part in pixel if part) == 1 for pixel in live_pixels)
            assert [f"LEDs {('red', 'green', 'blue')[each]} now" in text for each in colours] == [
                True
            ]
            return "n" if self.dead else "y"
        if kind == "dark":
            return "e"
        if kind == "lit":  # the chain breaks behind the first 40
            return "y" if any(frame[: 3 * 40]) else "n"
        assert kind == "walk"
        return "n" if self.breaks else "y"
