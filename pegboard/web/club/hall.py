"""The hall of this board, for the board's own page.

`GET /api/hall` tells which hall gets this board's games, `POST` joins one, or asks for a table.
`POST /api/hall/scan` has the board's camera look once for a code of a hall; the page asks again
while somebody aims, so that nothing goes on when it is gone. `GET /api/hall/picture`: what it saw.
"""

from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from pegboard.web.json_response import posted, told


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hall that is to be joined.

    Attributes:
        url: its address.
        code: that its director's page shows; empty for the hall that this board has joined.
        table: that the board asks for, in place of the one there; 0 for none.
    """

    url: Annotated[str, Meta(min_length=1, max_length=200)]
    code: Annotated[str, Meta(max_length=32)] = ""
    table: Annotated[int, Meta(ge=0, le=9999)] = 0


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class HallDoor(Protocol):
    """Interface of the board's connection to its hall: `HallPush`."""

    def report(self) -> dict[str, Any]:
        """Returns the hall: `url`, empty without one; `fixed`, `connected`, `to_send`."""

    async def join(self, url: str, code: str, table: int = 0) -> str:
        """Joins a hall; raises PegboardError if it refuses or does not answer.

        Returns what it says of the table: `taken`, `asked`, or nothing where none was wanted.
        """


class HallScanner(Protocol):
    """Interface of the camera that looks for a hall's code: `HallCodeScanner`."""

    picture: bytes | None
    """What it saw last, JPEG."""

    @property
    def present(self) -> bool:
        """True if there is a camera."""

    async def scan(self) -> dict[str, Any] | None:
        """Looks once; returns `url`, `code` and `table` of a hall's code, None while there is none.

        Raises PegboardError for a code that is none of a hall's, and for a camera in trouble.
        """


def hall_routes(door: HallDoor, scanner: HallScanner) -> list[BaseRoute]:
    """Returns the routes of the hall."""

    def report() -> dict[str, Any]:
        return {**door.report(), "camera": scanner.present}

    async def look(request: Request) -> Response:
        return told(request, report())

    async def scan(_request: Request, _: Nothing) -> dict[str, Any]:
        found = await scanner.scan()
        return {"ok": True, "found": found}

    async def picture(request: Request) -> Response:
        if scanner.picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(scanner.picture, media_type="image/jpeg")

    async def join(_request: Request, asked: JoinRequest) -> dict[str, Any]:
        state = await door.join(asked.url, asked.code, asked.table)
        return {"ok": True, **report(), "table": state}

    path, post = "/api/hall", ["POST"]
    return [
        Route(path, look),
        Route(path, posted(JoinRequest, join), methods=post),
        Route(f"{path}/scan", posted(Nothing, scan), methods=post),
        Route(f"{path}/picture", picture),
    ]
