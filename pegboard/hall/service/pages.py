"""The pages of a hall; they share drawing code with the board's pages."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from pegboard.board.layout_files import load_layout
from pegboard.board.layout_message import layout_message
from pegboard.http.static_files import STATIC, Files

LAYOUTS = {2: "two-track", 3: "three-track", 4: "four-track"}
"""Layout of the large table, by number of sides."""
SHEETS = ("pairings", "cards", "standings", "report")
"""Printed pages; the report needs the director's session."""


def page_routes() -> list[BaseRoute]:
    """Returns the routes of the pages and their files."""
    files = Files(STATIC)

    async def spectators(request: Request) -> Response:
        return await files.get_response("hall/index.html", request.scope)

    async def director(request: Request) -> Response:
        return await files.get_response("hall/director.html", request.scope)

    async def player(request: Request) -> Response:
        return await files.get_response("hall/player.html", request.scope)

    async def overlay(request: Request) -> Response:
        return await files.get_response("hall/overlay.html", request.scope)

    async def signs(request: Request) -> Response:
        return await files.get_response("hall/signs.html", request.scope)

    async def room(request: Request) -> Response:
        return await files.get_response("hall/tv.html", request.scope)

    async def printed(request: Request) -> Response:
        if request.path_params["sheet"] not in SHEETS:
            raise HTTPException(404)
        return await files.get_response("hall/print.html", request.scope)

    return [
        Route("/", spectators),
        Route("/tv", room),
        Route("/print/{sheet}", printed),
        Route("/signs", signs),
        Route("/overlay", overlay),
        Route("/player", player),
        Route("/director", director),
        Route("/api/layout", _layout),
        Mount("/static", files),
    ]


async def _layout(request: Request) -> Response:
    tracks = request.query_params.get("tracks", "2")
    name = LAYOUTS.get(int(tracks) if tracks.isdecimal() and len(tracks) < 3 else 2, LAYOUTS[2])
    return JSONResponse(layout_message(load_layout(name)))
