"""Reassigns a failed board's table to another board, at once or on the director's approval.

Either way the result is a `Placed` decision, made exactly once, which can be undone. Requests that
wait for the director are stored, so that they survive a restart and all processes of the hall see
them. Use from one event loop only.
"""

import time

from pegboard.errors import DeviceError, IllegalAction, PegboardError
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.events.control import BY
from pegboard.hall.service.events.status import read_running
from pegboard.hall.service.events.takeover_requests import (
    TakeoverRequest,
    delete_request,
    is_current,
    read_requests,
    request_for,
    save_request,
)
from pegboard.hall_link.messages import Adopted
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Placed
from pegboard.tournament.state import EventState
from pegboard.tournament.takeover import EventTable, OccupantStatus, find_doubt, find_tables

INCOMPLETE = {"behind", "older", "fork"}
"""Conditions of a board whose journal is incomplete or forked at the hall."""


class Takeovers:
    """Handler of boards' requests for tables.

    Args:
        board_registry: registry of the boards.
        event_registry: registry of the events.
    """

    def __init__(self, board_registry: BoardRegistry, event_registry: EventRegistry) -> None:
        self._board_registry, self._event_registry = board_registry, event_registry
        self._store_thread = board_registry.store_thread

    async def request(self, board: str, table: int) -> Adopted:
        """Gives a board a table, or stores the request for the director.

        Args:
            board: id of the requesting board, which has joined.
            table: number of the table.

        Raises:
            DeviceError: the store cannot be written; nothing was changed.
        """
        running = await self._store_thread.run(_running)
        places = find_tables(running, table)
        if not places:
            return _refused(IllegalAction(EventFault.NO_TABLE, table=table))
        place = places[0]
        if place.occupant == board:
            await self._store_thread.run(lambda hall: delete_request(hall, board))
            return Adopted("taken")
        occupant = await self._occupant(place) if place.occupant else None
        doubt = find_doubt(places, running, board, occupant)

        def answered(hall: Hall) -> None:
            if doubt is not None:
                save_request(hall, request_for(board, place, doubt))
                return
            _place(hall, place, board, by=board)
            delete_request(hall, board)

        try:
            await self._store_thread.run(answered)
        except DeviceError:
            raise
        except PegboardError as error:  # another board took the table first
            return _refused(error)
        await self._event_registry.publish()
        return Adopted("taken" if doubt is None else "asked")

    async def settle(self, board: str, *, yes: bool) -> None:
        """Grants or refuses a board's request.

        Raises:
            IllegalAction: the request no longer exists.
        """

        def settled(hall: Hall) -> None:
            pending_request = next(
                (request for request in read_requests(hall) if request.board == board), None
            )
            if pending_request is None:
                raise IllegalAction(HallFault.NOT_ASKED, board=board)
            if yes:
                _place(hall, pending_request, board, by=BY)
            delete_request(hall, board)

        await self._store_thread.run(settled)
        await self._event_registry.publish()

    async def _occupant(self, place: EventTable) -> OccupantStatus:
        """Returns the status of the board at a table."""
        rows = {row["id"]: row for row in await self._board_registry.boards()}
        states = rows[place.occupant]["states"].keys() if place.occupant in rows else set()
        event_registry = await (await self._event_registry.get(place.event)).overview()
        return OccupantStatus(
            self._board_registry.away_s(place.occupant),
            is_incomplete=bool(states & INCOMPLETE),
            has_result=any(pending.table == place.table for pending in event_registry["pending"]),
            is_revoked="revoked" in states,
        )


def _place(hall: Hall, place: EventTable | TakeoverRequest, board: str, by: str) -> None:
    """Puts a board at a table unless the table has changed.

    Raises:
        IllegalAction: another board is there now, or another round was drawn.
    """

    def check(state: EventState) -> None:
        if not is_current(place, state):
            raise IllegalAction(HallFault.NOT_ASKED, board=board)

    placed = Placed(at=time.time(), by=by, table=place.table, board=board)
    hall.decide(place.event, placed, check=check)


def _running(hall: Hall) -> list[tuple[str, EventState]]:
    return [(id, hall.state(id)) for id in read_running(hall)]


def _refused(error: PegboardError) -> Adopted:
    return Adopted("", str(error.code), str(error))
