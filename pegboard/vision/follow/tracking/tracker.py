"""The tracker: associates detections with tracks: which card was where, from when until when.

A card that is picked up and laid elsewhere gets a new track; a detection at the same place updates
its track. Data association, which also decides that two indices belong to one card, is in
`Tracker.associate`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from pegboard.vision.follow.tracking.clutter import ClutterMap
from pegboard.vision.follow.tracking.detection import (
    COINCIDE,
    MIN_CONFIDENCE,
    SAME_CARD,
    SAME_PLACE,
    TRACK_CONFIDENCE,
    Detection,
    distance,
    is_impossible,
    is_own_index,
    is_upon,
    may_share_card,
    mirrored,
    turned,
)
from pegboard.vision.follow.tracking.motion import BARE, MotionDetector
from pegboard.vision.follow.tracking.rescans import RescanQueue
from pegboard.vision.follow.tracking.suits import log_odds_against_twin
from pegboard.vision.follow.tracking.track import MAX_MISSES, Track
from pegboard.vision.outlines import Outline
from pegboard.vision.turn import Size

GATE = 0.5
"""Maximum distance of a detection from its track, in card heights."""
SEPARATE = 1.5
"""Distance, in card heights, above which equal readings at the same time are two cards."""
FOUR_CORNERS = 2
"""Number of right indices read from which the deck has an index in every corner."""
RECENT_TRACKS = 12
"""Number of latest tracks that give the size of cards."""
PLACED_S = 2.0
"""Seconds from the start of a track within which the card's exact place becomes known."""
LIFTED_S = 6.0
"""Seconds within which a card can be taken back."""
NUDGED = 0.05
"""Distance, in card heights, above which a card was moved, not merely read again."""
INDISTINCT_LOG_ODDS = 2.0
"""Log odds below which a card is hardly distinguished from its twin."""
DISTINCT_LOG_ODDS = 4.0
"""Log odds above which a card is clearly distinguished from its twin."""
PREDATES_S = 2.0
"""Seconds after watching began within which a detected card may have been there before."""
UNCOVERED_PREDATES_S = 10.0
"""The same for a card whose place was covered until then."""
MAX_BLIND_SCANS = 3
"""Number of consecutive scans without a card after which the size of cards may have changed."""


class Tracker:
    """Tracker of a deal's cards; the tracks are in the order in which they started."""

    def __init__(self) -> None:
        """Creates the initial state, with an empty table."""
        self.tracks: list[Track] = []
        self.scans = 0
        """Number of scans so far."""
        self._earlier: list[Detection] = []
        self._clutter = ClutterMap()
        self._rescans = RescanQueue()
        self._blind_scans = 0
        self._right_indices = 0

    @property
    def recent(self) -> list[Detection]:
        """Latest detections of the deal, or of the previous deal until there are some."""
        if self.tracks:
            return [track.detection for track in self.tracks[-RECENT_TRACKS:]]
        return self._earlier if self._blind_scans < MAX_BLIND_SCANS else []

    @property
    def active(self) -> list[Track]:
        """Tracks that have not ended."""
        return [track for track in self.tracks if track.gone_at is None]

    @property
    def to_rescan(self) -> list[Track]:
        """Tracks for which another scan would help."""
        return [track for track in self.tracks if track.needs_rescan]

    @property
    def rescans(self) -> list[Detection]:
        """Detections to scan again: weak ones, and those beyond the edge of the regions read."""
        return self._rescans.pending

    def turn(self, size: Size, shape: tuple[int, ...], degrees: int) -> None:
        """Rotates all stored places clockwise, as all further pictures will be.

        Args:
            size: width and height of the pictures before rotation.
            shape: rows and columns of the small pictures before rotation.
            degrees: clockwise rotation: 0, 90, 180 or 270.
        """
        for track in self.tracks:
            track.detection = turned(track.detection, size, degrees)
            if track.background is not None:
                track.background = track.background.turn(shape, degrees)
        self._earlier = [turned(detection, size, degrees) for detection in self._earlier]
        self._clutter.turn(size, degrees)
        self._rescans = RescanQueue()

    def associate(
        self,
        detections: Sequence[Detection],
        now: float,
        is_readable: Callable[[Outline], bool],
        is_at_rest: Callable[[Outline], bool],
        is_unexplored: Callable[[Outline], bool] = lambda outline: False,
        started_at: float = -math.inf,
    ) -> None:
        """Associates the detections of one scan with tracks; starts and ends tracks.

        Args:
            detections: best first.
            now: seconds.
            is_readable: returns whether an outline was read and nothing moves in it; detections
                elsewhere do not count.
            is_at_rest: returns whether nothing moves in an outline, so that a card there has not
                moved.
            is_unexplored: returns whether an outline is read for the first time, so that the start
                of its card is unknown.
            started_at: when watching began, in seconds.
        """
        self.scans += 1
        self._blind_scans = (
            0
            if any(g.confidence >= TRACK_CONFIDENCE for g in detections)
            else self._blind_scans + 1
        )
        waiting = [track for track in self.tracks if track.gone_at is None]
        unmatched: list[Detection] = []
        hints: list[Detection] = []
        for detection in map(self._at_left_index, self._merge_indices(detections)):
            if detection.confidence < MIN_CONFIDENCE or self._clutter.contains(detection):
                continue
            if not is_readable(detection.corners):
                if is_at_rest(detection.corners):
                    hints.append(detection)
                continue
            same_card = [t for t in waiting if t.card == detection.card]
            match = min(same_card, key=lambda t: _gate_distance(t, detection), default=None)
            if match is None:
                if not any(t.card == detection.card for t in self.active):
                    unmatched.append(detection)
            elif (is_here := _gate_distance(match, detection) <= GATE) and not self._is_upon_twin(
                detection, match
            ):
                waiting.remove(match)
                match.add(detection, now)
            elif (
                is_here
                or is_readable(match.detection.corners)
                or not is_at_rest(match.detection.corners)
            ):
                waiting.remove(match)
                match.gone_at = now
                unmatched.append(detection)
            elif distance(match.detection, detection) >= SEPARATE:  # one of the two is misread
                unmatched.append(detection)
        for detection in unmatched:
            near = [t for t in waiting if distance(t.detection, detection) < SAME_PLACE]
            alike = next(
                (
                    t
                    for t in near
                    if float((t.probabilities * detection.probabilities).sum()) > SAME_CARD
                ),
                None,
            )
            if alike is not None and self._is_upon_twin(detection, alike):
                waiting.remove(alike)
                alike.gone_at = now
                self.tracks.append(Track.start(detection, now))
            elif alike is not None:
                waiting.remove(alike)
                alike.add(detection, now)
            elif (match := self._track_of_other_corner(detection, now)) is not None:
                match.add(detection, now)
            elif self._clutter.is_card_back(detection):
                continue
            elif detection.confidence >= TRACK_CONFIDENCE:
                self.tracks.append(Track.start(detection, now))
            else:
                hints.append(detection)
        for track in self.active:
            since_start = now - started_at
            covered = since_start <= UNCOVERED_PREDATES_S and is_unexplored(track.detection.corners)
            if track.first_at == now and (since_start <= PREDATES_S or covered):
                track.predates_watching, track.first_at = True, started_at
        self._rescans.refresh(
            hints, is_at_rest, [t.detection for t in self.active if t.is_confirmed]
        )
        just_hit = [track for track in self.active if track.last_at == now]
        for track in just_hit:
            track.covered_by |= {t for t in just_hit if is_upon(t.detection, track.detection)}
        for track in waiting:
            if is_readable(track.detection.corners):
                if not track.misses:
                    track.missed_at = now
                track.misses += 1
                if track.misses >= MAX_MISSES:
                    track.gone_at = track.missed_at

    def _is_upon_twin(self, detection: Detection, track: Track) -> bool:
        """Returns whether a detection may be a card on top of its twin, not a hit.

        It may if the track hardly distinguishes the twins but the detection does, the detection is
        slightly off the track's place, and another card was laid since the track's last hit.
        """
        return (
            log_odds_against_twin(detection.card, track.calibrated) < INDISTINCT_LOG_ODDS
            and log_odds_against_twin(detection.card, detection.probabilities) >= DISTINCT_LOG_ODDS
            and distance(track.detection, detection) >= NUDGED
            and any(
                track.last_at < t.first_at and distance(t.detection, detection) > GATE
                for t in self.tracks
            )
        )

    def _merge_indices(self, detections: Sequence[Detection]) -> list[Detection]:
        """Returns one detection per card: no second index of a card, and no impossible index."""
        unique = [g for g in detections if not any(is_own_index(g, each) for each in detections)]
        self._right_indices += len(unique) < len(detections)
        unique = [g for g in unique if not any(is_impossible(g, each) for each in detections)]
        if self._right_indices < FOUR_CORNERS:
            return unique
        return [
            g for n, g in enumerate(unique) if not any(may_share_card(g, e) for e in unique[:n])
        ]

    def _at_left_index(self, detection: Detection) -> Detection:
        """Returns a detection, moved to its card's place if it is the right index of a known card.

        Each such case is evidence that the deck has an index in every corner.
        """
        known_detections = [
            t.detection for t in self.active if t.card == detection.card and not detection.is_open
        ]
        if not known_detections:
            return detection
        moved = mirrored(detection)
        shifted_distance = min(distance(known, moved) for known in known_detections)
        if shifted_distance > COINCIDE or shifted_distance >= min(
            distance(known, detection) for known in known_detections
        ):
            return detection
        self._right_indices += 1
        return moved

    def _track_of_other_corner(self, detection: Detection, now: float) -> Track | None:
        """Returns the track of the card whose other corner a detection shows; None if none."""
        for track in self.active:
            alike = float((track.probabilities * detection.probabilities).sum()) > SAME_CARD
            if not alike or track.card.rank != detection.card.rank:
                continue
            if track.last_at == now and distance(track.detection, detection) < SAME_PLACE:
                return track
            if (
                self._right_indices >= FOUR_CORNERS
                and not track.misses
                and may_share_card(detection, track.detection)
            ):
                return track
        return None

    def note_unobstructed(self, now: float, still: Callable[[Outline], bool]) -> None:
        """Records which cards are on the table with nothing moving over them."""
        for track in self.tracks:
            if track.gone_at is None and not track.misses and still(track.detection.corners):
                track.unobstructed_at = now

    def store_backgrounds(self, now: float, motion: MotionDetector) -> None:
        """Stores the backgrounds of cards that appeared recently."""
        for track in self.tracks:
            if (
                track.last_at == now
                and track.background is None
                and now - track.first_at <= PLACED_S
            ):
                track.background = motion.background(track.detection.outline)

    def end_lifted(self, now: float, motion: MotionDetector) -> bool:
        """Ends tracks of cards picked up soon after they appeared; returns whether any ended."""
        lifted = False
        for track in self.tracks:
            if (
                track.gone_at is not None
                or track.background is None
                or now - track.first_at > LIFTED_S
            ):
                continue
            if track.background.changed_share(motion.small) <= BARE:
                track.gone_at = now
                track.was_lifted = lifted = True
        return lifted

    def start_deal(self, now: float) -> None:
        """Starts a deal: everything read on the table before `now` is clutter."""
        coming = [t for t in self.active if not t.is_old and t.first_at >= now]
        self._clutter.start_deal([t for t in self.tracks if not t.is_old and t not in coming])
        self.end_deal()
        for track in coming:
            track.is_old = False

    def learn_backs(self) -> None:
        """Learns what card backs are misread as, once the hands have been picked up."""
        new = [t for t in self.tracks if not t.is_old]
        self._clutter.learn_backs(new)
        for track in new:
            track.is_old = self._clutter.is_card_back(track.detection)

    def end_deal(self) -> None:
        """Ends the deal: ended tracks are discarded, and active ones become old."""
        self._earlier, self._blind_scans, self._rescans = self.recent, 0, RescanQueue()
        self.tracks = self.active
        for track in self.tracks:
            track.is_old = True


def _gate_distance(track: Track, detection: Detection) -> float:
    """Returns the distance of a detection from a track, by either index, in card heights."""
    far = distance(track.detection, detection)
    if not track.detection.is_open and distance(mirrored(track.detection), detection) <= COINCIDE:
        return min(far, COINCIDE)
    return far
