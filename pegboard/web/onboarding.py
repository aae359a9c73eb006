"""Routes for onboarding: game choices, the guided first deal, and the address for phones."""

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
from pegboard.web.json_response import localized_response, post_endpoint

Line = Annotated[str, Meta(max_length=32)]


class LessonRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body with the progress in the guided deal, and the next choice.

    Attributes:
    done: the lines so far.
    line: the next line; None to query the current step.
    anyway: True to apply the line although there is a better one.
    """

    done: Annotated[tuple[Line, ...], Meta(max_length=tutorial.LONGEST)] = ()
    line: Line | None = None
    anyway: bool = False


def onboarding_routes(pages: Pages, host: Callable[[], str]) -> list[BaseRoute]:
    """Returns the onboarding routes.

    Args:
    pages: the session's read-only views.
    host: returns the current listening address, from which the address for phones is derived.

    `GET /api/welcome`: see `welcome.welcome`. `POST /api/lesson`, `{"done": [lines so far],
    "line": the next or null, "anyway": true}`: see `learn.tutorial.answer`. Both answer in
    `?language=`.
    `GET /api/address`: the page's `address` for a phone, whether it is `reachable`, its QR code as
    `svg`, the `name` of the board on its network, and in `later` the address and the code for when
    phones are allowed. It contains no credential.
    """

    async def welcome(request: Request) -> Response:
        return localized_response(request, pages.welcome())

    async def lesson(_request: Request, body: LessonRequest) -> dict[str, Any]:
        answer = tutorial.answer(body.done, body.line, anyway=body.anyway)
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
        Route("/api/lesson", post_endpoint(LessonRequest, lesson), methods=["POST"]),
        Route("/api/address", address),
    ]
