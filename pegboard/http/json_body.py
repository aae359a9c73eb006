"""The JSON body of a request: its content type, size and schema are checked."""

from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from pegboard.errors import Code, PegboardError
from pegboard.json_form import MESSAGE_BYTES, BadMessage, decode

Form = TypeVar("Form")


class BodyFault(Code):
    """Codes of `BadBody`, in addition to those of `BadMessage`."""

    NOT_JSON = "body-not-json", "the body must be application/json"
    CUT_SHORT = "body-cut-short", "the body ended too early"


class BadBody(PegboardError, ValueError):
    """Refusal of an invalid body."""

    @property
    def status(self) -> int:
        """HTTP status of the response."""
        status = self.facts.get("status", 400)
        return status if isinstance(status, int) else 400


async def json_body(request: Request, form: type[Form], most_bytes: int = MESSAGE_BYTES) -> Form:
    """Parses the JSON object in a request body.

    Args:
        request: the request to read.
        form: type to decode into.
        most_bytes: maximum size of the body.

    Raises:
        BadBody: not declared as JSON (415), or not one JSON object of that type (400).
        HTTPException: the body is too long (413).
    """
    return parse_body(await json_bytes(request, most_bytes), form)


def parse_body(content: bytes, form: type[Form]) -> Form:
    """Parses a request body that has already been read.

    Raises:
        BadBody: not one JSON object of that type (400).
    """
    try:
        return decode(content, form, len(content))
    except BadMessage as problem:
        raise BadBody(problem.code, **problem.facts) from None


async def json_bytes(request: Request, most_bytes: int = MESSAGE_BYTES) -> bytes:
    """Returns the raw body of a request that is declared as JSON.

    Raises:
        BadBody: not declared as JSON (415), or incomplete (400).
        HTTPException: the body is too long (413).
    """
    # Other origins can send forms and plain text without a preflight request, but not JSON.
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadBody(BodyFault.NOT_JSON, status=415)
    body = bytearray()  # it never grows beyond the limit by more than one chunk
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most_bytes:
                raise HTTPException(413, f"The body is longer than {most_bytes} bytes.\n")
    except ClientDisconnect:
        raise BadBody(BodyFault.CUT_SHORT) from None
    return bytes(body)
