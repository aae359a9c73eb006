"""The director: lets in who knows the PIN, also after the hall was started again.

The PIN is six digits in a file that only the hall's owner can read, made at the first start. Wrong
ones lock their address, as at a board. Who is in stands in the store, as hashes that are good for
this PIN only: another PIN, and all have to give it.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.errors import Code, DeviceError
from pegboard.hall.service.answers import refused
from pegboard.hall.service.keeper import Keeper
from pegboard.hall.store.port import HallStore
from pegboard.session.pairing.invitation import Invitation, Tries
from pegboard.storage.atomic_file import save

PIN_FILE = "director.pin"
COOKIE = "pegboard_director"
DOOR = "/api/director/enter"
BEHIND = "/api/director"
SESSIONS = 64
"""Pages that may be a director's at once; the oldest is forgotten first."""
SESSION_S = 30 * 86400.0
"""Seconds after which the PIN is asked for again."""
KEPT = "director "
TOKEN_BYTES, TOKEN_LENGTH = 32, 43


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
        keeper: of the hall.
        clock: monotonic seconds.
    """

    def __init__(self, pin: str, keeper: Keeper, clock: Callable[[], float]) -> None:
        self._pin, self._tries, self._keeper = pin.encode(), Tries(clock), keeper

    async def enter(self, address: str, pin: str) -> str | None:
        """Returns a new session's token; None for a wrong PIN.

        Raises:
            Refused: there have been too many wrong ones from this address.
        """
        self._tries.check(address)
        if not hmac.compare_digest(pin.replace(" ", "").encode(), self._pin):
            self._tries.wrong(address, Invitation(0.0))
            return None
        self._tries.right(address)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        name, now = self._name(token), time.time()
        await self._keeper.do(lambda hall: _keep(hall.store, name, now))
        return token

    async def leave(self, scope: Scope) -> None:
        """Forgets the session that a request shows."""
        name = self._name(_shown(scope))
        await self._keeper.do(lambda hall: hall.store.keep(name, None))

    async def is_in(self, scope: Scope) -> bool:
        """Tells if a request comes from a director: by cookie, or by `Authorization: Bearer`."""
        token = _shown(scope)
        if len(token) != TOKEN_LENGTH:
            return False
        name = self._name(token)
        since = (await self._keeper.do(lambda hall: hall.store.kept(name))).get(name)
        return since is not None and time.time() - float(since) < SESSION_S

    def _name(self, token: str) -> str:
        return KEPT + hmac.new(self._pin, token.encode(), hashlib.sha256).hexdigest()


def _keep(store: HallStore, name: str, now: float) -> None:
    """Keeps a session, and forgets the oldest ones."""
    store.keep(name, str(now).encode())
    for oldest in [*store.kept(KEPT)][:-SESSIONS]:
        store.keep(oldest, None)


class DirectorOnly:
    """ASGI middleware: everything under `/api/director` but its door needs a director."""

    def __init__(self, app: ASGIApp, director: Director) -> None:
        self.app, self.director = app, director

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        path = scope.get("path", "")
        guarded = path.startswith(BEHIND) and path != DOOR
        try:
            let_in = not guarded or await self.director.is_in(scope)
        except DeviceError as error:
            await refused(error, 503)(scope, receive, send)
            return
        if not let_in:
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
