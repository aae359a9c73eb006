"""Moving pegs: the one place where a score changes and a game ends.

A score is pegged by lifting the rear peg and setting it that many holes beyond the front peg,
so the distance between the two is always the last score. All that one play scores is one move,
the go that it brings included; a hand, the crib, heels, a go that another seat's go brings and each
entry by hand are a move each. A score of nothing moves
no peg.
"""

from collections.abc import Sequence

from pegboard.cribbage.codes import Illegal
from pegboard.cribbage.events import Corrected, Event, Scored, TakenBack, Won
from pegboard.cribbage.scoring import Item, Kind
from pegboard.cribbage.state import Over, Pegs, State, Step
from pegboard.errors import IllegalAction


def award(state: State, seat: int, items: Sequence[Item]) -> Step:
    """Pegs items for a seat as one move.

    The game ends at the peg that reaches the target: the item that does is cut to the room
    there was, and those after it are not given, so the awards of a game add up to its scores.
    """
    side = state.rules.side_of(seat)
    target = state.rules.target
    start = front = state.pegs[side].front
    events: list[Event] = []
    for item in items:
        if front == target:
            break
        if front + item.points > target:
            item = item._replace(points=target - front)
        front += item.points
        events.append(Scored(seat, item))
    if not events:
        return Step(state, ())
    return _place(state, side, Pegs(front, start), events)


def correct(state: State, seat: int, score: int) -> Step:
    """Moves a side's front peg to its correct hole, and the rear peg back if it is ahead.

    No points are awarded. At the target the game is over.
    """
    if not 0 <= score <= state.rules.target:
        raise IllegalAction(Illegal.NO_SUCH_HOLE, score=score, most=state.rules.target)
    side = state.rules.side_of(seat)
    pegs = Pegs(score, min(state.pegs[side].rear, score))
    return _place(state, side, pegs, [Corrected(seat, score)])


def take_back(state: State, seat: int, points: int) -> Step:
    """Moves a side's front peg back by the points of a hand that is being recounted."""
    side = state.rules.side_of(seat)
    front, rear = state.pegs[side]
    points = min(points, front)
    pegs = Pegs(front - points, min(rear, front - points))
    return _place(state, side, pegs, [TakenBack(seat, points)])


def peg(state: State, seat: int, points: int) -> Step:
    """Pegs points entered by a person."""
    _check_points(state, points)
    return award(state, seat, [Item(Kind.MANUAL, points)])


def penalize(state: State, seat: int, points: int) -> Step:
    """Pegs penalty points for every opponent of this seat, clockwise from its left.

    With partners the next seat on the left pegs for its side.
    """
    _check_points(state, points)
    rules = state.rules
    events: list[Event] = []
    for step in range(1, rules.sides):
        opponent = (seat + step) % rules.players
        state, pegged = award(state, opponent, [Item(Kind.PENALTY, points)])
        events += pegged
        if state.over:
            break
    return Step(state, tuple(events))


def _check_points(state: State, points: int) -> None:
    if not 1 <= points <= state.rules.target:
        raise IllegalAction(Illegal.POINTS_OUT_OF_RANGE, points=points, most=state.rules.target)


def _place(state: State, side: int, pegs: Pegs, events: list[Event]) -> Step:
    rules = state.rules
    placed = State(
        rules,
        state.dealer,
        (*state.pegs[:side], pegs, *state.pegs[side + 1 :]),
        state.stage,
        state.past,
    )
    if pegs.front < rules.target or isinstance(state.stage, Over):
        return Step(placed, tuple(events))
    beaten = [front for other, (front, _) in enumerate(placed.pegs) if other != side]
    skunk = max(map(rules.skunk_of, beaten))
    events.append(Won(side, skunk))
    return Step(placed.at(Over(side, skunk, state.stage)), tuple(events))
