"""Playing cards as values, with text in and out.

Twelve of the thirteen ranks and all suits are one letter, so a card is two: ``5H``, ``TD``,
``JS``. Typed variants are accepted too: ``10h``, ``5♥``, spaces between cards.
"""

import re
from enum import IntEnum, StrEnum
from typing import NamedTuple, Self

from pegboard.cribbage.codes import Unreadable
from pegboard.errors import NotationError, quoted


class Rank(IntEnum):
    """Ace (1) to king (13). The ace is low only."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """Letter of the rank, ``A23456789TJQK``."""
        return RANK_LETTERS[self - 1]


class Suit(StrEnum):
    """The four suits; the value is the letter a card is written with."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def sign(self) -> str:
        """Sign of the suit, ``♣♦♥♠``."""
        return "♣♦♥♠"["CDHS".index(self.value)]


RANK_LETTERS = "A23456789TJQK"

_SPELLED = re.compile(r"(10|[A23456789TJQK])([CDHS♣♦♥♠♧♢♡♤])\ufe0f?", re.IGNORECASE | re.ASCII)
_RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS: dict[str, Suit] = {}
for _signs in ("CDHS", "♣♦♥♠", "♧♢♡♤"):
    _SUITS |= dict(zip(_signs, Suit, strict=True))


class Card(NamedTuple):
    """One of the 52 cards; ordered by rank, then suit."""

    rank: Rank
    suit: Suit

    @property
    def value(self) -> int:
        """Points the card adds to the count: ace 1, court cards 10."""
        return _VALUES[self.rank]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads one card: ``5H``, ``10h``, ``J♠``.

        Raises:
            NotationError: the text is not exactly one card.
        """
        spelled = _SPELLED.fullmatch(text.strip())
        if spelled is None:
            raise NotationError(Unreadable.NOT_A_CARD, text=quoted(text))
        rank, suit = spelled[1].upper(), spelled[2].upper()
        return cls(_RANKS[rank], _SUITS[suit])

    def __str__(self) -> str:
        return self.rank.letter + self.suit.value

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


_VALUES = (0, *(min(rank, 10) for rank in Rank))

Cards = tuple[Card, ...]
"""Some cards; the order means nothing unless it is said."""

DECK: Cards = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards: clubs, diamonds, hearts, spades, each from the ace to the king."""


def parse_cards(text: str) -> Cards:
    """Parses cards written one after another, with or without spaces: ``5H6D10s``.

    Raises:
        NotationError: something in it is not a card, or a card is there twice; the message
            names it.
    """
    cards: list[Card] = []
    rest = text.strip()
    while rest:
        spelled = _SPELLED.match(rest)
        # No match: quote the text in place of a card, two characters, or three after a ten.
        piece = spelled[0] if spelled else rest.split()[0][: 3 if rest.startswith("10") else 2]
        card = Card.parse(piece)
        if card in cards:
            raise NotationError(Unreadable.CARD_TWICE, card=str(card), text=quoted(text.strip()))
        cards.append(card)
        rest = rest[len(piece) :].lstrip()
    return tuple(cards)


def format_cards(cards: Cards) -> str:
    """Returns cards as text without spaces, in the given order: ``5H6DTS``."""
    return "".join(map(str, cards))
