"""What the first minute asks for: what can be played here, and the guided first deal."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pegboard.errors import PegboardError
from pegboard.learn import tutorial
from pegboard.session.feed.types import Message
from pegboard.web.board_api import Desk
from pegboard.web.json_body import BadBody, json_body
from pegboard.web.json_response import told
from pegboard.web.lan_address import page_address, qr_code

LINE = 32
"""The longest line of a lesson."""


def first_minute(desk: Desk, host: str) -> list[BaseRoute]:
    """The routes.

    Args:
        desk: the service.
        host: what the service listens on, for the address that phones are shown.

    `GET /api/welcome`: see `welcome.welcome`. `POST /api/lesson`, `{"done": [lines so far],
    "line": the next or null, "anyway": true}`: see `learn.tutorial.answer`. Both say it in
    `?language=`.
    `GET /api/address`: the page's `address` for a phone, whether it is `reachable`, and its QR
    code as `svg`; there is nothing in it that lets anybody in.
    """

    async def welcome(request: Request) -> Response:
        return told(request, desk.welcome())

    async def learn(request: Request) -> Response:
        try:
            message = await json_body(request)
            answer = tutorial.answer(*_asked(message), anyway=message.get("anyway") is True)
        except BadBody as problem:
            return JSONResponse({"fault": str(problem)}, problem.status)
        except PegboardError as problem:
            return told(request, {"fault": str(problem)}, 409)
        return told(request, answer)

    async def address(request: Request) -> Response:
        server = request.scope.get("server") or (host, 80)
        at, reachable = page_address(host, server[1])
        return JSONResponse({"address": at, "reachable": reachable, "svg": qr_code(at)})

    return [
        Route("/api/welcome", welcome),
        Route("/api/lesson", learn, methods=["POST"]),
        Route("/api/address", address),
    ]


def _asked(message: Message) -> tuple[list[str], str | None]:
    """The lines of a lesson, of which no more are read than there can be."""
    done, line = message.get("done", []), message.get("line")
    if not isinstance(done, list) or len(done) > tutorial.LONGEST:
        raise BadBody(f"done: a list of up to {tutorial.LONGEST} lines", 400)
    if not all(isinstance(each, str) and len(each) <= LINE for each in (*done, line or "")):
        raise BadBody('line: a text like "play 0 6C", or null', 400)
    return done, line
