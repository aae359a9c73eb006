"""Certainty: which lines are sure, and which doubts justify asking a person."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from pegboard.cribbage import Action, Card, Play
from pegboard.cribbage.cards import Rank, Suit
from pegboard.cribbage.scoring import hand_points
from pegboard.vision.follow.crib import ShownCrib
from pegboard.vision.follow.hypothesis import Hypothesis
from pegboard.vision.follow.tracking.suits import are_twins, log_odds_against_twin, twin_of
from pegboard.vision.follow.tracking.track import LIKELY, Track

MISREAD_LOG_ODDS = 2.0
"""Log odds against the twin above which a card is not its twin; in films of 114 deals, all 125
lines that depended on it were right."""
COMBINED_LOG_ODDS = 2.5
"""The same, summed over all tracks of a card or its twin; higher than two neutral readings reach by
`CLUB_BIAS`."""
CRIB_SUIT_LOG_ODDS = 4.0
"""Log odds against its twin below which a crib card is unsure, though nobody is asked about it."""
GUESS_LOG_ODDS = 0.8
"""Log odds below which the suit of a crib card is a guess that people are asked about; in 220
films 4 of 8 such cribs were wrong, and none of 5 between this value and 1.2."""
COURT_LOG_ODDS = 10.0
"""Log odds against its twin above which a black court card is sure; of 236 in 236 films two were
wrong, at 5.0 and 5.4, later one each at 8.0 and 9.1. A quarter of these cards are below it."""
MIN_PROBABILITY = 0.3
"""Minimum probability of a track that counts in a sum of log odds."""
MIN_UNDONE = 3
"""Number of plays undone at once above which their replacements need the higher margin."""


def is_read_surely(card: Card, tracks: Sequence[Track], known: Collection[Card]) -> bool:
    """Returns whether a track confirmed a card, and its twin is not the likelier reading.

    Args:
        card: the card.
        tracks: all tracks.
        known: cards with a known place; if the twin is among them, tracks of the twin do not count.
    """
    new = [t for t in tracks if not t.is_old]
    if not any(t.is_confirmed and t.card == card for t in new):
        return False
    either = [t for t in new if t.card == card or _is_stray_twin(t, card, known)]
    if not any(t.card != card and t.probability >= LIKELY for t in either):
        return True
    candidates = [t for t in either if t.probability >= MIN_PROBABILITY]
    return sum(log_odds_against_twin(card, t.calibrated) for t in candidates) >= COMBINED_LOG_ODDS


def is_distinguished(
    card: Card, tracks: Sequence[Track], min_log_odds: float = MISREAD_LOG_ODDS
) -> bool:
    """Returns whether some track of a card distinguishes it from its twin.

    Meant for cards that were read at one place only.

    Args:
        card: the card.
        tracks: all tracks that may be of the card.
        min_log_odds: least log odds against the twin.
    """
    candidates = (t for t in tracks if not t.is_old and t.card == card)
    return any(log_odds_against_twin(card, t.calibrated) >= min_log_odds for t in candidates)


def is_suit_sure(card: Card, tracks: Sequence[Track]) -> bool:
    """Returns whether a played card is surely not its twin.

    Black court cards need far higher log odds: in many decks they differ from their twins only by
    the suit sign and one pip, both drawn alike.

    Args:
        card: the card.
        tracks: all tracks.
    """
    black_court = card.rank >= Rank.JACK and card.suit in (Suit.CLUBS, Suit.SPADES)
    return not black_court or is_distinguished(card, tracks, COURT_LOG_ODDS)


def judge_crib(shown: ShownCrib, best: Hypothesis, laid: Sequence[Track]) -> tuple[bool, bool]:
    """Returns whether a crib is sure, and whether to ask a person about it.

    Args:
        shown: crib as shown on the table.
        best: best hypothesis; complete.
        laid: all tracks that began since the last play.

    Returns:
        Whether it is sure, and whether to ask.
    """
    cards = shown.crib.cards
    known_cards = (*best.cards, *cards)
    doubtful = set(shown.unconfirmed)
    alone = set(cards) - shown.known_by_twin
    for card in alone:
        if not (is_read_surely(card, laid, known_cards) and is_distinguished(card, laid)):
            doubtful.add(card)
    starter = best.starter
    assert starter is not None  # complete, so the starter has been cut
    close = {
        card
        for card in alone
        if not (is_distinguished(card, laid, CRIB_SUIT_LOG_ODDS) and is_suit_sure(card, laid))
    }
    guessed = any(
        twin_of(card) not in known_cards and not is_distinguished(card, laid, GUESS_LOG_ODDS)
        for card in alone & doubtful
    )
    is_certain = shown.is_sure and not doubtful
    suits_matter = suits_affect_score(cards, starter, doubtful, known_cards)
    should_ask = not is_certain and (suits_matter or guessed or not shown.are_ranks_sure)
    return is_certain and not close, should_ask


def suits_affect_score(
    crib: Sequence[Card], starter: Card, doubtful: Collection[Card], known: Collection[Card]
) -> bool:
    """Returns whether a crib may score differently if doubtful cards are their twins.

    Args:
        crib: its four cards, as read.
        starter: the starter.
        doubtful: those of the four that may be their twins.
        known: cards that lie elsewhere, so none of the four can be one of them.
    """
    either = [
        (card, twin_of(card)) if card in doubtful and twin_of(card) not in known else (card,)
        for card in crib
    ]
    cribs = (four for four in itertools.product(*either) if len(set(four)) == len(crib))
    return len({hand_points(four, starter, crib=True) for four in cribs}) > 1


def _is_stray_twin(track: Track, card: Card, known: Collection[Card]) -> bool:
    """Returns whether a track is read as a card's twin, and that twin has no known place."""
    return are_twins(track.card, card) and track.card != card and track.card not in known


class OrderHistory:
    """Record of which line each play of a deal was emitted after."""

    def __init__(self) -> None:
        """Creates the initial, empty state."""
        self._before: dict[Action, Action] = {}
        self._moved: set[Action] = set()

    def find_moved(self, lines: Sequence[Action], undone: int) -> set[Action]:
        """Records the lines, and returns all plays whose order late evidence has changed so far.

        Args:
            lines: the lines that are to stand, in order.
            undone: number of emitted lines that they undo.
        """
        pairs = [(b, a) for a, b in itertools.pairwise(lines) if isinstance(b, Play)]
        if undone >= MIN_UNDONE:
            self._moved |= {line for line, before in pairs if self._is_moved(line, before)}
        self._before |= dict(pairs)
        return self._moved

    def _is_moved(self, line: Action, before: Action) -> bool:
        return self._before.get(line, before) != before
