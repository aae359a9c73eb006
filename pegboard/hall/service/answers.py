"""Answers of the hall in JSON: a code and its facts for the page, a sentence for programs."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pegboard.errors import DeviceError, PegboardError
from pegboard.http.json_body import BadBody, json_body
from pegboard.json_form import MESSAGE_BYTES

Form = TypeVar("Form")


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


def done(**content: Any) -> JSONResponse:
    """Returns an answer that all went well."""
    return JSONResponse({"ok": True, **content})


def refused(error: PegboardError, status: int = 409) -> JSONResponse:
    """Returns a refusal."""
    return JSONResponse({"ok": False, "fault": str(error), **error.as_json()}, status)


def posted(
    form: type[Form],
    do: Callable[[Form], Awaitable[Response]],
    most_bytes: int = MESSAGE_BYTES,
) -> Callable[[Request], Awaitable[Response]]:
    """Returns an endpoint that takes a JSON body of a form; refusals become answers.

    Args:
        form: of the body.
        do: what is done with it.
        most_bytes: of a body.
    """

    async def asked(request: Request, form: Form) -> Response:
        return await do(form)

    return posted_to(form, asked, most_bytes)


def posted_to(
    form: type[Form],
    do: Callable[[Request, Form], Awaitable[Response]],
    most_bytes: int = MESSAGE_BYTES,
) -> Callable[[Request], Awaitable[Response]]:
    """Returns the same for what needs the request as well."""

    async def endpoint(request: Request) -> Response:
        try:
            return await do(request, await json_body(request, form, most_bytes))
        except BadBody as error:
            return refused(error, error.status)
        except DeviceError as error:
            return refused(error, 503)
        except PegboardError as error:
            return refused(error)

    return endpoint
