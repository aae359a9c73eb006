"""The WebSocket over a real server: order, ids, concurrency, slow readers, bad clients."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from pegboard.json_form import MESSAGE_BYTES
from tests.support.waiting import await_until, wait_until
from tests.support.web_fake import FakeDesk, Server, serving


@pytest.fixture
def server() -> Iterator[Server]:
    desk = FakeDesk()
    with serving(desk, connections=20) as server:
        publish(server, {"type": "state", "seq": 1}, b"\1\2\3\4\5\6")
        yield server


def publish(server: Server, state: dict[str, Any] | None, frame: bytes | None) -> None:
    if state is not None:
        server.call(server.desk.publish, state)
    if frame is not None:
        server.call(server.desk.feed.publish_frame, frame)


def talk(
    server: Server, do: Callable[[ClientConnection], Awaitable[None]], **arguments: Any
) -> None:
    async def run() -> None:
        async with client(server, **arguments) as socket:
            await do(socket)

    asyncio.run(run())


def client(server: Server, **arguments: Any) -> connect:
    url = f"ws://127.0.0.1:{server.port}/ws"
    arguments.setdefault("origin", server.url)
    return connect(url, proxy=None, **arguments)


async def receive(socket: ClientConnection) -> Any:
    message = await asyncio.wait_for(socket.recv(), 5)
    return message if isinstance(message, bytes) else json.loads(message)


async def receive_ack(socket: ClientConnection) -> Any:
    while (message := await receive(socket)) is not None:
        if not isinstance(message, bytes) and message["type"] == "ack":
            return message


def test_websocket_sends_state_then_frame_then_changes(server: Server) -> None:
    async def do(socket: ClientConnection) -> None:
        assert await receive(socket) == {"type": "state", "n": 1, "seq": 1}
        assert await receive(socket) == b"\1\2\3\4\5\6"
        await asyncio.to_thread(publish, server, {"type": "state", "seq": 2}, None)
        assert await receive(socket) == {"type": "state", "n": 2, "seq": 2}
        await asyncio.to_thread(publish, server, None, b"abcdef")
        assert await receive(socket) == b"abcdef"

    talk(server, do)


def test_ping_is_answered_without_side_effects(
    server: Server,
) -> None:
    async def do(socket: ClientConnection) -> None:
        for _ in range(3):  # a repeated id is answered each time
            await socket.send('{"id": "ping", "ping": true}')
            assert await receive_ack(socket) == {"type": "ack", "id": "ping", "ok": True}

    talk(server, do)
    assert server.desk.commands == []


def test_commands_are_executed_in_order_and_acknowledged_by_id(server: Server) -> None:
    async def do(socket: ClientConnection) -> None:
        for n in range(100):
            await socket.send(json.dumps({"id": f"c{n}", "press": "0+1"}))
        acks = [await receive_ack(socket) for _ in range(100)]
        assert acks == [{"type": "ack", "id": f"c{n}", "ok": True} for n in range(100)]

    talk(server, do)
    assert [message["id"] for message in server.desk.commands] == [f"c{n}" for n in range(100)]


def test_malformed_message_is_refused_and_socket_stays_open(server: Server) -> None:
    async def do(socket: ClientConnection) -> None:
        cases: list[tuple[str | bytes, str | None, str]] = [
            ("nonsense", None, "must be JSON"),
            ("[1]", None, "must be a JSON object"),
            (b"\x00\xff", None, "must be JSON"),
            ("", None, "must be JSON"),
            ('{"press": "ok"}', None, "field `id`"),
            ('{"id": "x", "fly": true}', "x", "exactly one of"),
            ('{"id": "y", "press": "boom"}', "y", "see the log"),
        ]
        for raw, ident, word in cases:
            await socket.send(raw)
            ack = await receive_ack(socket)
            assert (ack["id"], ack["ok"]) == (ident, False)
            assert word in ack["error"]
        await socket.send('{"id": "z", "press": "ok"}')
        assert (await receive_ack(socket))["ok"] is True

    talk(server, do)


def test_oversized_message_closes_socket(server: Server) -> None:
    async def do(socket: ClientConnection) -> None:
        await socket.send(json.dumps({"id": "a", "press": "x" * MESSAGE_BYTES}))
        with pytest.raises(ConnectionClosed) as closed:
            await receive_ack(socket)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009

    talk(server, do)
    assert server.desk.commands == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_socket_refuses_foreign_origin(server: Server, origin: str) -> None:
    async def run() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with client(server, origin=origin):
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_socket_accepts_local_program_without_origin(server: Server) -> None:
    async def do(socket: ClientConnection) -> None:
        assert (await receive(socket))["seq"] == 1

    talk(server, do, origin=None)


def test_socket_refuses_dns_rebinding(server: Server) -> None:
    async def run() -> None:
        host = f"evil.example:{server.port}"
        with pytest.raises(InvalidStatus) as refused:
            async with connect(
                f"ws://{host}/ws", host="127.0.0.1", port=server.port,
                origin=Origin(f"http://{host}"), proxy=None,
            ):  # fmt: skip
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_excess_socket_closes_with_try_again_later(server: Server) -> None:
    async def run() -> None:
        sockets = [await client(server) for _ in range(20)]
        async with client(server) as late:
            with pytest.raises(ConnectionClosed) as closed:
                await receive(late)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
            assert "20 pages are already open" in closed.value.rcvd.reason
        await await_until(lambda: len(server.desk.feed) == 20, "the pages")
        await sockets.pop().close()
        await await_until(lambda: len(server.desk.feed) == 19, "a free place")
        async with client(server) as next_one:
            assert (await receive(next_one))["seq"] == 1
        for socket in sockets:
            await socket.close()

    asyncio.run(run())
    wait_for_nobody(server)


def wait_for_nobody(server: Server) -> None:
    wait_until(lambda: not len(server.desk.feed), "the end of every feed")


def test_command_completes_after_client_disconnects(server: Server) -> None:
    server.desk.gate = server.call(asyncio.Event)

    async def do(socket: ClientConnection) -> None:
        await socket.send('{"id": "a", "press": "0+5"}')
        await await_until(lambda: server.desk.waiting_commands == 1, "the command")

    talk(server, do)
    wait_for_nobody(server)
    assert server.desk.commands == []
    server.call(server.desk.gate.set)
    wait_until(lambda: server.desk.commands, "the command's end")
    assert server.desk.commands == [{"id": "a", "press": "0+5"}]


def test_pending_commands_do_not_delay_state(server: Server) -> None:
    server.desk.gate = server.call(asyncio.Event)

    async def do(socket: ClientConnection) -> None:
        for n in range(60):
            await socket.send(json.dumps({"id": f"c{n}", "press": "0+1"}))
        assert (await receive(socket))["seq"] == 1
        assert isinstance(await receive(socket), bytes)
        await asyncio.to_thread(publish, server, {"type": "state", "seq": 2}, None)
        assert (await receive(socket))["seq"] == 2
        await asyncio.to_thread(server.call, server.desk.gate.set)
        acks = {(await receive_ack(socket))["id"] for _ in range(60)}
        assert acks == {f"c{n}" for n in range(60)}

    talk(server, do)


def test_slow_reader_does_not_delay_other_clients(server: Server) -> None:
    async def run() -> None:
        big = {"type": "state", "fill": "x" * 20_000}
        async with client(server, max_queue=1) as slow, client(server) as quick:
            await receive(slow)  # then it stops reading: its buffers fill up
            for n in range(1, 400):
                await asyncio.to_thread(publish, server, big | {"seq": n + 1}, None)
                message = await receive(quick)
                while isinstance(message, bytes) or message["seq"] <= n:
                    message = await receive(quick)
                assert message["seq"] == n + 1
            seqs: list[int] = []
            while not seqs or seqs[-1] < 400:
                message = await receive(slow)
                seqs += [] if isinstance(message, bytes) else [message["seq"]]
            assert seqs == sorted(seqs) and len(seqs) < 399  # the latest, not everything

    asyncio.run(run())


def test_sockets_close_when_service_stops(server: Server) -> None:
    async def do(socket: ClientConnection) -> None:
        await asyncio.to_thread(server.call, server.desk.feed.close)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await receive(socket)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001

    talk(server, do)
