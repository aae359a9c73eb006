"""The numbers in which a pack of cards is locked: a group in which many keys commute.

A card is a number of the subgroup of order Q of the integers modulo P. A key raises it to a power:
keys may be put on and taken off in any order, and without the key nobody tells which card it is
(Shamir, Rivest, Adleman: Mental Poker, 1979; in a subgroup of prime order, so that not even a
quadratic residue tells cards apart). P and Q are primes that follow from SHA-256 of counted texts,
so that nobody can have chosen them: `tests/remote/test_group.py` derives them again.
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
    """Returns a number of so many bytes, a multiple of 32, that follows from a text."""
    parts = (hashlib.sha256(f"{text} {n}".encode()).digest() for n in range(length // 32))
    return int.from_bytes(b"".join(parts))


@cache
def card_numbers() -> tuple[int, ...]:
    """Returns the number of each card, in the order of `DECK`.

    It is `hashed("pegboard far card 5H", NUMBER_BYTES)` to the power of (P - 1) / Q, so nobody
    knows how the powers of two cards are related. To derive all takes a fast processor a second.
    """
    return unpack_numbers(files("pegboard.remote").joinpath("numbers.bin").read_bytes())


@cache
def _cards() -> dict[int, Card]:
    return dict(zip(card_numbers(), DECK, strict=True))


def card_of(number: int) -> Card | None:
    """Returns the card that a number without any key is; None if it is none."""
    return _cards().get(number)


def derive_key(seed: bytes, purpose: str) -> int:
    """Returns a key, 1 to Q - 1, that follows from a seed."""
    return 1 + hash_number(f"pegboard far {purpose} {seed.hex()}", 2 * KEY_BYTES) % (Q - 1)


def inverse(key: int) -> int:
    """Returns the key that takes another one off."""
    return pow(key, -1, Q)


def lock(cards: Iterable[int], keys: Iterable[int]) -> tuple[int, ...]:
    """Puts a key on each card."""
    return tuple(pow(card, key, P) for card, key in zip(cards, keys, strict=True))


def pack_numbers(cards: Sequence[int]) -> bytes:
    """Returns cards as they are sent."""
    return b"".join(card.to_bytes(NUMBER_BYTES) for card in cards)


def unpack_numbers(sent: bytes) -> tuple[int, ...]:
    """Reads a pack that came from the other board.

    Raises:
        WireError: it is no pack of 52 different numbers. Whether they are of the group is seen when
            the deal is over: numbers outside of it tell a few bits of keys that are good for one
            deal, and of 256 each.
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
    """Reads a key that came from the other board.

    Raises:
        WireError: it is none.
    """
    key = int.from_bytes(sent)
    if len(sent) != KEY_BYTES or not 0 < key < Q:
        raise WireError(RemoteFault.WRONG_KEY)
    return key
