"""Drawing of a film's pictures: cards, arms, light and camera effects."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.cribbage import Card
from pegboard.vision.films.scene import SEATS, Arm, Lying, Moment
from pegboard.vision.training.render import faces, layouts
from pegboard.vision.training.render.backgrounds import background, smooth_noise
from pegboard.vision.training.render.canvas import Canvas
from pegboard.vision.training.render.faces import Face
from pegboard.vision.training.render.letters import national_style
from pegboard.vision.training.render.styles import (
    HEIGHT,
    RANKS,
    SUITS,
    WIDTH,
    Image8,
    legible_style,
)

SIZE = (1280, 720)
BRIGHTEST = 150
"""Maximum mean grey level of a table, so that the exposure does not clip the cards."""
Color = tuple[int, int, int]
"""Blue, green, red."""
SKINS: tuple[Color, ...] = ((150, 180, 225), (120, 155, 205), (70, 105, 160), (45, 65, 105))
SLEEVES: tuple[Color, ...] = (
    (40, 40, 45),
    (120, 60, 40),
    (60, 70, 150),
    (200, 200, 200),
    (50, 110, 60),
)


@dataclass(frozen=True)
class Camera:
    """Parameters of the simulated camera.

    Attributes:
        card_px: width of a card in the middle of the picture, in pixels.
        tilt: angle from the vertical, in radians.
        roll: rotation about the optical axis, in radians.
        light: brightness, 1 is normal.
        pump: amplitude of exposure changes, as a fraction.
        noise, blur: standard deviations, in grey levels and pixels.
        quality: JPEG quality.
    """

    card_px: float
    tilt: float
    roll: float
    light: float
    pump: float
    noise: float
    blur: float
    quality: int

    @property
    def half(self) -> tuple[float, float]:
        """Half width and height of the field of view, in card widths."""
        return SIZE[0] / 2 / self.card_px, SIZE[1] / 2 / self.card_px / math.cos(self.tilt)

    @property
    def homography(self) -> layouts.Matrix:
        """Homography from the table to the picture."""
        lean = np.array(
            [
                [self.card_px, 0, 0],
                [0, self.card_px * math.cos(self.tilt), 0],
                [0, -math.sin(self.tilt) / 16, 1],
            ]
        )
        middle = layouts.shift(SIZE[0] / 2, SIZE[1] / 2)
        return np.asarray(middle @ lean @ layouts.rotation(self.roll))


class _Steady(Random):
    """Random source that gives each card the same brightness in every picture."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


@dataclass(frozen=True)
class Scenery:
    """The deck, table and people of a film.

    Attributes:
        deck: 52 faces.
        back: design of the backs.
        table: as large as the picture.
        people: BGR colours of skin and sleeve, by seat.
        shade: brightness of each pixel, (height, width, 3).
    """

    deck: Sequence[Face]
    back: Face
    table: Image8
    people: Sequence[tuple[Color, Color]]
    shade: npt.NDArray[np.float32]


def random_scenery(
    pick: Random, rng: np.random.Generator, players: int, country: str | None = None
) -> Scenery:
    """Returns a random deck, table and set of people; see `Film` for `country`."""
    letters = None if country is None else national_style(pick, country)
    return Scenery(
        deck=faces.deck_of(legible_style(pick, national=letters), pick),
        back=faces.back(pick),
        table=_table_top(pick, rng),
        people=[(pick.choice(SKINS), pick.choice(SLEEVES)) for _ in range(players)],
        shade=shading(pick),
    )


class Film:
    """Renderer of one film's pictures; deck, table, camera and people stay the same throughout."""

    def __init__(
        self,
        seed: int,
        camera: Camera,
        players: int,
        scenery: Scenery | None = None,
        country: str | None = None,
    ) -> None:
        """Draws the deck and the table.

        Args:
            seed: seed of all random choices.
            camera: camera parameters.
            players: number of players.
            scenery: deck, table and people; random by default.
            country: country of a random deck; by default plain English.
        """
        self._rng = np.random.default_rng(seed)
        self.camera, self._players = camera, players
        scenery = scenery or random_scenery(Random(seed), self._rng, players, country)
        self._faces = {Card.parse(RANKS[f.rank] + SUITS[f.suit]): f for f in scenery.deck}
        self._back, self._table, self._people = scenery.back, scenery.table, scenery.people
        self._shade = scenery.shade
        shape = (4, SIZE[1], SIZE[0], 3)
        self._grain = self._rng.standard_normal(shape, np.float32) * np.float32(camera.noise)
        self._made = 0

    def picture(self, moment: Moment) -> tuple[Image8, list[dict[str, Any]], float]:
        """Returns the picture, its ground truth (face-up cards), and the share covered by arms."""
        canvas = Canvas(self._table.copy(), _Steady(0))
        cards = [(self._face(card), card.place) for card in moment.cards]
        px = self.camera.card_px
        canvas.lay(cards, self.camera.homography, px, (np.array([0.03, 0.04]) * px, 0.6, 9))
        image = canvas.image
        hidden = np.zeros(image.shape[:2], np.uint8)
        for arm in moment.arms:
            image, mask = self._with_arm(image, arm)
            hidden |= mask
        truth = self._truth(moment, hidden)
        self._made += 1
        return self._captured(image, bool(moment.arms)), truth, float((hidden > 0).mean())

    def _face(self, lying: Lying) -> Face:
        return self._back if lying.card is None else self._faces[lying.card]

    def _truth(self, moment: Moment, hidden: Image8) -> list[dict[str, Any]]:
        """Returns each face-up card and the visible share of its indices."""
        owner = np.full(hidden.shape, -1, np.int16)
        outlines, marks = [], []
        corners = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]
        for number, card in enumerate(moment.cards):
            matrix = self.camera.homography @ layouts.face_to_table(card.place)
            outline = layouts.project(matrix, corners)
            cv2.fillConvexPoly(owner, np.round(outline).astype(np.int32), (number,))
            outlines.append(outline)
            marks.append([_index(matrix, mark) for mark in self._face(card).marks[:2]])
        owner[hidden > 0] = -2
        rows = []
        for number, card in enumerate(moment.cards):
            if card.card is None:
                continue
            shown = [_share(owner == number, index) for index in marks[number]]
            rows.append(
                {
                    "card": str(card.card),
                    "zone": card.zone,
                    "corners": [
                        [round(float(x), 1), round(float(y), 1)] for x, y in outlines[number]
                    ],
                    "index": [round(share, 2) for share in shown],
                    "readable": max(shown) >= 0.86,
                }
            )
        return rows

    def _with_arm(self, image: Image8, arm: Arm) -> tuple[Image8, Image8]:
        """Returns the picture with an arm and its shadow, and the mask of the arm."""
        skin, sleeve = self._people[arm.seat]
        if arm.holds is not None:
            canvas = Canvas(image, _Steady(0))
            card = (self._face(arm.holds), arm.holds.place)
            canvas.lay(
                [card], self.camera.homography, self.camera.card_px, (np.array([6.0, 9.0]), 0.6, 15)
            )
            image = canvas.image
        edge = SEATS[self._players][arm.seat]
        half = self.camera.half
        (tip, elbow) = layouts.project(
            self.camera.homography,
            [(arm.x, arm.y), (edge[0] * 2.6 * half[0], edge[1] * 2.6 * half[1])],
        )
        width = self.camera.card_px
        along = (elbow - tip) / max(1.0, float(np.hypot(*(elbow - tip))))
        hand, cloth = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
        wrist = tip + along * width * 1.2
        cuff = tip + along * width * 2.4
        _line(hand, wrist, elbow, 0.42 * width)
        _line(cloth, cuff, elbow, 0.62 * width)
        turn = math.degrees(math.atan2(along[1], along[0]))
        middle = tip + along * width * 0.45
        axes = (round(0.55 * width), round(0.36 * width))
        cv2.ellipse(hand, _whole(middle), axes, turn, 0, 360, (255,), -1)
        for finger in (-0.24, -0.08, 0.08, 0.24):
            aside = np.array([-along[1], along[0]]) * finger * width
            _line(hand, tip + aside - along * 0.25 * width, middle + aside, 0.14 * width)
        both = cv2.max(hand, cloth)
        shadow = cv2.GaussianBlur(np.roll(both, (12, 9), (0, 1)), (0, 0), 9)
        image = _mixed(image, (0, 0, 0), shadow, 0.4)
        soft = 3.5 if arm.moving else 0.8
        for mask, colour in ((hand, skin), (cloth, sleeve)):
            image = _mixed(image, colour, cv2.GaussianBlur(mask, (0, 0), soft), 1.0)
        return image, np.asarray(both, np.uint8)

    def _captured(self, image: Image8, pumped: bool) -> Image8:
        """Returns the picture as the simulated camera takes it: exposure, blur, noise and JPEG."""
        camera, rng = self.camera, self._rng
        wave = camera.pump * math.sin(self._made * 0.7) - (camera.pump if pumped else 0.0) * 0.5
        soft = cv2.GaussianBlur(image, (0, 0), camera.blur)
        field = soft.astype(np.float32) * self._shade * np.float32(camera.light * (1 + wave))
        grain = self._grain[int(rng.integers(len(self._grain)))]
        field += np.roll(grain, (int(rng.integers(SIZE[1])), int(rng.integers(SIZE[0]))), (0, 1))
        return np.asarray(np.clip(field, 0, 255), np.uint8)


def _index(matrix: layouts.Matrix, mark: faces.Mark) -> layouts.Matrix:
    half, side = mark.height / 2, mark.height * 0.28
    x, y = mark.x, mark.y
    return layouts.project(
        matrix,
        [(x - side, y - half), (x + side, y - half), (x + side, y + half), (x - side, y + half)],
    )


def _share(own_mask: npt.NDArray[np.bool_], outline: layouts.Matrix) -> float:
    mask = np.zeros(own_mask.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), (1,))
    area = max(1.0, abs(cv2.contourArea(outline.astype(np.float32))))
    return min(1.0, float((own_mask & (mask > 0)).sum() / area))


def _table_top(pick: Random, rng: np.random.Generator) -> Image8:
    """Returns a table surface as large as the picture: cloth, wood or print, not too bright."""
    table = background(pick, rng)
    while float(table.mean()) > BRIGHTEST:
        table = background(pick, rng)
    grown = cv2.resize(table, (SIZE[0], SIZE[0]), interpolation=cv2.INTER_CUBIC)
    top = (SIZE[0] - SIZE[1]) // 2
    return np.asarray(grown[top : top + SIZE[1]], np.uint8)


def shading(pick: Random) -> npt.NDArray[np.float32]:
    """Returns the brightness across the table: brighter on one side."""
    yy, xx = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    x, y = pick.uniform(0.1, 0.9) * SIZE[0], pick.uniform(0.1, 0.9) * SIZE[1]
    lamp = np.exp(-(((xx - x) / SIZE[0]) ** 2 + ((yy - y) / SIZE[1]) ** 2))
    cast = np.array([pick.uniform(0.82, 1.0), 0.97, pick.uniform(0.92, 1.04)], np.float32)
    cloud = smooth_noise(np.random.default_rng(pick.randrange(2**31)), 128, 1, 3)
    dim = 1 - 0.04 * cv2.resize(cloud, SIZE)[..., None]
    return np.asarray((0.72 + 0.3 * lamp)[..., None] * cast * dim, np.float32)


def _mixed(image: Image8, colour: Color, mask: Any, share: float) -> Image8:
    """Blends a colour into the picture through a soft mask; only the affected part is computed."""
    x, y, width, height = cv2.boundingRect(mask)
    part = (slice(y, y + height), slice(x, x + width))
    alpha = mask[part].astype(np.float32)[..., None] * np.float32(share / 255)
    mixed = image.copy()
    mixed[part] = image[part] * (1 - alpha) + np.array(colour, np.float32) * alpha
    return mixed


def _line(mask: Image8, a: layouts.Matrix, b: layouts.Matrix, width: float) -> None:
    cv2.line(mask, _whole(a), _whole(b), (255,), max(2, round(width)), cv2.LINE_AA)


def _whole(point: layouts.Matrix) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
