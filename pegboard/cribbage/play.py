"""The play: cards played in turn, the count, gos, and the next lead.

In a table deal the hands are unknown. The known facts are still enforced: the turn, the number of
cards each seat holds, that the count never passes 31, that nobody says go while
every card could be played. Unknown facts are taken on trust; a contradiction is a warning.
"""

from dataclasses import replace

from pegboard.cribbage.cards import Card
from pegboard.cribbage.codes import Doubt, Illegal
from pegboard.cribbage.events import CountReset, Event, Played, Warned, WentGo
from pegboard.cribbage.pegging import award
from pegboard.cribbage.scoring import Item, Kind, score_play
from pegboard.cribbage.show import begin_show
from pegboard.cribbage.state import Playing, State, Step
from pegboard.errors import IllegalAction

FULL = 31
"""The count never passes this."""

_ALWAYS_FITS = FULL - 10
"""Up to this count every card can be played."""


def play_card(state: State, stage: Playing, seat: int, card: Card) -> Step:
    """Plays a seat's card: scores it and moves to the next turn, count or stage."""
    if _may_end_count(stage, seat, card):
        ended = _end_count(state, stage)
        if not isinstance(ended.state.stage, Playing):
            # The point for go won the game: at the table the card would not have been played.
            warning = Warned(Doubt.NOT_LAID, card=str(card))
            return Step(ended.state, (*ended.events, warning))
        played = play_card(ended.state, ended.state.stage, seat, card)
        return Step(played.state, ended.events + played.events)

    _check(stage, seat, card)
    events: list[Event] = []
    if stage.kept is None:
        if card == stage.starter or any(card == laid for _, laid in stage.plays):
            events.append(Warned(Doubt.SEEN_BEFORE, card=str(card)))
        if card.value < stage.least[seat]:
            events.append(Warned(Doubt.COULD_HAVE_PLAYED, seat=seat, card=str(card)))
    left = list(stage.left)
    left[seat] -= 1
    count = stage.count + card.value
    plays = (*stage.plays, (seat, card))
    stage = replace(stage, left=tuple(left), plays=plays, count=count)
    events.append(Played(seat, card, count))
    items = score_play(stage.pile).items
    is_last = not any(left)
    next_seat = None if is_last or count == FULL else _next_asked(stage, seat)
    if next_seat is None and count != FULL:
        # The go is known at once, so one move of the pegs includes it.
        items = (*items, Item(Kind.LAST if is_last else Kind.GO, 1, (card,)))
    state, pegged = award(state.at(stage), seat, items)
    events += pegged
    if state.over:
        return Step(state, tuple(events))
    if is_last:
        events.append(CountReset(None))
        step = begin_show(state, stage)
    elif next_seat is None:
        step = _reset(state, stage)
    else:
        step = Step(state.at(stage.turn_to(next_seat)), ())
    return Step(step.state, (*events, *step.events))


def say_go(state: State, stage: Playing, seat: int) -> Step:
    """Says go for a seat: it is out until the reset, and the others continue."""
    if seat != stage.turn:
        raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=seat, turn=stage.turn)
    if stage.kept is None:
        if stage.count <= _ALWAYS_FITS:
            raise IllegalAction(Illegal.NO_GO_YET, count=stage.count)
        if seat == stage.plays[-1][0]:
            return _end_count(state, stage)
    elif can_play(stage, seat):
        raise IllegalAction(Illegal.MUST_PLAY, seat=seat)
    stage = replace(_without_room(stage, seat), out=(*stage.out, seat))
    next_seat = _next_asked(stage, seat)
    if next_seat is None:
        state, ended = _end_count(state, stage)
        return Step(state, (WentGo(seat), *ended))
    return Step(state.at(stage.turn_to(next_seat)), (WentGo(seat),))


def can_play(stage: Playing, seat: int) -> bool:
    """Returns whether a seat holds a card that fits; in a table deal, whether it may."""
    if stage.kept is None:
        return stage.left[seat] > 0 and stage.count + stage.least[seat] <= FULL
    return any(stage.count + card.value <= FULL for card in stage.holds(seat))


def next_leader(stage: Playing) -> int:
    """Returns the seat that leads after a reset: clockwise from the last card, the next with cards.

    With three or four players this is not always a seat that said go.
    """
    last = stage.plays[-1][0]
    players = len(stage.left)
    clockwise = ((last + step) % players for step in range(1, players + 1))
    return next(seat for seat in clockwise if stage.left[seat])


def open_end(stage: Playing) -> bool:
    """Returns whether the count may have ended without the program knowing (table deals only).

    Everybody else is out or has no cards, and whether the seat that laid the last card holds one
    that fits is its secret. It plays on, or the next leader simply leads.
    """
    return (
        stage.kept is None
        and stage.count > _ALWAYS_FITS
        and bool(stage.plays)
        and stage.turn == stage.plays[-1][0]
    )


def _may_end_count(stage: Playing, seat: int, card: Card) -> bool:
    """Returns whether this play shows that the count ended and its seat leads the next."""
    if not open_end(stage) or seat != next_leader(stage):
        return False
    return seat != stage.turn or stage.count + card.value > FULL


def _check(stage: Playing, seat: int, card: Card) -> None:
    if seat != stage.turn:
        raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=seat, turn=stage.turn)
    if stage.kept is not None and card not in stage.holds(seat):
        raise IllegalAction(Illegal.NOT_HELD, seat=seat, card=str(card))
    if stage.count + card.value > FULL:
        count = stage.count + card.value
        raise IllegalAction(Illegal.COUNT_TOO_HIGH, card=str(card), count=count, most=FULL)


def _next_asked(stage: Playing, seat: int) -> int | None:
    """Returns the seat whose turn follows `seat`, clockwise to the one that played the last card.

    None if there is no such seat.
    """
    last = stage.plays[-1][0]
    players = len(stage.left)
    for step in range(1, players):
        candidate = (seat + step) % players
        if candidate == last:
            break
        if stage.left[candidate] and candidate not in stage.out:
            return candidate
    return last if can_play(stage, last) else None


def _without_room(stage: Playing, seat: int) -> Playing:
    """Returns the stage in which every card of a seat is known to be too high for the count."""
    least = list(stage.least)
    least[seat] = max(least[seat], FULL - stage.count + 1)
    return replace(stage, least=tuple(least))


def _end_count(state: State, stage: Playing) -> Step:
    """Ends a count: nobody can play, and the seat that played the last card pegs 1."""
    seat, card = stage.plays[-1]
    if stage.kept is None:
        stage = _without_room(stage, seat)  # it played nothing more, so no card fitted
    state, pegged = award(state.at(stage), seat, [Item(Kind.GO, 1, (card,))])
    if state.over:
        return Step(state, pegged)
    step = _reset(state, stage)
    return Step(step.state, pegged + step.events)


def _reset(state: State, stage: Playing) -> Step:
    leader = next_leader(stage)
    fresh = replace(stage, turn=leader, reset=len(stage.plays), count=0, out=())
    return Step(state.at(fresh), (CountReset(leader),))
