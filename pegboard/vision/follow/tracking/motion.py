"""Motion detection: what moved between two pictures, and what is at rest but not read yet.

Pictures are compared small and grey with their brightness matched, so that neither noise nor
automatic exposure counts as motion. The table is divided into cells, so a hand above one pile does
not prevent another pile from being read.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.turn import turned_array

Grey = npt.NDArray[np.uint8]
Picture = npt.NDArray[np.uint8]
Cells = npt.NDArray[np.bool_]

SMALL_SIDE_PX = 320
"""Longest side of the small pictures, in pixels."""
CELL_PX = 8
"""Side of a cell, in pixels of the small picture: a third of a rather small card."""
MIN_STEP = 12
"""Minimum difference of a changed pixel, in grey levels of 255, however low the noise."""
NOISE_SIGMAS = 6.0
"""The same, in standard deviations of the noise."""
MAX_NOISE = 5.0
"""Upper limit of the noise, in grey levels; above it most of the picture has changed."""
MIN_CELL_SHARE = 0.06
"""Share of a cell's pixels that must differ for the cell to have changed."""
MIN_CELLS = 2
"""Minimum number of adjacent changed cells to read."""
COVERED = 0.4
"""Minimum share of a place that a card changes."""
BARE = 0.12
"""Maximum share of a place that noise changes."""
HISTORY_LENGTH = 20
"""Number of earlier small pictures stored."""
HISTORY_STEP_S = 0.39
"""Minimum seconds between them: every other picture at five a second."""
INNER_SHARE = 0.65
"""Share of a card's width and height that counts as its place; neighbours may cover its edges."""
STABLE_S = 1.5
"""Seconds for which a place must have looked the same to be a background."""
REST_S = 0.3
"""Seconds without motion after which a cell is at rest."""


class BackgroundPatch(NamedTuple):
    """Place in the small picture as it looked before a card appeared there.

    Attributes:
        picture: the part of the picture.
        mask: which of its pixels the card covers.
        box: rows and columns of that part.
        brightness: brightness of the whole picture at that time, 0 to 255.
        at: when it was taken, in seconds.
    """

    picture: Grey
    mask: Cells
    box: tuple[slice, slice]
    brightness: float
    at: float

    def changed_share(self, small: Grey) -> float:
        """Returns the share of the place that looks different in another small picture."""
        expected = _match_brightness(self.picture, self.brightness, _brightness(small))
        difference = cv2.blur(cv2.absdiff(expected, small[self.box]), (3, 3))
        return float((difference[self.mask] > MIN_STEP).mean())

    def turn(self, shape: tuple[int, ...], degrees: int) -> BackgroundPatch:
        """Returns the place after pictures are turned clockwise.

        Args:
            shape: rows and columns of the small picture before rotation.
            degrees: 0, 90, 180 or 270.
        """
        card_outline = np.zeros(shape[:2], np.bool_)
        card_outline[self.box] = True
        rows, columns = np.nonzero(turned_array(card_outline, degrees))
        box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
        picture, inside = turned_array(self.picture, degrees), turned_array(self.mask, degrees)
        return BackgroundPatch(picture, inside, box, self.brightness, self.at)


class MotionDetector:
    """Motion detector: compares pictures, and records which cells moved, rest and were read."""

    def __init__(self) -> None:
        """Creates the initial state, without a picture."""
        self.now = 0.0
        self.small: Grey = np.zeros((0, 0), np.uint8)
        self.colour: Picture = np.zeros((0, 0, 3), np.uint8)
        """The small picture in BGR: things as bright as the table may differ from it in colour."""
        self.moving: Cells = np.zeros((0, 0), np.bool_)
        """Cells that differ from the previous picture."""
        self._read: Grey = self.small
        self._history: deque[tuple[float, Grey]] = deque(maxlen=HISTORY_LENGTH)
        self._history_at = 0.0
        self._ever_read: Cells = self.moving
        """Cells that have ever been read."""
        self.started_at = 0.0
        """Time of the first picture, in seconds."""
        self._since: npt.NDArray[np.float64] = np.zeros((0, 0))
        self._scale = 1.0

    def observe(self, image: npt.NDArray[np.uint8], now: float) -> bool:
        """Takes in the next picture, and returns whether it was compared with the previous one.

        Args:
            image: (height, width, 3) BGR `uint8`; another size than before starts over.
            now: when it was taken, in seconds; must not decrease.
        """
        self.colour, before = shrink(image), self.small
        small = to_grey(self.colour)
        self._scale = small.shape[1] / image.shape[1]
        self.now, self.small = now, small
        if not self._history or now - self._history_at >= HISTORY_STEP_S:
            self._history.append((now, small))
            self._history_at = now
        if before.shape != small.shape:
            rows, columns = (math.ceil(side / CELL_PX) for side in small.shape)
            self.moving = np.ones((rows, columns), np.bool_)
            self._since = np.full((rows, columns), now)
            self._read, self._ever_read, self.started_at = np.zeros_like(small), ~self.moving, now
            self._history = deque([(now, small)], maxlen=HISTORY_LENGTH)
            return False
        self.moving = changed_cells(changed_pixels(before, small))
        self._since[self.moving] = now
        return True

    def turn(self, degrees: int) -> None:
        """Rotates all stored pictures and cells clockwise, as all further pictures will be."""
        self.small, self.colour = (turned_array(p, degrees) for p in (self.small, self.colour))
        self._read = turned_array(self._read, degrees)
        self.moving = turned_array(self.moving, degrees)
        self._ever_read = turned_array(self._ever_read, degrees)
        self._since = turned_array(self._since, degrees)
        lately = ((at, turned_array(small, degrees)) for at, small in self._history)
        self._history = deque(lately, maxlen=HISTORY_LENGTH)

    @property
    def resting(self) -> Cells:
        """Cells in which nothing has moved for a while."""
        return self.now - self._since >= REST_S

    @property
    def unread(self) -> Cells:
        """Cells that changed since they were read, and are at rest without motion beside them."""
        around = cv2.dilate(self.moving.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return self.resting & ~around & changed_cells(changed_pixels(self._read, self.small))

    def unread_boxes(self) -> list[tuple[float, float, float, float]]:
        """Returns the boxes to read: left, top, right and bottom, in pixels."""
        cells = self.unread.astype(np.uint8)
        if not cells.any():
            return []
        joined = cv2.dilate(cells, np.ones((3, 3), np.uint8))
        _, labels, _, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        boxes = []
        for label in np.unique(labels[cells > 0]):
            rows, columns = np.where((labels == label) & (cells > 0))
            if len(rows) >= MIN_CELLS:
                ends = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
                boxes.append(tuple(float(end) * CELL_PX / self._scale for end in ends))
        return boxes  # type: ignore[return-value]

    def mark_read(self) -> None:
        """Marks all cells at rest as read in this picture."""
        self._ever_read = self._ever_read | self.resting
        fresh = cell_pixels(self.resting, self.small.shape)
        self._read = np.where(fresh, self.small, self._read)

    def was_never_read(self, outline: Sequence[tuple[float, float]]) -> bool:
        """Returns whether most cells inside an outline, in pixels, were never read."""
        inside = self._inside(outline)
        return bool(inside.any()) and float(self._ever_read[inside].mean()) < 0.5

    def background(self, outline: Sequence[tuple[float, float]]) -> BackgroundPatch | None:
        """Returns a place as it looked before the card there now was laid; None if unknown.

        Args:
            outline: outline of the card, in pixels.
        """
        exact = np.array(outline, np.float32) * self._scale
        middle = exact.mean(axis=0)
        corners = np.round(middle + INNER_SHARE * (exact - middle)).astype(np.int32)
        mask = np.zeros(self.small.shape, np.uint8)
        cv2.fillConvexPoly(mask, corners, 1)
        rows, columns = np.nonzero(mask)
        if not len(rows):
            return None
        box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
        for number in range(len(self._history) - 1, 0, -1):
            at, small = self._history[number]
            before = BackgroundPatch(small[box], mask[box] > 0, box, _brightness(small), at)
            changed = before.changed_share(self.small)
            if changed <= BARE or before.changed_share(self._history[number - 1][1]) > BARE:
                continue  # the card was already there, or something moved
            # The background must have been stable for a while: a hand may be at rest, too.
            stable = [earlier for taken_at, earlier in self._history if taken_at <= at - STABLE_S]
            if any(before.changed_share(earlier) <= BARE for earlier in stable):
                return before if changed >= COVERED else None
        return None

    def is_at_rest(self, outline: Sequence[tuple[float, float]]) -> bool:
        """Returns whether nearly all cells inside an outline, in pixels, are at rest."""
        inside = self._inside(outline)
        return bool(inside.any()) and float(self.resting[inside].mean()) >= 0.8

    def _inside(self, outline: Sequence[tuple[float, float]]) -> Cells:
        corners = np.array(outline, np.float32) * (self._scale / CELL_PX) - 0.5
        mask = np.zeros(self.moving.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask.astype(np.bool_)


def _brightness(small: Grey) -> float:
    """Returns the brightness of a small picture, 0 to 255."""
    return float(np.median(small[::3, ::3]))


def _match_brightness(picture: Grey, level: float, other: float) -> Grey:
    """Returns a picture scaled from brightness `level` to brightness `other`, 0 to 255."""
    if level <= 4 or other <= 4 or level == other:
        return picture
    return np.asarray(
        cv2.convertScaleAbs(picture, alpha=min(1.6, max(0.6, other / level))), np.uint8
    )


def shrink(image: Picture) -> Picture:
    """Returns a copy of the picture whose longest side is `SMALL_SIDE_PX` pixels."""
    scale = SMALL_SIDE_PX / max(image.shape[:2])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def to_grey(picture: Picture) -> Grey:
    """Returns a BGR picture in grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def changed_pixels(before: Grey, after: Grey) -> Cells:
    """Returns the pixels that differ by more than noise, with brightness matched."""
    before = _match_brightness(before, _brightness(before), _brightness(after))
    difference = cv2.blur(cv2.absdiff(before, after), (3, 3))
    noise = min(MAX_NOISE, 1.48 * float(np.median(difference[::3, ::3])))
    return np.asarray(difference > max(MIN_STEP, NOISE_SIGMAS * noise), np.bool_)


def changed_pixels_in_colour(before: Picture, after: Picture) -> Cells:
    """Returns the pixels that differ in blue, green or red by more than noise."""
    channels = zip(cv2.split(before), cv2.split(after), strict=True)
    parts = [changed_pixels(np.asarray(a, np.uint8), np.asarray(b, np.uint8)) for a, b in channels]
    return np.asarray(np.logical_or.reduce(parts), np.bool_)


def changed_cells(pixels: Cells) -> Cells:
    """Returns the cells in which enough pixels are set."""
    rows, columns = (math.ceil(side / CELL_PX) for side in pixels.shape)
    card_outline = np.zeros((rows * CELL_PX, columns * CELL_PX), np.float32)
    card_outline[: pixels.shape[0], : pixels.shape[1]] = pixels
    share = card_outline.reshape(rows, CELL_PX, columns, CELL_PX).mean((1, 3))
    return np.asarray(share > MIN_CELL_SHARE, np.bool_)


def cell_pixels(cells: Cells, shape: tuple[int, ...]) -> Cells:
    """Returns the pixels inside the cells, for a small picture of the given shape."""
    return cells.repeat(CELL_PX, 0).repeat(CELL_PX, 1)[: shape[0], : shape[1]]
