"""Says what a play costs by how its card came to lie, and went."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pegboard.cribbage import Card, Play
from pegboard.cribbage.state import Playing
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.evidence import Arrival

TAKEN_BACK, LIFTED = -4.0, -2.5
"""A card that was soon taken back was played all the same; more, if its place was seen bare."""
NOT_YET, NOT_YET_S = -4.0, -1.5
"""The same, though the place of the later one was seen without it when the other lay there; and for
each second that its place was seen so longer than the other's."""
INVERTED, INVERTED_S = -1.0, -0.3
"""A card was seen before one that was played before it: its price, and its price per second."""
IN_RUN = -2.0
"""A card was taken up though the count went on, for each card that was laid meanwhile."""
BENEATH = -5.0
"""A card was played after one that lies upon it."""
APART = -2.0
"""A card that lay apart from all piles when watching began was played."""
AT_SHOW = -4.0
"""A card was played just when its seat's cards were laid open."""
NOT_TURNED, SOON_S = -3.0, 4.0
"""A card was taken up alone, so many seconds after it was seen, though every card still fitted the
count: nobody turns a pile then."""


def is_last_of(belief: Belief, seat: int) -> bool:
    """Returns whether a seat has one card left: it has none to exchange that for."""
    stage = belief.state.stage
    return isinstance(stage, Playing) and stage.left[seat] == 1


def as_it_came(belief: Belief, arrival: Arrival) -> float:
    """Returns the price of a card that came to lie having been played."""
    toll = math.log(max(0.02, arrival.belief))
    if not is_last_of(belief, arrival.seat):  # else it was taken up to be laid open
        toll += (TAKEN_BACK + LIFTED * math.isfinite(arrival.lifted)) * arrival.brief
    toll += AT_SHOW * arrival.shown + APART * (arrival.found and not arrival.piled)
    if arrival.under and any(
        isinstance(a, Play) and a.card in arrival.under and a.seat == arrival.seat
        for a in belief.actions
    ):
        toll += BENEATH
    return toll


def inverted(late: float) -> float:
    """Returns the price of a card that was seen before one that was played before it.

    Args:
        late: how much earlier, in seconds.
    """
    return INVERTED + late * INVERTED_S if late > 0 else 0.0


def not_yet(early: Arrival, since: float) -> float:
    """Returns the price of a card having come after the one that is looked at, by their places."""
    if early.at <= since:
        return NOT_YET
    longer = since - early.since
    return max(NOT_YET, NOT_YET_S * longer) if 0 < longer < math.inf else 0.0


def taken_up_in_run(
    belief: Belief, stage: Playing, at: float, lifted: Sequence[tuple[Card, float]]
) -> int:
    """Returns how many cards of the present count no longer lie there, though it goes on."""
    if not lifted:
        return 0
    run = {card for _, card in stage.plays[stage.reset :]}
    played = {
        a.card: t for a, t in zip(belief.actions, belief.times, strict=True) if isinstance(a, Play)
    }
    return sum(card in run and played[card] <= gone < at for card, gone in lifted)
