"""Commutative encryption of cards in a group of prime order.

A card is an element of the subgroup of order Q of the integers modulo P. A key is an exponent: keys
can be applied and removed in any order, and without the key a card cannot be recognised (Shamir,
Rivest, Adleman: Mental Poker, 1979; the prime order hides quadratic residues). P and Q are derived
from SHA-256 of texts with counters, so that nobody can have chosen them;
`tests/remote/test_group.py` derives them again.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from pegboard.cribbage.cards import DECK, Card
from pegboard.errors import WireError
from pegboard.remote.codes import RemoteFault

Q = int("c7558cde2e4e46ee422a1a2b49fad37c17513a2f29ea9ac3d54d06dda8bd2979", 16)
P = int(
    "fb40c8a31f782623e5de36711e38fb51d05e13d497f4e6107043d61be6f0ba72"
    "f467e4d5f08b23f84b8727015dfb9f733971756adf57d8dccc3e97eb7ecf67a8"
    "2ad3ada7559919e7638c306675ec384ade588dd4bc5fb800b9fd05f5d922c4bc"
    "7892fa2f02f9f8824f990467043cfb8af887dc7e698d73a32ed24d9964d8bd4e"
    "1ce1d6aa2a66e50980aa78f1534304554f0601edb2d8ee4a9d4411558dfa0c73"
    "2fac9455c65849075a18dd61fe7184470239871c5c6c90c3e22076c1ab856071"
    "f0cf4c8f31cbadc0ec87903fd2fa77f4adeafba40e56b04e60e36d4a39d1b3d5"
    "1b08cad46cee6e0e25eb8085b4250258942c3910b1c509406f5cd6c9b14274d7",
    16,
)
NUMBER_BYTES, KEY_BYTES = 256, 32


def hash_number(text: str, length: int) -> int:
    """Derives a number from a text.

    Args:
        text: any text.
        length: length of the number in bytes, a multiple of 32.
    """
    parts = (hashlib.sha256(f"{text} {n}".encode()).digest() for n in range(length // 32))
    return int.from_bytes(b"".join(parts))


@cache
def card_numbers() -> tuple[int, ...]:
    """Returns the number of each card, in the order of `DECK`.

    For 5H it is `hash_number("pegboard far card 5H", NUMBER_BYTES)` to the power of (P - 1) / Q, so
    that the discrete logarithm between two cards is unknown. Deriving all takes about a second.
    """
    return unpack_numbers(files("pegboard.remote").joinpath("numbers.bin").read_bytes())


@cache
def _cards() -> dict[int, Card]:
    return dict(zip(card_numbers(), DECK, strict=True))


def card_of(number: int) -> Card | None:
    """Returns the card with this unencrypted number; None if there is no such card."""
    return _cards().get(number)


def derive_key(seed: bytes, purpose: str) -> int:
    """Derives a key, from 1 to Q - 1, from a seed."""
    return 1 + hash_number(f"pegboard far {purpose} {seed.hex()}", 2 * KEY_BYTES) % (Q - 1)


def inverse(key: int) -> int:
    """Returns the key that removes another one."""
    return pow(key, -1, Q)


def lock(cards: Iterable[int], keys: Iterable[int]) -> tuple[int, ...]:
    """Applies a key to each card."""
    return tuple(pow(card, key, P) for card, key in zip(cards, keys, strict=True))


def pack_numbers(cards: Sequence[int]) -> bytes:
    """Encodes numbers as bytes."""
    return b"".join(card.to_bytes(NUMBER_BYTES) for card in cards)


def unpack_numbers(sent: bytes) -> tuple[int, ...]:
    """Decodes and checks a pack from the other board.

    Raises:
        WireError: it is not 52 distinct numbers. Membership in the group is only checked after the
            deal: numbers outside it reveal a few bits of 256-bit keys that are used for one deal.
    """
    cards = tuple(
        int.from_bytes(sent[start : start + NUMBER_BYTES])
        for start in range(0, len(sent), NUMBER_BYTES)
    )
    whole = len(sent) == len(DECK) * NUMBER_BYTES and len(set(cards)) == len(DECK)
    if not whole or not all(1 < card < P - 1 for card in cards):
        raise WireError(RemoteFault.NO_PACK)
    return cards


def key_from(sent: bytes) -> int:
    """Decodes a key from the other board.

    Raises:
        WireError: it is not a valid key.
    """
    key = int.from_bytes(sent)
    if len(sent) != KEY_BYTES or not 0 < key < Q:
        raise WireError(RemoteFault.WRONG_KEY)
    return key
