"""The board's hall, for the board's own page.

`GET /api/hall` returns the hall that receives this board's games, `POST` joins one or requests a
table. `POST /api/hall/scan` scans one camera picture for a hall's code; the page polls, so scanning
stops when the page closes. `GET /api/hall/picture` returns the last picture.
"""

from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from pegboard.web.json_response import localized_response, post_endpoint


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request to join a hall.

    Attributes:
        url: address of the hall.
        code: the join code from the director's page; empty for the hall already joined.
        table: number of the table to take over; 0 for none.
    """

    url: Annotated[str, Meta(min_length=1, max_length=200)]
    code: Annotated[str, Meta(max_length=32)] = ""
    table: Annotated[int, Meta(ge=0, le=9999)] = 0


class EmptyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class HallConnection(Protocol):
    """Interface of the board's connection to its hall: `HallPush`."""

    def report(self) -> dict[str, Any]:
        """Returns `url` (empty without a hall), `fixed`, `connected` and `to_send`."""

    async def join(self, url: str, code: str, table: int = 0) -> str:
        """Joins a hall; raises PegboardError if it refuses or does not answer.

        Returns the hall's answer about the table: `taken`, `asked`, or empty if none was requested.
        """


class HallScanner(Protocol):
    """Interface of the camera that scans for a hall's code: `HallCodeScanner`."""

    picture: bytes | None
    """The last picture, JPEG."""

    @property
    def present(self) -> bool:
        """True if there is a camera."""

    async def scan(self) -> dict[str, Any] | None:
        """Scans once; returns `url`, `code` and `table` of a hall's code, or None.

        Raises PegboardError if the code is not a hall's, or if the camera fails.
        """


def hall_routes(hall: HallConnection, scanner: HallScanner) -> list[BaseRoute]:
    """Returns the routes of the board's hall."""

    def report() -> dict[str, Any]:
        return {**hall.report(), "camera": scanner.present}

    async def status(request: Request) -> Response:
        return localized_response(request, report())

    async def scan(_request: Request, _: EmptyRequest) -> dict[str, Any]:
        found = await scanner.scan()
        return {"ok": True, "found": found}

    async def picture(request: Request) -> Response:
        if scanner.picture is None:
            return PlainTextResponse("There is no picture.\n", 404)
        return Response(scanner.picture, media_type="image/jpeg")

    async def join(_request: Request, body: JoinRequest) -> dict[str, Any]:
        state = await hall.join(body.url, body.code, body.table)
        return {"ok": True, **report(), "table": state}

    path, post = "/api/hall", ["POST"]
    return [
        Route(path, status),
        Route(path, post_endpoint(JoinRequest, join), methods=post),
        Route(f"{path}/scan", post_endpoint(EmptyRequest, scan), methods=post),
        Route(f"{path}/picture", picture),
    ]
