"""Decks from Debian's gnome-cards-data (GPL-3+; rendered for training, never shipped).

Each SVG has five rows of thirteen cards: clubs, diamonds, hearts, spades, then the jokers.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from pegboard.vision.training.render.faces import Face, Mark
from pegboard.vision.training.render.letters import COUNTRIES, ENGLISH, RUSSIAN, Alphabet
from pegboard.vision.training.render.styles import HEIGHT, WIDTH, Image8

FOLDER = Path("/usr/share/aisleriot/cards")
TRAINING = (
    "anglo",
    "anglo_modern",
    "anglo_poker",
    "atlasnye",
    "atlasnye_skat",
    "berlin",
    "dondorf",
    "gnomangelo",
    "neoclassical",
    "ornamental",
    "rheinland",
    "simplistic",
    "slavic_costumes",
)
HELD_OUT = (
    "ancient_french",
    "bellot",
    "lattmann",
    "paris",
    "plastic",
    "tigullio",
    "\u0410\u0442\u043b\u0430\u0441\u043d\u044b\u0435",
)
"""Decks held out for validation: index, pips and court pictures."""
PICTURES_ONLY = ("guyenne-classic",)
"""Decks with usable court pictures but without indices."""
_GERMAN = COUNTRIES["german"][0]
_LETTERS = {
    "ancient_french": COUNTRIES["french"][0],
    "atlasnye_skat": _GERMAN,
    "berlin": _GERMAN,
    "lattmann": _GERMAN,
    "rheinland": _GERMAN,
    "slavic_costumes": RUSSIAN,
    "\u0410\u0442\u043b\u0430\u0441\u043d\u044b\u0435": RUSSIAN,
}
"""Letters of decks that are not English."""
_FOUR_CORNERS = ("dondorf",)


def installed() -> bool:
    """Returns whether the decks are installed; if not, our own code draws all decks."""
    return (FOLDER / "anglo.svgz").is_file()


def render(name: str, cache: Path) -> Path:
    """Returns the deck as a PNG in `cache`; the first call renders it, which takes seconds."""
    path = cache / f"{name}.png"
    if not path.is_file():
        import cairosvg

        cache.mkdir(parents=True, exist_ok=True)
        svg = gzip.decompress((FOLDER / f"{name}.svgz").read_bytes())
        part = path.with_suffix(".part")
        part.write_bytes(cairosvg.svg2png(svg, output_width=13 * WIDTH))
        part.replace(path)
    return path


@lru_cache(maxsize=32)
def sheet(name: str, cache: Path) -> dict[tuple[int, int], Image8]:
    """Returns the cards of a deck, BGRA `uint8`, by (row, column)."""
    image = cv2.imread(str(render(name, cache)), cv2.IMREAD_UNCHANGED)
    assert image is not None
    height = image.shape[0] / 5
    cards = {}
    for row in range(5):
        for column in range(13 if row < 4 else 2):
            part = image[
                round(row * height) : round((row + 1) * height),
                column * WIDTH : (column + 1) * WIDTH,
            ]
            resized = cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
            cards[row, column] = np.asarray(resized, np.uint8)
    return cards


def printed_deck(name: str, cache: Path) -> list[Face]:
    """Returns the 52 faces of a printed deck, with their own indices."""
    cards = sheet(name, cache)
    marks = _marks(cards[0, 1], name in _FOUR_CORNERS)
    alphabet = letters_of(name)
    return [
        Face(cards[s, r], r, s, marks, glyph=alphabet.glyph(r)) for s in range(4) for r in range(13)
    ]


def letters_of(name: str) -> Alphabet:
    """Returns the letters of a deck for ace, jack, queen and king."""
    return _LETTERS.get(name, ENGLISH)


def _marks(two_of_clubs: Image8, four: bool) -> tuple[Mark, ...]:
    """Returns the places of the indices on a deck's cards.

    Finds the black ink in the corner of a card with little else there.
    """
    ink = (two_of_clubs[..., :3].max(2) < 120) & (two_of_clubs[..., 3] > 200)
    ys, xs = np.where(ink[8 : int(0.36 * HEIGHT), 8 : int(0.3 * WIDTH)])
    x, y = (xs.min() + xs.max()) / 2 + 8, (ys.min() + ys.max()) / 2 + 8
    height = float(ys.max() - ys.min() + 1)
    marks = [Mark(x, y, False, height), Mark(WIDTH - x, HEIGHT - y, True, height)]
    if four:
        marks += [Mark(WIDTH - x, y, False, height), Mark(x, HEIGHT - y, True, height)]
    return tuple(marks)


def jokers(names: tuple[str, ...], cache: Path) -> list[Face]:
    """Returns the jokers and other cards beyond the 52."""
    return [Face(sheet(n, cache)[4, c], -1, -1, ()) for n in names for c in range(2)]


class CourtPictures:
    """Inner pictures of a deck's court cards; callable: (suit, rank) -> BGRA picture."""

    def __init__(self, name: str, cache: Path) -> None:
        self._cards = sheet(name, cache)

    def __call__(self, suit: int, rank: int) -> Image8:
        """Returns the picture without border and indices."""
        card = self._cards[suit, rank]
        inner = card[int(HEIGHT * 0.06) : int(HEIGHT * 0.94), int(WIDTH * 0.2) : int(WIDTH * 0.8)]
        return np.ascontiguousarray(inner)
