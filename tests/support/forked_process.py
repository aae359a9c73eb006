"""Runs pegboard programs as forks of a process with warm imports.

Nearly all that a start costs goes into imports. One process for each process of tests has made
them; every program is a fork of it, with its own standard output, errors, environment, signals and
exit code. Where the start itself is the subject, a test starts `python -m pegboard` as people do.
"""

import atexit
import gc
import json
import os
import runpy
import select
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

from tests.support.paths import ROOT

IMPORTED = (
    "pegboard.cli.hall.run",
    "pegboard.cli.run",
    "pegboard.players.engine.endings",
    "pegboard.service.hall",
    "pegboard.service.operations",
    "pegboard.service.run",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
"""The modules that the programs import when they start, with all that these import."""
REQUEST_BYTES = 1 << 17


class Forked:
    """A running `pegboard` with the part of `subprocess.Popen`'s interface that tests use."""

    def __init__(self, arguments: Sequence[str], errors: IO[str]) -> None:
        """Starts the program.

        Args:
            arguments: of its command line, without the name of the program.
            errors: the file that gets its standard error.
        """
        request = json.dumps([list(arguments), str(Path.cwd()), dict(os.environ)]).encode()
        output, its_output = os.pipe()
        self._status, its_status = os.pipe()
        parent = _parent(os.environ.get("LD_PRELOAD", ""))
        socket.send_fds(parent, [request], [its_output, errors.fileno(), its_status])
        os.close(its_output)
        os.close(its_status)
        self.stdout: IO[str] = os.fdopen(output)
        self.pid = self._number()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Returns its exit code; None while it runs."""
        if self.returncode is None and select.select([self._status], [], [], 0)[0]:
            self._end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Returns its exit code once it has ended.

        Raises:
            TimeoutExpired: it still runs after that many seconds.
        """
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("pegboard", timeout or 0.0)
            self._end()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends a signal to it, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Sends SIGKILL to it, if it still runs."""
        self.send_signal(signal.SIGKILL)

    def _end(self) -> None:
        self.returncode = self._number()
        os.close(self._status)

    def _number(self) -> int:
        number = os.read(self._status, 4)
        assert number, "the process that forks has ended"
        return int.from_bytes(number, "big", signed=True)


@cache
def _parent(preload: str) -> socket.socket:
    """Starts the forking server; returns the socket that takes its requests.

    Args:
        preload: the LD_PRELOAD of its programs: a library cannot be loaded before one later.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.forked_process", str(theirs.fileno())],
        stdin=subprocess.DEVNULL,
        cwd=ROOT,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def fork_programs(requests: socket.socket) -> list[str]:
    """Forks a program per request until the socket closes, then exits.

    Returns:
        In each of the programs: the arguments of its command line.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: dict[int, tuple[int, int]] = {}  # by pidfd: the process, and where its end is reported
    selector = selectors.DefaultSelector()
    selector.register(requests, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fd != requests.fileno():
                selector.unregister(key.fd)
                pid, status = running.pop(key.fd)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                _report(status, code)
                os.close(status)
                os.close(key.fd)
                continue
            request, files, *_ = socket.recv_fds(requests, REQUEST_BYTES, 3)
            if not request:
                sys.exit()
            pid = os.fork()
            if not pid:
                selector.close()
                requests.close()
                for end, (_, status) in running.items():
                    os.close(end)
                    os.close(status)
                return _become(request, *files)
            output, errors, status = files
            os.close(output)
            os.close(errors)
            _report(status, pid)
            end = os.pidfd_open(pid)
            running[end] = (pid, status)
            selector.register(end, selectors.EVENT_READ)


def _report(status: int, number: int) -> None:
    os.write(status, number.to_bytes(4, "big", signed=True))


def _become(request: bytes, output: int, errors: int, status: int) -> list[str]:
    """Turns this process into the requested program; returns its arguments."""
    arguments, folder, variables = json.loads(request)
    os.close(status)
    for file, number in ((output, 1), (errors, 2)):
        os.dup2(file, number)
        os.close(file)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    time.tzset()
    return list(arguments)


if __name__ == "__main__":
    for name in IMPORTED:
        import_module(name)
    gc.freeze()
    sys.argv[1:] = fork_programs(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("pegboard", run_name="__main__", alter_sys=True)
