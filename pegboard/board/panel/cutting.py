"""Cut list of a board: the place of each piece on the strip as sold.

Strip is made in half metres, soldered to each other where their pads overlap (Pololu sells strip
with 144 LEDs a metre in half metres of 72; Adafruit: "manufactured in half-meter lengths"). Such a
factory joint is thick, and strip breaks there first, so no piece holds one unless it is longer
than half a metre.

One LED is lost at each cut. A cut in the middle of a pad leaves half of it, 1 mm on strip with 144
LEDs a metre, too little to solder a wire to; a cut through an LED leaves the pads on both sides of
it whole. A factory joint gives two whole pads as well, once it is unsoldered: that is for pieces
of exactly half a metre, which have room for no lost LED.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from pegboard.board.layout import Layout
from pegboard.board.panel.building import cuts

DENSE = 100
"""Strip with more LEDs a metre is sold by the metre, other strip in rolls."""

ROLL_M = 5
"""The length of a roll."""

CLEAR_LEDS = 3
"""The least distance, in LEDs, of a factory joint inside a piece from the piece's ends."""

HEAD = ("row", "LEDs", "strip", "half metre", "from LED", "to LED", "cut through", "factory joints")


@dataclass(frozen=True, slots=True)
class Place:
    """The place of one piece on the strip.

    LEDs of a strip count from 1, as `pegboard light test --leds` counts them.
    """

    row: int
    """The piece's number along the data line, from 1."""
    strip: int
    """The strip it is cut from, from 1."""
    halves: tuple[int, int]
    """The half metres of this strip in which it begins and ends, from 1."""
    first: int
    last: int
    """The LEDs of the strip where it begins and ends."""
    lost: tuple[int, ...]
    """The LEDs of the strip to cut through, if no piece before has named them."""
    opened: tuple[int, ...]
    """The LEDs of the strip behind which to unsolder the factory joint, likewise."""
    joints: tuple[int, ...]
    """LEDs of the piece in front of each factory joint inside it."""

    @property
    def leds(self) -> int:
        """Number of LEDs of the piece."""
        return self.last - self.first + 1

    def cells(self) -> list[str]:
        """Returns the place as a row of a table with `HEAD`."""
        begin, end = self.halves
        half = f"{begin}" if begin == end else f"{begin} to {end}"
        notes = [f"inside, after {_listed(self.joints)} LEDs"] if self.joints else []
        notes += [f"unsolder behind LED {_listed(self.opened)}"] if self.opened else []
        ends = (str(self.first), str(self.last), _listed(self.lost), "; ".join(notes))
        return [str(self.row), str(self.leds), str(self.strip), half, *ends]


def _listed(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers))


class _Span(NamedTuple):
    """A piece on a strip; `begin` and `end` count LEDs from 0."""

    begin: int
    end: int
    row: int


@dataclass(frozen=True, slots=True)
class _Strip:
    """A strip as sold: the number of its LEDs, and of those between factory joints."""

    leds: int
    half: int

    def joints(self, begin: int, end: int) -> list[int]:
        """Returns the joints between two places; place k is in front of LED k, counted from 0."""
        return [at for at in range(0, self.leds + 1, self.half) if begin < at < end]

    def is_joint(self, place: int) -> bool:
        """Returns whether there is a joint in front of an LED; the strip's own ends are none."""
        return place % self.half == 0 and 0 < place < self.leds

    def clearness(self, begin: int, leds: int) -> int:
        """Returns 2 for a piece with no more joints than needed and none near its ends, 1, or 0."""
        end = begin + leds
        joints = self.joints(begin, end)
        if len(joints) > ceil(leds / self.half) - 1:
            return 0
        is_far = all(CLEAR_LEDS <= at - begin <= leds - CLEAR_LEDS for at in joints)
        return 2 if is_far and not self.is_joint(begin) and not self.is_joint(end) else 1

    def best(self, leds: int) -> int:
        """Returns the best clearness of a piece on this strip; never above an endless strip's."""
        endless = _Strip(self.half * (leds + 2), self.half)
        here = max(self.clearness(at, leds) for at in range(self.leds - leds + 1))
        return min(here, max(endless.clearness(at, leds) for at in range(1, self.half + 1)))

    def can_part(self, end: int, begin: int) -> bool:
        """Returns whether two pieces have an LED to lose, or a joint, between them."""
        return end < begin or (end == begin and self.is_joint(begin))


def strip_leds(layout: Layout) -> int:
    """Returns the number of LEDs on a strip as sold; a longer one if a piece needs it.

    Raises:
        ValueError: the layout does not say how many LEDs a metre its strip has.
    """
    if layout.leds_per_m is None:
        raise ValueError(f"{layout.name} does not say how many LEDs a metre its strip has")
    metres = 1 if layout.leds_per_m > DENSE else ROLL_M
    longest = max(cut.leds for cut in cuts(layout))
    return layout.leds_per_m * max(metres, ceil(longest / layout.leds_per_m))


def half_metre(leds_per_m: int) -> int:
    """Returns the number of LEDs between factory joints: a whole metre if it is odd."""
    return leds_per_m if leds_per_m % 2 else leds_per_m // 2


def joint_note(layout: Layout) -> str:
    """Returns a sentence about the rows that hold a factory joint; empty if there is none."""
    half = half_metre(layout.leds_per_m or 0)
    if not any(place.joints for place in cut_list(layout)):
        return ""
    return (
        f"Rows of more than {half} LEDs, the half metre that strip with {layout.leds_per_m} LEDs "
        "a metre is made of, have a factory joint inside: choose one that is flat and firm, and "
        "check the row against the template."
    )


def cut_list(layout: Layout) -> tuple[Place, ...]:
    """Returns the place of every piece, in the order in which they lie on the strips.

    Pieces take the first room there is in the order of the data line, or, where that saves a
    strip, the longest first.

    Raises:
        ValueError: the layout does not say how many LEDs a metre its strip has.
    """
    strip = _Strip(strip_leds(layout), half_metre(layout.leds_per_m or 0))
    pieces = [(row, cut.leds) for row, cut in enumerate(cuts(layout), 1)]
    orders = (pieces, sorted(pieces, key=lambda piece: -piece[1]))
    packed = min((_packed(order, strip) for order in orders), key=len)
    return tuple(
        place
        for number, spans in enumerate(packed, 1)
        for place in _places(number, sorted(spans), strip)
    )


def _packed(pieces: Sequence[tuple[int, int]], strip: _Strip) -> list[list[_Span]]:
    """Returns the spans on each strip: every piece on the first strip with room for it."""
    strips: list[list[_Span]] = []
    for row, leds in pieces:
        demand = strip.best(leds)
        for spans in strips:
            if (begin := _room(spans, leds, demand, strip)) is not None:
                break
        else:
            spans = []
            strips.append(spans)
            begin = _room(spans, leds, demand, strip)
        assert begin is not None  # an empty strip has room for every piece
        spans.append(_Span(begin, begin + leds, row))
    return strips


def _room(spans: Sequence[_Span], leds: int, demand: int, strip: _Strip) -> int | None:
    """Returns the first place with room for a piece that lies as clear as demanded."""
    for begin in range(strip.leds - leds + 1):
        is_free = all(
            strip.can_part(begin + leds, before) or strip.can_part(after, begin)
            for before, after, _ in spans
        )
        if is_free and strip.clearness(begin, leds) >= demand:
            return begin
    return None


def _places(number: int, spans: Sequence[_Span], strip: _Strip) -> Iterator[Place]:
    """Yields the places of one strip's pieces, with each cut between them named once."""
    done: set[int] = set()
    for begin, end, row in spans:
        edges = [(begin, begin), (end, end + 1)]  # a place, and the LED lost there, counted from 1
        opened = [at for at, _ in edges if strip.is_joint(at)]
        lost = [led for at, led in edges if 0 < at < strip.leds and at not in opened]
        new = [led for led in lost if led not in done]
        open_now = [at for at in opened if -at not in done]
        done.update(new, (-at for at in open_now))
        halves = begin // strip.half + 1, (end - 1) // strip.half + 1
        joints = tuple(at - begin for at in strip.joints(begin, end))
        places = (begin + 1, end, tuple(new), tuple(open_now))
        yield Place(row, number, halves, *places, joints)
