"""Endpoints for the director's login, the join code, and the boards."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.errors import IllegalAction, PegboardError
from pegboard.hall.codes import HallFault
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.director import COOKIE, LOGIN_PATH, DirectorFault, DirectorSessions
from pegboard.hall.service.events.qr_codes import qr_response
from pegboard.hall.service.responses import error_response, json_endpoint, ok_response
from pegboard.http.lan_address import page_address


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a login request."""

    pin: Annotated[str, Meta(min_length=1, max_length=64)]


class DirectorRoutes:
    """Endpoints for the director.

    Args:
        director: the director's sessions.
        board_registry: registry of the boards.
        place: host and port that the hall listens on.
    """

    def __init__(
        self, director: DirectorSessions, board_registry: BoardRegistry, place: tuple[str, int]
    ) -> None:
        self._director, self._board_registry, self._place = director, board_registry, place

    def routes(self) -> list[Route]:
        """Returns the routes, all of them under `/api/director`."""
        post = ["POST"]
        return [
            Route(LOGIN_PATH, self.log_in, methods=post),
            Route(LOGIN_PATH, self.is_logged_in),
            Route("/api/director/leave", self.log_out, methods=post),
            Route("/api/director/boards", self.boards),
            Route("/api/director/code.svg", self.code_to_scan),
        ]

    async def log_in(self, request: Request) -> Response:
        """Checks the PIN; responds with a session cookie, and with the token for programs."""
        address = request.client.host if request.client else ""

        async def let_in(request: Request, form: Pin) -> Response:
            token = await self._director.log_in(address, form.pin)
            if token is None:
                return error_response(PegboardError(DirectorFault.WRONG_PIN), 403)
            answer = ok_response(token=token)
            secure = request.url.scheme == "https"
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure)
            return answer

        return await json_endpoint(Pin, let_in)(request)

    async def is_logged_in(self, request: Request) -> Response:
        """Returns whether the client has a session."""
        return ok_response(director=await self._director.is_logged_in(request.scope))

    async def log_out(self, request: Request) -> Response:
        """Ends the client's session."""
        await self._director.log_out(request.scope)
        answer = ok_response()
        answer.delete_cookie(COOKIE)
        return answer

    async def boards(self, request: Request) -> Response:
        """Returns all boards with their conditions, the join code, and wrong attempts."""
        url, reachable = page_address(*self._place)
        return ok_response(
            boards=await self._board_registry.boards(),
            code=await self._board_registry.code(),
            address=url.rstrip("/"),
            reachable=reachable,
            wrong_pins=self._director.wrong_pins.notice(),
            wrong_codes=self._board_registry.wrong_codes(),
        )

    async def code_to_scan(self, request: Request) -> Response:
        """Returns a QR code with the hall's address and the join code, for a board's camera."""
        code = await self._board_registry.code_to_scan()
        if code is None:
            return error_response(IllegalAction(HallFault.NO_FILE, name=request.url.path), 404)
        return qr_response(request, self._place, f"#code={code}")
