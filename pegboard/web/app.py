"""The application, as data: its routes and what stands in front of them.

    app = create_app(desk, allowed_hosts=["localhost", "127.0.0.1", "pegboard.local"])
    uvicorn.Config(app, **uvicorn_options())

The messages are described in `board_api.py` (what the board says) and
`../session/command_schema.py` (what it takes).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from pegboard.ops.backups import Keeper
from pegboard.session.camera_setup import CameraWish
from pegboard.session.command_schema import MESSAGE_BYTES, BadMessage, ack, decode
from pegboard.session.pairing import Door
from pegboard.web.authorization import Access, viewer_of
from pegboard.web.backup import backup_routes
from pegboard.web.board_api import Desk
from pegboard.web.json_body import BadBody, json_body, json_bytes
from pegboard.web.json_response import told
from pegboard.web.onboarding import first_minute
from pegboard.web.origin_check import LOOPBACK_HOSTS, Guard
from pegboard.web.pairing import Pairing
from pegboard.web.rules_page import preferred, rules_page
from pegboard.web.security_headers import SafeHeaders
from pegboard.web.static_files import Files
from pegboard.web.websocket import CONNECTIONS, Sockets, answer, called

STATIC = Path(__file__).parent / "static"


class CameraStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the camera check; see `session.camera_setup.CameraTask.ask`."""

    page: Annotated[str, Meta(min_length=1, max_length=64)]
    """A name that the page makes up for itself."""
    wish: CameraWish


def create_app(
    desk: Desk,
    *,
    allowed_hosts: Iterable[str] = LOOPBACK_HOSTS,
    connections: int = CONNECTIONS,
    language: str = "auto",
    door: Door | None = None,
    viewing: str = "open",
    kiosk: bool = True,
    host: str = "127.0.0.1",
    keeper: Keeper | None = None,
    more: Iterable[BaseRoute] = (),
) -> Starlette:
    """The web application over one desk.

    Args:
        desk: the service, see `Desk`.
        allowed_hosts: the names, without port, under which the board is reached; requests that
            are addressed to any other name are refused.
        connections: how many WebSockets may be open at once.
        language: of the page, for viewers who chose none; `auto`: what their browser prefers.
        door: lets devices in; None where none can be.
        viewing: `open`, or `paired` where only devices that were let in may look.
        kiosk: whether a page opened on this machine is the board's own.
        host: what the service listens on, for the address that phones are told.
        keeper: makes backups and restores them; None where there is none.
        more: what else is served: doctor, metrics.
    """
    files = Files(STATIC, {'data-language="auto"': f'data-language="{language}"'})
    pages = _Pages(desk, files, language)
    return Starlette(
        routes=[
            Route("/", pages.index),
            Route("/healthz", pages.health),
            Route("/rules", pages.rules),
            Route("/api/state", pages.state),
            Route("/api/layout", pages.layout),
            Route("/api/record", pages.record),
            Route("/api/story", pages.story),
            Route("/api/picture", pages.picture),
            Route("/api/camera", pages.camera, methods=["POST"]),
            Route("/api/camera/picture", pages.camera_picture),
            Route("/api/hint", pages.hint),
            Route("/api/review", pages.review),
            Route("/api/review.svg", pages.review_chart),
            Route("/api/command", pages.command, methods=["POST"]),
            WebSocketRoute("/ws", Sockets(desk, connections).serve),
            *first_minute(desk, host),
            *Pairing(desk, door, viewing=viewing, host=host).routes,
            *(backup_routes(keeper) if keeper is not None else ()),
            *more,
            Mount("/static", files),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Guard, allowed_hosts=tuple(allowed_hosts)),
            Middleware(Access, door=door, viewing=viewing, kiosk=kiosk),
        ],
    )


def uvicorn_options() -> dict[str, Any]:
    """What uvicorn must know to hold the same limits before a message reaches the application."""
    return {
        "ws": "websockets-sansio",
        "ws_max_size": MESSAGE_BYTES,
        "ws_per_message_deflate": False,  # costs 300 KiB a client to save nothing on a LAN
        "server_header": False,
        "access_log": False,
        "log_config": None,  # our lines, not its own
    }


class _Pages:
    """The HTTP endpoints of one desk."""

    def __init__(self, desk: Desk, files: Files, language: str) -> None:
        self.desk = desk
        self.files = files
        self.language = language

    async def index(self, request: Request) -> Response:
        return await self.files.get_response("index.html", request.scope)

    async def rules(self, request: Request) -> Response:
        asked = request.query_params
        language = asked.get("language") or self.language
        if language == "auto":
            language = preferred(request.headers.get("accept-language", ""))
        return HTMLResponse(rules_page(asked.get("table", ""), language))

    async def health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def state(self, request: Request) -> Response:
        return told(request, self.desk.snapshot(viewer_of(request.scope)))

    async def layout(self, request: Request) -> Response:
        return JSONResponse(self.desk.layout())

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(self.desk.record())

    async def story(self, request: Request) -> Response:
        return told(request, self.desk.story())

    async def picture(self, request: Request) -> Response:
        picture = self.desk.picture()
        if picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(picture, media_type="image/jpeg")

    async def camera_picture(self, request: Request) -> Response:
        picture = self.desk.camera_picture()
        if picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(picture, media_type="image/jpeg")

    async def camera(self, request: Request) -> Response:
        """One step of the camera check: `{"page": its own name, "wish": what}`."""
        try:
            step = await json_body(request, CameraStep)
        except BadBody as problem:
            return JSONResponse({"fault": str(problem)}, problem.status)
        return told(request, await self.desk.camera(step.page, step.wish))

    async def hint(self, request: Request) -> Response:
        return told(request, await self.desk.hint(viewer_of(request.scope)))

    async def review(self, request: Request) -> Response:
        return told(request, await self.desk.review())

    async def review_chart(self, request: Request) -> Response:
        chart = self.desk.review_chart(viewer_of(request.scope).language)
        if chart is None:
            return PlainTextResponse("There is no review.\n", 404)
        return Response(chart, media_type="image/svg+xml")

    async def command(self, request: Request) -> Response:
        """Status 200 where it was done, 409 where not: the ack says why. The body as on `/ws`."""
        try:
            raw = await json_bytes(request)
            decode(raw, dict)  # what is no object at all is a bad request
        except BadBody as problem:
            return JSONResponse(ack(None, str(problem)), problem.status)
        except BadMessage as problem:
            return JSONResponse(ack(None, str(problem)), 400)
        viewer = viewer_of(request.scope)
        reply = await answer(self.desk, raw, called(request, viewer), viewer)
        return told(request, reply, 200 if reply["ok"] else 409)
