"""Judges the wish of a board for a table: it takes the table at once, or the director is asked.

A board takes a table at once if nothing speaks against it: the board that stood there has been away
for a while, the hall has all that it is known to have played, no result of it waits, and the one
that comes plays nowhere else. Each `Doubt` is the director's to settle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pegboard.tournament.decisions import EventKind
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState

AWAY_S = 15.0
"""Seconds without a connection after which a board counts as gone: a network comes back sooner."""


class Doubt(StrEnum):
    """Why the director is asked."""

    HERE = "here"
    """The board at the table is connected."""
    JUST_NOW = "just-now"
    """It was, less than `AWAY_S` ago, or the hall has not been there for as long."""
    ENTRIES = "entries"
    """It has played more than the hall has, or two courses of the same game."""
    RESULT = "result"
    """A game of it is over, and on no card."""
    BUSY = "busy"
    """The board that asks plays at another table."""
    DEALT = "dealt"
    """A duplicate night: whoever begins a game again knows its cards."""
    SEVERAL = "several"
    """More than one event plays at a table with this number."""


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of an event that goes on.

    Attributes:
        event: its id.
        round: the present one.
        table: its number.
        gone: the board that stands there; empty if none does.
        kind: of the event.
        open: True while the game there is on no card.
    """

    event: str
    round: int
    table: int
    occupant: str
    kind: EventKind
    is_open: bool


@dataclass(frozen=True, slots=True)
class OccupantStatus:
    """What the hall knows of the board at the table.

    Attributes:
        quiet_s: seconds without a connection; 0 while it is connected.
        lacks: True if the hall lacks entries of it, or has two courses.
        result: True if a game of it is over and on no card.
        revoked: True if its key does not count any more: then it need not be gone.
    """

    away_s: float
    is_incomplete: bool
    has_result: bool
    is_revoked: bool


def find_tables(running: Sequence[tuple[str, EventState]], table: int) -> list[EventTable]:
    """Returns the tables with this number; those at which a game is open, if there are any.

    Args:
        running: the events that go on, by id, in order.
        table: the number.
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
    gone: OccupantStatus | None,
) -> Doubt | None:
    """Returns why the director is to be asked; None if the board may take the first of the places.

    Args:
        places: with the number that was asked for, one or more.
        running: as for `places_of`.
        board: that asks.
        gone: about the board that stands there; None if none does.
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
    if gone is None:
        return None
    if gone.has_result:
        return Doubt.RESULT
    if gone.is_revoked:
        return None
    if gone.away_s < AWAY_S:
        return Doubt.JUST_NOW if gone.away_s else Doubt.HERE
    return Doubt.ENTRIES if gone.is_incomplete else None


def _players(state: EventState, table: int) -> tuple[str, ...]:
    pairings = state.rounds[-1].pairings if state.rounds else ()
    seats = next((pairing.seats for pairing in pairings if pairing.table == table), ())
    return tuple(player for player in seats if player != EXPERT)


def _is_open(state: EventState, table: int) -> bool:
    """Tells if a game of the round, or a match, is still to be played at a table."""
    if any(at_table.table == table for at_table in matches_at_tables(state)):
        return True
    played = len(state.rounds)
    return any(state.cards[player].line(played) is None for player in _players(state, table))
