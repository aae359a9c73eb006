"""A game at one moment: the pegs, the dealer, and the stage the deal is in.

The stage is a type: a field that means something only while cards are played exists only in
`Playing`. The course of a game::

    Dealing -> Discarding -> Cutting -> Playing -> Showing -> Dealing ...
       |  (table deals)         ^                                |
       +------------------------+        any stage -> Over  <----+

An open deal knows every card. In a table deal the hands are None and become known as they fall.
All of it is immutable: a state once seen stays as it was, and undo is an older one.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.events import Event
from pegboard.cribbage.rules import Rules

StageName = Literal["deal", "discard", "cut", "play", "show", "over"]


class Pegs(NamedTuple):
    """The two pegs of a track, as holes from 0 (start); their distance is the last score."""

    front: int
    rear: int


class Missed(NamedTuple):
    """Points a side's last claim left for the first opponent to call; may be 0."""

    side: int
    points: int
    claimed: int = 0
    """Points that were said."""


NOTHING_MISSED = Missed(-1, 0)
"""No claim is open to a call."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The stage between two deals; a claim for the crib may still be called.

    Attributes:
        missed: points that the claim left for an opponent to call.
        crib: the crib it was for, open on the table until the next deal; empty if not known.
        starter: the card it was counted with.
    """

    name: ClassVar[StageName] = "deal"
    missed: Missed = NOTHING_MISSED
    crib: Cards = ()
    starter: Card | None = None


@dataclass(frozen=True, slots=True)
class Discarding:
    """The stage of an open deal before the crib is complete: cards held and discarded by seat."""

    name: ClassVar[StageName] = "discard"
    hands: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    crib_card: Card | None


@dataclass(frozen=True, slots=True)
class Cutting:
    """The stage in which the starter is to be cut. Hands are None in a table deal."""

    name: ClassVar[StageName] = "cut"
    hands: tuple[Cards, ...] | None = None
    discards: tuple[Cards, ...] = ()
    crib: Cards = ()


@dataclass(frozen=True, slots=True)
class Playing:
    """The stage in which cards are played.

    Attributes:
        kept: each seat's four cards as it kept them; None in a table deal.
        discards: cards each seat discarded; empty in a table deal.
        crib: its four cards; empty in a table deal.
        starter: the card turned up.
        turn: the seat to act. In a table deal it may be the seat that laid the last card while
            nobody knows whether it can go on; then the next leader may act too.
        left: how many cards each seat still holds.
        plays: every card played in this deal, in order, with its seat.
        reset: number of plays on closed piles.
        count: sum of the pile.
        out: seats that said go in this count.
        least: by seat, the least value a card it still holds can have, from its gos.
    """

    name: ClassVar[StageName] = "play"
    kept: tuple[Cards, ...] | None
    discards: tuple[Cards, ...]
    crib: Cards
    starter: Card
    turn: int
    left: tuple[int, ...]
    plays: tuple[tuple[int, Card], ...]
    reset: int
    count: int
    out: tuple[int, ...]
    least: tuple[int, ...]

    def turn_to(self, seat: int) -> "Playing":
        """Returns this stage with another seat to act.

        Written out for speed, because every play needs it.
        """
        return Playing(
            self.kept,
            self.discards,
            self.crib,
            self.starter,
            seat,
            self.left,
            self.plays,
            self.reset,
            self.count,
            self.out,
            self.least,
        )

    @property
    def pile(self) -> Cards:
        """Cards since the last reset, in the order they were played."""
        return tuple([card for _, card in self.plays[self.reset :]])

    def holds(self, seat: int) -> Cards:
        """Returns the cards a seat has not played yet; empty if unknown."""
        if self.kept is None:
            return ()
        played = [card for _, card in self.plays]
        return tuple([card for card in self.kept[seat] if card not in played])

    def played_by(self, seat: int) -> Cards:
        """Returns the cards a seat has played, in order."""
        return tuple([card for by, card in self.plays if by == seat])


@dataclass(frozen=True, slots=True)
class Showing:
    """The stage in which hands are counted: pone's, then clockwise to the dealer's, then the crib.

    Attributes:
        is_open: whether the deal was open.
        kept: each seat's four cards; empty if they are not known.
        discards: cards each seat discarded; empty in a table deal.
        crib: its four cards; empty while they are not known.
        starter: the card turned up.
        plays: every card played in this deal, in order, with its seat.
        counted: points pegged for each hand counted so far, in counting order.
        missed: points that the last claim left for an opponent to call.
    """

    name: ClassVar[StageName] = "show"
    is_open: bool
    kept: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    crib: Cards
    starter: Card
    plays: tuple[tuple[int, Card], ...]
    counted: tuple[int, ...] = ()
    missed: Missed = NOTHING_MISSED


@dataclass(frozen=True, slots=True)
class Over:
    """The stage after a side pegged out. `before` is the stage in which it happened."""

    name: ClassVar[StageName] = "over"
    side: int
    skunk: int
    before: Dealing | Discarding | Cutting | Playing | Showing


Stage = Dealing | Discarding | Cutting | Playing | Showing | Over


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A deal that is over, as everybody at the table saw it.

    Attributes:
        dealer: the seat that dealt.
        starter: the card that was turned up.
        plays: every card played, in order, with its seat.
        kept: each seat's four cards; empty if they are not known.
    """

    dealer: int
    starter: Card
    plays: tuple[tuple[int, Card], ...]
    kept: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        rules: rules of the game.
        dealer: the seat that deals, or is to deal next.
        pegs: two pegs per side.
        stage: stage of the deal.
        past: the deals before this one, oldest first.
    """

    rules: Rules
    dealer: int
    pegs: tuple[Pegs, ...]
    stage: Stage = field(default_factory=Dealing)
    past: tuple[PastDeal, ...] = ()

    def at(self, stage: Stage) -> "State":
        """Returns this game in another stage."""
        return State(self.rules, self.dealer, self.pegs, stage, self.past)

    @property
    def pone(self) -> int:
        """Seat on the dealer's left: it cuts, leads, and counts first."""
        return (self.dealer + 1) % self.rules.players

    @property
    def scores(self) -> tuple[int, ...]:
        """Score of each seat; partners repeat their side's."""
        side_of, seats = self.rules.side_of, range(self.rules.players)
        return tuple([self.pegs[side_of(seat)].front for seat in seats])

    @property
    def stage_name(self) -> StageName:
        """``deal``, ``discard``, ``cut``, ``play``, ``show`` or ``over``."""
        return self.stage.name

    @property
    def turn(self) -> int | None:
        """Only seat to act: deal, cut, play or count; None if several may, or none."""
        match self.stage:
            case Playing(turn=turn):
                return turn
            case Dealing():
                return self.dealer
            case Cutting():
                return self.pone
            case Discarding(discards=discards) if discards.count(()) == 1:
                return discards.index(())
            case Showing():
                pending = pending_hand(self)
                return self.dealer if pending == "crib" else pending
        return None

    @property
    def count(self) -> int:
        """Sum of the pile; 0 if there is none."""
        stage = self._cards_of
        return stage.count if isinstance(stage, Playing) else 0

    @property
    def pile(self) -> Cards:
        """Cards since the last reset, in the order they were played."""
        stage = self._cards_of
        return stage.pile if isinstance(stage, Playing) else ()

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Cards played in this deal, in order, each with its seat."""
        stage = self._cards_of
        return stage.plays if isinstance(stage, Playing | Showing) else ()

    @property
    def starter(self) -> Card | None:
        """Starter, once it is turned up."""
        stage = self._cards_of
        return stage.starter if isinstance(stage, Playing | Showing) else None

    @property
    def is_open(self) -> bool:
        """Returns True if every card of the current deal is known."""
        match self._cards_of:
            case Discarding():
                return True
            case Cutting(hands=hands) | Playing(kept=hands):
                return hands is not None
            case Showing(is_open=is_open):
                return is_open
        return False

    @property
    def over(self) -> bool:
        """Returns True if a side has pegged out."""
        return isinstance(self.stage, Over)

    @property
    def winner(self) -> int | None:
        """Seat that won, or the lower seat of the side that won."""
        return self.stage.side if isinstance(self.stage, Over) else None

    @property
    def skunk(self) -> int:
        """Best result over a beaten side: 1 skunk, 2 double skunk; 0 before the end."""
        return self.stage.skunk if isinstance(self.stage, Over) else 0

    @property
    def _cards_of(self) -> Stage:
        """Stage whose cards are on the table: after the game, the last one played."""
        return self.stage.before if isinstance(self.stage, Over) else self.stage


class Step(NamedTuple):
    """Result of an action: the next state and its events."""

    state: State
    events: tuple[Event, ...]


def pending_hand(state: State) -> int | Literal["crib"] | None:
    """Returns the hand to be counted next: a seat, ``"crib"``, or None outside the show.

    A table deal waits here for `Hand`, `Crib` or `Claim`; an open deal only where seats claim
    their points themselves, for otherwise its show follows the last card by itself.
    """
    if not isinstance(state.stage, Showing):
        return None
    place = len(state.stage.counted)
    if place == state.rules.players:
        return "crib"
    return (state.pone + place) % state.rules.players


def new_game(rules: Rules, dealer: int = 0) -> State:
    """Returns a game before its first deal.

    A handicap is pegged like a first score: the rear peg stays at the start.

    Raises:
        ValueError: no such seat.
    """
    if not 0 <= dealer < rules.players:
        raise ValueError(f"dealer must be 0 to {rules.players - 1}, got {dealer}")
    return State(rules, dealer, tuple(Pegs(rules.handicap[side], 0) for side in range(rules.sides)))
