"""Makes the book of two players: `python -m pegboard.players.training.book FILE`.

It takes 20 minutes on one core, and gives the same result for the same tables and nets.
"""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pegboard.players.discards import KEPT_KEYS, choices, kept_key
from pegboard.players.engine.beliefs import all_hands
from pegboard.players.engine.features import Known
from pegboard.players.engine.judging import judge
from pegboard.players.engine.many import RANKS, BatchPlay, Counts, by_rank
from pegboard.players.engine.playout import play_out
from pegboard.players.engine.tables import Tables, tables
from pegboard.players.weighing.book import PAIRS
from pegboard.players.weighing.hands import with_suits

DEALS = 131_072
ROUNDS = 8
"""Number of times each pair of hands is played; with more, the sums would not fit a byte."""
SUITS = 16
"""Number of times each set of six ranks is dealt."""
SEED = 20
_CHUNK = 4096
_KEYS = 4
"""Number of pone's hands played at once, against every hand of the dealer."""


def deal(number: int, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Returns seven random cards for each deal, (number, 7): six for the hand, and a starter."""
    parts = [
        np.argsort(chance.random((len(part), 52)), axis=1)[:, :7]
        for part in np.array_split(np.arange(number), max(1, number // _CHUNK))
    ]
    return np.concatenate(parts).astype(np.uint8)


def part(six: npt.NDArray[np.integer], known: Tables) -> npt.NDArray[np.uint8]:
    """Returns the index of the expert's choice for each hand, as pone and as dealer, (2, n)."""
    chosen = []
    for own in (False, True):
        chunks = np.array_split(six, max(1, len(six) // _CHUNK))
        best = [known.worth.best(some, np.full(len(some), own)) for some in chunks]
        chosen.append(np.concatenate(best))
    return np.array(chosen, np.uint8)


def choose_kept(known: Tables, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Returns how often each role keeps four ranks and discards two; see `Book.keeps`.

    Every possible set of six ranks is dealt `SUITS` times, with random suits.
    """
    six, (keep, away) = _six_ranks(), choices(6)
    found, tried = np.zeros((2, KEPT_KEYS, len(PAIRS))), np.zeros((KEPT_KEYS, len(PAIRS)))
    whole = [_whole(six, number) for number in range(len(keep))]
    for _ in range(SUITS):
        dealt = with_suits(six, np.ones(52, np.bool_), chance)
        flush = [_is_flush(dealt[:, four]) for four in keep]
        for number, (rows, keys, pairs) in enumerate(whole):
            np.add.at(tried, (keys, pairs), ~flush[number][rows])
        for role, chosen in enumerate(part(dealt, known)):
            kept_cards = np.take_along_axis(dealt, keep[chosen], 1)
            pairs = _pairs(np.take_along_axis(six, away[chosen], 1))
            np.add.at(found[role], (kept_key(kept_cards), pairs), ~_is_flush(kept_cards))
    return _of_200(found / np.maximum(tried, 1))


def keep_flushes(known: Tables, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Returns how often each role keeps four cards of one suit; see `Book.flushes`."""
    six, (keep, away) = _six_ranks(), choices(6)
    others = np.arange(52) >= RANKS
    found = np.zeros((2, KEPT_KEYS, len(PAIRS)))
    for number, (four, two) in enumerate(zip(keep, away, strict=True)):
        rows, keys, pairs = _whole(six, number)
        once = (np.diff(six[rows][:, four], axis=1) > 0).all(axis=1)
        ranks, keys, pairs = six[rows][once], keys[once], pairs[once]
        dealt = ranks.copy()  # all of the first suit
        for _ in range(SUITS):
            dealt[:, two] = with_suits(ranks[:, two], others, chance)
            for role, chosen in enumerate(part(dealt, known)):
                found[role, keys, pairs] += chosen == number
    return _of_200(found / SUITS)


def _whole(
    six: npt.NDArray[np.intp], number: int
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Returns a mask of the hands with a distinct choice, and the keys of its two parts.

    If only one of two cards of a rank is kept, it is the first: the other way is the same hand.
    """
    four, two = (each[number] for each in choices(6))
    twice = (six[:, four][:, :, None] == six[:, two][:, None]) & (four[:, None] > two)
    rows = ~twice.any(axis=(1, 2))
    return rows, kept_key(six[rows][:, four]), _pairs(six[rows][:, two])


def _is_flush(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    suits = cards // RANKS
    return np.asarray((suits == suits[:, :1]).all(axis=1))


def _of_200(share: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    return np.rint(200 * share).clip(0, 200).astype(np.uint8)


def _six_ranks() -> npt.NDArray[np.intp]:
    """Returns every possible set of six ranks, low to high, (18395, 6)."""
    six = np.array(list(combinations_with_replacement(range(RANKS), 6)))
    return np.asarray(six[(six[:, 4:] != six[:, :2]).all(axis=1)])  # no five of a rank


def _pairs(ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Returns the index of each pair of ranks in `PAIRS`."""
    place = np.zeros((RANKS, RANKS), np.intp)
    place[PAIRS[:, 0], PAIRS[:, 1]] = np.arange(len(PAIRS))
    low, high = np.sort(ranks, axis=1).T
    return np.asarray(place[low, high])


class _Discards:
    """Discards of one role, by the cards kept with them."""

    def __init__(self, six: npt.NDArray[np.integer], chosen: npt.NDArray[np.integer]) -> None:
        keep, away = choices(6)
        keys = kept_key(np.take_along_axis(six, keep[chosen], 1))
        self._laid = by_rank(np.take_along_axis(six, away[chosen], 1))
        self._order = np.argsort(keys, kind="stable")
        self._first = np.searchsorted(keys[self._order], np.arange(KEPT_KEYS + 1))

    def drawn(self, keys: npt.NDArray[np.integer], chance: np.random.Generator) -> Counts:
        """Draws two discards for each hand kept, by rank, (hands, 13)."""
        there = self._first[keys + 1] - self._first[keys]
        which = self._first[keys] + (chance.random(len(keys)) * there).astype(np.intp)
        found: Counts = self._laid[self._order[np.minimum(which, len(self._order) - 1)]]
        # If nobody kept the hand, draw any two cards.
        for hand in np.flatnonzero(there == 0):
            deck = np.repeat(np.arange(RANKS), 4 - all_hands()[keys[hand]])
            found[hand] = np.bincount(chance.choice(deck, 2, replace=False), minlength=RANKS)
        return found


def peg(
    six: npt.NDArray[np.integer],
    chosen: npt.NDArray[np.integer],
    known: Tables,
    chance: np.random.Generator,
) -> npt.NDArray[np.uint8]:
    """Returns the points pone and dealer peg in `ROUNDS` plays, by the keys of their hands.

    Each pair of hands is played with a random starter and likely discards: their effect averages
    out over the hands that an opponent may hold.

    Returns:
        (1820, 1820, 2), sums of all plays.
    """
    hands, discards = all_hands(), [_Discards(six, one) for one in chosen]
    found = np.zeros((KEPT_KEYS, KEPT_KEYS, 2), np.uint8)
    for start in range(0, KEPT_KEYS, _KEYS):
        some = np.arange(start, min(start + _KEYS, KEPT_KEYS))
        pone = np.tile(np.repeat(some, KEPT_KEYS), ROUNDS)
        dealer = np.tile(np.arange(KEPT_KEYS), len(pone) // KEPT_KEYS)
        there = ((hands[pone] + hands[dealer]) <= 4).all(axis=1)
        pone, dealer = pone[there], dealer[there]
        kept_ranks = np.stack([hands[dealer], hands[pone]], axis=1)
        away = np.stack([discards[1].drawn(dealer, chance), discards[0].drawn(pone, chance)], 1)
        left = 4.0 - np.minimum(kept_ranks.sum(axis=1) + away.sum(axis=1), 4)
        steps = left.cumsum(axis=1) / left.sum(axis=1, keepdims=True)
        starter = (steps < chance.random((len(steps), 1))).sum(axis=1).astype(np.int8)
        plays = BatchPlay(kept_ranks, np.ones(len(pone), np.int8))
        facts = Known(away, starter, np.zeros(len(pone), np.int8))
        play_out(plays, facts, judge(2, False))
        np.add.at(found, (pone, dealer), plays.points[:, ::-1].astype(np.uint8))
        print(f"\r{start + _KEYS} of {KEPT_KEYS}", end="", file=sys.stderr, flush=True)
    return found


def main(file: Path) -> None:
    """Makes the book and writes it."""
    known, chance = tables(2, False), np.random.default_rng(SEED)
    dealt = deal(DEALS, chance)
    choice = part(dealt[:, :6], known)
    pegs = peg(dealt[:, :6], choice, known, chance)
    np.savez_compressed(
        file,
        dealt=dealt,
        choice=choice,
        pegs=pegs,
        plays=ROUNDS,
        keeps=choose_kept(known, chance),
        flushes=keep_flushes(known, chance),
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
