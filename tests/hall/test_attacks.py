"""Attacks on a hall: unauthorised requests, foreign pages, guessing, forgeries."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pegboard.chain.codes import UploadFault
from pegboard.chain.keys import SigningKey
from pegboard.errors import WireError
from pegboard.hall.folder import open_hall
from pegboard.hall.service.app import BOARD_PATH
from pegboard.hall.service.director import (
    LOGIN_PATH,
    PIN_FILE,
    SESSION_S,
    SESSIONS_MOST,
    DirectorSessions,
    director_pin,
)
from pegboard.hall.service.guess_throttle import CALM_S, FREE_TRIES, PAUSE_S
from pegboard.hall.service.join_code import JoinCode
from pegboard.hall.service.store_thread import StoreThread
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.hall_link.codes import TalkFault
from pegboard.hall_link.messages import MESSAGE_BYTES, End, Hello
from pegboard.http.invitation import TRIES, Refused
from tests.support.asgi_requests import accepts_websocket
from tests.support.child import WAIT_S
from tests.support.hall_app import BASE_URL, HOST, PHONE_ADDRESS, PIN, hall_app, request
from tests.support.running_hall import RunningHall
from tests.support.scripted_board import ScriptedBoard


def requests_of(app: Starlette) -> list[tuple[str, str]]:
    found = []
    for route in app.routes:
        if isinstance(route, Route):
            methods = (route.methods or set()) & {"GET", "POST"}
            found += [(method, route.path) for method in sorted(methods)]
        elif isinstance(route, Mount):
            found.append(("GET", f"{route.path}/hall/main.js"))
        else:
            assert isinstance(route, WebSocketRoute), route
    return found


def test_routes_refuse_unauthorised_requests(tmp_path: Path) -> None:
    """Refuses foreign hosts, commands of foreign pages, and director routes without the PIN."""

    async def scenario() -> None:
        async with hall_app(tmp_path / "hall") as app:
            found = requests_of(app)
            assert len(found) > 15 and ("POST", "/api/director/command") in found
            for method, path in found:
                response = await request(app, method, path, origin=BASE_URL)
                guarded = path.startswith("/api/director") and path != LOGIN_PATH
                assert response.status_code == (401 if guarded else response.status_code), path
                assert response.status_code < 500, path
                assert "default-src 'self'" in response.headers["content-security-policy"], path
                foreign = await request(app, method, path, host="evil.example", origin=BASE_URL)
                assert foreign.status_code == 400, path
                if method == "POST":
                    evil = await request(app, method, path, origin="http://evil.example")
                    assert evil.status_code == 403, path
                    if path != LOGIN_PATH:
                        assert (await request(app, method, path)).status_code == 403, "no origin"

    asyncio.run(scenario())


async def accepts(app: Any, path: str, **headers: str) -> bool:
    return await accepts_websocket(app, path, {"host": HOST} | headers, PHONE_ADDRESS, 8131)


def test_websockets_refuse_foreign_origins(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hall_app(tmp_path / "hall") as app:
            assert await accepts(app, BOARD_PATH), "a board is a program on the network"
            assert await accepts(app, "/api/live", origin=BASE_URL)
            for path in (BOARD_PATH, "/api/live"):
                assert not await accepts(app, path, origin="http://evil.example")
                assert not await accepts(app, path, host="evil.example")
            assert not await accepts(app, "/api/live"), "a program there asks for /api/tables"

    asyncio.run(scenario())


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Any:
    hall = RunningHall(tmp_path_factory.mktemp("hall") / "hall")
    yield hall
    assert hall.stop() == 0


def refusal(caught: pytest.ExceptionInfo[WireError]) -> object:
    return caught.value.facts.get("code")


def test_join_code_is_locked_after_wrong_tries(hall: RunningHall) -> None:
    code = hall.new_join_code()
    with pytest.raises(WireError) as none:
        ScriptedBoard(hall.address, "", "X")
    assert refusal(none) == TalkFault.NOT_JOINED.value
    assert hall.get_as_director("boards")["wrong_codes"] is None
    for _ in range(TRIES):
        with pytest.raises(WireError) as wrong:
            ScriptedBoard(hall.address, "00000x", "X")
        assert refusal(wrong) == TalkFault.WRONG_CODE.value
    with pytest.raises(WireError) as locked:
        ScriptedBoard(hall.address, code, "X")
    assert refusal(locked) == TalkFault.TOO_MANY_TRIES.value
    shown = hall.get_as_director("boards")
    assert shown["boards"] == [] and shown["wrong_codes"]["n"] == TRIES
    assert shown["code"]["code"] == code, "the code is left to the others"
    assert hall.get("api/tables")["parts"]["wrong_codes"] == TRIES


def test_pin_is_locked_after_wrong_tries(tmp_path: Path) -> None:
    def shown(token: str | None) -> dict[str, Any]:
        return {"type": "http", "headers": [(b"authorization", f"Bearer {token}".encode())]}

    async def scenario() -> None:
        with open_hall(tmp_path / "hall") as hall:
            store_thread = StoreThread(hall, print)
            director = DirectorSessions(PIN, store_thread, clock=lambda: 0.0)
            for _ in range(TRIES):
                assert await director.log_in("192.168.1.7", "000000") is None
            with pytest.raises(Exception, match="Too many"):
                await director.log_in("192.168.1.7", PIN)
            first = await director.log_in("192.168.1.8", "482 913")
            assert first and await director.is_logged_in(shown(first))
            assert not await director.is_logged_in(shown(first[::-1]))
            sessions = hall.store.values("director")
            assert len(sessions) == 1 and first not in str(sessions), "only its hash is kept"
            for _ in range(SESSIONS_MOST):
                last = await director.log_in("192.168.1.8", PIN)
            assert not await director.is_logged_in(shown(first)), "the oldest is forgotten"
            again = DirectorSessions(PIN, store_thread, clock=lambda: 0.0)
            assert await again.is_logged_in(shown(last))
            other = DirectorSessions("111111", store_thread, clock=lambda: 0.0)
            assert not await other.is_logged_in(shown(last)), "another PIN ends all sessions"
            await again.log_out(shown(last))
            assert not await director.is_logged_in(shown(last))
            await store_thread.close()

    asyncio.run(scenario())


class Clock:
    """A monotonic clock that the test advances."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def ipv4(n: int) -> str:
    return f"10.1.{n // 256}.{n % 256}"


def ipv6(n: int) -> str:
    return f"2001:db8:0:7::{n:x}"


def test_pin_tries_are_limited_over_all_addresses(tmp_path: Path) -> None:
    """After twenty wrong PINs, unknown networks share one attempt per ten seconds."""

    async def scenario() -> None:
        with open_hall(tmp_path / "hall") as hall:
            store_thread, clock = StoreThread(hall, print), Clock()
            notices: list[int] = []
            director = DirectorSessions(PIN, store_thread, clock, notices.append)
            assert await director.log_in("192.168.1.5", PIN), "the director's own place"

            async def judged(address: str, pin: str = "00000000") -> bool:
                try:
                    assert (await director.log_in(address, pin) is None) == (pin != PIN)
                except Refused:
                    return False
                return True

            assert sum([await judged(ipv4(n)) for n in range(1000)]) == FREE_TRIES
            assert not await judged(ipv4(2000), PIN), "nor is the right one"
            assert not await judged("127.0.0.1")
            for _ in range(5):
                clock.now_s += PAUSE_S - 0.1
                assert not await judged(ipv4(3000))
                clock.now_s += 0.1
                assert await judged(ipv4(3000)) and not await judged(ipv4(3001))
            for _ in range(4):  # a network with an earlier login has its own tries
                assert await judged("192.168.1.5")
            assert await judged("192.168.1.5", PIN)
            notice = director.wrong_pins.notice()
            assert notice is not None and notice["n"] == notices[-1] == FREE_TRIES + 9
            clock.now_s += CALM_S
            assert director.wrong_pins.notice() is None and await judged(ipv4(4000))
            await store_thread.close()

    asyncio.run(scenario())


def test_ipv6_network_counts_as_one_address(tmp_path: Path) -> None:
    """Locks a whole /64 for the PIN and for the code to join."""

    async def scenario() -> None:
        with open_hall(tmp_path / "hall") as hall:
            store_thread = StoreThread(hall, print)
            director = DirectorSessions(PIN, store_thread, Clock())
            for n in range(TRIES):
                assert await director.log_in(ipv6(n), "0") is None
            with pytest.raises(Refused):
                await director.log_in(ipv6(99), PIN)
            assert await director.log_in("2001:db8:0:8::1", PIN)

            join_code = JoinCode(hall.store, SigningKey(), Clock(), lambda: 1e9)
            hello = Hello(SigningKey().public.hex(), 1, End(0, "0" * 64), 1e9, "", "x")
            join_code.renew()
            for n in range(TRIES):
                with pytest.raises(WireError) as wrong:
                    join_code.admit(hall, ipv6(n), hello)
                assert wrong.value.code is TalkFault.WRONG_CODE
            join_code.renew()
            with pytest.raises(WireError) as locked:
                join_code.admit(hall, ipv6(77), hello)
            assert locked.value.code is TalkFault.TOO_MANY_TRIES
            assert await director.log_in("fe80::5", PIN)
            for n in range(TRIES):
                await director.log_in(f"fe80::1:{n}", "0")
            with pytest.raises(Refused):
                await director.log_in("fe80::99", PIN)
            assert await director.log_in("fe80::5", PIN), "who was in is counted alone"
            await store_thread.close()

    asyncio.run(scenario())


def hello_with(code: str) -> Hello:
    return Hello(SigningKey().public.hex(), 1, End(0, "0" * 64), 1e9, "", code)


def test_wrong_digits_do_not_void_the_code_in_the_picture(tmp_path: Path) -> None:
    """A guest who tries wrong digits from everywhere keeps no board out that scans the QR code."""
    notices: list[int] = []
    with open_hall(tmp_path / "hall") as hall:
        clock = Clock()
        join_code = JoinCode(hall.store, SigningKey(), clock, lambda: 1e9, notices.append)

        def outcome(code: str, address: str) -> object:
            try:
                join_code.admit(hall, address, hello_with(code))
            except WireError as error:
                return error.code
            return None

        assert join_code.to_scan() is None
        join_code.renew()
        (digits, _), scanned = join_code.current() or ("", 0.0), join_code.to_scan() or ""
        assert len(digits) == 6 and len(scanned) == 32 and digits not in ("x", scanned)
        assert outcome(digits, "10.9.9.9") is None, "in before the attack"
        wrong = [outcome("x", ipv4(n)) for n in range(100)]
        assert wrong.count(TalkFault.WRONG_CODE) == FREE_TRIES == notices[-1]
        assert wrong.count(TalkFault.TOO_MANY_TRIES) == 100 - FREE_TRIES
        assert outcome(scanned, ipv4(1)) is None and outcome(scanned, "10.3.3.3") is None
        assert outcome(digits, "10.9.9.9") is None, "who was in before is not locked out"
        assert outcome(digits, "10.3.3.4") is TalkFault.TOO_MANY_TRIES
        clock.now_s += PAUSE_S
        assert outcome(digits, "10.3.3.4") is None, "the digits are not void either"
        assert outcome(scanned[::-1], "10.3.3.5") is TalkFault.WRONG_CODE
        before = join_code.wrong_codes.count
        join_code.renew()
        assert outcome(scanned, "10.3.3.5") is TalkFault.WRONG_CODE, "that of the code before"
        assert join_code.wrong_codes.count == before == FREE_TRIES, "it is no guess"
        assert len(hall.store.boards()) == 5


def test_session_survives_a_jump_of_the_clock(tmp_path: Path) -> None:
    async def scenario() -> None:
        with open_hall(tmp_path / "hall") as hall:
            store_thread, monotonic, wall = StoreThread(hall, print), Clock(), Clock()

            def started() -> DirectorSessions:
                return DirectorSessions(PIN, store_thread, monotonic, now=wall)

            director = started()
            token = await director.log_in("192.168.1.7", PIN)
            shown = {"type": "http", "headers": [(b"authorization", f"Bearer {token}".encode())]}
            for years in (10, 70, -80):
                wall.now_s += years * 365 * 86400.0
                monotonic.now_s += 60.0
                assert await director.is_logged_in(shown), years
            wall.now_s += 10 * 365 * 86400.0
            assert await director.is_logged_in(shown)
            director = started()
            assert await director.is_logged_in(shown), "the stored start follows the clock"
            monotonic.now_s += SESSION_S
            assert not await director.is_logged_in(shown), "it ends after its time"
            await store_thread.close()

    asyncio.run(scenario())


def test_new_pin_has_eight_digits_and_older_pin_stays(tmp_path: Path) -> None:
    pin = director_pin(tmp_path)
    assert len(pin) == 8 and pin.isdigit() and director_pin(tmp_path) == pin
    for written in ("482913", "Grand Hand 29"):
        (tmp_path / PIN_FILE).write_text(f"{written}\n")
        (tmp_path / PIN_FILE).chmod(0o644)
        assert director_pin(tmp_path) == written
        assert (tmp_path / PIN_FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / PIN_FILE).write_text("1234\n")
    assert len(director_pin(tmp_path)) == 8, "ten thousand are tried in a day"

    async def scenario() -> None:
        with open_hall(tmp_path / "hall") as hall:
            store_thread = StoreThread(hall, print)
            assert await DirectorSessions("Grand Hand 29", store_thread, Clock()).log_in(
                "::1", "GrandHand 29"
            )
            await store_thread.close()

    asyncio.run(scenario())


def test_director_sees_wrong_pins(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hall_app(tmp_path / "hall") as app:
            entered = await request(
                app, "POST", "/api/director/enter", f'{{"pin": "{PIN}"}}'.encode()
            )
            bearer = f"Bearer {entered.json()['token']}"

            async def wrong_pins() -> Any:
                answer = await request(app, "GET", "/api/director/boards", authorization=bearer)
                return answer.json()["wrong_pins"]

            assert await wrong_pins() is None
            for n in range(1, TRIES + 1):
                assert await wrong_pins() is None, "a slip is none of anybody's business"
                answer = await request(app, "POST", "/api/director/enter", b'{"pin": "000000"}')
                assert answer.status_code == 403, n
            answer = await request(app, "POST", "/api/director/enter", b'{"pin": "000000"}')
            assert answer.status_code == 409 and answer.json()["facts"]["wait_s"] > 0
            assert (await wrong_pins())["n"] == TRIES

    asyncio.run(scenario())


def test_forged_board_messages_are_refused(tmp_path: Path) -> None:
    """Forged, replayed and oversized messages close the connection and change nothing."""
    hall = RunningHall(tmp_path / "hall")
    try:
        code = hall.new_join_code()
        with ScriptedBoard(hall.address, code, "Board A") as board:
            board.play("peg 0 5")
            assert hall.board(board.key.id)["game"]["entries"] == 1
            with connect(f"ws{hall.address[4:]}/api/board", proxy=None) as thief:
                thief.recv()
                thief.send(board.hello)
                answer = json.loads(thief.recv())
                assert answer["code"] == TalkFault.NOT_YOU.value, "a hello is for one connection"
                with pytest.raises(ConnectionClosed):
                    thief.recv(10)
            with connect(f"ws{hall.address[4:]}/api/board", proxy=None) as loud:
                loud.recv()
                loud.send("x" * (MESSAGE_BYTES + 2048))
                with pytest.raises(ConnectionClosed):
                    loud.recv(10)
            with connect(f"ws{hall.address[4:]}/api/board", proxy=None) as rude:
                rude.recv()
                rude.send('{"type":"entries"}')
                assert json.loads(rude.recv())["type"] == "refused"
            board.play_on("peg 1 2")
            with ScriptedBoard(hall.address, "", "Board A again", key=board.key) as twin:
                twin.play("peg 0 9")
            (row,) = hall.get_as_director("boards")["boards"]
            assert row["states"]["fork"] == 2, "a cloned card: both are kept"
            (fork,) = row["courses"]
            assert hall.post_as_director("choose", board=row["id"], epoch=fork["epoch"], branch=1)[
                "ok"
            ]
            (row,) = hall.get_as_director("boards")["boards"]
            assert "fork" not in row["states"]
            assert hall.post_as_director("choose", board=row["id"], epoch=7, branch=9)["code"] == (
                "hall-no-board"
            )
            assert hall.post_as_director("revoke", board=row["id"])["ok"]
        with pytest.raises(WireError) as revoked:
            ScriptedBoard(hall.address, hall.new_join_code(), "Board A", key=board.key)
        assert refusal(revoked) == UploadFault.REVOKED.value, "no code lets a revoked key in"
    finally:
        assert hall.stop() == 0


def test_pin_is_not_printed_into_a_log(tmp_path: Path) -> None:
    """What is not a terminal, as journald, gets the path of the file only."""
    hall = RunningHall(tmp_path / "hall")
    try:
        assert len(hall.pin) == 8 and hall.pin not in hall.printed
        assert str(tmp_path / "hall" / PIN_FILE) in hall.printed
    finally:
        assert hall.stop() == 0
    assert hall.pin not in hall.folder.with_suffix(".log").read_text()


def test_files_of_a_hall_are_private(tmp_path: Path) -> None:
    """Restricts the files also in a folder that others may read, and those of an older version."""
    folder = tmp_path / "hall"
    folder.mkdir(mode=0o755)
    (folder / "hall.db").touch(0o644)
    with open_hall(folder) as hall:
        hall.store.put_value("secret", "x", b"y")
        assert isinstance(hall.store, SqliteStore)
        hall.store.copy_to(folder / "copy.db")
        modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
        assert modes == dict.fromkeys(("hall.db", "hall.db-wal", "hall.db-shm", "copy.db"), 0o600)


def test_second_process_in_a_folder_is_refused(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "hall")
    try:
        second = subprocess.run(
            [sys.executable, "-m", "pegboard", "hall", "run", "--folder", hall.folder, "--port=0"],
            capture_output=True, text=True, timeout=WAIT_S,
        )  # fmt: skip
        assert second.returncode == 2 and "this hall is running already" in second.stderr
        hall.kill()
        hall.restart()  # the lock of a killed process is gone
    finally:
        assert hall.stop() == 0
