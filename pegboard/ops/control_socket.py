"""The control socket: a Unix socket in the state folder through which commands reach the service.

Only one connection to the journal is allowed, so while the service runs, `pegboard backup` asks it
instead of opening the file. Anyone with access to the folder may use the socket.

    {"ask": "backup"}                                -> {"ok": true, "bytes": n} and n bytes
    {"ask": "restore", "bytes": n, "force": false}   and n bytes -> {"ok": true, "says": …}
    {"ask": "open"}                                  -> {"ok": true, "open": a game is in progress}
    {"ask": "strip"}                                 -> {"ok": true}: the LEDs are released until
    the connection is closed
    {"ask": "settings", "change": {KEY: VALUE, …}}   -> {"ok": true, "restarts": …}: as if changed
    on the page; closed once in effect

Each message is one line. Errors are `{"ok": false, "code": …, "fault": …}`, with a code for
programs and a sentence for people.
"""

import asyncio
import json
import logging
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec
from msgspec import Struct

from pegboard.errors import Common, DeviceError, IllegalAction, PegboardError
from pegboard.storage.backup import LARGEST_FILE
from pegboard.storage.codes import RestoreFault
from pegboard.storage.integrity.manifest import CHUNK
from pegboard.storage.state_names import CONTROL_SOCKET

log = logging.getLogger(__name__)

LINE_BYTES = 4096
PATIENCE_S = 20.0
"""Seconds after which a silent client is disconnected."""
RESTART_S = 120.0
"""Timeout in seconds for a restart of the service, several times what a Pi Zero needs."""
RESTORE_S = 600.0
"""Timeout in seconds for the answer to a request, which may be a long restore."""


class Backups(Protocol):
    """Interface of a service that can be backed up and restored while it runs."""

    @property
    def state(self) -> Path:
        """State folder."""

    async def backup(self) -> IO[bytes]:
        """Writes a backup to a temporary file and returns it, positioned at its start."""

    def refuse_open(self, force: bool) -> None:
        """Raises IllegalAction if a restore is not possible now and `force` is False."""

    async def restore(self, file: Path, *, force: bool = False) -> object:
        """Restores a backup; returns the result, which converts to a message."""


Change = Callable[[Mapping[str, Any]], Awaitable[bool]]
"""Changes settings by key; returns whether the service restarts to apply them."""


class NotRunning(DeviceError):
    """No service uses this state folder."""


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """Yields a path to the socket that is short enough for the system, even in a deep folder."""
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{path.name}"
    finally:
        os.close(descriptor)


async def serve_control_socket(
    backups: Backups,
    folder: Path,
    is_open: Callable[[], bool],
    lend_strip: Callable[[], AbstractAsyncContextManager[None]] | None = None,
    change: Change | None = None,
) -> None:
    """Serves the control socket until cancelled.

    Args:
        backups: backs up and restores the data.
        folder: state folder of a board, or folder of a hall.
        is_open: returns whether a game is in progress.
        lend_strip: context manager that releases the LEDs to another program; None without LEDs.
        change: changes settings by key; None if there are none.
    """
    path, new = folder / CONTROL_SOCKET, folder / f"{CONTROL_SOCKET}.new"
    listener = socket.socket(socket.AF_UNIX)
    conversations: set[asyncio.Task[None]] = set()

    def on_connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_serve(backups, is_open, lend_strip, change, reader, writer))
        conversations.add(task)
        task.add_done_callback(conversations.discard)

    try:
        # A killed service leaves its files behind; we hold the journal's lock, so they are ours.
        new.unlink(missing_ok=True)
        with _short(new) as short:
            listener.bind(short)
        new.chmod(0o600)
        listener.listen()
        new.replace(path)  # renamed only now, so that a visible socket accepts connections
        server = await asyncio.start_unix_server(on_connect, sock=listener)
    except OSError as error:  # the disk is read-only or has no sockets; the service runs on
        listener.close()
        log.warning("control socket: %s", error)
        return
    except BaseException:
        listener.close()
        raise
    try:
        await asyncio.Event().wait()
    finally:
        server.close()
        for conversation in conversations:  # do not wait for borrowers of the LEDs
            conversation.cancel()
        with suppress(OSError):
            path.unlink(missing_ok=True)


class OpenRequest(Struct, tag_field="ask", tag="open"):
    """Asks whether a game is in progress."""


class StripRequest(Struct, tag_field="ask", tag="strip"):
    """Asks the service to release the LEDs until the connection is closed."""


class SettingsRequest(Struct, tag_field="ask", tag="settings"):
    """Changes settings by key."""

    change: dict[str, Any]


class BackupRequest(Struct, tag_field="ask", tag="backup"):
    """Requests a backup, whose bytes follow the answer."""


class RestoreRequest(Struct, tag_field="ask", tag="restore"):
    """Restores a backup, whose bytes follow the request."""

    bytes: int
    force: bool


Request = OpenRequest | StripRequest | SettingsRequest | BackupRequest | RestoreRequest


class Answer(Struct):
    """An answer; the fields used besides `ok` depend on the request."""

    ok: bool
    fault: str = ""
    code: str = ""
    open: bool = False
    bytes: int = 0
    says: str = ""
    restarts: bool = False


def _parse_request(line: bytes) -> Request | None:
    """Parses a request; returns None if it is unknown.

    Raises:
        ValueError: the line is not JSON.
    """
    try:
        request: Request = msgspec.json.decode(line, type=Request)
    except msgspec.ValidationError:
        return None
    return request


async def _serve(
    backups: Backups,
    is_open: Callable[[], bool],
    lend_strip: Callable[[], AbstractAsyncContextManager[None]] | None,
    change: Change | None,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            request = _parse_request(await reader.readline())
        match request:
            case OpenRequest():
                _send(writer, {"ok": True, "open": is_open()})
            case StripRequest() if lend_strip is not None:
                async with lend_strip():
                    _send(writer, {"ok": True})
                    await reader.read()  # until the borrower disconnects
            case SettingsRequest(change=settings) if change is not None:
                restarts = await change(settings)
                _send(writer, {"ok": True, "restarts": restarts})
                if restarts:
                    await reader.read()  # until the service stops or the client disconnects
            case BackupRequest():
                with await backups.backup() as source:
                    _send(writer, {"ok": True, "bytes": os.fstat(source.fileno()).st_size})
                    while chunk := source.read(CHUNK):
                        writer.write(chunk)
                        async with asyncio.timeout(PATIENCE_S):
                            await writer.drain()
            case RestoreRequest(bytes=length, force=force):
                _send(writer, await _restore(backups, reader, length, force))
            case _:
                _send(writer, _refused(DeviceError(RestoreFault.UNKNOWN_QUESTION)))
        async with asyncio.timeout(PATIENCE_S):
            await writer.drain()
    except PegboardError as problem:
        _send(writer, _refused(problem))
    except (OSError, ValueError, TimeoutError, RecursionError) as problem:
        why = str(problem) or type(problem).__name__
        _send(writer, _refused(DeviceError(RestoreFault.SOCKET_TROUBLE, why=why)))
    finally:
        with suppress(OSError, TimeoutError):
            writer.close()
            async with asyncio.timeout(PATIENCE_S):
                await writer.wait_closed()


def _refused(problem: PegboardError) -> dict[str, Any]:
    return {"ok": False, "code": str(problem.code), "fault": str(problem)}


def _send(writer: asyncio.StreamWriter, answer: dict[str, Any]) -> None:
    writer.write(json.dumps(answer).encode() + b"\n")


async def _restore(
    backups: Backups, reader: asyncio.StreamReader, length: int, force: bool
) -> dict[str, Any]:
    backups.refuse_open(force)
    if not 0 < length <= LARGEST_FILE:
        raise ValueError(f"a backup has 1 to {LARGEST_FILE} bytes")
    with tempfile.TemporaryDirectory(dir=backups.state, prefix=".upload-") as folder:
        file = Path(folder) / "upload"
        with file.open("xb") as target:
            while length:
                async with asyncio.timeout(PATIENCE_S):
                    chunk = await reader.read(min(length, CHUNK))
                if not chunk:
                    raise ValueError("the backup did not arrive complete")
                target.write(chunk)
                length -= len(chunk)
        return {"ok": True, "says": str(await backups.restore(file, force=force))}


# --- client side, for commands


@contextmanager
def _sent(folder: Path, request: Request, body: Path | None = None) -> Iterator[Any]:
    """Sends a request to the running service; yields the stream with its answer.

    Raises:
        NotRunning: no service uses the folder.
        DeviceError: the service does not answer, or access to the socket is denied.
    """
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(RESTORE_S)
        try:
            with _short(folder / CONTROL_SOCKET) as path:
                client.connect(path)
        except (FileNotFoundError, ConnectionRefusedError) as error:
            raise NotRunning(RestoreFault.NOT_RUNNING, folder=str(folder)) from error
        except OSError as error:
            why = error.strerror or error
            raise DeviceError(
                Common.FILE_TROUBLE, file=str(folder / CONTROL_SOCKET), why=why
            ) from error
        with client.makefile("rwb") as stream:
            try:
                stream.write(msgspec.json.encode(request) + b"\n")
                if body is not None:
                    with body.open("rb") as source, suppress(BrokenPipeError):
                        shutil.copyfileobj(source, stream, CHUNK)
                with suppress(BrokenPipeError):  # the service may refuse before reading everything
                    stream.flush()
                yield stream
            except (TimeoutError, ConnectionError) as error:
                raise DeviceError(RestoreFault.NO_ANSWER) from error


def _answer(stream: Any) -> Answer:
    line = stream.readline(LINE_BYTES)
    try:
        answer = msgspec.json.decode(line, type=Answer)
    except (ValueError, RecursionError) as error:
        raise DeviceError(RestoreFault.NO_ANSWER) from error
    if answer.ok:
        return answer
    if answer.code == RestoreFault.GAME_OPEN:
        raise IllegalAction(RestoreFault.GAME_OPEN)
    raise DeviceError(Common.VERBATIM, says=answer.fault)


def request_backup(folder: Path, out: IO[bytes]) -> int:
    """Requests a backup from the running service; returns its size in bytes.

    Raises:
        NotRunning: no service uses the folder.
        DeviceError: the backup failed.
    """
    with _sent(folder, BackupRequest()) as stream:
        left = length = _answer(stream).bytes
        while left:
            chunk = stream.read(min(left, CHUNK))
            if not chunk:
                raise DeviceError(RestoreFault.BROKE_OFF)
            out.write(chunk)
            left -= len(chunk)
    return length


def request_restore(folder: Path, file: Path, *, force: bool) -> str:
    """Restores a backup in the running service; returns its message.

    Raises:
        NotRunning: no service uses the folder.
        IllegalAction: a game is in progress.
        DeviceError: the restore failed, or the file is not a backup.
    """
    question = RestoreRequest(file.stat().st_size, force)
    with _sent(folder, question, file) as stream:
        return _answer(stream).says


@contextmanager
def borrowed_strip(folder: Path) -> Iterator[None]:
    """Borrows the LEDs of the running service while the block runs.

    Raises:
        NotRunning: no service uses the folder.
        DeviceError: the service does not answer, or access to the socket is denied.
    """
    with _sent(folder, StripRequest()) as stream:
        _answer(stream)
        yield


def request_settings(folder: Path, change: Mapping[str, Any]) -> None:
    """Changes settings of the running service as its page does; returns once they are in effect.

    Raises:
        NotRunning: no service uses the folder.
        DeviceError: the service refuses, does not answer, or does not restart.
    """
    with _sent(folder, SettingsRequest(dict(change))) as stream:
        if not _answer(stream).restarts:
            return
        stream.read()
    until = time.monotonic() + RESTART_S
    while True:
        try:
            is_game_open(folder)
            return
        except DeviceError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def is_game_open(folder: Path) -> bool:
    """Returns whether a game is in progress at the running service.

    Raises:
        NotRunning: no service uses the folder.
        DeviceError: the service does not answer.
    """
    with _sent(folder, OpenRequest()) as stream:
        return _answer(stream).open
