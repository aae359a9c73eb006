"""Calls due matches to free tables automatically, each exactly once.

A call is a decision: of two processes calling at the same moment, one commits it and the other
finds it.
"""

import time
from collections.abc import Sequence

from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.live.tables import LiveTables
from pegboard.hall.protocol.seats import seats_of
from pegboard.hall.service.events.status import (
    read_running,
    read_status,
    save_finished_before_matches,
)
from pegboard.tournament.decisions import Called
from pegboard.tournament.matches import call_due_matches, play_off_call, unassigned_matches
from pegboard.tournament.state import EventState

BY = "hall"


def call_matches(hall: Hall, live: LiveTables) -> None:
    """Calls the due matches of all running events, in order.

    Args:
        hall: hall with the events.
        live: games of the boards.
    """
    for event in read_running(hall):

        def made(state: EventState, event: str = event) -> list[Called]:
            if not unassigned_matches(state):
                return []
            found = call_due_matches(state, free_tables(hall, event, state), BY, time.time())
            _save_finished(hall, event, state, found, live)
            return found

        hall.decide_by(event, made)


def call_play_off(hall: Hall, event: str, pair: tuple[str, str], live: LiveTables, by: str) -> None:
    """Calls a play-off between two tied players to a free table.

    Raises:
        IllegalAction: the players need no play-off now, or no table is free.
    """

    def made(state: EventState) -> list[Called]:
        free = free_tables(hall, event, state)
        if not free:
            raise IllegalAction(HallFault.NO_FREE_TABLE)
        found = [play_off_call(state, *pair, free[0], by, time.time())]
        _save_finished(hall, event, state, found, live)
        return found

    hall.decide_by(event, made)


def free_tables(hall: Hall, event: str, state: EventState) -> list[int]:
    """Returns the tables of an event whose boards are free in all running events."""
    busy = set()
    for id in read_running(hall):
        other, notes = hall.state(id), read_status(hall, id)
        seats = seats_of(id, other, notes.before, notes.secret)
        busy |= {board for board, seat in seats.items() if not seat.done}
    return [
        table
        for table, board in sorted(state.boards.items())
        if board not in busy and not _revoked(hall, board)
    ]


def _revoked(hall: Hall, board: str) -> bool:
    joined = hall.store.board(board)
    return joined is None or joined.revoked is not None


def save_finished_at(hall: Hall, event: str, boards: Sequence[str], live: LiveTables) -> None:
    """Records which games a board finished before its match was called, as these do not count."""
    save_finished_before_matches(hall, event, {board: [*live.results(board)] for board in boards})


def _save_finished(
    hall: Hall,
    event: str,
    state: EventState,
    called: Sequence[Called],
    live: LiveTables,
) -> None:
    if called:
        save_finished_at(hall, event, [state.boards[call.table] for call in called], live)
