"""The follower: turns pictures into line events, by scanner, inference and emitter."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from pegboard.cribbage import Action, Card, Deal, Hand, Play
from pegboard.vision.follow.crib import incomplete_crib
from pegboard.vision.follow.emitter import EventEmitter
from pegboard.vision.follow.identity import likely_cards
from pegboard.vision.follow.inference import DealInference
from pegboard.vision.follow.line_event import LineEvent, Question
from pegboard.vision.follow.scanner import Scanner
from pegboard.vision.follow.tracking.deal_detector import DealDetector, turned_edges
from pegboard.vision.follow.tracking.detector import Detector
from pegboard.vision.follow.tracking.track import CONFIRMED, Track
from pegboard.vision.follow.tracking.tracker import Tracker
from pegboard.vision.follow.zones import SeatZones

UNSEEN_DEAL_S = 8.0
"""Seconds that a card must lie face up to prove a deal whose dealing was not seen."""
FINISH_S = 60.0
"""Seconds added at the end of a film, so that every pending line is emitted."""
REDETECTED_S = 3.0
"""Seconds within which the cards on the table are detected if watching begins mid-deal."""
BARE_S = 5.0
"""Seconds without a face-up card after which a deal is over, even if no crib was detected."""
DISPLAYED = 0.5
"""Minimum probability of a card that is shown to people."""
OUT_OF_TURN = -4.0
"""Log probability of a dealer other than the expected one."""
ARM_WEIGHT = 0.3
"""Weight of the evidence by arms, relative to whose turn it is to deal."""
CLEAR_LOG_PROB = -6.0
"""Log probability of the second likeliest dealer, by the arms, below which the arms count in full;
in 16 films that were so clear nobody else dealt."""


class Follower:
    """Follower of the deals on one table. Not thread-safe."""

    def __init__(self, detector: Detector, players: int = 2, dealer: int | None = None) -> None:
        """Creates the initial state, before the first picture.

        Args:
            detector: finds the cards in a picture.
            players: seats at the table, 2 to 4.
            dealer: the first dealer; None if unknown.
        """
        self._players = players
        self._dealer = dealer
        self._tracker = Tracker()
        self._scanner = Scanner(detector, self._tracker)
        self._motion = self._scanner.motion
        self._zones = SeatZones(players)
        self._deal_detector = DealDetector(players, self._zones)
        self._is_first = True
        self._is_oriented = False
        """True once people have said where they sit, or a whole deal was followed."""
        self._dealt_at: float | None = None
        self._is_dealing = False
        self._arms: tuple[float, ...] = ()
        self._edges: tuple[float, ...] = ()
        """Pictures with an arm from each edge, as counted for `_arms`."""
        self._emitter = EventEmitter(self._tracker, players)
        self._inference = DealInference(self._tracker, self._zones, players, self._emitter)
        self.deals = 0
        """Number of deals started so far."""

    @property
    def record(self) -> list[Action]:
        """Actions emitted and not undone."""
        return self._emitter.record

    @property
    def questions(self) -> dict[Action, Question | None]:
        """Question raised by each line of the present or last deal; None if it raises none."""
        return self._emitter.questions

    def process(self, image: npt.NDArray[np.uint8], now: float) -> list[LineEvent]:
        """Processes the next picture, and returns the new line events.

        Args:
            image: (height, width, 3) BGR `uint8`.
            now: when it was taken, in seconds; must not decrease.
        """
        self._inference.size = (image.shape[1], image.shape[0])
        mistaken = self._inference.corrections.swapped
        if self._scanner.scan(image, now, mistaken, self._incomplete_crib()):
            self._inference.invalidate()
        undone: list[LineEvent] = []
        if self._dealt_at is None or not self._emitter.saw_deal:
            undone = self._await_deal(now)
        elif self._is_dealing:
            starter = self._inference.starter_place
            self._is_dealing = not self._deal_detector.detect(self._motion, False, starter, True)
            self._update_dealer()
            if not self._is_dealing:
                self._tracker.learn_backs()
                self._deal_detector.await_redeal()
        elif not self._has_seen_cards:
            is_dealt_again = self._deal_detector.detect(
                self._motion, False, self._inference.starter_place
            )
            if is_dealt_again and self._deal_detector.is_deal_sure:
                self._is_dealing = not self._deal_detector.hand_taken_up
                self._update_dealer()
        self._is_first = False
        if self._dealt_at is None:
            return undone
        events = undone + self._emit(now)
        self._end_deal(now)
        return events

    def _incomplete_crib(self) -> list[Track]:
        """Returns the tracks of a crib while some of its cards are not detected yet."""
        hypotheses = self._inference.hypotheses
        if self._dealt_at is None or not hypotheses or self._emitter.crib is not None:
            return []
        return incomplete_crib(hypotheses[0], [t for t in self._tracker.active if not t.is_old])

    def finish(self) -> list[LineEvent]:
        """Returns the line events at the end of the film, when no more pictures come."""
        if self._dealt_at is None:
            return []
        at = self._motion.now + FINISH_S
        events = self._emit(at)
        for _ in range(len(self._inference.hypotheses[0].actions) + 1):
            at += FINISH_S  # unsure lines wait for the line before, hands for all plays
            events += self._emit(at)
        return events

    def turn(self, degrees: int) -> None:
        """Rotates all state clockwise, as further pictures will be; seat 0 is then at the bottom.

        This includes all tracks, and the deal is searched again.

        Args:
            degrees: clockwise: 0, 90, 180 or 270.
        """
        self._is_oriented = True
        if self._motion.small.size:
            self._tracker.turn(self._inference.size, self._motion.small.shape, degrees)
            self._motion.turn(degrees)
            self._inference.turn(degrees)
        self._deal_detector.turn(degrees)
        self._edges = turned_edges(self._edges, degrees) if self._edges else ()
        self._assign_seats(0)

    @property
    def turned(self) -> int:
        """Clockwise rotation, in degrees, that brings seat 0 to the bottom of the picture."""
        return self._zones.turned

    def _assign_seats(self, turned: int) -> None:
        """Assigns the seats as if the picture were turned clockwise by `turned` degrees."""
        self._zones.turn(turned)
        self._deal_detector.assign_seats()
        self._arms = self._deal_detector.dealers_from(self._edges) if self._edges else ()
        self._inference.relearn()

    def _turn_sideways(self) -> None:
        """Moves both seats to the left and right edges if the arms come from there."""
        if not self._is_oriented and self._deal_detector.is_sideways:
            self._assign_seats((self._zones.turned + 90) % 360)

    def _is_out_of_turn(self, dealer: int) -> bool:
        """Returns whether it was another seat's turn to deal, or the seating is unknown."""
        if self._dealer is not None:
            return dealer != self._dealer
        return not self._is_oriented and self._zones.turned != 0

    def _face_dealer(self) -> None:
        """Seats the expected dealer of two players where the dealing arm came from.

        Applies only while it is unknown which of two opposite edges each player sits at.
        """
        unknown = not self._is_oriented and self._zones.turned in (90, 270)
        if unknown and self._arms[self._dealer or 0] < max(self._arms):
            self._assign_seats((self._zones.turned + 180) % 360)

    def _await_deal(self, now: float) -> list[LineEvent]:
        """Starts a deal once hands are dealt, and undoes the lines of a deal started in error."""
        self._turn_sideways()
        was_dealt = self._deal_detector.detect(
            self._motion, self._is_first, self._inference.starter_place
        )
        tracks = [t for t in self._tracker.active if not t.is_old and t.probability >= CONFIRMED]
        if self._dealt_at is None:
            self._deal_detector.note_laid([t.first_at for t in tracks])
        if was_dealt and not tracks:
            undone = self._emitter.reconcile([])
            if self._dealt_at is not None:
                self.deals -= 1
            self._tracker.start_deal(now)
            self._start_deal(now, saw_deal=True)
            return undone
        if (
            self._dealt_at is None
            and tracks
            and now - min(t.first_at for t in tracks) >= UNSEEN_DEAL_S
        ):
            self._start_deal(min(t.first_at for t in tracks) - 0.1, saw_deal=False)
        return []

    def _start_deal(self, at: float, saw_deal: bool) -> None:
        self._dealt_at = at
        self._is_dealing = saw_deal and not self._deal_detector.hand_taken_up
        self._arms, self._edges = self._deal_detector.dealer_log_probs, self._deal_detector.edges
        self._face_dealer()
        self._scanner.start_deal()
        self._emitter.start_deal(saw_deal)
        self._emitter.is_out_of_turn = self._is_out_of_turn
        self._inference.start_deal()
        self.deals += 1

    def _update_dealer(self) -> None:
        if max(self._deal_detector.dealer_log_probs) > max(self._arms):
            self._arms, self._edges = (
                self._deal_detector.dealer_log_probs,
                self._deal_detector.edges,
            )
            self._face_dealer()
        self._inference.invalidate()

    @property
    def _has_seen_cards(self) -> bool:
        """Returns True if any card of this deal was confirmed face up."""
        return any(not t.is_old and t.probability >= CONFIRMED for t in self._tracker.tracks)

    def _dealer_log_probs(self) -> tuple[float, ...]:
        """Returns the log probability that each seat dealt, by arms seen and whose turn it was."""
        arms, expected = self._arms, self._dealer
        if expected is None:
            return arms
        is_clear = sorted(arms)[-2] <= CLEAR_LOG_PROB
        weight = 1.0 if is_clear else ARM_WEIGHT
        return tuple(
            log * weight + (-0.02 if seat == expected else OUT_OF_TURN)
            for seat, log in enumerate(arms)
        )

    # --- synchronisation with the game

    @property
    def is_following(self) -> bool:
        """Returns True while a deal is in progress."""
        return self._dealt_at is not None

    @property
    def saw_deal(self) -> bool:
        """Returns True if the hands of the present deal were seen being dealt."""
        return self._emitter.saw_deal

    @property
    def is_in_play(self) -> bool:
        """Returns True while cards of the present deal are still to be played."""
        hypotheses = self._inference.hypotheses
        if self._dealt_at is None or not self._has_seen_cards:
            return self._dealt_at is not None
        return bool(hypotheses) and not hypotheses[0].is_complete and bool(self.visible_cards)

    def synchronise(self, actions: Sequence[Action], certain: Collection[int], now: float) -> None:
        """Replaces the lines of the present deal with those that the game has.

        If no deal is being followed, one begins with these lines.

        Args:
            actions: the deal, the cut, the plays and gos, and the crib, as they stand.
            certain: indices of lines that people entered or corrected, from 0.
            now: as for `process`.
        """
        is_new = self._dealt_at is None
        times: dict[Action, float] = {}
        if is_new:
            self._start_deal(now, saw_deal=True)
            self._is_dealing = False
        else:
            emitted = [action for action in self._emitter.lines if not isinstance(action, Hand)]
            self._inference.corrections.apply_corrections(emitted, actions, certain, self._tracker)
            replaced: dict[Action, Action] = dict(zip(emitted, actions, strict=False))
            times = {replaced.get(a, a): at for a, at in self._inference.action_times().items()}
        self._emitter.replace_lines(actions, certain)
        # Cards already on the table have not just been played, unless all hands are over.
        is_over = sum(isinstance(action, Play) for action in actions) == 4 * self._players
        default_at = now + (0.0 if is_over else REDETECTED_S) if is_new else now
        self._inference.corrections.constrain(actions, certain, self._tracker, times, default_at)
        self._inference.invalidate()

    def await_deal(self, dealer: int) -> None:
        """Abandons the present deal, if any, and waits for the next.

        Args:
            dealer: seat that deals next.
        """
        if self._dealt_at is not None:
            self._dealt_at = None
            self._emitter.end_deal()
            self._tracker.end_deal()
            self._deal_detector.await_deal()
        self._dealer = dealer

    def alternatives(self, card: Card) -> tuple[Card, ...]:
        """Returns the other cards that a card on the table may be, likeliest first."""
        tracks = [t for t in self._tracker.tracks if t.card == card and not t.is_old]
        return tuple(c for t in tracks[-1:] for c, _ in likely_cards(t) if c != card)

    @property
    def visible_cards(self) -> list[Track]:
        """Tracks of the cards that are face up now."""
        return [t for t in self._tracker.active if t.probability >= DISPLAYED]

    @property
    def is_still(self) -> bool:
        """Returns True if nothing moves."""
        return not self._motion.moving.any()

    # --- inference

    def _emit(self, now: float) -> list[LineEvent]:
        assert self._dealt_at is not None
        lying = [t for t in self._tracker.active if not t.is_old]
        inference = self._inference
        inference.infer(self._dealer_log_probs(), self._dealt_at, lying)
        best, events = self._emitter.emit(
            inference.hypotheses, inference.corrections.constraints, lying, now
        )
        inference.learn(best)
        return events

    def _end_deal(self, now: float) -> None:
        """Ends the deal once the crib was emitted and picked up, or the table has stayed bare."""
        tracks = [t for t in self._tracker.tracks if not t.is_old]
        lying = [t for t in tracks if t.gone_at is None]
        emitter = self._emitter
        if emitter.crib is not None:
            is_done = not any(t.card in emitter.crib.cards for t in lying)
        else:
            bare_s = now - max((t.gone_at or now for t in tracks), default=now)
            is_done = (
                len(emitter.lines) > 4
                and bool(emitter.shown_seats)
                and not lying
                and bare_s >= BARE_S
            )
        if not is_done:
            return
        self._dealt_at = None
        dealer = next((a.dealer for a in emitter.lines if isinstance(a, Deal)), 0)
        self._dealer = (dealer + 1) % self._players
        self._is_oriented = True
        emitter.end_deal()
        self._tracker.end_deal()
        self._deal_detector.await_deal()
