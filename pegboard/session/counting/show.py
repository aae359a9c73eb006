"""Narration of the hands in a show, one after the other, once the board has counted them all.

Against the computer the last card of the play triggers the count of every hand and the crib in one
action, and people would only see the scores jump. So the pages and the lights follow this
narration, hand by hand and combination by combination. The game is ahead, already on disk, and
never waits for the narration. OK goes to the next hand at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from pegboard.cribbage.actions import Crib, Hand
from pegboard.cribbage.cards import Cards
from pegboard.cribbage.events import Counted, Event, Scored
from pegboard.cribbage.game import Action, State, Undo
from pegboard.cribbage.scoring import Score
from pegboard.cribbage.state import Pegs
from pegboard.narration.counting import Phrase, phrases
from pegboard.session.counting.countdown import STEP_S, CountNarration
from pegboard.session.moves import Moves

REST_S = 2.0
"""Seconds from the end of a hand's narration to the next hand."""
GRACE_S = 0.5
"""Seconds after an automatic advance in which OK is ignored: a finger a moment late would otherwise
start the next game."""
USUAL_PACE_S = 1.2
"""The computer's pace at which `STEP_S` and `REST_S` apply; they scale with the pace."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One hand of a show.

    Attributes:
        seat: the owner.
        crib: whether it is the crib.
        cards: the cards, without the starter.
        score: the value of the hand.
        pegged: points actually pegged, limited by the end of the track.
        pegs: pegs before the hand, by side.
        event: index among the events of the action.
    """

    seat: int
    crib: bool
    cards: Cards
    score: Score
    pegged: int
    pegs: tuple[Pegs, ...]
    event: int

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The count, in the words that players say, one phrase per combination."""
        return phrases(self.score)


def counted_hands(before: State, events: Sequence[Event]) -> tuple[ShownHand, ...]:
    """Returns the hands counted in one action, in order.

    Args:
        before: the state before the action.
        events: the events of the action.
    """
    pegs = before.pegs
    hands: list[ShownHand] = []
    for place, event in enumerate(events):
        if isinstance(event, Counted):
            seat, crib, cards, score = event.seat, event.crib, event.cards, event.score
            hands.append(ShownHand(seat, crib, cards, score, 0, pegs, place))
        elif isinstance(event, Scored):
            one = place > 0 and isinstance(events[place - 1], Scored)
            pegs = _move_pegs(
                pegs, before.rules.side_of(event.seat), event.item.points, lifts=not one
            )
            if hands:
                hands[-1] = replace(hands[-1], pegged=hands[-1].pegged + event.item.points)
    return tuple(hands)


def _move_pegs(pegs: tuple[Pegs, ...], side: int, points: int, *, lifts: bool) -> tuple[Pegs, ...]:
    """Returns the pegs after a score; `lifts` moves the rear peg to the former front."""
    front, rear = pegs[side]
    moved = Pegs(front + points, front if lifts else rear)
    return (*pegs[:side], moved, *pegs[side + 1 :])


class Show:
    """The show in progress, if any. Use from one event loop only."""

    def __init__(
        self, moves: Moves, on_change: Callable[[], None], *, pace_s: float, advances: bool = True
    ) -> None:
        """Subscribes to the game's moves; starts without a show.

        Args:
            moves: the moves at the table.
            on_change: called after every step.
            pace_s: pause between two moves of the computer, seconds; 0 disables the narration.
            advances: whether it advances after a pause; otherwise only with OK.
        """
        self.narration = CountNarration(on_change, self._advance, peg_after_s=0.0)
        """Narration of the current hand."""
        self.hands: tuple[ShownHand, ...] = ()
        self.index = 0
        """Index of the current hand."""
        self.action_count = 1
        """Number of actions by which the hands were counted; 1 if the board dealt."""
        self.before: State | None = None
        """State before the show."""
        self._table, self._shown_state = moves.table, moves.table.state
        self._on_change, self._advanced_at = on_change, -inf
        self.set_pace(pace_s, advances=advances)
        moves.add_listener(self._on_move)

    def set_pace(self, pace_s: float, *, advances: bool) -> None:
        """Sets the pace of the next hands; see `__init__`."""
        pace = pace_s / USUAL_PACE_S
        self._is_enabled, self._grace_s = pace_s > 0, GRACE_S * pace
        self.narration.step_s = STEP_S * pace
        self.narration.peg_after_s = REST_S * pace if advances else 0.0

    @property
    def current(self) -> ShownHand | None:
        """The hand being shown; None without a show, or if the game has moved on."""
        if not self.hands or self._table.state is not self._shown_state:
            return None
        return self.hands[self.index]

    @property
    def points_ahead(self) -> int:
        """Points of the current hand narrated so far: how far the lit hole is ahead of the peg."""
        hand = self.current
        if hand is None:
            return 0
        step = self.narration.step
        if self.narration.narrated:
            return hand.pegged
        return 0 if step is None else min(hand.pegged, hand.phrases[step].total)

    def next_hand(self) -> None:
        """Goes to the next hand, or ends the show after the last one."""
        if self.current is not None and self.index + 1 < len(self.hands):
            self._narrate_hand(self.index + 1)
        else:
            self.stop()
        self._on_change()

    def stop(self) -> None:
        """Ends the show."""
        self.narration.stop()
        self.hands, self.index, self.before, self.action_count = (), 0, None, 1

    @property
    def just_advanced(self) -> bool:
        """True for a moment after an automatic advance."""
        return monotonic() - self._advanced_at < self._grace_s

    async def _advance(self) -> None:
        self._advanced_at = monotonic()
        self.next_hand()

    def _narrate_hand(self, at: int) -> None:
        self.index = at
        self.narration.narrate(len(self.hands[at].phrases), certain=True)

    def _on_move(self, action: Action, before: State) -> None:
        if self._append_hand(action, before):
            return
        self.stop()
        table = self._table
        if not self._is_enabled or not table.kind.has_dealt_hands or table.rules.claims:
            return
        if isinstance(action, Undo) or not table.history:
            return
        self.hands = counted_hands(before, table.history[-1][1])
        self.before, self._shown_state = before, table.state
        if self.hands:
            self._narrate_hand(0)

    def _append_hand(self, action: Action, before: State) -> bool:
        """Adds a hand to the show in progress, if it was counted by an action of its own."""
        table = self._table
        if not isinstance(action, Hand | Crib) or not self.hands or before is not self._shown_state:
            return False
        earlier = sum(len(events) for _, events in table.history[-self.action_count - 1 : -1])
        found = counted_hands(before, table.history[-1][1])
        self.hands += tuple(replace(hand, event=hand.event + earlier) for hand in found)
        self.action_count, self._shown_state = self.action_count + 1, table.state
        return True
