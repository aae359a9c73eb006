"""Requests to an application without a server."""

import asyncio
from typing import Any

import httpx

from pegboard.web.app import create_app
from tests.support.web_fake import FakeDesk, page_parts


def request(desk: FakeDesk, method: str, path: str, **arguments: Any) -> httpx.Response:
    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(page_parts(desk)), client=("127.0.0.1", 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.request(method, path, **arguments)

    return asyncio.run(run())


async def accepts_websocket(
    app: Any, path: str, headers: dict[str, str], client: tuple[str, int], port: int
) -> bool:
    """Opens a WebSocket on the application; returns whether it was accepted."""
    sent: list[str] = []
    messages = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}])

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message["type"])

    scope = {
        "type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        "client": client, "server": ("192.168.1.5", port), "scheme": "ws", "subprotocols": [],
        "root_path": "", "asgi": {"version": "3.0"}, "http_version": "1.1", "extensions": {},
        "state": {},
    }  # fmt: skip
    await app(scope, receive, send)
    return "websocket.accept" in sent
