"""Thousands of random deals, with the hands that sensible players keep."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.players.batch_scoring import Hands
from pegboard.players.discards import Worth
from pegboard.players.engine.features import Known
from pegboard.players.engine.many import RANKS, BatchPlay, Counts

Places = npt.NDArray[np.integer]
"""Cards as places in `pegboard.cribbage.cards.DECK`."""


class Deals(NamedTuple):
    """Deals after the discard; seat 0 deals everywhere."""

    kept: Places
    """(deals, seats, 4)."""
    away: Places
    """(deals, seats, 2), or 1 with three and four players."""
    crib: Places
    """(deals, 4): all discards, and with three players the card dealt to the crib."""
    starter: Places
    """(deals,)."""


def deal(number: int, worth: Worth, rng: np.random.Generator) -> Deals:
    """Shuffles, deals, and makes each seat's best discard by these tables."""
    seats, dealt = worth.seats, worth.dealt
    deck = np.argsort(rng.random((number, 52)), axis=1)
    hands = deck[:, : seats * dealt].reshape(number * seats, dealt)
    is_own_crib = np.zeros((number, seats), np.bool_)
    is_own_crib[:, 0] = True
    if worth.partners:
        is_own_crib[:, 2] = True
    kept, away = worth.split(hands, worth.best(hands, is_own_crib.reshape(-1)))
    away = away.reshape(number, seats, -1)
    crib = away.reshape(number, -1)
    if seats == 3:
        crib = np.concatenate([crib, deck[:, 3 * dealt : 3 * dealt + 1]], axis=1)
    return Deals(kept.reshape(number, seats, 4), away, crib, deck[:, -1])


def deal_many(number: int, worth: Worth, rng: np.random.Generator) -> Deals:
    """Calls `deal` in parts that fit into memory."""
    parts = [deal(min(10_000, number - n), worth, rng) for n in range(0, number, 10_000)]
    return Deals(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def ranks(cards: Places) -> Counts:
    """Returns the number of cards of each rank: shape (..., cards) -> (..., 13)."""
    hits = cards[..., None] % RANKS == np.arange(RANKS)
    return np.asarray(hits.sum(axis=-2), np.int8)


def hand_points(cards: Places, starter: Places, crib: bool = False) -> npt.NDArray[np.uint8]:
    """Returns the points of each hand, (n, 4), with its starter, (n,)."""
    points = np.empty(len(cards), np.uint8)
    for card in range(52):
        of = starter == card
        if of.any():
            points[of] = Hands(cards[of]).points(card, crib)
    return points


def arrange_tables(deals: Deals) -> tuple[BatchPlay, Known]:
    """Returns deals as tables ready for the play; seat 0 is the dealer."""
    number = len(deals.kept)
    facts = Known(
        ranks(deals.away), (deals.starter % 13).astype(np.int8), np.zeros(number, np.int8)
    )
    return BatchPlay(ranks(deals.kept), np.ones(number, np.int8)), facts
