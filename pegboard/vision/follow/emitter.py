"""Event emitter: decides when to emit a line, and undoes lines that turn out wrong.

Only `reconcile` undoes lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from pegboard.cribbage import Action, Card, Crib, Cut, Deal, Hand, Play, Undo
from pegboard.vision.follow.certainty import (
    OrderHistory,
    is_read_surely,
    is_suit_sure,
    judge_crib,
)
from pegboard.vision.follow.crib import ShownCrib, find_crib
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.line_event import LineEvent, Question, card_of, question_about
from pegboard.vision.follow.rivals import charged_log_likelihood, rivals_of
from pegboard.vision.follow.show import hand_line, is_hand_complete, seats_showing
from pegboard.vision.follow.tracking.track import Track
from pegboard.vision.follow.tracking.tracker import Tracker

SURE_MARGIN = 2.5
"""Log likelihood by which the best hypothesis must lead every rival for a line to be sure."""
MOVED_MARGIN = 3.5
"""The same for plays whose order late evidence changed; in 110 deals all 27 above it were right."""
EMIT_MARGIN = 1.0
"""The same for a line to be emitted at once."""
PLAY_WAIT_S = 1.1
"""Seconds after which the best play is emitted even if rivals are close."""
HAND_WAIT_S = 1.5
"""Seconds from when a hand is shown until it is emitted, unless all its cards are detected."""
DEAL_WAIT_S = 4.0
"""As `PLAY_WAIT_S`, for the deal: further cards may show whose arm is dealing."""
SWITCH_MARGIN = 1.0
"""Log likelihood by which a hypothesis must lead the one emitted so far to replace it."""
SWITCH_MARGIN_AT_END = 0.2
"""The same once all hands are shown."""


class EventEmitter:
    """Emitter of line events, deal after deal. Not thread-safe."""

    def __init__(self, tracker: Tracker, players: int) -> None:
        """Creates the initial state, without lines.

        Args:
            tracker: tracks of the cards.
            players: seats at the table, 2 to 4.
        """
        self._tracker, self._players = tracker, players
        self.record: list[Action] = []
        """All actions emitted and not undone, in all deals."""
        self._pending: tuple[Action | None, float] = (None, 0.0)
        self.start_deal(saw_deal=True)

    def start_deal(self, saw_deal: bool) -> None:
        """Resets the state for another deal.

        Args:
            saw_deal: whether the hands were seen being dealt.
        """
        self.is_out_of_turn: Callable[[int], bool] = lambda dealer: False
        """Predicate: whether people must always be asked about this dealer."""
        self.saw_deal = saw_deal
        """True if the hands were seen being dealt."""
        self.lines: list[Action] = []
        """The lines of the present deal that were emitted and not undone."""
        self.crib: Crib | None = None
        """The crib, once detected."""
        self._is_crib_sure = True
        self._ask_about_crib = self._is_crib_entered = False
        self.shown_seats: set[int] = set()
        """Seats that have shown their hands."""
        self.shown_at: dict[int, float] = {}
        """Time at which each seat began to show its hand, in seconds."""
        self._order_history = OrderHistory()
        self.questions: dict[Action, Question | None] = {}
        """The question that each line raises; None if it raises none."""

    def end_deal(self) -> None:
        """Ends the deal; its lines remain in the record."""
        self.lines = []

    def replace_lines(self, actions: Sequence[Action], certain: Collection[int] = ()) -> None:
        """Replaces the lines of the deal with those that the game has.

        Args:
            actions: the lines.
            certain: indices of lines that people entered or corrected.
        """
        if self.lines:
            del self.record[len(self.record) - len(self.lines) :]
        self.lines = list(actions)
        self.record += actions
        self._order_history = OrderHistory()  # a person confirmed the order
        if self._is_crib_entered:  # if the game no longer has it, people removed it
            self.crib, self._is_crib_entered = None, False
        for place, action in enumerate(actions):
            if isinstance(action, Crib):
                self.crib, self._is_crib_sure, self._ask_about_crib = action, True, False
                self._is_crib_entered = place in certain

    def emit(
        self,
        hypotheses: list[Hypothesis],
        constraints: Collection[int],
        lying: list[Track],
        now: float,
    ) -> tuple[Hypothesis, list[LineEvent]]:
        """Emits new lines, after an `Undo` for each emitted line that is no longer valid.

        Args:
            hypotheses: hypotheses of the deal, best first.
            constraints: indices of the certain lines.
            lying: active tracks.
            now: as for `Follower.process`.

        Returns:
            The hypothesis that the lines follow, and the events.
        """
        best = hypotheses[0]
        plays = tuple(action for action in self.lines if not isinstance(action, Hand | Crib))
        consistent = [b for b in hypotheses if b.actions[: len(plays)] == plays]
        is_over = best.is_complete and len(self.shown_seats) == self._players
        is_over = is_over and bool(consistent) and best.dealer == consistent[0].dealer
        switch = SWITCH_MARGIN_AT_END if is_over else SWITCH_MARGIN
        if consistent and best.log_likelihood - consistent[0].log_likelihood < switch:
            best = consistent[0]
        events = self._play_events(best, hypotheses, constraints, now)
        events += (
            self._show_events(best, hypotheses, lying, now)
            if len(events) == len(best.actions)
            else []
        )
        self.questions |= {event.action: event.question for event in events}
        return best, self.reconcile(events)

    def reconcile(self, events: Sequence[LineEvent]) -> list[LineEvent]:
        """Returns the events that turn the lines emitted so far into the given ones.

        An `Undo` undoes the latest line, so all lines after the first difference are emitted
        anew.
        """
        common = self._common_prefix([event.action for event in events])
        if 0 < common == len(events) < len(self.lines) and not isinstance(self.lines[common], Play):
            return []  # the remaining lines were emitted earlier, and nothing contradicts them
        undone = [LineEvent(Undo()) for _ in self.lines[common:]]
        new_events = events[common:]
        if undone:
            del self.record[len(self.record) - len(undone) :]
        self.lines = [*self.lines[:common], *(event.action for event in new_events)]
        self.record += [event.action for event in new_events]
        return [*undone, *new_events]

    def _play_events(
        self,
        best: Hypothesis,
        hypotheses: list[Hypothesis],
        constraints: Collection[int],
        now: float,
    ) -> list[LineEvent]:
        """Returns the lines of the deal, cut and play that should be in the record now."""
        events: list[LineEvent] = []
        moved = self._order_history.find_moved(best.actions, self._count_undone(best.actions))
        for number, action in enumerate(best.actions):
            rivals = rivals_of(hypotheses, number, best)
            margin = best.log_likelihood - max(
                (b.log_likelihood for b in rivals), default=-math.inf
            )
            doubt = best.log_likelihood - max(
                (charged_log_likelihood(b, number) for b in rivals), default=-math.inf
            )
            was_seen = self._was_seen(action, best)
            is_emitted = self.lines[number : number + 1] == [action]
            if not is_emitted and (margin < EMIT_MARGIN or not was_seen):
                if self._pending[0] != action:
                    self._pending = (action, now)
                if now - self._pending[1] < (DEAL_WAIT_S if number == 0 else PLAY_WAIT_S):
                    break
            min_margin = MOVED_MARGIN if action in moved else SURE_MARGIN
            is_in_turn = not (isinstance(action, Deal) and self.is_out_of_turn(action.dealer))
            is_sure = (doubt >= min_margin and was_seen and is_in_turn) or number in constraints
            is_suit_certain = number in constraints or self._are_suits_sure(card_of(action))
            events.append(
                LineEvent(
                    action, is_sure and is_suit_certain, None if is_sure else question_about(action)
                )
            )
        return events

    def _was_seen(self, action: Action, best: Hypothesis) -> bool:
        """Returns whether an action was observed without doubt."""
        if isinstance(action, Deal | Cut) and not self.saw_deal:
            # If the dealing was not seen, only the shown hands prove who dealt and what was cut.
            return best.is_complete and len(self.shown_seats) == self._players
        if not isinstance(action, Cut | Play):
            return True
        crib = self.crib.cards if self.crib is not None else ()
        return is_read_surely(action.card, self._tracker.tracks, best.cards | set(crib))

    def _are_suits_sure(self, *cards: Card | None) -> bool:
        """Returns whether no card may be its twin; doubt about that alone raises no question."""
        return all(card is None or is_suit_sure(card, self._tracker.tracks) for card in cards)

    def _count_undone(self, actions: Sequence[Action]) -> int:
        """Returns how many emitted plays the given actions would undo."""
        common = self._common_prefix(actions)
        emitted = sum(not isinstance(action, Hand | Crib) for action in self.lines)
        return emitted - common if common < len(actions) else 0

    def _common_prefix(self, actions: Sequence[Action]) -> int:
        """Returns how many of the first emitted lines equal the given actions."""
        pairs = zip(self.lines, actions, strict=False)
        shorter = min(len(self.lines), len(actions))
        return next((n for n, (line, action) in enumerate(pairs) if line != action), shorter)

    def _show_events(
        self, best: Hypothesis, hypotheses: Sequence[Hypothesis], lying: list[Track], now: float
    ) -> list[LineEvent]:
        """Returns the lines of the hands and the crib that should be in the record now."""
        if not best.is_complete:
            return []
        for seat in seats_showing(best, lying) - self.shown_seats:
            since = self.shown_at.setdefault(seat, now)
            if is_hand_complete(best, lying, seat) or now - since >= HAND_WAIT_S:
                self.shown_seats.add(seat)
        crib = find_crib(best, [t for t in self._tracker.tracks if not t.is_old], now)
        if crib is not None and not (crib.is_sure or self._may_be_crib(crib, best.dealer)):
            crib = None
        order = [(best.dealer + 1 + step) % self._players for step in range(self._players)]
        last = max((order.index(seat) for seat in self.shown_seats), default=-1)
        if crib is not None or self.crib is not None:
            last = self._players - 1
        events = [self._hand_event(best, hypotheses, seat) for seat in order[: last + 1]]
        if crib is not None:
            self._update_crib(crib, best)
        if self.crib is not None:
            question = Question.CRIB if self._ask_about_crib else None
            events.append(LineEvent(self.crib, self._is_crib_sure, question))
        return events

    def _may_be_crib(self, crib: ShownCrib, dealer: int) -> bool:
        """Returns whether doubtful cards may be a crib, rather than misread cards of hands.

        Hands are shown before the crib, the dealer's last. Cards of which only the suit is in
        doubt are not misread.
        """
        if len(self.shown_seats) == self._players:
            return True
        doubtful = len(crib.unconfirmed | crib.known_by_twin)
        return dealer in self.shown_seats and (doubtful <= 1 or crib.are_ranks_sure)

    def _update_crib(self, crib: ShownCrib, best: Hypothesis) -> None:
        """Accepts a shown crib, and decides whether it is sure and whether to ask about it."""
        if self._is_crib_entered:
            return
        if self.crib is None or (crib.is_sure and not _have_same_cards(crib.crib, self.crib)):
            self.crib = crib.crib
        # No card of the crib is visible before the last play.
        crib_tracks = [t for t in self._tracker.tracks if t.first_at > best.times[-1]]
        self._is_crib_sure, self._ask_about_crib = judge_crib(crib, best, crib_tracks)

    def _hand_event(
        self, best: Hypothesis, hypotheses: Sequence[Hypothesis], seat: int
    ) -> LineEvent:
        hand, last = set(best.hand(seat)), len(best.actions) - 1
        rivals = [b for b in hypotheses if set(b.hand(seat)) != hand]
        doubt = best.log_likelihood - max(
            (charged_log_likelihood(b, last) for b in rivals), default=-math.inf
        )
        is_sure = all(is_read_surely(card, self._tracker.tracks, best.cards) for card in hand)
        is_sure = is_sure and doubt >= SURE_MARGIN
        is_suit_certain = self._are_suits_sure(*hand)
        return LineEvent(
            hand_line(best, seat), is_sure and is_suit_certain, None if is_sure else Question.HAND
        )


def _have_same_cards(a: Crib, b: Crib) -> bool:
    """Returns whether two cribs have the same cards, in any order."""
    return set(a.cards) == set(b.cards)
