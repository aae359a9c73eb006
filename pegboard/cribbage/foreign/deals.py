"""Deals from other notations: cards in the order played, without gos."""

from collections.abc import Iterable
from dataclasses import dataclass

from pegboard.cribbage.actions import Action, Cut, Deal, Discard, Go, Play
from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.codes import Foreign
from pegboard.cribbage.game import apply
from pegboard.cribbage.notation import Header, Record
from pegboard.cribbage.play import FULL
from pegboard.cribbage.state import Playing, State, new_game
from pegboard.errors import IllegalAction, NotationError

SEATS, DEALT, KEPT = 2, 6, 4
GOS_MOST = 3
"""Gos between two cards."""


@dataclass(frozen=True, slots=True)
class ForeignDeal:
    """One deal of two players.

    Attributes:
        line: line of the file where the deal starts, from 1.
        dealer: the seat that deals; None if it follows from the plays.
        dealt: by seat, the six cards; empty where they are not all known.
        thrown: by seat, the two cards for the crib; empty where they are not known.
        starter: the starter; None if the deal ended before it was cut.
        plays: the cards in the order they fell, each with its seat.
    """

    line: int
    dealer: int | None
    dealt: tuple[Cards, Cards]
    thrown: tuple[Cards, Cards]
    starter: Card | None
    plays: tuple[tuple[int, Card], ...]


def record_of(header: Header, deals: Iterable[ForeignDeal]) -> Record:
    """Converts the deals to a record, adding gos; points follow from the rules.

    Raises:
        NotationError: a deal is not possible; `line` is where.
    """
    actions: list[Action] = []
    state = new_game(header.rules, header.dealer)
    last = None
    for deal in deals:
        last = deal
        try:
            state = _dealt(state, deal, actions)
        except IllegalAction as error:
            raise NotationError(Foreign.DEAL, line=deal.line, why=error) from error
    if last is not None:
        _end_by_go(state, last, actions)
    return Record(header, tuple(actions))


def _dealt(state: State, deal: ForeignDeal, actions: list[Action]) -> State:
    def do(action: Action) -> None:
        nonlocal state
        state = apply(state, action).state
        actions.append(action)

    is_open = all(len(hand) == DEALT for hand in deal.dealt) and all(deal.thrown)
    dealer = state.dealer
    if deal.dealer is not None and deal.dealer != dealer:
        raise NotationError(Foreign.OTHER_DEALER, line=deal.line, seat=dealer)
    do(Deal(dealer, deal.dealt if is_open else None))
    if is_open:
        for seat, cards in enumerate(deal.thrown):
            do(Discard(seat, cards))
    if deal.starter is None:
        return state
    do(Cut(deal.starter))
    for seat, card in deal.plays:
        if state.over:
            raise NotationError(Foreign.AFTER_THE_END, line=deal.line, card=str(card))
        for _ in range(GOS_MOST):
            stage = state.stage
            if isinstance(stage, Playing) and _go_before(stage, seat, card):
                do(Go(stage.turn))
        do(Play(seat, card))
    return state


def _end_by_go(state: State, deal: ForeignDeal, actions: list[Action]) -> None:
    """Adds the gos that ended the game if the plays end before the cards do."""
    gos: list[Action] = []
    while len(deal.plays) < SEATS * KEPT and isinstance(state.stage, Playing):
        go = Go(state.stage.turn)
        try:
            state = apply(state, go).state
        except IllegalAction:
            return
        gos.append(go)
        if len(gos) > GOS_MOST:
            return
    if state.over and gos:
        actions += gos


def _go_before(stage: Playing, seat: int, card: Card) -> bool:
    """Returns whether a seat must have said go before this card."""
    return stage.turn != seat or stage.count + card.value > FULL
