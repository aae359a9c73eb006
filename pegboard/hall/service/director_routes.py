"""The director's addresses: the PIN, the code to join, the boards."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.errors import IllegalAction, PegboardError
from pegboard.hall.codes import HallFault
from pegboard.hall.service.responses import done, posted, refused
from pegboard.hall.service.events.qr_codes import drawn
from pegboard.hall.service.director import COOKIE, DOOR, Director, DirectorFault
from pegboard.hall.service.board_registry import Office
from pegboard.http.lan_address import page_address


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN that somebody gives."""

    pin: Annotated[str, Meta(min_length=1, max_length=64)]


class DirectorRoutes:
    """The endpoints of the director.

    Args:
        director: who is in.
        office: does what they want.
        place: host and port that the hall listens on.
    """

    def __init__(self, director: Director, office: Office, place: tuple[str, int]) -> None:
        self._director, self._office, self._place = director, office, place

    def routes(self) -> list[Route]:
        """Returns the routes, all of them under `/api/director`."""
        post = ["POST"]
        return [
            Route(DOOR, self.enter, methods=post),
            Route(DOOR, self.is_in),
            Route("/api/director/leave", self.leave, methods=post),
            Route("/api/director/boards", self.boards),
            Route("/api/director/code.svg", self.code_to_scan),
        ]

    async def enter(self, request: Request) -> Response:
        """Takes the PIN; answers with a cookie, and the token for programs."""
        address = request.client.host if request.client else ""

        async def let_in(request: Request, form: Pin) -> Response:
            token = await self._director.enter(address, form.pin)
            if token is None:
                return refused(PegboardError(DirectorFault.WRONG_PIN), 403)
            answer = done(token=token)
            secure = request.url.scheme == "https"
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure)
            return answer

        return await posted(Pin, let_in)(request)

    async def is_in(self, request: Request) -> Response:
        """Tells if this client is a director."""
        return done(director=await self._director.is_in(request.scope))

    async def leave(self, request: Request) -> Response:
        """Forgets this director."""
        await self._director.leave(request.scope)
        answer = done()
        answer.delete_cookie(COOKIE)
        return answer

    async def boards(self, request: Request) -> Response:
        """Returns all boards with their states, the code to join, and how many PINs were wrong."""
        url, reachable = page_address(*self._place)
        return done(
            boards=await self._office.boards(),
            code=await self._office.code(),
            address=url.rstrip("/"),
            reachable=reachable,
            wrong_pins=self._director.wrong_pins.notice(),
        )

    async def code_to_scan(self, request: Request) -> Response:
        """Returns the code to join as a QR code, with the hall's address, for a board's camera."""
        code = await self._office.code()
        if code is None:
            return refused(IllegalAction(HallFault.NO_FILE, name=request.url.path), 404)
        return drawn(request, self._place, f"#code={code['code']}")
