"""JSON responses in the client's language; see `authorization.requested_language`."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pegboard.errors import PegboardError
from pegboard.http.json_body import BadBody, json_body
from pegboard.i18n import localize
from pegboard.notice import localize_error
from pegboard.web.authorization import viewer_of

Form = TypeVar("Form")


def localized_response(request: Request, content: Any, status: int = 200) -> JSONResponse:
    """Returns a response with its messages in the language of the request."""
    return JSONResponse(localize(viewer_of(request.scope).language, content), status)


def refusal_response(
    request: Request, problem: PegboardError, status: int, **more: Any
) -> JSONResponse:
    """Returns a refusal: `fault` for people, `code` for programs."""
    content = {"ok": False, "fault": localize_error(problem), "code": str(problem.code)}
    return localized_response(request, content | more, status)


def post_endpoint(
    form: type[Form],
    handle: Callable[[Request, Form], Awaitable[Mapping[str, Any] | None]],
) -> Callable[[Request], Awaitable[Response]]:
    """Returns an endpoint that takes a JSON body; refusals get status 409.

    Args:
    form: the type of the body.
    handle: executes the request; returns the content of the response, None for `{"ok": true}`.
    """

    async def endpoint(request: Request) -> Response:
        try:
            content = await handle(request, await json_body(request, form))
        except PegboardError as problem:
            return refusal_response(
                request, problem, problem.status if isinstance(problem, BadBody) else 409
            )
        return localized_response(request, {"ok": True} if content is None else content)

    return endpoint
