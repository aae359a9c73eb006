"""The network switch for phones, while the service runs."""

import asyncio
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pegboard.config import Config, parse
from pegboard.ops.settings.chosen import fixed_keys
from pegboard.pairing.switch_question import SwitchQuestion
from pegboard.web.network.switch import SETTING
from tests.support.paired_devices import cookie_header
from tests.support.running_board import RunningBoard, running_board
from tests.support.service_app import service_app
from tests.support.waiting import await_until, wait_until

NETWORK = "127.0.0.2"
"""A loopback address the service does not listen on at first; it represents the network."""


def port_of(service: RunningBoard) -> int:
    port = urlsplit(service.address).port
    assert port is not None
    return port


def answers(service: RunningBoard) -> bool:
    """Returns whether a phone on the network gets the page."""
    try:
        with urllib.request.urlopen(f"http://{NETWORK}:{port_of(service)}/healthz") as reply:
            return bool(reply.read() == b"ok\n")
    except OSError:
        return False


class SwitchRequest(threading.Thread):
    """A change of the switch that waits for confirmation at the board."""

    def __init__(self, service: RunningBoard, is_on: bool, **more: bool) -> None:
        super().__init__(daemon=True)
        self._service, self._body = service, {"set": {SETTING: is_on}, **more}
        self.answer: dict[str, Any] = {}
        self.start()

    def run(self) -> None:
        self.answer = self._service.post("api/settings", **self._body)

    def answered(self) -> dict[str, Any]:
        self.join(20)
        return self.answer


def request_switch(service: RunningBoard, is_on: bool = True) -> SwitchRequest:
    wish = SwitchRequest(service, is_on)
    service.wait_for_state(lambda state: state["switch_question"] is not None)
    return wish


def test_confirmation_at_board_opens_network_until_closed(tmp_path: Path) -> None:
    with running_board(tmp_path, "--no-demo") as service:
        assert not answers(service)
        assert service.get("api/settings")["phones"]["address"] == ""
        with connect(service.address.replace("http", "ws") + "ws") as own:
            wish = request_switch(service)
            assert service.get("api/state")["switch_question"] == "open"
            assert not answers(service), "nobody has said yes"
            assert service.command(press="ok")["ok"]
            assert wish.answered() == {"ok": True}
            door = service.get("api/settings")["phones"]
            assert answers(service) and door["on"] and door["svg"].startswith("<svg")
            assert door["address"].endswith(f":{port_of(service)}/")
            assert service.get("api/address")["reachable"]
            with connect(f"ws://{NETWORK}:{port_of(service)}/ws") as phone:
                phone.recv()
                assert SwitchRequest(service, False).answered() == {"ok": True}, (
                    "its own page needs no yes"
                )
                with pytest.raises(ConnectionClosed):
                    while True:
                        phone.recv(20)
            assert not answers(service)
            own.ping().wait(20)
            assert SwitchRequest(service, True, yes=True).answered() == {"ok": True}
            assert answers(service)
    with running_board(tmp_path, "--no-demo") as service:
        wait_until(lambda: answers(service), "it is open again after a restart")


def test_undo_declines_network_question_without_undoing_a_move(tmp_path: Path) -> None:
    with running_board(tmp_path, "--no-demo") as service:
        assert service.command(action="peg 0 4")["ok"]
        wish = request_switch(service)
        assert service.command(press="undo")["ok"]
        assert wish.answered()["code"] == "not-agreed"
        assert service.get("api/state")["scores"] == [4, 0] and not answers(service)
        assert not service.command(phones=True)["ok"], "it is no longer asked"
        wish = request_switch(service)
        assert service.command(phones=False)["ok"] and wish.answered()["code"] == "not-agreed"


def test_port_in_use_is_reported_and_service_continues(tmp_path: Path) -> None:
    with running_board(tmp_path, "--no-demo") as service, closing(socket.socket()) as other:
        other.bind(("127.0.0.3", port_of(service)))
        other.listen()
        answer = SwitchRequest(service, True, yes=True).answered()
        assert (
            answer["code"] == "network-port-not-free" and str(port_of(service)) in answer["fault"]
        )
        report = service.get("api/settings")
        assert report["phones"]["problem"] == answer["fault"] and not report["phones"]["on"]
        assert not report["values"][SETTING]
        other.close()
        assert SwitchRequest(service, True, yes=True).answered() == {"ok": True}
        assert service.get("api/settings")["phones"]["problem"] == "" and answers(service)


def test_network_port_is_exclusive(tmp_path: Path) -> None:
    with running_board(tmp_path, "--no-demo") as service:
        assert SwitchRequest(service, True, yes=True).answered() == {"ok": True}
        for host in ("127.0.0.1", "0.0.0.0", NETWORK):
            with closing(socket.socket()) as other, pytest.raises(OSError):
                other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                other.bind((host, port_of(service)))
                other.listen()


@asynccontextmanager
async def phone_with_full_control(tmp_path: Path) -> AsyncIterator[tuple[Any, httpx.AsyncClient]]:
    async with service_app(tmp_path) as app:
        transport = httpx.ASGITransport(app, client=("192.168.1.7", 5000))
        headers = {"origin": "http://pegboard.local:8000", **cookie_header("Kiosk")}
        url = "http://pegboard.local:8000"
        async with httpx.AsyncClient(transport=transport, base_url=url, headers=headers) as phone:
            yield app, phone


@pytest.mark.parametrize("body", [{"set": {SETTING: True}}, {"set": {SETTING: True}, "yes": True}])
def test_full_control_device_cannot_answer_network_question(
    body: dict[str, Any], tmp_path: Path
) -> None:
    async def story() -> None:
        async with phone_with_full_control(tmp_path) as (app, phone):
            board = httpx.AsyncClient(
                transport=httpx.ASGITransport(app, client=("127.0.0.1", 5000)),
                base_url="http://127.0.0.1:8000",
            )
            wish = asyncio.ensure_future(phone.post("/api/settings", json=body))

            async def question(client: httpx.AsyncClient) -> str | None:
                found: str | None = (await client.get("/api/state")).json()["switch_question"]
                return found

            while await question(board) is None:
                await asyncio.sleep(0)
            assert await question(phone) is None, "it cannot answer"
            refused = await phone.post("/api/command", json={"id": "1", "phones": True})
            assert refused.json()["code"] == "say-at-board"
            assert await question(board) == "open" and not wish.done()
            await board.post("/api/command", json={"id": "1", "phones": False})
            assert (await wish).json()["code"] == "not-agreed"
            await board.aclose()

    asyncio.run(story())


def test_unanswered_network_question_counts_as_no() -> None:
    async def story() -> None:
        changes: list[None] = []
        question = SwitchQuestion(lambda: changes.append(None), answer_s=0.01)
        assert not await question.ask("open")
        assert question.switch is None and len(changes) == 2

    asyncio.run(story())


def test_second_network_question_replaces_first() -> None:
    async def story() -> None:
        question = SwitchQuestion(lambda: None)
        first = asyncio.ensure_future(question.ask("open"))
        await await_until(lambda: question.switch == "open")
        second = asyncio.ensure_future(question.ask("close"))
        await await_until(lambda: question.switch == "close")
        assert not await first and question.answer(is_yes=True) and await second

    asyncio.run(story())


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_configured_host_overrides_network_switch(host: str, tmp_path: Path) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text(f'[web]\nhost = "{host}"\n')
    assert SETTING in fixed_keys(parse(file.read_text(), "x"), file)
    assert SETTING not in fixed_keys(Config(), None)
