"""Renders backgrounds: wood, cloth, cork, print, keyboards, and clutter on them.

Printed text and keys matter most: they look most like an index.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render import glyphs
from pegboard.vision.training.render.faces import stamp
from pegboard.vision.training.render.styles import Image8

SIDE = 576
Field = npt.NDArray[np.float32]

_WORDS = (
    *("the", "and", "playing", "cards", "game", "rules"),
    *("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
    *("king", "queen", "dealer", "THE", "QUICK", "BROWN", "1234", "567", "890", "price", "45.99"),
    *("AJAX", "QUIZ", "KICK", "JAZZ", "NEWS", "today", "report"),
)
_KEYS = "QWERTYUIOPASDFGHJKLZXCVBNM0123456789"


def smooth_noise(
    rng: np.random.Generator, side: int, low: int, high: int, channels: int = 1
) -> Field:
    """Returns noise of standard deviation 1, (side, side, channels), in octaves 2^low to 2^high."""
    total = np.zeros((side, side, channels), np.float32)
    for octave in range(low, high):
        grid = rng.standard_normal((2**octave, 2**octave, channels)).astype(np.float32)
        grown = cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC)
        total += grown.reshape(side, side, channels) * 0.6 ** (octave - low)
    return np.asarray(total / (total.std() + 1e-6), np.float32)


def background(pick: random.Random, rng: np.random.Generator) -> Image8:
    """Returns a random table top, BGR `uint8` (SIDE, SIDE, 3)."""
    colour = np.array([pick.randint(5, 250) for _ in range(3)], np.float32)
    if pick.random() < 0.5:
        colour = colour * 0.25 + pick.randint(5, 250) * 0.75
    kind = pick.random()
    if kind < 0.12:
        image = np.ones((SIDE, SIDE, 3), np.float32) * colour
    elif kind < 0.32:
        image = _wood(pick, rng)
    elif kind < 0.55:
        image = _cloth(pick, rng, colour)
    elif kind < 0.75:
        low = pick.choice([1, 3, 5, 6, 7])
        grain = smooth_noise(
            rng, SIDE, low, min(9, low + pick.choice([1, 2, 3])), pick.choice([1, 1, 3])
        )
        image = colour + grain * pick.uniform(4, 45)
    elif kind < 0.9:
        image = _print(pick, colour)
    else:
        image = _keyboard(pick, colour)
    image = np.array(np.broadcast_to(image, (SIDE, SIDE, 3)), np.float32, order="C")
    _clutter(pick, image)
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _wood(pick: random.Random, rng: np.random.Generator) -> Field:
    warp = smooth_noise(rng, SIDE, 3, 7)[..., 0]
    narrow = SIDE // (pick.choice([2, 4, 8, 16]) * 2) + 2
    strips = rng.standard_normal((SIDE, narrow)).astype(np.float32)
    strips = strips[: pick.choice([6, 12, 30, SIDE // 2])]
    grain = cv2.resize(strips, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC).T
    wave = np.sin(grain * pick.uniform(1, 6) + warp * pick.uniform(0.5, 2))
    base = np.array([pick.randint(20, 150), pick.randint(50, 190), pick.randint(90, 230)])
    shade = wave * pick.uniform(4, 35) + grain * pick.uniform(0, 18)
    image = np.asarray(base + shade[..., None] * np.array([0.8, 0.9, 1]), np.float32)
    if pick.random() < 0.4:
        for x in range(pick.randint(0, 80), SIDE, pick.randint(60, 200)):
            image[:, x : x + pick.randint(1, 8)] *= pick.uniform(0.2, 0.8)
    return image


def _cloth(pick: random.Random, rng: np.random.Generator, colour: Field) -> Field:
    yy, xx = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    pitch, turn = pick.uniform(0.05, 1.3), pick.uniform(0, math.pi)
    pull = smooth_noise(rng, SIDE, 2, 4)[..., 0] * pick.uniform(0, 5)
    u = xx * math.cos(turn) + yy * math.sin(turn)
    v = -xx * math.sin(turn) + yy * math.cos(turn)
    weave = np.sin(u * pitch + pull) * np.sin(v * pitch * pick.uniform(0.4, 1.3) + pull)
    folds = smooth_noise(rng, SIDE, 1, 4) * pick.uniform(2, 22)
    fibre = smooth_noise(rng, SIDE, 8, 9) * pick.uniform(0, 8)
    return np.asarray(colour + (weave * pick.uniform(3, 40))[..., None] + folds + fibre, np.float32)


def _print(pick: random.Random, colour: Field) -> Field:
    paper = colour * 0.2 + 200 if pick.random() < 0.7 else colour
    image = np.clip(np.ones((SIDE, SIDE, 3)) * paper, 0, 255).astype(np.uint8)
    grey = pick.randint(0, 80)
    red = [pick.randint(0, 90), pick.randint(0, 90), pick.randint(120, 230)]
    ink = [grey] * 3 if pick.random() < 0.7 else red
    y = pick.randint(0, 10)
    while y < SIDE:
        size, font, x = pick.choice([10, 12, 16, 22, 34, 60]), glyphs.choose_font(pick, False), 0.0
        while x < SIDE:
            word = glyphs.glyph(font, pick.choice(_WORDS), 64)
            if word is None:
                break
            width = word.shape[1] * size / 64
            stamp(image, word, (x, y, width, max(4, word.shape[0] * size / 64)), ink)
            x += width + size * 0.5 + (pick.randint(0, 150) if pick.random() < 0.1 else 0)
        y += int(size * pick.uniform(1.1, 1.8))
    return image.astype(np.float32)


def _keyboard(pick: random.Random, colour: Field) -> Field:
    image = np.clip(np.ones((SIDE, SIDE, 3)) * colour * 0.5, 0, 255).astype(np.uint8)
    pitch, font, level = (
        pick.randint(28, 70),
        glyphs.choose_font(pick, False),
        pick.randint(10, 240),
    )
    for y in range(0, SIDE, pitch):
        for x in range((y // pitch) * 9 % pitch - pitch, SIDE, pitch):
            corner = (x + pitch - 3, y + pitch - 3)
            cv2.rectangle(image, (x + 2, y + 2), corner, (level,) * 3, -1)
            letter = glyphs.glyph(font, pick.choice(_KEYS), 64)
            if letter is not None:
                box = (x + pitch * 0.3, y + pitch * 0.25, pitch * 0.22, pitch * 0.3)
                stamp(image, letter, box, [255 - level] * 3)
    return image.astype(np.float32)


def _clutter(pick: random.Random, image: Field) -> None:
    """Draws ellipses, polygons and lines: coasters, pens, edges of other objects."""

    def point(reach: int = 0, centre: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        if reach:
            return centre[0] + pick.randint(-reach, reach), centre[1] + pick.randint(-reach, reach)
        return pick.randint(0, SIDE), pick.randint(0, SIDE)

    for _ in range(pick.choice([0, 0, 0, 1, 2, 5, 12])):
        colour = tuple(float(pick.randint(0, 255)) for _ in range(3))
        at, kind = point(), pick.random()
        if kind < 0.4:
            axes = (pick.randint(4, 140), pick.randint(4, 140))
            cv2.ellipse(image, at, axes, pick.randint(0, 180), 0, 360, colour, -1)
        elif kind < 0.7:
            corners = np.array([point(120, at) for _ in range(4)], np.int32)
            cv2.fillPoly(image, [corners], colour)
        else:
            cv2.line(image, at, point(), colour, pick.randint(1, 14))
