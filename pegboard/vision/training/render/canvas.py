"""Draws overlapping cards with shadows, and labels their indices and pips.

A label is a row of nine `float32`: x, y (centre, pixels), ux, uy (up direction, not normalised),
size (height in pixels), rank, suit, 1 for a visible index or 0 for a half-hidden one, which is
ignored, and the glyph (a number in `vision.glyphs.GLYPHS`, -1 for none).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.crops import REACH
from pegboard.vision.pips import NUMBERS, Pip, places
from pegboard.vision.training.render import faces, layouts
from pegboard.vision.training.render.faces import Face
from pegboard.vision.training.render.layouts import Matrix, Place, project, shift
from pegboard.vision.training.render.styles import HEIGHT, WIDTH, Image8

Labels = npt.NDArray[np.float32]
Shadow = tuple[Matrix, float, int]
"""Offset in pixels, remaining share of light, blur in (odd) half pixels."""

_VISIBLE, _HALF_HIDDEN = 0.86, 0.25
_SMALLEST_PX = 9
_HIDDEN = 0.3
_ELSEWHERE = 0.17
"""Minimum distance of places without a pip from the card's pips, in card widths."""
_FINGER = 999
_CORNERS = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]


class Canvas:
    """Picture in progress: its pixels, the card at each pixel, and the indices so far."""

    def __init__(self, image: Image8, pick: random.Random) -> None:
        self.image = image
        self._pick = pick
        self._owner = np.full(image.shape[:2], -1, np.int16)
        self._marks: list[tuple[int, Face, Matrix, float]] = []
        self._cards: list[tuple[int, Face, Matrix]] = []

    def lay(
        self,
        cards: Sequence[tuple[Face, Place]],
        view: Matrix,
        card_px: float,
        shadow: Shadow | None = None,
    ) -> None:
        """Draws the cards in order, with the same kind of shadow, by default random."""
        pick = self._pick
        if shadow is None and pick.random() < 0.7:
            offset = np.array([pick.uniform(-5, 5), pick.uniform(-5, 5)]) * card_px / 150
            shadow = (offset, pick.uniform(0.35, 0.9), pick.choice([5, 9, 15]))
        for number, (face, place) in enumerate(cards):
            self._lay_card(number, face, view @ layouts.face_to_table(place), card_px, shadow)

    def _lay_card(
        self,
        number: int,
        face: Face,
        matrix: Matrix,
        card_px: float,
        shadow: Shadow | None,
    ) -> None:
        height, width = self.image.shape[:2]
        corners = np.hstack([np.array(_CORNERS), np.ones((4, 1))])
        if np.any((corners @ matrix.T)[:, 2] <= 0.15):
            return  # at or behind the camera plane
        outline = project(matrix, _CORNERS)
        x0, y0 = np.maximum(np.floor(outline.min(0) - 14), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(outline.max(0) + 14), [width, height]).astype(int)
        if x1 - x0 < 3 or y1 - y0 < 3:
            return
        part = self.image[y0:y1, x0:x1]
        if shadow is not None:
            part = _shadowed(part, outline - [x0, y0], shadow)
        source, scale = face.image, 1.0
        if card_px < 0.6 * WIDTH:
            source, scale = _halved(source), 0.5
        place = shift(-x0, -y0) @ matrix @ np.diag([1 / scale, 1 / scale, 1])
        warped = cv2.warpPerspective(source, place, (int(x1 - x0), int(y1 - y0)))
        alpha = warped[..., 3:].astype(np.uint16)
        tone = np.uint16(255 * self._pick.uniform(0.88, 1.0))
        ink = (warped[..., :3] * tone) // 255
        self.image[y0:y1, x0:x1] = (part * (255 - alpha) + ink * alpha) // 255
        self._owner[y0:y1, x0:x1][alpha[..., 0] > 128] = number
        self._cards.append((number, face, matrix))
        for mark in face.marks:
            self._mark(number, face, matrix, mark)

    def _mark(self, number: int, face: Face, matrix: Matrix, mark: faces.Mark) -> None:
        half, side = mark.height / 2, mark.height * 0.28
        x, y = mark.x, mark.y
        points = project(
            matrix,
            [
                (x, y),
                (x, y - half),
                (x, y + half),
                (x - side, y - half),
                (x + side, y - half),
                (x + side, y + half),
                (x - side, y + half),
            ],
        )
        self._marks.append((number, face, points, -1.0 if mark.turned else 1.0))

    def finger(self, card_px: float) -> None:
        """Draws a finger-like shape, dark or skin-coloured, across the picture."""
        pick = self._pick
        height, width = self.image.shape[:2]
        colour = pick.choice([(140, 170, 220), (90, 120, 180), (60, 80, 130), (30, 30, 30)])
        angle, x, y = pick.uniform(0, 2 * math.pi), pick.uniform(0, width), pick.uniform(0, height)
        end = (int(x + 200 * math.cos(angle)), int(y + 200 * math.sin(angle)))
        mask = np.zeros((height, width), np.uint8)
        thick = max(3, int(card_px * pick.uniform(0.15, 0.4)))
        cv2.line(mask, (int(x), int(y)), end, (255,), thick)
        soft = cv2.GaussianBlur(mask, (5, 5), 0)[..., None].astype(np.float32) / 255
        blended = self.image * (1 - soft) + np.array(colour, np.float32) * soft
        self.image[:] = blended.astype(np.uint8)
        self._owner[mask > 0] = _FINGER

    def labels(self) -> Labels:
        """Returns the labels of all indices that are at least a quarter visible, (n, 9)."""
        rows = []
        height, width = self.image.shape[:2]
        for number, face, points, sign in self._marks:
            up = (points[1] - points[2]) * sign
            # Foreshortening reduces only one dimension of an index, so take the larger measure.
            size = max(math.hypot(*up), math.hypot(*(points[4] - points[3])) * 1.4)
            share = self._visible(number, points[3:7])
            if share < _HALF_HIDDEN:
                continue
            x, y = points[0]
            inside = 0 < x < width and 0 < y < height
            is_target = share >= _VISIBLE and size >= _SMALLEST_PX and inside
            rows.append((x, y, *up, size, face.rank, face.suit, float(is_target), face.glyph))
        return np.array(rows, np.float32).reshape(-1, 9)

    def pips(self) -> Labels:
        """Returns the labels of all pips, and of some places without one, (n, 9).

        Rows are as in `labels`; sizes are those of `vision.pips`, and suit -1 means no pip of this
        card. Half-hidden pips are left out.
        """
        rows = []
        for number, face, matrix in self._cards:
            pips = places(face.rank) if face.rank >= 0 else []
            bare = face.rank >= NUMBERS and face.court_pip is False
            if face.rank >= NUMBERS and face.court_pip is None:
                continue
            wrong = places(self._pick.randrange(NUMBERS))
            wrong = [p for p in wrong if all(_apart(p, o) > _ELSEWHERE for o in pips)]
            decoys = self._pick.sample(wrong, min(len(wrong), 1 if pips else 2))
            for pip in (*pips, *decoys):
                row, share = self._pip(number, matrix, pip)
                is_visible = pip in pips and share >= _VISIBLE and not bare
                suit = face.suit if is_visible else -1
                if pip in pips and _HIDDEN <= share < _VISIBLE:
                    continue
                rows.append((*row, face.rank, suit, 1.0, -1.0))
        return np.array(rows, np.float32).reshape(-1, 9)

    def _pip(self, number: int, matrix: Matrix, pip: Pip) -> tuple[list[float], float]:
        """Returns x, y, ux, uy and size of a pip, and its visible share."""
        x, y, half = pip.across * WIDTH, pip.down * HEIGHT, 0.1 * WIDTH
        square = [(-half, -half), (half, -half), (half, half), (-half, half)]
        points = project(matrix, [(x, y), *((x + dx, y + dy) for dx, dy in square)])
        wide = math.hypot(*(points[2] - points[1])) + math.hypot(*(points[3] - points[4]))
        up = (points[1] + points[2] - points[3] - points[4]) * (-1 if pip.turned else 1)
        size = pip.side * wide / 2 / (2 * half) * WIDTH / REACH
        return [*points[0].tolist(), *up.tolist(), size], self._visible(number, points[1:])

    def _visible(self, number: int, outline: Matrix) -> float:
        """Returns the share of an outline's pixels that show card `number`."""
        height, width = self.image.shape[:2]
        corners = np.round(outline).astype(np.int32)
        low = np.maximum(corners.min(0), 0)
        high = np.minimum(corners.max(0) + 1, [width, height])
        if (high - low).min() <= 0:
            return 0.0
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, corners - low, (1,))
        is_own = self._owner[low[1] : high[1], low[0] : high[0]] == number
        area = max(1.0, abs(cv2.contourArea(outline.astype(np.float32))))
        return float((is_own & (mask > 0)).sum() / area)

    def bend(self, labels: Labels, rng: np.random.Generator) -> Labels:
        """Warps the whole picture gently, as if the cards were not flat.

        Returns the labels, moved accordingly.
        """
        height, width = self.image.shape[:2]
        grid = (rng.standard_normal((4, 4, 2)) * self._pick.uniform(2, 9)).astype(np.float32)
        move = cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        yy, xx = np.mgrid[:height, :width].astype(np.float32)
        self.image = np.asarray(
            cv2.remap(
                self.image,
                xx + move[..., 0],
                yy + move[..., 1],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT,
            ),
            np.uint8,
        )
        bent = labels.copy()
        for row in bent:
            x = int(np.clip(row[0], 0, width - 1))
            y = int(np.clip(row[1], 0, height - 1))
            row[:2] -= move[y, x]
        return bent


def _apart(a: Pip, b: Pip) -> float:
    return math.hypot(a.across - b.across, (a.down - b.down) * HEIGHT / WIDTH)


def _shadowed(part: Image8, outline: Matrix, shadow: Shadow) -> Image8:
    """Returns a soft shadow of a card's outline.

    Drawn at half size, which is visually identical.
    """
    offset, depth, blur = shadow
    height, width = part.shape[:2]
    mask = np.zeros((height // 2 + 1, width // 2 + 1), np.uint8)
    cv2.fillConvexPoly(mask, ((outline + offset) / 2).astype(np.int32), (255,))
    soft = cv2.resize(cv2.GaussianBlur(mask, (blur, blur), 0), (width, height))
    dark = 255 - (soft * np.float32(1 - depth)).astype(np.uint16)
    return (part.astype(np.uint16) * dark[..., None] // 255).astype(np.uint8)


def _halved(image: Image8) -> Image8:
    size = (image.shape[1] // 2, image.shape[0] // 2)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
