"""Attacks from the network: every route and socket, guessing, floods, slow readers."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from pegboard.http.invitation import TRIES
from pegboard.http.origin_check import ASKING
from pegboard.json_form import MESSAGE_BYTES
from pegboard.web.authorization import FOR_BOARD, FOR_PLAYERS, ONLY_ASKING, OPEN
from pegboard.web.socket_slots import MAX_WATCHERS_PER_ADDRESS
from tests.support.asgi_requests import accepts_websocket
from tests.support.paired_devices import bearer_header, cookie_header
from tests.support.phones import Phone, pair
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.service_app import routes, service_app
from tests.support.waiting import await_until

HOST = "pegboard.local:8000"
HERE = f"http://{HOST}"
CONFIG = SIMULATED
PHONE, LOOPBACK = ("192.168.1.7", 50000), ("127.0.0.1", 50000)
SAFE = {"GET", "HEAD"}


async def ask(
    to: Any, method: str, path: str, headers: dict[str, str], client: tuple[str, int] = PHONE
) -> httpx.Response:
    transport = httpx.ASGITransport(to, client=client, raise_app_exceptions=False)
    content = b"{}" if method not in SAFE else None
    headers = {"host": HOST} | headers | ({"content-type": "application/json"} if content else {})
    async with httpx.AsyncClient(transport=transport, base_url="http://ignored") as http:
        path = path.replace("{", "").replace("}", "")
        return await http.request(method, path, headers=headers, content=content)


async def opens(to: Any, headers: dict[str, str], client: tuple[str, int] = PHONE) -> bool:
    return await accepts_websocket(to, "/ws", {"host": HOST} | headers, client, 8000)


def test_attack_tables_cover_every_route(tmp_path: Path) -> None:
    async def story() -> list[tuple[str, str]]:
        async with service_app(tmp_path) as to:
            return routes(to)

    found = asyncio.run(story())
    assert ("POST", "/api/command") in found and ("WEBSOCKET", "/ws") in found
    assert len(found) > 60
    paths = {path for _, path in found}
    for named in (*OPEN, *FOR_BOARD, *FOR_PLAYERS, *ONLY_ASKING, *ASKING):
        assert named in paths, f"{named}: no route is called so any more"


@pytest.mark.parametrize("host", ["evil.example", "pegboard.local.evil.example", ""])
def test_routes_refuse_foreign_host(tmp_path: Path, host: str) -> None:
    async def story() -> None:
        headers = {"host": host, "origin": f"http://{host}"} | cookie_header("Kiosk")
        async with service_app(tmp_path) as to:
            for method, path in routes(to):
                if method == "WEBSOCKET":
                    assert not await opens(to, headers, LOOPBACK)
                else:
                    assert (await ask(to, method, path, headers, LOOPBACK)).status_code == 400, path

    asyncio.run(story())


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://pegboard.local", "http://pegboard.local:8001"]
)
def test_unsafe_routes_and_sockets_refuse_foreign_origin(tmp_path: Path, origin: str) -> None:
    """Even with a browser's cookie, a token, or from the board's own machine."""

    async def story() -> int:
        tried = 0
        async with service_app(tmp_path) as to:
            for client, shown in product(
                (PHONE, LOOPBACK), (cookie_header("Kiosk"), bearer_header("Kiosk"), {})
            ):
                headers = {"origin": origin} | shown
                for method, path in routes(to):
                    if method == "WEBSOCKET":
                        assert not await opens(to, headers, client)
                    elif method not in SAFE:
                        answer = await ask(to, method, path, headers, client)
                        assert answer.status_code == 403, (method, path)
                    tried += method not in SAFE
        return tried

    assert asyncio.run(story()) >= 6 * 12


def test_routes_refuse_unpaired_clients(tmp_path: Path) -> None:
    async def story() -> None:
        async with service_app(tmp_path) as to:
            for shown in ({}, {"cookie": "pegboard=forged"}, {"authorization": "Bearer forged"}):
                for method, path in routes(to):
                    if method != "WEBSOCKET":
                        answer = await ask(to, method, path, {"origin": HERE} | shown)
                        check_stranger(method, path, answer)

    asyncio.run(story())


def check_stranger(method: str, path: str, answer: httpx.Response) -> None:
    """Checks the answer to an unpaired client."""
    if path in (*OPEN, "/static/main.js"):
        assert answer.status_code != 401, (method, path)
    elif path.startswith(FOR_BOARD):
        assert answer.status_code == 403, (method, path)
    elif path in FOR_PLAYERS or (method not in SAFE and path not in ONLY_ASKING):
        assert answer.status_code == 401, (method, path)
        assert method == "HEAD" or answer.json()["need"] == "pairing"
    elif path != "/api/doctor":  # which checks it itself
        assert answer.status_code not in (401, 403), (method, path)


def test_device_routes_require_board_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with service_app(tmp_path) as to:
            for headers, client, status in (
                (cookie_header("Ann"), PHONE, 403),
                (
                    cookie_header("Ann"),
                    LOOPBACK,
                    403,
                ),  # a device keeps its role at any address
                (cookie_header("Kiosk"), PHONE, 200),
                ({}, LOOPBACK, 200),
            ):
                answer = await ask(to, "GET", "/api/devices", {"origin": HERE} | headers, client)
                assert answer.status_code == status, (headers, client)
        async with service_app(
            tmp_path, kiosk=False
        ) as shared:  # others may use the board's machine, too
            assert (await ask(shared, "GET", "/api/devices", {}, LOOPBACK)).status_code == 403
            assert (await ask(shared, "POST", "/api/command", {}, LOOPBACK)).status_code == 401

    asyncio.run(story())


def test_paired_viewing_hides_game_from_strangers(tmp_path: Path) -> None:
    async def story() -> None:
        async with service_app(tmp_path, viewing="paired") as to:
            for method, path in routes(to):
                if method == "WEBSOCKET":
                    assert not await opens(to, {"origin": HERE})
                    assert await opens(to, {"origin": HERE} | cookie_header("Ann"))
                    continue
                answer = await ask(to, method, path, {"origin": HERE})
                shut = path not in OPEN and not path.startswith("/static/")
                assert (answer.status_code in (401, 403)) is shut or path in ASKING, (method, path)

    asyncio.run(story())


# --- a running service, from the network


@asynccontextmanager
async def people(service: RunningBoard, *names: str) -> AsyncIterator[list[Phone]]:
    """Yields the board's own page, and paired phones that watch."""
    async with AsyncExitStack() as stack:
        board = await stack.enter_async_context(Phone(service.address, None, "board"))
        await board.open_socket()
        found = [board]
        for number, name in enumerate(names):
            phone = Phone(service.address, f"192.168.1.{20 + number}", name)
            await stack.enter_async_context(phone)
            await pair(phone, board)
            await phone.open_socket()
            found.append(phone)
        yield found


@pytest.mark.slow
def test_pin_guessing_revokes_pin_but_keeps_invitation(own_service: RunningBoard) -> None:
    service = own_service

    async def story() -> None:
        async with people(service) as (board,):
            right = (await board.post("/api/devices", invite=True)).json()["pin"]
            guesses = [f"{n:06d}" for n in range(40) if f"{n:06d}" != right]
            answers = []
            for number, guess in enumerate(guesses):  # from another address each time
                eve = Phone(service.address, f"10.0.{number}.1", "Eve")
                async with eve:
                    answers.append(await eve.post("/api/pair", name="Eve", code=guess))
            assert {answer.status_code for answer in answers} == {403}
            async with Phone(service.address, "192.168.1.20", "Ann") as ann:
                late = await ann.post("/api/pair", name="Ann", code=right)
                assert late.status_code == 403, "the PIN is void"
                assert (await board.get("/api/devices")).json()["asking"] == []
                invited = (await board.post("/api/devices", invite=True)).json()
                async with Phone(service.address, "10.9.9.9", "Eve") as eve:
                    wrong = [
                        (await eve.post("/api/pair", name="Eve", code=guess)).status_code
                        for guess in guesses[: TRIES + 2]
                        if guess != invited["pin"]
                    ]
                    assert wrong[: TRIES + 1] == [403] * (TRIES - 1) + [429] * 2
                link = await ann.post("/api/pair", name="Ann", code=invited["link"].split("=")[1])
                assert link.status_code == 202, "the QR is as good as ever"
            assert [each["name"] for each in (await board.get("/api/devices")).json()["asking"]]

    asyncio.run(story())


def test_pairing_waits_for_approval_at_board(service: RunningBoard) -> None:
    async def story() -> None:
        async with people(service) as (board,), Phone(service.address, "10.0.0.9", "Eve") as eve:
            await eve.open_socket()
            invited = (await board.post("/api/devices", invite=True)).json()
            request = await eve.post(
                "/api/pair", name="Eve", code=invited["link"].split("#pair=")[1]
            )
            secret = request.json()["request"]
            for _ in range(3):
                answer = await eve.post("/api/pair/answer", request=secret)
                assert answer.status_code == 202 and "set-cookie" not in answer.headers
            ack = await eve.command(action="peg 0 5")
            assert not ack["ok"] and ack["need"] == "pairing"
            assert (await eve.post("/api/pair/answer", request="guess")).status_code == 410
            waiting = board.state["asking"]
            assert [each["name"] for each in waiting] == ["Eve"] and eve.state["asking"] == []
            assert secret not in json.dumps(board.state)
            await board.post("/api/devices", refuse=waiting[0]["id"])
            assert (await eve.post("/api/pair/answer", request=secret)).status_code == 403
            assert board.state["scores"] == [0, 0]

    asyncio.run(story())


def test_pairing_cookie_is_httponly_and_samesite(service: RunningBoard) -> None:
    async def story() -> None:
        async with people(service) as (board,), Phone(service.address, "10.0.0.9", "Ann") as ann:
            pin = (await board.post("/api/devices", invite=True)).json()["pin"]
            request = await ann.post("/api/pair", name="Ann", code=pin)
            await board.command(press="ok")  # press on the simulated board

            async def accepted() -> httpx.Response | None:
                answer = await ann.post("/api/pair/answer", request=request.json()["request"])
                return answer if answer.status_code == 200 else None

            answer = await await_until(accepted, "the cookie", every_s=0.02)
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
            token = ann.http.cookies["pegboard"]
            assert len(token) >= 43 and token not in answer.text  # 256 bits
            assert (await ann.get("/api/me")).json()["role"] == "player"

    asyncio.run(story())


def test_removed_device_loses_access_immediately(service: RunningBoard) -> None:
    async def story() -> None:
        async with people(service, "Ann", "Ben") as (board, ann, ben):
            assert (await ann.command(action="peg 0 3"))["ok"]
            me = (await ann.get("/api/me")).json()["device"]
            assert ann.socket is not None and ann._reading is not None
            await board.post("/api/devices", revoke=me["id"])
            async with asyncio.timeout(10):
                await ann._reading  # its socket closes without a message
            assert (await ann.post("/api/command", id="x", action="peg 0 3")).status_code == 401
            assert (await ann.get("/api/me")).json()["role"] == "watcher"
            assert (await ben.command(action="peg 1 2"))["ok"]
            await board.wait_for_state(lambda s: s["scores"] == [3, 2])

    asyncio.run(story())


def test_command_ids_are_scoped_to_device(service: RunningBoard) -> None:
    async def story() -> None:
        async with people(service, "Ann", "Ben") as (board, ann, ben):
            first = await ann.command(id="same", action="peg 0 5")
            again = await ann.command(id="same", action="peg 0 5")
            assert first == again and first["ok"]
            await ann.close_socket()
            await ann.open_socket()
            await ann.command(id="same", action="peg 0 5")
            await board.wait_for_state(lambda s: s["scores"] == [5, 0])
            assert board.state["seq"] == 1
            # Ben does not know Ann's ids: his command is executed.
            assert (await ben.command(id="same", action="peg 1 7"))["ok"]
            await board.wait_for_state(lambda s: s["scores"] == [5, 7])
            other = (await ben.post("/api/command", id="same", action="peg 1 9")).json()
            assert not other["ok"] and other["code"] == "id-used" and other["id"] == "same"
            # Two programs on the board's own machine are indistinguishable.
            assert (await board.post("/api/command", id="k1", action="peg 0 2")).json()["ok"]
            second = (await board.post("/api/command", id="k1", action="peg 0 4")).json()
            assert (second["ok"], second["code"]) == (False, "id-used")
            await board.wait_for_state(lambda s: s["scores"] == [7, 7])
            assert board.state["seq"] == 3

    asyncio.run(story())


def test_simultaneous_commands_of_two_phones_score_once(service: RunningBoard) -> None:
    async def story() -> None:
        async with people(service, "Ann", "Ben") as (board, ann, ben):
            expected = {"game": board.state["game"], "seq": board.state["seq"]}
            both = await asyncio.gather(
                ann.command(action="peg 0 4", **expected), ben.command(action="peg 0 4", **expected)
            )
            assert sorted(ack["ok"] for ack in both) == [False, True]
            refused = next(ack for ack in both if not ack["ok"])
            assert "Someone else acted first: Blue +4" in refused["error"]
            await board.wait_for_state(lambda s: s["scores"] == [4, 0])
            # Each presses +5 for the same score, then undo: only one counts.
            both = await asyncio.gather(ann.command(press="1+5"), ben.command(press="1+5"))
            assert sorted(ack["ok"] for ack in both) == [False, True]
            assert any("is entering a score for Orange" in ack.get("error", "") for ack in both)
            await board.wait_for_state(lambda s: s["scores"] == [4, 5])
            expected["seq"] = board.state["seq"]
            both = await asyncio.gather(
                ann.command(press="undo", **expected), ben.command(action="undo", **expected)
            )
            await board.wait_for_state(lambda s: s["scores"] == [4, 0])
            assert sorted(ack["ok"] for ack in both) == [False, True]
            new = {"mode": "score"}
            both = await asyncio.gather(
                ann.command(new=new, game=expected["game"]),
                ben.command(new=new, game=expected["game"]),
            )
            assert sorted(ack["ok"] for ack in both) == [False, True]

    asyncio.run(story())


MALFORMED: list[str | bytes] = [
    "", "nonsense", "[]", "{}", '{"id": 3}', '{"id": "a"}', '{"id":"a","sit":9}',
    '{"id":"a","sit":true}', '{"id":"a","give":3}', '{"id":"a","give":{"seat":0}}',
    '{"id":"a","show":"x"}', '{"id":"a","press":"ok","seq":-1}',
    '{"id":"a","press":"ok","seq":1e999}', '{"id":"a","press":"ok","game":[]}',
    '{"id":"\\ud800","press":"ok"}', "[" * 5000, '{"id":"a","action":"' + "9" * 300 + '"}',
    b"\x00\xff\xfe", '{"id":"a","back":{"to":"x"}}', '{"id":"a","sit":0,"stand":true}',
]  # fmt: skip


def test_malformed_messages_leave_state_unchanged(service: RunningBoard) -> None:
    async def story() -> None:
        async with people(service, "Ann") as (board, ann):
            before = {key: board.state[key] for key in ("seq", "scores", "game", "pending")}
            for cookie in MALFORMED:
                start = len(ann.received)
                assert ann.socket is not None
                await ann.socket.send(cookie)
                await await_until(
                    lambda: any('"ack"' in text for text in ann.received[start:])  # noqa: B023
                )
                acks = [json.loads(text) for text in ann.received[start:] if '"ack"' in text]
                assert [ack["ok"] for ack in acks] == [False], cookie
                body = cookie.encode() if isinstance(cookie, str) else cookie
                headers = {"content-type": "application/json"}
                answer = await ann.http.post("/api/command", content=body, headers=headers)
                assert answer.status_code in (400, 409), cookie
                for path in ("/api/pair", "/api/pair/answer"):
                    answer = await ann.http.post(path, content=body, headers=headers)
                    assert 400 <= answer.status_code < 500, (path, cookie)
            long = b'{"id":"' + b"x" * MESSAGE_BYTES + b'"}'
            for path in ("/api/command", "/api/pair", "/api/pair/answer", "/api/camera"):
                answer = await ann.http.post(
                    path, content=long, headers={"content-type": "application/json"}
                )
                assert answer.status_code == 413, path
                assert (await ann.http.post(path, data={"id": "a"})).status_code in (400, 415)
            assert {key: board.state[key] for key in before} == before

    asyncio.run(story())


@pytest.mark.slow
def test_200_watcher_sockets_leave_room_for_board_and_devices(
    own_service: RunningBoard,
) -> None:
    async def story() -> None:
        service = own_service
        async with people(service, "Ann") as (board, ann):
            url = f"ws://{board.host}/ws"

            def knock(address: str) -> connect:
                headers = {"x-forwarded-for": address}
                return connect(
                    url, origin=Origin(board.url), proxy=None, additional_headers=headers
                )

            mine = [await knock("10.0.0.9") for _ in range(200)]
            async with asyncio.timeout(20):
                await asyncio.gather(
                    *(each.wait_closed() for each in mine[: 200 - MAX_WATCHERS_PER_ADDRESS])
                )
            assert {each.close_code for each in mine[: 200 - MAX_WATCHERS_PER_ADDRESS]} == {1013}
            assert all(each.close_code is None for each in mine[200 - MAX_WATCHERS_PER_ADDRESS :])
            many = [await knock(f"10.1.{n}.9") for n in range(200)]
            late = Phone(service.address, None, "another page of the board")
            async with late, Phone(service.address, "192.168.1.20", "Ann") as again:
                await late.open_socket()
                again.http.cookies = ann.http.cookies
                await again.open_socket()
                assert (await again.command(action="peg 0 2"))["ok"]
                await late.wait_for_state(lambda s: s["scores"] == [2, 0])
            await asyncio.gather(*(each.close() for each in (*mine, *many)))

    asyncio.run(story())


@pytest.mark.group("soak")
def test_game_continues_during_socket_flood(service: RunningBoard) -> None:
    """200 sockets, an oversized message on each, a reader that never reads."""

    async def story() -> None:
        async with people(service, "Ann") as (board, ann):
            url = f"ws://{board.host}/ws"
            idle = [
                await connect(url, origin=Origin(board.url), proxy=None, max_queue=1)
                for _ in range(198)
            ]
            late = await connect(url, origin=Origin(board.url), proxy=None)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await late.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
            for socket in idle[:50]:
                await socket.send(json.dumps({"id": "a", "press": "x" * MESSAGE_BYTES}))
            for socket in idle[50:100]:
                await socket.send("[" * 1000)
            for n in range(1, 30):  # none of them reads
                assert (await ann.command(action="peg 0 1"))["ok"]
                await board.wait_for_state(lambda s, n=n: s["scores"] == [n, 0])
            await asyncio.gather(*(socket.close() for socket in idle))

            async def is_welcome() -> bool:
                try:
                    again = await connect(url, origin=Origin(board.url), proxy=None)
                    assert json.loads(await again.recv())["scores"] == [29, 0]
                except (ConnectionClosed, InvalidStatus):
                    return False
                await again.close()
                return True

            await await_until(is_welcome, "a place", every_s=0.1)

    asyncio.run(story())
