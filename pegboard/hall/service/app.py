"""The hall's web application: routes and middleware."""

import asyncio
from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pegboard.errors import DeviceError
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.commands import Commands
from pegboard.hall.service.director import LOGIN_PATH, DirectorOnly, DirectorSessions
from pegboard.hall.service.director_routes import DirectorRoutes
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.events.files import FileRoutes
from pegboard.hall.service.events.qr_codes import QrCodeRoutes
from pegboard.hall.service.events.takeovers import Takeovers
from pegboard.hall.service.metrics import HallMetrics
from pegboard.hall.service.pages import page_routes
from pegboard.hall.service.responses import error_response
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.http.host_names import HostNames
from pegboard.http.metrics import metrics_routes
from pegboard.http.origin_check import Guard
from pegboard.http.security_headers import SafeHeaders

BOARD_PATH = "/api/board"


def create_app(
    board_registry: BoardRegistry,
    event_registry: EventRegistry,
    director: DirectorSessions,
    allowed_hosts: tuple[str, ...],
    place: tuple[str, int],
    more: Iterable[BaseRoute] = (),
    *,
    metrics: HallMetrics | None = None,
    own_names: HostNames | None = None,
) -> Starlette:
    """Creates the web application of a hall.

    Args:
        board_registry: registry of the boards.
        event_registry: registry of the events.
        director: the director's sessions.
        allowed_hosts: accepted host names, without port.
        place: host and port that the hall listens on.
        more: additional routes.
        metrics: metrics for Prometheus, if enabled.
        own_names: the machine's network names, accepted as well.
    """
    audience, takeovers = (
        Spectators(board_registry.scoreboard),
        Takeovers(board_registry, event_registry),
    )
    board_registry.connections.on_adopt = takeovers.request
    return Starlette(
        routes=[
            WebSocketRoute(BOARD_PATH, board_registry.connections.serve),
            WebSocketRoute("/api/live", audience.serve),
            Route("/api/tables", audience.tables),
            Route("/healthz", _health),
            *DirectorRoutes(director, board_registry, place).routes(),
            *Commands(event_registry, board_registry, takeovers).routes(),
            *FileRoutes(event_registry).routes(),
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
                open_paths=(BOARD_PATH, LOGIN_PATH),
                name="hall",
                host_names=own_names,
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
"""Liveness check of a page, and the answer."""


class Spectators:
    """Endpoints of the public pages.

    Args:
        scoreboard: the public content.
    """

    def __init__(self, scoreboard: Scoreboard) -> None:
        self._scoreboard = scoreboard
        self.count = 0
        """Number of open connections."""

    async def tables(self, request: Request) -> Response:
        """Returns the changes since the cursor `?after=`; all parts without a cursor."""
        content = self._scoreboard.since(request.query_params.get("after", ""))
        return Response(content, media_type="application/json")

    async def serve(self, socket: WebSocket) -> None:
        """Sends the changes since `?after=`, then every change until the client disconnects."""
        await socket.accept()
        self.count += 1
        sending = asyncio.create_task(self._stream(socket, socket.query_params.get("after", "")))
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                if message.get("text") == PING:  # other messages are ignored
                    await socket.send_text(PONG)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client or the server closed the connection
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
