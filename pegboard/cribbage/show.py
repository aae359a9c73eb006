"""The show: pone's hand, clockwise round to the dealer's, then the crib.

If the program counts, every hand it knows is counted as soon as its turn comes. If seats
claim their points (muggins, manual count) it waits for each `Claim`: the seat pegs the lesser of
what it claims and what the hand is worth (ACC 10.4), and under muggins what it missed waits for
the first opponent to call it.
"""

from dataclasses import replace

from pegboard.cribbage.cards import Cards
from pegboard.cribbage.codes import Doubt, Illegal
from pegboard.cribbage.events import Claimed, Counted, Event, Warned
from pegboard.cribbage.pegging import award, take_back
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import Item, Kind, Score, score_shown
from pegboard.cribbage.state import (
    NOTHING_MISSED,
    Dealing,
    Missed,
    PastDeal,
    Playing,
    Showing,
    State,
    Step,
    pending_hand,
)
from pegboard.errors import IllegalAction

HIGHEST = 29
"""No hand is worth more."""
HAND_TOTALS = tuple(points for points in range(HIGHEST + 1) if points not in (19, 25, 26, 27))
"""Totals that four cards and a starter can be worth; the four missing numbers never occur."""


def begin_show(state: State, stage: Playing) -> Step:
    """Ends the play; counts the known hands unless the seats claim their points."""
    hands = stage.kept
    if hands is None:
        played = [stage.played_by(seat) for seat in range(state.rules.players)]
        hands = tuple(cards if len(cards) == 4 else () for cards in played)
    is_open = stage.kept is not None
    showing = Showing(is_open, hands, stage.discards, stage.crib, stage.starter, stage.plays)
    return _count_known(state.at(showing))


def show_hand(state: State, stage: Playing | Showing, seat: int, cards: Cards) -> Step:
    """Turns a hand of a table deal face up and counts it, or recounts it with these cards.

    Shown while cards are still being laid it ends the play: what was not followed is left to be
    pegged by hand. Hands are shown in counting order; one counted from the cards its seat laid
    is counted again from those now shown, and the difference is pegged or taken back.
    """
    _check_four(cards, Illegal.HAND_IS_FOUR)
    entered = _enter_show(state, stage)
    state = entered.state
    if not isinstance(state.stage, Showing):
        return entered
    stage = state.stage
    warnings = _contradictions(stage, seat, cards)
    place = (seat - state.pone) % state.rules.players
    counted = len(stage.counted)
    shown = replace(stage, kept=(*stage.kept[:seat], cards, *stage.kept[seat + 1 :]))
    if place >= counted:
        if place > counted and not state.rules.claims:
            raise IllegalAction(Illegal.COUNTED_FIRST, seat=pending_hand(state))
        step = _count_known(state.at(shown))
    elif state.rules.claims:
        raise IllegalAction(Illegal.CLAIMED_ALREADY, seat=seat)
    else:
        step = _count_again(state, shown, seat, place)
    return Step(step.state, (*entered.events, *warnings, *step.events))


def show_crib(state: State, stage: Showing, cards: Cards) -> Step:
    """Turns the crib of a table deal face up, and counts it or waits for the dealer's claim."""
    _check_four(cards, Illegal.CRIB_IS_FOUR)
    pending = pending_hand(state)
    if pending != "crib":
        raise IllegalAction(Illegal.HAND_BEFORE_CRIB, seat=pending)
    events = _contradictions(stage, None, cards)
    step = _count_known(state.at(replace(stage, crib=cards)))
    return Step(step.state, (*events, *step.events))


def claim(state: State, stage: Playing | Showing, seat: int, points: int) -> Step:
    """Accepts a seat's claim for the hand to be counted now.

    In a table deal, a hand that is not shown may be claimed under any rules, and is pegged on
    trust; that is how a hand counted aloud gets on the track without a camera.
    """
    entered = _enter_show(state, stage)
    state = entered.state
    if not isinstance(state.stage, Showing):
        return entered
    stage = state.stage
    pending = pending_hand(state)
    crib = pending == "crib"
    owner = state.dealer if crib else pending
    if seat != owner:
        code = Illegal.COUNTS_CRIB_NOW if crib else Illegal.COUNTS_HAND_NOW
        raise IllegalAction(code, owner=owner, seat=seat)
    cards = stage.crib if crib else stage.kept[seat]
    if not 0 <= points <= HIGHEST:
        raise IllegalAction(Illegal.HAND_WORTH, points=points, most=HIGHEST)
    events: list[Event] = [*entered.events, Claimed(seat, crib, points)]
    if cards:
        score = score_shown(cards, stage.starter, crib)
        missed = max(0, score.total - points)
        if points > score.total:
            worth = score.total
            events.append(Warned(Doubt.CLAIMS_TOO_MUCH, seat=seat, points=points, worth=worth))
        if not (missed and state.rules.muggins):
            events.append(Counted(seat, crib, cards, score))
        items = (Item(Kind.MANUAL, points, cards),) if missed else score.items
    else:
        missed = HIGHEST - points
        items = (Item(Kind.MANUAL, points),)
    left = (
        Missed(state.rules.side_of(seat), missed, points) if state.rules.muggins else NOTHING_MISSED
    )
    step = _peg_hand(state, seat, items if points else (), left)
    more = _count_known(step.state)
    return Step(more.state, (*events, *step.events, *more.events))


def call_muggins(state: State, missed: Missed, seat: int, points: int) -> Step:
    """Pegs the missed points for the first opponent to call, at most the number called.

    A wrong call costs nothing (ACC 10.4), unless a house rule sets a price for it, which the side
    of the hand pegs. Right or wrong, only the first call counts.
    """
    if points < 1:
        raise IllegalAction(Illegal.CALL_AT_LEAST_ONE, points=points)
    if missed == NOTHING_MISSED:
        raise IllegalAction(Illegal.NO_CLAIM_TO_CALL)
    if state.rules.side_of(seat) == missed.side:
        raise IllegalAction(Illegal.OWN_SIDE, seat=seat)
    if isinstance(state.stage, Dealing):
        state = state.at(Dealing())
    elif isinstance(state.stage, Showing):
        state = state.at(replace(state.stage, missed=NOTHING_MISSED))
    pegged = min(points, missed.points)
    events: list[Event] = []
    if pegged < points:
        code = Doubt.LESS_MISSED if pegged else Doubt.NOTHING_MISSED
        events.append(Warned(code, seat=seat, points=points, worth=pegged))
    items = [Item(Kind.MUGGINS, pegged)] if pegged else []
    step = award(state, seat, items)
    price = _price(state.rules, points - pegged)
    if price and not step.state.over:
        paid = award(step.state, missed.side, [Item(Kind.PENALTY, price)])
        step = Step(paid.state, (*step.events, *paid.events))
    return Step(step.state, (*events, *step.events))


def _price(rules: Rules, excess: int) -> int:
    """Returns the price of a call that was too high by some points."""
    match rules.wrong_call:
        case "none":
            return 0
        case "excess":
            return excess
    return int(rules.wrong_call) if excess else 0


def _enter_show(state: State, stage: Playing | Showing) -> Step:
    """Leaves the play of a table deal, and counts the known hands before the one shown now."""
    if isinstance(stage, Showing):
        return Step(state, ())
    step = begin_show(state, stage)
    if not stage.plays:
        return step
    return Step(step.state, (Warned(Doubt.PLAY_NOT_FOLLOWED), *step.events))


def _count_known(state: State) -> Step:
    """Counts hand after hand until one is unknown, the seats claim, or the game is over."""
    events: list[Event] = []
    while isinstance(state.stage, Showing) and not state.rules.claims:
        stage = state.stage
        pending = pending_hand(state)
        if pending == "crib":
            seat, crib, cards = state.dealer, True, stage.crib
        else:
            assert pending is not None
            seat, crib, cards = pending, False, stage.kept[pending]
        if not cards:
            break
        score = score_shown(cards, stage.starter, crib)
        events.append(Counted(seat, crib, cards, score))
        step = _peg_hand(state, seat, score.items, NOTHING_MISSED)
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def _peg_hand(state: State, seat: int, items: tuple[Item, ...], missed: Missed) -> Step:
    """Pegs the hand that is due and moves to the next; after the crib the deal passes."""
    after, events = award(state, seat, items)
    stage = after.stage
    if not isinstance(stage, Showing):
        return Step(after, events)
    if len(stage.counted) == state.rules.players:
        dealing = Dealing(missed)
        if missed != NOTHING_MISSED:  # the crib stays on the table for as long as it may be called
            dealing = Dealing(missed, stage.crib, stage.starter)
        past = PastDeal(state.dealer, stage.starter, stage.plays, stage.kept)
        over = State(state.rules, state.pone, after.pegs, dealing, (*state.past, past))
        return Step(over, events)
    counted = (*stage.counted, Score(items).total)
    return Step(after.at(replace(stage, counted=counted, missed=missed)), events)


def _count_again(state: State, stage: Showing, seat: int, place: int) -> Step:
    cards = stage.kept[seat]
    score = score_shown(cards, stage.starter, False)
    counted = (*stage.counted[:place], score.total, *stage.counted[place + 1 :])
    back = take_back(state.at(replace(stage, counted=counted)), seat, stage.counted[place])
    pegged = award(back.state, seat, score.items)
    event = Counted(seat, False, cards, score)
    return Step(pegged.state, (*back.events, event, *pegged.events))


def _check_four(cards: Cards, code: Illegal) -> None:
    if len(set(cards)) != 4 or len(cards) != 4:
        raise IllegalAction(code, n=len(cards))


def _contradictions(stage: Showing, seat: int | None, cards: Cards) -> list[Event]:
    """Returns cards already seen elsewhere, and cards that were played but are not shown.

    Seat None stands for the crib.
    """
    elsewhere = {stage.starter}
    for by, card in stage.plays:
        if by != seat:
            elsewhere.add(card)
        elif card not in cards:
            return [Warned(Doubt.LAID_NOT_SHOWN, seat=seat, card=str(card))]
    for by, kept in enumerate(stage.kept):
        if by != seat:
            elsewhere.update(kept)
    return [Warned(Doubt.SEEN_BEFORE, card=str(each)) for each in cards if each in elsewhere]
