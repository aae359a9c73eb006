"""Attacks on a hall: every route, foreign pages, guesses, forgeries."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pegboard.errors import WireError
from pegboard.hall.codes import TalkFault, UploadFault
from pegboard.hall.folder import opened
from pegboard.hall.protocol.messages import MESSAGE_BYTES
from pegboard.hall.service.app import BOARDS_DOOR
from pegboard.hall.service.director import DOOR, SESSIONS, Director
from pegboard.hall.service.keeper import Keeper
from pegboard.session.pairing.invitation import TRIES
from tests.support.hall_running import RunningHall
from tests.support.hall_served import HERE, HOST, PHONE, PIN, ask, served
from tests.support.hall_speaker import Speaker
from tests.support.requests import handshake


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


def test_no_route_answers_strangers_more_than_it_should(tmp_path: Path) -> None:
    """Foreign hosts nothing, foreign pages no command, without the PIN nothing of the director."""

    async def tried() -> None:
        async with served(tmp_path / "hall") as app:
            found = requests_of(app)
            assert len(found) > 15 and ("POST", "/api/director/revoke") in found
            for method, path in found:
                own = await ask(app, method, path, origin=HERE)
                guarded = path.startswith("/api/director") and path != DOOR
                assert own.status_code == (401 if guarded else own.status_code), path
                assert own.status_code < 500, path
                assert "default-src 'self'" in own.headers["content-security-policy"], path
                foreign = await ask(app, method, path, host="evil.example", origin=HERE)
                assert foreign.status_code == 400, path
                if method == "POST":
                    evil = await ask(app, method, path, origin="http://evil.example")
                    assert evil.status_code == 403, path
                    if path != DOOR:
                        assert (await ask(app, method, path)).status_code == 403, "no origin"

    asyncio.run(tried())


async def opens(app: Any, path: str, **headers: str) -> bool:
    return await handshake(app, path, {"host": HOST} | headers, PHONE, 8131)


def test_sockets_are_for_boards_and_for_pages_of_this_hall(tmp_path: Path) -> None:
    async def tried() -> None:
        async with served(tmp_path / "hall") as app:
            assert await opens(app, BOARDS_DOOR), "a board is a program on the network"
            assert await opens(app, "/api/live", origin=HERE)
            for path in (BOARDS_DOOR, "/api/live"):
                assert not await opens(app, path, origin="http://evil.example")
                assert not await opens(app, path, host="evil.example")
            assert not await opens(app, "/api/live"), "a program there asks for /api/tables"

    asyncio.run(tried())


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Any:
    hall = RunningHall(tmp_path_factory.mktemp("hall") / "hall")
    yield hall
    assert hall.stop() == 0


def refusal(caught: pytest.ExceptionInfo[WireError]) -> object:
    return caught.value.facts.get("code")


def test_codes_cannot_be_guessed(hall: RunningHall) -> None:
    code = hall.code()
    with pytest.raises(WireError) as none:
        Speaker(hall.address, "", "X")
    assert refusal(none) == TalkFault.NOT_JOINED.value
    for _ in range(TRIES):
        with pytest.raises(WireError) as wrong:
            Speaker(hall.address, "00000x", "X")
        assert refusal(wrong) == TalkFault.WRONG_CODE.value
    with pytest.raises(WireError) as void:
        Speaker(hall.address, code, "X")
    assert refusal(void) == TalkFault.NOT_JOINED.value, (
        "the code is void: the director makes another"
    )
    again = hall.code()
    with pytest.raises(WireError) as locked:
        Speaker(hall.address, again, "X")
    assert refusal(locked) == TalkFault.TOO_MANY_TRIES.value
    assert hall.directs("boards")["boards"] == []


def test_the_pin_cannot_be_guessed(tmp_path: Path) -> None:
    def shown(token: str | None) -> dict[str, Any]:
        return {"type": "http", "headers": [(b"authorization", f"Bearer {token}".encode())]}

    async def tried() -> None:
        with opened(tmp_path / "hall") as hall:
            keeper = Keeper(hall, print)
            director = Director(PIN, keeper, clock=lambda: 0.0)
            for _ in range(TRIES):
                assert await director.enter("192.168.1.7", "000000") is None
            with pytest.raises(Exception, match="Too many"):
                await director.enter("192.168.1.7", PIN)
            first = await director.enter("192.168.1.8", "482 913")
            assert first and await director.is_in(shown(first))
            assert not await director.is_in(shown(first[::-1]))
            kept = hall.store.kept("")
            assert len(kept) == 1 and first not in str(kept), "only its hash is kept"
            for _ in range(SESSIONS):
                last = await director.enter("192.168.1.8", PIN)
            assert not await director.is_in(shown(first)), "the oldest is forgotten"
            again = Director(PIN, keeper, clock=lambda: 0.0)
            assert await again.is_in(shown(last))
            other = Director("111111", keeper, clock=lambda: 0.0)
            assert not await other.is_in(shown(last)), "another PIN ends all sessions"
            await again.leave(shown(last))
            assert not await director.is_in(shown(last))
            await keeper.close()

    asyncio.run(tried())


def test_a_board_speaks_only_for_itself(tmp_path: Path) -> None:
    """Forged, replayed and oversized messages end their connection, and change nothing."""
    hall = RunningHall(tmp_path / "hall")
    try:
        code = hall.code()
        with Speaker(hall.address, code, "Board A") as board:
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
            board.more("peg 1 2")
            with Speaker(hall.address, "", "Board A again", key=board.key) as twin:
                twin.play("peg 0 9")
            (row,) = hall.directs("boards")["boards"]
            assert row["states"]["fork"] == 2, "a cloned card: both are kept"
            (course,) = row["courses"]
            assert hall.direct("choose", board=row["id"], epoch=course["epoch"], branch=1)["ok"]
            (row,) = hall.directs("boards")["boards"]
            assert "fork" not in row["states"]
            assert hall.direct("choose", board=row["id"], epoch=7, branch=9)["code"] == (
                "hall-no-board"
            )
            assert hall.direct("revoke", board=row["id"])["ok"]
        with pytest.raises(WireError) as revoked:
            Speaker(hall.address, hall.code(), "Board A", key=board.key)
        assert refusal(revoked) == UploadFault.REVOKED.value, "no code lets a revoked key in"
    finally:
        assert hall.stop() == 0
