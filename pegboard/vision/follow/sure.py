"""Judgements about what is sure: cards that were read well, and orders of play that are plain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence

from pegboard.cribbage import Action, Card, Play
from pegboard.vision.follow.beliefs import Belief
from pegboard.vision.follow.judging import LIKELY, brief, laid_later, twins
from pegboard.vision.follow.visits import Visit

AGAIN_S = 2.5
"""Seconds after a card was taken up from which it was laid anew, not moved."""
FAR = 3
"""Lines taken back from which the new ones may be no better than those."""


def read_well(card: Card, among: Sequence[Visit], known: Collection[Card]) -> bool:
    """Returns whether a card was read without doubt somewhere, and never as its twin.

    Args:
        card: the card.
        among: all visits.
        known: cards of which is told where they are; a twin among them is a card of its own.
    """
    new = [v for v in among if not v.old]
    mistaken = any(
        twins(v.card, card) and v.card != card and v.card not in known and v.belief >= LIKELY
        for v in new
    )
    return not mistaken and any(v.clear and v.card == card for v in new)


def out_of_order(belief: Belief, among: Sequence[Visit]) -> set[Action]:
    """Returns the plays that may have been made before, or after, others.

    They are believed to follow a card that was seen later, or they are of a card that lay in the
    play for a while, was taken up and was laid once more, or come right after it.

    Args:
        belief: the explanation.
        among: all visits.
    """
    firsts: dict[Card, float] = {}
    for v in among:
        if not v.old and v.clear and not brief(v, among):
            firsts[v.card] = min(v.first, firsts.get(v.card, math.inf))
    found: set[Action] = set()
    latest, after_anew = -math.inf, False
    for play in belief.actions:
        if isinstance(play, Play):
            seen = firsts.get(play.card, latest)
            anew = _laid_anew(play.card, among, belief.times[-1])
            if seen < latest or anew or after_anew:
                found.add(play)
            latest, after_anew = max(latest, seen), anew
    return found


def _laid_anew(card: Card, among: Sequence[Visit], until: float) -> bool:
    mine = [v for v in among if not v.old and v.card == card and v.belief >= LIKELY]
    mine = [v for v in mine if v.first <= until]
    if len(mine) < 2:
        return False
    return any(
        not brief(a, among)
        and any(b.first >= (a.gone or math.inf) + AGAIN_S for b in mine)
        and laid_later(a, [v for v in among if not v.old and v.belief >= LIKELY])
        for a in mine
    )


class Orders:
    """The lines that each line of a deal was told to follow."""

    def __init__(self) -> None:
        """Starts with nothing told."""
        self._before: dict[Action, Action] = {}
        self._moved: set[Action] = set()

    def moved(self, lines: Sequence[Action], undone: int) -> set[Action]:
        """Returns the plays that were put elsewhere, now or before, by evidence that came late.

        Args:
            lines: those that are to stand, in order.
            undone: how many that stand are taken back for them.
        """
        pairs = [(b, a) for a, b in itertools.pairwise(lines) if isinstance(b, Play)]
        if undone >= FAR:
            self._moved |= {line for line, before in pairs if self._differs(line, before)}
        self._before |= dict(pairs)
        return {*self._moved}

    def _differs(self, line: Action, before: Action) -> bool:
        return self._before.get(line, before) != before
