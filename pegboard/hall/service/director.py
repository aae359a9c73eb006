"""The director: lets in who knows the PIN, and forgets them all when the hall ends.

The PIN is six digits in a file that only the hall's owner can read, made at the first start. Wrong
ones lock their address, as at a board.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.errors import Code
from pegboard.session.pairing.invitation import Invitation, Tries
from pegboard.storage.atomic_file import save

PIN_FILE = "director.pin"
COOKIE = "pegboard_director"
DOOR = "/api/director/enter"
BEHIND = "/api/director"
SESSIONS = 64
"""Pages that may be a director's at once; the oldest is forgotten first."""


class DirectorFault(Code):
    """Codes of refusals at the director's door."""

    WRONG_PIN = "director-wrong-pin", "that is not the director's PIN"
    NOT_IN = "director-not-in", "this needs the director's PIN"


def director_pin(folder: Path) -> str:
    """Returns the PIN of a hall; makes one if there is none.

    Raises:
        DeviceError: it cannot be written.
    """
    file = folder / PIN_FILE
    with suppress(OSError, UnicodeDecodeError):
        said = file.read_text(encoding="ascii").strip()
        if len(said) >= 4:
            return said
    pin = f"{secrets.randbelow(10**6):06d}"
    save(file, f"{pin}\n".encode())
    return pin


class Director:
    """Those who gave the PIN. Use from one event loop only.

    Args:
        pin: of the hall.
        clock: monotonic seconds.
    """

    def __init__(self, pin: str, clock: Callable[[], float]) -> None:
        self._pin, self._tries = pin.encode(), Tries(clock)
        self._sessions: dict[str, None] = {}

    def enter(self, address: str, pin: str) -> str | None:
        """Returns a new session's token; None for a wrong PIN.

        Raises:
            Refused: there have been too many wrong ones from this address.
        """
        self._tries.check(address)
        if not hmac.compare_digest(pin.replace(" ", "").encode(), self._pin):
            self._tries.wrong(address, Invitation(0.0))
            return None
        self._tries.right(address)
        token = secrets.token_urlsafe(32)
        self._sessions[_digest(token)] = None
        if len(self._sessions) > SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return token

    def leave(self, scope: Scope) -> None:
        """Forgets the session that a request shows."""
        self._sessions.pop(_digest(_shown(scope)), None)

    def is_in(self, scope: Scope) -> bool:
        """Tells if a request comes from a director: by cookie, or by `Authorization: Bearer`."""
        token = _shown(scope)
        return bool(token) and _digest(token) in self._sessions


class DirectorOnly:
    """ASGI middleware: everything under `/api/director` but its door needs a director."""

    def __init__(self, app: ASGIApp, director: Director) -> None:
        self.app, self.director = app, director

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        path = scope.get("path", "")
        guarded = path.startswith(BEHIND) and path != DOOR
        if guarded and not self.director.is_in(scope):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            answer = {"ok": False, "code": str(DirectorFault.NOT_IN), "facts": {}}
            await JSONResponse(answer, 401)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _shown(scope: Scope) -> str:
    headers = Headers(scope=scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
