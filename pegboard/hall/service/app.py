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
from pegboard.hall.service.responses import error_response
from pegboard.hall.service.commands import Commands
from pegboard.hall.service.events.takeovers import Takeovers
from pegboard.hall.service.events.files import FileRoutes
from pegboard.hall.service.events.qr_codes import QrCodeRoutes
from pegboard.hall.service.director import LOGIN_PATH, DirectorSessions, DirectorOnly
from pegboard.hall.service.director_routes import DirectorRoutes
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.metrics import HallMetrics
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.pages import page_routes
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.http.metrics import metrics_routes
from pegboard.http.origin_check import Guard
from pegboard.http.own_names import OwnNames
from pegboard.http.security_headers import SafeHeaders

BOARD_PATH = "/api/board"


def create_app(
    office: BoardRegistry,
    desk: EventRegistry,
    director: DirectorSessions,
    allowed_hosts: tuple[str, ...],
    place: tuple[str, int],
    more: Iterable[BaseRoute] = (),
    *,
    metrics: HallMetrics | None = None,
    own_names: OwnNames | None = None,
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
    audience, adopting = Spectators(office.scoreboard), Takeovers(office, desk)
    office.connections.on_adopt = adopting.request
    return Starlette(
        routes=[
            WebSocketRoute(BOARD_PATH, office.connections.serve),
            WebSocketRoute("/api/live", audience.serve),
            Route("/api/tables", audience.tables),
            Route("/healthz", _health),
            *DirectorRoutes(director, office, place).routes(),
            *Commands(desk, office, adopting).routes(),
            *FileRoutes(desk).routes(),
            *QrCodeRoutes(place).routes(),
            *page_routes(),
            *(metrics_routes(lambda: metrics.read(audience.count)) if metrics else ()),
            *more,
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(
                Guard,
                allowed_hosts=allowed_hosts,
                asking=(BOARD_PATH, LOGIN_PATH),
                name="hall",
                own_names=own_names,
            ),
            Middleware(DirectorOnly, director=director),
        ],
        exception_handlers={DeviceError: _no_store},
    )


async def _no_store(request: Request, error: Exception) -> Response:
    assert isinstance(error, DeviceError)
    return error_response(error, 503)


async def _health(request: Request) -> Response:
    return PlainTextResponse("ok\n")


PING, PONG = '{"ping":true}', '{"pong":true}'
"""A page asks whether the hall still answers, and the answer."""


class Spectators:
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
        sending = asyncio.create_task(self._stream(socket, socket.query_params.get("after", "")))
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                if message.get("text") == PING:  # nobody who looks on has anything else to say
                    await socket.send_text(PONG)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has gone, or the server has closed it
        finally:
            self.count -= 1
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _stream(self, socket: WebSocket, cursor: str) -> None:
        try:
            message: str | None = self._scoreboard.since(cursor)
            while message is not None:
                cursor = self._scoreboard.cursor
                await socket.send_text(message)
                message = await self._scoreboard.wait_since(cursor)
            await socket.close(1001)
        except (WebSocketDisconnect, RuntimeError):
            return
