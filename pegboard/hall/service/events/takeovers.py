"""Lets a board take a table in place of one that failed: at once, or when the director says so.

Either way it is the decision with which a director puts a board at a table, made exactly once, and
undone like any other. Who waits for the director stands in the store: it survives a restart, and
every process of the hall knows it. Use from one event loop only.
"""

import time

from pegboard.errors import DeviceError, IllegalAction, PegboardError
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.service.events.takeover_requests import (
    TakeoverRequest,
    request_for,
    delete_request,
    save_request,
    read_requests,
    is_current,
)
from pegboard.hall.service.events.status import read_running
from pegboard.hall.service.events.control import BY
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall_link.messages import Adopted
from pegboard.tournament.takeover import Gone, Place, doubt_of, places_of
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Placed
from pegboard.tournament.state import EventState

INCOMPLETE = {"behind", "older", "fork"}
"""States of a board of which the hall has not all, or more than one course."""


class Takeovers:
    """The boards that want a table.

    Args:
        office: knows the boards.
        desk: has the events.
    """

    def __init__(self, office: BoardRegistry, desk: EventRegistry) -> None:
        self._office, self._desk = office, desk
        self._keeper = office.store_thread

    async def request(self, board: str, table: int) -> Adopted:
        """Gives a board a table, or asks the director.

        Args:
            board: that has joined, and says so itself.
            table: its number.

        Raises:
            DeviceError: the store cannot be written; nothing has changed.
        """
        running = await self._keeper.run(_running)
        places = places_of(running, table)
        if not places:
            return _refused(IllegalAction(EventFault.NO_TABLE, table=table))
        place = places[0]
        if place.gone == board:
            await self._keeper.run(lambda hall: delete_request(hall, board))
            return Adopted("taken")
        gone = await self._occupant(place) if place.gone else None
        doubt = doubt_of(places, running, board, gone)

        def answered(hall: Hall) -> None:
            if doubt is not None:
                save_request(hall, request_for(board, place, doubt))
                return
            _place(hall, place, board, by=board)
            delete_request(hall, board)

        try:
            await self._keeper.run(answered)
        except DeviceError:
            raise
        except PegboardError as error:  # another board was quicker
            return _refused(error)
        await self._desk.publish()
        return Adopted("taken" if doubt is None else "asked")

    async def settle(self, board: str, *, yes: bool) -> None:
        """Gives a board the table that it asks for, or does not.

        Raises:
            IllegalAction: it does not ask any more: it was settled, or overtaken.
        """

        def settled(hall: Hall) -> None:
            asked = next((each for each in read_requests(hall) if each.board == board), None)
            if asked is None:
                raise IllegalAction(HallFault.NOT_ASKED, board=board)
            if yes:
                _place(hall, asked, board, by=BY)
            delete_request(hall, board)

        await self._keeper.run(settled)
        await self._desk.publish()

    async def _occupant(self, place: Place) -> Gone:
        """Returns what the hall knows of the board at a table."""
        rows = {row["id"]: row for row in await self._office.boards()}
        states = rows[place.gone]["states"].keys() if place.gone in rows else set()
        desk = await (await self._desk.get(place.event)).overview()
        return Gone(
            self._office.away_s(place.gone),
            lacks=bool(states & INCOMPLETE),
            result=any(pending.table == place.table for pending in desk["pending"]),
            revoked="revoked" in states,
        )


def _place(hall: Hall, place: Place | TakeoverRequest, board: str, by: str) -> None:
    """Puts a board at a table, if that is as it was.

    Raises:
        IllegalAction: another board stands there now, or another round was drawn.
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
