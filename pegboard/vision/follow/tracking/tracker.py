"""The tracker: associates detections with tracks; which card lay where, from when until when.

A card that is taken up and laid elsewhere gets a new track; a detection at the same place updates
its track. Data association, and with it the decision that two indices are of one card, is in
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
"""Card heights within which a detection can belong to a track."""
SEPARATE = 1.5
"""Card heights from which two cards read alike, while both lie there, are two cards."""
FOUR_CORNERS = 2
"""Right indices that must be read before the deck counts as having one in every corner."""
RECENT_TRACKS = 12
"""Latest tracks that give the size of cards."""
PLACED_S = 2.0
"""Seconds after its start within which the exact place of a card is known."""
LIFTED_S = 6.0
"""Seconds for which a card can be taken back."""
NUDGED = 0.05
"""Card heights from which a card is not just read again."""
INDISTINCT_LOG_ODDS = 2.0
"""Log odds against its twin below which a card is hardly distinguished from it."""
DISTINCT_LOG_ODDS = 4.0
"""Log odds against its twin from which a card is."""
PREDATES_S = 2.0
"""Seconds after watching began within which a detected card may have lain there before."""
UNCOVERED_PREDATES_S = 10.0
"""The same if something covered its place until then."""
MAX_BLIND_SCANS = 3
"""Scans in a row without a card after which the size of cards may have changed."""


class Tracker:
    """All tracks of a deal, in the order in which they started."""

    def __init__(self) -> None:
        """Starts with an empty table."""
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
        """Latest detections of the deal; before its first one those of the deal before."""
        if self.tracks:
            return [track.detection for track in self.tracks[-RECENT_TRACKS:]]
        return self._earlier if self._blind_scans < MAX_BLIND_SCANS else []

    @property
    def active(self) -> list[Track]:
        """Tracks that have not ended."""
        return [track for track in self.tracks if track.gone_at is None]

    @property
    def to_rescan(self) -> list[Track]:
        """Tracks that another scan would help."""
        return [track for track in self.tracks if track.needs_rescan]

    @property
    def rescans(self) -> list[Detection]:
        """Weak detections to scan again, and those beyond the edge of the regions."""
        return self._rescans.pending

    def turn(self, size: Size, shape: tuple[int, ...], degrees: int) -> None:
        """Turns all places clockwise, as the pictures are from now on.

        Args:
            size: of the pictures before.
            shape: rows and columns of the small pictures before.
            degrees: 0, 90, 180 or 270.
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
            elif distance(match.detection, detection) >= SEPARATE:  # one of them is misread
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
        """Returns whether a detection may be a card upon its twin, rather than a hit of its track.

        The track was hardly distinguished from its twin, the detection is, it lies a little off,
        and another card was laid meanwhile.
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
        """Returns one detection for each card, without its further indices and impossible ones."""
        unique = [g for g in detections if not any(is_own_index(g, each) for each in detections)]
        self._right_indices += len(unique) < len(detections)
        unique = [g for g in unique if not any(is_impossible(g, each) for each in detections)]
        if self._right_indices < FOUR_CORNERS:
            return unique
        return [
            g for n, g in enumerate(unique) if not any(may_share_card(g, e) for e in unique[:n])
        ]

    def _at_left_index(self, detection: Detection) -> Detection:
        """Returns a detection moved to its card's place, if it is the right index of a known card.

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
        """Returns the track of which a detection is the other corner, read as its twin."""
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
        """Records which cards lie there with nothing moving over them."""
        for track in self.tracks:
            if track.gone_at is None and not track.misses and still(track.detection.corners):
                track.unobstructed_at = now

    def store_backgrounds(self, now: float, motion: MotionDetector) -> None:
        """Stores the backgrounds of cards that appeared lately."""
        for track in self.tracks:
            if (
                track.last_at == now
                and track.background is None
                and now - track.first_at <= PLACED_S
            ):
                track.background = motion.background(track.detection.outline)

    def end_lifted(self, now: float, motion: MotionDetector) -> bool:
        """Ends the tracks of cards taken up soon after they appeared; returns True if any."""
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
        """Learns what card backs are read as, once the hands were taken up."""
        new = [t for t in self.tracks if not t.is_old]
        self._clutter.learn_backs(new)
        for track in new:
            track.is_old = self._clutter.is_card_back(track.detection)

    def end_deal(self) -> None:
        """Ends the deal: tracks that have ended are forgotten, active ones become old."""
        self._earlier, self._blind_scans, self._rescans = self.recent, 0, RescanQueue()
        self.tracks = self.active
        for track in self.tracks:
            track.is_old = True


def _gate_distance(track: Track, detection: Detection) -> float:
    """Returns how far a detection lies from a track, by either index, in card heights."""
    far = distance(track.detection, detection)
    if not track.detection.is_open and distance(mirrored(track.detection), detection) <= COINCIDE:
        return min(far, COINCIDE)
    return far
