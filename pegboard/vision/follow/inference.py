"""Inference of a deal: from tracks to observations, and from these to hypotheses.

Searches again after every scan that changed something, and learns where each seat's cards fall.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from pegboard.cribbage import Action, Card, Play
from pegboard.vision.follow.corrections import Corrections
from pegboard.vision.follow.crib_claims import CribClaims
from pegboard.vision.follow.emitter import HAND_WAIT_S, SURE_MARGIN, EventEmitter
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.identity import (
    is_duplicate,
    likely_cards,
    presence_probability,
    twin_readings,
)
from pegboard.vision.follow.movement import (
    covering_cards,
    is_carried,
    is_redetected,
    is_shown,
    left_early,
    lifted_alone_at,
    p_taken_back,
)
from pegboard.vision.follow.observation import Observation
from pegboard.vision.follow.search import find_hypotheses
from pegboard.vision.follow.show import find_shown_hands, hands_laid_at_once
from pegboard.vision.follow.tracking.track import CONFIRMED, Track
from pegboard.vision.follow.tracking.tracker import Tracker
from pegboard.vision.follow.transitions import TransitionCache
from pegboard.vision.follow.zones import SeatZones
from pegboard.vision.turn import Place, turned_place, turned_size

MAX_CLUTTER = 0.6
"""Clutter probability above which a track is not an observation."""
MAX_SEARCHES = 3
"""Maximum number of searches per scan; each may reveal shown hands or crib claims."""


class DealInference:
    """Ranked hypotheses of the current deal.

    Args:
        tracker: all tracks.
        zones: of the seats; updated by what is learned.
        players: seats at the table, 2 to 4.
        emitter: knows when hands were shown.
    """

    def __init__(
        self, tracker: Tracker, zones: SeatZones, players: int, emitter: EventEmitter
    ) -> None:
        """Creates the initial state, before the first deal."""
        self._tracker, self._zones, self._players = tracker, zones, players
        self._emitter = emitter
        self._transitions = TransitionCache()
        self.size = (1, 1)
        """Width and height of the pictures, in pixels."""
        self.corrections = Corrections()
        """The lines that people entered or corrected."""
        self.hypotheses: list[Hypothesis] = []
        """The hypotheses, best first."""
        self.starter_place: Place | None = None
        """The place of the latest starter, as fractions of the picture's width and height."""
        self._shown_hands: dict[int, tuple[Card, ...]] = {}
        self._claims = CribClaims()
        self._learned: set[int] = set()
        self._last_scan = -1

    def start_deal(self) -> None:
        """Resets the state for another deal."""
        self.corrections, self._shown_hands, self._learned = Corrections(), {}, set()
        self._claims = CribClaims()
        self.invalidate()

    def invalidate(self) -> None:
        """Forces the next inference to search again even without a new scan."""
        self._last_scan = -1

    def turn(self, degrees: int) -> None:
        """Rotates all stored places clockwise, as all further pictures will be."""
        self.size = turned_size(self.size, degrees)
        if self.starter_place is not None:
            self.starter_place = turned_place(self.starter_place, degrees)

    def relearn(self) -> None:
        """Learns the places of the deal's cards again, for seats that have moved."""
        self._learned = set()
        self.invalidate()

    def infer(self, dealers: Sequence[float], dealt_at: float, lying: list[Track]) -> None:
        """Updates the hypotheses if anything was scanned since the last call.

        Args:
            dealers: log probability of each seat having dealt.
            dealt_at: seconds.
            lying: active tracks of the deal.
        """
        if self._tracker.scans != self._last_scan:
            self._last_scan = self._tracker.scans
            self._find_hypotheses(dealers, dealt_at, lying)

    def action_times(self) -> dict[Action, float]:
        """Returns when each action of the best hypothesis was observed, in seconds."""
        if not self.hypotheses:
            return {}
        return dict(zip(self.hypotheses[0].actions, self.hypotheses[0].times, strict=True))

    def learn(self, best: Hypothesis) -> None:
        """Learns each seat's places from cards that it surely played.

        Args:
            best: the hypothesis that the lines follow.
        """
        if (
            len(self.hypotheses) > 1
            and best.log_likelihood - self.hypotheses[1].log_likelihood < SURE_MARGIN
        ):
            return
        by_card = {a.card: a.seat for a in best.actions if isinstance(a, Play)}
        starter = best.starter
        for track in self._tracker.tracks:
            if track.is_old or id(track) in self._learned:
                continue
            if track.card == starter:
                self.starter_place = self._place(track)
            elif track.card in by_card and track.probability >= CONFIRMED:
                self._zones.learn(by_card[track.card], self._place(track))
                self._learned.add(id(track))

    def _find_hypotheses(
        self, dealers: Sequence[float], dealt_at: float, lying: list[Track]
    ) -> None:
        """Searches for hypotheses, and again if the result reveals shown hands or crib claims."""
        observations = self._observations()
        for _ in range(MAX_SEARCHES):
            self.hypotheses = find_hypotheses(
                observations,
                dealers,
                dealt_at,
                self._shown_hands,
                self.corrections.constraints,
                self._transitions,
            )
            seat_of = self._seat_lookup(self.hypotheses[0], lying)
            shown = find_shown_hands(self.hypotheses[0], self._tracker.tracks, lying, seat_of)
            shown = {seat: cards for seat, cards in shown.items() if self._is_in_time(cards, seat)}
            tracks = [t for t in self._tracker.tracks if not t.is_old]
            has_claims = self._claims.learn(self.hypotheses[0], lying, tracks)
            shown_hands = self._shown_hands | shown
            shown_hands = {
                seat: self._claims.corrected_hand(cards) for seat, cards in shown_hands.items()
            }
            if not has_claims and shown_hands == self._shown_hands:
                return
            self._shown_hands = shown_hands
            if has_claims:
                observations = self._observations()

    def _observations(self) -> list[Observation]:
        tracks = [t for t in self._tracker.tracks if not t.is_old and t.p_clutter < MAX_CLUTTER]
        return [
            Observation(
                at=track.first_at,
                card_log_probs=self._claims.discount(likely_cards(track)),
                probability=presence_probability(track, tracks),
                seat_log_probs=self._zones.log_probs(self._place(track)),
                p_taken_back=p_taken_back(track, tracks),
                lifted_at=lifted_alone_at(track, tracks),
                left_early=left_early(track, tracks),
                is_on_pile=self._zones.is_on_pile(self._place(track)),
                predates_watching=track.predates_watching,
                last_bare_at=track.background.at if track.background is not None else -math.inf,
                covered_by=covering_cards(track, tracks),
                is_shown=is_shown(track, tracks),
                is_redetected=is_redetected(track, tracks),
                is_carried=is_carried(track, tracks),
                is_duplicate=is_duplicate(track, tracks),
                twin_readings=twin_readings(track, tracks),
            )
            for track in sorted(tracks, key=lambda t: t.first_at)
        ]

    def _is_in_time(self, cards: Sequence[Card], seat: int) -> bool:
        """Returns whether cards were laid early enough to belong to a seat's shown hand."""
        since = self._emitter.shown_at.get(seat, math.inf)
        return all(
            t.first_at <= since + HAND_WAIT_S for t in self._tracker.active if t.card in cards
        )

    def _place(self, track: Track) -> Place:
        x, y = track.detection.middle
        return x / self.size[0], y / self.size[1]

    def _seat_lookup(
        self, hypothesis: Hypothesis, lying: Sequence[Track]
    ) -> Callable[[Track], int]:
        """Returns a function from track to seat; it assigns a whole shown hand to one seat."""
        seats: dict[int, int] = {}
        for hand in hands_laid_at_once(hypothesis, lying):
            logs = np.sum([self._zones.log_probs(self._place(t)) for t in hand], axis=0)
            seats |= {id(t): int(logs.argmax()) for t in hand}
        return lambda track: seats[id(track)] if id(track) in seats else self._nearest_seat(track)

    def _nearest_seat(self, track: Track) -> int:
        logs = self._zones.log_probs(self._place(track))
        return max(range(self._players), key=lambda seat: logs[seat])
