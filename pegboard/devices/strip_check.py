"""The dialogue of `pegboard light test`: are colours and wiring as configured?

A person looks at the board and answers; the answers give the colour order and the position of
every piece of strip. Input and output are the callbacks `ask` and `say`, so that a test can play
the person. Every frame is subject to the current limit.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from pegboard.board.color import CHANNEL_MA, IDLE_MA, limit
from pegboard.board.layout import Layout, Piece
from pegboard.board.panel.rewire import Found
from pegboard.devices.ports import Strip

Ask = Callable[[str, str], str]
"""Asks a question of a kind (`colour`, `row`, `end`, …), and returns the answer."""

FIRST = 8
"""Number of LEDs at the start of the data line that show the colours."""
TAIL = 4
"""Number of dim LEDs after the bright one, which show the direction of a piece of strip."""
BRIGHT, DIM = 160, 12

ROW_COLOURS = ((BRIGHT, 0, 0), (0, BRIGHT, 0), (0, 0, BRIGHT), (BRIGHT, BRIGHT, BRIGHT))
"""Colour of the first LED of each row, by track."""

UNSEEN = 3
"""Number of unseen LEDs in a row after which the chain may be broken."""
FEEDS_MA = 1500
"""Minimum current limit in mA at which a missing feed is visible at the far end: the voltage there
falls below the data sheet's 4.5 V in every layout; at 500 mA it drops by only 0.2 V
(`hardware/budget/model.py`)."""

_NAMES = {"R": "red", "G": "green", "B": "blue"}
_RGBW = (
    "every fourth byte is missing: this looks like RGBW LEDs, which the board does not drive; use "
    "WS2812B, or SK6812 without W (if yours have no white, check the data wire and the level "
    "shifter)"
)


def row_starts(layout: Layout) -> list[tuple[int, tuple[int, int, int]]]:
    """Returns the first pixel of each row of holes with a colour, in data-line order.

    The colours are those of the rows' tracks, as `ROW_COLOURS` has them.
    """
    tracks = {pixel: track for track, _, pixel, _ in layout.places()}
    return [
        (piece.first_pixel, ROW_COLOURS[tracks[piece.first_pixel] % len(ROW_COLOURS)])
        for piece in layout.pieces
        if piece.first_pixel in tracks
    ]


class GivenUp(Exception):
    """The test cannot continue; the message names the thing to check."""


class LightCheck:
    """A strip under test."""

    def __init__(
        self, strip: Strip, layout: Layout, ask: Ask, say: Callable[[str], None], max_mA: int
    ) -> None:
        """Starts with a dark strip.

        Args:
            strip: as configured.
            layout: as configured.
            ask: asks a question and returns the answer.
            say: shows a message.
            max_mA: current limit of every frame.
        """
        self._strip, self._layout = strip, layout
        self._ask, self._say, self._max_mA = ask, say, max_mA
        self._bare = False
        """True while a strip without a board is tested."""
        self.advice = ""
        """The suspected part, and what to check; empty if nothing is wrong so far."""
        self.lit: int | None = None
        """Number of LEDs that light up from the start of the data line; None before counting."""

    # --- colours

    def order(self, configured: str) -> str:
        """Returns the colour order of the LEDs, found by showing three colours.

        Args:
            configured: colour order with which the strip was opened.

        Raises:
            GivenUp: no LED lights up, or they show several colours.
        """
        while True:
            answers = {channel: self._colour(channel) for channel in "RGB"}
            if len(set(answers.values())) == 3:
                return "".join(answers[colour] for colour in configured)
            self._say("Two of these were the same colour, which is impossible; try again.")

    def _colour(self, shown: str) -> str:
        pixel = bytes(BRIGHT if colour == shown else 0 for colour in "RGB")
        self._show({number: pixel for number in range(FIRST)})
        while True:
            answer = self._ask(
                "colour", "What colour are the first lamps? r, g, b (n: none, m: several) "
            )
            answer = answer.strip().upper()[:1]
            if answer in _NAMES:
                return answer
            if answer == "N":
                raise GivenUp(
                    "no lamp lights up: check the supply (5 V at the strip?), the ground between "
                    "strip and computer, the data wire (at DIN, where the arrows point away), the "
                    "level shifter, and the chip (WS2812B or SK6812: 5 V and one data wire)"
                )
            if answer == "M":
                raise GivenUp(_RGBW)
            self._say("Please answer r, g or b; n if nothing is lit, m if they differ.")

    def _check_alike(self) -> None:
        """Checks that the first LEDs all show the colour sent.

        With four-byte LEDs three quarters of them light up, in three colours.

        Raises:
            GivenUp: they do not.
        """
        self._show({number: bytes([BRIGHT, 0, 0]) for number in range(FIRST)})
        text = f"The first {FIRST} lamps should be lit now, all in one colour. Are they? y/n "
        if not self.yes("alike", text):
            raise GivenUp(_RGBW)

    # --- a strip without a board

    def whole(self, configured: str, order: str) -> bool:
        """Shows each colour on every LED; returns whether all LEDs looked the same.

        Args:
            configured: colour order with which the strip was opened.
            order: colour order found by `order`.
        """
        to_send = dict(zip(order, configured, strict=True))
        for shown, name in _NAMES.items():
            pixel = bytes(BRIGHT if colour == to_send[shown] else 0 for colour in "RGB")
            self._show(dict.fromkeys(range(self._strip.length), pixel))
            if not self.yes("whole", f"Are all {self._strip.length} LEDs {name} now? y/n "):
                return False
        return True

    def leds(self) -> Iterator[tuple[str, int]]:
        """Lights every LED in turn; yields its name, counted from 1, and its pixel."""
        self._bare = True
        for pixel in range(self._strip.length):
            self._show({pixel: bytes([BRIGHT] * 3)})
            yield f"LED {pixel + 1}", pixel

    def yes(self, kind: str, text: str) -> bool:
        """Asks a question until the answer is yes or no; Enter is yes."""
        while True:
            answer = self._ask(kind, text).strip().lower()[:1]
            if answer in ("", "y"):
                return True
            if answer == "n":
                return False
            self._say("Please answer y or n.")

    # --- pieces

    def pieces(self) -> list[Found]:
        """Returns the position of each piece of strip, in data-line order."""
        rows = self.rows()
        for number, piece in enumerate(rows, 1):
            self._say(f"  row {number}: {piece.holds}, {_where(piece)}")
        placed: list[Found] = []
        at = unseen = 0
        while len(placed) < len(rows):
            if at >= self._strip.length:
                raise GivenUp(
                    f"{len(rows) - len(placed)} rows were never seen: is the chain broken behind "
                    f"{placed[-1].piece.holds if placed else 'the beginning'}?"
                )
            self._show_beginning(at)
            lit_row = self._row(rows, at, placed)
            if lit_row is None:
                at += 1  # an LED under no hole
                unseen += 1
                if unseen == UNSEEN and not self.is_whole():
                    raise GivenUp(self.advice)
                continue
            unseen = 0
            placed.append(Found(lit_row, at, len(lit_row.points) > 1 and self._turned(lit_row)))
            at += len(lit_row.points)
        return placed

    def _show_beginning(self, at: int) -> None:
        """Lights one pixel brightly, with a dim tail."""
        lit = {at: bytes([BRIGHT] * 3)}
        for number in range(at + 1, min(at + 1 + TAIL, self._strip.length)):
            lit[number] = bytes([DIM] * 3)
        self._show(lit)

    def rows(self) -> list[Piece]:
        """Returns the pieces in the order people count them: from the top, then from the left."""

        def corner(piece: Piece) -> tuple[float, float]:
            return min(y for _, y in piece.points), min(x for x, _ in piece.points)

        return sorted(self._layout.pieces, key=corner)

    def _row(self, rows: list[Piece], at: int, placed: list[Found]) -> Piece | None:
        done = [item.piece for item in placed]
        expected = next((n for n, p in enumerate(rows, 1) if p.first_pixel == at), None)
        hint = f", Enter: {expected}" if expected and rows[expected - 1] not in done else ""
        repeats = 0
        while True:
            answer = self._ask(
                "row", f"In which row is the bright lamp? 1 to {len(rows)}, 0: none{hint} "
            ).strip()
            if not answer and hint:
                answer = str(expected)
            if answer == "0":
                return None
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(rows):
                piece = rows[int(answer) - 1]
                if piece not in done:
                    return piece
                self._say(
                    f"Row {answer} was lit before. If it is that row again, it has more LEDs than "
                    f"the {len(piece.points)} of the layout: count them."
                )
                repeats += 1
                if repeats == 2:  # a row with too many LEDs, or four-byte LEDs
                    self._check_alike()
                    self._show_beginning(at)
                continue
            self._say(f"Please answer with a row from 1 to {len(rows)}, or 0 if you see no light.")

    def _turned(self, piece: Piece) -> bool:
        """Returns whether the piece is reversed: data enters at its configured output end."""
        first, last = ends(piece)
        while True:
            answer = self._ask(
                "end",
                f"Is it at the {first} or the {last} end? {first[0]}/{last[0]}, n: neither, "
                f"Enter: {first} ",
            )
            match answer.strip().lower()[:1]:
                case "":
                    return False
                case letter if letter == first[0]:
                    return False
                case letter if letter == last[0]:
                    return True
                case "n":
                    raise GivenUp(
                        f"the data does not enter {piece.holds} at an end: the piece of strip "
                        "before it has more or fewer LEDs than the layout says; count them"
                    )
            self._say(f"Please answer {first[0]} or {last[0]}; n if it is in between.")

    # --- every lamp

    def walk(self, layout: Layout) -> Iterator[tuple[str, int]]:
        """Lights every lamp in turn; yields its description and pixel."""
        self._layout = layout
        for track, hole, pixel, _ in layout.places():
            self._show({pixel: bytes([BRIGHT] * 3)})
            yield f"track {track}, hole {hole}", pixel
        for extra in layout.extras:
            for number, pixel in enumerate(extra.pixels, 1):
                self._show({pixel: bytes([BRIGHT] * 3)})
                yield f"{extra}, lamp {number}", pixel

    # --- dark LEDs

    def is_whole(self) -> bool:
        """Lights all LEDs and locates the first dark one; returns False if there is one.

        `advice` then names it. Returns True if the person is not sure.
        """
        length = self._strip.length
        self._show(dict.fromkeys(range(length), bytes([BRIGHT] * 3)))
        text = (
            f"All {length} LEDs should be lit now, dim. Are they? y: all are, o: one is dark, "
            "e: dark from one LED on to the end, Enter: not sure "
        )
        while True:
            match self._ask("dark", text).strip().lower()[:1]:
                case "" | "0" | "y":
                    return True
                case "o":
                    self.advice = self._single_dark_advice()
                    return False
                case "e":
                    self.advice = self._dark_end_advice()
                    return False
            self._say("Please answer y, o or e; Enter if you are not sure.")

    def _single_dark_advice(self) -> str:
        rows = self.rows()
        if self._bare:
            return "One LED stays dark."
        text = (
            "In which row is the dark LED, and which one is it, counted from the end where the "
            "data enters? Such as: 3 12 "
        )
        while True:
            words = self._ask("place", text).split()
            if len(words) == 2 and all(word.isascii() and word.isdecimal() for word in words):
                row, number = map(int, words)
                if 1 <= row <= len(rows) and 1 <= number <= len(rows[row - 1].points):
                    pixel = rows[row - 1].first_pixel + number - 1
                    shorter = ", or the strip ends before it" * (pixel == self._strip.length - 1)
                    return (
                        f"{self._name(pixel)} stays dark{shorter}: check its joints, or replace it."
                    )
            self._say(f"Please answer with a row from 1 to {len(rows)} and the number of an LED.")

    def _dark_end_advice(self) -> str:
        """Returns what to check where the light ends, located by bisection."""
        length = self._strip.length
        first, behind = 0, length - 1
        while first < behind:
            middle = (first + behind) // 2
            self._show({middle: bytes([BRIGHT] * 3)})
            if self.yes("lit", "Is one LED lit now? y/n "):
                first = middle + 1
            else:
                behind = middle
        self.lit = first
        joint = "the data wire"
        if first:
            joint = f"its joint with pixel {first - 1} (DOUT to DIN, 5 V, ground)"
        return (
            f"{self._name(first)} and all behind it stay dark: check {joint}, then replace that "
            f"LED. If the strip ends there, it has {length - first} LEDs fewer than {length}."
        )

    def _name(self, pixel: int) -> str:
        """Returns the name of an LED: its number on the data line, and its place."""
        if self._bare:
            return f"LED {pixel + 1} (pixel {pixel})"
        places = {at: f"track {track}, hole {hole}" for track, hole, at, _ in self._layout.places()}
        for extra in self._layout.extras:
            places |= {at: f"{extra}, lamp {n}" for n, at in enumerate(extra.pixels, 1)}
        place = f", {places[pixel]}" if pixel in places else ""
        return f"LED {pixel + 1} (pixel {pixel}{place})"

    def count_behind(self, first: int) -> int:
        """Lights the LEDs from a pixel to the end of the chain; returns how many light up.

        Args:
            first: first pixel after those of the layout.
        """
        most = self._strip.length - first
        self._show(dict.fromkeys(range(first, self._strip.length), bytes([BRIGHT] * 3)))
        text = f"How many LEDs are lit now, behind the last of the board? 0 to {most}, Enter: 0 "
        while True:
            answer = self._ask("behind", text).strip() or "0"
            if answer.isascii() and answer.isdecimal() and int(answer) <= most:
                self.dark()
                return int(answer)
            self._say(f"Please answer with a number from 0 to {most}.")

    # --- 5 V at the far end

    def is_fed(self) -> bool:
        """Lights the far end white; returns False if the user says that it looks brown or dim.

        `advice` then names the feed. Skipped at current limits too low to show the effect.
        """
        if self._max_mA < FEEDS_MA:
            return True
        self._show(far_end(self._strip.length, self._max_mA))
        text = "Is the end of the data line as white as its start, not brown or dim? y/n "
        if self.yes("white", text):
            return True
        last = max(self._layout.pieces, key=lambda piece: piece.first_pixel)
        self.advice = (
            f"The far end gets too little voltage: check the feed of 5 V and ground at its last "
            f"LED ({last.holds}, pixel {self._strip.length - 1}); hardware/POWER.md has all feeds."
        )
        return False

    def dark(self) -> None:
        """Turns all LEDs off."""
        self._show({})

    def _show(self, lit: dict[int, bytes]) -> None:
        frame = bytearray(3 * self._strip.length)
        for number, colour in lit.items():
            if number < self._strip.length:
                frame[3 * number : 3 * number + 3] = colour
        self._strip.show(limit(bytes(frame), self._max_mA))


def far_end(length: int, max_mA: int) -> dict[int, bytes]:
    """Returns the picture that draws most at the far end, by pixel, with three LEDs to compare.

    Args:
        length: number of pixels of the strip.
        max_mA: current limit of the picture.
    """
    count = min(length, max(1, (max_mA - length * IDLE_MA) // sum(CHANNEL_MA) - 3))
    return dict.fromkeys([*range(3), *range(length - count, length)], bytes([255] * 3))


def ends(piece: Piece) -> tuple[str, str]:
    """Returns the names of the ends of a piece, the data input first."""
    (x0, y0), (x1, y1) = piece.points[0], piece.points[-1]
    if abs(x1 - x0) >= abs(y1 - y0):
        return ("left", "right") if x0 <= x1 else ("right", "left")
    return ("top", "bottom") if y0 <= y1 else ("bottom", "top")


def _where(piece: Piece) -> str:
    (x, y) = piece.points[0]
    if len(piece.points) == 1:
        return f"one lamp, {x:.0f} mm from the left and {y:.0f} mm from the top"
    level = all(before[1] == after[1] for before, after in pairwise(piece.points))
    place = f"{y:.0f} mm from the top" if level else f"{x:.0f} mm from the left"
    return f"{len(piece.points)} lamps, {place}"
