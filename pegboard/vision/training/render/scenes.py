"""Renders pictures of cards on tables, with labels for visible indices.

Labels are those of `canvas`. Scenes are stored by the thousand in shards (pickle of
[(jpeg bytes, labels), ...]).
"""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import cv2
import numpy as np

from pegboard.vision.training.render import decks, faces, layouts, letters, styles
from pegboard.vision.training.render.backgrounds import SIDE, background
from pegboard.vision.training.render.canvas import Canvas, Labels
from pegboard.vision.training.render.faces import Face
from pegboard.vision.training.render.layouts import Matrix, Place, project, shift
from pegboard.vision.training.render.light import photograph
from pegboard.vision.training.render.styles import HEIGHT, WIDTH, Image8

SCENE = 288
ALL_RANKS = range(13)
Shard = list[tuple[bytes, Labels]]


class SceneMaker:
    """Renders scenes from a seed; `held_out` uses fonts and decks that are not trained on.

    `style` is the arrangement (`layouts.arrange`), `ranks` limits the ranks, 0 (ace) to 12, and
    `country` the country of the decks (`letters.national_style`), by default all.
    """

    def __init__(
        self,
        seed: int,
        cache: Path,
        *,
        held_out: bool = False,
        style: layouts.Style = "any",
        drawn_decks: int = 16,
        tables: int = 70,
        side: int = SCENE,
        card_px: tuple[float, float] = (45, 250),
        ranks: Collection[int] = ALL_RANKS,
        country: str | None = None,
    ) -> None:
        self._country = country
        self._ranks = ranks
        self.pick = random.Random(seed)
        self.rng = np.random.default_rng(seed)
        self.held_out, self._style = held_out, style
        self.side, self._card_px = side, card_px
        self._pictures: list[styles.Picture] = []
        self._printed: list[list[Face]] = []
        self._strange: list[Face] = []
        if decks.installed():
            names = decks.HELD_OUT if held_out else decks.TRAINING
            art = names if held_out else names + decks.PICTURES_ONLY
            self._pictures = [decks.CourtPictures(n, cache) for n in art if n != "simplistic"]
            of_country = [
                n for n in names if country is None or letters.is_of(decks.letters_of(n), country)
            ]
            self._printed = [decks.printed_deck(n, cache) for n in of_country]
            self._strange = decks.jokers(names, cache)
        self._drawn = [self._new_deck() for _ in range(drawn_decks)]
        self._tables = [background(self.pick, self.rng) for _ in range(tables)]
        self._made = 0

    def _new_deck(self) -> list[Face]:
        national = letters.national_style(self.pick, self._country, self.held_out)
        return faces.drawn_deck(self.pick, self._pictures, self.held_out, national)

    def scene(self, label: Callable[[Canvas], Labels] = Canvas.labels) -> tuple[Image8, Labels]:
        """Returns a picture, (side, side, 3) BGR, and its labels, (n, 9), of indices or pips."""
        pick = self.pick
        self._refresh()
        deck = pick.choice(self._drawn)
        if self._printed and pick.random() < 0.35:
            deck = pick.choice(self._printed)
        deck = [face for face in deck if face.rank in self._ranks]
        places = layouts.arrange(pick, self._style)[: len(deck)]
        # As in reality, each card is in a picture at most once.
        cards = [
            (self._card(face), place)
            for face, place in zip(pick.sample(deck, len(places)), places, strict=True)
        ]
        width = math.exp(pick.uniform(*map(math.log, self._card_px)))
        view = self._aim(layouts.camera(pick, width), cards)
        canvas = Canvas(self._table(), pick)
        canvas.lay(cards, view, width)
        if cards and pick.random() < 0.12:
            canvas.finger(width)
        labels = label(canvas)
        if pick.random() < 0.25:
            labels = canvas.bend(labels, self.rng)
        return photograph(canvas.image, pick, self.rng), labels

    def _refresh(self) -> None:
        """Picks a new deck every 40 scenes and a new table every 25."""
        self._made += 1
        if self._made % 40 == 0:
            self._drawn[self.pick.randrange(len(self._drawn))] = self._new_deck()
        if self._made % 25 == 0:
            table = background(self.pick, self.rng)
            self._tables[self.pick.randrange(len(self._tables))] = table

    def _card(self, face: Face) -> Face:
        """Returns the card, or sometimes a back or a joker instead."""
        kind = self.pick.random()
        if kind < 0.05:
            return faces.back(self.pick)
        if kind < 0.07 and self._strange:
            return self.pick.choice(self._strange)
        return face

    def _table(self) -> Image8:
        pick = self.pick
        middle = SIDE / 2
        turn = cv2.getRotationMatrix2D(
            (middle, middle), pick.uniform(0, 360), pick.uniform(0.6, 2.2) * self.side / SCENE
        )
        for axis in range(2):
            turn[axis, 2] += self.side / 2 - middle + pick.uniform(-60, 60)
        table = pick.choice(self._tables)
        image = cv2.warpAffine(table, turn, (self.side,) * 2, borderMode=cv2.BORDER_REFLECT)
        if pick.random() < 0.25:
            # The table is nearly as bright as the cards here, which defeats simple thresholds.
            image = np.clip(image * np.float32(0.3) + pick.randint(150, 190), 0, 255)
        return np.asarray(image, np.uint8)

    def _aim(self, view: Matrix, cards: Sequence[tuple[Face, Place]]) -> Matrix:
        """Shifts the view so that the index (or centre) of some card is well inside."""
        if not cards:
            return view
        face, place = self.pick.choice(cards)
        point = (WIDTH / 2, HEIGHT / 2)
        if face.marks and self.pick.random() < 0.8:
            point = (face.marks[0].x, face.marks[0].y)
        at = project(view @ layouts.face_to_table(place), [point])[0]
        to = [self.pick.uniform(0.12, 0.88) * self.side for _ in range(2)]
        return np.asarray(shift(to[0] - at[0], to[1] - at[1]) @ view)


def write_shard(
    path: Path,
    seed: int,
    count: int,
    cache: Path,
    *,
    held_out: bool = False,
    style: layouts.Style = "any",
    label: Callable[[Canvas], Labels] = Canvas.labels,
    ranks: Collection[int] = ALL_RANKS,
    country: str | None = None,
) -> None:
    """Writes `count` scenes from `seed` to `path`, atomically.

    Tight scenes have smaller cards, too: there, neighbours and suits are hardest to read.
    """
    cv2.setNumThreads(1)
    card_px = (45.0, 150.0) if style == "tight" else (45.0, 250.0)
    maker = SceneMaker(
        seed,
        cache,
        held_out=held_out,
        style=style,
        card_px=card_px,
        ranks=ranks,
        country=country,
    )
    shard: Shard = []
    for _ in range(count):
        image, labels = maker.scene(label)
        quality = int(maker.pick.uniform(30, 97))
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        shard.append((data.tobytes(), labels))
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(shard))
    part.replace(path)


def read_shards(paths: Sequence[Path]) -> Shard:
    """Returns all scenes of shards; use only on shards made by this program (pickle)."""
    return [scene for path in paths for scene in pickle.loads(path.read_bytes())]
