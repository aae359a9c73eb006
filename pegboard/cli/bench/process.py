"""The service as a separate process, and its start-up time."""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def service(
    *options: str,
    python: str = sys.executable,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[tuple[int, str]]:
    """Runs a simulated board on a free port; yields its process and the URL of its page.

    Args:
        options: command-line options.
        python: interpreter.
        folder: working folder; None for that of this process.
        environment: environment variables; None for those of this process.
    """
    with tempfile.TemporaryDirectory() as state:
        command = [python, "-m", "pegboard", "run", "--simulated", "--port", "0", "--state", state]
        process = subprocess.Popen(
            [*command, *options], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        try:
            yield process.pid, next(addresses(process.stdout))
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


def addresses(lines: Any) -> Iterator[str]:
    """Yields the URLs of pages printed by a service."""
    for line in lines:
        if "http://" in line:
            yield line[line.index("http://") :].strip()


def count_once(address: str) -> None:
    """Starts a camera reading and waits for the result."""
    body = json.dumps({"id": "bench", "count": True}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address + "api/command", body, headers)
    urllib.request.urlopen(request, timeout=10).close()
    for _ in range(300):
        with urllib.request.urlopen(address + "api/state", timeout=10) as reply:
            if not json.load(reply)["counting"]:
                return
        time.sleep(0.1)


def rss_mib(process: int) -> float:
    """Returns the resident memory of a process, in MiB."""
    fields = Path(f"/proc/{process}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def children(process: int) -> list[int]:
    """Returns the child processes of a process."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text().split()]


def start() -> dict[str, Any]:
    """Measures the time to the first page, and the memory of the process then."""
    started = time.perf_counter()
    with service() as (process, address):
        with urllib.request.urlopen(address, timeout=10) as page:
            page.read()
        start_s = time.perf_counter() - started
        without = rss_mib(process)
        count_once(address)
        camera = sum(rss_mib(child) for child in children(process))
        with_camera = rss_mib(process) + camera
    return {"start_s": start_s, "rss_mib": {"without": without, "with": with_camera}}
