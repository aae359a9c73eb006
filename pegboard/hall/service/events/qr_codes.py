"""QR codes with links to the hall's pages."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pegboard.errors import IllegalAction
from pegboard.hall.codes import HallFault
from pegboard.hall.service.responses import error_response
from pegboard.http.lan_address import page_address, qr_code
from pegboard.http.origin_check import LOOPBACK_HOSTS

TABLES_MOST = 9999
PATHS = {"tables": "", "player": "player"}
"""Path to which each QR code links, by the name of the code."""


class QrCodeRoutes:
    """Public endpoints of the QR codes.

    Args:
        place: host and port that the hall listens on.
    """

    def __init__(self, place: tuple[str, int]) -> None:
        self._place = place

    def routes(self) -> list[Route]:
        """Returns the routes."""
        return [
            Route("/api/qr/{way}.svg", self.code),
            Route("/api/qr/table/{n:int}.svg", self.table),
        ]

    async def code(self, request: Request) -> Response:
        """Returns the QR code that links to the tables or to the player's page."""
        way = PATHS.get(request.path_params["way"])
        if way is None:
            return error_response(IllegalAction(HallFault.NO_FILE, name=request.url.path), 404)
        return qr_response(request, self._place, way)

    async def table(self, request: Request) -> Response:
        """Returns the QR code of a table, which links to the page for its players."""
        n = request.path_params["n"]
        if not 1 <= n <= TABLES_MOST:
            return error_response(IllegalAction(HallFault.NO_FILE, name=request.url.path), 404)
        return qr_response(request, self._place, f"player#table={n}")


def qr_response(request: Request, place: tuple[str, int], way: str) -> Response:
    """Returns a QR code with the request's host, or with the network address if that is loopback.

    Args:
        request: the request for the code.
        place: host and port that the hall listens on.
        way: path and fragment of the link.
    """
    url = f"{request.url.scheme}://{request.url.netloc}/"
    host = request.url.hostname or ""
    if (f"[{host}]" if ":" in host else host) in LOOPBACK_HOSTS:
        url = page_address(*place)[0]
    return Response(qr_code(url + way), media_type="image/svg+xml")
