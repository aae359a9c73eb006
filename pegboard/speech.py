"""A score as it is said aloud at the table.

    >>> from pegboard.cards import Card, parse_cards
    >>> from pegboard.scoring import score_hand
    >>> spoken(score_hand(parse_cards("5H TD 6C 6D"), Card.parse("JS")))
    'fifteen two, fifteen four, and a pair is six'

Fifteens are counted up by twos; everything else says what it is and what that makes. A double
run is said as one thing, its pair included. No hand is worth nineteen, so players say nineteen
for a hand of nothing; not everybody listening knows that, so it is explained.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pegboard.cards import Cards
from pegboard.scoring import Item, Kind, Score

NOTHING = "nineteen, that is nothing"

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

_NAMES = {
    Kind.HEELS: "his heels",
    Kind.PAIR: "a pair",
    Kind.PAIR_ROYAL: "a pair royal",
    Kind.DOUBLE_PAIR_ROYAL: "a double pair royal",
    Kind.GO: "go",
    Kind.LAST: "last card",
    Kind.FLUSH: "a flush",
    Kind.NOBS: "his nobs",
    Kind.MUGGINS: "muggins",
    Kind.PENALTY: "a penalty",
    Kind.BONUS: "the dealer's bonus",
}


def number(n: int) -> str:
    """A number from 0 to 999 in words: ``thirty-one``, ``one hundred and twenty-one``."""
    if n < 20:
        return _ONES[n]
    if n < 100:
        return _TENS[n // 10 - 2] + (f"-{_ONES[n % 10]}" if n % 10 else "")
    rest = f" and {number(n % 100)}" if n % 100 else ""
    return f"{_ONES[n // 100]} hundred{rest}"


class Phrase(NamedTuple):
    """One breath of a hand counted aloud."""

    said: str
    """``fifteen four``, ``a pair is six``."""
    points: int
    total: int
    """Points so far, these included."""
    cards: Cards
    """What makes them; of a double run, all cards of it."""


def phrases(score: Score) -> tuple[Phrase, ...]:
    """A hand or crib as it is counted aloud, thing after thing; () for a hand of nothing."""
    total = 0
    told: list[Phrase] = []
    for name, points, cards in _gathered(score.items):
        total += points
        said = f"{name} {number(total)}" if name == "fifteen" else f"{name} is {number(total)}"
        told.append(Phrase(said, points, total, cards))
    return tuple(told)


def spoken(score: Score) -> str:
    """A hand or crib as it is counted aloud; see the module for the wording."""
    said = [phrase.said for phrase in phrases(score)]
    fifteens = [phrase for phrase in said if phrase.startswith("fifteen ")]
    return _joined(fifteens, said[len(fifteens) :]) or NOTHING


def spoken_play(count: int, items: Sequence[Item]) -> str:
    """A card as it is laid: the count, and what it scores.

    ``twelve``; ``fifteen for two``; ``twenty, a pair for two``;
    ``thirty-one for two, and a pair royal is eight``.
    """
    said = [number(count)]
    others: list[str] = []
    total = 0
    for item in items:
        total += item.points
        if item.kind in (Kind.FIFTEEN, Kind.THIRTY_ONE):
            said[0] += f" for {number(item.points)}"
        elif total == item.points:
            others.append(f"{_name(item)} for {number(total)}")
        else:
            others.append(f"{_name(item)} is {number(total)}")
    if total and len(others) == 1 and " for " not in said[0]:
        return f"{said[0]}, {others[0]}"
    return _joined(said, others)


def spoken_item(item: Item) -> str:
    """One award by itself: ``go for one``, ``his heels for two``, ``four``."""
    if item.kind == Kind.MANUAL:
        return number(item.points)
    return f"{_name(item)} for {number(item.points)}"


def _name(item: Item) -> str:
    if item.kind == Kind.RUN:
        # A run that pegs out may have had room for less than it is long.
        return f"a run of {number(len(item.cards) or item.points)}"
    return _NAMES.get(item.kind, item.kind.value)


def _gathered(items: Sequence[Item]) -> list[tuple[str, int, Cards]]:
    """Names, points and cards, with the runs and pairs of a double run made one."""
    runs = [item for item in items if item.kind == Kind.RUN]
    if len(runs) < 2:
        return [(_name(item), item.points, item.cards) for item in items]
    length = number(len(runs[0].cards))
    name = {2: f"a double run of {length}", 3: "a triple run", 4: "a double double run"}[len(runs)]
    pairs = (Kind.PAIR, Kind.PAIR_ROYAL)
    together = [item for item in items if item.kind in (*pairs, Kind.RUN)]
    points = sum(item.points for item in together)
    cards = tuple(dict.fromkeys(card for item in together for card in item.cards))
    gathered: list[tuple[str, int, Cards]] = []
    for item in items:
        if item is runs[0]:
            gathered.append((name, points, cards))
        elif item.kind not in (*pairs, Kind.RUN):
            gathered.append((_name(item), item.points, item.cards))
    return gathered


def _joined(first: list[str], others: list[str]) -> str:
    if others and (first or len(others) > 1):
        others = [*others[:-1], f"and {others[-1]}"]
    return ", ".join([*first, *others])
