"""The group for locking cards: derivation of its primes, and validation."""

import pytest

from pegboard.cribbage.cards import DECK
from pegboard.errors import WireError
from pegboard.remote import group
from pegboard.remote.codes import RemoteFault


def is_prime(n: int) -> bool:
    """Miller-Rabin test with twenty bases."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in range(2, 22):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def test_primes_are_derived_from_texts() -> None:
    """Derives both primes from short texts with counters; Q divides P - 1."""
    q = group.hash_number("pegboard far q 58", 32) | 1 << 255 | 1
    assert q == group.Q and is_prime(q)
    x = group.hash_number("pegboard far p 1198", 256) | 1 << 2047
    p = x - x % (2 * q) + 1
    assert p == group.P and p.bit_length() == 2048 and is_prime(p)


def test_card_numbers_are_in_group() -> None:
    assert len(set(group.card_numbers())) == 52
    assert all(pow(number, group.Q, group.P) == 1 < number for number in group.card_numbers())
    assert [group.card_of(number) for number in group.card_numbers()] == list(DECK)
    assert group.card_of(4) is None


def test_card_number_is_derived_from_name() -> None:
    cofactor = (group.P - 1) // group.Q
    bases = [group.hash_number(f"pegboard far card {card}", group.NUMBER_BYTES) for card in DECK]
    assert group.card_numbers() == tuple(pow(base, cofactor, group.P) for base in bases)


def test_keys_are_removed_in_any_order() -> None:
    one, two = group.derive_key(b"one", "all"), group.derive_key(b"two", "all")
    number = group.card_numbers()[7]
    both = pow(pow(number, one, group.P), two, group.P)
    assert pow(pow(both, group.inverse(one), group.P), group.inverse(two), group.P) == number


def broken_packs() -> list[bytes]:
    good = group.pack_numbers(group.card_numbers())
    width = group.NUMBER_BYTES
    outside = (group.P - 1).to_bytes(width)  # of order 2: reveals the parity of a key
    return [
        b"",
        good[:-1],
        good[:-width],
        good + good[:width],
        good[:width] + good[:-width],
        outside + good[width:],
        (1).to_bytes(width) + good[width:],
        (group.P + 4).to_bytes(width) + good[width:],
    ]


@pytest.mark.parametrize("sent", broken_packs(), ids=range(8))
def test_invalid_pack_is_refused(sent: bytes) -> None:
    with pytest.raises(WireError) as refused:
        group.unpack_numbers(sent)
    assert refused.value.code is RemoteFault.NO_PACK


@pytest.mark.parametrize("sent", [b"", bytes(32), group.Q.to_bytes(32), bytes(31), b"\xff" * 32])
def test_invalid_key_is_refused(sent: bytes) -> None:
    with pytest.raises(WireError):
        group.key_from(sent)
