"""The line to the camera process: a child of ours, or the camera's own systemd unit on a socket.

Both speak the lines of `devices.cameras.process`. As a unit of its own the camera has limits of
its own: what it may read, and how much memory it may take before it, and not the board, is ended.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

LINE_BYTES = 8 * 1024 * 1024
"""The longest answer, a picture in base64 included."""


class Link(Protocol):
    """One camera process, from its start to its end."""

    @property
    def ended(self) -> bool:
        """True if it has ended by itself, as far as is known."""

    async def ask(self, line: str) -> bytes:
        """Its answer to a line; OSError, saying why, where it ended instead."""

    async def end(self) -> None:
        """Ends it, however stuck it is; a second call does nothing."""


class Child:
    """A process that we started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @property
    def ended(self) -> bool:
        """True if it has ended by itself."""
        return self.process.returncode is not None

    @classmethod
    async def start(cls, command: Sequence[str], address: str) -> "Child":
        """Starts it; OSError where it cannot be."""
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                address,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
            )
        )

    async def ask(self, line: str) -> bytes:
        """Its answer to a line."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()
        answer = await self.process.stdout.readline()
        if not answer:
            raise OSError(f"exit code {await self.process.wait()}")
        return answer

    async def end(self) -> None:
        """Kills it."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class Unit:
    """The process at the other end of the socket of `pegboard.devices.cameras.unit`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @property
    def ended(self) -> bool:
        """True if the unit has hung up."""
        return self.reader.at_eof()

    @classmethod
    async def connect(cls, path: Path, address: str) -> "Unit":
        """Has one started for us; OSError, with what to do, where nobody listens."""
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=LINE_BYTES)
        except OSError as error:
            raise OSError(
                f"{path}: {error.strerror or error}: systemctl restart pegboard-camera.socket"
            ) from error
        writer.write(f"{address}\n".encode())
        return cls(reader, writer)

    async def ask(self, line: str) -> bytes:
        """Its answer to a line."""
        answer = b""
        with suppress(ConnectionError):  # what was said is unread where the process has ended
            self.writer.write(f"{line}\n".encode())
            await self.writer.drain()
            answer = await self.reader.readline()
        if not answer:
            raise OSError("its unit ended it; journalctl -u pegboard-camera says why")
        return answer

    async def end(self) -> None:
        """Hangs up; the unit kills the process of whoever has hung up."""
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()
