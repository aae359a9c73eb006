"""Drawing of simple two-headed court figures, for decks without borrowed pictures."""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render import signs

Image8 = npt.NDArray[np.uint8]

_WIDTH, _HEIGHT = 132, 270
Paint = tuple[float, float, float, float]
_HAIR: tuple[Paint, ...] = (
    (30, 40, 50, 255),
    (40, 70, 110, 255),
    (60, 120, 190, 255),
    (110, 190, 230, 255),
    (190, 195, 200, 255),
)


def painter(rng: random.Random) -> Callable[[int, int], Image8]:
    """Returns a function (suit, rank) -> BGRA picture.

    Robe and hair colours are chosen once per deck.
    """

    def paint() -> Paint:
        return (rng.randint(0, 200), rng.randint(0, 200), rng.randint(0, 230), 255)

    robes = [paint() for _ in range(4)]
    trim: Paint = (rng.randint(0, 90), rng.randint(150, 220), rng.randint(200, 255), 255)
    hair = [rng.choice(_HAIR) for _ in range(3)]
    pips = signs.drawn_signs(rng)

    def picture(suit: int, rank: int) -> Image8:
        half = _half(robes[suit], robes[(suit + rank) % 4], trim, hair[rank - 10], rank - 10)
        _sign(half, pips[signs.SUITS[suit]], red=suit in (1, 2))
        return np.vstack([half, half[::-1, ::-1]])

    return picture


def _half(robe: Paint, sleeve: Paint, trim: Paint, hair: Paint, kind: int) -> Image8:
    """Draws the upper half: `kind` 0 jack (cap), 1 queen (coronet), 2 king (crown and beard)."""
    image = np.zeros((_HEIGHT // 2, _WIDTH, 4), np.uint8)
    line: Paint = (30, 20, 20, 255)
    skin: Paint = (190, 215, 245, 255)
    middle = _WIDTH // 2

    def shape(points: list[tuple[int, int]], colour: Paint) -> None:
        corners = [np.array(points, np.int32)]
        cv2.fillPoly(image, corners, colour, cv2.LINE_AA)
        cv2.polylines(image, corners, True, line, 1, cv2.LINE_AA)

    shape([(8, 134), (22, 84), (middle, 66), (110, 84), (124, 134)], robe)
    shape([(8, 134), (22, 84), (40, 80), (44, 134)], sleeve)
    shape([(124, 134), (110, 84), (92, 80), (88, 134)], sleeve)
    shape([(middle - 14, 72), (middle + 14, 72), (middle + 9, 134), (middle - 9, 134)], trim)
    for y in range(84, 132, 12):
        cv2.circle(image, (middle, y), 3, line, -1, cv2.LINE_AA)
    wide = 27 if kind == 1 else 23
    cv2.ellipse(image, (middle, 50), (wide, 30), 0, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(image, (middle, 50), (17, 22), 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(image, (middle, 50), (17, 22), 0, 0, 360, line, 1, cv2.LINE_AA)
    if kind == 2:
        cv2.ellipse(image, (middle, 60), (15, 17), 0, 0, 180, hair, -1, cv2.LINE_AA)
    for x in (middle - 7, middle + 7):
        cv2.circle(image, (x, 47), 2, line, -1, cv2.LINE_AA)
    cv2.line(image, (middle, 49), (middle - 2, 56), line, 1, cv2.LINE_AA)
    cv2.line(image, (middle - 5, 62), (middle + 5, 62), (60, 60, 200, 255), 2, cv2.LINE_AA)
    if kind == 0:
        shape([(38, 34), (44, 16), (88, 12), (96, 32), (66, 26)], sleeve)
    else:
        tops = [(40, 32), (36, 8), (52, 20), (66, 4), (80, 20), (96, 8), (92, 32)]
        shape(tops if kind == 2 else [(x, 14 + y * 2 // 3) for x, y in tops], trim)
    return image


def _sign(image: Image8, mask: Image8, red: bool) -> None:
    """Draws the suit sign beside the figure's head."""
    sign = cv2.resize(mask, (22, 24), interpolation=cv2.INTER_AREA)
    at = image[10:34, 4:26]
    at[..., :3] = (40, 30, 200) if red else (30, 20, 20)
    at[..., 3] = np.maximum(at[..., 3], sign)
