"""Discard table: the value of every discard from a hand, and practice hands.

>>> from random import Random
>>> from pegboard.cribbage.cards import parse_cards
>>> table = discard_table(practice_view(parse_cards("5S5HJDQC2H9D"), dealer=False), Random(1))
>>> len(table), table[0]["cards"], table[0]["behind"]
(15, ['2H', '9D'], 0.0)
"""

from collections.abc import Iterable
from random import Random
from typing import TypedDict

from pegboard.cribbage.cards import DECK, Cards
from pegboard.cribbage.game import Deal, Discard, Rules, View, apply, new_game, view
from pegboard.players.coach import Option, weigh, within

HANDS = 10
"""Hands in one practice."""


class DiscardRow(TypedDict):
    """One discard and its average value in points.

    `crib` is negative if the crib is the other side's; `total` is the sum of hand, crib and play;
    `behind` is what the discard gives up against the best, and `chance` the same as a win chance,
    or null if that is unknown; `within` is the error bound of `behind`.
    """

    cards: list[str]
    kept: list[str]
    hand: float
    crib: float
    play: float
    total: float
    behind: float
    within: float
    chance: float | None


class PracticeHand(TypedDict):
    """A hand to discard from, low to high, and whether the crib is one's own."""

    cards: list[str]
    dealer: bool


def discard_rows(seen: View, options: Iterable[Option]) -> list[DiscardRow]:
    """Returns the table rows of weighed discards, best first."""
    rows: list[DiscardRow] = []
    best: Option | None = None
    for option in options:
        action, parts = option.action, option.parts
        if not isinstance(action, Discard) or parts is None:
            continue
        best = best or option
        crib = parts.own_crib
        rows.append(
            {
                "cards": [str(card) for card in sorted(action.cards)],
                "kept": [str(card) for card in sorted({*seen.hand} - {*action.cards})],
                "hand": round(parts.hand, 2),
                "crib": round(crib, 2),
                "play": round(parts.play, 2),
                "total": round(parts.hand + crib + parts.play, 2),
                "behind": round(best.points - option.points, 2),
                "within": within(option.doubt),
                "chance": None if option.behind is None else round(option.behind, 4),
            }
        )
    return rows


def discard_table(seen: View, rng: Random) -> list[DiscardRow]:
    """Returns every discard from a view with its value, best first; [] if none is due."""
    return discard_rows(seen, weigh(seen, rng))


def practice_view(hand: Cards, *, dealer: bool) -> View:
    """Returns a discarding seat's view of a hand at 0 to 0.

    Args:
        hand: six cards.
        dealer: whether the seat owns the crib.
    """
    rest = tuple(card for card in DECK if card not in hand)[:6]
    state = new_game(Rules(), 0 if dealer else 1)
    return view(apply(state, Deal(state.dealer, (hand, rest))).state, 0)


def practice_hands(rng: Random) -> list[PracticeHand]:
    """Deals practice hands; the player owns the crib in every other one."""
    return [
        {"cards": [str(card) for card in sorted(rng.sample(DECK, 6))], "dealer": number % 2 == 0}
        for number in range(HANDS)
    ]
