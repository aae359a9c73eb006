"""Requests for tables sent by boards, stored until the director decides."""

from msgspec import Struct, field

from pegboard.hall.hall import Hall
from pegboard.hall.store.key_values import KeyValues
from pegboard.tournament.state import EventState
from pegboard.tournament.takeover import Doubt, EventTable


class TakeoverRequest(Struct, frozen=True):
    """A board's request for a table.

    Attributes:
        board: id of the requesting board.
        event, round, table: the requested table.
        occupant: board at the table at the time; empty if none.
        doubt: reason to ask the director.
    """

    board: str
    event: str
    round: int
    table: int
    occupant: str = field(name="gone")
    doubt: Doubt


REQUESTS = KeyValues("adopt", TakeoverRequest)
"""Requests by board; each board has at most one."""


def is_current(place: EventTable | TakeoverRequest, state: EventState) -> bool:
    """Returns True if a table has not changed since it was requested."""
    occupant = state.boards.get(place.table, "")
    return occupant == place.occupant and len(state.rounds) == place.round


def request_for(board: str, place: EventTable, doubt: Doubt) -> TakeoverRequest:
    """Returns a board's request for a table."""
    return TakeoverRequest(board, place.event, place.round, place.table, place.occupant, doubt)


def save_request(hall: Hall, request: TakeoverRequest) -> None:
    """Stores a request, replacing the board's earlier one."""
    REQUESTS.put(hall.store, request, request.board)


def delete_request(hall: Hall, board: str) -> None:
    """Deletes a board's request."""
    REQUESTS.put(hall.store, None, board)


def read_requests(hall: Hall, event: str = "") -> list[TakeoverRequest]:
    """Returns the valid requests for tables of one event, or of all.

    Requests overtaken by another board or round are omitted.
    """
    found = []
    for request in REQUESTS.all(hall.store).values():
        joined = hall.store.board(request.board)
        if joined is None or joined.revoked is not None or event not in ("", request.event):
            continue
        if is_current(request, hall.state(request.event)):
            found.append(request)
    return found
