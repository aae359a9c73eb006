"""Points of the last deal by seat: hand, crib and pegging."""

from collections.abc import Sequence

from pegboard.cribbage.actions import Deal
from pegboard.cribbage.events import Claimed, Counted, Event, Scored
from pegboard.cribbage.scoring import Kind
from pegboard.schema.table import DealPoints
from pegboard.session.table import Table

Deals = list[list[Sequence[Event]]]
"""The events of each deal, by action."""

_OTHERS_MISTAKES = (Kind.PENALTY, Kind.MUGGINS)
"""Kinds of points scored from another player's mistake."""


def last_deal(table: Table, *, leave_out: int = 0) -> list[DealPoints]:
    """Returns the points of the latest finished deal, by seat; empty before there is one.

    Args:
        table: table that the game is on.
        leave_out: number of latest actions to ignore.
    """
    deals: Deals = []
    for action, events in table.history[: len(table.history) - leave_out]:
        if isinstance(action, Deal):
            deals.append([])
        if deals and not _is_over(deals[-1]):  # points after the crib belong to no deal
            deals[-1].append(events)
    won = table.state.over and not leave_out
    while deals and not (_is_over(deals[-1]) or won):
        deals.pop()
    return points_of(deals[-1], table.rules.players) if deals else []


def _is_over(deal: Sequence[Sequence[Event]]) -> bool:
    """Returns whether the crib was counted, which ends a deal."""
    return any(isinstance(e, Counted | Claimed) and e.crib for events in deal for e in events)


def points_of(deal: Sequence[Sequence[Event]], players: int) -> list[DealPoints]:
    """Returns the points of a deal by seat.

    Pegging includes his heels, the play, and points entered by hand.

    Args:
        deal: events of the deal, by action.
        players: number of seats.
    """
    points: list[DealPoints] = [{"hand": None, "crib": None, "pegging": 0} for _ in range(players)]
    for events in deal:
        counted: Counted | Claimed | None = None
        for event in events:
            match event:
                case Counted(seat=seat, crib=crib) | Claimed(seat=seat, crib=crib):
                    counted = event
                    points[seat]["crib" if crib else "hand"] = 0  # from 0 if it is counted again
                case Scored(seat=seat, item=item) if item.kind not in _OTHERS_MISTAKES:
                    seat_points = points[seat]
                    if counted is None or counted.seat != seat:
                        seat_points["pegging"] += item.points
                    elif counted.crib:
                        seat_points["crib"] = (seat_points["crib"] or 0) + item.points
                    else:
                        seat_points["hand"] = (seat_points["hand"] or 0) + item.points
    return points
