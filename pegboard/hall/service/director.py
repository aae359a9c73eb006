"""Director sessions: login with the PIN, and its throttling.

The PIN has eight digits and is created at the first start, in a file that only the hall's owner can
read; the owner may replace it with six or more characters. Sessions are stored as hashes keyed with
the PIN, so that a new PIN ends all of them.

Five wrong PINs lock their network, an IPv4 address or an IPv6 /64. After twenty wrong PINs from
anywhere, all networks without an earlier login share one attempt per ten seconds. At that rate
guessing eight digits takes decades, and the director's own network stays open.
"""

import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.errors import Code, DeviceError
from pegboard.hall.service.responses import error_response
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall.store.key_values import KeyValues
from pegboard.hall.store.port import HallStore
from pegboard.host.atomic_file import save
from pegboard.host.logfmt import log_event
from pegboard.http.addresses import network_key
from pegboard.http.invitation import Invitation, PinTries, Refused

log = logging.getLogger(__name__)

PIN_FILE = "director.pin"
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
"""Digits of a new PIN; minimum length of one written by hand or by an older version."""
FREE_TRIES = 20
"""Wrong PINs from all networks before unknown networks have to wait."""
PAUSE_S = 10.0
"""Seconds between two attempts from unknown networks."""
CALM_S = 3600.0
"""Seconds without a wrong PIN after which the count is reset."""
NOTICE_FROM = 5
"""Number of wrong PINs from which the director sees a notice."""
PLACES_MOST = 256
"""Maximum number of networks remembered for a successful login."""


class DirectorFault(Code):
    """Codes of refused logins."""

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
        stored_pin = file.read_text(encoding="ascii").strip()
        if len(stored_pin) >= PIN_LEAST:
            return stored_pin
    pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
    save(file, f"{pin}\n".encode())
    return pin


class PinThrottle:
    """Throttles attempts to guess the PIN. Use from one event loop only.

    Args:
        clock: monotonic seconds.
        now: clock in seconds since 1970.
        on_notice: called with the number of wrong PINs, from `NOTICE_FROM` on.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        now: Callable[[], float],
        on_notice: Callable[[int], None] = lambda n: None,
    ) -> None:
        self._clock, self._now, self._on_notice = clock, now, on_notice
        self._tries = PinTries(clock)
        self._trusted: dict[str, None] = {}
        self._count, self._latest, self._latest_at = 0, 0.0, 0.0

    def check(self, address: str) -> None:
        """Checks that an address may make an attempt.

        Raises:
            Refused: the address has to wait; see the facts.
        """
        place = network_key(address)
        self._tries.check(place)
        if self.count < FREE_TRIES or place in self._trusted:
            return
        wait_s = self._latest + PAUSE_S - self._clock()
        if wait_s > 0:
            raise Refused(DirectorFault.TOO_MANY, n=max(1, round(wait_s)), wait_s=wait_s)

    def record_failure(self, address: str) -> None:
        """Records a wrong PIN."""
        place = network_key(address)
        self._count = self.count + 1
        self._latest, self._latest_at = self._clock(), self._now()
        is_locked = not self._tries.record_wrong(place, Invitation(0.0))
        if is_locked or self._count >= FREE_TRIES:
            log_event(log, "hall.wrong_pins", logging.WARNING, n=self._count, address=place)
        if self._count >= NOTICE_FROM:
            self._on_notice(self._count)

    def record_success(self, address: str) -> None:
        """Records a successful login."""
        place = network_key(address)
        self._tries.record_right(place)
        self._trusted.pop(place, None)
        self._trusted[place] = None
        if len(self._trusted) > PLACES_MOST:
            del self._trusted[next(iter(self._trusted))]

    @property
    def count(self) -> int:
        """Number of wrong PINs; 0 after an hour without one."""
        return self._count if self._clock() - self._latest < CALM_S else 0

    def notice(self) -> dict[str, Any] | None:
        """Returns number and latest time of wrong PINs; None below `NOTICE_FROM`."""
        return {"n": self.count, "at": self._latest_at} if self.count >= NOTICE_FROM else None


class DirectorSessions:
    """The director's sessions. Use from one event loop only.

    Args:
        pin: PIN of the hall.
        store_thread: thread of the hall's store.
        clock: monotonic clock in seconds.
        on_notice: called with the number of wrong PINs, from `NOTICE_FROM` on.
    """

    def __init__(
        self,
        pin: str,
        store_thread: StoreThread,
        clock: Callable[[], float],
        on_notice: Callable[[int], None] = lambda n: None,
    ) -> None:
        self._pin, self._store_thread = _without_spaces(pin), store_thread
        self.wrong_pins = PinThrottle(clock, time.time, on_notice)

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
        name, now = self._name(token), time.time()
        await self._store_thread.run(lambda hall: _save_session(hall.store, name, now))
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
        return since is not None and time.time() - since < SESSION_S

    def _name(self, token: str) -> str:
        return hmac.new(self._pin, token.encode(), hashlib.sha256).hexdigest()


def _without_spaces(pin: str) -> bytes:
    return pin.replace(" ", "").encode()


def _save_session(store: HallStore, name: str, now: float) -> None:
    """Saves a session, and deletes the oldest surplus ones."""
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
