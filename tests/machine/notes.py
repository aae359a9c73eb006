"""Acknowledgements of the machine, recorded with the length of its disk log at that time."""

import json
import socket
import threading
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Note:
    """An acknowledgement: id of the command, request, and length of the log after it."""

    id: str
    action: str
    at: int


class Notebook:
    """Records the lines from a machine's port, and confirms each."""

    def __init__(self, port: Path, log: Path | None = None) -> None:
        """Starts listening.

        Args:
            port: socket of the machine's port.
            log: log of its disk, whose length is recorded with each line.
        """
        self.notes: list[Note] = []
        self._log = log
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(port))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._socket.close()

    def _listen(self) -> None:
        rest = b""
        while True:
            try:
                if not (got := self._socket.recv(65536)):
                    return
            except OSError:
                return
            *lines, rest = (rest + got).split(b"\n")
            for line in lines:
                id, action = json.loads(line)
                length = self._log.stat().st_size if self._log else 0
                self.notes.append(Note(id, action, length))
                try:
                    self._socket.sendall(b".")
                except OSError:
                    return  # the machine was killed
