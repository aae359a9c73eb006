"""Tells what moved between two pictures, and what lies at rest but differs from what was read.

Pictures are compared small and grey, after their brightness was made equal, so that neither noise
nor an exposure that pumps counts as a movement. The table is divided into cells: a hand above one
pile says nothing about the other.
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

SIDE = 320
"""Longest side of the small pictures, in pixels."""
CELL = 8
"""Side of a cell, in pixels of the small picture: a third of a card that is rather small."""
STEP = 12
"""Grey levels of 255 by which a small pixel must differ, however little noise there is."""
NOISES = 6.0
"""The same in standard deviations of the noise."""
LOUDEST = 5.0
"""Grey levels of noise at most: where more differs, most of the picture is another."""
FILLED = 0.06
"""Share of a cell's pixels that must differ for the cell to have changed."""
FEWEST = 2
"""Cells side by side that must have changed for anything to be read."""
COVERED, BARE = 0.4, 0.12
"""Share of a place that a card makes look otherwise at least; and that noise does at most."""
LATELY, KEPT_S = 20, 0.39
"""Small pictures that are kept, and the seconds between them: every other one of five a second."""
INNER = 0.65
"""Share of a card's width and height that is its place: its edges may lie upon its neighbours."""
STAYED_S = 1.5
"""Seconds for which a place must have looked alike to be that without a card, or with another."""
REST_S = 0.3
"""Seconds without a movement after which a cell is at rest."""


class Before(NamedTuple):
    """A place in the small picture as it was before a card came to lie there.

    Attributes:
        picture: the part of the picture.
        inside: its pixels where the card lies.
        box: rows and columns of the part.
        level: brightness of the whole picture then, 0 to 255.
        at: when it was taken, in seconds.
    """

    picture: Grey
    inside: Cells
    box: tuple[slice, slice]
    level: float
    at: float

    def differs(self, small: Grey) -> float:
        """Returns the share of the place that looks otherwise in a small picture."""
        then = _as_bright(self.picture, self.level, _level(small))
        apart = cv2.blur(cv2.absdiff(then, small[self.box]), (3, 3))
        return float((apart[self.inside] > STEP).mean())

    def turn(self, shape: tuple[int, ...], degrees: int) -> Before:
        """Returns the place in pictures that are turned clockwise.

        Args:
            shape: rows and columns of the small picture before.
            degrees: 0, 90, 180 or 270.
        """
        whole = np.zeros(shape[:2], np.bool_)
        whole[self.box] = True
        rows, columns = np.nonzero(turned_array(whole, degrees))
        box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
        picture, inside = turned_array(self.picture, degrees), turned_array(self.inside, degrees)
        return Before(picture, inside, box, self.level, self.at)


class Changes:
    """The last picture, the pictures of what was read, and since when each cell rests."""

    def __init__(self) -> None:
        """Starts without a picture."""
        self.now = 0.0
        self.small: Grey = np.zeros((0, 0), np.uint8)
        self.colours: Picture = np.zeros((0, 0, 3), np.uint8)
        """The same picture, BGR: what is as bright as the table may differ in colour."""
        self.moving: Cells = np.zeros((0, 0), np.bool_)
        """Cells that differ from the picture before."""
        self._read: Grey = self.small
        self._lately: deque[tuple[float, Grey]] = deque(maxlen=LATELY)
        self._kept_at = 0.0
        self._ever: Cells = self.moving
        """Cells that were read at any time."""
        self.began = 0.0
        """Time of the first picture, in seconds."""
        self._since: npt.NDArray[np.float64] = np.zeros((0, 0))
        self._scale = 1.0

    def watch(self, image: npt.NDArray[np.uint8], now: float) -> bool:
        """Takes the next picture, and returns whether it can be compared with the one before.

        Args:
            image: (height, width, 3) BGR `uint8`; one of another size begins anew.
            now: when it was taken, in seconds that never run backwards.
        """
        self.colours, before = shrunk(image), self.small
        small = grey(self.colours)
        self._scale = small.shape[1] / image.shape[1]
        self.now, self.small = now, small
        if not self._lately or now - self._kept_at >= KEPT_S:
            self._lately.append((now, small))
            self._kept_at = now
        if before.shape != small.shape:
            rows, columns = (math.ceil(side / CELL) for side in small.shape)
            self.moving = np.ones((rows, columns), np.bool_)
            self._since = np.full((rows, columns), now)
            self._read, self._ever, self.began = np.zeros_like(small), ~self.moving, now
            self._lately = deque([(now, small)], maxlen=LATELY)
            return False
        self.moving = cells_of(differing(before, small))
        self._since[self.moving] = now
        return True

    def turn(self, degrees: int) -> None:
        """Turns all that is remembered clockwise: so are the pictures from now on."""
        self.small, self.colours = (turned_array(p, degrees) for p in (self.small, self.colours))
        self._read = turned_array(self._read, degrees)
        self.moving = turned_array(self.moving, degrees)
        self._ever = turned_array(self._ever, degrees)
        self._since = turned_array(self._since, degrees)
        lately = ((at, turned_array(small, degrees)) for at, small in self._lately)
        self._lately = deque(lately, maxlen=LATELY)

    @property
    def resting(self) -> Cells:
        """The cells in which nothing has moved for a while."""
        return self.now - self._since >= REST_S

    @property
    def unread(self) -> Cells:
        """The cells at rest, with nothing moving beside them, that differ from what was read."""
        around = cv2.dilate(self.moving.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return self.resting & ~around & cells_of(differing(self._read, self.small))

    def unread_boxes(self) -> list[tuple[float, float, float, float]]:
        """Returns the boxes (left, top, right, bottom, in pixels) of what is to be read."""
        cells = self.unread.astype(np.uint8)
        if not cells.any():
            return []
        joined = cv2.dilate(cells, np.ones((3, 3), np.uint8))
        _, labels, _, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        boxes = []
        for label in np.unique(labels[cells > 0]):
            rows, columns = np.where((labels == label) & (cells > 0))
            if len(rows) >= FEWEST:
                ends = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
                boxes.append(tuple(float(end) * CELL / self._scale for end in ends))
        return boxes  # type: ignore[return-value]

    def was_read(self) -> None:
        """Notes that all cells at rest were read in this picture."""
        self._ever = self._ever | self.resting
        fresh = spread(self.resting, self.small.shape)
        self._read = np.where(fresh, self.small, self._read)

    def is_fresh(self, outline: Sequence[tuple[float, float]]) -> bool:
        """Returns whether most cells inside an outline, in pixels, were never read before."""
        inside = self._inside(outline)
        return bool(inside.any()) and float(self._ever[inside].mean()) < 0.5

    def before(self, outline: Sequence[tuple[float, float]]) -> Before | None:
        """Returns a place as it was at rest lately, before what lies there now; None if unknown.

        Args:
            outline: of a card that lies there now, in pixels.
        """
        exact = np.array(outline, np.float32) * self._scale
        middle = exact.mean(axis=0)
        corners = np.round(middle + INNER * (exact - middle)).astype(np.int32)
        mask = np.zeros(self.small.shape, np.uint8)
        cv2.fillConvexPoly(mask, corners, 1)
        rows, columns = np.nonzero(mask)
        if not len(rows):
            return None
        box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
        for number in range(len(self._lately) - 1, 0, -1):
            at, small = self._lately[number]
            before = Before(small[box], mask[box] > 0, box, _level(small), at)
            apart = before.differs(self.small)
            if apart <= BARE or before.differs(self._lately[number - 1][1]) > BARE:
                continue  # it lies there already, or something moves
            # What was there must have been there for a while: a hand may rest as well.
            stayed = [each for then, each in self._lately if then <= at - STAYED_S]
            if any(before.differs(each) <= BARE for each in stayed):
                return before if apart >= COVERED else None
        return None

    def rests(self, outline: Sequence[tuple[float, float]]) -> bool:
        """Returns whether nearly all cells inside an outline, in pixels, are at rest."""
        inside = self._inside(outline)
        return bool(inside.any()) and float(self.resting[inside].mean()) >= 0.8

    def _inside(self, outline: Sequence[tuple[float, float]]) -> Cells:
        corners = np.array(outline, np.float32) * (self._scale / CELL) - 0.5
        mask = np.zeros(self.moving.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask.astype(np.bool_)


def _level(small: Grey) -> float:
    """Returns the brightness of a small picture, 0 to 255."""
    return float(np.median(small[::3, ::3]))


def _as_bright(picture: Grey, level: float, other: float) -> Grey:
    """Returns a picture made as bright as another, by the brightness of both, 0 to 255."""
    if level <= 4 or other <= 4 or level == other:
        return picture
    return np.asarray(
        cv2.convertScaleAbs(picture, alpha=min(1.6, max(0.6, other / level))), np.uint8
    )


def shrunk(image: Picture) -> Picture:
    """Returns the picture with its longest side `SIDE` pixels long."""
    scale = SIDE / max(image.shape[:2])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def grey(picture: Picture) -> Grey:
    """Returns a BGR picture grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def differing(before: Grey, after: Grey) -> Cells:
    """Returns the pixels that differ by more than noise, brightness made equal."""
    before = _as_bright(before, _level(before), _level(after))
    apart = cv2.blur(cv2.absdiff(before, after), (3, 3))
    noise = min(LOUDEST, 1.48 * float(np.median(apart[::3, ::3])))
    return np.asarray(apart > max(STEP, NOISES * noise), np.bool_)


def differing_in_colour(before: Picture, after: Picture) -> Cells:
    """Returns the pixels that differ in blue, green or red by more than noise."""
    channels = zip(cv2.split(before), cv2.split(after), strict=True)
    parts = [differing(np.asarray(a, np.uint8), np.asarray(b, np.uint8)) for a, b in channels]
    return np.asarray(np.logical_or.reduce(parts), np.bool_)


def cells_of(pixels: Cells) -> Cells:
    """Returns the cells of which enough pixels are set."""
    rows, columns = (math.ceil(side / CELL) for side in pixels.shape)
    whole = np.zeros((rows * CELL, columns * CELL), np.float32)
    whole[: pixels.shape[0], : pixels.shape[1]] = pixels
    share = whole.reshape(rows, CELL, columns, CELL).mean((1, 3))
    return np.asarray(share > FILLED, np.bool_)


def spread(cells: Cells, shape: tuple[int, ...]) -> Cells:
    """Returns the pixels of a small picture of this shape that lie in the cells."""
    return cells.repeat(CELL, 0).repeat(CELL, 1)[: shape[0], : shape[1]]
