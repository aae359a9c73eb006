"""The application, as data: its routes and what stands in front of them.

    app = create_app(desk, allowed_hosts=["localhost", "127.0.0.1", "pegboard.local"])
    uvicorn.Config(app, **uvicorn_options())

The messages are described in `desk.py` (what the board says) and `messages.py` (what it takes).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

from pegboard.web.desk import Desk
from pegboard.web.files import Files
from pegboard.web.guard import LOOPBACK_HOSTS, Guard
from pegboard.web.headers import SafeHeaders
from pegboard.web.messages import MESSAGE_BYTES, BadMessage, ack, parse
from pegboard.web.rules_page import rules_page
from pegboard.web.socket import CONNECTIONS, Sockets, answer

CAMERA_WISHES = ("start", "look", "next", "again", "read")
STATIC = Path(__file__).parent / "static"


def create_app(
    desk: Desk,
    *,
    allowed_hosts: Iterable[str] = LOOPBACK_HOSTS,
    connections: int = CONNECTIONS,
    language: str = "auto",
) -> Starlette:
    """The web application over one desk.

    Args:
        desk: the service, see `Desk`.
        allowed_hosts: the names, without port, under which the board is reached; requests that
            are addressed to any other name are refused.
        connections: how many WebSockets may be open at once.
        language: of the page, for viewers who chose none; `auto`: what their browser prefers.
    """
    files = Files(STATIC, {'data-language="auto"': f'data-language="{language}"'})
    pages = _Pages(desk, files)
    return Starlette(
        routes=[
            Route("/", pages.index),
            Route("/healthz", pages.health),
            Route("/rules", pages.rules),
            Route("/api/state", pages.state),
            Route("/api/layout", pages.layout),
            Route("/api/record", pages.record),
            Route("/api/picture", pages.picture),
            Route("/api/camera", pages.camera, methods=["POST"]),
            Route("/api/camera/picture", pages.camera_picture),
            Route("/api/hint", pages.hint),
            Route("/api/review", pages.review),
            Route("/api/review.svg", pages.review_chart),
            Route("/api/command", pages.command, methods=["POST"]),
            WebSocketRoute("/ws", Sockets(desk, connections).serve),
            Mount("/static", files),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Guard, allowed_hosts=tuple(allowed_hosts)),
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
    }


class _Pages:
    """The HTTP endpoints of one desk."""

    def __init__(self, desk: Desk, files: Files) -> None:
        self.desk = desk
        self.files = files

    async def index(self, request: Request) -> Response:
        return await self.files.get_response("index.html", request.scope)

    async def rules(self, request: Request) -> Response:
        return HTMLResponse(rules_page(request.query_params.get("table", "")))

    async def health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def state(self, request: Request) -> Response:
        return JSONResponse(self.desk.snapshot())

    async def layout(self, request: Request) -> Response:
        return JSONResponse(self.desk.layout())

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(self.desk.record())

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
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return JSONResponse({"fault": "the body must be application/json"}, 415)
        try:
            message = parse(await _body(request))
        except BadMessage as problem:
            return JSONResponse({"fault": str(problem)}, 400)
        page, wish = message.get("page"), message.get("wish")
        if not isinstance(page, str) or not 0 < len(page) <= 64 or wish not in CAMERA_WISHES:
            known = ", ".join(CAMERA_WISHES)
            return JSONResponse({"fault": f"page: a name; wish: one of {known}"}, 400)
        return JSONResponse(await self.desk.camera(page, wish))

    async def hint(self, request: Request) -> Response:
        return JSONResponse(await self.desk.hint())

    async def review(self, request: Request) -> Response:
        return JSONResponse(await self.desk.review())

    async def review_chart(self, request: Request) -> Response:
        chart = self.desk.review_chart()
        if chart is None:
            return PlainTextResponse("There is no review.\n", 404)
        return Response(chart, media_type="image/svg+xml")

    async def command(self, request: Request) -> Response:
        """Status 200 where it was done, 409 where not: the ack says why. The body as on `/ws`."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return JSONResponse(ack(None, "the body must be application/json"), 415)
        try:
            message = parse(await _body(request))
        except BadMessage as problem:
            return JSONResponse(ack(None, str(problem)), 400)
        by = f"web {request.client.host}" if request.client else "web"
        reply = await answer(self.desk, message, by)
        return JSONResponse(reply, 200 if reply["ok"] else 409)


async def _body(request: Request) -> bytes:
    """The body, of which no more than the limit is ever held."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MESSAGE_BYTES:
                raise HTTPException(413, f"The body is longer than {MESSAGE_BYTES} bytes.\n")
    except ClientDisconnect:
        raise BadMessage("the body ended too soon") from None
    return bytes(body)
