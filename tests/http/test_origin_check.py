"""Host and Origin checks for every method and for WebSockets."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from pegboard.http.origin_check import Guard
from pegboard.web.app import Settings, create_app
from tests.support.paired_devices import bearer_header, cookie_header, pairing_registry
from tests.support.web_fake import FakeDesk, page_parts

HOST = "pegboard.local:8000"
PAIRED = cookie_header("Ann")
HERE = {"host": HOST, "origin": f"http://{HOST}"} | PAIRED
PRESS = {"id": "a", "press": "0+5"}
LOOPBACK, PHONE = ("127.0.0.1", 50000), ("192.168.1.7", 50000)


def ask(
    method: str, path: str, headers: dict[str, str], client: tuple[str, int] = PHONE, **body: Any
) -> tuple[httpx.Response, FakeDesk]:
    desk = FakeDesk()
    hosts = ["pegboard.local", "192.168.1.5", "fd00::5"]
    app = create_app(
        page_parts(desk, pairing_registry(Path("nowhere"), "Ann")),
        Settings(allowed_hosts=tuple(hosts)),
    )

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=client)
        async with httpx.AsyncClient(transport=transport, base_url="http://ignored") as http:
            return await http.request(method, path, headers=headers, **body)

    return asyncio.run(run()), desk


@pytest.mark.parametrize(
    "host",
    ["pegboard.local", "PEGBOARD.local:8000", "192.168.1.5:8000", "[fd00::5]", "[fd00::5]:80"],
)
def test_allowed_hosts_are_accepted(host: str) -> None:
    answer, _ = ask("GET", "/healthz", {"host": host})
    assert (answer.status_code, answer.text) == (200, "ok\n")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "localhost", "pegboard.local.evil.example", "evil.example:8000", "",
        "pegboard.local:80:80", "pegboard.local:x", "[fd00::6]", "[fd00::5", "[fd00::5]x",
        "user@pegboard.local", "pegboard.local@evil.example",
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/api/state", "/static/main.js", "/nowhere"])
def test_foreign_hosts_are_refused_with_message(host: str, path: str) -> None:
    answer, _ = ask("GET", path, {"host": host})
    assert answer.status_code == 400
    assert answer.text == (
        f"This board does not answer to the host name {host!r}. "
        "If that is its name, add it to web.allowed_hosts in its configuration.\n"
    )


def test_same_origin_is_accepted() -> None:
    answer, desk = ask("POST", "/api/command", HERE, json=PRESS)
    assert answer.json() == {"type": "ack", "id": "a", "ok": True}
    assert desk.commands == [PRESS]


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example", "http://evil.example:8000", "http://pegboard.local",
        "http://pegboard.local:8001", "https://pegboard.local", "null", "", "pegboard.local:8000",
        "http://pegboard.local:8000/", "http://pegboard.local:8000@evil.example", "file://",
        "http://x@pegboard.local:8000", "http://192.168.1.5:8000", "http://[", "ftp://" + HOST,
    ],
)  # fmt: skip
@pytest.mark.parametrize("client", [LOOPBACK, PHONE])
def test_foreign_origins_are_refused(origin: str, client: tuple[str, int]) -> None:
    headers = {"host": HOST, "origin": origin} | PAIRED
    answer, desk = ask("POST", "/api/command", headers, client, json=PRESS)
    assert (answer.status_code, desk.commands) == (403, [])
    assert "may not command this board" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "BREW"])
@pytest.mark.parametrize("path", ["/", "/api/command", "/api/state", "/static/main.js"])
def test_unsafe_methods_require_same_origin(method: str, path: str) -> None:
    answer, _ = ask(method, path, {"host": HOST, "origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_safe_methods_are_allowed_from_foreign_origins(method: str) -> None:
    answer, _ = ask(method, "/api/state", {"host": HOST, "origin": "http://evil.example"})
    assert answer.status_code != 403
    assert "access-control-allow-origin" not in answer.headers


def test_ipv4_mapped_address_is_same_origin() -> None:
    """An IPv6 socket reports 127.0.0.1 as an IPv4-mapped address."""
    headers = {"host": HOST, "origin": f"http://{HOST}"}
    own = ("::ffff:127.0.0.1", 50000)
    assert ask("POST", "/api/command", headers, own, json=PRESS)[0].status_code == 200
    far = ("::ffff:192.168.1.7", 50000)
    assert ask("POST", "/api/command", headers, far, json=PRESS)[0].status_code == 401


def test_missing_origin_requires_loopback_or_token() -> None:
    assert ask("POST", "/api/command", {"host": HOST}, LOOPBACK, json=PRESS)[0].status_code == 200
    for shown in ({}, PAIRED):  # a cookie is sent from foreign pages too
        answer, desk = ask("POST", "/api/command", {"host": HOST} | shown, PHONE, json=PRESS)
        assert (answer.status_code, desk.commands) == (403, [])
    request_headers = {"host": HOST} | bearer_header("Ann")
    assert ask("POST", "/api/command", request_headers, PHONE, json=PRESS)[0].status_code == 200
    forged = {"host": HOST, "authorization": "Bearer forged"}
    answer, desk = ask("POST", "/api/command", forged, PHONE, json=PRESS)
    assert (answer.status_code, desk.commands) == (401, [])
    lured = request_headers | {"origin": "http://evil.example"}
    assert ask("POST", "/api/command", lured, PHONE, json=PRESS)[0].status_code == 403
    cross = {"host": HOST, "sec-fetch-site": "cross-site"}
    assert ask("POST", "/api/command", cross, LOOPBACK, json=PRESS)[0].status_code == 403


@pytest.mark.parametrize(
    ("host", "origin"),
    [("pegboard.local", "http://pegboard.local:80"), ("pegboard.local:443", "https://pegboard.local"),
     ("pegboard.local", "https://pegboard.local"), ("[fd00::5]:8000", "http://[fd00::5]:8000")],
)  # fmt: skip
def test_default_port_is_optional_in_origin(host: str, origin: str) -> None:
    headers = {"host": host, "origin": origin} | PAIRED
    assert ask("POST", "/api/command", headers, json=PRESS)[0].status_code == 200


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ([(b"host", b"a"), (b"host", b"a")], LOOPBACK),
        ([(b"host", b"a"), (b"origin", b"http://a"), (b"origin", b"http://a")], LOOPBACK),
        ([(b"host", b"a")], None),
        ([(b"host", b"a")], ("somewhere", 1)),
        ([(b"host", b"a"), (b"origin", b"http://b")], LOOPBACK),
    ],
)
def test_malformed_handshakes_are_refused(
    headers: list[tuple[bytes, bytes]], client: tuple[str, int] | None
) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def never(*_: Any) -> Any:
        raise AssertionError("the guard let it pass")

    scope = {"type": "websocket", "headers": headers, "client": client}
    asyncio.run(Guard(never, ["a"])(scope, never, send))
    assert [message["type"] for message in sent] == ["websocket.close"]


def test_lifespan_is_not_checked() -> None:
    passed = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope["type"])

    asyncio.run(Guard(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert passed == ["lifespan"]


@pytest.mark.parametrize(
    ("server", "host", "passes"),
    [
        ("10.0.0.7", "10.0.0.7:8121", True),
        ("fd00::7", "[fd00:0::7]:8121", True),
        ("10.0.0.7", "10.0.0.8:8121", False),
        ("10.0.0.7", "evil.example", False),
        ("10.0.0.7", "10.0.0.7.evil.example", False),
        ("/run/pegboard.sock", "10.0.0.7", False),
    ],
)
def test_address_of_arrival_is_accepted_as_host(server: str, host: str, passes: bool) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "server": (server, 8121),
        "headers": [(b"host", host.encode())],
    }
    guard = Guard(create_app(page_parts(FakeDesk())), allowed_hosts=["localhost"])
    assert (guard.refusal(scope) is None) is passes
