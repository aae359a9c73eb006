"""Updates from the page: `GET /api/update` returns the version, `POST` requests another.

The service can only request an update: see `ops.update.request`. For the board's own page.

    GET   {"version": "0.1.0", "previous": null or "0.0.9", "possible": whether this board was
          installed with its updates, "wished": whether a request waits, "last": null or the result
          of the latest: {"ok", "says", "at", "runs"}}
    POST  {"wish": "update" or "rollback", "version": "0.2.0" or nothing}
"""

from dataclasses import asdict
from pathlib import Path
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard import __version__
from pegboard.errors import Code
from pegboard.http.json_body import BadBody
from pegboard.ops.update import request as wishes
from pegboard.ops.update.versions import Versions
from pegboard.storage.state_names import UPDATE_REQUEST
from pegboard.web.json_response import posted, told

LISTENS = Path("/etc/systemd/system/pegboard-update.path")
"""systemd's path unit that watches for a request, as the installer enabled it."""


class UpdateWish(Code):
    """Codes of `BadBody` for an update request that cannot be accepted."""

    ELSEWHERE = (
        "installed-elsewhere",
        "This board was not set up by its installer: update it the way it was installed "
        "(systemd/README.md)",
    )


class VersionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The requested version: a newer one, a given one, or the previous one."""

    wish: Literal["update", "rollback"]
    version: str = ""


def update_routes(
    state: Path,
    *,
    versions: Versions | None = None,
    listens: Path = LISTENS,
    results: Path = wishes.RESULTS,
) -> list[BaseRoute]:
    """Returns the routes of updates.

    Args:
        state: its state folder.
        versions: what is installed.
        listens: is there where somebody takes wishes.
        results: the folder of the requests' results.
    """
    installed = versions or Versions()

    async def look(request: Request) -> Response:
        last = wishes.latest_result(results)
        return told(
            request,
            {
                "version": __version__,
                "previous": installed.previous,
                "possible": listens.exists(),
                "wished": (state / UPDATE_REQUEST).exists(),
                "last": asdict(last) if last else None,
            },
        )

    async def wish(request: Request, asked: VersionRequest) -> None:
        if not listens.exists():
            raise BadBody(UpdateWish.ELSEWHERE, status=409)
        wishes.request_update(state, asked.wish, asked.version)

    return [
        Route("/api/update", look),
        Route("/api/update", posted(VersionRequest, wish), methods=["POST"]),
    ]
