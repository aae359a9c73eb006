"""The boards that ask for a table and wait for the director: kept in the store until then."""

from msgspec import Struct

from pegboard.hall.hall import Hall
from pegboard.hall.store.key_values import KeyValues
from pegboard.tournament.takeover import Doubt, Place
from pegboard.tournament.state import EventState


class TakeoverRequest(Struct, frozen=True):
    """A board that asks for a table.

    Attributes:
        board: that asks.
        event, round, table: that it asks for.
        gone: the board that stood there then; empty if none did.
        doubt: why the director is asked.
    """

    board: str
    event: str
    round: int
    table: int
    gone: str
    doubt: Doubt


REQUESTS = KeyValues("adopt", TakeoverRequest)
"""By the board, which asks for one table at a time."""


def is_current(place: Place | TakeoverRequest, state: EventState) -> bool:
    """Tells if a table is as it was when a board asked for it."""
    there = state.boards.get(place.table, "")
    return there == place.gone and len(state.rounds) == place.round


def request_for(board: str, place: Place, doubt: Doubt) -> TakeoverRequest:
    """Returns a board's wish for a place."""
    return TakeoverRequest(board, place.event, place.round, place.table, place.gone, doubt)


def save_request(hall: Hall, asked: TakeoverRequest) -> None:
    """Notes that a board asks; what it asked for before is forgotten."""
    REQUESTS.put(hall.store, asked, asked.board)


def delete_request(hall: Hall, board: str) -> None:
    """Notes that a board does not ask any more."""
    REQUESTS.put(hall.store, None, board)


def read_requests(hall: Hall, event: str = "") -> list[TakeoverRequest]:
    """Returns those who ask, and may: for a table of one event, or of any.

    What was overtaken, by another board or another round, is not among them.
    """
    found = []
    for asked in REQUESTS.all(hall.store).values():
        known = hall.store.board(asked.board)
        if known is None or known.revoked is not None or event not in ("", asked.event):
            continue
        if is_current(asked, hall.state(asked.event)):
            found.append(asked)
    return found
