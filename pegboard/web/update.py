"""Updates from the page: `GET /api/update` returns the versions, `POST` requests another one.

For the board's own page. The service can only request an update: see `ops.update.request`.

    GET   {"version": "0.1.0", "previous": null or "0.0.9", "possible": whether update requests are
          executed on this board, "wished": whether a request is pending, "last": null or the
          result of the last request: {"ok", "says", "at", "runs"}}
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
from pegboard.web.json_response import localized_response, post_endpoint

PATH_UNIT = Path("/etc/systemd/system/pegboard-update.path")
"""systemd's path unit that watches for requests; enabled by the installer."""


class UpdateWish(Code):
    """Codes of `BadBody` for an update request that cannot be accepted."""

    ELSEWHERE = (
        "installed-elsewhere",
        "This board was not set up by its installer: update it the way it was installed "
        "(systemd/README.md)",
    )


class VersionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of an update request: to a newer version, a given one, or the previous one."""

    wish: Literal["update", "rollback"]
    version: str = ""


def update_routes(
    state: Path,
    *,
    versions: Versions | None = None,
    path_unit: Path = PATH_UNIT,
    results: Path = wishes.RESULTS,
) -> list[BaseRoute]:
    """Returns the routes for updates.

    Args:
    state: the state folder.
    versions: the installed versions.
    path_unit: systemd's path unit; it exists if update requests are executed.
    results: the folder of the requests' results.
    """
    installed = versions or Versions()

    async def status(request: Request) -> Response:
        last = wishes.latest_result(results)
        return localized_response(
            request,
            {
                "version": __version__,
                "previous": installed.previous,
                "possible": path_unit.exists(),
                "wished": (state / UPDATE_REQUEST).exists(),
                "last": asdict(last) if last else None,
            },
        )

    async def submit(request: Request, body: VersionRequest) -> None:
        if not path_unit.exists():
            raise BadBody(UpdateWish.ELSEWHERE, status=409)
        wishes.request_update(state, body.wish, body.version)

    return [
        Route("/api/update", status),
        Route("/api/update", post_endpoint(VersionRequest, submit), methods=["POST"]),
    ]
