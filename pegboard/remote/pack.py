"""The pack of one deal, shuffled by both boards so that neither knows the order.

    dealer's board      applies one key to all cards, shuffles                     round 1
    pone's board        applies one key to all cards, shuffles                     round 2
    dealer's board      removes its common key, applies a key per card             round 3
    pone's board        does the same: each card now has one key of each board     round 4

A board can read a card if it has both of its keys. It sends its key of a card when the card is
dealt to the other board, turned up, played or shown. After the deal each board reveals its seed;
the other repeats its steps, which detects an unfair shuffle.

Places in the pack: 0 to 5 are pone's cards, 6 to 11 the dealer's; the starter is one of the others.
"""

from collections.abc import Iterable

from msgspec import Struct, field

from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.shuffle import Shuffle
from pegboard.errors import WireError
from pegboard.remote.codes import RemoteFault
from pegboard.remote.group import (
    KEY_BYTES,
    P,
    Q,
    card_numbers,
    card_of,
    derive_key,
    inverse,
    key_from,
    lock,
    pack_numbers,
    unpack_numbers,
)

DEALT = 6
ROUNDS = 4
PONES, DEALERS = range(DEALT), range(DEALT, 2 * DEALT)
REST = range(2 * DEALT, len(DECK))
"""Places of the cards that can become the starter."""


class DealKeys:
    """A board's keys and shuffled order for one deal, derived from its seed."""

    def __init__(self, seed: bytes) -> None:
        self.common = derive_key(seed, "all")
        self.by_place = tuple(derive_key(seed, f"card {place}") for place in range(len(DECK)))
        self._order = [DECK.index(card) for card in Shuffle(seed.hex()).deck(1)]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Applies the common key and shuffles."""
        return lock((cards[place] for place in self._order), [self.common] * len(cards))

    def exchange_keys(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Replaces the common key with one key per card."""
        off = inverse(self.common)
        return lock(cards, [off * key % Q for key in self.by_place])

    def key(self, place: int) -> bytes:
        """Returns the key of one card."""
        return self.by_place[place].to_bytes(KEY_BYTES)


class Pack(Struct):
    """The pack as one board knows it, to be saved.

    Attributes:
        seed: seed of this board for this deal.
        deals: True if this board deals.
        rounds: the encoded pack after each round.
        theirs: known keys of the other board, by place.
    """

    seed: bytes
    deals: bool
    rounds: list[bytes] = field(default_factory=list)
    theirs: dict[int, bytes] = field(default_factory=dict)

    @property
    def mine(self) -> range:
        """Places of this board's cards."""
        return DEALERS if self.deals else PONES

    @property
    def others(self) -> range:
        """Places of the other board's cards."""
        return PONES if self.deals else DEALERS

    @property
    def is_ready(self) -> bool:
        """Returns True once the cards can be dealt."""
        return len(self.rounds) == ROUNDS

    @property
    def is_my_round(self) -> bool:
        """Returns True if the next round is this board's."""
        return not self.is_ready and (len(self.rounds) % 2 == 0) == self.deals

    def shuffle(self) -> bytes:
        """Performs this board's next round; returns the encoded pack."""
        secrets, done = DealKeys(self.seed), len(self.rounds)
        before = unpack_numbers(self.rounds[-1]) if done else card_numbers()
        after = secrets.shuffle(before) if done < ROUNDS // 2 else secrets.exchange_keys(before)
        self.rounds.append(pack_numbers(after))
        return self.rounds[-1]

    def receive(self, sent: bytes) -> None:
        """Accepts the other board's round.

        Raises:
            WireError: the pack is invalid, or it is not the other board's turn.
        """
        if self.is_ready or self.is_my_round:
            raise WireError(RemoteFault.NOT_NOW, kind="pack")
        unpack_numbers(sent)
        self.rounds.append(sent)

    def keys(self, places: Iterable[int]) -> dict[int, bytes]:
        """Returns this board's keys of some cards, to send to the other board."""
        secrets = DealKeys(self.seed)
        return {place: secrets.key(place) for place in places}

    def unlock(self, keys: dict[int, bytes]) -> dict[int, Card]:
        """Accepts keys of the other board; returns the cards they unlock.

        Raises:
            WireError: a key does not unlock a card.
        """
        if not self.is_ready:
            raise WireError(RemoteFault.NOT_NOW, kind="keys")
        secrets, cards, found = DealKeys(self.seed), unpack_trusted(self.rounds[-1]), {}
        for place, key in keys.items():
            if not 0 <= place < len(DECK):
                raise WireError(RemoteFault.WRONG_KEY)
            card = card_of(pow(cards[place], inverse(key_from(key) * secrets.by_place[place]), P))
            if card is None:
                raise WireError(RemoteFault.WRONG_KEY)
            found[place] = card
        self.theirs |= keys
        return found

    def check(self, seed: bytes, deal: int) -> None:
        """Verifies the other board's rounds by repeating them.

        Args:
            seed: the other board's seed of this deal.
            deal: number of the deal.

        Raises:
            WireError: the result differs.
        """
        other, cards = DealKeys(seed), card_numbers()
        for done, sent in enumerate(self.rounds):
            if (done % 2 == 0) != self.deals:
                act = other.shuffle if done < ROUNDS // 2 else other.exchange_keys
                if pack_numbers(act(cards)) != sent:
                    raise WireError(RemoteFault.NOT_FAIR, deal=deal)
            cards = unpack_trusted(sent)
        if any(other.key(place) != key for place, key in self.theirs.items()):
            raise WireError(RemoteFault.NOT_FAIR, deal=deal)

    def reveal(self, seed: bytes, places: Iterable[int]) -> dict[int, Card]:
        """Unlocks cards of a finished deal with the other board's seed; returns them by place."""
        other = DealKeys(seed)
        return self.unlock({place: other.key(place) for place in places})


def unpack_trusted(encoded: bytes) -> tuple[int, ...]:
    """Decodes a pack that has been checked before."""
    size = len(encoded) // len(DECK)
    return tuple(
        int.from_bytes(encoded[start : start + size]) for start in range(0, len(encoded), size)
    )
