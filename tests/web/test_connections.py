"""Connections: strangers that sit there, or are slow, take no place from anybody else."""

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
from pegboard.http.addresses import is_loopback, network_key
from pegboard.http.admission import LOCAL, MOST_TRUSTED, STRANGERS, TRUSTED, Admission, Connection
from pegboard.pairing.viewer import BOARD, WATCHER, Viewer
from pegboard.web.watchers import WATCHERS, Place, Places
from tests.support.doors import bearer, cookie, pairing
from tests.support.waiting import wait_until
from tests.support.web_fake import FakeDesk, Server, serving

BOARD_HERE = "127.0.0.1"
"""The board's own machine here; other loopback addresses stand for the network."""
SOON_S = 0.4


class Opened:
    """Connections as `Admission` sees them."""

    def __init__(self) -> None:
        self.admission = Admission()
        self.ended: list[int] = []
        self.opened: dict[int, Connection] = {}
        self._numbers = count()

    def open(self, address: str, *, busy: bool = False) -> int | None:
        """The number of a new one; None if it is refused."""
        number = next(self._numbers)
        connection = self.admission.enter(address, lambda: self.ended.append(number))
        if connection is None:
            return None
        connection.busy, self.opened[number] = busy, connection
        return number


def test_the_oldest_silent_one_of_an_address_goes() -> None:
    there = Opened()
    for _ in range(STRANGERS.per_address):
        there.open("10.0.0.1")
    there.opened[0].busy = True
    assert there.open("10.0.0.1") is not None and there.ended == [1]
    assert there.open("10.0.0.2") is not None and there.ended == [1]


def test_all_strangers_together_leave_the_board_and_its_devices_alone() -> None:
    there = Opened()
    there.admission.trust("10.9.9.9")
    for number in range(1000):
        there.open(f"10.0.{number % 200}.1", busy=True)
    assert len(there.admission) == STRANGERS.total and there.ended == []
    assert there.open("10.1.1.1") is None, "all of them are at work"
    for _ in range(40):
        assert there.open("10.9.9.9") is not None
        assert there.open("127.0.0.1") is not None and there.open("::1") is not None
    assert there.ended == []


def test_an_address_is_known_once_a_device_was_heard_from_it() -> None:
    there = Opened()
    first = there.open("10.0.0.1")
    assert first is not None and there.opened[first].group is STRANGERS
    there.opened[first].trust()
    assert there.opened[first].group is TRUSTED
    second = there.open("10.0.0.1")
    assert second is not None and there.opened[second].group is TRUSTED
    for number in range(MOST_TRUSTED):
        there.admission.trust(f"10.2.{number}.1")
    third = there.open("10.0.0.1")
    assert third is not None and there.opened[third].group is STRANGERS, "forgotten by now"


@given(
    st.lists(
        st.tuples(st.sampled_from([f"10.0.0.{n}" for n in range(40)]), st.booleans()), max_size=900
    )
)
def test_no_group_and_no_address_ever_has_more(arrivals: list[tuple[str, bool]]) -> None:
    there = Opened()
    for number, (address, busy) in enumerate(arrivals):
        there.open(address, busy=busy)
        if number % 50 == 7:
            there.admission.trust(address)
    living = [one for number, one in there.opened.items() if number not in there.ended]
    assert len(living) == len(there.admission)
    assert sum(each.group is STRANGERS for each in living) <= STRANGERS.total
    for address in {each.address for each in living if each.group is STRANGERS}:
        assert sum(each.address == address for each in living) <= STRANGERS.per_address


def test_all_groups_together_leave_files_for_the_rest() -> None:
    assert LOCAL.total + TRUSTED.total + STRANGERS.total <= 900


@pytest.mark.parametrize(
    ("address", "own"),
    [("127.0.0.1", True), ("127.3.4.5", True), ("::1", True), ("::ffff:127.0.0.1", True),
     ("::ffff:192.168.1.7", False), ("192.168.1.7", False), ("fe80::1%eth0", False),
     ("somewhere", False), ("", False)],
)  # fmt: skip
def test_the_boards_own_machine(address: str, own: bool) -> None:
    assert is_loopback(address) is own


def test_a_device_on_ipv6_is_one_whatever_it_calls_itself() -> None:
    assert (
        network_key("fd00::5:1:2:3")
        == network_key("fd00::5:ffff:2:9")
        != network_key("fd00:0:0:6::1")
    )
    assert network_key("::ffff:10.0.0.1") == network_key("10.0.0.1") != network_key("10.0.0.2")
    assert network_key("somewhere") == "somewhere"


# --- WebSockets


def entered(places: Places, viewer: Viewer, host: str) -> Place:
    place = places.enter(viewer, host)
    assert place is not None
    return place


def test_one_address_has_eight_watchers_and_the_oldest_goes() -> None:
    places = Places()
    mine = [entered(places, WATCHER, "10.0.0.1") for _ in range(WATCHERS + 2)]
    assert [place.ended.is_set() for place in mine] == [True, True] + [False] * WATCHERS
    assert not entered(places, WATCHER, "10.0.0.2").ended.is_set() and len(places) == WATCHERS + 1


def test_places_are_kept_for_the_board_and_its_devices() -> None:
    places = Places()
    device = Viewer("player", "id", "Ann")
    for number in range(400):
        places.enter(WATCHER, f"10.0.{number}.1")
    assert len(places) == 150
    inside = [entered(places, BOARD, "127.0.0.1"), *(
        entered(places, device, "10.0.7.1") for _ in range(49)
    )]  # fmt: skip
    assert len(places) == 200
    inside += [entered(places, device, "10.0.7.1") for _ in range(150)]
    assert len(places) == 200 and not any(place.ended.is_set() for place in inside)
    assert places.enter(BOARD, "127.0.0.1") is None and places.enter(WATCHER, "10.3.3.3") is None


def test_watchers_share_their_places() -> None:
    places = Places()
    greedy = [entered(places, WATCHER, f"10.0.0.{n // 8}") for n in range(150)]
    assert not entered(places, WATCHER, "10.5.5.5").ended.is_set()
    assert sum(place.ended.is_set() for place in greedy) == 1
    places = Places()
    for number in range(150):
        entered(places, WATCHER, f"10.0.{number}.1")
    assert places.enter(WATCHER, "10.5.5.5") is None, "all have one"


def test_a_proxy_stands_for_many() -> None:
    places = Places()
    assert all(places.enter(WATCHER, "127.0.0.1") for _ in range(100))


# --- over a real server


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for a request is short."""
    monkeypatch.setattr(protocols, "REQUEST_S", SOON_S)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    admission = Admission(is_local=lambda host: host == BOARD_HERE)
    with serving(
        FakeDesk(), admission=admission, pairing=pairing(tmp_path, "Ann"), kiosk=True
    ) as server:
        yield server


@contextmanager
def dialled(server: Server, address: str = "127.0.0.9") -> Iterator[socket.socket]:
    """A connection from an address."""
    where = ("127.0.0.1", server.port)
    with closing(socket.create_connection(where, 10, (address, 0))) as there:
        yield there


def ended(there: socket.socket, within_s: float = 10) -> bytes:
    """What was said until the other side ended it."""
    there.settimeout(within_s)
    said = b""
    try:
        while more := there.recv(65536):
            said += more
    except ConnectionResetError:
        pass
    return said


def ask(server: Server, address: str, head: str = "GET /healthz HTTP/1.1") -> bytes:
    with dialled(server, address) as there:
        there.sendall(f"{head}\r\nHost: {server.url[7:]}\r\nConnection: close\r\n\r\n".encode())
        return ended(there)


def test_a_header_that_never_ends_has_its_time(server: Server, quick: None) -> None:
    with dialled(server) as silent, dialled(server) as slow, dialled(server) as used:
        began = time.monotonic()
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        used.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.url[7:]}\r\n\r\n".encode())
        assert ended(silent) == b""
        for _ in range(20):  # one byte after the other is no excuse
            if select.select([slow], [], [], 0.05)[0]:
                break
            slow.sendall(b"a")
        assert ended(slow).startswith(b"HTTP/1.1 408 ")
        assert SOON_S * 0.9 <= time.monotonic() - began < 5
        assert used.recv(1000).startswith(b"HTTP/1.1 200 "), "nothing is slow in that"
        used.sendall(b"GET /healthz HT")
        assert ended(used).startswith(b"HTTP/1.1 408 "), "nor is a second request waited for"


def test_a_body_that_never_ends_has_its_time(server: Server, quick: None) -> None:
    head = f"Host: {server.url[7:]}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n"
    with dialled(server, BOARD_HERE) as there:
        there.sendall(f"POST /api/command HTTP/1.1\r\n{head}\r\n{{".encode())
        assert ended(there).startswith(b"HTTP/1.1 408 ")


def test_a_long_body_that_keeps_coming_is_waited_for(server: Server, quick: None) -> None:
    """As a backup over a poor Wi-Fi, though it is refused in the end."""
    piece = b"x" * 40_000
    head = f"Host: {server.url[7:]}\r\nContent-Length: {8 * len(piece)}\r\n"
    with dialled(server, BOARD_HERE) as there:
        there.sendall(f"POST /api/command HTTP/1.1\r\n{head}\r\n".encode())
        for _ in range(8):
            there.sendall(piece)
            time.sleep(0.15)
        there.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.url[7:]}\r\n\r\n".encode())
        there.settimeout(10)
        said = b""
        while b"ok\n" not in said:
            said += there.recv(65536)
        assert said.startswith(b"HTTP/1.1 415 ") and b"HTTP/1.1 200 " in said


@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 6\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 6",
    ],
)
def test_a_body_of_two_lengths_hides_no_second_request(server: Server, lengths: str) -> None:
    host = f"Host: {server.url[7:]}\r\nContent-Type: application/json\r\n"
    body = '{"id": "b", "press": "ok"}'
    hidden = f"POST /api/command HTTP/1.1\r\n{host}Content-Length: {len(body)}\r\n\r\n{body}"
    with dialled(server, BOARD_HERE) as there:
        there.sendall(
            f"POST /api/command HTTP/1.1\r\n{host}{lengths}\r\n\r\n0\r\n\r\n{hidden}".encode()
        )
        said = ended(there)
    assert said.startswith(b"HTTP/1.1 400 ") and said.count(b"HTTP/1.1") == 1
    assert server.desk.asked == []


def test_a_stranger_who_only_sits_there_shuts_out_nobody(server: Server) -> None:
    with ExitStack() as stack:
        for number in range(STRANGERS.total + 50):
            stack.enter_context(dialled(server, f"127.0.{1 + number // 20}.9"))
        for address in (BOARD_HERE, "127.0.200.1", "127.0.1.9"):
            assert ask(server, address).startswith(b"HTTP/1.1 200 "), address


def test_one_too_many_at_work_is_told_to_come_back(server: Server) -> None:
    desk = server.desk
    desk.gate = server.call(asyncio.Event)
    body = '{"id": "a", "press": "ok"}'
    head = (
        f"POST /api/command HTTP/1.1\r\nHost: {server.url[7:]}\r\nContent-Length: {len(body)}\r\n"
        f"Content-Type: application/json\r\nAuthorization: {bearer('Ann')['authorization']}\r\n"
    )
    with ExitStack() as stack:
        for number in range(TRUSTED.per_address + 1):
            there = stack.enter_context(dialled(server))
            there.sendall(f"{head}\r\n{body}".encode())
            if number in (
                0,
                TRUSTED.per_address - 1,
            ):  # the address is known; all of them are at work
                wait_until(lambda: desk.waiting == number + 1, "the commands")  # noqa: B023
        last = ended(there)
        assert last.startswith(b"HTTP/1.1 503 ") and b"retry-after" in last
        assert ask(server, BOARD_HERE).startswith(b"HTTP/1.1 200 ")
        server.call(desk.gate.set)


def test_every_place_is_given_back(tmp_path: Path) -> None:
    admission = Admission()
    with serving(FakeDesk(), admission=admission) as server:
        for head in ("GET / HTTP/1.1", "GET /ws HTTP/1.1\r\nUpgrade: websocket", "nonsense"):
            ask(server, BOARD_HERE, head)
        with dialled(server) as there:
            there.sendall(
                f"GET /ws HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert there.recv(100).startswith(b"HTTP/1.1 101 ")
            assert len(admission) == 1
        wait_until(lambda: not len(admission), "a free place")


def test_a_client_that_is_gone_without_a_word_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads nothing and sends no pong, and every buffer on the way to it is full."""
    monkeypatch.setattr(options, "PING_S", 0.1)
    monkeypatch.setattr(protocols, "LEAVE_S", 0.1)
    admission = Admission()
    with serving(FakeDesk(), admission=admission) as server, dialled(server) as there:
        hub = server.desk.feed
        server.call(hub.publish_frame, bytes(32 << 20))
        there.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert there.recv(12) == b"HTTP/1.1 101"
        wait_until(lambda: not len(admission), "a free place")
        wait_until(lambda: not len(hub), "no feed that nobody reads")


def test_one_that_comes_while_the_server_stops_does_not_hold_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It says nothing, and was accepted in the very turn of the loop in which the server stops."""
    monkeypatch.setattr(protocols, "REQUEST_S", 60.0)
    admission = Admission()
    server = Server(FakeDesk(), admission=admission)
    enter, entered = admission.enter, []

    def entering(host: str, end: Callable[[], None]) -> Connection | None:
        entered.append(host)
        return enter(host, end)

    def stop_after_a_while() -> None:
        server.uvicorn.should_exit = True
        time.sleep(0.3)  # the server looks ten times a second whether it has to stop

    monkeypatch.setattr(admission, "enter", entering)
    assert server.loop is not None
    server.loop.call_soon_threadsafe(stop_after_a_while)
    with dialled(server) as there:
        assert ended(there) == b""
        server.stop()
    assert len(entered) == 1


def test_a_players_silent_phone_is_asked_more_often(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its connection stands, but nobody is there to send a pong."""
    for name in ("DEVICE_PING_S", "DEVICE_PONG_S", "LEAVE_S"):
        assert getattr(protocols, name) <= 4.0
        monkeypatch.setattr(protocols, name, 0.05)
    door = pairing(tmp_path, "Ann")
    with serving(FakeDesk(), pairing=door, kiosk=False) as server, dialled(server) as there:
        there.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: Upgrade\r\n"
            f"Cookie: {cookie('Ann')['cookie']}\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert there.recv(12) == b"HTTP/1.1 101"
        wait_until(lambda: not len(server.desk.feed), "no feed that nobody reads")
