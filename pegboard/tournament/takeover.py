"""Decides whether a board may take over a table at once or the director must approve.

A board takes a table at once if the previous board has been away for a while, the hall has its
whole journal, no result of it is pending, and the new board plays nowhere else. Each `Doubt` needs
the director.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pegboard.tournament.decisions import EventKind
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState

AWAY_S = 15.0
"""Seconds without a connection after which a board is considered gone."""


class Doubt(StrEnum):
    """Reasons to ask the director."""

    HERE = "here"
    """The board at the table is connected."""
    JUST_NOW = "just-now"
    """The board was connected less than `AWAY_S` ago, or the hall has run for less than that."""
    ENTRIES = "entries"
    """The hall lacks entries of that board, or has two branches of its journal."""
    RESULT = "result"
    """A finished game of that board is on no card."""
    BUSY = "busy"
    """The requesting board plays at another table."""
    DEALT = "dealt"
    """In a duplicate night, a player who restarts a game knows its cards."""
    SEVERAL = "several"
    """Several events use this table number."""


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of a running event.

    Attributes:
        event: id of the event.
        round: number of the current round.
        table: number of the table.
        occupant: id of the board there; empty if none.
        kind: kind of the event.
        is_open: True while the game there is on no card.
    """

    event: str
    round: int
    table: int
    occupant: str
    kind: EventKind
    is_open: bool


@dataclass(frozen=True, slots=True)
class OccupantStatus:
    """Status of the board at a table.

    Attributes:
        away_s: seconds without a connection; 0 while it is connected.
        is_incomplete: True if the hall lacks entries of it, or has two branches.
        has_result: True if a game of it is over and on no card.
        is_revoked: True if its key was revoked, so that it need not be away.
    """

    away_s: float
    is_incomplete: bool
    has_result: bool
    is_revoked: bool


def find_tables(running: Sequence[tuple[str, EventState]], table: int) -> list[EventTable]:
    """Returns the tables with the given number; if any has an open game, only such tables.

    Args:
        running: running events by id, in order.
        table: number of the table.
    """
    found = []
    for event, state in running:
        board, number = state.boards.get(table, ""), len(state.rounds)
        if board or _players(state, table):
            found.append(
                EventTable(event, number, table, board, state.kind, _is_open(state, table))
            )
    return [place for place in found if place.is_open] or found


def find_doubt(
    places: Sequence[EventTable],
    running: Sequence[tuple[str, EventState]],
    board: str,
    occupant: OccupantStatus | None,
) -> Doubt | None:
    """Returns the reason to ask the director; None if the board may take the first table.

    Args:
        places: one or more tables with the requested number.
        running: running events by id, in order.
        board: id of the requesting board.
        occupant: status of the board at the table; None if there is none.
    """
    place = places[0]
    if len(places) > 1:
        return Doubt.SEVERAL
    if place.kind is EventKind.DUPLICATE:
        return Doubt.DEALT
    for _, state in running:
        for table, there in state.boards.items():
            if there == board and table != place.table and _is_open(state, table):
                return Doubt.BUSY
    if occupant is None:
        return None
    if occupant.has_result:
        return Doubt.RESULT
    if occupant.is_revoked:
        return None
    if occupant.away_s < AWAY_S:
        return Doubt.JUST_NOW if occupant.away_s else Doubt.HERE
    return Doubt.ENTRIES if occupant.is_incomplete else None


def _players(state: EventState, table: int) -> tuple[str, ...]:
    pairings = state.rounds[-1].pairings if state.rounds else ()
    seats = next((pairing.seats for pairing in pairings if pairing.table == table), ())
    return tuple(player for player in seats if player != EXPERT)


def _is_open(state: EventState, table: int) -> bool:
    """Returns True if a game of the round or a match is still to be played at a table."""
    if any(at_table.table == table for at_table in matches_at_tables(state)):
        return True
    played = len(state.rounds)
    return any(state.cards[player].line(played) is None for player in _players(state, table))
