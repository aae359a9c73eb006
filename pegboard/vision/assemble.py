"""Pairing of indices into cards: each card has two, and occurs only once in a picture.

Two indices form a card if they point in opposite directions, at the distance (in index
heights) between the corners of a 63 x 88 mm card. Their probabilities are then multiplied.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.vision.confidence import ACCEPTED, CERTAIN
from pegboard.vision.crops import Spot
from pegboard.vision.glyphs import RANKS
from pegboard.vision.outlines import (
    Outline,
    apart,
    card_outline,
    depth,
    extent,
    index_outline,
    outline_from_index,
)
from pegboard.vision.pips import NO_PIPS, SUITS, by_card
from pegboard.vision.read import Index, Odds

_MIN_PRESENCE = 0.2
"""Presence below which an index is not paired."""
_PARTNER_WEIGHT = 0.35
"""Weight with which a partner raises the presence of an index."""
_FIRM_PRESENCE = 0.6
"""Presence of both above which two indices that show different cards are on two cards."""
_MIN_AGREEMENT = 0.1
"""Minimum probability that two indices show the same card. Otherwise the product of two doubtful
ones could confidently name a third card."""
_UNCLEAR_DOUBT = 1 - CERTAIN + 0.01
"""Doubt of a card that is unclear or reads the same as another: just too much to be certain."""
_MIN_BEST_CORNER = 0.75
"""Minimum probability, by the better corner, of a certain card. Errors of both corners correlate,
so the product of two weak ones overstates the evidence."""
_CARD_MARGIN = 0.1
"""Margin around a card, in card widths, within which an index may belong to it."""
_SAME_CENTRE = 1.0
"""Maximum distance between the centres of two pairs on one card, in index heights."""
_DOUBTFUL_CONFIDENCE = ACCEPTED + 0.01
"""Confidence of a card with a doubtful letter: enough to be reported, and asked about."""
# Distances in index heights. Two indices are on different cards if they are the same way up and
# their distance is between the first two, or if it exceeds the third (longer than any card).
_SAME_INDEX, _NEIGHBOURS, _TOO_FAR = 0.42, 2.0, 9.0


Suits = npt.NDArray[np.float64]
"""Log odds of the four suits, in the order of the deck."""
ReadPips = Callable[[Sequence[tuple[Outline, int]]], npt.NDArray[np.float64]]
"""Function that returns the log odds of the four suits of some cards by their pips, (cards, 4).

A card is given by its outline, clockwise from above its index, and its rank, 0 (ace) to 12.
"""
_SUIT_DOUBT_RATIO = 1e-3
"""Ratio of the second likeliest suit to the first, by both indices, below which the suit is
certain. Reading the pips of all cards doubled the time and changed none of 300 cards."""


class CardCandidate(NamedTuple):
    """A possible card: its number in `cribbage.cards.DECK`, and how and where it was read.

    Attributes:
        card: number of the card.
        confidence: 0..1.
        corners: outline of the card, or of its index.
        odds: probability of each card of the deck.
        index_px: height of its index in pixels.
        pips: log odds of the suits by its pips, included in `odds`; all 0 if not read.
        has_both: both of its indices are visible.
    """

    card: int
    confidence: float
    corners: Outline
    odds: Odds
    index_px: float
    pips: Suits
    has_both: bool = False


def assemble(
    indices: list[Index], read_pips: ReadPips | None = None, *, in_doubt_only: bool = False
) -> list[CardCandidate]:
    """Returns each card once, with its best confidence, best first; includes doubtful ones.

    Args:
        indices: all indices of one picture.
        read_pips: reads the pips of cards whose outline is known.
        in_doubt_only: read only the pips of cards whose suit is uncertain.
    """
    original, indices = indices, enforce_uniqueness(indices)
    partner = pairs(indices)
    ratio = _card_width(indices, partner)
    odds = [
        index.odds if i not in partner else _joint(index.odds, indices[partner[i]].odds)
        for i, index in enumerate(indices)
    ]
    pips = {} if read_pips is None else _pips(indices, odds, partner, read_pips, in_doubt_only)
    combined = [_with_suits(row, pips.get(i, NO_PIPS)) for i, row in enumerate(odds)]
    combined, alike = _exclude_rivals(indices, combined, partner)
    unclear = alike | _weak_pairs(original, partner) | _mismatched_corners(original, partner)
    best: dict[int, CardCandidate] = {}
    for i, index in enumerate(indices):
        j, presence, suits = partner.get(i), index.presence, pips.get(i, NO_PIPS)
        doubt = index.doubt
        if j is not None:
            presence = 1 - (1 - presence) * (1 - indices[j].presence * _PARTNER_WEIGHT)
            doubt = _pair_doubt(index, indices[j])
        doubt = max(doubt, _UNCLEAR_DOUBT if i in unclear else 0.0)
        card = int(combined[i].argmax())
        confidence = _capped(presence * float(combined[i][card]), doubt)
        if card not in best or confidence > best[card].confidence:
            if j is not None:
                corners = card_outline(index.spot, indices[j].spot)
            elif ratio is not None:
                corners = outline_from_index(index.spot, ratio)
            else:
                corners = index_outline(index.spot)
            best[card] = CardCandidate(
                card, confidence, corners, combined[i], index.spot.size, suits, j is not None
            )
    return sorted(best.values(), key=lambda candidate: -candidate.confidence)


def _exclude_rivals(
    indices: list[Index], odds: list[Odds], partner: dict[int, int]
) -> tuple[list[Odds], frozenset[int]]:
    """Lowers the odds that a complete card is one that another complete card already is.

    If two cards read the same, neither is sure: one is misread, or the pack has duplicates.

    Returns:
        The odds of every index, and the numbers of the indices on cards that read the same.
    """
    both = [(i, j) for i, j in partner.items() if i < j]
    firm = {i: min(indices[i].presence, indices[j].presence) * odds[i] for i, j in both}
    result, alike = list(odds), set()
    for i, j in both:
        rivals = [n for n, m in both if n != i and not _is_same_card(indices, (i, j), (n, m))]
        left = math.prod((1 - firm[n] for n in rivals), start=np.ones_like(odds[i]))
        lowered = odds[i] * np.clip(left, 1e-3, 1)
        result[i] = result[j] = lowered / lowered.sum()
        if any(odds[n].argmax() == odds[i].argmax() for n in rivals):
            alike |= {i, j}
    for i, index in enumerate(indices):
        if i not in partner and index.presence >= _FIRM_PRESENCE:
            card = int(index.odds.argmax())
            same = [pair for pair in both if odds[pair[0]].argmax() == card]
            if any(_lies_apart(index.spot, *(indices[n].spot for n in pair)) for pair in same):
                alike |= {i, *itertools.chain(*same)}
    return result, frozenset(alike)


def _lies_apart(spot: Spot, a: Spot, b: Spot) -> bool:
    """Returns whether an index lies outside the card spanned by two others."""
    outline = card_outline(a, b)
    return depth((spot.x, spot.y), outline) < -_CARD_MARGIN


def _weak_pairs(indices: list[Index], partner: dict[int, int]) -> frozenset[int]:
    """Returns the indices of cards that neither corner identifies on its own."""
    weak: set[int] = set()
    for i, j in partner.items():
        a, b = indices[i].odds, indices[j].odds
        card = int(_joint(a, b).argmax())
        if max(a[card], b[card]) < _MIN_BEST_CORNER:
            weak |= {i, j}
    return frozenset(weak)


def _mismatched_corners(indices: list[Index], partner: dict[int, int]) -> frozenset[int]:
    """Returns the unpaired indices that fit one card but differ in suit or rank.

    This keeps one card from coming out as two, such as the 9 of clubs and the 9 of diamonds.
    """
    alone = [
        i for i, index in enumerate(indices) if i not in partner and index.presence > _MIN_PRESENCE
    ]
    mismatched: set[int] = set()
    for i, j in itertools.combinations(alone, 2):
        (suit, rank), (suit_too, rank_too) = (
            divmod(int(indices[n].odds.argmax()), RANKS) for n in (i, j)
        )
        if (suit == suit_too) != (rank == rank_too) and fits_card(indices[i].spot, indices[j].spot):
            mismatched |= {i, j}
    return frozenset(mismatched)


def _is_same_card(indices: list[Index], a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Returns whether two pairs share a centre: the card then has an index in every corner."""
    (ax, ay), (bx, by) = (
        ((indices[i].spot.x + indices[j].spot.x) / 2, (indices[i].spot.y + indices[j].spot.y) / 2)
        for i, j in (a, b)
    )
    return math.hypot(ax - bx, ay - by) < _SAME_CENTRE * indices[a[0]].spot.size


def _pair_doubt(a: Index, b: Index) -> float:
    """Returns how doubtful a card is, judged by both its corners.

    One corner may be blurred or have another card beside it, so both must agree.
    """
    return max(math.sqrt(a.doubt * b.doubt), min(a.contradicted, b.contradicted))


def _capped(confidence: float, doubt: float) -> float:
    """Caps the confidence of a card by the doubt about its letter."""
    return min(confidence, max(_DOUBTFUL_CONFIDENCE, 1 - doubt))


def _pips(
    indices: list[Index],
    odds: list[Odds],
    partner: dict[int, int],
    read_pips: ReadPips,
    in_doubt_only: bool,
) -> dict[int, Suits]:
    """Returns the log odds of the four suits for each index, as read from the card's pips.

    Reads only cards with both corners visible: others may be covered by a card with its own pips.
    """
    both = [(i, j) for i, j in partner.items() if i < j]
    ranks = {i: int(odds[i].reshape(SUITS, -1).sum(axis=0).argmax()) for i, _ in both}
    if in_doubt_only:
        both = [(i, j) for i, j in both if _is_in_doubt(odds[i], ranks[i])]
    cards = [(card_outline(indices[i].spot, indices[j].spot), ranks[i]) for i, j in both]
    read = zip(both, read_pips(cards), strict=True)
    return {number: suits for pair, suits in read for number in pair}


def _is_in_doubt(odds: Odds, rank: int) -> bool:
    """Returns whether the suit of a card of this rank is uncertain."""
    second, first = np.sort(odds.reshape(SUITS, -1)[:, rank])[-2:]
    return bool(second >= _SUIT_DOUBT_RATIO * first)


def _with_suits(odds: Odds, suits: Suits) -> Odds:
    """Returns the odds of the cards, updated by log odds of the suits."""
    if not suits.any():
        return odds
    result = odds * np.exp(by_card(suits - suits.max()))
    return np.asarray(result / result.sum())


def enforce_uniqueness(indices: list[Index]) -> list[Index]:
    """Lowers the odds that an index belongs to a card already read surely at another index.

    Of two kings side by side that both look like spades, the doubtful one becomes the king of
    clubs.
    """
    if len(indices) < 2:
        return indices
    conflicts = np.array([[_on_two_cards(a.spot, b.spot) for b in indices] for a in indices], float)
    original = np.array([index.odds for index in indices])
    presence = np.array([[index.presence] for index in indices])
    odds = original
    for _ in range(2):
        odds = original * np.exp(conflicts @ np.log(np.clip(1 - presence * odds, 1e-3, 1)))
        odds = odds / odds.sum(1, keepdims=True)
    return [replace(index, odds=row) for index, row in zip(indices, odds, strict=True)]


def _on_two_cards(a: Spot, b: Spot) -> bool:
    away = math.hypot(a.x - b.x, a.y - b.y) / math.sqrt(a.size * b.size)
    if away > _TOO_FAR:
        return True
    alike = a.ux * b.ux + a.uy * b.uy > 0.6 and 0.6 < a.size / b.size < 1.67
    return alike and _SAME_INDEX < away < _NEIGHBOURS


def _joint(a: Odds, b: Odds) -> Odds:
    product = a * b
    total = product.sum()
    return a if total < 1e-4 else product / total


def pairs(indices: list[Index]) -> dict[int, int]:
    """Pairs the indices that are opposite corners of one card.

    Greedy: best agreement first, each index at most once.
    """
    options = []
    for i, a in enumerate(indices):
        for j in range(i + 1, len(indices)):
            b = indices[j]
            if min(a.presence, b.presence) < _MIN_PRESENCE or not fits_card(a.spot, b.spot):
                continue
            if (
                a.odds.max() * a.presence > _FIRM_PRESENCE
                and b.odds.max() * b.presence > _FIRM_PRESENCE
                and a.odds.argmax() != b.odds.argmax()
            ):
                continue
            agreement = float((a.odds * b.odds).sum())
            if agreement > _MIN_AGREEMENT:
                options.append((agreement * a.presence * b.presence, i, j))
    partner: dict[int, int] = {}
    for _, i, j in sorted(options, reverse=True):
        if i not in partner and j not in partner:
            partner[i], partner[j] = j, i
    return partner


def fits_card(a: Spot, b: Spot) -> bool:
    """Returns whether two indices can be corners of one card, allowing for perspective."""
    if a.ux * b.ux + a.uy * b.uy > -0.8 or not 0.55 < a.size / b.size < 1.8:
        return False
    across, down = apart(a, b)
    size = math.sqrt(a.size * b.size)
    across, down = across / size, down / size
    if across < 0.7 or down < 0.7:
        return False
    return 1.3 < math.hypot(across, down) < 7.5 and 0.55 < down / across < 2.6


def _card_width(indices: list[Index], partner: dict[int, int]) -> float | None:
    """Returns the median ratio of card width to index height, a constant of a deck."""
    ratios = []
    for i, j in partner.items():
        if i < j:
            a, b = indices[i].spot, indices[j].spot
            ratios.append(extent(a, b)[1] / math.sqrt(a.size * b.size))
    return statistics.median(ratios) if ratios else None
