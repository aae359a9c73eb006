"""Connection limits: idle or slow strangers take no slots from others."""

import asyncio
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.http import options, protocols
from pegboard.http.addresses import Neighbours, client_key, is_loopback, network_key
from pegboard.http.admission import LOCAL, MOST_TRUSTED, STRANGERS, TRUSTED, Admission, Connection
from pegboard.pairing.viewer import BOARD, WATCHER, Viewer
from pegboard.web.socket_slots import MAX_WATCHERS_PER_ADDRESS, Slot, SocketSlots
from tests.support.paired_devices import bearer_header, cookie_header, pairing_registry
from tests.support.waiting import wait_until
from tests.support.web_fake import FakeDesk, Server, serving

BOARD_HERE = "127.0.0.1"
"""Address of the board's machine; other loopback addresses represent the network."""
SOON_S = 0.4


class FakeConnections:
    """Fake connections registered with `Admission`."""

    def __init__(self) -> None:
        self.admission = Admission()
        self.ended: list[int] = []
        self.opened: dict[int, Connection] = {}
        self._numbers = count()

    def open(self, address: str, *, busy: bool = False) -> int | None:
        """Returns the number of a new connection; None if refused."""
        number = next(self._numbers)
        connection = self.admission.enter(address, lambda: self.ended.append(number))
        if connection is None:
            return None
        connection.busy, self.opened[number] = busy, connection
        return number


def test_admission_drops_oldest_idle_connection_of_address() -> None:
    opened = FakeConnections()
    for _ in range(STRANGERS.per_address):
        opened.open("10.0.0.1")
    opened.opened[0].busy = True
    assert opened.open("10.0.0.1") is not None and opened.ended == [1]
    assert opened.open("10.0.0.2") is not None and opened.ended == [1]


def test_admission_limits_strangers_not_board_or_devices() -> None:
    opened = FakeConnections()
    opened.admission.trust("10.9.9.9")
    for number in range(1000):
        opened.open(f"10.0.{number % 200}.1", busy=True)
    assert len(opened.admission) == STRANGERS.total and opened.ended == []
    assert opened.open("10.1.1.1") is None, "all of them are at work"
    for _ in range(40):
        assert opened.open("10.9.9.9") is not None
        assert opened.open("127.0.0.1") is not None and opened.open("::1") is not None
    assert opened.ended == []


def test_admission_trusts_address_of_paired_device() -> None:
    opened = FakeConnections()
    first = opened.open("10.0.0.1")
    assert first is not None and opened.opened[first].group is STRANGERS
    opened.opened[first].trust()
    assert opened.opened[first].group is TRUSTED
    second = opened.open("10.0.0.1")
    assert second is not None and opened.opened[second].group is TRUSTED
    for number in range(MOST_TRUSTED):
        opened.admission.trust(f"10.2.{number}.1")
    third = opened.open("10.0.0.1")
    assert third is not None and opened.opened[third].group is STRANGERS, "forgotten by now"


@given(
    st.lists(
        st.tuples(st.sampled_from([f"10.0.0.{n}" for n in range(40)]), st.booleans()), max_size=900
    )
)
def test_admission_never_exceeds_group_or_address_limit(arrivals: list[tuple[str, bool]]) -> None:
    opened = FakeConnections()
    for number, (address, busy) in enumerate(arrivals):
        opened.open(address, busy=busy)
        if number % 50 == 7:
            opened.admission.trust(address)
    living = [one for number, one in opened.opened.items() if number not in opened.ended]
    assert len(living) == len(opened.admission)
    assert sum(each.group is STRANGERS for each in living) <= STRANGERS.total
    for address in {each.address for each in living if each.group is STRANGERS}:
        assert sum(each.address == address for each in living) <= STRANGERS.per_address


def ipv6(n: int, network: str = "2001:db8:0:7") -> str:
    return f"{network}::{n:x}"


def neighbours(tmp_path: Path) -> Neighbours:
    file = tmp_path / "if_inet6"
    file.write_text("fd000000000000000000000000000002 04 40 00 82     eth0\n")
    return Neighbours(file)


def test_admission_counts_addresses_within_an_ipv6_network(tmp_path: Path) -> None:
    """Neither is a whole club one client, nor one guest with 64 sockets the whole /64."""
    opened = FakeConnections()
    for _ in range(64):
        opened.open(ipv6(1), busy=True)
    assert len(opened.admission) == STRANGERS.per_ipv6 == 8
    for n in range(2, 60):
        assert opened.open(ipv6(n), busy=True) is not None
    for n in range(60, 300):
        opened.open(ipv6(n), busy=True)
    assert len(opened.admission) == STRANGERS.per_network < STRANGERS.total
    assert opened.open(ipv6(1, "2001:db8:0:8"), busy=True) is not None, "another network"

    for network in ("fe80", "fd00:0:0:0"):
        opened = FakeConnections()
        opened.admission = Admission(neighbours=neighbours(tmp_path))
        for n in range(300):
            opened.open(ipv6(n, network), busy=True)
        assert len(opened.admission) == STRANGERS.total, "the own network counts by address"


def test_admission_closes_silent_socket_of_whoever_has_most() -> None:
    opened = FakeConnections()
    greedy = [opened.open(f"10.0.0.{n // 20}", busy=True) for n in range(STRANGERS.total)]
    sockets = [opened.opened[number] for number in greedy if number is not None]
    assert opened.open("10.1.1.1") is None, "requests in progress are not interrupted"
    for socket_ in sockets:
        socket_.hear()
    sockets[0].hear()
    assert opened.open("10.1.1.1", busy=True) is not None
    assert opened.ended == [1], "the one that has been silent longest"
    assert opened.open("10.0.0.1", busy=True) is None, "it has as many as the others"
    assert len(opened.admission) == STRANGERS.total


def test_watchers_on_the_own_ipv6_network_are_counted_by_address(tmp_path: Path) -> None:
    here = neighbours(tmp_path)
    assert client_key("fe80::1", here) != client_key("fe80::2", here)
    assert client_key("fd00::1", here) != client_key("fd00::2", here)
    assert client_key("2001:db8::1", here) == client_key("2001:db8::2", here)
    assert client_key("10.0.0.1", here) == network_key("10.0.0.1")
    places = SocketSlots()
    phones = [acquire_slot(places, WATCHER, f"fe80::{n:x}") for n in range(40)]
    assert not any(place.evicted.is_set() for place in phones)


def test_admission_limits_fit_file_descriptor_limit() -> None:
    assert LOCAL.total + TRUSTED.total + STRANGERS.total <= 900


@pytest.mark.parametrize(
    ("address", "is_own"),
    [("127.0.0.1", True), ("127.3.4.5", True), ("::1", True), ("::ffff:127.0.0.1", True),
     ("::ffff:192.168.1.7", False), ("192.168.1.7", False), ("fe80::1%eth0", False),
     ("somewhere", False), ("", False)],
)  # fmt: skip
def test_is_loopback_recognises_own_machine(address: str, is_own: bool) -> None:
    assert is_loopback(address) is is_own


def test_house_groups_ipv6_addresses_by_prefix() -> None:
    assert (
        network_key("fd00::5:1:2:3")
        == network_key("fd00::5:ffff:2:9")
        != network_key("fd00:0:0:6::1")
    )
    assert network_key("::ffff:10.0.0.1") == network_key("10.0.0.1") != network_key("10.0.0.2")
    assert network_key("somewhere") == "somewhere"


# --- WebSockets


def acquire_slot(places: SocketSlots, viewer: Viewer, host: str) -> Slot:
    place = places.acquire(viewer, host)
    assert place is not None
    return place


def test_places_limit_watchers_per_address() -> None:
    places = SocketSlots()
    mine = [acquire_slot(places, WATCHER, "10.0.0.1") for _ in range(MAX_WATCHERS_PER_ADDRESS + 2)]
    assert [place.evicted.is_set() for place in mine] == [True, True] + [
        False
    ] * MAX_WATCHERS_PER_ADDRESS
    assert (
        not acquire_slot(places, WATCHER, "10.0.0.2").evicted.is_set()
        and len(places) == MAX_WATCHERS_PER_ADDRESS + 1
    )


def test_places_reserve_sockets_for_board_and_devices() -> None:
    places = SocketSlots()
    device = Viewer("player", "id", "Ann")
    for number in range(400):
        places.acquire(WATCHER, f"10.0.{number}.1")
    assert len(places) == 150
    inside = [acquire_slot(places, BOARD, "127.0.0.1"), *(
        acquire_slot(places, device, "10.0.7.1") for _ in range(49)
    )]  # fmt: skip
    assert len(places) == 200
    inside += [acquire_slot(places, device, "10.0.7.1") for _ in range(150)]
    assert len(places) == 200 and not any(place.evicted.is_set() for place in inside)
    assert (
        places.acquire(BOARD, "127.0.0.1") is None and places.acquire(WATCHER, "10.3.3.3") is None
    )


def test_places_are_shared_fairly_among_watchers() -> None:
    places = SocketSlots()
    greedy = [acquire_slot(places, WATCHER, f"10.0.0.{n // 8}") for n in range(150)]
    assert not acquire_slot(places, WATCHER, "10.5.5.5").evicted.is_set()
    assert sum(place.evicted.is_set() for place in greedy) == 1
    places = SocketSlots()
    for number in range(150):
        acquire_slot(places, WATCHER, f"10.0.{number}.1")
    assert places.acquire(WATCHER, "10.5.5.5") is None, "all have one"


def test_places_do_not_limit_watchers_behind_local_proxy() -> None:
    places = SocketSlots()
    assert all(places.acquire(WATCHER, "127.0.0.1") for _ in range(100))


# --- over a real server


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the request timeout."""
    monkeypatch.setattr(protocols, "REQUEST_S", SOON_S)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    admission = Admission(is_local=lambda host: host == BOARD_HERE)
    with serving(
        FakeDesk(), admission=admission, pairing=pairing_registry(tmp_path, "Ann"), kiosk=True
    ) as server:
        yield server


@contextmanager
def connect_from(server: Server, address: str = "127.0.0.9") -> Iterator[socket.socket]:
    """Connects from an address."""
    where = ("127.0.0.1", server.port)
    with closing(socket.create_connection(where, 10, (address, 0))) as opened:
        yield opened


def read_until_closed(opened: socket.socket, within_s: float = 10) -> bytes:
    """Reads until the server closes the connection."""
    opened.settimeout(within_s)
    received = b""
    try:
        while more := opened.recv(65536):
            received += more
    except ConnectionResetError:
        pass
    return received


def ask(server: Server, address: str, head: str = "GET /healthz HTTP/1.1") -> bytes:
    with connect_from(server, address) as opened:
        opened.sendall(f"{head}\r\nHost: {server.url[7:]}\r\nConnection: close\r\n\r\n".encode())
        return read_until_closed(opened)


def test_endless_header_times_out(server: Server, quick: None) -> None:
    with connect_from(server) as silent, connect_from(server) as slow, connect_from(server) as used:
        began = time.monotonic()
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        used.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.url[7:]}\r\n\r\n".encode())
        assert read_until_closed(silent) == b""
        for _ in range(20):  # sending byte by byte does not extend the timeout
            if select.select([slow], [], [], 0.05)[0]:
                break
            slow.sendall(b"a")
        assert read_until_closed(slow).startswith(b"HTTP/1.1 408 ")
        assert SOON_S * 0.9 <= time.monotonic() - began < 5
        assert used.recv(1000).startswith(b"HTTP/1.1 200 "), "nothing is slow in that"
        used.sendall(b"GET /healthz HT")
        assert read_until_closed(used).startswith(b"HTTP/1.1 408 "), (
            "nor is a second request waited for"
        )


def test_stalled_body_times_out(server: Server, quick: None) -> None:
    head = f"Host: {server.url[7:]}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n"
    with connect_from(server, BOARD_HERE) as opened:
        opened.sendall(f"POST /api/command HTTP/1.1\r\n{head}\r\n{{".encode())
        assert read_until_closed(opened).startswith(b"HTTP/1.1 408 ")


def test_slow_but_steady_upload_is_not_cut_off(server: Server, quick: None) -> None:
    """Like a backup over poor Wi-Fi, although it is refused in the end."""
    piece = b"x" * 40_000
    head = f"Host: {server.url[7:]}\r\nContent-Length: {8 * len(piece)}\r\n"
    with connect_from(server, BOARD_HERE) as opened:
        opened.sendall(f"POST /api/command HTTP/1.1\r\n{head}\r\n".encode())
        for _ in range(8):
            opened.sendall(piece)
            time.sleep(0.15)
        opened.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.url[7:]}\r\n\r\n".encode())
        opened.settimeout(10)
        received = b""
        while b"ok\n" not in received:
            received += opened.recv(65536)
        assert received.startswith(b"HTTP/1.1 415 ") and b"HTTP/1.1 200 " in received


@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 6\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 6",
    ],
)
def test_conflicting_content_lengths_are_refused(server: Server, lengths: str) -> None:
    host = f"Host: {server.url[7:]}\r\nContent-Type: application/json\r\n"
    body = '{"id": "b", "press": "ok"}'
    hidden = f"POST /api/command HTTP/1.1\r\n{host}Content-Length: {len(body)}\r\n\r\n{body}"
    with connect_from(server, BOARD_HERE) as opened:
        opened.sendall(
            f"POST /api/command HTTP/1.1\r\n{host}{lengths}\r\n\r\n0\r\n\r\n{hidden}".encode()
        )
        received = read_until_closed(opened)
    assert received.startswith(b"HTTP/1.1 400 ") and received.count(b"HTTP/1.1") == 1
    assert server.desk.commands == []


def test_idle_connections_do_not_block_new_clients(server: Server) -> None:
    with ExitStack() as stack:
        for number in range(STRANGERS.total + 50):
            stack.enter_context(connect_from(server, f"127.0.{1 + number // 20}.9"))
        for address in (BOARD_HERE, "127.0.200.1", "127.0.1.9"):
            assert ask(server, address).startswith(b"HTTP/1.1 200 "), address


def test_excess_busy_connection_gets_503(server: Server) -> None:
    desk = server.desk
    desk.gate = server.call(asyncio.Event)
    body = '{"id": "a", "press": "ok"}'
    head = (
        f"POST /api/command HTTP/1.1\r\nHost: {server.url[7:]}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/json\r\n"
        f"Authorization: {bearer_header('Ann')['authorization']}\r\n"
    )
    with ExitStack() as stack:
        for number in range(TRUSTED.per_address + 1):
            opened = stack.enter_context(connect_from(server))
            opened.sendall(f"{head}\r\n{body}".encode())
            if number in (
                0,
                TRUSTED.per_address - 1,
            ):  # the address is trusted; all connections are busy
                wait_until(lambda: desk.waiting_commands == number + 1, "the commands")  # noqa: B023
        last = read_until_closed(opened)
        assert last.startswith(b"HTTP/1.1 503 ") and b"retry-after" in last
        assert ask(server, BOARD_HERE).startswith(b"HTTP/1.1 200 ")
        server.call(desk.gate.set)


def test_closed_connections_are_released(tmp_path: Path) -> None:
    admission = Admission()
    with serving(FakeDesk(), admission=admission) as server:
        for head in ("GET / HTTP/1.1", "GET /ws HTTP/1.1\r\nUpgrade: websocket", "nonsense"):
            ask(server, BOARD_HERE, head)
        with connect_from(server) as opened:
            opened.sendall(
                f"GET /ws HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert opened.recv(100).startswith(b"HTTP/1.1 101 ")
            assert len(admission) == 1
        wait_until(lambda: not len(admission), "a free place")


def test_unresponsive_websocket_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither reads nor answers pings, and every buffer on the way is full."""
    monkeypatch.setattr(options, "PING_S", 0.1)
    monkeypatch.setattr(protocols, "LEAVE_S", 0.1)
    admission = Admission()
    with serving(FakeDesk(), admission=admission) as server, connect_from(server) as opened:
        hub = server.desk.feed
        server.call(hub.publish_frame, bytes(32 << 20))
        opened.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert opened.recv(12) == b"HTTP/1.1 101"
        wait_until(lambda: not len(admission), "a free place")
        wait_until(lambda: not len(hub), "no feed that nobody reads")


def test_connection_during_shutdown_does_not_delay_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is silent, and accepted in the loop iteration in which the server stops."""
    monkeypatch.setattr(protocols, "REQUEST_S", 60.0)
    admission = Admission()
    server = Server(FakeDesk(), admission=admission)
    enter, entered = admission.enter, []

    def entering(host: str, end: Callable[[], None]) -> Connection | None:
        entered.append(host)
        return enter(host, end)

    def stop_after_a_while() -> None:
        server.uvicorn.should_exit = True
        time.sleep(0.3)  # the server checks ten times a second whether to stop

    monkeypatch.setattr(admission, "enter", entering)
    assert server.loop is not None
    server.loop.call_soon_threadsafe(stop_after_a_while)
    with connect_from(server) as opened:
        assert read_until_closed(opened) == b""
        server.stop()
    assert len(entered) == 1


def test_silent_player_phone_is_pinged_more_often(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On an open TCP connection whose other end never answers pings."""
    for name in ("DEVICE_PING_S", "DEVICE_PONG_S", "LEAVE_S"):
        assert getattr(protocols, name) <= 4.0
        monkeypatch.setattr(protocols, name, 0.05)
    door = pairing_registry(tmp_path, "Ann")
    with serving(FakeDesk(), pairing=door, kiosk=False) as server, connect_from(server) as opened:
        opened.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: Upgrade\r\n"
            f"Cookie: {cookie_header('Ann')['cookie']}\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert opened.recv(12) == b"HTTP/1.1 101"
        wait_until(lambda: not len(server.desk.feed), "no feed that nobody reads")
