"""Random positions of cards and camera.

Positions are in card widths on the table plane; a projection maps them to pixels.
"""

from __future__ import annotations

import math
import random
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render.styles import HEIGHT, WIDTH

Matrix = npt.NDArray[np.float64]
Style = Literal["any", "tight", "apart"]
"""Kinds of arrangements; see `arrange`."""


class Place(NamedTuple):
    """Place of a card: its centre, in card widths, and its rotation, in radians."""

    x: float
    y: float
    turn: float


def arrange(pick: random.Random, style: Style = "any") -> list[Place]:
    """Returns a fan, a cascade, scattered cards, one card, or none.

    Later cards lie on earlier ones.

    Args:
        pick: random source.
        style: "tight" gives mostly fans and cascades that show little more than the indices,
        "apart" gives hands without overlapping cards.
    """
    if style == "apart":
        return _apart(pick)
    kind = pick.random()
    if style == "tight" and kind < 0.75:
        return _tight_fan(pick) if kind < 0.5 else _tight_cascade(pick)
    if style == "tight":
        kind = pick.random()
    if kind < 0.35:
        return _fan(pick)
    if kind < 0.55:
        return _cascade(pick)
    if kind < 0.85:
        turn, spread = pick.uniform(0, 2 * math.pi), pick.uniform(0.8, 2.6)
        return [
            Place(
                pick.uniform(-spread, spread),
                pick.uniform(-spread, spread),
                turn
                + pick.choice([0, 0, math.pi / 2, pick.uniform(0, 2 * math.pi)])
                + pick.gauss(0, 0.15),
            )
            for _ in range(pick.randint(1, 7))
        ]
    return [Place(0, 0, 0)] if kind < 0.95 else []


def _fan(pick: random.Random) -> list[Place]:
    count, radius = pick.randint(2, 9), pick.uniform(1.2, 5)
    step = math.radians(pick.uniform(4, 28)) * pick.choice([1, 1, -1])
    places = []
    for i in range(count):
        turn = (i - (count - 1) / 2) * step + pick.gauss(0, 0.03)
        places.append(Place(radius * math.sin(turn), radius - radius * math.cos(turn), turn))
    return places


def _tight_fan(pick: random.Random) -> list[Place]:
    """Returns a fan of up to a third of a deck, with closely spaced corners."""
    count, radius = pick.randint(3, 18), pick.uniform(1.2, 4)
    apart = pick.uniform(0.13, 0.34)
    step = apart / (radius + 0.6) * pick.choice([1, 1, 1, 1, 1, -1])
    places = []
    for i in range(count):
        turn = (i - (count - 1) / 2) * step + pick.gauss(0, 0.012)
        places.append(Place(radius * math.sin(turn), radius - radius * math.cos(turn), turn))
    return places


def _tight_cascade(pick: random.Random) -> list[Place]:
    count = pick.randint(3, 12)
    dx, dy = pick.choice([(-1, 0), (1, 0), (0, 1), (1, 0.3), (1, -0.2), (0, -1)])
    step = pick.uniform(0.14, 0.3) if dx else pick.uniform(0.26, 0.45)
    return [
        Place(
            (i - count / 2) * dx * step + pick.gauss(0, 0.015),
            (i - count / 2) * dy * step + pick.gauss(0, 0.015),
            pick.gauss(0, 0.05),
        )
        for i in range(count)
    ]


def _apart(pick: random.Random) -> list[Place]:
    """Returns two to six cards, loosely placed in rows of three."""
    askew = pick.random() < 0.3
    across = 1.75 if askew else 1.35
    return [
        Place(
            (i % 3 - 1) * across + pick.uniform(-0.1, 0.1),
            (i // 3 - 0.5) * 1.8 + pick.uniform(-0.1, 0.1),
            pick.uniform(0, 2 * math.pi)
            if askew
            else pick.gauss(0, 0.1) + pick.choice([0, math.pi]),
        )
        for i in range(pick.randint(2, 6))
    ]


def _cascade(pick: random.Random) -> list[Place]:
    count, step = pick.randint(2, 8), pick.uniform(0.16, 0.6)
    dx, dy = pick.choice([(1, 0), (0, 1), (1, 0.3), (-1, 0), (0, -1)])
    return [
        Place(
            (i - count / 2) * dx * step + pick.gauss(0, 0.02),
            (i - count / 2) * dy * step + pick.gauss(0, 0.02),
            pick.gauss(0, 0.06),
        )
        for i in range(count)
    ]


def face_to_table(place: Place) -> Matrix:
    """Returns the transformation from face pixels to the table plane."""
    c, s = math.cos(place.turn), math.sin(place.turn)
    tall = HEIGHT / WIDTH / 2
    return np.array(
        [
            [c / WIDTH, -s / WIDTH, place.x - c * 0.5 + s * tall],
            [s / WIDTH, c / WIDTH, place.y - s * 0.5 - c * tall],
            [0, 0, 1],
        ]
    )


def rotation(angle: float) -> Matrix:
    """Returns a rotation of the plane, as a 3x3 matrix."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def shift(dx: float, dy: float) -> Matrix:
    """Returns a translation, as a 3x3 matrix."""
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])


def camera(pick: random.Random, card_px: float) -> Matrix:
    """Returns a view of the table.

    Cards are `card_px` wide at the centre; the tilt is up to 57 degrees.
    """
    tilt = pick.uniform(0, 0.25) if pick.random() < 0.6 else pick.uniform(0.2, 1.0)
    away = pick.uniform(4, 14)
    view = np.array(
        [[card_px, 0, 0], [0, card_px * math.cos(tilt), 0], [0, -math.sin(tilt) / away, 1]]
    )
    around = rotation(pick.uniform(0, 2 * math.pi))
    return np.asarray(around @ view @ rotation(pick.uniform(0, 2 * math.pi)))


def project(matrix: Matrix, points: npt.ArrayLike) -> Matrix:
    """Maps points (n, 2) by a homography."""
    plain = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = np.hstack([plain, np.ones((len(plain), 1))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])
