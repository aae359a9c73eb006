"""Deal detection: notices new packets of face-down cards in front of every seat.

The arms show who deals: the dealer's arm reaches in from its side of the picture repeatedly,
before any other arm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from pegboard.vision.follow.tracking.motion import (
    CELL_PX,
    MotionDetector,
    Picture,
    changed_pixels_in_colour,
)
from pegboard.vision.follow.zones import SeatZones
from pegboard.vision.turn import Place, turned_array

MIN_PACK = 0.003
"""Smallest share of the picture that a packet of a few cards covers."""
MAX_PACK = 0.08
"""Largest share of the picture that a packet covers."""
SIZE_RATIO = 0.5
"""Smallest ratio of the sizes of two packets."""
SETTLED_S = 0.45
"""Seconds that all packets must be there without motion: else more cards are being dealt."""
RESTING = 0.98
"""Share of the picture that must be at rest: light may flicker in a corner."""
STARTER_RADIUS = 0.14
"""Radius round the last starter, as a fraction of the picture, in which nothing is a packet."""
MIN_DEALING_FRAMES = 4
"""Number of pictures with an arm that proves dealing; laying down a hand takes fewer."""
MIN_SIDEWAYS = 4.0
"""Minimum number of pictures with an arm from the left or right if two players sit there."""
SIDEWAYS_RATIO = 8.0
"""Factor by which these must outnumber the pictures with an arm from the bottom or top."""
ARM_POWER = 4.0
"""Exponent that turns an arm's share of the motion into the odds that its seat deals."""


class DealDetector:
    """Detector of packets of cards that appeared on the bare table since the last deal."""

    def __init__(self, players: int, zones: SeatZones) -> None:
        """Creates the initial state, before the first picture."""
        self._players = players
        self._zones = zones
        self._empty_table: Picture | None = None
        self._bare_table: Picture | None = None
        """The table on which the previous hands were dealt."""
        self._arms = [0.0] * players
        self.edges: tuple[float, ...] = (0.0,) * 4
        """Pictures with an arm from each edge: bottom, left, top, right."""
        self._last_laid_at = -math.inf
        """Time when a card was last laid face up while waiting for hands, in seconds."""
        self._complete_at: float | None = None
        self._was_complete = self._was_inside = self._saw_deal = False
        self.hand_taken_up = False
        """True if a dealt hand was taken up in the latest picture."""

    def await_deal(self) -> None:
        """Waits for the next deal, and takes the next picture at rest as the empty table.

        Cards may still be on it; the places that they uncover later do not count as changed.
        """
        if self._saw_deal:
            self._bare_table = self._empty_table
        self._saw_deal = False
        self._empty_table = self._complete_at = None
        self._was_complete = False
        self.reset_arms()

    def await_redeal(self) -> None:
        """Waits for hands on the same table: the last ones may have been cards cut for the deal."""
        self._complete_at = None
        self._was_complete = False
        self.reset_arms()

    @property
    def is_deal_sure(self) -> bool:
        """Returns True if one seat's arm appeared often enough to have dealt."""
        return max(self._arms) >= MIN_DEALING_FRAMES

    def note_laid(self, first_seen: Sequence[float]) -> None:
        """Discards the arm counts if cards were laid face up, which is not dealing.

        A single card that was there all along may be a misread back.

        Args:
            first_seen: when each face-up card appeared, in seconds.
        """
        latest = max(first_seen, default=-math.inf)
        if len(first_seen) > 1 or latest > self._last_laid_at:
            self.reset_arms()
        self._last_laid_at = max(self._last_laid_at, latest)

    def reset_arms(self) -> None:
        """Resets the arm counts."""
        self._arms = [0.0] * self._players
        self.edges = (0.0,) * 4

    @property
    def is_sideways(self) -> bool:
        """Returns True if the arms of two players come from the two edges without seats."""
        if self._players != 2:
            return False
        bottom, left, top, right = self.edges
        first, second = bottom + top, left + right
        at_seats, at_sides = (first, second) if self._zones.turned in (0, 180) else (second, first)
        return at_sides >= max(MIN_SIDEWAYS, SIDEWAYS_RATIO * at_seats)

    def turn(self, degrees: int) -> None:
        """Rotates all stored pictures and counts clockwise, as all further pictures will be."""
        self.edges = turned_edges(self.edges, degrees)
        if self._empty_table is not None:
            self._empty_table = turned_array(self._empty_table, degrees)
        if self._bare_table is not None:
            self._bare_table = turned_array(self._bare_table, degrees)

    def assign_seats(self) -> None:
        """Assigns the arms counted so far to the seats that are now at their edges."""
        self._arms = self._arms_from(self.edges)

    def dealers_from(self, edges: Sequence[float]) -> tuple[float, ...]:
        """Returns the log probability that each seat dealt, from arms counted earlier.

        Args:
            edges: a past value of `edges`; the seats may have moved since.
        """
        return _dealer_log_probs(self._arms_from(edges))

    def _arms_from(self, edges: Sequence[float]) -> list[float]:
        if self._players == 3:  # three seats do not match the four edges
            return [0.0] * self._players
        quarter, step = self._zones.turned // 90, 4 // self._players
        return [edges[(seat * step - quarter) % 4] for seat in range(self._players)]

    def detect(
        self,
        motion: MotionDetector,
        is_first: bool,
        starter: Place | None,
        was_dealt: bool = False,
    ) -> bool:
        """Returns whether the hands have been dealt; once they have, whether one was taken up.

        Args:
            motion: the motion detector, after the latest picture.
            is_first: whether this is the very first picture.
            starter: place of the last starter.
            was_dealt: whether the hands have been dealt.
        """
        is_still = float(motion.moving.mean()) <= 1 - RESTING
        if self._empty_table is None:
            if is_still or is_first:
                self._empty_table = motion.colour
            return False
        for seat, part in enumerate(self._entering_arms(motion)):
            self._arms[seat] += part
        arms_at_edges = _clear_maximum(_moving_at_edges(motion))
        self.edges = tuple(
            before + part for before, part in zip(self.edges, arms_at_edges, strict=True)
        )
        if float(motion.resting.mean()) < RESTING:
            self._complete_at = None
            return False
        self._empty_table = self._without_gathered(self._empty_table, motion.colour)
        inside_seats, edge_seats = self._seats_with_pack(motion.colour, starter)
        is_complete = len(inside_seats | edge_seats) == self._players
        self.hand_taken_up = self._was_complete and not is_complete
        is_surely_taken = self.hand_taken_up and (was_dealt or self._was_inside)
        self._was_complete, self._was_inside = is_complete, len(inside_seats) == self._players
        self._saw_deal = self._saw_deal or is_complete
        if not is_complete:
            self._complete_at = None
        elif self._complete_at is None:
            self._complete_at = motion.now
        return is_surely_taken or (
            not was_dealt
            and self._complete_at is not None
            and motion.now - self._complete_at >= SETTLED_S
        )

    @property
    def dealer_log_probs(self) -> tuple[float, ...]:
        """Log probability that each seat dealt."""
        return _dealer_log_probs(self._arms)

    def _entering_arms(self, motion: MotionDetector) -> list[float]:
        """Returns 1 for the seat at whose edge an arm reaches in, and 0 for all others."""
        rows, columns = motion.moving.shape
        edge = np.zeros((rows, columns), np.bool_)
        edge[[0, -1]] = True
        edge[:, [0, -1]] = True
        counts = [0.0] * self._players
        for row, column in zip(*np.where(edge & motion.moving), strict=True):
            place = (float(column + 0.5) / columns, float(row + 0.5) / rows)
            seats = self._zones.log_probs(place)
            counts[max(range(self._players), key=lambda seat: seats[seat])] += 1.0
        return _clear_maximum(counts)

    def _without_gathered(self, empty: Picture, small: Picture) -> Picture:
        """Returns the empty table without the cards on it that have been gathered up since."""
        if self._bare_table is None or not self._bare_table.shape == empty.shape == small.shape:
            return empty
        gathered = changed_pixels_in_colour(empty, small) & ~changed_pixels_in_colour(
            self._bare_table, small
        )
        return np.where(gathered[..., None], small, empty)

    def _seats_with_pack(self, small: Picture, starter: Place | None) -> tuple[set[int], set[int]]:
        """Returns the seats with a packet in front, and those whose packet touches the edge.

        What touches the edge may be an arm.
        """
        if self._empty_table is None or self._empty_table.shape != small.shape:
            return set(), set()
        new = changed_pixels_in_colour(self._empty_table, small).astype(np.uint8)
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
            if not MIN_PACK <= area / (width * height) <= MAX_PACK or min(wide, tall) < CELL_PX:
                continue
            if starter is not None and math.dist(place, starter) < STARTER_RADIUS:
                continue
            logs = self._zones.log_probs(place)
            seat = max(range(self._players), key=lambda seat: logs[seat])
            if left <= 0 or top <= 0 or left + wide >= width or top + tall >= height:
                edged.append((seat, float(area)))
            else:
                seats.add(seat)
                inside = max(inside, float(area))
        # A blob at the edge may be a hand at rest, unless its size is that of a packet.
        return seats, {
            seat for seat, area in edged if SIZE_RATIO * inside < area < inside / SIZE_RATIO
        }


def turned_edges(edges: Sequence[float], degrees: int) -> tuple[float, ...]:
    """Returns the values of the four edges after the picture is turned clockwise."""
    return tuple(edges[(edge - degrees // 90) % 4] for edge in range(4))


def _dealer_log_probs(arms: Sequence[float]) -> tuple[float, ...]:
    shares = [(count + 1) ** ARM_POWER for count in arms]
    return tuple(math.log(share / sum(shares)) for share in shares)


def _moving_at_edges(motion: MotionDetector) -> list[float]:
    """Returns the number of moving cells at each edge: bottom, left, top, right."""
    moving = motion.moving
    edges = (moving[-1], moving[:, 0], moving[0], moving[:, -1])
    return [float(edge.sum()) for edge in edges]


def _clear_maximum(counts: list[float]) -> list[float]:
    """Returns 1 for the greatest number and 0 for all others; all 0 if there is a tie.

    An arm may reach across to the opposite edge, but is widest at its own edge.
    """
    most = max(counts)
    return [float(0 < count == most and counts.count(most) == 1) for count in counts]
