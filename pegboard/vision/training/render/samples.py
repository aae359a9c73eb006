"""Renders the sample pictures in `pegboard/devices/cameras/samples`: hands on a table.

    python -m pegboard.vision.training.render.samples

Everything in them is drawn by this package; the letters are DejaVu's, whose licence allows it. Each
shows a hand or a crib, loosely laid, and the starter apart; three form a deal: pone's hand, the
dealer's, the crib. The simulated camera shows them, and the tests read them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render import faces, figures, glyphs, layouts, signs, styles
from pegboard.vision.training.render.backgrounds import smooth_noise
from pegboard.vision.training.render.canvas import Canvas
from pegboard.vision.training.render.faces import Face
from pegboard.vision.training.render.layouts import Place
from pegboard.vision.training.render.styles import Image8, Style

WIDTH, HEIGHT = 1280, 960
FOLDER = Path(__file__).parents[3] / "devices" / "cameras" / "samples"
_LETTERS = ("DejaVuSerifCondensed-Bold.ttf", "DejaVuSansCondensed-Bold.ttf")
Field = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Deal:
    """The hands of a deal in counting order, with the starter."""

    starter: str
    table: str
    pone: str
    dealer: str
    crib: str


@dataclass(frozen=True)
class Hand:
    """Contents of a picture: four cards, the starter, the table, and the arrangement.

    Attributes:
        deck: seed of the deck, the same for all pictures of a deal.
    """

    cards: str
    starter: str
    table: str
    fan: bool
    seed: int
    deck: int


DEALS = (
    Deal("5D", "felt", "5H 5C 5S JD", "7C 8D 8H 9S", "9H TH JH QH"),
    Deal("QD", "slate", "2D 3C 4S KC", "AC 4D 6D JS", "3H 6C 9D KS"),
    Deal("TD", "oak", "8S 7D 2H JC", "4H 4C QC QS", "AS 7S 9C 6S"),
)
"""Deals that share no cards, so that they can be counted in any order."""
FANS = (2, 3, 6, 8)
"""Numbers of the pictures with a fan, counted from 1."""
_WOODS = {"oak": (120.0, 165.0, 200.0)}
_CLOTHS = {"felt": (62.0, 98.0, 44.0), "slate": (92.0, 74.0, 60.0)}


def hands() -> list[Hand]:
    """Returns the hands of all pictures, in order; the number of a hand is its seed."""
    all_hands = [(deal, cards) for deal in DEALS for cards in (deal.pone, deal.dealer, deal.crib)]
    return [
        Hand(cards, deal.starter, deal.table, number in FANS, number, 1 + (number - 1) // 3 * 3)
        for number, (deal, cards) in enumerate(all_hands, 1)
    ]


def deck_style(rng: random.Random) -> Style:
    """Returns an ordinary deck: condensed letters, drawn pips, a thin frame round court cards."""
    letters = rng.choice(_LETTERS)
    font = next(f for fonts in _all_families() for f in fonts if f.name == letters)
    ranks = {rank: glyphs.rank_mask(rng, font, rank, 0.05) for rank in styles.RANKS}
    pips = signs.drawn_signs(rng)
    black = np.array([30, 26, 24], np.float32)
    red = np.array([42, 34, 196], np.float32)
    return Style(
        ranks={rank: mask for rank, mask in ranks.items() if mask is not None},
        pips=pips,
        body_pips=pips,
        colours={"C": black, "S": black, "D": red, "H": red},
        white=np.array([243, 248, 250], np.float32),
        radius=11,
        rank_height=0.115 * styles.HEIGHT,
        rank_squeeze=0.88,
        ten_squeeze=0.8,
        pip_height=0.085 * styles.HEIGHT,
        pip_width=0.95,
        gap=0.015 * styles.HEIGHT,
        index_x=0.1 * styles.WIDTH,
        index_y=0.035 * styles.HEIGHT,
        body_pip=0.19 * styles.WIDTH,
        jumbo=False,
        four_corners=False,
        frame=np.array([120, 70, 30], np.float32),
        court_pip=0,
        picture=figures.painter(rng),
    )


def _all_families() -> tuple[tuple[Path, ...], ...]:
    return glyphs.families(False) + glyphs.families(True)


def table_top(name: str, seed: int) -> Field:
    """Returns a wooden or cloth table top, (HEIGHT, WIDTH, 3) BGR 0..255."""
    rng = np.random.default_rng(seed)
    if name in _CLOTHS:
        fibre = rng.standard_normal((HEIGHT, WIDTH, 1)).astype(np.float32)
        soft = cv2.GaussianBlur(fibre, (0, 0), 1.1)[..., None] * 14
        cloud = cv2.resize(smooth_noise(rng, 256, 1, 4), (WIDTH, HEIGHT))[..., None] * 4
        return np.asarray(np.array(_CLOTHS[name]) + soft + cloud, np.float32)
    image = np.empty((HEIGHT, WIDTH, 3), np.float32)
    board = 240
    for top in range(0, HEIGHT, board):
        streaks = rng.standard_normal((board // 3, 6)).astype(np.float32)
        grain = cv2.resize(streaks, (WIDTH, board), interpolation=cv2.INTER_CUBIC)
        fine = cv2.resize(rng.standard_normal((board, 40)).astype(np.float32), (WIDTH, board))
        wave = np.sin(grain * 2.2) * 9 + fine * 3 + rng.normal(0, 6)
        tone = np.array(_WOODS[name]) + wave[..., None] * np.array([0.8, 0.95, 1.0])
        image[top : top + board] = tone
        image[top : top + 2] *= 0.55
    return image


def places(hand: Hand, rng: random.Random) -> list[Place]:
    """Returns five places: a fan or a loose row, and last the starter, apart above."""
    spots = []
    for i in range(4):
        if hand.fan:
            turn = math.radians((i - 1.5) * 13 + rng.gauss(0, 1.5))
            spots.append(Place(3.2 * math.sin(turn) - 0.35, 3.95 - 3.2 * math.cos(turn), turn))
        else:
            spots.append(
                Place(
                    (i - 1.5) * 1.17 + rng.gauss(0, 0.03),
                    0.8 + rng.gauss(0, 0.06),
                    math.radians(rng.gauss(0, 4)),
                )
            )
    side = rng.choice([-1, 1])
    starter = Place(side * rng.uniform(1.5, 1.9), -1.12, math.radians(rng.gauss(0, 9)))
    return [*spots, starter]


def picture(hand: Hand) -> Image8:
    """Returns the hand seen from above, (HEIGHT, WIDTH, 3) BGR `uint8`."""
    rng = random.Random(hand.seed)
    drawn = ordinary_deck(rng if hand.deck == hand.seed else random.Random(hand.deck))
    deck = {card_name(face): face for face in drawn}
    canvas = Canvas(np.clip(table_top(hand.table, hand.seed), 0, 255).astype(np.uint8), rng)
    cards = [deck[name] for name in [*hand.cards.split(), hand.starter]]
    tilt = rng.uniform(0.05, 0.16)
    scale = 205.0
    view = np.array([[scale, 0, 0], [0, scale * math.cos(tilt), 0], [0, -math.sin(tilt) / 7, 1]])
    view = layouts.shift(WIDTH / 2, HEIGHT / 2) @ view
    view = view @ layouts.rotation(math.radians(rng.uniform(-5, 5)))
    canvas.lay(list(zip(cards, places(hand, rng), strict=True)), view, scale, SHADOW)
    return _lit(canvas.image, rng, hand.seed)


SHADOW = (np.array([5.0, 7.0]), 0.5, 15)
"""Shadow of the cards; see `canvas.Shadow`."""


def ordinary_deck(rng: random.Random) -> list[Face]:
    """Returns the 52 faces of an ordinary deck."""
    style = deck_style(rng)
    return [faces.draw_face(style, rank, suit, rng) for suit in range(4) for rank in range(13)]


def card_name(face: Face) -> str:
    """Returns the card's name, as "5H"."""
    return styles.RANKS[face.rank] + styles.SUITS[face.suit]


def _lit(image: Image8, rng: random.Random, seed: int) -> Image8:
    """Adds lamplight from one side, the softness of a lens, and a little noise."""
    yy, xx = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    x, y = rng.uniform(0.2, 0.8) * WIDTH, rng.uniform(0.0, 0.4) * HEIGHT
    lamp = np.exp(-(((xx - x) / WIDTH) ** 2 + ((yy - y) / HEIGHT) ** 2) * 0.9)
    warm = np.array([0.90, 0.97, 1.0], np.float32)
    field = image.astype(np.float32) * (0.68 + 0.36 * lamp)[..., None] * warm
    field = np.asarray(cv2.GaussianBlur(field, (0, 0), 0.7), np.float32)
    field += np.random.default_rng(seed).standard_normal(field.shape, np.float32) * 2.0
    return np.asarray(np.clip(field, 0, 255), np.uint8)


def main() -> None:
    """Renders all samples and writes `labels.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    folder = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    labels = {}
    for hand in hands():
        name = f"hand-{hand.seed}.jpg"
        settings = [cv2.IMWRITE_JPEG_QUALITY, 79]
        cv2.imwrite(str(folder / name), picture(hand), settings)
        labels[name] = {"cards": [*hand.cards.split(), hand.starter], "starter": hand.starter}
    (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n")


if __name__ == "__main__":
    main()
