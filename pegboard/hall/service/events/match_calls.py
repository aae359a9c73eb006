"""Calls the matches that are due to tables where nobody plays, by itself, each once.

A call is a decision like any other: of two processes of a hall that call at the same moment, one
commits it, and the other finds it.
"""

import time
from collections.abc import Sequence

from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.live.tables import LiveTables
from pegboard.hall.protocol.seats import seats_of
from pegboard.hall.service.events.status import save_finished_before_matches, read_status, read_running
from pegboard.tournament.decisions import Called
from pegboard.tournament.matches import calls, play_off, waiting
from pegboard.tournament.state import EventState

BY = "hall"


def call_matches(hall: Hall, live: LiveTables) -> None:
    """Calls what is due in all events that go on, the first of them first.

    Args:
        hall: whose events they are.
        live: has the games that are over now at each board.
    """
    for event in read_running(hall):

        def made(state: EventState, event: str = event) -> list[Called]:
            if not waiting(state):
                return []
            found = calls(state, free_tables(hall, event, state), BY, time.time())
            _save_finished(hall, event, state, found, live)
            return found

        hall.decide_by(event, made)


def call_play_off(hall: Hall, event: str, pair: tuple[str, str], live: LiveTables, by: str) -> None:
    """Calls a play-off of two who are tied to a table where nobody plays.

    Raises:
        IllegalAction: no play-off parts them now, or no table is free.
    """

    def made(state: EventState) -> list[Called]:
        free = free_tables(hall, event, state)
        if not free:
            raise IllegalAction(HallFault.NO_FREE_TABLE)
        found = [play_off(state, *pair, free[0], by, time.time())]
        _save_finished(hall, event, state, found, live)
        return found

    hall.decide_by(event, made)


def free_tables(hall: Hall, event: str, state: EventState) -> list[int]:
    """Returns the tables of an event at whose board nobody plays, in any event that goes on."""
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
    known = hall.store.board(board)
    return known is None or known.revoked is not None


def save_finished_at(hall: Hall, event: str, boards: Sequence[str], live: LiveTables) -> None:
    """Notes what is over at boards to which matches come: none of it is a game of theirs."""
    save_finished_before_matches(hall, event, {board: [*live.results(board)] for board in boards})


def _save_finished(
    hall: Hall,
    event: str,
    state: EventState,
    called: Sequence[Called],
    live: LiveTables,
) -> None:
    if called:
        save_finished_at(hall, event, [state.boards[each.table] for each in called], live)
