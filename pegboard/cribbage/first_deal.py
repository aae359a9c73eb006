"""The cut for the first deal of a match or a single game.

Everybody cuts a card and the lowest rank deals, ace low; all who tie for lowest cut again. Later
dealers need no cut: the next seat on the left after every deal, and in the next game of a match
the loser, see `pegboard.cribbage.match.next_dealer`.

    >>> from pegboard.cribbage.cards import parse_cards
    >>> first = first_deal(3).after(parse_cards("9H4C4S"))
    >>> first.cutting
    (1, 2)
    >>> first.after(parse_cards("KDQD")).dealer
    2
"""

from dataclasses import dataclass
from random import Random

from pegboard.cribbage.cards import DECK, Card, Cards
from pegboard.cribbage.codes import Illegal
from pegboard.errors import IllegalAction


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """The cut for the deal so far.

    Attributes:
        cutting: seats that have to cut, clockwise from seat 0; when one is left, it deals.
        rounds: cards cut by each seat, round by round.
    """

    cutting: tuple[int, ...]
    rounds: tuple[tuple[tuple[int, Card], ...], ...] = ()

    @property
    def dealer(self) -> int | None:
        """Seat that deals first; None while several seats still have to cut."""
        return self.cutting[0] if len(self.cutting) == 1 else None

    def after(self, cards: Cards) -> "FirstDeal":
        """Returns the cut after one more round, with a card for each seat of `cutting` in order.

        Raises:
            IllegalAction: the dealer is known already, the cards are too few or too many, or one
                of them is there twice.
        """
        if self.dealer is not None:
            raise IllegalAction(Illegal.DEALER_KNOWN, seat=self.dealer)
        if len(cards) != len(self.cutting):
            raise IllegalAction(Illegal.ONE_CUT_EACH, seats=len(self.cutting), n=len(cards))
        for card in cards:
            if cards.count(card) > 1:
                raise IllegalAction(Illegal.CUT_TWICE, card=str(card))
        cut = tuple(zip(self.cutting, cards, strict=True))
        lowest = min(card.rank for card in cards)
        again = tuple([seat for seat, card in cut if card.rank == lowest])
        return FirstDeal(again, (*self.rounds, cut))


def first_deal(players: int) -> FirstDeal:
    """Returns the state before the first cut: every seat has to cut, partners too."""
    return FirstDeal(tuple(range(players)))


def cut_for_deal(players: int, rng: Random) -> FirstDeal:
    """Cuts a shuffled deck until one seat has the lowest card.

    Cards that were cut stay out until the deal, as where a deck is spread on the table.

    Args:
        players: 2 to 4.
        rng: shuffles the deck.
    """
    first, deck = first_deal(players), rng.sample(DECK, len(DECK))
    while first.dealer is None:
        many = len(first.cutting)
        first, deck = first.after(tuple(deck[:many])), deck[many:]
    return first
