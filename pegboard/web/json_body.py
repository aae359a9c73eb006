"""The JSON body of a request: of the right kind, not too long, and one object."""

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from pegboard.session.command_schema import MESSAGE_BYTES, BadMessage, parse
from pegboard.session.feed.types import Message


class BadBody(ValueError):
    """A body that is none; the text says why, `status` is that of the answer."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


async def json_body(request: Request) -> Message:
    """The object in a body.

    Raises:
        BadBody: not called JSON (415), or not one JSON object (400).
        HTTPException: it is too long (413).
    """
    # A page elsewhere may send forms and plain text unasked, but not this.
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadBody("the body must be application/json", 415)
    try:
        return parse(await _body(request))
    except BadMessage as problem:
        raise BadBody(str(problem), 400) from None


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
