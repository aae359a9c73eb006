"""Games with other boards of the club, for the board's own page.

`GET /api/far` lists the connected boards; `POST` invites one, accepts or declines an invitation, or
leaves a game. The game itself is played like any other and is part of the state (`far`).
"""

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard.web.json_response import localized_response, post_endpoint

Name = Annotated[str, Meta(min_length=1, max_length=20)]


class FarRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request about a game with another board: exactly one of `invite`, `accept` and `leave`.

    Attributes:
        invite: id of the invited board; with `name` and `target`.
        accept: True to accept the invitation; with `name`.
        leave: True to decline or withdraw an invitation, or to leave the game.
        name: name of the player at this board.
        target: last hole of the game.
    """

    invite: Annotated[str, Meta(pattern="^[0-9a-f]{24}$")] | UnsetType = UNSET
    accept: Literal[True] | UnsetType = UNSET
    leave: Literal[True] | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    target: Literal[61, 121] = 121

    def __post_init__(self) -> None:
        wishes = [self.invite, self.accept, self.leave]
        if sum(wish is not UNSET for wish in wishes) != 1:
            raise ValueError("must have one of: invite, accept, leave")
        if self.leave is UNSET and self.name is UNSET:
            raise ValueError("name must be given with invite and with accept")


class FarGames(Protocol):
    """Interface of the games with other boards: `RemoteGames`."""

    @property
    def boards(self) -> Sequence[tuple[str, str]] | None:
        """Ids and names of the other connected boards; None while unknown."""

    async def look(self) -> None:
        """Requests the list of boards and waits briefly for it."""

    async def invite(self, board: str, name: str, target: int) -> None:
        """Invites another board; raises PegboardError if that is impossible."""

    async def accept(self, name: str) -> None:
        """Accepts the invitation; raises PegboardError if there is none."""

    async def leave(self) -> None:
        """Declines or withdraws an invitation, or leaves a game; raises PegboardError if none."""


def far_routes(games: FarGames) -> list[BaseRoute]:
    """Returns the routes for games with other boards."""

    async def list_boards(request: Request) -> Response:
        await games.look()
        boards = [{"id": id, "name": name} for id, name in games.boards or ()]
        return localized_response(request, {"known": games.boards is not None, "boards": boards})

    async def change(_request: Request, body: FarRequest) -> None:
        if isinstance(body.invite, str):
            await games.invite(body.invite, str(body.name), body.target)
        elif body.accept is True:
            await games.accept(str(body.name))
        else:
            await games.leave()

    path = "/api/far"
    return [
        Route(path, list_boards),
        Route(path, post_endpoint(FarRequest, change), methods=["POST"]),
    ]
