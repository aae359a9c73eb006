"""Spoken names of cards: "five of hearts".

>>> from pegboard.cribbage.cards import Card, parse_cards
>>> card_name(Card.parse("5H"))
'five of hearts'
>>> cards_named(parse_cards("JSAH"))
'ace of hearts, jack of spades'
"""

from collections.abc import Iterable

from pegboard.cribbage.cards import Card, Rank, Suit
from pegboard.i18n import Message, _, series

RANKS = {
    Rank.ACE: _("ace"),
    Rank.TWO: _("two"),
    Rank.THREE: _("three"),
    Rank.FOUR: _("four"),
    Rank.FIVE: _("five"),
    Rank.SIX: _("six"),
    Rank.SEVEN: _("seven"),
    Rank.EIGHT: _("eight"),
    Rank.NINE: _("nine"),
    Rank.TEN: _("ten"),
    Rank.JACK: _("jack"),
    Rank.QUEEN: _("queen"),
    Rank.KING: _("king"),
}
SUITS = {
    Suit.CLUBS: _("clubs"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.HEARTS: _("hearts"),
    Suit.SPADES: _("spades"),
}


def card_name(card: Card) -> Message:
    """Returns the name of a card."""
    return _("{rank} of {suit}", rank=RANKS[card.rank], suit=SUITS[card.suit])


def cards_named(cards: Iterable[Card]) -> Message:
    """Returns the names of some cards, low to high, with commas."""
    return series(card_name(card) for card in sorted(cards))
