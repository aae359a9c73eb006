"""Games with other boards of the club, for the board's own page.

`GET /api/far` tells which boards are there; `POST` invites one, accepts an invitation, or declines
it and leaves a game. The game itself is played like any other, and is in the state (`far`).
"""

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pegboard.web.json_response import posted, told

Name = Annotated[str, Meta(min_length=1, max_length=20)]


class FarRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish about a game with another board: one of three.

    Attributes:
        invite: id of the board that is invited; goes with `name` and `target`.
        accept: True to accept the invitation; goes with `name`.
        leave: True to decline it, to take one's own back, or to leave the game.
        name: of the player here.
        target: the hole to reach.
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


class FarDoor(Protocol):
    """Interface of the games with other boards: `RemoteGames`."""

    @property
    def boards(self) -> Sequence[tuple[str, str]] | None:
        """The other boards that are there, by id and name; None while it is not known."""

    async def look(self) -> None:
        """Asks which boards are there, and waits a moment for the answer."""

    async def invite(self, board: str, name: str, target: int) -> None:
        """Invites another board; raises PegboardError if that cannot be."""

    async def accept(self, name: str) -> None:
        """Accepts the invitation; raises PegboardError if there is none."""

    async def leave(self) -> None:
        """Declines, takes back or leaves; raises PegboardError if there is no game."""


def far_routes(door: FarDoor) -> list[BaseRoute]:
    """Returns the routes of the games with other boards."""

    async def look(request: Request) -> Response:
        await door.look()
        boards = [{"id": id, "name": name} for id, name in door.boards or ()]
        return told(request, {"known": door.boards is not None, "boards": boards})

    async def wish(_request: Request, asked: FarRequest) -> None:
        if isinstance(asked.invite, str):
            await door.invite(asked.invite, str(asked.name), asked.target)
        elif asked.accept is True:
            await door.accept(str(asked.name))
        else:
            await door.leave()

    path = "/api/far"
    return [Route(path, look), Route(path, posted(FarRequest, wish), methods=["POST"])]
