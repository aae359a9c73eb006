"""Origin check: a guard in front of the whole application.

A page on any site in the world can make the reader's browser send requests to this machine.
Three of these checks keep such a page out, and none of them needs a password:

* Host. Every request must be addressed to a name in the list, to a name that this machine has on
  its network (`own_names.py`), or to the very address it arrived at. A page that re-points its own
  domain at our address (DNS rebinding) still sends its own name as Host, and a name is never an
  address.
* Origin. A WebSocket, and every request that may change something, must come from a page that
  this very host and port served. Browsers send Origin with all of these and no script can forge
  it. The same-origin rule does not cover WebSockets, so no browser makes this check.
* One length. A body that is announced both by its length and in chunks may end at two places, and
  what stands between them would be a second request that nobody checked.
* No Origin at all means a program, not a page. Programs on this machine (loopback) are accepted.
  Elsewhere they send a token, or request pairing: no page can do either without an Origin.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.http import addresses
from pegboard.http.own_names import OwnNames, plain_name

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""The names under which a machine speaks to itself."""

ASKING = ("/api/pair", "/api/pair/answer")
"""Paths open to a program without a token."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_DEFAULT_PORTS = {"http": ":80", "ws": ":80", "https": ":443", "wss": ":443"}


class Guard:
    """ASGI middleware that refuses foreign hosts and foreign origins."""

    def __init__(
        self,
        app: ASGIApp,
        allowed_hosts: Iterable[str] = LOOPBACK_HOSTS,
        asking: tuple[str, ...] = ASKING,
        name: str = "board",
        own_names: OwnNames | None = None,
    ) -> None:
        """Guards `app`.

        Args:
            app: the application behind the guard.
            allowed_hosts: names without a port, IPv6 addresses with or without brackets.
            asking: paths open to a program without a token, from everywhere.
            name: the word for this service in a refusal.
            own_names: the names of this machine on its network; None if only the list counts.
        """
        self.app, self.asking, self.name, self.own_names = app, asking, name, own_names
        self.allowed = frozenset(_bracketed(plain_name(host)) for host in allowed_hosts) - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] not in ("http", "websocket"):  # "lifespan" comes from no one outside
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope, is_own=await self._is_own_name(scope))
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await _refuse(scope, receive, send, *refusal)

    async def _is_own_name(self, scope: Scope) -> bool:
        name = _name(_host(Headers(scope=scope)))
        if self.own_names is None or name in self.allowed:
            return False
        return await self.own_names.include(name)

    def refusal(self, scope: Scope, *, is_own: bool = False) -> tuple[int, str] | None:
        """Returns why a request is refused: status and a plain sentence; None lets it pass.

        Args:
            scope: of the request.
            is_own: True if its Host is a name of this machine that is not in the list.
        """
        headers = Headers(scope=scope)
        if len(headers.getlist("content-length")) + len(headers.getlist("transfer-encoding")) > 1:
            return 400, "A request has one Content-Length or one Transfer-Encoding."
        host = _host(headers)
        name = _name(host)
        if not (is_own or name in self.allowed or _is_own_address(scope, name)):
            return 400, (
                f"This {self.name} does not answer to the host name {host!r}. "
                "If that is its name, add it to web.allowed_hosts in its configuration."
            )
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        origins = headers.getlist("origin")
        if not origins:
            asks = scope.get("path") in self.asking
            known = asks or is_loopback(scope) or _shows_a_token(headers)
            if known and headers.get("sec-fetch-site") in (None, "same-origin"):
                return None
            return 403, (
                "A command without an Origin is accepted only from this machine or with a token."
            )
        if len(origins) > 1 or not _same_host(origins[0].lower(), host):
            return 403, f"A page from {origins[0]!r} may not command this {self.name}."
        return None


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Refuses with a plain sentence; closes a WebSocket before it opens."""
    if scope["type"] == "websocket":  # the server makes a bare 403 of it
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
    else:
        # Nothing behind it is read: it may be the rest of the body.
        answer = PlainTextResponse(sentence + "\n", status, {"connection": "close"})
        await answer(scope, receive, send)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _host(headers: Headers) -> str:
    """Returns the Host header in lower case; empty unless there is exactly one."""
    hosts = headers.getlist("host")
    return hosts[0].lower() if len(hosts) == 1 else ""


def _name(host: str) -> str:
    """Returns a Host without its port, plain; a bracketed address keeps its brackets."""
    if host.startswith("["):
        name, bracket, rest = host.partition("]")
        return name + bracket if not rest or _is_port(rest) else ""
    name, colon, port = host.partition(":")
    return plain_name(name) if not colon or port.isdecimal() else ""


def _is_own_address(scope: Scope, name: str) -> bool:
    """Returns whether a Host is the numeric address of the interface the request came in by."""
    server, asked = scope.get("server"), addresses.parse_address(name)
    return server is not None and asked is not None and asked == addresses.parse_address(server[0])


def _is_port(text: str) -> bool:
    return text.startswith(":") and text[1:].isdecimal()


def _same_host(origin: str, host: str) -> bool:
    """Returns whether this Host served a page of this origin.

    The same name, the same port.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    port = _DEFAULT_PORTS.get(parts.scheme)
    if port is None or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        return False
    return parts.netloc.removesuffix(port) == host.removesuffix(port)


def _shows_a_token(headers: Headers) -> bool:
    """Returns whether a program sends a token, valid or not."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def is_loopback(scope: Scope) -> bool:
    """Returns whether a request comes from the board's own machine."""
    client = scope.get("client")
    return client is not None and addresses.is_loopback(client[0])
