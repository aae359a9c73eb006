"""A board without a screen: a press of OK that means nothing else lets the first device in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.devices.controls import Button
from pegboard.service.build import App, build_app
from pegboard.service.operations import Operations, Start
from pegboard.service.run import application
from pegboard.session.feed.viewer import BOARD, WATCHER
from pegboard.session.setup_request import SetupRequest

HOST = "pegboard.local:8121"


class Board:
    """A running service, its buttons, and a phone on the network."""

    def __init__(self, parts: App, phone: httpx.AsyncClient) -> None:
        self.parts, self.phone = parts, phone

    def press(self, *names: str) -> None:
        for name in names:
            self.parts.sources.press(Button.parse(name))

    async def ask(self) -> httpx.Response:
        return await self.phone.post("/api/pair", json={"name": "Ann"})

    async def answer(self, asked: httpx.Response) -> httpx.Response:
        return await self.phone.post("/api/pair/answer", json={"request": asked.json()["request"]})

    async def until(self, test: Any) -> None:
        async with asyncio.timeout(20):
            while not test():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def board(tmp_path: Path, *, demo: bool = False) -> AsyncIterator[Board]:
    config = changed(Config(), simulated=True, demo=demo, state=tmp_path, pace=0.0)
    config = replace(config, web=replace(config.web, allowed_hosts=("pegboard.local",)))
    parts = await build_app(config)
    works = [asyncio.ensure_future(work) for work in parts.works()]
    await parts.game.lobby.new(SetupRequest("demo" if demo else "score"))
    app = application(parts, Operations(parts, Start(), lambda: None, 8121))
    transport = httpx.ASGITransport(app, client=("192.168.1.7", 50000))
    headers = {"origin": f"http://{HOST}"}
    async with httpx.AsyncClient(
        transport=transport, base_url=f"http://{HOST}", headers=headers
    ) as phone:
        try:
            yield Board(parts, phone)
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await parts.close()


def test_the_first_device_is_let_in_by_a_press_and_may_invite_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as it:
            asked = await it.ask()
            assert asked.status_code == 202
            assert "once more than it asks" in asked.json()["says"]
            assert (await it.answer(asked)).status_code == 202
            it.press("ok")
            await it.until(lambda: it.parts.game.pairing.devices)
            answer = await it.answer(asked)
            assert answer.status_code == 200 and answer.json()["device"]["board"]
            assert "Ann can play now" in (it.parts.publisher.snapshot()["notice"] or "")
            assert (await it.phone.get("/api/me")).json()["role"] == "board"
            done = await it.phone.post("/api/command", json={"id": "a", "action": "peg 0 3"})
            assert done.status_code == 200
            invited = await it.phone.post("/api/devices", json={"invite": True})
            assert invited.status_code == 200 and "#pair=" in invited.json()["link"]

    asyncio.run(story())


def test_an_ok_that_has_something_to_do_lets_nobody_in_by_the_way(tmp_path: Path) -> None:
    """Somebody on the network asks while people play with the buttons and know nothing of it."""

    async def story() -> None:
        async with board(tmp_path) as it:
            desk = it.parts
            await it.ask()
            it.press("0+5", "ok")
            await it.until(lambda: it.parts.table.state.scores == (5, 0))
            desk.game.counting.pick(["5H", "5D", "JS", "5C"], "5S")
            it.press("ok")
            await it.until(lambda: max(it.parts.table.state.scores) == 29)
            await desk.game.lobby.new(SetupRequest("computer", seats=("person", "person")))
            assert desk.publisher.snapshot()["awaiting_ack"]
            it.press("ok")
            await it.until(lambda: it.parts.table.state.stage_name == "discard")
            assert desk.game.pairing.devices == () and len(desk.game.pairing.waiting) == 1
            it.press("ok")
            await it.until(lambda: desk.game.pairing.devices)

    asyncio.run(story())


def test_where_a_screen_is_open_a_code_is_wanted(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as it:
            with it.parts.publisher.watch(WATCHER), it.parts.publisher.watch(BOARD):
                asked = await it.ask()
                assert asked.status_code == 403 and "Menu, then Phones" in asked.json()["error"]
            assert (await it.ask()).status_code == 202

    asyncio.run(story())


def test_a_press_lets_in_and_leaves_the_demo_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, demo=True) as it:
            await it.ask()
            it.press("ok")
            await it.until(lambda: it.parts.game.pairing.devices or it.parts.table.mode != "demo")
            assert it.parts.table.mode == "demo"

    asyncio.run(story())
