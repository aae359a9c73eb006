"""The hall of this board, for the board's own page.

`GET /api/hall` tells which hall gets this board's games, `POST` joins one.
"""

from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard.errors import PegboardError
from pegboard.web.json_body import BadBody, json_body
from pegboard.web.json_response import refused, told


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hall's address, and the code that its director's page shows."""

    url: Annotated[str, Meta(min_length=1, max_length=200)]
    code: Annotated[str, Meta(min_length=1, max_length=32)]


class HallDoor(Protocol):
    """Interface of the board's connection to its hall: `HallPush`."""

    def report(self) -> dict[str, Any]:
        """Returns the hall: `url`, empty without one; `fixed`, `connected`, `to_send`."""

    async def join(self, url: str, code: str) -> None:
        """Joins a hall; raises PegboardError if it refuses or does not answer."""


def hall_routes(door: HallDoor) -> list[BaseRoute]:
    """Returns the routes of the hall."""

    async def look(request: Request) -> Response:
        return told(request, door.report())

    async def join(request: Request) -> Response:
        try:
            asked = await json_body(request, JoinRequest)
            await door.join(asked.url, asked.code)
        except BadBody as problem:
            return refused(request, problem, problem.status)
        except PegboardError as problem:
            return refused(request, problem, 409)
        return told(request, {"ok": True, **door.report()})

    path = "/api/hall"
    return [Route(path, look), Route(path, join, methods=["POST"])]
