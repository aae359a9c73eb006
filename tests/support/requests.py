"""Requests to an application without a server."""

import asyncio
from typing import Any

import httpx

from pegboard.web.app import create_app
from tests.support.web_fake import FakeDesk, page_parts


def ask(desk: FakeDesk, method: str, path: str, **arguments: Any) -> httpx.Response:
    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(page_parts(desk)), client=("127.0.0.1", 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.request(method, path, **arguments)

    return asyncio.run(run())
