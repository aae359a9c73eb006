"""The pack of one deal, shuffled by both boards, so that neither can look into it.

    dealer's board      a key on all cards, shuffled                               round 1
    pone's board        a key of its own on all, shuffled again                    round 2
    dealer's board      its key off, a key of its own on each card                 round 3
    pone's board        the same: each card now has a key of either board          round 4

A card is seen by whoever has both of its keys: a board gives away its key of a card when that is
dealt to the other, turned up, played or shown. After the deal each gives away the seed of all that
it did, and the other repeats it: whoever did not shuffle fairly is found out.

Places in the pack: 0 to 5 are pone's cards, 6 to 11 the dealer's; pone cuts one of the others.
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
"""Places of the cards that may be cut."""


class DealKeys:
    """Everything that a board does to a pack, as it follows from its seed of the deal."""

    def __init__(self, seed: bytes) -> None:
        self.common = derive_key(seed, "all")
        self.by_place = tuple(derive_key(seed, f"card {place}") for place in range(len(DECK)))
        self._order = [DECK.index(card) for card in Shuffle(seed.hex()).deck(1)]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Puts the key for all cards on, and shuffles."""
        return lock((cards[place] for place in self._order), [self.common] * len(cards))

    def exchange_keys(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Takes that key off, and puts each card's own on."""
        off = inverse(self.common)
        return lock(cards, [off * key % Q for key in self.by_place])

    def key(self, place: int) -> bytes:
        """Returns the key of one card."""
        return self.by_place[place].to_bytes(KEY_BYTES)


class Pack(Struct):
    """The pack as one board has it, to be kept on its disk.

    Attributes:
        seed: of this board, for this deal.
        deals: True if this board deals.
        rounds: the pack after each round, as it was sent.
        theirs: the other board's keys that are known, by place.
    """

    seed: bytes
    deals: bool
    rounds: list[bytes] = field(default_factory=list)
    theirs: dict[int, bytes] = field(default_factory=dict)

    @property
    def mine(self) -> range:
        """Places of the cards that are dealt to this board."""
        return DEALERS if self.deals else PONES

    @property
    def others(self) -> range:
        """Places of the cards that are dealt to the other."""
        return PONES if self.deals else DEALERS

    @property
    def is_ready(self) -> bool:
        """Tells if the cards can be dealt."""
        return len(self.rounds) == ROUNDS

    @property
    def is_my_round(self) -> bool:
        """Tells if this board is to work on the pack now."""
        return not self.is_ready and (len(self.rounds) % 2 == 0) == self.deals

    def shuffle(self) -> bytes:
        """Does this board's next round, and returns the pack as it is sent."""
        secrets, done = DealKeys(self.seed), len(self.rounds)
        before = unpack_numbers(self.rounds[-1]) if done else card_numbers()
        after = secrets.shuffle(before) if done < ROUNDS // 2 else secrets.exchange_keys(before)
        self.rounds.append(pack_numbers(after))
        return self.rounds[-1]

    def receive(self, sent: bytes) -> None:
        """Takes the other board's round.

        Raises:
            WireError: it is no pack, or not its turn.
        """
        if self.is_ready or self.is_my_round:
            raise WireError(RemoteFault.NOT_NOW, kind="pack")
        unpack_numbers(sent)
        self.rounds.append(sent)

    def keys(self, places: Iterable[int]) -> dict[int, bytes]:
        """Returns this board's keys of some cards, to be given away."""
        secrets = DealKeys(self.seed)
        return {place: secrets.key(place) for place in places}

    def unlock(self, keys: dict[int, bytes]) -> dict[int, Card]:
        """Takes keys that the other board gives away, and returns the cards that they open.

        Raises:
            WireError: one of them opens none.
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
        """Repeats what the other board did.

        Args:
            seed: its own, of this deal.
            deal: its number.

        Raises:
            WireError: it did something else.
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
        """Returns cards of a deal that is over, by place, with the other board's seed of it."""
        other = DealKeys(seed)
        return self.unlock({place: other.key(place) for place in places})


def unpack_trusted(kept: bytes) -> tuple[int, ...]:
    """Reads a pack that was checked when it came."""
    size = len(kept) // len(DECK)
    return tuple(int.from_bytes(kept[start : start + size]) for start in range(0, len(kept), size))
