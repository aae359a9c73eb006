"""One explanation of a deal: what the seats did, and how likely that is."""

from __future__ import annotations

from dataclasses import dataclass, field

from pegboard.cribbage import Action, Card, Cut, Deal, Play, State
from pegboard.cribbage.state import Cutting, Playing
from pegboard.vision.follow.evidence import Arrival
from pegboard.vision.follow.steps import Steps


@dataclass(frozen=True)
class Belief:
    """One explanation.

    Attributes:
        worth: log likelihood.
        state: of the game after its actions.
        steps: remembers where actions lead.
        actions: the deal, the cut, the plays and the gos.
        times: when each action was seen, in seconds.
        hidden: cards by seat that were shown but not yet seen to fall.
        deferred: late arrivals that are no plays so far, what that cost, and of it the lenience.
        lenience: what it was spared because cards that just arrived may yet be explained.
        cards: the starter and the cards played.
    """

    worth: float
    state: State
    steps: Steps = field(compare=False, repr=False)
    actions: tuple[Action, ...]
    times: tuple[float, ...]
    hidden: tuple[tuple[int, Card], ...] = ()
    deferred: tuple[tuple[Arrival, float, float], ...] = ()
    lenience: float = 0.0
    cards: frozenset[Card] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether every card of every hand was played."""
        return not isinstance(self.state.stage, Cutting | Playing)

    @property
    def starter(self) -> Card | None:
        """The starter, once it is cut."""
        return next((action.card for action in self.actions if isinstance(action, Cut)), None)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return next(action.dealer for action in self.actions if isinstance(action, Deal))

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards that a seat played, in order."""
        return tuple(a.card for a in self.actions if isinstance(a, Play) and a.seat == seat)


def extended(belief: Belief, action: Action, state: State, toll: float, at: float) -> Belief:
    """Returns the belief after an action.

    Args:
        belief: before it.
        action: the action.
        state: of the game after it.
        toll: what it costs, in log likelihood.
        at: when it was seen, in seconds.
    """
    cards = belief.cards
    return Belief(
        belief.worth + toll,
        state,
        belief.steps,
        (*belief.actions, action),
        (*belief.times, at),
        belief.hidden,
        belief.deferred,
        belief.lenience,
        cards | {action.card} if isinstance(action, Cut | Play) else cards,
    )
