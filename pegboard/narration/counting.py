"""Scores counted aloud, as players do.

    >>> from pegboard.cribbage.cards import Card, parse_cards
    >>> from pegboard.cribbage.scoring import score_hand
    >>> spoken(score_hand(parse_cards("5H TD 6C 6D"), Card.parse("JS")))
    'fifteen two, fifteen four, and a pair is six'

Fifteens are counted up by twos; every other combination is named with the new total. A double run
is one combination, its pair included. Since no hand is worth nineteen, players say nineteen for
a hand worth nothing; the text explains this.

The texts here are English and translatable: see `pegboard.i18n`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pegboard.cribbage.cards import Cards
from pegboard.cribbage.scoring import Item, Kind, Score
from pegboard.i18n import Message, _, number, series

__all__ = [
    "NOTHING",
    "Phrase",
    "combination_name",
    "number",
    "phrases",
    "spoken",
    "spoken_item",
    "spoken_items",
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

    text: Message
    """``fifteen four``, ``a pair is six``."""
    points: int
    total: int
    """Running total, including this phrase."""
    cards: Cards
    """Cards of the combination; for a double run, all of its cards."""


def phrases(score: Score) -> tuple[Phrase, ...]:
    """Returns the phrases of a hand or crib counted aloud; () for a hand worth nothing."""
    total = 0
    result: list[Phrase] = []
    for name, points, cards in _gathered(score.items):
        total += points
        if name is None:
            text = _("fifteen {total:aloud}", total=total)
        else:
            text = _("{thing} is {total:aloud}", thing=name, total=total)
        result.append(Phrase(text, points, total, cards))
    return tuple(result)


def spoken(score: Score) -> Message:
    """Returns a hand or crib counted aloud; see the module for the wording."""
    texts = [phrase.text for phrase in phrases(score)]
    fifteens = sum(item.kind == Kind.FIFTEEN for item in score.items)
    return _joined(texts[:fifteens], texts[fifteens:]) if texts else NOTHING


def spoken_item(item: Item) -> Message:
    """Returns a single award: ``go for one``, ``his heels for two``, ``four``."""
    if item.kind == Kind.MANUAL:
        return _("{points:aloud}", points=item.points)
    return _("{thing} for {points:aloud}", thing=combination_name(item), points=item.points)


def spoken_items(items: Sequence[Item]) -> Message:
    """Returns several awards for one action."""
    return _joined([spoken_item(item) for item in items[:1]], [spoken_item(i) for i in items[1:]])


def combination_name(item: Item) -> Message:
    """Returns the name of a combination: ``a pair``, ``a run of three``."""
    if item.kind == Kind.RUN:
        # A run that pegs out may score fewer points than it has cards.
        return _("a run of {cards:aloud}", cards=len(item.cards) or item.points)
    return _NAMES[item.kind]


def _gathered(items: Sequence[Item]) -> list[tuple[Message | None, int, Cards]]:
    """Yields each combination (None for a fifteen), its points and its cards.

    The runs and pairs of a double run are one combination.
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
    return None if item.kind == Kind.FIFTEEN else combination_name(item)


def _joined(first: list[Message], others: list[Message]) -> Message:
    if others and (first or len(others) > 1):
        others = [*others[:-1], _("and {that}", that=others[-1])]
    return series([*first, *others])
