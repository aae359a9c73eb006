"""Phones that pair with a running service and record its messages."""

import asyncio
import json
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

FORWARDED = "x-forwarded-for"
"""A proxy on the board's machine names its client here; so a test is somebody on the network."""


class Phone:
    """A browser client; `address` is the client address that the board sees."""

    def __init__(self, url: str, address: str | None, name: str = "") -> None:
        self.url, self.name = url.rstrip("/"), name
        self.host = urlsplit(url).netloc
        self.headers = {"origin": self.url} | ({FORWARDED: address} if address else {})
        self.http = httpx.AsyncClient(base_url=self.url, headers=self.headers, timeout=30)
        self.socket: ClientConnection | None = None
        self.received: list[str] = []
        """Every text that came over the socket."""
        self.state: dict[str, Any] = {}
        self.missed: list[dict[str, Any]] = []
        self._acks: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._made = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close_socket()
        await self.http.aclose()

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def open_socket(self, query: str = "changes=1") -> None:
        """Opens the WebSocket with the client's cookies."""
        pairs = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        headers = {k: v for k, v in self.headers.items() if k != "origin"}
        self.socket = await connect(
            f"ws://{self.host}/ws?{query}",
            origin=Origin(self.url),
            additional_headers=headers | ({"cookie": pairs} if pairs else {}),
            proxy=None,
        )
        self._reading = asyncio.create_task(self._read(self.socket))
        await self.wait_for_state(lambda state: bool(state))

    async def close_socket(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            assert self._reading is not None
            await self._reading
            self.socket, self.state = None, {}

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for said in socket:
                if isinstance(said, bytes):
                    continue
                self.received.append(said)
                self._receive(json.loads(said))
        except ConnectionClosed:
            pass
        self._news.set()

    def _receive(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self.state = message
            case "change":
                assert self.state["n"] == message["after"]
                self.state = {**self.state, **message["set"], "n": message["n"]}
            case "missed":
                self.missed.append(message)
            case "ack" if message["id"] in self._acks:
                self._acks.pop(message["id"]).set_result(message)
        self._news.set()

    async def wait_for_state(self, test: Any) -> dict[str, Any]:
        """Returns the first state that passes the test."""
        async with asyncio.timeout(30):
            while not test(self.state):
                self._news.clear()
                await self._news.wait()
        return self.state

    async def command(self, id: str = "", **what: Any) -> dict[str, Any]:
        """Sends a command over the socket; returns its acknowledgement."""
        assert self.socket is not None
        self._made += 1
        id = id or f"{self.name}-{id_number()}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._acks[id] = answer
        await self.socket.send(json.dumps({"id": id, **what}))
        async with asyncio.timeout(30):
            await answer
        return answer.result()


_numbers = iter(range(10**9))


def id_number() -> int:
    """Returns a number that is unique within the test run."""
    return next(_numbers)


async def pair(phone: Phone, board: Phone) -> dict[str, Any]:
    """Pairs a phone by PIN and approval on the board's page; returns the device."""
    invited = (await board.post("/api/devices", invite=True)).json()
    pairing = await phone.post("/api/pair", name=phone.name, code=invited["pin"])
    assert pairing.status_code == 202, pairing.text
    waiting = (await board.get("/api/devices")).json()["asking"]
    assert [each["name"] for each in waiting] == [phone.name]
    assert (await board.post("/api/devices", accept=waiting[0]["id"])).status_code == 200
    answer = await phone.post("/api/pair/answer", request=pairing.json()["request"])
    assert answer.status_code == 200, answer.text
    device: dict[str, Any] = answer.json()["device"]
    return device
