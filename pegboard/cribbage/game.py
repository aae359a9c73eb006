"""The rules of cribbage as one pure function: `apply` turns a state and an action into the next.

This is the entry point of the rules: import a game's types from here. It uses no clock, randomness,
files or memory: chance comes in with the actions, and an action that the rules forbid raises
`IllegalAction` and changes nothing.

    >>> from pegboard.cribbage.cards import parse_cards
    >>> state = new_game(Rules(), dealer=0)
    >>> hands = (parse_cards("5S4S2S6H7H8H"), parse_cards("6DJH4H7C2D8D"))
    >>> state, events = apply(state, Deal(0, hands))
    >>> state.stage_name
    'discard'
"""

from dataclasses import replace

from pegboard.cribbage.actions import (
    Action,
    Claim,
    Correct,
    Crib,
    Cut,
    Deal,
    Discard,
    Go,
    Hand,
    Muggins,
    Peg,
    Penalty,
    Play,
    Undo,
)
from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.codes import Doubt, Illegal
from pegboard.cribbage.events import (
    Claimed,
    Corrected,
    Counted,
    CountReset,
    Dealt,
    Discarded,
    Event,
    Played,
    Scored,
    StarterCut,
    TakenBack,
    Warned,
    WentGo,
    Won,
)
from pegboard.cribbage.pegging import award, correct, peg, penalize
from pegboard.cribbage.play import play_card, say_go
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import Item, Kind
from pegboard.cribbage.show import call_muggins, claim, show_crib, show_hand
from pegboard.cribbage.state import (
    Cutting,
    Dealing,
    Discarding,
    Missed,
    Over,
    Pegs,
    Playing,
    Showing,
    Stage,
    State,
    Step,
    new_game,
    pending_hand,
)
from pegboard.cribbage.view import View, legal_actions, view
from pegboard.errors import IllegalAction

__all__ = [
    "Action",
    "Claim",
    "Claimed",
    "Correct",
    "Corrected",
    "CountReset",
    "Counted",
    "Crib",
    "Cut",
    "Cutting",
    "Deal",
    "Dealing",
    "Dealt",
    "Discard",
    "Discarded",
    "Discarding",
    "Event",
    "Go",
    "Hand",
    "IllegalAction",
    "Item",
    "Kind",
    "Missed",
    "Muggins",
    "Over",
    "Peg",
    "Pegs",
    "Penalty",
    "Play",
    "Played",
    "Playing",
    "Rules",
    "Scored",
    "Showing",
    "Stage",
    "StarterCut",
    "State",
    "Step",
    "TakenBack",
    "Undo",
    "View",
    "Warned",
    "WentGo",
    "Won",
    "apply",
    "legal_actions",
    "new_game",
    "pending_hand",
    "view",
]


def apply(state: State, action: Action) -> Step:
    """Returns the next state, and the events of an action.

    Returns:
        The next state, and the events, in order.

    Raises:
        IllegalAction: the rules forbid it now; the message says why, or what is expected.
    """
    stage = state.stage
    if isinstance(stage, Over):
        raise IllegalAction(Illegal.GAME_OVER)
    seat = getattr(action, "seat", 0)
    if not 0 <= seat < state.rules.players:
        raise IllegalAction(Illegal.NO_SUCH_SEAT, got=seat, most=state.rules.players - 1)
    match stage, action:
        case Playing(), Play(seat, card):
            return play_card(state, stage, seat, card)
        case Playing(), Go(seat):
            return say_go(state, stage, seat)
        case Dealing(), Deal():
            return _deal(state, action, state.dealer)
        case Cutting() | Playing() | Showing(), Deal() if not state.is_open:
            return _deal_anew(state, stage, action)
        case Discarding(), Discard(seat, cards):
            return _discard(state, stage, seat, cards)
        case Cutting(), Cut(card):
            return _cut(state, stage, card)
        case Playing(kept=None) | Showing(is_open=False), Hand(seat, cards):
            return show_hand(state, stage, seat, cards)
        case Showing(is_open=False), Crib(cards):
            return show_crib(state, stage, cards)
        case Playing(kept=None) | Showing(), Claim(seat, points):
            return claim(state, stage, seat, points)
        case Showing() | Dealing(), Muggins(seat, points) if state.rules.muggins:
            return call_muggins(state, stage.missed, seat, points)
        case Playing(kept=None, plays=()), Muggins(seat, points) if state.rules.muggins:
            # No card was played through the program: people peg the play by hand, on trust.
            return call_muggins(state, Missed(-1, points), seat, points)
        case _, Peg(seat, points):
            return peg(state, seat, points)
        case _, Correct(seat, score):
            return correct(state, seat, score)
        case _, Penalty(seat, points):
            return penalize(state, seat, points)
    raise _refusal(state, action)


_DUE = {
    "deal": Illegal.DEAL_DUE,
    "discard": Illegal.DISCARD_DUE,
    "cut": Illegal.CUT_DUE,
    "play": Illegal.PLAY_DUE,
    "show": Illegal.HAND_DUE,
}
"""Code with which any other action is refused, by stage."""


def _refusal(state: State, action: Action) -> IllegalAction:
    name = type(action).__name__.lower()
    if isinstance(action, Undo):
        return IllegalAction(Illegal.UNDO_IS_REPLAY)
    if isinstance(action, Muggins) and not state.rules.muggins:
        return IllegalAction(Illegal.NO_MUGGINS)
    if isinstance(action, Hand | Crib | Claim) and state.is_open:
        return IllegalAction(Illegal.OPEN_DEAL_COUNTS_ITSELF, action=name)
    due = Illegal.CRIB_DUE if pending_hand(state) == "crib" else _DUE[state.stage_name]
    return IllegalAction(due, action=name, seat=state.turn)


def _deal(state: State, deal: Deal, dealer: int) -> Step:
    rules = state.rules
    if deal.dealer != dealer:
        raise IllegalAction(Illegal.NOT_YOUR_DEAL, seat=deal.dealer, dealer=dealer)
    if deal.hands is not None:
        _check_deal(rules, deal.hands, deal.crib_card)
    elif deal.crib_card is not None:
        raise IllegalAction(Illegal.NO_CRIB_CARD)
    state = State(rules, dealer, state.pegs, Dealing(), state.past)
    events: tuple[Event, ...] = ()
    if rules.dealer_bonus:
        state, events = award(state, dealer, [Item(Kind.BONUS, rules.dealer_bonus)])
        if state.over:
            return Step(state, events)
    if deal.hands is None:
        stage: Stage = Cutting()
    else:
        stage = Discarding(deal.hands, ((),) * rules.players, deal.crib_card)
    return Step(state.at(stage), (*events, Dealt(dealer, deal.hands is not None)))


def _deal_anew(state: State, stage: Stage, deal: Deal) -> Step:
    """Returns the next deal of a table game, even if the previous one was not finished."""
    step = _deal(state, deal, state.pone)
    if isinstance(stage, Cutting) or (isinstance(stage, Playing) and not stage.plays):
        return step
    warning = Warned(Doubt.DEAL_NOT_COUNTED)
    return Step(step.state, (warning, *step.events))


def _check_deal(rules: Rules, hands: tuple[Cards, ...], crib_card: Card | None) -> None:
    if len(hands) != rules.players:
        raise IllegalAction(Illegal.HANDS_DEALT, n=len(hands), seats=rules.players)
    for seat, hand in enumerate(hands):
        if len(hand) != rules.dealt:
            raise IllegalAction(Illegal.CARDS_DEALT, seat=seat, wanted=rules.dealt, n=len(hand))
    if rules.players == 3 and crib_card is None:
        raise IllegalAction(Illegal.CRIB_CARD_MISSING)
    if rules.players != 3 and crib_card is not None:
        raise IllegalAction(Illegal.CRIB_CARD_FOR_THREE)
    cards = [card for hand in hands for card in hand]
    if crib_card is not None:
        cards.append(crib_card)
    for card in cards:
        if cards.count(card) > 1:
            raise IllegalAction(Illegal.DEALT_TWICE, card=str(card))


def _discard(state: State, stage: Discarding, seat: int, cards: Cards) -> Step:
    rules = state.rules
    if stage.discards[seat]:
        raise IllegalAction(Illegal.LAID_AWAY_ALREADY, seat=seat)
    if len(cards) != rules.laid_away or len(set(cards)) != len(cards):
        raise IllegalAction(Illegal.LAID_AWAY, wanted=rules.laid_away, n=len(cards))
    for card in cards:
        if card not in stage.hands[seat]:
            raise IllegalAction(Illegal.NOT_HELD, seat=seat, card=str(card))
    kept_cards = tuple([card for card in stage.hands[seat] if card not in cards])
    hands = (*stage.hands[:seat], kept_cards, *stage.hands[seat + 1 :])
    discards = (*stage.discards[:seat], cards, *stage.discards[seat + 1 :])
    following: Stage = replace(stage, hands=hands, discards=discards)
    if () not in discards:
        crib = tuple([card for laid_away in discards for card in laid_away])
        if stage.crib_card is not None:
            crib = (*crib, stage.crib_card)
        following = Cutting(hands, discards, crib)
    return Step(state.at(following), (Discarded(seat),))


def _cut(state: State, stage: Cutting, card: Card) -> Step:
    """Turns up the starter; a jack is his heels, 2 for the dealer, and may win the game.

    At a real table heels not pegged before the dealer plays are lost (ACC); a program that sees
    the starter pegs them itself.
    """
    players = state.rules.players
    if any(card in cards for cards in (*(stage.hands or ()), *stage.discards, stage.crib)):
        raise IllegalAction(Illegal.CUT_WAS_DEALT, card=str(card))
    playing = Playing(
        kept=stage.hands,
        discards=stage.discards,
        crib=stage.crib,
        starter=card,
        turn=state.pone,
        left=(4,) * players,
        plays=(),
        reset=0,
        count=0,
        out=(),
        least=(1,) * players,
    )
    items = [Item(Kind.HEELS, 2, (card,))] if card.rank == 11 else []
    step = award(state.at(playing), state.dealer, items)
    return Step(step.state, (StarterCut(card), *step.events))
