"""Values of discards: mean points of the hand kept, of the play and of the crib.

Cards are indices into `cribbage.cards.DECK`, so that many hands are evaluated at once. The hand's
mean over every unseen starter is exact; those of the crib and the play come from self-play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.players.batch_scoring import Hands

RANKS = 13
Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.integer]


class Worth(NamedTuple):
    """Discard tables for one number of players; role 1 shares the crib, role 0 is against it."""

    crib: Floats
    """(role, `away_key`): mean points of the crib with these discards."""
    play: Floats
    """(role, `kept_key`): points pegged in the play less the others' mean."""
    seats: int = 2
    partners: bool = False

    @property
    def dealt(self) -> int:
        """Number of cards dealt to a seat."""
        return 6 if self.seats == 2 else 5

    def split(self, hands: Places, choice: npt.NDArray[np.intp]) -> tuple[Places, Places]:
        """Returns the cards kept and discarded from each hand, given the index of its choice.

        Returns:
            (hands, 4) and (hands, 1 or 2), cards as numbers 0 to 51.
        """
        keep, away = choices(self.dealt)
        return np.take_along_axis(hands, keep[choice], 1), np.take_along_axis(
            hands, away[choice], 1
        )

    def weigh(self, hands: Places, own: npt.NDArray[np.bool_]) -> Floats:
        """Returns the mean points of every choice from each hand, (hands, choices).

        Args:
            hands: (hands, 6) or (hands, 5), all different cards.
            own: (hands,), True where the crib belongs to the player's side.
        """
        keep, away = choices(self.dealt)
        options = len(keep)
        kept_cards = hands[:, keep].reshape(-1, 4)
        discarded = hands[:, away].reshape(len(kept_cards), -1)
        points = hand_means(kept_cards, np.repeat(hands, options, axis=0))
        role = np.repeat(own, options).astype(np.intp)
        crib = self.crib[role, away_key(discarded)]
        points += np.where(role == 1, crib, -crib)
        points += self.play[role, kept_key(kept_cards)]
        return points.reshape(len(hands), options)

    def best(self, hands: Places, own: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
        """Returns the index of the best choice for every hand, (hands,)."""
        return np.asarray(self.weigh(hands, own).argmax(axis=1))


@cache
def choices(dealt: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Returns every way to keep four of 5 or 6 cards.

    Returns:
        Positions kept, (choices, 4), and positions discarded, (choices, 1 or 2).
    """
    keep = np.array(list(combinations(range(dealt), 4)))
    away = np.array([[n for n in range(dealt) if n not in four] for four in keep])
    return keep, away


def hand_means(kept: Places, dealt: Places) -> Floats:
    """Returns the exact average points of four cards over every starter that was not dealt.

    Args:
        kept: (n, 4).
        dealt: (n, 5) or (n, 6), the kept cards among them.
    """
    points = Hands(kept).every_starter()
    np.put_along_axis(points, np.asarray(dealt, np.intp), 0, axis=1)
    total = points.sum(axis=1, dtype=np.int32)
    return np.asarray(total / np.float32(52 - dealt.shape[1]), np.float32)


def away_key(cards: Places) -> npt.NDArray[np.intp]:
    """Returns the key of the discarded cards: their ranks, and whether they share a suit.

    Returns:
        (hands,). One card: 0 to 12. Two: 0 to 168 by both ranks in either order, 169 more if
        suited.
    """
    ranks = np.asarray(cards % RANKS, np.intp)
    if cards.shape[1] == 1:
        return np.asarray(ranks[:, 0])
    ranks = np.sort(ranks, axis=1)
    suited = (cards[:, 0] // RANKS == cards[:, 1] // RANKS).astype(np.intp)
    return np.asarray(ranks[:, 0] * RANKS + ranks[:, 1] + RANKS * RANKS * suited)


AWAY_KEYS = {1: RANKS, 2: 2 * RANKS * RANKS}
"""Number of keys, by number of cards discarded."""


@cache
def _four_ranks() -> npt.NDArray[np.intp]:
    numbers = np.full(RANKS**4, -1, np.intp)
    for number, ranks in enumerate(combinations_with_replacement(range(RANKS), 4)):
        a, b, c, d = ranks
        numbers[((a * RANKS + b) * RANKS + c) * RANKS + d] = number
    return numbers


KEPT_KEYS = 1820
"""Number of different sets of four ranks."""


def kept_key(cards: Places) -> npt.NDArray[np.intp]:
    """Returns a key, 0 to 1819, for the ranks of each hand's four cards, (hands,)."""
    a, b, c, d = np.sort(np.asarray(cards % RANKS, np.intp), axis=1).T
    return np.asarray(_four_ranks()[((a * RANKS + b) * RANKS + c) * RANKS + d])


def kept_ranks(key: int) -> Sequence[int]:
    """Returns the four ranks of a `kept_key`."""
    place = int(np.flatnonzero(_four_ranks() == key)[0])
    return [place // RANKS**3, place // RANKS**2 % RANKS, place // RANKS % RANKS, place % RANKS]
