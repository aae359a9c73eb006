"""The control socket: commands reach the running service through a Unix socket in the state folder.

One journal, one connection: while the service runs, `pegboard backup` asks it instead of opening
the file as well. Anyone who may open the folder may use it; it is not on the network.

    {"ask": "backup"}                                -> {"ok": true, "bytes": n} and n bytes
    {"ask": "restore", "bytes": n, "force": false}   and n bytes -> {"ok": true, "says": …}
    {"ask": "open"}                                  -> {"ok": true, "open": whether a game is}
    {"ask": "strip"}                                 -> {"ok": true}: the LEDs are free until the
                                                        connection ends
    {"ask": "settings", "change": {KEY: VALUE, …}}   -> {"ok": true, "restarts": …}: as if changed
                                                        on the page; ends when they hold

Each on a line; `{"ok": false, "code": …, "fault": …}` says why not, to a program and to people.
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
"""Seconds of silence after which a client counts as gone."""
RESTART_S = 120.0
"""Seconds a command waits for a service that starts again: several times what a Pi Zero takes."""
RESTORE_S = 600.0
"""Seconds a command waits for the service."""


class Backups(Protocol):
    """Interface of what is backed up and restored while it is in use."""

    @property
    def state(self) -> Path:
        """The folder of it."""

    async def backup(self) -> IO[bytes]:
        """Returns a backup as an open, unnamed file, positioned at its start."""

    def refuse_open(self, force: bool) -> None:
        """Raises IllegalAction if it may not be restored now, unless forced."""

    async def restore(self, file: Path, *, force: bool = False) -> object:
        """Restores a backup; returns what is to be said of it."""


Change = Callable[[Mapping[str, Any]], Awaitable[bool]]
"""Changes settings by key; returns whether the service starts again to use them."""


class NotRunning(DeviceError):
    """No service has this state folder open."""


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """Yields a short enough path of a socket, however long its folder's is."""
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
    """Serves until cancelled; the first step listens already.

    Args:
        backups: of the games.
        folder: of the state, or of a hall.
        is_open: whether a game is open.
        lend_strip: frees the LEDs for another program while its block runs; None without LEDs.
        change: changes settings by key; None without any.
    """
    path, new = folder / CONTROL_SOCKET, folder / f"{CONTROL_SOCKET}.new"
    listener = socket.socket(socket.AF_UNIX)
    conversations: set[asyncio.Task[None]] = set()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_serve(backups, is_open, lend_strip, change, reader, writer))
        conversations.add(task)
        task.add_done_callback(conversations.discard)

    try:
        # A killed service left them; the journal's lock says that they are ours.
        new.unlink(missing_ok=True)
        with _short(new) as short:
            listener.bind(short)
        new.chmod(0o600)
        listener.listen()
        new.replace(path)  # only now: whoever sees it can connect
        server = await asyncio.start_unix_server(begin, sock=listener)
    except OSError as error:  # a read-only disk, or one without sockets: everything else works
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
        for conversation in conversations:  # a strip that is lent, say, is never waited for
            conversation.cancel()
        with suppress(OSError):
            path.unlink(missing_ok=True)


class AskOpen(Struct, tag_field="ask", tag="open"):
    """Whether a game is in progress."""


class AskStrip(Struct, tag_field="ask", tag="strip"):
    """Has the LEDs left alone until the connection ends."""


class AskSettings(Struct, tag_field="ask", tag="settings"):
    """Has settings changed, by key."""

    change: dict[str, Any]


class AskBackup(Struct, tag_field="ask", tag="backup"):
    """Has a backup written, whose bytes follow the answer."""


class AskRestore(Struct, tag_field="ask", tag="restore"):
    """Has a backup restored, whose bytes follow the question."""

    bytes: int
    force: bool


Question = AskOpen | AskStrip | AskSettings | AskBackup | AskRestore


class Answer(Struct):
    """An answer; what it has besides `ok` depends on the question."""

    ok: bool
    fault: str = ""
    code: str = ""
    open: bool = False
    bytes: int = 0
    says: str = ""
    restarts: bool = False


def _question(line: bytes) -> Question | None:
    """Parses a question; None if it is none that is known.

    Raises:
        ValueError: it is not JSON.
    """
    try:
        question: Question = msgspec.json.decode(line, type=Question)
    except msgspec.ValidationError:
        return None
    return question


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
            asked = _question(await reader.readline())
        match asked:
            case AskOpen():
                _say(writer, {"ok": True, "open": is_open()})
            case AskStrip() if lend_strip is not None:
                async with lend_strip():
                    _say(writer, {"ok": True})
                    await reader.read()  # until the program that borrows it ends
            case AskSettings(change=wanted) if change is not None:
                restarts = await change(wanted)
                _say(writer, {"ok": True, "restarts": restarts})
                if restarts:
                    await reader.read()  # until the service ends, or the program that asked
            case AskBackup():
                with await backups.backup() as source:
                    _say(writer, {"ok": True, "bytes": os.fstat(source.fileno()).st_size})
                    while chunk := source.read(CHUNK):
                        writer.write(chunk)
                        async with asyncio.timeout(PATIENCE_S):
                            await writer.drain()
            case AskRestore(bytes=length, force=force):
                _say(writer, await _restore(backups, reader, length, force))
            case _:
                _say(writer, _refused(DeviceError(RestoreFault.UNKNOWN_QUESTION)))
        async with asyncio.timeout(PATIENCE_S):
            await writer.drain()
    except PegboardError as problem:
        _say(writer, _refused(problem))
    except (OSError, ValueError, TimeoutError, RecursionError) as problem:
        why = str(problem) or type(problem).__name__
        _say(writer, _refused(DeviceError(RestoreFault.SOCKET_TROUBLE, why=why)))
    finally:
        with suppress(OSError, TimeoutError):
            writer.close()
            async with asyncio.timeout(PATIENCE_S):
                await writer.wait_closed()


def _refused(problem: PegboardError) -> dict[str, Any]:
    return {"ok": False, "code": str(problem.code), "fault": str(problem)}


def _say(writer: asyncio.StreamWriter, answer: dict[str, Any]) -> None:
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


# --- the other side: a command


@contextmanager
def _asked(folder: Path, question: Question, body: Path | None = None) -> Iterator[Any]:
    """Sends a request to the running service; yields a stream of its answer.

    Raises:
        NotRunning: none runs.
        DeviceError: it does not answer, or may not be asked.
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
                stream.write(msgspec.json.encode(question) + b"\n")
                if body is not None:
                    with body.open("rb") as source, suppress(BrokenPipeError):
                        shutil.copyfileobj(source, stream, CHUNK)
                with suppress(BrokenPipeError):  # it may have refused before it read all of it
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


def ask_backup(folder: Path, out: IO[bytes]) -> int:
    """Has the running service write a backup; returns its size in bytes.

    Raises:
        NotRunning: no service runs there.
        DeviceError: it could not.
    """
    with _asked(folder, AskBackup()) as stream:
        left = length = _answer(stream).bytes
        while left:
            chunk = stream.read(min(left, CHUNK))
            if not chunk:
                raise DeviceError(RestoreFault.BROKE_OFF)
            out.write(chunk)
            left -= len(chunk)
    return length


def ask_restore(folder: Path, file: Path, *, force: bool) -> str:
    """Has the running service restore a backup; returns its message.

    Raises:
        NotRunning: no service runs there.
        IllegalAction: a game is open.
        DeviceError: it could not, or the file is no backup.
    """
    question = AskRestore(file.stat().st_size, force)
    with _asked(folder, question, file) as stream:
        return _answer(stream).says


@contextmanager
def borrowed_strip(folder: Path) -> Iterator[None]:
    """Has the running service leave its LEDs alone while the block runs.

    Raises:
        NotRunning: no service runs there.
        DeviceError: it does not answer, or may not be asked.
    """
    with _asked(folder, AskStrip()) as stream:
        _answer(stream)
        yield


def ask_settings(folder: Path, change: Mapping[str, Any]) -> None:
    """Has the running service change settings as its page does; returns once it uses them.

    Raises:
        NotRunning: no service runs there.
        DeviceError: it refuses, and why; or it does not answer, or does not come back.
    """
    with _asked(folder, AskSettings(dict(change))) as stream:
        if not _answer(stream).restarts:
            return
        stream.read()
    until = time.monotonic() + RESTART_S
    while True:
        try:
            ask_open(folder)
            return
        except DeviceError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def ask_open(folder: Path) -> bool:
    """Returns whether a game is in progress at the running service.

    Raises:
        NotRunning: no service runs there.
        DeviceError: it does not answer.
    """
    with _asked(folder, AskOpen()) as stream:
        return _answer(stream).open
