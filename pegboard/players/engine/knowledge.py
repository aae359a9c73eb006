"""A seat's knowledge during the play as arrays, and the hands others may hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import Card
from pegboard.cribbage.game import Discard, Rules, View
from pegboard.players.batch_scoring import PLACES
from pegboard.players.engine.beliefs import all_hands, likely, sample_hands
from pegboard.players.engine.features import Known
from pegboard.players.engine.many import FULL, HAND, NONE, RANKS, TAIL, BatchPlay, Counts


class Knowledge(NamedTuple):
    """The play as seen by one seat; every array describes a single table."""

    seat: int
    play: BatchPlay
    """Single table in which the others' hands are empty; `left` has their numbers of cards."""
    unseen: Counts
    """(13,), cards this seat has not seen, by rank."""
    laid: Counts
    """(seats, 13), cards each seat has played, by rank."""
    least: npt.NDArray[np.int8]
    """(seats,), lowest possible value of each seat's remaining cards; see `least_values`."""

    def hands(self, seat: int, keeping: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Returns the probability, (1820,), of each kept hand of a seat; see `beliefs.likely`."""
        least = int(self.least[seat])
        return likely(self.unseen, self.laid[seat], least, np.asarray(keeping, np.float64))

    def open(self, kept: Counts) -> BatchPlay:
        """Returns one table of the play for each set of hands that the seats may have kept.

        `kept` is (tables, seats, 13); this seat's own row is ignored.
        """
        plays = self.play.select(np.zeros(len(kept), np.intp))
        held = kept - self.laid
        held[:, self.seat] = self.play.held[0, self.seat]
        plays.held[:] = held
        return plays

    def after(self, kept: Counts, ranks: Sequence[int]) -> BatchPlay:
        """Returns the play after each card of `ranks`, against each set of hands in `kept`.

        Args:
            kept: (tables, seats, 13); see `open`.
            ranks: 0..12, of this seat's cards.

        Returns:
            All tables after the first card, then all after the second, and so on.
        """
        plays = self.open(kept).select(np.tile(np.arange(len(kept)), len(ranks)))
        plays.play(np.arange(len(plays.turn)), np.repeat(ranks, len(kept)))
        return plays


def knowledge(view: View) -> Knowledge:
    """Converts a view of the play into arrays."""
    seats, seat = view.rules.players, view.seat
    play = BatchPlay(np.zeros((1, seats, RANKS), np.int8), np.array([seat], np.int8))
    for number, cards in enumerate(view.played):
        play.played[0, number, : len(cards)] = [card.rank - 1 for card in cards]
    play.left[0] = view.hand_sizes
    tail = [card.rank - 1 for card in reversed(view.pile[-TAIL:])]
    play.tail[0, : len(tail)] = tail
    play.count[0] = view.count
    play.least[0] = view.least
    # A seat that cannot play has said go, or will at its turn; either way the play continues alike.
    play.out[0] = view.count + np.array(view.least) > FULL
    play.out[0, seat] = False
    play.held[0, seat] = ranks_of(view.hand)
    played_ranks = np.array([ranks_of(cards) for cards in view.played], np.int8)
    own_ranks = ranks_of((*view.hand, *view.discards, *((view.starter,) if view.starter else ())))
    unseen = (4 - own_ranks - played_ranks.sum(axis=0)).astype(np.int8)
    return Knowledge(seat, play, unseen, played_ranks, least_values(view))


def least_values(view: View) -> npt.NDArray[np.int8]:
    """Returns the lowest possible value of each seat's remaining cards, (seats,).

    A go reveals it. So does a count that was reset below thirty-one: nobody could play, not even
    the seat that played the last card, which says no go.
    """
    least = np.array(view.least, np.int8)
    count, last = 0, None
    for seat, card in view.plays:
        if count + card.value > FULL:
            if count < FULL and last is not None:
                least[last] = max(least[last], FULL + 1 - count)
            count = 0
        count, last = count + card.value, seat
    if view.count == 0 and 0 < count < FULL and last is not None:
        least[last] = max(least[last], FULL + 1 - count)
    return least


def facts_of(view: View, tables: int) -> Known:
    """Returns the discards, starter and dealer, repeated for a number of tables.

    The others' discards are left unknown.
    """
    away = np.zeros((tables, view.rules.players, RANKS), np.int8)
    away[:, view.seat] = ranks_of(view.discards)
    starter = NONE if view.starter is None else view.starter.rank - 1
    dealer = np.full(tables, view.dealer, np.int8)
    return Known(away, np.full(tables, starter, np.int8), dealer)


def parted(view: View) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Returns the deck indices of the cards that each legal discard keeps and throws.

    Rows are in the order of `view.legal`, which must all be discards.
    """
    six = [PLACES[card] for card in view.hand]
    away = [[PLACES[card] for card in one.cards] for one in view.legal if isinstance(one, Discard)]
    kept_places = [[place for place in six if place not in some] for some in away]
    return np.array(kept_places, np.intp), np.array(away, np.intp)


def ranks_of(cards: Iterable[Card]) -> Counts:
    """Returns the number of cards of each rank, (13,)."""
    counts = np.zeros(RANKS, np.int8)
    for card in cards:
        counts[card.rank - 1] += 1
    return counts


def sample(
    known: Knowledge,
    keeping: npt.NDArray[np.floating],
    rules: Rules,
    dealer: int,
    number: int,
    rng: np.random.Generator,
    *,
    evenly: bool = False,
) -> Counts:
    """Samples hands that the others may have kept, (number, seats, 13).

    With more than two seats each hand is drawn separately; combinations that need more cards of a
    rank than are unseen are redrawn, a few times.

    Args:
        known: the seat's knowledge: its cards and the play so far.
        keeping: (2, 1820), frequency with which a hand is kept against and for the crib.
        rules: rules of the game, which determine the partners.
        dealer: seat that has the crib.
        number: number of samples.
        rng: source of random numbers.
        evenly: whether hands are sampled at even steps, which reduces the variance.
    """
    seats = known.play.seats
    hands = np.zeros((number, seats, RANKS), np.int8)
    wrong = np.arange(number)
    chances = {
        seat: known.hands(seat, keeping[int(rules.side_of(seat) == rules.side_of(dealer))])
        for seat in range(seats)
        if seat != known.seat
    }
    for _ in range(8):
        for seat, chance in chances.items():
            if chance.any() and evenly:
                hands[wrong, seat] = all_hands()[
                    rng.permutation(sample_hands(chance, len(wrong), rng))
                ]
            elif chance.any():
                hands[wrong, seat] = all_hands()[rng.choice(len(chance), len(wrong), p=chance)]
            else:
                hands[wrong, seat] = known.laid[seat]
        others = hands[wrong].sum(axis=1) - np.delete(known.laid, known.seat, 0).sum(axis=0)
        wrong = wrong[(others > known.unseen).any(axis=1)]
        if not len(wrong):
            break
    return hands


__all__ = [
    "HAND",
    "NONE",
    "Knowledge",
    "facts_of",
    "knowledge",
    "least_values",
    "parted",
    "ranks_of",
    "sample",
]
