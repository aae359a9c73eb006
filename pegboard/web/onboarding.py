"""Routes of the first minute: the kinds of games, and the guided first deal."""

from collections.abc import Callable
from socket import gethostname
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pegboard.http.lan_address import EVERYWHERE, page_address, qr_code
from pegboard.learn import tutorial
from pegboard.session.views.pages import Pages
from pegboard.web.json_response import posted, told

Line = Annotated[str, Meta(max_length=32)]


class LessonRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Progress in the guided deal, and the next choice.

    Attributes:
        done: the lines so far.
        line: the next one; None to be told where it stands.
        anyway: whether the line is done although there is a better one.
    """

    done: Annotated[tuple[Line, ...], Meta(max_length=tutorial.LONGEST)] = ()
    line: Line | None = None
    anyway: bool = False


def first_minute(pages: Pages, host: Callable[[], str]) -> list[BaseRoute]:
    """Returns the routes.

    Args:
        pages: what may be looked at.
        host: what the service listens on now, for the address that phones are shown.

    `GET /api/welcome`: see `welcome.welcome`. `POST /api/lesson`, `{"done": [lines so far],
    "line": the next or null, "anyway": true}`: see `learn.tutorial.answer`. Both say it in
    `?language=`.
    `GET /api/address`: the page's `address` for a phone, whether it is `reachable`, its QR code as
    `svg`, the `name` of the board on its network, and in `later` the address and the code for when
    phones are let in; there is nothing in it that lets anybody in.
    """

    async def welcome(request: Request) -> Response:
        return told(request, pages.welcome())

    async def learn(_request: Request, asked: LessonRequest) -> dict[str, Any]:
        answer = tutorial.answer(asked.done, asked.line, anyway=asked.anyway)
        return answer

    async def address(request: Request) -> Response:
        server = request.scope.get("server") or ("", 80)
        at, is_reachable = page_address(host(), server[1])
        later, _ = page_address(EVERYWHERE[0], server[1])
        return JSONResponse(
            {
                "address": at,
                "reachable": is_reachable,
                "svg": qr_code(at),
                "name": gethostname(),
                "later": {"address": later, "svg": qr_code(later)},
            }
        )

    return [
        Route("/api/welcome", welcome),
        Route("/api/lesson", posted(LessonRequest, learn), methods=["POST"]),
        Route("/api/address", address),
    ]
