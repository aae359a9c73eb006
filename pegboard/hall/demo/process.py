"""A hall in a child process, and a client for its director's commands."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pegboard.errors import DeviceError
from pegboard.hall.codes import HallFault
from pegboard.hall.service.director import PIN_FILE

ANSWER_S, STOP_S = 10.0, 30.0


@dataclass(slots=True)
class HallProcess:
    """A running hall.

    Attributes:
        pid: process id.
        address: address of its page, without a trailing slash.
        pin: the director's PIN.
    """

    pid: int
    address: str
    pin: str
    _token: str = field(default="", repr=False)

    def direct(self, verb: str, **what: Any) -> dict[str, Any]:
        """Sends a director's command, as the director's page does.

        Returns:
            The answer of the hall.

        Raises:
            OSError: the hall does not answer, or refuses.
        """
        if not self._token:
            self._token = str(self._post("enter", pin=self.pin)["token"])
        return self._post("command", do=verb, **what)

    def code(self) -> str:
        """Creates a new join code."""
        return str(self.direct("code")["code"]["code"])

    def _post(self, path: str, **what: Any) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        url = f"{self.address}/api/director/{path}"
        request = urllib.request.Request(url, json.dumps(what).encode(), headers)
        with urllib.request.urlopen(request, timeout=ANSWER_S) as reply:
            answer: dict[str, Any] = json.load(reply)
        return answer


@contextmanager
def hall_process(folder: Path, port: int = 0, config: Path | None = None) -> Iterator[HallProcess]:
    """Runs a hall until the block ends.

    Args:
        folder: folder of the hall.
        port: port of its page; 0 for any free port.
        config: configuration file, if any.

    Raises:
        DeviceError: the hall does not start.
    """
    command = [sys.executable, "-m", "pegboard", "hall", "run", "--port", str(port)]
    if config is not None:
        command += ["--config", str(config)]
    # A new session, so that Ctrl-C reaches only this program, which then stops the hall.
    process = subprocess.Popen(
        [*command, "--folder", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        lines = (line for line in process.stdout if " at http" in line)
        address = next(lines, "").partition(" at ")[2].strip().rstrip("/")
        if not address:
            raise DeviceError(HallFault.NOT_STARTED)
        yield HallProcess(process.pid, address, (folder / PIN_FILE).read_text().strip())
    finally:
        process.terminate()
        process.wait(STOP_S)
        process.stdout.close()
