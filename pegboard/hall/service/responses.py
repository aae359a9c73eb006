"""JSON responses of the hall: a code and its facts for pages, a sentence for programs."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pegboard.errors import DeviceError, PegboardError
from pegboard.http.json_body import BadBody, json_body
from pegboard.json_form import MESSAGE_BYTES

Form = TypeVar("Form")


def ok_response(**content: Any) -> JSONResponse:
    """Returns a successful response."""
    return JSONResponse({"ok": True, **content})


def error_response(error: PegboardError, status: int = 409) -> JSONResponse:
    """Returns an error response."""
    return JSONResponse({"ok": False, "fault": str(error), **error.as_json()}, status)


def reports_errors(
    endpoint: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Wraps an endpoint so that its errors become error responses."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except BadBody as error:
            return error_response(error, error.status)
        except DeviceError as error:
            return error_response(error, 503)
        except PegboardError as error:
            return error_response(error)

    return answered


def json_endpoint(
    form: type[Form],
    do: Callable[[Request, Form], Awaitable[Response]],
    most_bytes: int = MESSAGE_BYTES,
) -> Callable[[Request], Awaitable[Response]]:
    """Returns an endpoint that parses a JSON body; errors become error responses.

    Args:
        form: type of the body.
        do: handler for the parsed body.
        most_bytes: maximum size of the body.
    """

    async def endpoint(request: Request) -> Response:
        return await do(request, await json_body(request, form, most_bytes))

    return reports_errors(endpoint)
