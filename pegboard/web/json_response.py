"""Answers in JSON, in the client's language; see `access.asked_language`."""

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


def told(request: Request, content: Any, status: int = 200) -> JSONResponse:
    """Returns an answer with its messages in the language of the request."""
    return JSONResponse(localize(viewer_of(request.scope).language, content), status)


def refused(request: Request, problem: PegboardError, status: int, **more: Any) -> JSONResponse:
    """Returns a refusal: `fault` for people, `code` for programs."""
    content = {"ok": False, "fault": localize_error(problem), "code": str(problem.code)}
    return told(request, content | more, status)


def posted(
    form: type[Form],
    do: Callable[[Request, Form], Awaitable[Mapping[str, Any] | None]],
) -> Callable[[Request], Awaitable[Response]]:
    """Returns an endpoint that takes a JSON body; what is refused is answered with status 409.

    Args:
        form: of the body.
        do: what is done with it; returns the answer, None for one that says only `ok`.
    """

    async def endpoint(request: Request) -> Response:
        try:
            content = await do(request, await json_body(request, form))
        except PegboardError as problem:
            return refused(
                request, problem, problem.status if isinstance(problem, BadBody) else 409
            )
        return told(request, {"ok": True} if content is None else content)

    return endpoint
