"""The saved state of a game with another board."""

from msgspec import Struct, field

from pegboard.cribbage.cards import Card
from pegboard.remote.pack import Pack


class Go(Struct, frozen=True):
    """A go: seat, count, and number of cards played before it in the deal."""

    seat: int
    count: int
    plays: int


class DealState(Struct):
    """One board's state of a deal.

    Attributes:
        number: number of the deal, from 1.
        dealer: seat of the dealer.
        pack: the shuffled pack.
        dealt: True once the dealer has dealt.
        thrown: places of the two discards, by seat.
        cut: place of the starter; None before the cut.
        played: places of the played cards in order, each with its seat.
        gos: gos in order.
        shown: by seat, True once its discards are face up.
        opened: by seat, True once it has revealed its seed of the shuffle.
        is_requested: True once the dealer has requested the deal, even if the pack is not ready.
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
    is_requested: bool = field(default=False, name="asked")
    cards: dict[int, str] = field(default_factory=dict)
    """Known cards by place."""

    def card(self, place: int) -> Card:
        """Returns a known card."""
        return Card.parse(self.cards[place])

    def played_by(self, seat: int) -> list[int]:
        """Returns the places of the cards a seat has played."""
        return [place for place, by in self.played if by == seat]


class SavedGame(Struct):
    """The state of a game with another board.

    Attributes:
        game: id on both boards.
        seat: seat of this board; 0 is the inviter.
        other: id of the other board.
        seed: secret of this board from which its shuffles follow.
        nonce: nonce of this board, for the first dealer.
        commitment: SHA-256 of the inviter's nonce.
        target: number of the winning hole.
        names: names by seat; empty if unknown.
        dealer: seat that dealt first; None before the game has begun.
        lines: actions so far, in notation.
        deal: current deal; None before the first.
        checked: number of the last deal whose shuffle was verified.
        sent: bodies of unconfirmed envelopes, oldest first.
        confirmed: number of this board's envelopes that the other has confirmed.
        received: number of envelopes received from the other.
        confirmed_to_other: highest number of the other's envelopes confirmed to it.
        left: seat that left or declined, or None.
        fault: code of the error that ended the game, or empty.
        facts: facts of that error.
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
        """Returns True once both have accepted and the first dealer is known."""
        return self.dealer is not None

    @property
    def is_invited(self) -> bool:
        """Returns True if the other board's invitation is waiting for an answer."""
        over = self.left is not None or bool(self.fault)
        return not over and self.seat == 1 and not self.names[1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Six cards dealt to this board's seat; empty before the deal."""
        deal = self.deal
        if deal is None or not deal.dealt or deal.pack.mine[0] not in deal.cards:
            return ()
        return tuple(deal.card(place) for place in deal.pack.mine)

    @property
    def discards(self) -> tuple[Card, ...]:
        """Discards of this board's seat in this deal."""
        thrown = () if self.deal is None else self.deal.thrown.get(self.seat, ())
        return tuple(self.deal.card(place) for place in thrown) if self.deal is not None else ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """Unplayed cards of this board's seat."""
        deal = self.deal
        if deal is None:
            return ()
        used = {*self.discards, *map(deal.card, deal.played_by(self.seat))}
        return tuple(card for card in self.cards if card not in used)
