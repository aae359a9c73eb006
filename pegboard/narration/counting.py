"""A score as players count it aloud.

    >>> from pegboard.cribbage.cards import Card, parse_cards
    >>> from pegboard.cribbage.scoring import score_hand
    >>> spoken(score_hand(parse_cards("5H TD 6C 6D"), Card.parse("JS")))
    'fifteen two, fifteen four, and a pair is six'

Fifteens are counted up by twos; everything else says what it is and what that makes. A double
run is said as one thing, its pair included. No hand is worth nineteen, so players say nineteen
for a hand of nothing; not everybody listening knows that, so it is explained.

The texts here are English and translatable: see `pegboard.i18n`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pegboard.cribbage.cards import Cards
from pegboard.cribbage.scoring import Item, Kind, Score
from pegboard.i18n import Message, _, number, series

__all__ = [
    "NOTHING", "Phrase", "number", "phrases", "spoken", "spoken_item", "spoken_items",
    "thing",
]  # fmt: skip

NOTHING = _("nineteen, that is nothing")

_NAMES = {
    Kind.HEELS: _("his heels"),
    Kind.PAIR: _("a pair"),
    Kind.PAIR_ROYAL: _("a pair royal"),
    Kind.DOUBLE_PAIR_ROYAL: _("a double pair royal"),
    Kind.GO: _("go"),
    Kind.LAST: _("last card"),
    Kind.FLUSH: _("a flush"),
    Kind.NOBS: _("his nobs"),
    Kind.MUGGINS: _("muggins"),
    Kind.PENALTY: _("a penalty"),
    Kind.BONUS: _("the dealer's bonus"),
    Kind.FIFTEEN: _("fifteen"),
    Kind.THIRTY_ONE: _("thirty-one"),
    Kind.MANUAL: _("pegged"),
}


class Phrase(NamedTuple):
    """One phrase of a hand counted aloud."""

    said: Message
    """``fifteen four``, ``a pair is six``."""
    points: int
    total: int
    """Points so far, these included."""
    cards: Cards
    """Cards that make them; of a double run, all cards of it."""


def phrases(score: Score) -> tuple[Phrase, ...]:
    """Returns a hand or crib as players count it aloud, phrase by phrase.

    () for a hand of nothing.
    """
    total = 0
    told: list[Phrase] = []
    for name, points, cards in _gathered(score.items):
        total += points
        if name is None:
            said = _("fifteen {total:aloud}", total=total)
        else:
            said = _("{thing} is {total:aloud}", thing=name, total=total)
        told.append(Phrase(said, points, total, cards))
    return tuple(told)


def spoken(score: Score) -> Message:
    """Returns a hand or crib as players count it aloud; see the module for the wording."""
    said = [phrase.said for phrase in phrases(score)]
    fifteens = sum(item.kind == Kind.FIFTEEN for item in score.items)
    return _joined(said[:fifteens], said[fifteens:]) if said else NOTHING


def spoken_item(item: Item) -> Message:
    """Returns one award alone: ``go for one``, ``his heels for two``, ``four``."""
    if item.kind == Kind.MANUAL:
        return _("{points:aloud}", points=item.points)
    return _("{thing} for {points:aloud}", thing=thing(item), points=item.points)


def spoken_items(items: Sequence[Item]) -> Message:
    """Returns simultaneous awards, one after the other."""
    return _joined([spoken_item(item) for item in items[:1]], [spoken_item(i) for i in items[1:]])


def thing(item: Item) -> Message:
    """Returns the name of a combination: ``a pair``, ``a run of three``."""
    if item.kind == Kind.RUN:
        # A run that pegs out may have had room for less than it is long.
        return _("a run of {cards:aloud}", cards=len(item.cards) or item.points)
    return _NAMES[item.kind]


def _gathered(items: Sequence[Item]) -> list[tuple[Message | None, int, Cards]]:
    """Returns the combination (None: a fifteen), its points and its cards.

    Runs and pairs of a double run are one.
    """
    runs = [item for item in items if item.kind == Kind.RUN]
    if len(runs) < 2:
        return [(_counted(item), item.points, item.cards) for item in items]
    name = {
        2: _("a double run of {cards:aloud}", cards=len(runs[0].cards)),
        3: _("a triple run"),
        4: _("a double double run"),
    }[len(runs)]
    pairs = (Kind.PAIR, Kind.PAIR_ROYAL)
    together = [item for item in items if item.kind in (*pairs, Kind.RUN)]
    points = sum(item.points for item in together)
    cards = tuple(dict.fromkeys(card for item in together for card in item.cards))
    gathered: list[tuple[Message | None, int, Cards]] = []
    for item in items:
        if item is runs[0]:
            gathered.append((name, points, cards))
        elif item.kind not in (*pairs, Kind.RUN):
            gathered.append((_counted(item), item.points, item.cards))
    return gathered


def _counted(item: Item) -> Message | None:
    return None if item.kind == Kind.FIFTEEN else thing(item)


def _joined(first: list[Message], others: list[Message]) -> Message:
    if others and (first or len(others) > 1):
        others = [*others[:-1], _("and {that}", that=others[-1])]
    return series([*first, *others])
