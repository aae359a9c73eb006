"""The real service as a child process."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.support.child import WAIT_S, Child
from tests.support.waiting import wait_until

SIMULATED = """
[board]
strip = "memory:"
[buttons]
source = "gpio:mock"
[camera]
source = "none"
"""
"""A configuration with nothing real and no camera; more sections may follow."""


class RunningBoard(Child):
    """A `pegboard run` process on a simulated board, on any free port."""

    def __init__(
        self, state: Path, *options: str, under: Sequence[str] = (), fresh: bool = False
    ) -> None:
        # Without --config everything is simulated; a configuration chooses the devices.
        simulated = [] if "--config" in options else ["--simulated"]
        self.errors = (state.parent / "stderr.txt").open("a+")
        command = ["run", *simulated, "--port", "0", "--state", str(state), *options]
        self.start(command, under, fresh)
        self.output_lines: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output_lines.append(line.strip())
            if "http://" in line:
                self.address = line[line.index("http://") :].strip()
                return
        self.process.wait(WAIT_S)
        self.errors.seek(0)
        stderr = self.errors.read()
        self._close()
        raise AssertionError(f"the service did not start: {stderr}")

    def get(self, path: str) -> Any:
        """Returns the JSON, or the text, at a path."""
        with urllib.request.urlopen(self.address + path, timeout=WAIT_S) as reply:
            body = reply.read()
            return json.loads(body) if "json" in reply.headers["content-type"] else body.decode()

    def command(self, id: str = "", **what: Any) -> dict[str, Any]:
        """Sends a command; returns its acknowledgement."""
        return self.post("api/command", id=id or uuid4().hex, **what)

    def post(self, path: str, **what: Any) -> dict[str, Any]:
        """Posts JSON; returns the JSON response."""
        body = json.dumps(what).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as reply:
                answer: dict[str, Any] = json.load(reply)
        except urllib.error.HTTPError as error:
            answer = json.loads(error.read())
        return answer

    def wait_for_state(self, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Returns the first state that passes the test."""
        state: dict[str, Any] = {}

        def passes() -> bool:
            nonlocal state
            state = self.get("api/state")
            return bool(test(state))

        wait_until(passes, lambda: f"another state than {state}", every_s=0.02)
        return state

    def reset(self) -> "RunningBoard":
        """Prepares for the next test: starts a new score game and revokes all devices."""
        for device in self.get("api/devices")["devices"]:
            self.post("api/devices", revoke=device["id"])
        assert self.command(new={"mode": "score"})["ok"]
        self.wait_for_state(
            lambda s: s["seq"] == 0 and not any(s["pending"]) and s["offer"] is None
        )
        return self


@contextmanager
def running_board(state: Path, *options: str) -> Iterator[RunningBoard]:
    """Runs a service for the duration of the block."""
    service = RunningBoard(state, *options)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.stop()
        else:
            service._close()
