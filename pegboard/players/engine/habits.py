"""Opponents' playing styles, inferred from earlier deals.

The show reveals every hand, so each play can be judged: how likely an expert was to play that card
from the hand, and how likely a greedy player was (`styles`). Partners are assumed to share a style.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log

import numpy as np

from pegboard.cribbage.game import View
from pegboard.cribbage.state import PastDeal
from pegboard.players.engine.features import Known
from pegboard.players.engine.inference import readily
from pegboard.players.engine.judging import judge
from pegboard.players.engine.knowledge import ranks_of
from pegboard.players.engine.many import RANKS, BatchPlay

SUREST = 4.0
"""Largest log odds from earlier deals: people change, and the present deal must count."""


def greedy_seats(view: View, prior: float) -> tuple[float, ...]:
    """Returns the probability that each seat is greedy, from earlier deals.

    Args:
        view: view of any seat.
        prior: probability that an unknown player is greedy.
    """
    rules = view.rules
    if not 0 < prior < 1:
        return (prior,) * rules.players
    side_log_odds = [0.0] * rules.sides
    for deal in view.past:
        for seat, each in enumerate(_deal_log_odds(deal, rules.players, rules.partners)):
            side_log_odds[rules.side_of(seat)] += each
    before = log(prior / (1 - prior))
    odds = [before + min(max(each, -SUREST), SUREST) for each in side_log_odds]
    return tuple(1 / (1 + exp(-odds[rules.side_of(seat)])) for seat in range(rules.players))


@lru_cache(maxsize=64)
def _deal_log_odds(deal: PastDeal, players: int, partners: bool) -> tuple[float, ...]:
    """Returns each seat's log odds of greedy against careful play from one deal."""
    log_odds = np.zeros(players)
    if any(len(cards) != 4 for cards in deal.kept) or len(deal.kept) != players:
        return tuple(log_odds.tolist())
    kept_ranks = np.array([[ranks_of(cards) for cards in deal.kept]] * 2, np.int8)
    plays = BatchPlay(kept_ranks, np.full(2, (deal.dealer + 1) % players, np.int8))
    facts = Known(
        np.zeros((2, players, RANKS), np.int8),
        np.full(2, deal.starter.rank - 1, np.int8),
        np.full(2, deal.dealer, np.int8),
    )
    judges, both, styles = judge(players, partners), np.arange(2), np.array([False, True])
    for seat, card in deal.plays:
        rank = card.rank - 1
        if plays.turn[0] != seat or not plays.fits(both)[0, rank]:
            break  # with real cards, somebody may have made an illegal play
        chances = readily(plays, facts, judges, both, rank, styles)
        log_odds[seat] += float(np.log(chances[1] / chances[0]))
        plays.play(both, np.full(2, rank))
    return tuple(log_odds.tolist())
