"""A board without a screen: OK held for three seconds lets the first device ask."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.controls import Button, Edge, staging
from pegboard.pairing import window
from pegboard.pairing.viewer import BOARD, WATCHER, Sender, Viewer
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App, build_app
from pegboard.service.operations import Operations, Start
from pegboard.service.run import application
from tests.support.waiting import await_until

HOST = "pegboard.local:8121"


class Board:
    """A running service, its buttons, and a phone on the network."""

    def __init__(self, parts: App, phone: httpx.AsyncClient) -> None:
        self.parts, self.phone = parts, phone

    def press(self, *names: str) -> None:
        for name in names:
            self.parts.sources.press(Button.parse(name))

    async def hold_ok(self) -> None:
        """Until the door is open."""
        ok = Button.parse("ok")
        self.parts.presses.post(Edge(ok, True, time.monotonic()))
        await await_until(lambda: self.parts.game.pairing._gate.window.is_open)
        self.parts.presses.post(Edge(ok, False, time.monotonic()))

    async def ask(self) -> httpx.Response:
        return await self.phone.post("/api/pair", json={"name": "Ann"})

    async def answer(self, asked: httpx.Response) -> httpx.Response:
        return await self.phone.post("/api/pair/answer", json={"request": asked.json()["request"]})


@asynccontextmanager
async def board(tmp_path: Path, *, demo: bool = False) -> AsyncIterator[Board]:
    config = changed(Config(), simulated=True, demo=demo, state=tmp_path, pace=0.0)
    config = replace(config, web=replace(config.web, allowed_hosts=("pegboard.local",)))
    parts = await build_app(config)
    works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
    await parts.game.lobby.new_game(SetupRequest("demo" if demo else "score"))
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


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """OK need not be held for long, and the door is soon closed again."""
    monkeypatch.setattr(staging.OkHold.__init__, "__defaults__", (0.05,))
    monkeypatch.setattr(window, "OPEN_S", 0.5)


def test_first_device_pairs_after_ok_hold_and_can_invite(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as it:
            early = await it.ask()
            assert early.status_code == 403 and "Hold OK on the board" in early.json()["error"]
            await it.hold_ok()
            request = await it.ask()
            assert request.status_code == 202 and "Wait half a minute" in request.json()["says"]
            answer = await it.answer(request)
            assert answer.status_code == 202

            async def decided() -> httpx.Response | None:
                answer = await it.answer(request)
                return None if answer.status_code == 202 else answer

            answer = await await_until(decided, "a decision")
            assert answer.status_code == 200 and answer.json()["device"]["board"]
            assert (await it.phone.get("/api/me")).json()["role"] == "board"
            done = await it.phone.post("/api/command", json={"id": "a", "action": "peg 0 3"})
            assert done.status_code == 200
            invited = await it.phone.post("/api/devices", json={"invite": True})
            assert invited.status_code == 200 and "#pair=" in invited.json()["link"]

    asyncio.run(story())


def test_two_requests_in_the_window_are_both_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as it:
            await it.hold_ok()
            first, second = await it.ask(), await it.ask()
            assert (first.status_code, second.status_code) == (202, 403)
            for message in (second, await it.answer(first)):
                assert (
                    message.status_code == 403 and "More than one device" in message.json()["error"]
                )

    asyncio.run(story())


def test_press_does_not_accept_the_first_device(tmp_path: Path) -> None:
    """Somebody on the network asks while people play with the buttons and know nothing of it."""

    async def story() -> None:
        async with board(tmp_path) as it:
            assert (await it.ask()).status_code == 403
            it.press("ok", "0+5", "ok")
            await await_until(lambda: it.parts.table.state.scores == (5, 0))
            it.press("ok", "ok")
            assert (await it.ask()).status_code == 403
            assert it.parts.game.pairing.devices == () and it.parts.game.pairing.waiting == ()

    asyncio.run(story())


def test_code_is_required_while_a_board_page_is_open(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as it:
            await it.hold_ok()
            with it.parts.publisher.subscribe(WATCHER), it.parts.publisher.subscribe(BOARD):
                response = await it.ask()
                assert (
                    response.status_code == 403 and "Menu, then Phones" in response.json()["error"]
                )
            assert (await it.ask()).status_code == 202

    asyncio.run(story())


def test_ok_on_a_players_phone_accepts_no_device(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, demo=True) as it:
            pairing = it.parts.game.pairing
            ann = await pairing.accept(pairing.request("Ann", pairing.new_invitation().pin).id)
            player = Viewer("player", ann.id, ann.name)
            pairing.request("Eve", pairing.new_invitation().pin)
            await it.parts.presses.press(Button.parse("ok"), Sender("device Ann", player, "p1"))
            assert [each.name for each in pairing.devices] == ["Ann"]
            it.press("ok")
            await await_until(lambda: len(pairing.devices) == 2)
            assert it.parts.table.mode == "demo", "and it does nothing else"
            assert "Eve can play now" in (it.parts.publisher.snapshot()["notice"] or "")

    asyncio.run(story())
