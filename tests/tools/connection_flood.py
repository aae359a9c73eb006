"""Floods the board's port with thousands of idle or dribbling connections.

python -m tests.tools.connection_flood        # idle, then slow: figures of the board's page
"""

import asyncio
import os
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import quantiles

from pegboard.http.lan_address import local_ip
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.waiting import await_until

CROWD = 2000
AGAIN_S = 5.0
"""Seconds after which a closed connection is reopened."""
DRIBBLE_S = 1.0
"""Between two bytes of one that is slow."""
FILES = 1024
"""As many files as a service may open that nobody gave more."""
HEADER = b"GET / HTTP/1.1\r\nHost: board\r\nX-Dribble: "
CONFIG = SIMULATED.replace("[board]", '[web]\nhost = "0.0.0.0"\n[board]')


@dataclass(slots=True)
class Figures:
    """Measurements of the board's own page and of systemd's watchdog."""

    page_s: list[float] = field(default_factory=list)
    command_s: list[float] = field(default_factory=list)
    failed: int = 0
    fed: int = 0
    longest_unfed_s: float = 0.0
    held: int = 0
    log_bytes: int = 0

    def in_words(self) -> str:
        """Formats the figures as one line."""
        if min(len(self.page_s), len(self.command_s)) < 2:
            return f"{self.held} held at most; nothing is answered; log {self.log_bytes} bytes"
        page, command = (
            1000 * quantiles(each, n=100)[98] for each in (self.page_s, self.command_s)
        )
        return (
            f"{self.held} held at most; page p99 {page:.0f} ms, command p99 {command:.0f} ms of "
            f"{len(self.page_s)}, {self.failed} failed; watchdog fed {self.fed} times, "
            f"longest pause {self.longest_unfed_s:.1f} s; log {self.log_bytes} bytes"
        )


@contextmanager
def flooded(address: str, port: int, *, slow: bool) -> Iterator[list[int]]:
    """Floods the board during the block; yields a list with the number of open connections."""
    holds, stop = [0], threading.Event()

    async def one(number: int) -> None:
        await asyncio.sleep(number / CROWD)
        while not stop.is_set():
            with suppress(OSError, asyncio.TimeoutError):
                reader, writer = await asyncio.open_connection(address, port)
                holds[0] += 1
                try:
                    if slow:
                        writer.write(HEADER)
                    while not stop.is_set():
                        with suppress(asyncio.TimeoutError):
                            async with asyncio.timeout(DRIBBLE_S):
                                if not await reader.read(1000):
                                    break
                        if slow:
                            writer.write(b"x")
                finally:
                    holds[0] -= 1
                    writer.transport.abort()
            if not stop.is_set():
                await asyncio.sleep(AGAIN_S)

    async def all_of_them() -> None:
        crowd = [asyncio.create_task(one(number)) for number in range(CROWD)]
        await await_until(stop.is_set, "the end of the crowd", inf, every_s=0.05)
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    try:
        yield holds
    finally:
        stop.set()
        thread.join()


def measure(folder: Path, *, slow: bool, for_s: float) -> Figures | None:
    """Measures the board under a flood; None if the machine has only a loopback address."""
    address = local_ip()
    if address is None:
        return None
    (folder / "c.toml").write_text(CONFIG)
    found = Figures()
    notify_socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify_socket.bind(f"{folder}/notify")
    notify_socket.settimeout(0.2)
    os.environ |= {"NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "1500000"}
    try:
        service = RunningBoard(
            folder / "state", "--config", f"{folder}/c.toml", under=["prlimit", f"--nofile={FILES}"]
        )
    finally:
        del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
    ended = threading.Event()

    def listen() -> None:
        last = time.monotonic()
        while not ended.is_set():
            with suppress(TimeoutError):
                if b"WATCHDOG=1" in notify_socket.recv(1000):
                    found.fed += 1
                    last = time.monotonic()
            found.longest_unfed_s = max(found.longest_unfed_s, time.monotonic() - last)

    def look() -> bool:
        return bool(service.get(""))

    def press() -> bool:
        return bool(service.command(press="0+1")["ok"])

    port = int(service.address.rstrip("/").rpartition(":")[2])
    listening = threading.Thread(target=listen)
    try:
        service.command(new={"mode": "score"})
        with flooded(address, port, slow=slow) as holds:
            time.sleep(2)
            listening.start()
            end = time.monotonic() + for_s
            while time.monotonic() < end:
                for times, use in ((found.page_s, look), (found.command_s, press)):
                    began = time.perf_counter()
                    try:
                        found.failed += not use()
                    except OSError:
                        found.failed += 1
                    times.append(time.perf_counter() - began)
                found.held = max(found.held, holds[0])
                time.sleep(0.02)
    finally:
        ended.set()
        if listening.ident is not None:
            listening.join()
        notify_socket.close()
        service.stop()
    found.log_bytes = (folder / "stderr.txt").stat().st_size
    return found


def main() -> int:
    """Measures both kinds of flood and prints the figures."""
    for slow in (False, True):
        with tempfile.TemporaryDirectory() as name:
            found = measure(Path(name), slow=slow, for_s=20)
        print("slow:" if slow else "idle:", "no address" if found is None else found.in_words())
    return 0


if __name__ == "__main__":
    sys.exit(main())
