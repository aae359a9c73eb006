"""The hall's application as data: its routes and their middleware."""

import asyncio
from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pegboard.errors import DeviceError
from pegboard.hall.service.answers import refused
from pegboard.hall.service.commands import Commands
from pegboard.hall.service.desk.adopting import Adopting
from pegboard.hall.service.desk.files import FileRoutes
from pegboard.hall.service.desk.signs import SignRoutes
from pegboard.hall.service.director import DOOR, Director, DirectorOnly
from pegboard.hall.service.director_routes import DirectorRoutes
from pegboard.hall.service.events import EventDesk
from pegboard.hall.service.metrics import HallMetrics
from pegboard.hall.service.office import Office
from pegboard.hall.service.pages import page_routes
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.http.host_names import HostNames
from pegboard.http.metrics import metrics_routes
from pegboard.http.origin_check import Guard
from pegboard.http.security_headers import SafeHeaders

BOARDS_DOOR = "/api/board"


def create_app(
    office: Office,
    desk: EventDesk,
    director: Director,
    allowed_hosts: tuple[str, ...],
    place: tuple[str, int],
    more: Iterable[BaseRoute] = (),
    *,
    metrics: HallMetrics | None = None,
    own_names: HostNames | None = None,
) -> Starlette:
    """Returns the web application of a hall.

    Args:
        office: of the hall.
        desk: of its events.
        director: who may direct.
        allowed_hosts: names, without port, under which the hall is reached.
        place: host and port that it listens on.
        more: what else is served.
        metrics: for Prometheus, if it is told how the hall is.
        own_names: the names of the machine on its network, which are allowed as well.
    """
    audience, adopting = Audience(office.scoreboard), Adopting(office, desk)
    office.doors.adopt = adopting.ask
    return Starlette(
        routes=[
            WebSocketRoute(BOARDS_DOOR, office.doors.serve),
            WebSocketRoute("/api/live", audience.serve),
            Route("/api/tables", audience.tables),
            Route("/healthz", _health),
            *DirectorRoutes(director, office, place).routes(),
            *Commands(desk, office, adopting).routes(),
            *FileRoutes(desk).routes(),
            *SignRoutes(place).routes(),
            *page_routes(),
            *(metrics_routes(lambda: metrics.read(audience.count)) if metrics else ()),
            *more,
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(
                Guard,
                allowed_hosts=allowed_hosts,
                open_paths=(BOARDS_DOOR, DOOR),
                name="hall",
                host_names=own_names,
            ),
            Middleware(DirectorOnly, director=director),
        ],
        exception_handlers={DeviceError: _no_store},
    )


async def _no_store(request: Request, error: Exception) -> Response:
    assert isinstance(error, DeviceError)
    return refused(error, 503)


async def _health(request: Request) -> Response:
    return PlainTextResponse("ok\n")


PING, PONG = '{"ping":true}', '{"pong":true}'
"""A page asks whether the hall still answers, and the answer."""


class Audience:
    """Those who look on.

    Args:
        scoreboard: that they see.
    """

    def __init__(self, scoreboard: Scoreboard) -> None:
        self._scoreboard = scoreboard
        self.count = 0
        """Those who are connected."""

    async def tables(self, request: Request) -> Response:
        """Returns what has changed since `?after=` a cursor; everything without."""
        content = self._scoreboard.since(request.query_params.get("after", ""))
        return Response(content, media_type="application/json")

    async def serve(self, socket: WebSocket) -> None:
        """Sends what has changed since `?after=`, and then every change, until it disconnects."""
        await socket.accept()
        self.count += 1
        telling = asyncio.create_task(self._tell(socket, socket.query_params.get("after", "")))
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                if message.get("text") == PING:  # nobody who looks on has anything else to say
                    await socket.send_text(PONG)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone, or the server has closed it
        finally:
            self.count -= 1
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _tell(self, socket: WebSocket, cursor: str) -> None:
        try:
            message: str | None = self._scoreboard.since(cursor)
            while message is not None:
                cursor = self._scoreboard.cursor
                await socket.send_text(message)
                message = await self._scoreboard.later(cursor)
            await socket.close(1001)
        except (WebSocketDisconnect, RuntimeError):
            return
