"""A real hall as a child process."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from pegboard.hall.service.director import PIN_FILE
from tests.support.child import WAIT_S, Child
from tests.support.waiting import wait_until

WRONG_CLOCK = """
import sys, time
right, wrong_s = time.time, float(sys.argv.pop(1))
time.time = lambda: right() + wrong_s
from pegboard.cli.app import main
main()
"""
"""The program on a machine whose clock is wrong by the seconds that it is given first."""


DIRECTOR_FILES = ("leave", "players.csv", "event.json")
"""Director paths that are not commands."""


class RunningHall(Child):
    """A `pegboard hall run` process; running in the same folder resumes the hall."""

    def __init__(
        self, folder: Path, port: int = 0, bind: str = "127.0.0.1", config: Path | None = None
    ) -> None:
        self.folder, self._bind = folder, bind
        self._more = ["--config", str(config)] if config is not None else []
        self._token = ""
        self._start(port)

    def restart(self, *, clock_s: float = 0.0) -> None:
        """Restarts the hall at the same address, with its clock off by `clock_s`."""
        self._start(self.port, clock_s)

    def _start(self, port: int, clock_s: float = 0.0) -> None:
        folder = self.folder
        self.errors = folder.with_suffix(".log").open("a+")
        command = ["hall", "run", "--folder", str(folder), "--port", str(port)]
        command += ["--bind", self._bind, *self._more]
        if clock_s:
            wrong = [sys.executable, "-c", WRONG_CLOCK, str(clock_s)]
            self.process = subprocess.Popen(
                [*wrong, *command], stdout=subprocess.PIPE, stderr=self.errors, text=True
            )
        else:
            self.start(command)
        self.address = self.pin = self.printed = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed += line
            if "http://" in line:
                self.address = (
                    line[line.index("http://") :]
                    .strip()
                    .rstrip("/")
                    .replace("0.0.0.0", "127.0.0.1")
                )
            if "PIN is " in line:
                self.pin = (folder / PIN_FILE).read_text().strip()
                break
        if not self.pin:
            self.errors.seek(0)
            stderr = self.errors.read()
            self.kill()
            raise AssertionError(f"the hall did not start: {stderr}")
        self.port = int(self.address.rpartition(":")[2])

    def get(self, path: str) -> Any:
        """Returns the JSON at a path."""
        return self._request(urllib.request.Request(f"{self.address}/{path}"))

    def post(self, path: str, **what: Any) -> Any:
        """Posts JSON; returns the JSON response."""
        body = json.dumps(what).encode()
        headers = {"Content-Type": "application/json"}
        return self._request(urllib.request.Request(f"{self.address}/{path}", body, headers))

    def post_as_director(self, path: str, **what: Any) -> Any:
        """Posts a director command, logging in with the PIN if needed."""
        if not self._token:
            self._token = self.post("api/director/enter", pin=self.pin)["token"]
        verb, _, event = path.partition("?")
        if verb in DIRECTOR_FILES:
            return self.post(f"api/director/{path}", **what)
        return self.post(f"api/director/command?{event}", do=verb, **what)

    def get_as_director(self, path: str) -> Any:
        """Returns the JSON at a director path."""
        if not self._token:
            self._token = self.post("api/director/enter", pin=self.pin)["token"]
        return self.get(f"api/director/{path}")

    def _request(self, request: urllib.request.Request) -> Any:
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            return json.loads(error.read())

    def new_join_code(self) -> str:
        """Requests a new join code."""
        return str(self.post_as_director("code")["code"]["code"])

    def board(self, id: str) -> dict[str, Any]:
        """Returns a board's public state, or an empty dict."""
        parts = self.get("api/tables")["parts"]
        found: dict[str, Any] = parts.get(f"board {id}", {})
        return found


until = wait_until
