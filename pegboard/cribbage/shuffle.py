"""A verifiable shuffle: committed to before the first card, revealed after the last.

Before a game the board draws a secret *seed* and shows its SHA-256, the *commitment*; so it cannot
choose the cards to suit the play. The players may add a *phrase* after the commitment was
shown, so the board cannot have chosen the seed to suit itself. Every deal follows from the two:

1. The commitment is the SHA-256 of the seed's 64 hexadecimal digits, as text.
2. Bytes are drawn from SHA-256(`seed|phrase|deal|0`), then `…|1`, `…|2`: 32 bytes each, the first
   byte first. The text is UTF-8; deals are numbered from 1.
3. The deck lies in order, ace to king of clubs, diamonds, hearts, spades. For the places 51 down to
   1 the card there changes places with the one at `byte mod (place + 1)`. A byte that would favour
   low places, from the last multiple of place + 1 below 256 up, is passed over (Fisher and Yates,
   without a bias).
4. Seat 0 gets the first cards, seat 1 the next, and so on; with three players the next card is the
   crib's. The card after that is the starter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from random import Random

from pegboard.cribbage.actions import Cut, Deal
from pegboard.cribbage.cards import DECK, Cards
from pegboard.cribbage.rules import Rules

SEED_BITS = 256


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All the shuffles of one game.

    Attributes:
        seed: 64 hexadecimal digits in lower case, secret until the game is over.
        phrase: what somebody who plays added; may be empty.
    """

    seed: str
    phrase: str = ""

    @property
    def commitment(self) -> str:
        """Commitment to the seed: 64 hexadecimal digits."""
        return sha256(self.seed.encode()).hexdigest()

    def deck(self, deal: int) -> Cards:
        """Returns the shuffled deck of a deal; the first deal is number 1."""
        deck, drawn = list(DECK), self._bytes(deal)
        for place in range(len(deck) - 1, 0, -1):
            ways = place + 1
            byte = next(byte for byte in drawn if byte < 256 - 256 % ways)
            other = byte % ways
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)

    def dealt(self, rules: Rules, dealer: int, deal: int) -> tuple[Deal, Cut]:
        """Returns the deal with this number, and the starter to be cut for it."""
        return dealt(rules, dealer, self.deck(deal))

    def _bytes(self, deal: int) -> Iterator[int]:
        for block in count():
            yield from sha256(f"{self.seed}|{self.phrase}|{deal}|{block}".encode()).digest()


def draw_seed(rng: Random) -> str:
    """Returns a new seed."""
    return f"{rng.getrandbits(SEED_BITS):0{SEED_BITS // 4}x}"


def is_seed(text: str) -> bool:
    """Returns whether a text is a seed or commitment: 64 lower-case hexadecimal digits."""
    return len(text) == SEED_BITS // 4 and set(text) <= set("0123456789abcdef")


def dealt(rules: Rules, dealer: int, deck: Cards) -> tuple[Deal, Cut]:
    """Deals from a shuffled deck; returns the deal, and the starter to be cut for it."""
    seats, each = rules.players, rules.dealt
    hands = tuple([tuple(deck[seat * each : (seat + 1) * each]) for seat in range(seats)])
    rest = deck[seats * each :]
    if seats == 3:
        return Deal(dealer, hands, rest[0]), Cut(rest[1])
    return Deal(dealer, hands), Cut(rest[0])
