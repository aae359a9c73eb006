"""Judgements about what is sure: cards read well, plain orders, and suits that count nothing."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from pegboard.cribbage import Action, Card, Play
from pegboard.cribbage.cards import Rank, Suit
from pegboard.cribbage.scoring import hand_points
from pegboard.vision.follow.belief import Belief
from pegboard.vision.follow.crib import ShownCrib
from pegboard.vision.follow.judging import twins
from pegboard.vision.follow.seen.suits import against_twin, twin_of
from pegboard.vision.follow.seen.visit import LIKELY, Visit

MISREAD = 2.0
"""Log odds of a card against its twin from which what was read as its twin was misread: in films of
114 deals all 125 lines with such a card were right."""
BOTH = 2.5
"""The same of all that was read of a card, some of it as its twin: more than two readings that say
nothing lean towards clubs."""
UNASKED = 4.0
"""The same of a card of the crib below which it is not sure, though nobody is asked about it."""
GUESSED = 0.8
"""The same below which its suit is a guess, and asked about all the same: in 220 films four of
eight such cribs were wrong, and none of the five between it and 1.2."""
COURT = 10.0
"""Log odds against its twin from which a black court card is sure: of 236 in 236 films two were
wrong, at 5.0 and 5.4, and in films after them one each at 8.0 and 9.1. A quarter lies below."""
POSSIBLE = 0.3
"""Belief from which a reading counts there."""
FAR = 3
"""Lines taken back from which the new ones may be no better than those."""


def read_well(card: Card, among: Sequence[Visit], known: Collection[Card]) -> bool:
    """Returns whether a card was read without doubt somewhere, and is not likelier to be its twin.

    Args:
        card: the card.
        among: all visits.
        known: cards of which is told where they are; a twin among them is a card of its own.
    """
    new = [v for v in among if not v.old]
    if not any(v.clear and v.card == card for v in new):
        return False
    either = [v for v in new if v.card == card or _is_twin(v, card, known)]
    if not any(v.card != card and v.belief >= LIKELY for v in either):
        return True
    seen = [v for v in either if v.belief >= POSSIBLE]
    return sum(against_twin(card, v.fair) for v in seen) >= BOTH


def told_from_twin(card: Card, among: Sequence[Visit], by: float = MISREAD) -> bool:
    """Returns whether a card was told from its twin without doubt once, where nothing repeats it.

    Args:
        card: the card.
        among: all visits that it may have paid.
        by: log odds from which there is no doubt.
    """
    seen = (v for v in among if not v.old and v.card == card)
    return any(against_twin(card, v.fair) >= by for v in seen)


def told_apart(card: Card, among: Sequence[Visit]) -> bool:
    """Returns whether a card that was played is surely not its twin.

    The black court cards of many decks are hard to tell apart: little of them but the sign and one
    pip differs, and is drawn alike.

    Args:
        card: the card.
        among: all visits.
    """
    black_court = card.rank >= Rank.JACK and card.suit in (Suit.CLUBS, Suit.SPADES)
    return not black_court or told_from_twin(card, among, COURT)


def judged(shown: ShownCrib, best: Belief, laid: Sequence[Visit]) -> tuple[bool, bool]:
    """Judges whether a crib that lies open is sure, and whether a person is to be asked about it.

    Args:
        shown: the crib.
        best: what is taken for the play of the deal, complete.
        laid: all visits since then.

    Returns:
        Whether it is sure, and whether a person is asked.
    """
    cards = shown.crib.cards
    known = (*best.cards, *cards)
    doubtful = set(shown.unclear)
    alone = set(cards) - shown.by_twins
    for card in alone:
        if not (read_well(card, laid, known) and told_from_twin(card, laid)):
            doubtful.add(card)
    starter = best.starter
    assert starter is not None  # all hands were played
    close = {
        card
        for card in alone
        if not (told_from_twin(card, laid, UNASKED) and told_apart(card, laid))
    }
    guessed = any(
        twin_of(card) not in known and not told_from_twin(card, laid, GUESSED)
        for card in alone & doubtful
    )
    plain = shown.sure and not doubtful
    matters = suits_matter(cards, starter, doubtful, known)
    asked = not plain and (matters or guessed or not shown.ranks_sure)
    return plain and not close, asked


def suits_matter(
    crib: Sequence[Card], starter: Card, doubtful: Collection[Card], known: Collection[Card]
) -> bool:
    """Returns whether a crib may count differently where some of its cards are their twins.

    Args:
        crib: its four cards, as they were read.
        starter: the starter.
        doubtful: those of the four that may be their twins.
        known: cards that lie elsewhere, so that none of the four is one of them.
    """
    either = [
        (card, twin_of(card)) if card in doubtful and twin_of(card) not in known else (card,)
        for card in crib
    ]
    cribs = (each for each in itertools.product(*either) if len(set(each)) == len(crib))
    return len({hand_points(each, starter, crib=True) for each in cribs}) > 1


def _is_twin(visit: Visit, card: Card, known: Collection[Card]) -> bool:
    """Returns whether something was read as a card's twin, which is not known to lie anywhere."""
    return twins(visit.card, card) and visit.card != card and visit.card not in known


class Orders:
    """The lines that each line of a deal was told to follow."""

    def __init__(self) -> None:
        """Starts with nothing told."""
        self._before: dict[Action, Action] = {}
        self._moved: set[Action] = set()

    def moved(self, lines: Sequence[Action], undone: int) -> set[Action]:
        """Notes lines, and returns the plays that late evidence put elsewhere, now or before.

        Args:
            lines: those that are to stand, in order.
            undone: how many that stand are taken back for them.
        """
        pairs = [(b, a) for a, b in itertools.pairwise(lines) if isinstance(b, Play)]
        if undone >= FAR:
            self._moved |= {line for line, before in pairs if self._differs(line, before)}
        self._before |= dict(pairs)
        return self._moved

    def _differs(self, line: Action, before: Action) -> bool:
        return self._before.get(line, before) != before
