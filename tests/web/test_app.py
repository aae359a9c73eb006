"""Routes, headers and limits, without a server."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pegboard.http.static_files import STATIC, Files
from pegboard.json_form import MESSAGE_BYTES
from pegboard.web.app import Settings, create_app
from tests.support.asgi_requests import request
from tests.support.paths import ROOT
from tests.support.web_fake import FakeDesk, page_parts

PRESS = b'{"id":"a","press":"ok"}'
JSON = {"content-type": "application/json"}
HEADERS = 700
"""Maximum size of a file's response headers, in bytes."""


def test_api_returns_state_layout_record_and_picture() -> None:
    desk = FakeDesk()
    assert request(desk, "GET", "/api/state").json() == desk.state
    assert request(desk, "GET", "/api/layout").json() == desk.layout_message
    assert request(desk, "GET", "/api/record").text == "players 2\npeg 0 5\n"
    assert request(desk, "GET", "/api/picture").status_code == 404
    desk.jpeg = b"\xff\xd8\xff"
    picture = request(desk, "GET", "/api/picture")
    assert (picture.content, picture.headers["content-type"]) == (desk.jpeg, "image/jpeg")


def test_hint_and_review_routes() -> None:
    desk = FakeDesk()
    assert request(desk, "GET", "/api/hint").json() == {"fault": "no hint here"}
    assert request(desk, "GET", "/api/review").json() == {"fault": "no review here"}
    assert request(desk, "GET", "/api/review.svg").status_code == 404
    desk.chart_svg = "<svg/>"
    chart = request(desk, "GET", "/api/review.svg")
    assert (chart.text, chart.headers["content-type"]) == ("<svg/>", "image/svg+xml")


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/state", "/nowhere", "/healthz"])
def test_responses_carry_security_headers(path: str) -> None:
    headers = request(FakeDesk(), "GET", path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    static = path in ("/", "/static/main.js")
    assert headers["cache-control"] == ("no-cache" if static else "no-store")


def test_refusals_carry_security_headers() -> None:
    answer = request(FakeDesk(), "GET", "/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/static/main.js"])
def test_static_files_are_revalidated_by_etag(path: str) -> None:
    first = request(FakeDesk(), "GET", path)
    again = request(FakeDesk(), "GET", path, headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_static_files_are_compressed_if_accepted() -> None:
    plain = request(FakeDesk(), "GET", "/static/main.js", headers={"accept-encoding": "identity"})
    packed = request(FakeDesk(), "GET", "/static/main.js", headers={"accept-encoding": "br, gzip"})
    refused = request(
        FakeDesk(), "GET", "/static/main.js", headers={"accept-encoding": "gzip;q=0, *"}
    )
    assert plain.content == packed.content == refused.content == (STATIC / "main.js").read_bytes()
    assert "content-encoding" not in plain.headers and "content-encoding" not in refused.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert plain.headers["etag"] != packed.headers["etag"]
    headers = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
    again = request(FakeDesk(), "GET", "/static/main.js", headers=headers)
    assert (again.status_code, again.headers["etag"]) == (304, packed.headers["etag"])
    assert sum(len(name) + len(value) + 4 for name, value in packed.headers.raw) < HEADERS


@pytest.mark.parametrize("path", ["/api/state", "/api/record", "/healthz", "/rules?table=2"])
def test_responses_with_secrets_are_not_compressed(path: str) -> None:
    answer = request(FakeDesk(), "GET", path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers


def test_changed_static_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "one.css"
    file.write_text("a{}")
    files = Files(tmp_path)
    scope = {"type": "http", "headers": []}
    first = files.file_response(file, file.stat(), scope)
    file.write_text("a{color:red}")
    second = files.file_response(file, file.stat(), scope)
    assert (first.body, second.body) == (b"a{}", b"a{color:red}")
    assert first.headers["etag"] != second.headers["etag"]


def test_page_contains_board_language() -> None:
    async def run(language: str) -> str:
        transport = httpx.ASGITransport(
            create_app(page_parts(FakeDesk()), Settings(language=language))
        )
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return (await http.get("/")).text

    assert '<html lang="en" data-language="auto">' in asyncio.run(run("auto"))
    assert '<html lang="en" data-language="fr">' in asyncio.run(run("fr"))


def test_static_route_refuses_paths_outside_its_folder() -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/"):
        assert request(FakeDesk(), "GET", path).status_code == 404


def test_http_command_returns_websocket_acknowledgement() -> None:
    desk = FakeDesk()
    desk.errors["action"] = "peg 0 99: a score is 1 to 31"
    good = request(desk, "POST", "/api/command", json={"id": "a", "press": "ok"})
    assert (good.status_code, good.json()) == (200, {"type": "ack", "id": "a", "ok": True})
    bad = request(desk, "POST", "/api/command", json={"id": "b", "action": "peg 0 99"})
    assert bad.status_code == 409
    assert bad.json()["error"] == "peg 0 99: a score is 1 to 31"
    unknown = request(desk, "POST", "/api/command", json={"id": "c", "fly": 1})
    assert (unknown.status_code, unknown.json()["ok"], unknown.json()["id"]) == (409, False, "c")
    boom = request(desk, "POST", "/api/command", json={"id": "d", "press": "boom"})
    assert boom.json() == {
        "type": "ack", "id": "d", "ok": False,
        "error": "an internal error occurred; see the log", "code": "wrong-inside",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "headers", "status", "word"),
    [
        (PRESS, {"content-type": "text/plain"}, 415, "application/json"),
        (PRESS, {}, 415, "application/json"),
        (PRESS, {"content-type": "application/json5"}, 415, "application/json"),
        (b'{"id":', JSON, 400, "must be JSON"),
        (b"", JSON, 400, "must be JSON"),
        (b"[]", JSON, 400, "must be a JSON object"),
        (b" " * (MESSAGE_BYTES + 1), JSON, 413, "longer than 16384 bytes"),
    ],
)  # fmt: skip
def test_malformed_bodies_are_refused(
    content: bytes, headers: dict[str, str], status: int, word: str
) -> None:
    desk = FakeDesk()
    answer = request(desk, "POST", "/api/command", content=content, headers=headers)
    assert answer.status_code == status
    assert word in answer.text
    assert desk.commands == []


def test_content_type_accepts_charset() -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    content = b'{"id":"a","press":"ok"}'
    answer = request(FakeDesk(), "POST", "/api/command", content=content, headers=headers)
    assert answer.status_code == 200


def test_oversized_body_is_cut_off() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b" " * 1024

    # httpx sends the whole body at once, so the application is driven by hand.
    async def run() -> int:
        body = endless()
        status = 0

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": await anext(body), "more_body": True}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)

        scope = {
            "type": "http", "method": "POST", "path": "/api/command", "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": ("127.0.0.1", 9), "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "http", "root_path": "", "raw_path": b"/api/command",
        }  # fmt: skip
        await create_app(page_parts(FakeDesk()))(scope, receive, send)
        return status

    assert asyncio.run(run()) == 413
    assert sent == 17


def test_wrong_methods_and_paths_are_refused() -> None:
    assert request(FakeDesk(), "GET", "/api/command").status_code == 405
    assert request(FakeDesk(), "POST", "/api/state").status_code == 405
    assert request(FakeDesk(), "GET", "/ws").status_code == 404


def test_web_app_imports_no_heavy_modules() -> None:
    code = (
        "import sys, pegboard.web.app as _; heavy = {'cv2', 'numpy', 'gpiozero', 'pydantic',"
        " 'jinja2', 'typer', 'rich', 'websockets', 'uvicorn', 'httpx'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    root = ROOT
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout == "[]\n"


def test_truncated_body_executes_no_command() -> None:
    async def run() -> list[Any]:
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/command", "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": ("127.0.0.1", 9), "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "http", "root_path": "", "raw_path": b"/api/command",
        }  # fmt: skip
        await create_app(page_parts(FakeDesk()))(scope, receive, send)
        return sent

    assert asyncio.run(run())[0]["status"] == 400
