"""Nightly copies, and malformed requests to the control socket."""

import asyncio
import json
import os
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from pegboard.ops import backups as module
from pegboard.storage.game_rows import extent, open_to_read, read_games
from pegboard.storage.snapshots import copies
from tests.support.running_board import running_board
from tests.support.session import ask, board, run_async, until


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_POLL_S", 0.0)
    monkeypatch.setattr(module, "POLL_S", 0.02)
    monkeypatch.setattr(module, "IDLE_S", 0.2)


def test_copy_is_made_when_nobody_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            for number in range(40):
                assert (await ask(parts, action=("peg 0 1", "undo")[number % 2]))["ok"]
                await asyncio.sleep(0.02)
            assert copies(tmp_path) == [], "people are playing"
            await until(lambda: len(copies(tmp_path)) == 1)
            with closing(open_to_read(copies(tmp_path)[0].path)) as db:
                assert extent(read_games(db)).entries == 40

    run_async(story)


def test_copy_is_made_despite_constant_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WAITS", 2)

    async def story() -> None:
        async with board(tmp_path) as parts:
            for number in range(400):
                await ask(parts, action=("peg 0 1", "undo")[number % 2])
                await asyncio.sleep(0.01)
                if copies(tmp_path):
                    return
            raise AssertionError("no copy was made")

    run_async(story)


def test_failed_copy_is_reported_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "copies").write_text("in the way")

    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, action="peg 0 1"))["ok"]

            def faults() -> list[str]:
                return [d["name"] for d in parts.publisher.snapshot()["devices"] if not d["ok"]]

            await until(lambda: faults() == ["copies"])
            (tmp_path / "copies").unlink()
            await until(lambda: bool(copies(tmp_path)) and faults() == [])

    run_async(story)


def test_damage_found_by_copy_is_reported_and_keeps_older_copies(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, action="peg 0 1"))["ok"]
            await until(lambda: len(copies(tmp_path)) == 1)

            def damaged(path: Path) -> None:
                error = sqlite3.DatabaseError("database disk image is malformed")
                error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
                raise parts.journal._failed(error)

            parts.journal.copy_to = damaged  # type: ignore[method-assign]
            assert (await ask(parts, action="peg 0 1"))["ok"]
            assert await parts.backups.copy() is None
            (notice,) = parts.publisher.snapshot()["notices"]
            assert "damaged" in notice["says"]
            assert len(copies(tmp_path)) == 1
            assert (tmp_path / "journal.db.suspect").exists(), "the next start is to look"

    run_async(story)


NONSENSE = [
    b"",
    b"\n",
    b"hello\n",
    b'"ask"\n',
    b"[1, 2]\n",
    b'{"ask": "sing"}\n',
    b'{"ask": "restore"}\n',
    b'{"ask": "restore", "bytes": -5, "force": true}\n',
    b'{"ask": "restore", "bytes": 99999999999, "force": true}\n',
    b'{"ask": "restore", "bytes": 12, "force": true}\nhello world!',
    b'{"ask": "restore", "bytes": 12, "force": true}\nhel',
    b"\xff\xfe" * 5000 + b"\n",
    b"x" * 200_000,
    b"[" * 60_000 + b"\n",
]


def test_control_socket_answers_invalid_requests(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with running_board(state, "--no-demo") as service:
        service.wait_for_state(lambda _: (state / "hatch").exists())
        for nonsense in NONSENSE:
            reply = answer_to(state, nonsense)
            if reply or len(nonsense) < 60_000:  # the connection of an endless client is closed
                answer = json.loads(reply)
                assert answer["ok"] is False and answer["fault"], nonsense[:60]
        assert service.command(action="peg 0 1")["ok"]
        assert not list(state.glob(".upload-*"))
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()


def answer_to(state: Path, nonsense: bytes) -> bytes:
    """Returns the answer of the control socket to malformed data."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        folder = os.open(state, os.O_RDONLY | os.O_DIRECTORY)
        client.connect(f"/proc/self/fd/{folder}/hatch")
        os.close(folder)
        with suppress(BrokenPipeError):  # the service has closed the connection
            client.sendall(nonsense)
            client.shutdown(socket.SHUT_WR)
        reply = b""
        with suppress(ConnectionResetError):
            while chunk := client.recv(4096):
                reply += chunk
        return reply
