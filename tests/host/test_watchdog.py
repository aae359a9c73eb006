"""The watchdog is fed only while event loop, journal and strip respond."""

import asyncio
import os
import resource
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pegboard.board.color import OKABE_ITO
from pegboard.board.layout_files import load_layout
from pegboard.board.scene import Scene
from pegboard.devices.strip_driver import StripDriver
from pegboard.devices.strips.memory import MemoryStrip
from pegboard.errors import Common, DeviceError
from pegboard.host.systemd import Systemd, watchdog_s
from pegboard.host.watchdog import feed, run_watchdog
from pegboard.storage.journal import SqliteJournal
from tests.support.running_board import RunningBoard
from tests.support.waiting import await_until

EVERY_S = 0.01


class Listening:
    """Receiving end of the notification socket."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address.replace("@", "\0", 1) if address[0] == "@" else address)
        self.socket.settimeout(20)

    def heard(self) -> list[str]:
        return self.socket.recv(4096).decode().split("\n")

    def until(self, line: str) -> list[str]:
        """Returns everything received up to a line."""
        heard = self.heard()
        while heard[-1] != line and line not in heard:
            heard += self.heard()
        return heard


@pytest.fixture(params=["file", "abstract"])
def systemd(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Listening]:
    address = f"@pegboard-{os.getpid()}" if request.param == "abstract" else f"{tmp_path}/notify"
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    listening = Listening(address)
    yield listening
    listening.socket.close()


def run_story(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def test_notification_is_one_datagram(systemd: Listening) -> None:
    there = Systemd()
    assert there.notify("READY=1", "STATUS=playing")
    assert systemd.heard() == ["READY=1", "STATUS=playing"]
    there.close()
    assert not there.notify("WATCHDOG=1")


def test_notification_works_without_free_file_descriptors(systemd: Listening) -> None:
    there = Systemd()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = os.dup(0)
    os.close(used)
    resource.setrlimit(resource.RLIMIT_NOFILE, (used, hard))
    try:
        with pytest.raises(OSError):
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        assert there.notify("WATCHDOG=1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert systemd.heard() == ["WATCHDOG=1"]
    there.close()


def test_notification_reaches_restarted_systemd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd recreates its socket when it restarts."""
    monkeypatch.setenv("NOTIFY_SOCKET", f"{tmp_path}/notify")
    there = Systemd()
    assert not there.notify("READY=1")
    for _ in range(2):
        listening = Listening(f"{tmp_path}/notify")
        assert there.notify("WATCHDOG=1") and listening.heard() == ["WATCHDOG=1"]
        listening.socket.close()
        (tmp_path / "notify").unlink()
        assert not there.notify("WATCHDOG=1")
    there.close()


@pytest.mark.parametrize("address", [None, "", "vsock:2:1234", "/nowhere/at/all"])
def test_notification_is_skipped_without_systemd(
    address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if address is None:
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    else:
        monkeypatch.setenv("NOTIFY_SOCKET", address)
    there = Systemd()
    assert not there.notify("READY=1")
    there.close()


@pytest.mark.parametrize(
    ("usec", "pid", "wanted"),
    [
        ("20000000", None, 20.0),
        ("20000000", "own", 20.0),
        ("20000000", "1", None),
        (None, None, None),
        ("soon", None, None),
        ("0", None, None),
    ],
)
def test_interval_comes_from_systemd(
    usec: str | None, pid: str | None, wanted: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"WATCHDOG_USEC": usec, "WATCHDOG_PID": pid}.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, str(os.getpid()) if value == "own" else value)
    assert watchdog_s() == wanted


async def notified_until(
    checks: dict[str, Callable[[], Any]], enough: Callable[[list[str]], bool]
) -> list[str]:
    """Returns the lines sent until `enough` holds."""
    lines: list[str] = []
    there = asyncio.Event()

    def hear(*sent: str) -> None:
        lines.extend(sent)
        if enough(lines):
            there.set()

    feeding = asyncio.create_task(feed(checks, EVERY_S, hear))
    async with asyncio.timeout(20):
        await there.wait()
    feeding.cancel()
    await asyncio.gather(feeding, return_exceptions=True)
    return lines


async def nothing() -> None:
    pass


def test_watchdog_is_fed_while_all_parts_respond() -> None:
    async def story() -> None:
        lines = await notified_until(
            {"journal": nothing, "strip": nothing}, lambda all: len(all) == 4
        )
        assert lines == ["WATCHDOG=1"] * 4

    run_story(story())


def test_error_counts_as_response() -> None:
    async def full() -> None:
        raise DeviceError(Common.VERBATIM, says="the disk is full")

    async def story() -> None:
        lines = await notified_until({"journal": full, "strip": nothing}, lambda all: len(all) == 3)
        assert lines == ["WATCHDOG=1"] * 3

    run_story(story())


def test_silent_part_stops_feeding_and_is_reported_once() -> None:
    async def story() -> None:
        answers, calls = asyncio.Event(), 0

        async def stuck() -> None:
            nonlocal calls
            calls += 1
            await answers.wait()

        parts = {"journal": stuck, "strip": nothing}
        lines = await notified_until(parts, lambda all: len(all) == 1)
        assert lines == ["STATUS=waiting for journal"]

        calls = 0
        rounds = 0

        async def count() -> None:
            nonlocal rounds
            rounds += 1
            if rounds == 6:
                answers.set()

        parts = {"journal": stuck, "strip": count}
        lines = await notified_until(parts, lambda all: "WATCHDOG=1" in all)
        assert lines == ["STATUS=waiting for journal", "WATCHDOG=1", "STATUS=playing"]
        assert calls == 1, "a part that has not answered is not asked again"

    run_story(story())


def test_stuck_journal_stops_feeding(tmp_path: Path) -> None:
    """The service checks the journal on the single thread that accesses the disk."""

    async def story() -> None:
        worker, release = ThreadPoolExecutor(1), threading.Event()
        loop = asyncio.get_running_loop()
        journal = await loop.run_in_executor(worker, SqliteJournal, tmp_path / "journal.db")

        async def ask() -> None:
            await loop.run_in_executor(worker, journal.latest)

        # A slow response still counts.
        await notified_until({"journal": ask}, lambda all: all.count("WATCHDOG=1") == 2)
        stuck = loop.run_in_executor(worker, release.wait)
        lines = await notified_until({"journal": ask}, lambda all: any("journal" in a for a in all))
        assert lines == ["STATUS=waiting for journal"]
        release.set()
        await stuck
        await loop.run_in_executor(worker, journal.close)
        worker.shutdown()

    run_story(story())


class StickyStrip(MemoryStrip):
    """A strip whose driver blocks."""

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.free = threading.Event()
        self.free.set()
        self.entered = threading.Event()

    def show(self, frame: bytes) -> None:
        self.entered.set()
        self.free.wait()
        super().show(frame)


def test_stuck_strip_stops_feeding() -> None:
    async def story() -> None:
        layout = load_layout("two-track")
        strip = StickyStrip(layout.length)
        lights = StripDriver(
            lambda layout: strip,
            layout,
            OKABE_ITO,
            brightness=0.6,
            max_mA=2000,
            clock=time.monotonic,
            on_frame=lambda frame: None,
        )
        shining = asyncio.create_task(lights.run())
        await notified_until({"strip": lights.wait_idle}, lambda all: all.count("WATCHDOG=1") == 2)
        strip.free.clear()
        lights.show(Scene.attract())
        assert await asyncio.to_thread(strip.entered.wait, 20)
        lines = await notified_until({"strip": lights.wait_idle}, lambda all: len(all) == 1)
        assert lines == ["STATUS=waiting for strip"]
        strip.free.set()
        await notified_until({"strip": lights.wait_idle}, lambda all: "WATCHDOG=1" in all)
        shining.cancel()
        await asyncio.gather(shining, return_exceptions=True)

    run_story(story())


def test_stuck_event_loop_stops_feeding() -> None:
    async def story() -> None:
        lines: list[str] = []
        feeding = asyncio.create_task(feed({"strip": nothing}, EVERY_S, lambda *a: lines.extend(a)))
        await await_until(lambda: len(lines) >= 2)
        before = len(lines)
        time.sleep(20 * EVERY_S)  # blocks the loop for twenty rounds
        assert len(lines) == before
        await await_until(lambda: len(lines) > before)
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)

    run_story(story())


def test_ready_is_sent_only_after_start(
    systemd: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)

    async def story() -> None:
        started, there = False, Systemd()
        looks: list[bool] = []

        def has_started() -> bool:
            looks.append(started)
            return started

        attending = asyncio.create_task(run_watchdog({}, has_started, there))
        await await_until(lambda: len(looks) > 1, "a second look")
        systemd.socket.settimeout(0)
        with pytest.raises(BlockingIOError):
            systemd.heard()
        started = True
        await attending
        assert systemd.heard() == ["READY=1", "STATUS=playing"]
        there.close()

    run_story(story())


def test_service_notifies_systemd(
    systemd: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "300000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    service = RunningBoard(tmp_path / "state", "--no-demo")
    try:
        assert systemd.until("READY=1")[-2:] == ["READY=1", "STATUS=playing"]
        for _ in range(3):
            systemd.until("WATCHDOG=1")
    finally:
        assert service.stop() == 0
    systemd.until("STOPPING=1")
