"""Authorisation: watching is open or for paired devices; acting is for paired devices.

This middleware runs after the origin check and before every route. It decides by path and method
alone, so a new route is covered at once: watchers may send it GET requests only.

    anybody        the page and its files, the rules, /healthz, requests to pair
    watchers       every other GET; with `viewing = "paired"` only paired devices
    paired devices everything else, and the camera's pictures
    the board      devices, backups, updates, settings, the switch, changing names in the history

The board is a page opened on the machine it runs on (loopback, unless `kiosk = false`), or a
device with the same rights. A device sends its token in a cookie, a program as
`Authorization: Bearer …`.
"""

from dataclasses import replace
from typing import Protocol

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.errors import IllegalAction
from pegboard.http.admission import trust
from pegboard.http.origin_check import SAFE_METHODS, is_loopback
from pegboard.i18n import LANGUAGES, localize
from pegboard.pairing import Device
from pegboard.pairing.viewer import BOARD, WATCHER, Viewer
from pegboard.schema.commands import refusal
from pegboard.session.codes import Refusal

COOKIE = "pegboard"
"""The name of the cookie that holds a device's token."""

OPEN = (
    "/", "/history", "/healthz", "/rules", "/overlay", "/api/me", "/api/pair", "/api/pair/answer",
    "/manifest.webmanifest", "/worker.js", "/offline",
    "/icon-180.png", "/icon-192.png", "/icon-512.png",
)  # fmt: skip
OPEN_FOLDERS = ("/static/",)
ONLY_ASKING = ("/api/lesson",)
"""POST routes that change nothing, so watchers may use them."""
FOR_PLAYERS = (
    "/api/picture",
    "/api/camera/picture",
    "/api/watch/picture",
    "/api/pair/leave",
    "/api/practice/discards",
)
"""GET routes for players only: pictures show the room, and weighing discards costs CPU time."""
FOR_BOARD = (
    "/api/devices",
    "/api/history/forget",
    "/api/history/merge",
    "/api/history/names",
    "/api/backup",
    "/api/restore",
    "/api/copies",
    "/api/update",
    "/api/settings",
    "/api/far",
    "/api/hall",
    "/api/power",
)
"""Paths for the board's own page only: a backup, for example, contains the hidden cards and the
seed of the game in progress."""


class DeviceRegistry(Protocol):
    """Interface of the registry of paired devices: `PairingRegistry`."""

    def by_token(self, token: str) -> Device | None:
        """Returns the device with this token."""


class Access:
    """ASGI middleware that adds the viewer to the scope and refuses forbidden requests."""

    def __init__(
        self,
        app: ASGIApp,
        pairing: DeviceRegistry | None,
        viewing: str = "open",
        kiosk: bool = True,
    ) -> None:
        """Wraps `app`.

        Args:
            app: application to protect.
            pairing: the registry of paired devices; None if pairing is impossible.
            viewing: `open`, or `paired` if only paired devices may watch.
            kiosk: True if a page opened on this machine is the board's own.
        """
        self.app, self.pairing, self.viewing, self.kiosk = app, pairing, viewing, kiosk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        viewer = replace(self.viewer(scope), language=requested_language(scope))
        if viewer.device:
            trust(scope)
        status, code = self.refusal(scope, viewer)
        scope["viewer"] = (
            replace(WATCHER, language=viewer.language) if wants_watcher_view(scope) else viewer
        )
        if code is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": code.template})
        else:
            answer = localize(viewer.language, refusal(None, IllegalAction(code)))
            if not viewer.may_act:
                answer["need"] = "pairing"
            await JSONResponse(answer, status)(scope, receive, send)

    def viewer(self, scope: Scope) -> Viewer:
        """Returns the viewer who sent the request."""
        token = request_token(scope)
        device = self.pairing.by_token(token) if token and self.pairing is not None else None
        if device is not None:
            return Viewer("board" if device.board else "player", device.id, device.name)
        return BOARD if self.kiosk and is_loopback(scope) else WATCHER

    def refusal(self, scope: Scope, viewer: Viewer) -> tuple[int, Refusal | None]:
        """Returns the status and the code of a refusal; code None if the request is accepted."""
        path: str = scope["path"]
        is_read_only = scope["type"] == "websocket" or scope["method"] in SAFE_METHODS
        is_read_only = is_read_only or path in ONLY_ASKING
        if path in OPEN or path.startswith(OPEN_FOLDERS):
            return 200, None
        if path.startswith(FOR_BOARD):
            return (200, None) if viewer.role == "board" else (403, Refusal.ONLY_BOARD)
        if viewer.may_act:
            return 200, None
        if not is_read_only or path in FOR_PLAYERS:
            return 401, Refusal.ONLY_LOOKING
        return (401, Refusal.ONLY_PAIRED) if self.viewing == "paired" else (200, None)


def request_token(scope: Scope) -> str:
    """Returns a request's token; empty if it has none."""
    headers = Headers(scope=scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")


def requested_language(scope: Scope) -> str:
    """Returns the language requested by `?language=fr`; English without it."""
    language = QueryParams(scope.get("query_string", b"")).get("language", "")
    return language if language in LANGUAGES else "en"


def wants_watcher_view(scope: Scope) -> bool:
    """Returns whether `?watch=1` limits the request to what a watcher sees."""
    return bool(QueryParams(scope.get("query_string", b"")).get("watch", ""))


def viewer_of(scope: Scope) -> Viewer:
    """Returns the sender of a request, as determined by `Access`.

    Without `Access` in front the sender is a watcher, who may not act.
    """
    viewer = scope.get("viewer", WATCHER)
    assert isinstance(viewer, Viewer)
    return viewer
