"""Sees that hands are dealt: something new lies face down before every seat.

Who deals is told by the arms: the dealer's comes in from its own side of the picture, again and
again, before anybody else's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from pegboard.vision.follow.seen.change import CELL, Changes, Picture, differing_in_colour
from pegboard.vision.follow.zones import Zones
from pegboard.vision.turn import Place, turned_array

SMALLEST, LARGEST = 0.003, 0.08
"""Shares of the picture that a pack of a few cards covers."""
LIKE = 0.5
"""Share of another pack's size that a pack has at least."""
DEALT_S = 0.45
"""Seconds that all packs must lie with nothing moving: else more cards are being dealt."""
RESTING = 0.98
"""Share of the picture that must be at rest: light may flicker in a corner."""
AROUND_STARTER = 0.14
"""Nothing this near to where the starter lay is a hand."""
DEALS = 4
"""Pictures with an arm, at least, in which somebody deals: a hand laid down takes fewer."""
SIDEWAYS, RARELY = 4.0, 8.0
"""Pictures, at least, with an arm from the left or right where two players sit there, and how many
times as many as with one from the bottom or top."""
FAVOUR = 4.0
"""Power of the share of the arms' movements that is taken as the chance of being the dealer."""


class Packs:
    """What has come to lie on the empty table since the last deal."""

    def __init__(self, players: int, zones: Zones) -> None:
        """Starts before the first picture."""
        self._players = players
        self._zones = zones
        self._empty: Picture | None = None
        self._bare: Picture | None = None
        """The table upon which hands were dealt before."""
        self._arms = [0.0] * players
        self.edges: tuple[float, ...] = (0.0,) * 4
        """Pictures with an arm from each edge: the bottom, and on clockwise."""
        self._laid_at = -math.inf
        """When the latest card was laid face up while hands were waited for, in seconds."""
        self._complete_at: float | None = None
        self._was_complete = self._was_inside = self._dealt = False
        self.taken_up = False
        """Whether a hand that was dealt was taken up now."""

    def begin(self) -> None:
        """Waits for the next deal: the next picture in which nothing moves is the empty table.

        Cards may still lie upon it, so that it looks new where they are taken away.
        """
        if self._dealt:
            self._bare = self._empty
        self._dealt = False
        self._empty = self._complete_at = None
        self._was_complete = False
        self.forget_arms()

    def await_again(self) -> None:
        """Waits for hands on the same empty table: those so far may have been cut for the deal."""
        self._complete_at = None
        self._was_complete = False
        self.forget_arms()

    @property
    def surely_dealt(self) -> bool:
        """Whether somebody's arm came as often as it does to deal."""
        return max(self._arms) >= DEALS

    def note_laid(self, since: Sequence[float]) -> None:
        """Forgets arms that came to lay cards face up: those deal nothing.

        One card that lies there all the while may be a back that is misread.

        Args:
            since: when each card that lies face up was first seen, in seconds.
        """
        latest = max(since, default=-math.inf)
        if len(since) > 1 or latest > self._laid_at:
            self.forget_arms()
        self._laid_at = max(self._laid_at, latest)

    def forget_arms(self) -> None:
        """Begins to count arms anew: so far they did something else than deal."""
        self._arms = [0.0] * self._players
        self.edges = (0.0,) * 4

    @property
    def sideways(self) -> bool:
        """True if the arms of two players come from the left and right, as the seats lie now."""
        if self._players != 2:
            return False
        bottom, left, top, right = self.edges
        first, second = bottom + top, left + right
        here, beside = (first, second) if self._zones.turned in (0, 180) else (second, first)
        return beside >= max(SIDEWAYS, RARELY * here)

    def turn(self, degrees: int) -> None:
        """Turns all that is remembered clockwise: so are the pictures from now on."""
        self.edges = turned_edges(self.edges, degrees)
        if self._empty is not None:
            self._empty = turned_array(self._empty, degrees)
        if self._bare is not None:
            self._bare = turned_array(self._bare, degrees)

    def seat(self) -> None:
        """Takes the arms for those of the seats that sit at their edges now."""
        self._arms = self._arms_from(self.edges)

    def dealers_from(self, edges: Sequence[float]) -> tuple[float, ...]:
        """Returns the log probability of each seat having dealt, by arms counted before.

        Args:
            edges: as `edges` was then; the seats may have sat elsewhere.
        """
        return _dealers(self._arms_from(edges))

    def _arms_from(self, edges: Sequence[float]) -> list[float]:
        if self._players == 3:  # they sit at no edges
            return [0.0] * self._players
        quarter, step = self._zones.turned // 90, 4 // self._players
        return [edges[(seat * step - quarter) % 4] for seat in range(self._players)]

    def watch(
        self, changes: Changes, first: bool, starter: Place | None, dealt: bool = False
    ) -> bool:
        """Returns whether the hands have been dealt; if that is known, whether one was taken up.

        Args:
            changes: after the latest picture.
            first: whether it is the first picture of all.
            starter: where the last starter lay.
            dealt: whether the hands were dealt, as far as was seen.
        """
        still = float(changes.moving.mean()) <= 1 - RESTING
        if self._empty is None:
            if still or first:
                self._empty = changes.colours
            return False
        for seat, part in enumerate(self._entering(changes)):
            self._arms[seat] += part
        most = _most(_at_edges(changes))
        self.edges = tuple(before + part for before, part in zip(self.edges, most, strict=True))
        if float(changes.resting.mean()) < RESTING:
            self._complete_at = None
            return False
        self._empty = self._without_gathered(self._empty, changes.colours)
        inside, edged = self._seats(changes.colours, starter)
        complete = len(inside | edged) == self._players
        self.taken_up = self._was_complete and not complete
        surely_taken = self.taken_up and (dealt or self._was_inside)
        self._was_complete, self._was_inside = complete, len(inside) == self._players
        self._dealt = self._dealt or complete
        if not complete:
            self._complete_at = None
        elif self._complete_at is None:
            self._complete_at = changes.now
        return surely_taken or (
            not dealt
            and self._complete_at is not None
            and changes.now - self._complete_at >= DEALT_S
        )

    @property
    def dealers(self) -> tuple[float, ...]:
        """The log probability of each seat having dealt."""
        return _dealers(self._arms)

    def _entering(self, changes: Changes) -> list[float]:
        """Returns by seat whether an arm comes in from its edge of the picture."""
        rows, columns = changes.moving.shape
        edge = np.zeros((rows, columns), np.bool_)
        edge[[0, -1]] = True
        edge[:, [0, -1]] = True
        found = [0.0] * self._players
        for row, column in zip(*np.where(edge & changes.moving), strict=True):
            place = (float(column + 0.5) / columns, float(row + 0.5) / rows)
            seats = self._zones.seats(place)
            found[max(range(self._players), key=lambda seat: seats[seat])] += 1.0
        return _most(found)

    def _without_gathered(self, empty: Picture, small: Picture) -> Picture:
        """Returns the empty table without what lay upon it at first, and is gathered by now."""
        if self._bare is None or not self._bare.shape == empty.shape == small.shape:
            return empty
        gathered = differing_in_colour(empty, small) & ~differing_in_colour(self._bare, small)
        return np.where(gathered[..., None], small, empty)

    def _seats(self, small: Picture, starter: Place | None) -> tuple[set[int], set[int]]:
        """Returns the seats before which something new lies, and those where it touches the edge.

        That may be an arm.
        """
        if self._empty is None or self._empty.shape != small.shape:
            return set(), set()
        new = differing_in_colour(self._empty, small).astype(np.uint8)
        near = np.ones((5, 5), np.uint8)
        closed = cv2.morphologyEx(new, cv2.MORPH_CLOSE, near)
        solid = cv2.morphologyEx(closed, cv2.MORPH_OPEN, near)
        height, width = new.shape
        _, _, stats, middles = cv2.connectedComponentsWithStats(solid)
        seats, inside = set(), 0.0
        blobs = sorted(zip(stats[1:], middles[1:], strict=True), key=lambda blob: -int(blob[0][4]))
        edged = []
        for (left, top, wide, tall, area), middle in blobs:
            place = (float(middle[0]) / width, float(middle[1]) / height)
            if not SMALLEST <= area / (width * height) <= LARGEST or min(wide, tall) < CELL:
                continue
            if starter is not None and math.dist(place, starter) < AROUND_STARTER:
                continue
            logs = self._zones.seats(place)
            seat = max(range(self._players), key=lambda seat: logs[seat])
            if left <= 0 or top <= 0 or left + wide >= width or top + tall >= height:
                edged.append((seat, float(area)))
            else:
                seats.add(seat)
                inside = max(inside, float(area))
        # What touches the edge may be a hand at rest, unless it is as large as a whole pack.
        return seats, {seat for seat, area in edged if LIKE * inside < area < inside / LIKE}


def turned_edges(edges: Sequence[float], degrees: int) -> tuple[float, ...]:
    """Returns what belongs to the edges of a picture that is turned clockwise."""
    return tuple(edges[(edge - degrees // 90) % 4] for edge in range(4))


def _dealers(arms: Sequence[float]) -> tuple[float, ...]:
    shares = [(count + 1) ** FAVOUR for count in arms]
    return tuple(math.log(share / sum(shares)) for share in shares)


def _at_edges(changes: Changes) -> list[float]:
    """Returns how many cells move at the bottom of the picture, and on clockwise."""
    moving = changes.moving
    edges = (moving[-1], moving[:, 0], moving[0], moving[:, -1])
    return [float(edge.sum()) for edge in edges]


def _most(found: list[float]) -> list[float]:
    """Returns 1 for the greatest number, 0 for the others, and for all where two are as great.

    An arm may reach to the other edge; at its own it is widest.
    """
    most = max(found)
    return [float(0 < count == most and found.count(most) == 1) for count in found]
