"""The last deal in points: what each seat's hand, its crib and its pegging brought."""

from collections.abc import Sequence

from pegboard.cribbage.actions import Deal
from pegboard.cribbage.events import Claimed, Counted, Event, Scored
from pegboard.cribbage.scoring import Kind
from pegboard.schema.table import DealPoints
from pegboard.session.table import Table

Deals = list[list[Sequence[Event]]]
"""The events of each deal, by action."""

_OTHERS_MISTAKES = (Kind.PENALTY, Kind.MUGGINS)
"""Points that no card brought."""


def last_deal(table: Table, *, leave_out: int = 0) -> list[DealPoints]:
    """Returns the points of the latest deal that is over, by seat; empty before there is one.

    Args:
        table: the game.
        leave_out: the number of latest actions that are not told of.
    """
    deals: Deals = []
    for action, events in table.history[: len(table.history) - leave_out]:
        if isinstance(action, Deal):
            deals.append([])
        if deals and not _is_over(deals[-1]):  # what follows the crib belongs to no deal
            deals[-1].append(events)
    won = table.state.over and not leave_out
    while deals and not (_is_over(deals[-1]) or won):
        deals.pop()
    return points_of(deals[-1], table.rules.players) if deals else []


def _is_over(deal: Sequence[Sequence[Event]]) -> bool:
    """Tells whether the crib was counted, which ends a deal."""
    return any(isinstance(e, Counted | Claimed) and e.crib for events in deal for e in events)


def points_of(deal: Sequence[Sequence[Event]], players: int) -> list[DealPoints]:
    """Returns the points of a deal by seat.

    What was no hand and no crib is pegging: heels, the play, and what was entered by hand.

    Args:
        deal: its events, by action.
        players: how many seats there are.
    """
    points: list[DealPoints] = [{"hand": None, "crib": None, "pegging": 0} for _ in range(players)]
    for events in deal:
        counted: Counted | Claimed | None = None
        for event in events:
            match event:
                case Counted(seat=seat, crib=crib) | Claimed(seat=seat, crib=crib):
                    counted = event
                    points[seat]["crib" if crib else "hand"] = 0  # anew, if it is counted again
                case Scored(seat=seat, item=item) if item.kind not in _OTHERS_MISTAKES:
                    own = points[seat]
                    if counted is None or counted.seat != seat:
                        own["pegging"] += item.points
                    elif counted.crib:
                        own["crib"] = (own["crib"] or 0) + item.points
                    else:
                        own["hand"] = (own["hand"] or 0) + item.points
    return points
