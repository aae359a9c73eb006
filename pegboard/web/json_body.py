"""The JSON body of a request: of the right kind, not too long, and of the form that is expected."""

from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from pegboard.session.command_schema import MESSAGE_BYTES, BadMessage, decode

Form = TypeVar("Form")


class BadBody(ValueError):
    """A body that is none; the text says why, `status` is that of the answer."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


async def json_body(request: Request, form: type[Form]) -> Form:
    """Returns the object in a body, of a form.

    Raises:
        BadBody: not called JSON (415), or not one JSON object of that form (400).
        HTTPException: it is too long (413).
    """
    try:
        return decode(await json_bytes(request), form)
    except BadMessage as problem:
        raise BadBody(str(problem), 400) from None


async def json_bytes(request: Request) -> bytes:
    """Returns a body that is called JSON, unread.

    Raises:
        BadBody: not called JSON (415), or it broke off (400).
        HTTPException: it is too long (413).
    """
    # A page elsewhere may send forms and plain text unasked, but not this.
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadBody("the body must be application/json", 415)
    body = bytearray()  # of which no more than the limit is ever held
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MESSAGE_BYTES:
                raise HTTPException(413, f"The body is longer than {MESSAGE_BYTES} bytes.\n")
    except ClientDisconnect:
        raise BadBody("the body ended too soon", 400) from None
    return bytes(body)
