"""This board's seat in a game with another board: its cards and legal actions."""

from dataclasses import dataclass, replace
from itertools import combinations

from pegboard.cribbage.actions import Action, Discard, Go, Play
from pegboard.cribbage.cards import Cards
from pegboard.cribbage.game import Cutting, Playing, State, View, view
from pegboard.cribbage.play import FULL
from pegboard.cribbage.state import StageName
from pegboard.schema.vocabulary import FarStage

CARDS_DEALT, CARDS_KEPT = 6, 4


@dataclass(frozen=True, slots=True)
class RemoteSeat:
    """A game with another board, or an invitation, from this board's side.

    Attributes:
        game: id of the game.
        seat: this board's seat.
        stage: progress of the game.
        opponent: name of the other player; empty while unknown.
        target: the winning score, 121 or 61.
        is_connected: True while the other board is connected.
        must_deal: True if this board is to deal now.
        cards: the six cards dealt to this seat.
        discards: cards that it has thrown to the crib.
        discarded_seats: the seats that have thrown to the crib in this deal.
        checked_deals: deals that were found to be shuffled fairly.
        left_seat: the seat that has left the game; None for neither.
        fault: the error that ended the game, as text; empty for none.
    """

    game: str
    seat: int
    stage: FarStage
    opponent: str
    target: int
    is_connected: bool
    must_deal: bool = False
    cards: Cards = ()
    discards: Cards = ()
    discarded_seats: tuple[int, ...] = ()
    checked_deals: int = 0
    left_seat: int | None = None
    fault: str = ""

    def unplayed(self, state: State) -> Cards:
        """Returns the cards that this seat has not played yet."""
        if not isinstance(state.stage, Cutting | Playing):
            return ()
        played = {card for by, card in state.plays if by == self.seat}
        return tuple(
            card for card in self.cards if card not in played and card not in self.discards
        )

    def stage_of(self, state: State) -> StageName:
        """Returns the stage of the game: `discard` until both have discarded."""
        waits = isinstance(state.stage, Cutting) and len(self.discarded_seats) < state.rules.players
        return "discard" if waits else state.stage_name

    def turn_of(self, state: State) -> int | None:
        """Returns the seat to act; None if both are to discard."""
        if self.stage_of(state) != "discard":
            return state.turn
        waits = [seat for seat in range(state.rules.players) if seat not in self.discarded_seats]
        return waits[0] if len(waits) == 1 else None

    def hand_sizes(self, state: State) -> tuple[int, ...]:
        """Returns the number of cards in each hand."""
        if not isinstance(state.stage, Cutting):
            return view(state, self.seat).hand_sizes
        return tuple(
            CARDS_KEPT if seat in self.discarded_seats else CARDS_DEALT for seat in range(2)
        )

    def view(self, state: State) -> View:
        """Returns the view of this seat, without the opponent's hidden cards."""
        stage = self.stage_of(state)
        return replace(
            view(state, self.seat),
            stage_name=stage,
            turn=self.turn_of(state),
            hand=self.unplayed(state),
            discards=self.discards,
            hand_sizes=self.hand_sizes(state),
            legal=self._legal(state),
        )

    def _legal(self, state: State) -> tuple[Action, ...]:
        if self.stage in ("left", "fault"):
            return ()
        if isinstance(state.stage, Cutting) and self.seat not in self.discarded_seats:
            return tuple(Discard(self.seat, pair) for pair in combinations(self.cards, 2))
        held = self.unplayed(state)
        if isinstance(state.stage, Playing) and state.turn == self.seat and held:
            fits = [card for card in held if state.count + card.value <= FULL]
            return tuple(Play(self.seat, card) for card in fits) or (Go(self.seat),)
        return ()
