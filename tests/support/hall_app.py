"""The hall's ASGI application without a server, and requests to it."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from starlette.applications import Starlette

from pegboard.chain.keys import SigningKey
from pegboard.hall.folder import open_hall
from pegboard.hall.service.app import create_app
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.director import DirectorSessions
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.service.scoreboard import Scoreboard

HOST = "hall.local:8131"
BASE_URL = f"http://{HOST}"
PHONE_ADDRESS = ("192.168.1.7", 50000)
PIN = "482913"


@asynccontextmanager
async def hall_app(folder: Path) -> AsyncIterator[Starlette]:
    with open_hall(folder) as hall:
        key, board = SigningKey(), Scoreboard()
        board_registry = BoardRegistry(hall, key, board)
        event_registry = EventRegistry(
            board_registry.store_thread, key, board, board_registry.connections.set_seats
        )
        await board_registry.open()
        app = create_app(
            board_registry,
            event_registry,
            DirectorSessions(PIN, board_registry.store_thread, time.monotonic),
            ("hall.local",),
            ("0.0.0.0", 8131),
        )
        app.state.event_registry = event_registry
        yield app
        board.close()
        await board_registry.store_thread.close()


async def request(
    to: Starlette, method: str, path: str, body: bytes | None = None, **headers: str
) -> httpx.Response:
    transport = httpx.ASGITransport(to, client=PHONE_ADDRESS, raise_app_exceptions=False)
    all_headers = {"host": HOST, "content-type": "application/json"} | headers
    async with httpx.AsyncClient(transport=transport, base_url="http://ignored") as http:
        content = body or (b"{}" if method == "POST" else None)
        return await http.request(method, path, headers=all_headers, content=content)
