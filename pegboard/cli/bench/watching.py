"""Update latency and memory of pages that watch a board.

Each watcher has a WebSocket to a service in a separate process. The latency runs from sending an
action on one of them until the last one has received the resulting state.
"""

import asyncio
import json
import time
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from pegboard.cli.bench.process import rss_mib, service

ACTIONS = 200
FEW, MANY = 10, 50
PAUSE_S = 0.03
"""Seconds between actions; faster than people, but leaving time for frames."""


def watchers() -> dict[str, Any]:
    """Measures the memory with 10 watchers, and the time to update 50."""
    with service("--no-demo") as (process, address):
        return asyncio.run(_watched(process, address))


async def _watched(process: int, address: str) -> dict[str, Any]:
    origin = address.rstrip("/")
    url = f"ws{origin.removeprefix('http')}/ws?changes=1"
    sockets: list[ClientConnection] = []

    async def more(number: int) -> None:
        while len(sockets) < number:
            sockets.append(await connect(url, origin=Origin(origin), proxy=None, compression=None))

    try:
        await more(FEW)
        await asyncio.sleep(0.5)
        few = rss_mib(process)
        await more(MANY)
        spent = sorted(await _act(sockets))
        many = rss_mib(process)
    finally:
        for socket in sockets:
            await socket.close()
    p99 = spent[min(len(spent) - 1, int(len(spent) * 0.99))]
    return {
        "watchers_ms": {"p50": 1000 * median(spent), "p99": 1000 * p99},
        "watchers_rss_mib": {"10": few, "50": many},
    }


async def _act(sockets: list[ClientConnection]) -> list[float]:
    """Pegs and undoes in turn; returns the seconds until every socket was updated."""
    latest = [0] * len(sockets)
    news = asyncio.Event()

    async def listen(number: int) -> None:
        async for message in sockets[number]:
            if isinstance(message, str):
                decoded = json.loads(message)
                seq = decoded.get("set", decoded).get("seq")
                if seq is not None:
                    latest[number] = seq
                    news.set()

    listening = [asyncio.ensure_future(listen(number)) for number in range(len(sockets))]
    await asyncio.sleep(0.5)
    spent = []
    for number in range(ACTIONS):
        action = "undo" if number % 2 else "peg 0 5"
        started, last = time.perf_counter(), latest[0]
        await sockets[0].send(json.dumps({"id": f"bench-{number}", "action": action}))
        async with asyncio.timeout(30):
            while min(latest) <= last:
                news.clear()
                await news.wait()
        spent.append(time.perf_counter() - started)
        await asyncio.sleep(PAUSE_S)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return spent
