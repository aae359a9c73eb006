"""`pegboard bench hall`: a hall under load, in a separate process on this machine."""

import asyncio
import contextlib
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from pegboard.cli.bench.hall_clients import Onlooker, SimulatedPlayer, Timings, games
from pegboard.cli.bench.process import rss_mib
from pegboard.hall.demo.process import HallProcess, hall_process
from pegboard.hall.service.config import load_hall
from pegboard.host.process_limits import raise_file_limit

READERS = 10
"""Number of onlookers that parse messages."""
AT_ONCE = 50
"""Number of connections made at the same time."""
DRAIN_S = 300.0
"""Timeout for a backlog in seconds."""


@dataclass(frozen=True, slots=True)
class Load:
    """The simulated load.

    Attributes:
        boards, onlookers: number of clients.
        seconds: duration in seconds.
        speed: speed of play; 1 for a game in a quarter of an hour.
        backlog: number of actions of each board before it connects.
        config: configuration file of the hall; None to store in a file.
    """

    boards: int
    onlookers: int
    seconds: float
    speed: float
    backlog: int
    config: Path | None = None


def hall(load: Load) -> dict[str, Any]:
    """Measures a hall under this load.

    Raises:
        ConfigError: the configuration is invalid.
        DeviceError: the hall does not start.
    """
    if load.config is not None:
        load_hall(load.config)  # reports an invalid file here, before the hall is started with it
    with (
        tempfile.TemporaryDirectory(prefix="pegboard-bench-") as folder,
        hall_process(Path(folder), config=load.config) as running,
    ):
        return asyncio.run(measure_running(load, running))


async def measure_running(load: Load, running: HallProcess) -> dict[str, Any]:
    """Measures a running hall.

    Args:
        load: simulated load.
        running: the hall process.
    """
    raise_file_limit(load.boards + load.onlookers + 200)
    rng, times = Random(1), Timings()
    process, address = running.pid, running.address
    code = await asyncio.to_thread(running.code)
    lines = games(rng)
    boards = [SimulatedPlayer(lines, Random(n), times) for n in range(load.boards)]
    for board in boards:
        for _ in range(load.backlog):
            board.play_next()
    for first in range(0, len(boards), AT_ONCE):
        some = boards[first : first + AT_ONCE]
        await asyncio.gather(*(board.join(address, code) for board in some))
    hearing = [asyncio.create_task(board.receive()) for board in boards]
    figures: dict[str, Any] = {"boards": load.boards, "onlookers": load.onlookers}
    try:
        if load.backlog:
            figures["backlog"] = await _drained(boards, process)
        lookers = await _onlookers(load.onlookers, address, times)
        await asyncio.sleep(1.0)
        times.seen_s.clear()
        times.acknowledged.clear()
        times.actions = 0
        begun, hall_s, own_s = time.monotonic(), cpu_s(process), time.process_time()
        until = begun + load.seconds
        await asyncio.gather(*(board.play(load.speed, until) for board in boards))
        took_s = time.monotonic() - begun
        figures |= {
            "actions_per_s": times.actions / took_s,
            "to_board_ms": _shares(times.acknowledged),
            "to_onlooker_ms": _shares(times.seen_s),
            "messages_per_s": sum(onlooker.messages for onlooker in lookers) / took_s,
            "hall_cores": (cpu_s(process) - hall_s) / took_s,
            "clients_cores": (time.process_time() - own_s) / took_s,
            "hall_rss_mib": rss_mib(process),
            "lost": sum(each.ended for each in lookers) + sum(task.done() for task in hearing),
        }
        for looker in lookers:
            looker.close()
    finally:
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                await asyncio.gather(*(board.close() for board in boards))
    return figures


async def _drained(boards: list[SimulatedPlayer], process: int) -> dict[str, float]:
    begun, hall_s = time.monotonic(), cpu_s(process)
    n = sum(len(board.feed) for board in boards)
    for board in boards:
        await board.send()
    async with asyncio.timeout(DRAIN_S):
        await asyncio.gather(*(board.done.wait() for board in boards))
    took_s = time.monotonic() - begun
    return {
        "entries": n,
        "seconds": took_s,
        "entries_per_s": n / took_s,
        "hall_cores": (cpu_s(process) - hall_s) / took_s,
    }


async def _onlookers(n: int, address: str, measured: Timings) -> list[Onlooker]:
    there, loop = urlsplit(address), asyncio.get_running_loop()
    lookers: list[Onlooker] = []

    async def come(looker: Onlooker) -> None:
        await loop.create_connection(lambda: looker, there.hostname or "", there.port or 0)

    for first in range(0, n, AT_ONCE):
        some = [
            Onlooker(measured if number < READERS else None)
            for number in range(first, min(first + AT_ONCE, n))
        ]
        await asyncio.gather(*map(come, some))
        lookers += some
    return lookers


def cpu_s(process: int) -> float:
    """Returns the CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _shares(seconds: list[float]) -> dict[str, float | None]:
    ordered = sorted(seconds)
    if not ordered:
        return {"p50": None, "p99": None}
    return {
        f"p{share}": 1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)]
        for share in (50, 99)
    }
