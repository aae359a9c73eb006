"""Tells the hands of a show one after the other, where the board has counted them all at once.

Against the computer the last card of the play ends in one action: every hand and the crib are
counted and pegged. People would see nothing but the scores jump. So the pages and the lights follow
this telling: hand by hand, combination by combination, in the words of COUNT. The game itself is
ahead of it, on disk, and never waits: OK goes to the next hand at once.
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
from pegboard.session.counting.countdown import TELL_S, CountAloud
from pegboard.session.moves import Moves

REST_S = 2.0
"""Seconds from the last word of a hand to the next hand."""
GRACE_S = 0.5
"""Seconds after the telling went on by itself in which an OK is taken for that: a finger a moment
late would begin the next game, which it never meant."""
USUAL_PACE_S = 1.2
"""The computer's pace at which `TELL_S` and `REST_S` hold; a faster game is told faster."""


@dataclass(frozen=True, slots=True)
class ToldHand:
    """One hand of a show.

    Attributes:
        seat: its owner.
        crib: whether it is the crib.
        cards: without the starter.
        score: what it is worth.
        pegged: what of that there was room for.
        pegs: before it was pegged, by side.
        event: its place among the events of the action.
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
        """The count, as players say it."""
        return phrases(self.score)


def told_hands(before: State, events: Sequence[Event]) -> tuple[ToldHand, ...]:
    """Returns the hands counted in one action, in order.

    Args:
        before: the game before the action.
        events: of the action.
    """
    pegs = before.pegs
    hands: list[ToldHand] = []
    for place, event in enumerate(events):
        if isinstance(event, Counted):
            seat, crib, cards, score = event.seat, event.crib, event.cards, event.score
            hands.append(ToldHand(seat, crib, cards, score, 0, pegs, place))
        elif isinstance(event, Scored):
            one = place > 0 and isinstance(events[place - 1], Scored)
            pegs = _moved(pegs, before.rules.side_of(event.seat), event.item.points, lifts=not one)
            if hands:
                hands[-1] = replace(hands[-1], pegged=hands[-1].pegged + event.item.points)
    return tuple(hands)


def _moved(pegs: tuple[Pegs, ...], side: int, points: int, *, lifts: bool) -> tuple[Pegs, ...]:
    """Returns the pegs after points; a new score `lifts` the rear peg."""
    front, rear = pegs[side]
    moved = Pegs(front + points, front if lifts else rear)
    return (*pegs[:side], moved, *pegs[side + 1 :])


class Show:
    """The show that is told now, if any. Use from one event loop only."""

    def __init__(
        self, moves: Moves, changed: Callable[[], None], *, pace_s: float, rests: bool = True
    ) -> None:
        """Follows the game, with nothing to tell.

        Args:
            moves: the actions of the table.
            changed: has every step shown.
            pace_s: seconds between two moves of the computer; 0 tells nothing.
            rests: whether it goes on by itself after a rest; else with OK only.
        """
        self.aloud = CountAloud(changed, self._rested, peg_after_s=0.0)
        """The telling of the present hand."""
        self.hands: tuple[ToldHand, ...] = ()
        self.at = 0
        """The hand told now."""
        self.actions = 1
        """Actions that the hands were counted in: one where the board dealt."""
        self.before: State | None = None
        """The game before the show."""
        self._table, self._told_of = moves.table, moves.table.state
        self._changed, self._rested_at = changed, -inf
        self.set_pace(pace_s, rests=rests)
        moves.add_listener(self._followed)

    def set_pace(self, pace_s: float, *, rests: bool) -> None:
        """Tells the next hands at another pace; see `__init__`."""
        pace = pace_s / USUAL_PACE_S
        self._tells, self._grace_s = pace_s > 0, GRACE_S * pace
        self.aloud.tell_s = TELL_S * pace
        self.aloud.peg_after_s = REST_S * pace if rests else 0.0

    @property
    def now(self) -> ToldHand | None:
        """The hand told now; None if none is, or if the game has gone on."""
        if not self.hands or self._table.state is not self._told_of:
            return None
        return self.hands[self.at]

    @property
    def ahead(self) -> int:
        """Points of the present hand told so far: the place of the peg ahead."""
        hand = self.now
        if hand is None:
            return 0
        step = self.aloud.step
        if self.aloud.narrated:
            return hand.pegged
        return 0 if step is None else min(hand.pegged, hand.phrases[step].total)

    def next(self) -> None:
        """Goes to the next hand; after the last one the telling ends."""
        if self.now is not None and self.at + 1 < len(self.hands):
            self._begin(self.at + 1)
        else:
            self.stop()
        self._changed()

    def stop(self) -> None:
        """Ends the telling."""
        self.aloud.stop()
        self.hands, self.at, self.before, self.actions = (), 0, None, 1

    @property
    def just_rested(self) -> bool:
        """True a moment after the telling went on by itself."""
        return monotonic() - self._rested_at < self._grace_s

    async def _rested(self) -> None:
        self._rested_at = monotonic()
        self.next()

    def _begin(self, at: int) -> None:
        self.at = at
        self.aloud.begin(len(self.hands[at].phrases), certain=True)

    def _followed(self, action: Action, before: State) -> None:
        if self._goes_on(action, before):
            return
        self.stop()
        table = self._table
        if not self._tells or not table.kind.has_dealt_hands or table.rules.claims:
            return
        if isinstance(action, Undo) or not table.history:
            return
        self.hands = told_hands(before, table.history[-1][1])
        self.before, self._told_of = before, table.state
        if self.hands:
            self._begin(0)

    def _goes_on(self, action: Action, before: State) -> bool:
        """Adds a hand to the show that is told, where each is an action of its own."""
        table = self._table
        if not isinstance(action, Hand | Crib) or not self.hands or before is not self._told_of:
            return False
        earlier = sum(len(events) for _, events in table.history[-self.actions - 1 : -1])
        found = told_hands(before, table.history[-1][1])
        self.hands += tuple(replace(hand, event=hand.event + earlier) for hand in found)
        self.actions, self._told_of = self.actions + 1, table.state
        return True
