"""The camera's systemd unit: relayed answers, and hung processes killed."""

import asyncio
import base64
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from pegboard.camera.client import CameraClient
from pegboard.camera.unit import serve_camera
from pegboard.errors import DeviceError, DeviceLost
from tests.support.camera_processes import ANSWER, FAKE_PROGRAMS, run_async
from tests.support.waiting import await_until, wait_until


@contextmanager
def unit(path: Path, fake: str = "", *, idle_s: float | None = 30) -> Iterator[threading.Thread]:
    """Runs the unit in a thread until it is idle."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(1)
        command = {"command": (sys.executable, "-c", FAKE_PROGRAMS[fake])} if fake else {}
        thread = threading.Thread(
            target=serve_camera, args=(listener,), kwargs={"idle_s": idle_s, **command}, daemon=True
        )
        thread.start()
        try:
            yield thread
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(20)


def eyes_of(path: Path, address: str = "files:", timeout_s: float = 20.0) -> CameraClient:
    return CameraClient(address, timeout_s=timeout_s, unit=path)


def children() -> list[int]:
    """Child processes that have not ended."""
    listing = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "pid=,stat=,args="], capture_output=True, text=True
    )
    lines = (line.split(None, 2) for line in listing.stdout.splitlines())
    return [int(pid) for pid, stat, args in lines if "Z" not in stat and not args.startswith("ps ")]


def test_unit_relays_answers_of_real_process(tmp_path: Path) -> None:
    async def story() -> None:
        camera_client = eyes_of(tmp_path / "camera.sock")
        reading = await camera_client.read_cards()
        assert len(reading.cards) == 5 and camera_client.process is None
        await camera_client.save_picture(reading.number, tmp_path / "kept.jpg")
        await camera_client.close()

    with unit(tmp_path / "camera.sock"):
        run_async(story())
    assert (tmp_path / "kept.jpg").stat().st_size > 10_000


def test_saved_picture_is_written_by_board(tmp_path: Path) -> None:
    """The unit's user has no write access to the board's files."""
    answer = json.dumps({"kept": base64.b64encode(b"a picture").decode()})

    async def story() -> None:
        camera_client = eyes_of(tmp_path / "camera.sock", answer)
        await camera_client.check()
        await camera_client.save_picture(1, tmp_path / "kept.jpg")
        assert (tmp_path / "kept.jpg").read_bytes() == b"a picture"
        assert (await camera_client.check())["waited"] == "check"
        with pytest.raises(DeviceError, match="nowhere"):
            await camera_client.save_picture(1, tmp_path / "nowhere" / "kept.jpg")
        await camera_client.close()

    with unit(tmp_path / "camera.sock", "says when"):
        run_async(story())


def test_unit_kills_hung_process_on_disconnect(tmp_path: Path) -> None:
    async def story() -> None:
        camera_client = eyes_of(tmp_path / "camera.sock", timeout_s=1.0)
        with pytest.raises(DeviceLost, match="did not answer within 1 s"):
            await camera_client.read_cards()
        await camera_client.close()

    before = children()
    with unit(tmp_path / "camera.sock", "hangs", idle_s=0.05) as thread:
        run_async(story())
        thread.join(20)  # the session was closed, and no client followed
        assert not thread.is_alive()
        assert children() == before


def test_unit_reports_and_restarts_dead_process(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    async def story() -> None:
        camera_client = eyes_of(tmp_path / "camera.sock", str(mark))
        with pytest.raises(DeviceLost, match="its unit ended it"):
            await camera_client.read_cards()
        assert (await camera_client.read_cards()).picture == b"hello" and camera_client.is_ok
        await camera_client.close()

    with unit(tmp_path / "camera.sock", "dies once"):
        run_async(story())


def test_latest_client_gets_camera(tmp_path: Path) -> None:
    """The previous board was killed while its camera process hung in a driver."""

    async def story() -> None:
        old, new = eyes_of(tmp_path / "camera.sock"), eyes_of(tmp_path / "camera.sock")
        looking = asyncio.create_task(old.read_cards())
        await await_until(lambda: old._link, "the link")
        with pytest.raises(DeviceLost, match="its unit ended it"):
            await asyncio.gather(looking, new.read_cards())
        await old.close()
        await new.close()

    with unit(tmp_path / "camera.sock", "hangs"):
        run_async(story())


@pytest.mark.parametrize("said", [b"", b"\n", b"-c evil\n", b"x" * 5000, b"a\0b\n"])
def test_unit_rejects_missing_address(said: bytes, tmp_path: Path) -> None:
    path = tmp_path / "camera.sock"
    with unit(path, "answers"):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(str(path))
            stranger.sendall(said)
            stranger.shutdown(socket.SHUT_WR)
            stranger.settimeout(20)
            with suppress(ConnectionResetError):
                assert stranger.recv(10) == b""

        async def story() -> None:
            camera_client = eyes_of(path, ANSWER)
            assert (await camera_client.read_cards()).picture == b"hello"
            await camera_client.close()

        run_async(story())


def test_missing_unit_error_has_cure(tmp_path: Path) -> None:
    async def story() -> None:
        camera_client = eyes_of(tmp_path / "nobody.sock")
        with pytest.raises(DeviceError, match=r"systemctl restart pegboard-camera\.socket"):
            await camera_client.read_cards()
        assert not camera_client.is_ok

    run_async(story())


def test_unit_accepts_socket_of_systemd(tmp_path: Path) -> None:
    """The listening socket is descriptor 3, announced in LISTEN_PID and LISTEN_FDS."""
    path = tmp_path / "camera.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(1)
        start = (
            "import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ['LISTEN_FDS'] = '1'; "
            "os.environ['LISTEN_PID'] = str(os.getpid()); "
            "os.execl(sys.executable, sys.executable, '-m', 'pegboard.camera.unit')"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", start, str(listener.fileno())], pass_fds=[listener.fileno()]
        )

    async def story() -> None:
        camera_client = eyes_of(path)
        assert len((await camera_client.read_cards()).cards) == 5
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == -signal.SIGTERM
        await camera_client.close()

    try:
        run_async(story())
    finally:
        process.kill()
        process.wait(20)


def test_unit_without_socket_prints_usage() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pegboard.camera.unit"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2 and "name a socket" in done.stderr


def test_unit_socket_is_private_to_owner(tmp_path: Path) -> None:
    path = tmp_path / "camera.sock"
    process = subprocess.Popen([sys.executable, "-m", "pegboard.camera.unit", str(path)])
    try:
        wait_until(lambda: path.exists() and path.stat().st_mode & 0o777 == 0o600, "the socket")
    finally:
        process.kill()
        process.wait(20)
