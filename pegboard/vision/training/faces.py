"""Card faces drawn by our own code: index, pips and a picture, in any font, size and layout.

Real decks differ most in their index - the rank and the small suit sign in the corner - and that
is all the recogniser looks at, so it is what varies most here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.training import figures, glyphs

Image8 = npt.NDArray[np.uint8]
Colour = npt.NDArray[np.float32]
Picture = Callable[[int, int], Image8]
"""(suit, rank) of a court card -> its BGRA picture."""

WIDTH, HEIGHT = 220, 308
RANKS = "A23456789TJQK"
SUITS = glyphs.SUITS


@dataclass(frozen=True)
class Mark:
    """One index on a face: centre and height in face pixels; `turned` is upside down."""

    x: float
    y: float
    turned: bool
    height: float


@dataclass(frozen=True)
class Face:
    """One side of a card: BGRA `uint8` (HEIGHT, WIDTH, 4); rank and suit are -1 on a back."""

    image: Image8
    rank: int
    suit: int
    marks: tuple[Mark, ...]


_FOUR = ((0.0, 0.0), (2.0, 0.0), (0.0, 4.0), (2.0, 4.0))
_EIGHT = (*_FOUR, (0.0, 4 / 3), (2.0, 4 / 3), (0.0, 8 / 3), (2.0, 8 / 3))
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((1, 0), (1, 4)),
    3: ((1, 0), (1, 2), (1, 4)),
    4: _FOUR,
    5: (*_FOUR, (1, 2)),
    6: (*_FOUR, (0, 2), (2, 2)),
    7: (*_FOUR, (0, 2), (2, 2), (1, 1)),
    8: (*_FOUR, (0, 2), (2, 2), (1, 1), (1, 3)),
    9: (*_EIGHT, (1, 2)),
    10: (*_EIGHT, (1, 2 / 3), (1, 10 / 3)),
}


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
    """A mask of a rectangle with round corners, anti-aliased."""
    mask = np.zeros((height * 2, width * 2), np.uint8)
    r = radius * 2
    cv2.rectangle(mask, (r, 0), (2 * width - 1 - r, 2 * height - 1), (255,), -1)
    cv2.rectangle(mask, (0, r), (2 * width - 1, 2 * height - 1 - r), (255,), -1)
    for x in (r, 2 * width - 1 - r):
        for y in (r, 2 * height - 1 - r):
            cv2.circle(mask, (x, y), r, (255,), -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def blank(white: npt.ArrayLike, radius: int) -> Image8:
    """An empty card."""
    image = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    image[..., :3] = np.asarray(white)
    image[..., 3] = rounded(WIDTH, HEIGHT, radius)
    return image


@dataclass(frozen=True)
class Style:
    """What one deck looks like. Lengths are in face pixels."""

    ranks: dict[str, Image8]
    pips: dict[str, Image8]
    body_pips: dict[str, Image8]
    colours: dict[str, Colour]
    white: Colour
    radius: int
    rank_height: float
    rank_squeeze: float
    ten_squeeze: float
    pip_height: float
    pip_width: float
    gap: float
    index_x: float
    index_y: float
    body_pip: float
    jumbo: bool
    four_corners: bool
    frame: Colour | None
    picture: Picture

    @property
    def index_height(self) -> float:
        """From the top of the rank to the foot of the pip."""
        return self.rank_height + self.gap + self.pip_height


def random_style(
    rng: random.Random, pictures: Sequence[Picture] = (), held_out: bool = False
) -> Style:
    """A deck nobody printed: any font, squeeze, weight, size, spacing, shade and pip."""
    while (ranks := _rank_masks(rng, held_out)) is None:
        pass
    jumbo = rng.random() < 0.3
    rank_height = HEIGHT * (rng.uniform(0.15, 0.25) if jumbo else rng.uniform(0.09, 0.145))
    rank_width = WIDTH * (rng.uniform(0.13, 0.22) if jumbo else rng.uniform(0.085, 0.125))
    king = ranks["K"].shape[1] / ranks["K"].shape[0] * rank_height
    natural = rng.random() < 0.4
    pips = glyphs.pips(rng)
    pictures = [*pictures, *[figures.painter(rng)] * max(1, len(pictures) // 4)]
    colours, white = _inks(rng)
    return Style(
        ranks=ranks,
        pips=pips,
        body_pips=pips if rng.random() < 0.7 else glyphs.pips(rng),
        colours=colours,
        white=white,
        radius=rng.choice([8, 10, 12, 14, 17]),
        rank_height=rank_height,
        rank_squeeze=rng.uniform(0.75, 1.05) if natural else rank_width / king,
        ten_squeeze=rng.uniform(0.8, 1.0) if natural else rng.uniform(0.65, 0.85),
        pip_height=rank_height * (rng.uniform(0.45, 0.8) if jumbo else rng.uniform(0.45, 0.95)),
        pip_width=rng.uniform(0.75, 1.05),
        gap=rng.uniform(0.01, 0.3) * rank_height,
        index_x=max(rng.uniform(0.035, 0.085) * WIDTH + rank_width / 2, rank_width / 2 + 5),
        index_y=rng.uniform(0.025, 0.06) * HEIGHT,
        body_pip=rng.uniform(0.15, 0.23) * WIDTH * (0.9 if jumbo else 1),
        jumbo=jumbo,
        four_corners=rng.random() < 0.12,
        frame=_frame(rng, colours),
        picture=rng.choice(pictures),
    )


def _frame(rng: random.Random, colours: dict[str, Colour]) -> Colour | None:
    """The colour of the line round court cards, if there is one."""
    if rng.random() >= 0.6:
        return None
    return rng.choice([colours["S"], colours["H"], _colour(150, 80, 20)])


def _colour(blue: float, green: float, red: float) -> Colour:
    return np.array([blue, green, red], np.float32)


def _rank_masks(rng: random.Random, held_out: bool) -> dict[str, Image8] | None:
    font = glyphs.choose_font(rng, held_out)
    spacing, weight = rng.uniform(0.01, 0.14), rng.choice([-1, 0, 0, 0, 1, 2])
    masks = {}
    for rank in RANKS:
        plain = glyphs.rank_mask(rng, font, rank, spacing)
        if plain is None:
            return None
        changed = glyphs.thickened(plain, weight)
        masks[rank] = plain if changed is None else changed
    return masks


def _inks(rng: random.Random) -> tuple[dict[str, Colour], Colour]:
    """Suit colours and the white of the card; three decks in a hundred have four colours."""
    level = rng.randint(225, 255)
    white = _colour(
        level - rng.choice([0, 0, 0, 5, 15, 30]), level - rng.choice([0, 0, 3, 8]), level
    )
    shade = rng.randint(0, 50)
    black = _colour(shade + rng.randint(0, 25), shade + rng.randint(0, 10), shade)
    red = _colour(rng.randint(0, 70), rng.randint(0, 60), rng.randint(150, 240))
    colours = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.03:
        colours |= {"C": _colour(30, 120, 20), "D": _colour(190, 80, 20)}
    return colours, white


def draw_face(style: Style, rank: int, suit: int, rng: random.Random) -> Face:
    """One card of a deck. `rng` varies what differs from card to card (the ace's size)."""
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
    return Face(np.ascontiguousarray(image[::-1, ::-1]), rank, suit, tuple(marks))


def _draw_index(image: Image8, style: Style, rank: int, suit: int, x: float) -> None:
    name, sign = RANKS[rank], style.pips[SUITS[suit]]
    colour = style.colours[SUITS[suit]]
    mask = style.ranks[name]
    room = 2 * min(x, WIDTH - x) - 4
    width = mask.shape[1] / mask.shape[0] * style.rank_height * style.rank_squeeze
    width = min(width * (style.ten_squeeze if name == "T" else 1), room)
    stamp(image, mask, (x - width / 2, style.index_y, width, style.rank_height), colour)
    wide = min(style.pip_height * style.pip_width * sign.shape[1] / sign.shape[0], room)
    top = style.index_y + style.rank_height + style.gap
    stamp(image, sign, (x - wide / 2, top, wide, style.pip_height), colour)


def _draw_body(image: Image8, style: Style, rank: int, suit: int, rng: random.Random) -> None:
    sign, colour = style.body_pips[SUITS[suit]], style.colours[SUITS[suit]]
    if rank >= 10:
        _draw_court(image, style, rank, suit)
    elif rank == 0:
        largest = 0.75 if suit == 3 else 0.45
        size = rng.uniform(0.2, largest * (0.6 if style.jumbo else 1)) * WIDTH
        stamp(image, sign, (WIDTH / 2 - size / 2, HEIGHT / 2 - size / 2, size, size), colour)
        if suit == 3 and rng.random() < 0.5:
            ring = tuple(float(v) for v in style.white)
            cv2.circle(image, (WIDTH // 2, HEIGHT // 2), int(size * 0.2), ring, rng.choice([1, 3]))
    else:
        left = (0.36 if style.jumbo else 0.29) * WIDTH
        top, size = rng.uniform(0.13, 0.18) * HEIGHT, style.body_pip
        for column, row in _PIPS[rank + 1]:
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
        colour = tuple(float(v) for v in style.frame)
        cv2.rectangle(image, (left, top), (WIDTH - left, HEIGHT - top), colour, 1)


def drawn_deck(
    rng: random.Random, pictures: Sequence[Picture] = (), held_out: bool = False
) -> list[Face]:
    """Fifty-two faces in one random style."""
    style = random_style(rng, pictures, held_out)
    return [draw_face(style, rank, suit, rng) for suit in range(4) for rank in range(13)]


def back(rng: random.Random) -> Face:
    """The back of a card: a wavy pattern with or without a white border."""
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
