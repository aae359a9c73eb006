"""Host and Origin checks in front of the whole application.

Any web page can make the reader's browser send requests to this machine. These checks reject such
requests without a password:

* Host. A request must be addressed to a name in the list, to a name of this machine on its
network (`host_names.py`), or to the address it arrived at. With DNS rebinding, a page points its
own domain at our address, but still sends that domain as Host.
* Origin. A WebSocket, and every unsafe request, must come from a page served by this host and
port. Browsers always send Origin with these, and no script can forge it. The same-origin policy
does not cover WebSockets, so browsers do not check this themselves.
* One length. A body with both Content-Length and Transfer-Encoding has two possible ends, and
the bytes between them could be taken for a second, unchecked request (request smuggling).
* No Origin means a program, not a page. Programs on this machine (loopback) are accepted.
Elsewhere they need a token or request pairing; a page cannot do either without an Origin.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pegboard.http import addresses
from pegboard.http.host_names import HostNames, plain_name

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""Host names for loopback connections."""

ASKING = ("/api/pair", "/api/pair/answer")
"""Paths that programs may use without a token."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_DEFAULT_PORTS = {"http": ":80", "ws": ":80", "https": ":443", "wss": ":443"}


class Guard:
    """ASGI middleware that refuses foreign hosts and foreign origins."""

    def __init__(
        self,
        app: ASGIApp,
        allowed_hosts: Iterable[str] = LOOPBACK_HOSTS,
        open_paths: tuple[str, ...] = ASKING,
        name: str = "board",
        host_names: HostNames | None = None,
    ) -> None:
        """Wraps an application.

        Args:
            app: the application behind the guard.
            allowed_hosts: names without a port, IPv6 addresses with or without brackets.
            open_paths: paths that programs may use from anywhere without a token.
            name: name of the service in refusals.
            host_names: names of this machine on its network; None if only the list counts.
        """
        self.app, self.open_paths, self.name, self.host_names = app, open_paths, name, host_names
        self.allowed = frozenset(_bracketed(plain_name(host)) for host in allowed_hosts) - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] not in ("http", "websocket"):  # "lifespan" comes from the server
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope, is_host_name=await self._is_host_name(scope))
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await _refuse(scope, receive, send, *refusal)

    async def _is_host_name(self, scope: Scope) -> bool:
        name = _name(_host(Headers(scope=scope)))
        if self.host_names is None or name in self.allowed:
            return False
        return await self.host_names.include(name)

    def refusal(self, scope: Scope, *, is_host_name: bool = False) -> tuple[int, str] | None:
        """Returns the status and sentence with which a request is refused; None if it may pass.

        Args:
            scope: ASGI scope of the request.
            is_host_name: True if Host is a name of this machine beyond the list.
        """
        headers = Headers(scope=scope)
        if len(headers.getlist("content-length")) + len(headers.getlist("transfer-encoding")) > 1:
            return 400, "A request has one Content-Length or one Transfer-Encoding."
        host = _host(headers)
        name = _name(host)
        if not (is_host_name or name in self.allowed or _is_own_address(scope, name)):
            return 400, (
                f"This {self.name} does not answer to the host name {host!r}. "
                "If that is its name, add it to web.allowed_hosts in its configuration."
            )
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        origins = headers.getlist("origin")
        if not origins:
            is_open = scope.get("path") in self.open_paths
            is_trusted = is_open or is_loopback(scope) or _has_token(headers)
            if is_trusted and headers.get("sec-fetch-site") in (None, "same-origin"):
                return None
            return 403, (
                "A command without an Origin is accepted only from this machine or with a token."
            )
        if len(origins) > 1 or not _same_host(origins[0].lower(), host):
            return 403, f"A page from {origins[0]!r} may not command this {self.name}."
        return None


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Refuses a request, or closes a WebSocket before it opens."""
    if scope["type"] == "websocket":  # the server answers with a 403 without text
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
    else:
        # Close the connection: bytes that follow may belong to the body of this request.
        answer = PlainTextResponse(sentence + "\n", status, {"connection": "close"})
        await answer(scope, receive, send)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _host(headers: Headers) -> str:
    """Returns the Host header in lower case; empty unless there is exactly one."""
    hosts = headers.getlist("host")
    return hosts[0].lower() if len(hosts) == 1 else ""


def _name(host: str) -> str:
    """Returns the name in a Host without its port; an IPv6 address keeps its brackets."""
    if host.startswith("["):
        name, bracket, rest = host.partition("]")
        return name + bracket if not rest or _is_port(rest) else ""
    name, colon, port = host.partition(":")
    return plain_name(name) if not colon or port.isdecimal() else ""


def _is_own_address(scope: Scope, name: str) -> bool:
    """Returns whether a Host is the numeric address to which the request was sent."""
    server, requested = scope.get("server"), addresses.parse_address(name)
    return (
        server is not None
        and requested is not None
        and requested == addresses.parse_address(server[0])
    )


def _is_port(text: str) -> bool:
    return text.startswith(":") and text[1:].isdecimal()


def _same_host(origin: str, host: str) -> bool:
    """Returns whether an origin has the same host name and port as a Host."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    port = _DEFAULT_PORTS.get(parts.scheme)
    if port is None or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        return False
    return parts.netloc.removesuffix(port) == host.removesuffix(port)


def _has_token(headers: Headers) -> bool:
    """Returns whether a request contains a token, valid or not."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def is_loopback(scope: Scope) -> bool:
    """Returns whether a request comes from this machine."""
    client = scope.get("client")
    return client is not None and addresses.is_loopback(client[0])
