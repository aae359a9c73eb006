"""Scoring: a hand or crib in the show, and a card in the play.

A hand's score, except flush and nobs, depends only on its ranks, and five cards have
only 6,175 patterns of ranks. Each pattern is computed once, on first use, and looked
up from then on; that makes `score_hand` fast enough for a page and `hand_points` fast enough
for a computer opponent on a small Pi. A pattern is identified by adding one number per
card: the numbers are chosen so that no two patterns have the same sum.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from pegboard.cribbage.cards import DECK, Card, Cards, Rank


class Kind(StrEnum):
    """Reasons to peg points, named as in the record."""

    HEELS = "heels"
    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    PAIR = "pair"
    PAIR_ROYAL = "pair-royal"
    DOUBLE_PAIR_ROYAL = "double-pair-royal"
    RUN = "run"
    GO = "go"
    LAST = "last"
    FLUSH = "flush"
    NOBS = "nobs"
    MUGGINS = "muggins"
    MANUAL = "manual"
    PENALTY = "penalty"
    BONUS = "bonus"


class Item(NamedTuple):
    """One reason to peg: its kind, its points, and its cards (possibly none)."""

    kind: Kind
    points: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The whole score of some cards, item by item, in the order they are counted aloud."""

    items: tuple[Item, ...] = ()

    @property
    def total(self) -> int:
        """Points of all items together."""
        return sum(item.points for item in self.items)


def score_hand(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> Score:
    """Counts four cards with the starter, item by item.

    Items come as they are counted aloud: fifteens, pairs, runs, flush, nobs. A double run is two
    runs and a pair. In the crib a flush counts only if the starter is of its suit too.

    Args:
        hand: four different cards, in any order.
        starter: a fifth card.
        crib: count by the rule of the crib.

    Raises:
        ValueError: not five different cards.
    """
    if len(hand) != 4 or len({*hand, starter}) != 5:
        raise ValueError(
            f"a hand is four different cards and a starter, not {' '.join(map(str, hand))}"
            f" with {starter}"
        )
    return score_shown(hand, starter, crib)


def score_shown(hand: Sequence[Card], starter: Card, crib: bool) -> Score:
    """Counts like `score_hand`, unvalidated: a camera may have misread a card."""
    cards = sorted((*hand, starter))
    key = sum([_CODES[card] for card in cards]) >> _SUIT_BITS
    found = _items.get(key)
    if found is None:
        found = _items[key] = _find_items([card.rank for card in cards])
    items = [Item(kind, points, pick(cards)) for kind, points, pick in found]
    flush = _flush(hand, starter, crib)
    if flush:
        items.append(Item(Kind.FLUSH, flush, tuple(hand) if flush == 4 else (*hand, starter)))
    nobs = _NOBS[starter]
    if nobs in hand:
        items.append(Item(Kind.NOBS, 1, (nobs,)))
    return Score(tuple(items))


def hand_points(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """Returns only the total of `score_hand`, faster.

    The cards must be five different ones, which is not checked.
    """
    a, b, c, d = hand
    four = _CODES[a] + _CODES[b] + _CODES[c] + _CODES[d]
    key = (four + _CODES[starter]) >> _SUIT_BITS
    try:
        points = _points[key]
    except KeyError:
        ranks = [a.rank, b.rank, c.rank, d.rank, starter.rank]
        points = _points[key] = rank_points(ranks) + (_JACK if Rank.JACK in ranks else 0)
    if points >= _JACK:
        points -= _JACK
        if _NOBS[starter] in hand:
            points += 1
    if four & _SUIT_MASK in _FLUSHES:
        points += _flush(hand, starter, crib)
    return points


def score_play(pile: Sequence[Card]) -> Score:
    """Returns the score of the pile's last card.

    Fifteen, thirty-one, pairs and the longest run.

    Go and last are not included: they depend on who can still play.

    Args:
        pile: the cards since the last reset, in the order they were laid.
    """
    items: list[Item] = []
    count = sum([card.value for card in pile])
    if count == 15:
        items.append(Item(Kind.FIFTEEN, 2, tuple(pile)))
    elif count == 31:
        items.append(Item(Kind.THIRTY_ONE, 2, tuple(pile)))
    ranks = [card.rank for card in reversed(pile)]
    same = 1
    while same < min(4, len(ranks)) and ranks[same] == ranks[0]:
        same += 1
    if same > 1:
        items.append(Item(*_PAIRS[same], tuple(pile[-same:])))
    for length in range(min(len(ranks), _LONGEST_RUN), 2, -1):
        if _is_run(ranks[:length]):
            items.append(Item(Kind.RUN, length, tuple(pile[-length:])))
            break
    return Score(tuple(items))


# Five of a rank are ten pairs: a card was misread as one that is already there.
_PAIRS = {
    2: (Kind.PAIR, 2),
    3: (Kind.PAIR_ROYAL, 6),
    4: (Kind.DOUBLE_PAIR_ROYAL, 12),
    5: (Kind.DOUBLE_PAIR_ROYAL, 20),
}

# A 2 3 4 5 6 7 make 28; with eight cards the least run, A to 8, would pass 31.
_LONGEST_RUN = 7


def _is_run(ranks: Sequence[int]) -> bool:
    return len(set(ranks)) == len(ranks) == max(ranks) - min(ranks) + 1


def _flush(hand: Sequence[Card], starter: Card, crib: bool) -> int:
    """Returns 5 with the starter, 4 without (never in the crib), 0 for no flush."""
    suit = hand[0].suit
    if any(card.suit != suit for card in hand):
        return 0
    if starter.suit == suit:
        return 5
    return 0 if crib else 4


# A card's code is a number for its rank, then three bits for each suit to count up to five in.
# The rank numbers make the sums of any five ranks distinct, with no rank more than four
# times; tests/cribbage/test_scoring.py proves it.
_SUIT_BITS = 12
_SUIT_MASK = (1 << _SUIT_BITS) - 1
RANK_CODES = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_CODES = {
    card: RANK_CODES[card.rank - 1] << _SUIT_BITS | 1 << 3 * "CDHS".index(card.suit)
    for card in DECK
}
# Four cards of one suit; two or three suits never add up to one of these.
_FLUSHES = {4 << 3 * suit for suit in range(4)}
# The card that would be nobs with this starter. A jack turned up has no nobs: it is not in a hand.
_NOBS = {card: Card(Rank.JACK, card.suit) for card in DECK}

# Points of five ranks, by the sum of their codes. `_JACK` is added where a jack is among
# them, so that only those hands are searched for nobs; no pattern is worth that much.
_points: dict[int, int] = {}
_JACK = 64

_Pick = Callable[[Sequence[Card]], Cards]  # the five cards, sorted -> the cards of the item
_items: dict[int, tuple[tuple[Kind, int, _Pick], ...]] = {}
# All patterns consist of a few different items, so each item is stored once.
_shared: dict[tuple[Kind, int, tuple[int, ...]], tuple[Kind, int, _Pick]] = {}


def _find_items(ranks: Sequence[Rank]) -> tuple[tuple[Kind, int, _Pick], ...]:
    """Returns fifteens, pairs and runs of five sorted ranks, each with its cards' positions."""
    found: list[tuple[Kind, int, tuple[int, ...]]] = []
    sets = [places for size in range(2, 6) for places in combinations(range(5), size)]
    for places in sets:
        if sum(min(ranks[place], 10) for place in places) == 15:
            found.append((Kind.FIFTEEN, 2, places))
    for rank in sorted(set(ranks)):
        places = tuple(place for place in range(5) if ranks[place] == rank)
        if len(places) > 1:
            found.append((*_PAIRS[len(places)], places))
    for length in (5, 4, 3):
        runs = [p for p in combinations(range(5), length) if _is_run([ranks[i] for i in p])]
        found += [(Kind.RUN, length, places) for places in runs]
        if runs:
            break
    return tuple(
        _shared.setdefault(item, (item[0], item[1], itemgetter(*item[2]))) for item in found
    )


def rank_points(ranks: Sequence[Rank]) -> int:
    """Returns the points of five ranks in fifteens, pairs and runs.

    Flush and nobs need the suits.
    """
    ways = [1] + [0] * 15  # number of sets of cards, by their sum
    for rank in ranks:
        value = min(rank, 10)
        for total in range(15, value - 1, -1):
            ways[total] += ways[total - value]
    points = 2 * ways[15]
    length, times = 0, 1
    held = list(map(ranks.count, Rank))
    for copies in (*held, 0):
        points += copies * (copies - 1)  # 2, 6, 12
        if copies:
            length, times = length + 1, times * copies
        else:
            if length >= 3:
                points += length * times
            length, times = 0, 1
    return points
