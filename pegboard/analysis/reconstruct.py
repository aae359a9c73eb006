"""Reconstruction of a table deal as an open one, once all its hands have been seen.

Discards are unknown, so the deal starts with the four cards each seat kept. A deal
that was not followed to its end, or that contradicts itself, is left as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pegboard.cribbage.actions import Action, Correct, Crib, Cut, Deal, Go, Hand, Peg, Penalty, Play
from pegboard.cribbage.cards import Cards
from pegboard.cribbage.events import Warned
from pegboard.cribbage.game import apply
from pegboard.cribbage.replay import ReplayStep
from pegboard.cribbage.state import Cutting, Pegs, Playing, State
from pegboard.errors import IllegalAction
from pegboard.i18n import Message, _
from pegboard.notice import localize_error


@dataclass(frozen=True, slots=True)
class ReconstructedDeal:
    """A deal with all hands known.

    Attributes:
        before: the deal before each of its steps, with hands open; None if it had not
            begun, or was over.
        after: the deal after each of its steps.
        crib: the crib's four cards; () if nobody saw them.
    """

    before: tuple[State | None, ...]
    after: tuple[State | None, ...]
    crib: Cards


def reconstruct_deal(steps: Sequence[ReplayStep]) -> ReconstructedDeal | Message:
    """Rewrites a table deal as an open one.

    Args:
        steps: steps of the record that belong to the deal.

    Returns:
        The open deal; or the reason that there is none, as half a sentence.
    """
    actions = [step.action for step in steps]
    start = next(number for number, action in enumerate(actions) if isinstance(action, Deal))
    state: State | None = steps[start].state
    assert state is not None
    hands = tuple(
        tuple(action.card for action in actions if isinstance(action, Play) and action.seat == seat)
        for seat in range(state.rules.players)
    )
    crib = next((action.cards for action in actions if isinstance(action, Crib)), ())
    if problem := _problem(steps, hands):
        return problem
    state = state.at(Cutting(hands, ((),) * len(hands), crib))
    before: list[State | None] = [None] * start
    after: list[State | None] = [None] * start
    left = 4 * len(hands)
    pegs = steps[start].state.pegs
    try:
        for step in steps[start:]:
            left -= isinstance(step.action, Play)
            if state is not None and isinstance(step.action, Play):
                state = _through_gos(state, step.action.seat)
            before.append(state)
            if state is not None:
                state = _follow(state, step.action, pegs, step.state.pegs)
            # The last card starts the show, which needs a crib: from there the game itself tells.
            state = state if left and state is not None and not state.over else None
            after.append(state)
            pegs = step.state.pegs
    except IllegalAction as error:
        return _("the play does not fit the hands: {why}", why=localize_error(error))
    return ReconstructedDeal(tuple(before), tuple(after), crib)


def _problem(steps: Sequence[ReplayStep], kept: Sequence[Cards]) -> Message | None:
    play_steps = [step for step in steps if isinstance(step.action, Play | Go | Hand | Crib)]
    if any(isinstance(event, Warned) for step in play_steps for event in step.events):
        return _("the cards seen contradict each other")
    if any(len(cards) != 4 for cards in kept):
        return _("the play was not followed to the end")
    return None


def _through_gos(state: State, seat: int) -> State:
    """Plays the implied gos up to the seat that plays the next card."""
    while isinstance(state.stage, Playing) and state.stage.turn != seat and not state.over:
        state = apply(state, Go(state.stage.turn)).state
    return state


def _follow(
    state: State, action: Action, old: tuple[Pegs, ...], new: tuple[Pegs, ...]
) -> State | None:
    match action:
        case Go(seat):
            is_turn = isinstance(state.stage, Playing) and state.stage.turn == seat
            return apply(state, action).state if is_turn else state
        case Cut() | Play():
            last = isinstance(state.stage, Playing) and sum(state.stage.left) == 1
            return None if last else apply(state, action).state
        case Peg() | Correct() | Penalty():
            moved = [n.front - o.front for o, n in zip(old, new, strict=True)]
            pegs = [Pegs(p.front + more, p.rear) for p, more in zip(state.pegs, moved, strict=True)]
            return replace(state, pegs=tuple(pegs))
    return state
