"""A game with another board as it is kept on the disk of either board."""

from msgspec import Struct, field

from pegboard.cribbage.cards import Card
from pegboard.remote.pack import Pack


class Go(Struct, frozen=True):
    """A go that was said: by which seat, at which count, after how many plays of the deal."""

    seat: int
    count: int
    plays: int


class DealState(Struct):
    """One deal as one board has it.

    Attributes:
        number: from 1 on.
        dealer: the seat that deals.
        pack: its cards.
        dealt: True once the dealer has dealt.
        thrown: by seat, the places of its two cards in the crib.
        cut: place of the starter; None before the cut.
        played: places of the cards played, in order, each with its seat.
        gos: that were said.
        shown: by seat, True once its cards in the crib are turned up.
        opened: by seat, True once it has opened its part of the shuffle.
        asked: True once the dealer wants to deal, though the pack may not be ready.
    """

    number: int
    dealer: int
    pack: Pack
    dealt: bool = False
    thrown: dict[int, tuple[int, int]] = field(default_factory=dict)
    cut: int | None = None
    played: list[tuple[int, int]] = field(default_factory=list)
    gos: list[Go] = field(default_factory=list)
    shown: list[bool] = field(default_factory=lambda: [False, False])
    opened: list[bool] = field(default_factory=lambda: [False, False])
    asked: bool = False
    cards: dict[int, str] = field(default_factory=dict)
    """The cards that this board knows, by place."""

    def card(self, place: int) -> Card:
        """Returns a card that this board knows."""
        return Card.parse(self.cards[place])

    def played_by(self, seat: int) -> list[int]:
        """Returns the places of the cards a seat has played."""
        return [place for place, by in self.played if by == seat]


class SavedGame(Struct):
    """A game with another board.

    Attributes:
        game: its id, on both boards.
        seat: of this board: 0 invited the other.
        other: the other board's id.
        seed: of this board: all its shuffles follow from it.
        nonce: of this board, for who deals first.
        commitment: SHA-256 of the inviter's nonce.
        target: the hole to reach.
        names: by seat; empty where not known yet.
        dealer: the seat that dealt first; None before the game has begun.
        lines: the actions so far, as a record has them.
        deal: the one that goes on; None before the first.
        checked: deals that were found to be shuffled fairly.
        sent: bodies of letters that the other has not confirmed, oldest first.
        confirmed: how many of this board's letters the other has.
        received: how many letters of the other this board has.
        confirmed_to_other: highest number of the other's envelopes confirmed to it.
        left: the seat that left or declined; None if neither did.
        fault: code of what ended the game; empty for none.
        facts: of it.
    """

    game: str
    seat: int
    other: str
    seed: bytes
    nonce: bytes
    commitment: str
    target: int
    names: list[str]
    dealer: int | None = None
    lines: list[str] = field(default_factory=list)
    deal: DealState | None = None
    checked: int = 0
    sent: list[str] = field(default_factory=list)
    confirmed: int = 0
    received: int = 0
    confirmed_to_other: int = field(default=0, name="told")
    left: int | None = None
    fault: str = ""
    facts: dict[str, str | int] = field(default_factory=dict)

    @property
    def has_begun(self) -> bool:
        """Tells if both have agreed to play, and who deals."""
        return self.dealer is not None

    @property
    def is_invited(self) -> bool:
        """Tells if the other board waits for an answer to its invitation."""
        over = self.left is not None or bool(self.fault)
        return not over and self.seat == 1 and not self.names[1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The six cards that were dealt to this board's seat; empty before."""
        deal = self.deal
        if deal is None or not deal.dealt or deal.pack.mine[0] not in deal.cards:
            return ()
        return tuple(deal.card(place) for place in deal.pack.mine)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards that this board's seat has thrown to the crib in this deal."""
        thrown = () if self.deal is None else self.deal.thrown.get(self.seat, ())
        return tuple(self.deal.card(place) for place in thrown) if self.deal is not None else ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that this board's seat holds."""
        deal = self.deal
        if deal is None:
            return ()
        gone = {*self.discards, *map(deal.card, deal.played_by(self.seat))}
        return tuple(card for card in self.cards if card not in gone)
