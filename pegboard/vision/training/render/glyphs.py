"""Masks of letters and suit signs from all ordinary Latin fonts installed.

A mask is a `uint8` array, 255 where there is ink, cropped to the ink. Fonts are split by *family*:
one family in nine is held out for validation.
"""

from __future__ import annotations

import random
import re
import subprocess
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pegboard.vision.training.render import signs
from pegboard.vision.training.render.masks import Mask, trimmed

_SIGNS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}

_ORDINARY = re.compile(
    r"^(DejaVu|Liberation|Free(Sans|Serif|Mono)|Lin(Libertine|Biolinum)|OpenSans|Roboto|Lato|Caladea"
    r"|Carlito|Nimbus|C059|P052|URW(Bookman|Gothic)|Cantarell|GFS(Didot|Artemisia)|Cabin|Charis"
    r"|Noto(Sans|Serif|SansDisplay|SerifDisplay|SansMono)-|OldStandard|Universalis|Gillius|Libris"
    r"|Verana|Baskervald|Berenis|Accanthis|Romande|Tribun|Jura|Bebas)",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"italic|oblique|script|thin|hairline|extralight|light|initial|symbol|style|shadow|slanted|_K\.",
    re.IGNORECASE,
)
_SIGN_FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "FreeSerif.ttf",
    "FreeSans.ttf",
    "Symbola_hint.ttf",
    "NotoSansSymbols2-Regular.ttf",
)


@lru_cache(maxsize=1)
def _installed() -> tuple[Path, ...]:
    """Returns every font file known to fontconfig."""
    listing = subprocess.run(
        ["fc-list", ":", "file"], check=True, capture_output=True, text=True
    ).stdout
    return tuple(sorted({Path(line.rstrip().rstrip(":")) for line in listing.splitlines()}))


@lru_cache(maxsize=2)
def families(held_out: bool) -> tuple[tuple[Path, ...], ...]:
    """Returns upright fonts that are not too light, by family: for training, or held out."""
    table: dict[str, list[Path]] = {}
    for path in _installed():
        fit = _ORDINARY.match(path.name) and not _UNFIT.search(path.name)
        if fit and path.suffix.lower() in (".ttf", ".otf", ".t1"):
            table.setdefault(re.split(r"[-_.\d]", path.name)[0], []).append(path)
    ordered = [tuple(table[name]) for name in sorted(table)]
    if not ordered:
        raise RuntimeError("no fonts found: install those that training/README.md names")
    return tuple(fonts for i, fonts in enumerate(ordered) if (i % 9 == 4) == held_out)


def is_upright(path: Path) -> bool:
    """Returns whether a font is upright and not too light, with letters in one piece."""
    return path.suffix.lower() in (".ttf", ".otf") and not _UNFIT.search(path.name)


def choose_font(rng: random.Random, held_out: bool) -> Path:
    """Returns a random font; all families are equally likely.

    Half the time it is a bold or narrow style, as on cards.
    """
    fonts = rng.choice(families(held_out))
    heavy = [f for f in fonts if re.search(r"Bold|Cond|Narrow|Black|Heavy|Medium", f.name)]
    return rng.choice(heavy if heavy and rng.random() < 0.6 else list(fonts))


@lru_cache(maxsize=8000)
def glyph(font: Path, text: str, size: int = 128) -> Mask | None:
    """Returns the mask of `text` in `font` at `size` pixels, or None if the font lacks it."""
    try:
        face = ImageFont.truetype(str(font), size)
    except OSError:
        return None
    canvas = Image.new("L", (size * len(text) + 120, size * 2), 0)
    ImageDraw.Draw(canvas).text((40, 30), text, font=face, fill=255)
    return trimmed(np.array(canvas))


def rank_mask(rng: random.Random, font: Path, rank: str, spacing: float) -> Mask | None:
    """Returns the mask of a rank, with the two digits of ten close together."""
    if rank != "T":
        return glyph(font, rank)
    digit_one, nought = glyph(font, "1"), glyph(font, "0")
    if digit_one is None or nought is None:
        return None
    height = max(digit_one.shape[0], nought.shape[0])
    gap = np.zeros((height, int(height * spacing)), np.uint8)
    parts = [
        cv2.resize(digit_one, (digit_one.shape[1], height)),
        gap,
        cv2.resize(nought, (nought.shape[1], height)),
    ]
    return np.hstack([np.asarray(p, np.uint8) for p in parts])


def tailed_queen(rng: random.Random, font: Path) -> Mask | None:
    """Returns a Q made from the font's O and a random tail."""
    letter = glyph(font, "O")
    if letter is None:
        return None
    height, width = letter.shape
    stroke = cv2.distanceTransform(letter, cv2.DIST_L2, 3).max() * rng.uniform(0.7, 1.5)
    canvas = cv2.copyMakeBorder(letter, 0, height // 2, width // 3, width // 2, cv2.BORDER_CONSTANT)
    bend = [
        (rng.uniform(0.15, 0.6), rng.uniform(0.6, 1.0)),
        (rng.uniform(0.25, 0.6), rng.uniform(0.4, 1.0)),
        (rng.uniform(0.55, 0.9), rng.uniform(0.75, 1.3)),
        (rng.uniform(0.85, 1.25), rng.uniform(0.85, 1.15)),
    ]
    t = np.linspace(0, 1, 24)[:, None]
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
    line = weights @ np.array(bend) * (width, height) + (width // 3, 0)
    thick = max(2, round(stroke))
    cv2.polylines(canvas, [line.round().astype(np.int32)], False, (255,), thick, cv2.LINE_AA)
    return trimmed(np.asarray(canvas, np.uint8))


@lru_cache(maxsize=1)
def sign_fonts() -> tuple[Path, ...]:
    """Returns the fonts used for suit signs."""
    return tuple(p for p in _installed() if p.name in _SIGN_FONTS)


def signs_of(rng: random.Random) -> dict[str, Mask]:
    """Returns a mask per suit, in one style.

    The signs are drawn, or from a font, possibly with spread ink.
    """
    if rng.random() >= 0.35 or not sign_fonts():
        return signs.drawn_signs(rng)
    font = rng.choice(sign_fonts())
    masks = {suit: glyph(font, sign) for suit, sign in _SIGNS.items()}
    good = {suit: mask for suit, mask in masks.items() if mask is not None and len(mask) > 20}
    if len(good) < len(_SIGNS):
        return signs.drawn_signs(rng)
    if rng.random() < 0.5:
        return good
    manner = signs.random_manner(rng)
    return {suit: signs.inked(mask, manner) for suit, mask in good.items()}
