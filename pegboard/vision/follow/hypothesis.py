"""A hypothesis: one possible sequence of actions in a deal, with its likelihood."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pegboard.cribbage import Action, Card, Cut, Deal, Play, State
from pegboard.cribbage.state import Cutting, Playing
from pegboard.vision.follow.observation import Observation
from pegboard.vision.follow.transitions import TransitionCache


class Deferred(NamedTuple):
    """Observation that a hypothesis does not explain so far.

    Attributes:
        observation: the card that appeared.
        penalty: log likelihood paid for leaving it unexplained.
        credit: part of the full penalty not charged yet, because a play may still explain it.
    """

    observation: Observation
    penalty: float
    credit: float


@dataclass(frozen=True)
class Hypothesis:
    """One possible course of the deal.

    Created for each dealer and extended action by action in `branching`; `search` drops it when it
    falls behind the best one or out of the beam.

    Attributes:
        log_likelihood: of the observations so far, given the actions.
        state: state of the game after the actions.
        transitions: cache of the states that actions lead to.
        actions: the deal, the cut, the plays and the gos.
        times: when each action was observed, in seconds.
        unseen: (seat, card) pairs of shown hands, whose plays need not have been observed.
        deferred: recent observations that are not explained yet.
        credit: sum of the deferred credits; charged at once to a rival that has not reached a line.
        cards: the starter and the cards played.
    """

    log_likelihood: float
    state: State
    transitions: TransitionCache = field(compare=False, repr=False)
    actions: tuple[Action, ...]
    times: tuple[float, ...]
    unseen: tuple[tuple[int, Card], ...] = ()
    deferred: tuple[Deferred, ...] = ()
    credit: float = 0.0
    cards: frozenset[Card] = frozenset()

    @property
    def is_complete(self) -> bool:
        """Returns True once every card of every hand was played."""
        return not isinstance(self.state.stage, Cutting | Playing)

    @property
    def starter(self) -> Card | None:
        """Starter; None until it is cut."""
        return next((action.card for action in self.actions if isinstance(action, Cut)), None)

    @property
    def dealer(self) -> int:
        """Seat that dealt."""
        return next(action.dealer for action in self.actions if isinstance(action, Deal))

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards that a seat played, in order."""
        return tuple(a.card for a in self.actions if isinstance(a, Play) and a.seat == seat)


def extend(
    hypothesis: Hypothesis, action: Action, state: State, penalty: float, at: float
) -> Hypothesis:
    """Returns a hypothesis extended by one action.

    Args:
        hypothesis: the hypothesis to extend.
        action: the action to append.
        state: state of the game after the action.
        penalty: log likelihood to add, 0 or less.
        at: when the action was observed, in seconds.
    """
    cards = hypothesis.cards
    return Hypothesis(
        hypothesis.log_likelihood + penalty,
        state,
        hypothesis.transitions,
        (*hypothesis.actions, action),
        (*hypothesis.times, at),
        hypothesis.unseen,
        hypothesis.deferred,
        hypothesis.credit,
        cards | {action.card} if isinstance(action, Cut | Play) else cards,
    )
