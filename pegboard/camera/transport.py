"""Transport to the camera process, which is our child or belongs to a systemd unit on a socket.

Both use the line protocol of `pegboard.camera.process`. A systemd unit has its own limits:
which files it may read, and how much memory it may use before it (not the board) is killed.
"""

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pegboard.devices.cameras import ADDRESS
from pegboard.devices.notices import without_password

LINE_BYTES = 16 * 1024 * 1024
"""Largest answer: a picture at full size, in base64."""


class Link(Protocol):
    """Connection to one camera process, from its start to its end."""

    @property
    def ended(self) -> bool:
        """Returns True if the process has ended unexpectedly."""

    @property
    def unread(self) -> bool:
        """Returns True if the process has sent something that was not requested."""

    async def ask(self, line: str) -> bytes:
        """Sends a line, and returns the answer.

        Raises:
            OSError: the process ended instead, with the reason.
        """

    async def end(self) -> None:
        """Ends the process even if it hangs; idempotent."""


class Child:
    """A camera process started by us."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @property
    def ended(self) -> bool:
        """Returns True if the process has ended unexpectedly."""
        return self.process.returncode is not None

    @property
    def unread(self) -> bool:
        """Returns True if the process has sent something that was not requested."""
        return self.process.stdout is not None and _has_data(self.process.stdout)

    @classmethod
    async def start(cls, command: Sequence[str], address: str) -> "Child":
        """Starts the process.

        Raises:
            OSError: the process cannot be started.
        """
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                without_password(address),
                env=os.environ | {ADDRESS: address},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
            )
        )

    async def ask(self, line: str) -> bytes:
        """Sends a line, and returns the answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()
        answer = await self.process.stdout.readline()
        if not answer:
            raise OSError(f"exit code {await self.process.wait()}")
        return answer

    async def end(self) -> None:
        """Kills the process."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class Unit:
    """Camera process behind the socket of `pegboard.camera.unit`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @property
    def ended(self) -> bool:
        """Returns True if the unit has closed the connection."""
        return self.reader.at_eof()

    @property
    def unread(self) -> bool:
        """Returns True if the unit has sent something that was not requested."""
        return _has_data(self.reader)

    @classmethod
    async def connect(cls, path: Path, address: str) -> "Unit":
        """Connects to the unit's socket; the unit then starts a camera process.

        Raises:
            OSError: the unit is not listening; the message has the cure.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=LINE_BYTES)
        except OSError as error:
            raise OSError(
                f"{path}: {error.strerror or error}: systemctl restart pegboard-camera.socket"
            ) from error
        writer.write(f"{address}\n".encode())
        return cls(reader, writer)

    async def ask(self, line: str) -> bytes:
        """Sends a line, and returns the answer."""
        answer = b""
        with suppress(ConnectionError):  # the process may have ended before it read the line
            self.writer.write(f"{line}\n".encode())
            await self.writer.drain()
            answer = await self.reader.readline()
        if not answer:
            raise OSError("its unit ended it; journalctl -u pegboard-camera says why")
        return answer

    async def end(self) -> None:
        """Closes the connection; the unit then kills the process."""
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


def _has_data(reader: asyncio.StreamReader) -> bool:
    """Returns whether unread data has arrived."""
    buffer: bytearray = reader._buffer  # type: ignore[attr-defined]
    return bool(buffer)
