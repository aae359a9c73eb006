"""Rival hypotheses: those that contradict a line of the best hypothesis."""

from __future__ import annotations

from pegboard.cribbage import Action, Cut, Play
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.tracking.suits import are_twins


def rivals_of(hypotheses: list[Hypothesis], number: int, best: Hypothesis) -> list[Hypothesis]:
    """Returns the hypotheses in which an action of the best one is missing or follows another card.

    A twin counts as the same card: doubt about it belongs to the line before.
    """
    action, previous = best.actions[number], _visible_action_before(best.actions, number)
    rivals = []
    for hypothesis in hypotheses:
        indices = [at for at, line in enumerate(hypothesis.actions) if line == action]
        if not any(
            _are_alike(_visible_action_before(hypothesis.actions, at), previous) for at in indices
        ):
            rivals.append(hypothesis)
    return rivals


def _visible_action_before(actions: tuple[Action, ...], number: int) -> Cut | Play | None:
    """Returns the previous cut or play; never the deal, so that doubt about it counts once."""
    return next((a for a in reversed(actions[:number]) if isinstance(a, Cut | Play)), None)


def _are_alike(a: Cut | Play | None, b: Cut | Play | None) -> bool:
    """Returns whether two actions are equal if twins count as the same card."""
    if a is None or b is None or a == b:
        return a == b
    if isinstance(a, Play) and isinstance(b, Play) and a.seat != b.seat:
        return False
    return type(a) is type(b) and are_twins(a.card, b.card)


def charged_log_likelihood(hypothesis: Hypothesis, number: int) -> float:
    """Returns a rival's log likelihood, without its credit if it has not reached a line yet."""
    return hypothesis.log_likelihood - (
        hypothesis.credit if len(hypothesis.actions) <= number else 0.0
    )
