"""Sessions of the director: login with the PIN, which is throttled.

The PIN has eight digits and is created at the first start, in a file that only the hall's owner can
read; the owner may replace it with six or more characters. Sessions are stored as hashes keyed with
the PIN, so that a new PIN ends all of them.

Wrong PINs are slowed down, see `guess_throttle.py`: guessing eight digits takes decades, and the
director's own network stays open.
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
from pegboard.hall.service.guess_throttle import GuessThrottle
from pegboard.hall.service.responses import error_response
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import HallStore
from pegboard.host.atomic_file import save

PIN_FILE = "director.pin"
WRONG_PINS = "hall.wrong_pins"
"""Name of the event logged for wrong PINs."""
COOKIE = "pegboard_director"
LOGIN_PATH = "/api/director/enter"
GUARDED_PREFIX = "/api/director"
SESSIONS_MOST = 64
"""Maximum number of sessions; the oldest is deleted first."""
SESSION_S = 30 * 86400.0
"""Lifetime of a session, in seconds."""
SESSIONS = KeyValues("director", float)
"""Start of each session in seconds since 1970, by the hash of its token."""
TOKEN_BYTES, TOKEN_LENGTH = 32, 43
PIN_DIGITS, PIN_LEAST = 8, 6
"""Number of digits of a new PIN; minimum length of one set by hand or by an older version."""


class DirectorFault(Code):
    """Codes for refused logins."""

    WRONG_PIN = "director-wrong-pin", "that is not the director's PIN"
    NOT_IN = "director-not-in", "this needs the director's PIN"
    TOO_MANY = (
        "director-too-many-pins",
        "too many wrong PINs from everywhere: wait {n} s, or enter where you were in before",
    )


def director_pin(folder: Path) -> str:
    """Returns the PIN of a hall; creates one if it is missing or too short.

    Raises:
        DeviceError: the PIN cannot be written.
    """
    file = folder / PIN_FILE
    with suppress(OSError, UnicodeDecodeError):
        file.chmod(0o600)  # the file may have been written by hand
    with suppress(OSError, UnicodeDecodeError):
        stored_pin = file.read_text(encoding="ascii").strip()
        if len(stored_pin) >= PIN_LEAST:
            return stored_pin
    pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
    save(file, f"{pin}\n".encode())
    return pin


class DirectorSessions:
    """The director's sessions. Use from one event loop only.

    Args:
        pin: PIN of the hall.
        store_thread: thread of the hall's store.
        clock: monotonic clock in seconds.
        on_notice: called with the number of wrong PINs, see `GuessThrottle`.
        now: clock in seconds since 1970, which may jump.
    """

    def __init__(
        self,
        pin: str,
        store_thread: StoreThread,
        clock: Callable[[], float],
        on_notice: Callable[[int], None] = lambda n: None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._pin, self._store_thread = _without_spaces(pin), store_thread
        self.wrong_pins = GuessThrottle(
            clock, now, on_notice, event=WRONG_PINS, refusal=DirectorFault.TOO_MANY
        )
        self._clock, self._now = clock, now
        self._began: dict[str, float] = {}
        """Monotonic start of each session that this process has seen."""

    async def log_in(self, address: str, pin: str) -> str | None:
        """Returns the token of a new session; None for a wrong PIN.

        Raises:
            Refused: there were too many wrong PINs, from this address or from all.
        """
        self.wrong_pins.check(address)
        if not hmac.compare_digest(_without_spaces(pin), self._pin):
            self.wrong_pins.record_failure(address)
            return None
        self.wrong_pins.record_success(address)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        name, now = self._name(token), self._now()
        await self._store_thread.run(lambda hall: _save_session(hall.store, name, now))
        self._remember(name, self._clock())
        return token

    async def log_out(self, scope: Scope) -> None:
        """Ends the session of a request."""
        name = self._name(_token(scope))
        await self._store_thread.run(lambda hall: SESSIONS.put(hall.store, None, name))

    async def is_logged_in(self, scope: Scope) -> bool:
        """Returns True if a request has a valid session, by cookie or `Authorization: Bearer`."""
        token = _token(scope)
        if len(token) != TOKEN_LENGTH:
            return False
        name = self._name(token)
        since = await self._store_thread.run(lambda hall: SESSIONS.get(hall.store, name))
        if since is None:
            return False
        now, clock = self._now(), self._clock()
        began = self._began.get(name)
        if began is not None and clock - began >= SESSION_S:
            return False
        if now - since < SESSION_S:
            if began is None:
                self._remember(name, clock - max(0.0, now - since))
            return True
        if began is None:
            return False
        # The machine's clock has jumped, so move the stored start accordingly.
        start = now - (clock - began)
        await self._store_thread.run(lambda hall: SESSIONS.put(hall.store, start, name))
        return True

    def _remember(self, name: str, began: float) -> None:
        self._began[name] = began
        if len(self._began) > SESSIONS_MOST:
            del self._began[next(iter(self._began))]

    def _name(self, token: str) -> str:
        return hmac.new(self._pin, token.encode(), hashlib.sha256).hexdigest()


def _without_spaces(pin: str) -> bytes:
    return pin.replace(" ", "").encode()


def _save_session(store: HallStore, name: str, now: float) -> None:
    """Saves a session, and deletes the oldest ones beyond the maximum."""
    SESSIONS.put(store, now, name)
    for oldest in [*SESSIONS.all(store)][:-SESSIONS_MOST]:
        SESSIONS.put(store, None, oldest)


class DirectorOnly:
    """ASGI middleware: requires a session for everything under `/api/director` but the login."""

    def __init__(self, app: ASGIApp, director: DirectorSessions) -> None:
        self.app, self.director = app, director

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        path = scope.get("path", "")
        guarded = path.startswith(GUARDED_PREFIX) and path != LOGIN_PATH
        try:
            let_in = not guarded or await self.director.is_logged_in(scope)
        except DeviceError as error:
            await error_response(error, 503)(scope, receive, send)
            return
        if not let_in:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            answer = {"ok": False, "code": str(DirectorFault.NOT_IN), "facts": {}}
            await JSONResponse(answer, 401)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _token(scope: Scope) -> str:
    headers = Headers(scope=scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
