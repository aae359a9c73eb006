"""How well hands are read, by country: `python -m pegboard.vision.training.hands WORK`.

Each hand has five separate cards, at least three of them aces and court cards. Fonts and printed
decks are held out; clubs and spades are distinguishable by people. Pictures are sharp, or have a
defect: out of focus, motion blur, tilt, or small cards.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from pegboard.cribbage.cards import DECK
from pegboard.vision import recognise
from pegboard.vision.packs.belief import AUTO, Deck
from pegboard.vision.packs.countries import PACKS
from pegboard.vision.training.render import decks, faces, layouts, letters
from pegboard.vision.training.render.backgrounds import background
from pegboard.vision.training.render.canvas import Canvas
from pegboard.vision.training.render.faces import Face
from pegboard.vision.training.render.styles import (
    HEIGHT,
    WIDTH,
    Image8,
    Picture,
    legible_style,
)

COUNTRIES = ("english", "french", "german", "dutch", "scandinavian", "polish", "unknown")
KINDS = ("sharp", "soft", "moved", "tilted", "small")
"""Kinds of pictures of a hand."""
PER_DECK = 5
"""Consecutive hands from one deck."""
_SIZE = (1280, 960)
_LETTERS = (0, 10, 11, 12)
_PRINTED = 0.3
"""Share of printed decks, if there are any of the country."""


class Hand(NamedTuple):
    """A hand on a table: picture, (960, 1280, 3) BGR `uint8`, and numbers of the cards."""

    picture: Image8
    cards: frozenset[int]
    is_new_deck: bool


class Count(NamedTuple):
    """Numbers of hands: in total, read exactly, read surely, and read surely but wrongly."""

    hands: int
    exact: int
    sure: int
    wrong: int


def hands_of(
    country: str, count: int, seed: int, cache: Path, kinds: Sequence[str] = ("sharp",)
) -> Iterator[Hand]:
    """Yields `count` hands from decks of a country, `PER_DECK` per deck.

    Args:
        country: country of the decks, as for `letters.national_style`.
        count: number of hands.
        seed: seed of all random choices.
        cache: folder with the rendered printed decks.
        kinds: kinds of pictures, used in turn; from `KINDS`.
    """
    pick, rng = random.Random(seed), np.random.default_rng(seed)
    pictures: list[Picture] = []
    printed: list[list[Face]] = []
    if decks.installed():
        pictures = [decks.CourtPictures(name, cache) for name in decks.HELD_OUT]
        local = [n for n in decks.HELD_OUT if letters.is_of(decks.letters_of(n), country)]
        printed = [decks.printed_deck(name, cache) for name in local]
    for number in range(count):
        if number % PER_DECK == 0:
            national = letters.national_style(pick, country, held_out=True)
            deck = faces.deck_of(legible_style(pick, pictures, True, national), pick)
            if printed and pick.random() < _PRINTED:
                deck = pick.choice(printed)
            table = _table(pick, rng)
        numbers = pick.sample([n for n, f in enumerate(deck) if f.rank in _LETTERS], 3)
        numbers += pick.sample([n for n in range(len(deck)) if n not in numbers], 2)
        cards = [deck[n] for n in pick.sample(numbers, len(numbers))]
        picture = _picture(cards, table, kinds[number % len(kinds)], pick, rng)
        card_numbers = frozenset(face.suit * 13 + face.rank for face in cards)
        yield Hand(picture, card_numbers, number % PER_DECK == 0)


def _table(pick: random.Random, rng: np.random.Generator) -> Image8:
    wide, high = _SIZE
    if pick.random() < 0.4:
        colour = np.array([pick.randint(20, 150) for _ in range(3)], np.float32)
        grain = rng.normal(0, 5, (high, wide, 1)).astype(np.float32)
        return np.asarray(np.clip(colour + grain, 0, 255), np.uint8)
    return np.asarray(cv2.resize(background(pick, rng), _SIZE), np.uint8)


def _picture(
    cards: Sequence[Face], table: Image8, kind: str, pick: random.Random, rng: np.random.Generator
) -> Image8:
    """Returns a picture of the cards on the table, with the defect that `kind` names."""
    places = layouts.arrange(pick, "apart")
    while len(places) != len(cards):
        places = layouts.arrange(pick, "apart")
    width = pick.uniform(190, 225)
    tilt = pick.uniform(0, 0.3)
    if kind == "small":
        width = pick.uniform(75, 115)
    if kind == "tilted":
        tilt = pick.uniform(0.6, 0.95)
    view = np.array(
        [
            [width, 0, 0],
            [0, width * math.cos(tilt), 0],
            [0, -math.sin(tilt) / pick.uniform(6, 12), 1],
        ]
    )
    view = layouts.rotation(pick.gauss(0, 0.08)) @ view @ layouts.rotation(pick.gauss(0, 0.15))
    corners = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]
    outline = np.vstack(
        [layouts.project(view @ layouts.face_to_table(place), corners) for place in places]
    )
    low, high = outline.min(0), outline.max(0)
    scale = min(1.0, *((np.array(_SIZE) - 16) / (high - low)))
    middle = (low + high) / 2 * scale
    view = np.diag([scale, scale, 1]) @ view
    view = layouts.shift(_SIZE[0] / 2 - middle[0], _SIZE[1] / 2 - middle[1]) @ view
    canvas = Canvas(table.copy(), pick)
    canvas.lay(list(zip(cards, places, strict=True)), view, width * scale)
    image = np.asarray(cv2.GaussianBlur(canvas.image, (0, 0), pick.uniform(0.5, 1.0)), np.float32)
    if kind == "soft":
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), pick.uniform(1.5, 3.5)), np.float32)
    if kind == "moved":
        image = _moved(image, pick.uniform(5, 16), pick.uniform(0, math.pi))
    tint = np.array([pick.uniform(0.85, 1.05) for _ in range(3)], np.float32)
    image = image * tint * np.float32(pick.uniform(0.65, 1.05))
    image += rng.normal(0, pick.uniform(1.5, 5), image.shape).astype(np.float32)
    shot = np.asarray(np.clip(image, 0, 255), np.uint8)
    data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, pick.randint(70, 95)])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _moved(image: np.ndarray, length: float, angle: float) -> np.ndarray:
    """Returns the picture with motion blur of `length` pixels."""
    side = 2 * math.ceil(length / 2) + 3
    kernel = np.zeros((side, side), np.float32)
    x, y = length / 2 * math.cos(angle), length / 2 * math.sin(angle)
    for part in np.linspace(-1, 1, 8 * side):
        kernel[round(side / 2 - 0.5 + part * y), round(side / 2 - 0.5 + part * x)] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def counted(hands: Iterator[Hand], read: Callable[[Hand], recognise.Reading]) -> Count:
    """Reads hands and counts the results."""
    count = Count(0, 0, 0, 0)
    for hand in hands:
        reading = read(hand)
        cards = frozenset(DECK.index(sighting.card) for sighting in reading.sightings)
        exact = cards == hand.cards
        changes = (1, exact, reading.sure, reading.sure and not exact)
        count = Count(*(a + int(b) for a, b in zip(count, changes, strict=True)))
    return count


def main() -> None:
    """Prints hands, exact, sure, and sure but wrong, per country and kind of picture."""
    parser = argparse.ArgumentParser(
        prog="python -m pegboard.vision.training.hands", description=__doc__
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("--count", type=int, default=40, help="hands of each country and kind")
    parser.add_argument("--seed", type=int, default=4200)
    parser.add_argument("--countries", nargs="+", choices=COUNTRIES, default=COUNTRIES)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=("sharp",))
    parser.add_argument("--set", action="store_true", help="the country is set, not found out")
    options = parser.parse_args()
    recogniser = recognise.Recogniser(remembers=True)

    def read(hand: Hand) -> recognise.Reading:
        if hand.is_new_deck:
            recogniser.deck = Deck(country if options.set and country in PACKS else AUTO)
        return recogniser.read(hand.picture)

    print("country       taken     hands  exact   sure  wrong")
    for kind in options.kinds:
        for country in options.countries:
            hands = hands_of(country, options.count, options.seed, options.work / "decks", [kind])
            count = counted(hands, read)
            print(f"{country:13} {kind:8}", *(f"{value:6}" for value in count), flush=True)


if __name__ == "__main__":
    main()
