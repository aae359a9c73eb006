"""Card faces drawn by our own code: index, pips and a picture, in any font, size and layout.

Real decks differ most in their index (the rank and the small suit sign in the corner), and the
recogniser reads little else, so the index varies most here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.pips import LAYOUT
from pegboard.vision.training.render.letters import NationalStyle
from pegboard.vision.training.render.styles import (
    HEIGHT,
    RANKS,
    SUITS,
    WIDTH,
    Image8,
    Picture,
    Style,
    random_style,
)


@dataclass(frozen=True)
class Mark:
    """One index on a face: centre and height in face pixels; `turned` is upside down."""

    x: float
    y: float
    turned: bool
    height: float


@dataclass(frozen=True)
class Face:
    """One side of a card: BGRA `uint8` (HEIGHT, WIDTH, 4); rank and suit are -1 on a back.

    `court_pip` is None for borrowed decks, as it is unknown if their court cards have a pip beside
    the head. `glyph` is the glyph of its index, a number in `vision.glyphs.GLYPHS`.
    """

    image: Image8
    rank: int
    suit: int
    marks: tuple[Mark, ...]
    court_pip: bool | None = None
    glyph: int = -1


def stamp(
    image: Image8,
    mask: Image8,
    box: tuple[float, float, float, float],
    colour: npt.ArrayLike,
    turned: bool = False,
) -> None:
    """Prints a mask into `box` = (left, top, width, height) of a BGR(A) image, in place."""
    width, height = max(2, round(box[2])), max(2, round(box[3]))
    left, top = round(box[0]), round(box[1])
    ink = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    if turned:
        ink = ink[::-1, ::-1]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + width), min(image.shape[0], top + height)
    if x1 <= x0 or y1 <= y0:
        return
    part = ink[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    under = image[y0:y1, x0:x1, :3]
    image[y0:y1, x0:x1, :3] = under * (1 - part) + np.asarray(colour, np.float32) * part


def rounded(width: int, height: int, radius: int) -> Image8:
    """Returns a mask, (height, width), of an antialiased rectangle with round corners."""
    mask = np.zeros((height * 2, width * 2), np.uint8)
    r = radius * 2
    cv2.rectangle(mask, (r, 0), (2 * width - 1 - r, 2 * height - 1), (255,), -1)
    cv2.rectangle(mask, (0, r), (2 * width - 1, 2 * height - 1 - r), (255,), -1)
    for x in (r, 2 * width - 1 - r):
        for y in (r, 2 * height - 1 - r):
            cv2.circle(mask, (x, y), r, (255,), -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def blank(white: npt.ArrayLike, radius: int) -> Image8:
    """Returns an empty card, (HEIGHT, WIDTH, 4) BGRA."""
    image = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    image[..., :3] = np.asarray(white)
    image[..., 3] = rounded(WIDTH, HEIGHT, radius)
    return image


def draw_face(style: Style, rank: int, suit: int, rng: random.Random) -> Face:
    """Returns one card of a deck; `rng` varies details, such as the size of the ace."""
    image = blank(style.white, style.radius)
    _draw_body(image, style, rank, suit, rng)
    x, block = style.index_x, style.index_height
    y = style.index_y + block / 2
    marks = [Mark(x, y, False, block), Mark(WIDTH - x, HEIGHT - y, True, block)]
    _draw_index(image, style, rank, suit, x)
    if style.four_corners:
        _draw_index(image, style, rank, suit, WIDTH - x)
        marks += [Mark(WIDTH - x, y, False, block), Mark(x, HEIGHT - y, True, block)]
    image = np.ascontiguousarray(image[::-1, ::-1])
    _draw_index(image, style, rank, suit, x)
    if style.four_corners:
        _draw_index(image, style, rank, suit, WIDTH - x)
    upright = np.ascontiguousarray(image[::-1, ::-1])
    # Leave a pip close to the index unlabelled, as `vision.pips` expects none there.
    court_pip = None if style.corner_pip else style.court_pip > 0
    return Face(upright, rank, suit, tuple(marks), court_pip, style.alphabet.glyph(rank))


def _draw_index(image: Image8, style: Style, rank: int, suit: int, x: float) -> None:
    name, sign = RANKS[rank], style.pips[SUITS[suit]]
    colour = style.colours[SUITS[suit]]
    mask = style.ranks[name]
    width = _rank_width(style, rank)
    stamp(image, mask, (x - width / 2, style.index_y, width, style.rank_height), colour)
    wide = _sign_width(style, sign)
    top = style.index_y + style.rank_height + style.gap
    stamp(image, sign, (x - wide / 2, top, wide, style.pip_height), colour)


def _rank_width(style: Style, rank: int) -> float:
    mask = style.ranks[RANKS[rank]]
    width = mask.shape[1] / mask.shape[0] * style.rank_height * style.rank_squeeze
    is_wide = len(style.alphabet.text(rank)) > 1
    return float(min(width * (style.ten_squeeze if is_wide else 1), _room(style)))


def _sign_width(style: Style, sign: Image8) -> float:
    wide = style.pip_height * style.pip_width * sign.shape[1] / sign.shape[0]
    return float(min(wide, _room(style)))


def _room(style: Style) -> float:
    """Returns the maximum width of an index on the card."""
    return 2 * style.index_x - 4


def _draw_body(image: Image8, style: Style, rank: int, suit: int, rng: random.Random) -> None:
    sign, colour = style.body_pips[SUITS[suit]], style.colours[SUITS[suit]]
    if rank >= 10:
        _draw_court(image, style, rank, suit)
    elif rank == 0:
        largest = 0.75 if suit == 3 else 0.45
        size = rng.uniform(0.2, largest * (0.6 if style.jumbo else 1)) * WIDTH
        stamp(image, sign, (WIDTH / 2 - size / 2, HEIGHT / 2 - size / 2, size, size), colour)
        if suit == 3 and style.maker:
            _draw_maker(image, style, rng)
        if suit == 3 and rng.random() < 0.5:
            ring = tuple(float(v) for v in style.white)
            cv2.circle(image, (WIDTH // 2, HEIGHT // 2), int(size * 0.2), ring, rng.choice([1, 3]))
    else:
        left = (0.36 if style.jumbo else 0.27 if style.corner_pip else 0.29) * WIDTH
        top, size = rng.uniform(0.13, 0.18) * HEIGHT, style.body_pip
        for column, row in LAYOUT[rank + 1]:
            x = left + (WIDTH - 2 * left) * column / 2 - size / 2
            y = top + (HEIGHT - 2 * top) * row / 4 - size / 2
            stamp(image, sign, (x, y, size, size), colour, turned=row > 2)


def _draw_court(image: Image8, style: Style, rank: int, suit: int) -> None:
    left = int(WIDTH * 0.22) if style.jumbo else int(style.index_x * 2 - 2)
    left, top = min(max(left, int(WIDTH * 0.16)), int(WIDTH * 0.26)), int(HEIGHT * 0.07)
    art = cv2.resize(style.picture(suit, rank), (WIDTH - 2 * left, HEIGHT - 2 * top))
    alpha = art[..., 3:].astype(np.float32) / 255
    under = image[top : HEIGHT - top, left : WIDTH - left, :3]
    under[:] = (art[..., :3] * alpha + under * (1 - alpha)).astype(np.uint8)
    if style.frame is not None:
        line = tuple(float(v) for v in style.frame)
        if style.corner_pip:
            # On French cards the frame encloses the indices, too.
            left, top = int(style.index_x * 0.3), int(style.index_y * 0.5)
        cv2.rectangle(image, (left, top), (WIDTH - left, HEIGHT - top), line, 1)
    if style.names:
        _draw_name(image, style, rank, suit)
    if style.corner_pip:
        _draw_corner_pip(image, style, rank, suit)
    if style.court_pip:
        # Draw a pip beside the figure's head, the second place where a court card shows its suit.
        name, size = SUITS[suit], style.court_pip
        colour, sign = style.colours[name], style.body_pips[name]
        x, y = max(left + 3, round(2 * style.index_x)), top + 4
        stamp(image, sign, (x, y, size, size), colour)
        stamp(image, sign, (WIDTH - x - size, HEIGHT - y - size, size, size), colour, turned=True)


def _draw_corner_pip(image: Image8, style: Style, rank: int, suit: int) -> None:
    """Draws a large pip close to both indices, on white."""
    name, size = SUITS[suit], style.corner_pip
    sign = style.body_pips[name]
    if style.is_corner_pip_below:
        x = style.index_x - min(size / 2, style.index_x - 2)
        y = style.index_y + style.index_height + style.corner_gap
    else:
        wide = max(_rank_width(style, rank), _sign_width(style, style.pips[name]))
        x = style.index_x + wide / 2 + style.corner_gap
        y = style.index_y + style.corner_gap
    for turned in (False, True):
        left, top = (WIDTH - x - size, HEIGHT - y - size) if turned else (x, y)
        rows = slice(max(0, int(top) - 1), int(top + size) + 2)
        columns = slice(max(0, int(left)), int(left + size) + 2)
        image[rows, columns, :3] = style.white
        stamp(image, sign, (left, top, size, size), style.colours[name], turned=turned)


def _draw_name(image: Image8, style: Style, rank: int, suit: int) -> None:
    """Draws the figure's name along the edge: below the index or at the opposite corner."""
    ink = style.names[suit * 3 + rank - 10]
    wide = 0.04 * WIDTH
    long = min(wide * ink.shape[1] / ink.shape[0], 0.3 * HEIGHT)
    upward = np.ascontiguousarray(np.rot90(ink))
    x, y = WIDTH - 0.05 * WIDTH - wide, 0.05 * HEIGHT
    if style.are_names_left:
        x, y = style.index_x - wide / 2, style.index_y + style.index_height + 0.02 * HEIGHT
    colour = style.colours["S"]
    stamp(image, upward, (x, y, wide, long), colour)
    stamp(image, upward, (WIDTH - x - wide, HEIGHT - y - long, wide, long), colour, turned=True)


def _draw_maker(image: Image8, style: Style, rng: random.Random) -> None:
    """Draws a maker's mark above and below the ace of spades."""
    tall = rng.uniform(0.02, 0.045) * HEIGHT
    for number, ink in enumerate(style.maker):
        wide = min(tall * ink.shape[1] / ink.shape[0], 0.6 * WIDTH)
        y = (0.2, 0.75, 0.82)[number] * HEIGHT
        stamp(image, ink, (WIDTH / 2 - wide / 2, y, wide, tall), style.colours["S"])


def drawn_deck(
    rng: random.Random,
    pictures: Sequence[Picture] = (),
    held_out: bool = False,
    national: NationalStyle | None = None,
) -> list[Face]:
    """Returns 52 faces in one random style; see `random_style`."""
    return deck_of(random_style(rng, pictures, held_out, national), rng)


def deck_of(style: Style, rng: random.Random) -> list[Face]:
    """Returns 52 faces in one style."""
    return [draw_face(style, rank, suit, rng) for suit in range(4) for rank in range(13)]


def back(rng: random.Random) -> Face:
    """Returns the back of a card: a wavy pattern with or without a white border."""
    image = blank([245, 245, 245], 12)
    border = rng.randint(0, 26)
    colour = np.array([rng.randint(0, 200) for _ in range(3)])
    yy, xx = np.mgrid[:HEIGHT, :WIDTH]
    f = rng.uniform(0.1, 0.8)
    wave = np.sin(xx * f) * np.sin(yy * f) + rng.random() * np.sin((xx + yy) * f * 0.7)
    pale = 255 - (255 - colour) * rng.uniform(0, 0.5)
    pattern = np.where(wave[..., None] > rng.uniform(-0.5, 0.5), colour, pale).astype(np.uint8)
    inner = (slice(border, HEIGHT - border), slice(border, WIDTH - border))
    image[..., :3][inner] = pattern[inner]
    return Face(image, -1, -1, ())
