"""Full, read-only and broken disks, and a camera out of memory: reported, and play continues."""

import asyncio
import json
import os
import subprocess
import sys
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pegboard.camera.client import CameraClient
from pegboard.errors import DeviceError
from tests.support.paths import ROOT
from tests.support.running_board import running_board
from tests.support.session import ask, board, run_async, until

pytestmark = pytest.mark.group("storage")

HISTORY = (
    "games", "games/x", "games/x/record", "players", "player?player=ann", "matches",
    "export.csv", "export.json", "export.zip",
)  # fmt: skip
SOURCE = ROOT / "tests" / "support" / "disk_trouble.c"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("disk") / "disk_trouble.so"
    flags = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-o", library, SOURCE, "-ldl"], check=True)
    return library


class Disk:
    """Disk of the service's files, which can fail."""

    def __init__(self, folder: Path) -> None:
        self.state, self.control = folder / "state", folder / "trouble"
        self.control.write_text("")

    def becomes(self, trouble: str) -> None:
        part = self.control.with_suffix(".part")
        part.write_text(trouble)
        part.replace(self.control)


@pytest.fixture
def disk(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk(tmp_path)
    with monkeypatch.context() as around:
        around.setenv("LD_PRELOAD", str(library))
        around.setenv("DISK_TROUBLE", str(disk.control))
        around.setenv("DISK_TROUBLE_FOLDER", str(disk.state))
        yield disk


def faulty(state: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["says"] for each in state["devices"] if not each["ok"]}


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        ("full", "disk is full"),
        ("read-only", "cannot write to the disk"),
        ("broken", "cannot write to the disk"),
    ],
)
def test_disk_failure_is_reported_and_game_resumes(disk: Disk, trouble: str, says: str) -> None:
    with running_board(disk.state, "--no-demo") as service:
        assert service.command(action="peg 0 5")["ok"]
        disk.becomes(trouble)
        for _ in range(3):
            answer = service.command(action="peg 1 3")
            assert not answer["ok"] and says in answer["error"], answer
        state = service.get("api/state")
        assert state["scores"] == [5, 0], "it was refused, and something moved"
        assert says in faulty(state)["journal"]
        # At the board the score stays pending, and is saved once the disk works.
        service.command(press="1+1")
        service.wait_for_state(lambda state: state["pending"] == [0, 1])
        service.command(press="ok")
        service.wait_for_state(lambda state: "Not saved" in (state["notice"] or ""))
        assert service.get("api/state")["scores"] == [5, 0]
        assert service.get("healthz")
        disk.becomes("")
        service.wait_for_state(
            lambda state: state["scores"] == [5, 1] and state["pending"] == [0, 0]
        )
        assert service.command(action="peg 0 2")["ok"]
        service.wait_for_state(lambda state: not faulty(state))
    with running_board(disk.state, "--no-demo") as service:
        assert service.get("api/state")["scores"] == [7, 1]


@pytest.mark.parametrize("trouble", ["full", "read-only", "broken"])
def test_service_starts_on_failing_disk_and_reports_it(disk: Disk, trouble: str) -> None:
    with running_board(disk.state, "--no-demo") as service:
        assert service.command(action="peg 0 5")["ok"]
    disk.becomes(trouble)
    with running_board(disk.state, "--no-demo") as service:
        assert "disk" in faulty(service.get("api/state"))["journal"]
        answer = service.command(action="peg 0 1")
        assert not answer["ok"] and "disk" in answer["error"]
        for route in HISTORY:
            with pytest.raises(urllib.error.HTTPError) as refused:
                service.get(f"api/history/{route}")
            assert refused.value.code == 503, route
            assert "disk" in json.loads(refused.value.read())["fault"], route
        disk.becomes("")
        # The interrupted game is restored automatically.
        service.wait_for_state(lambda state: state["scores"] == [5, 0] and not faulty(state))
        assert service.command(action="peg 0 2")["ok"]
    with running_board(disk.state, "--no-demo") as service:
        assert service.get("api/state")["scores"] == [7, 0]


def test_full_disk_is_reported_and_recovered_from(tmp_path: Path) -> None:
    """Uses a real file system of one megabyte, if mounting is allowed."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("mounting is for root; the same is tested on a simulated disk above")
    try:
        with running_board(place / "state", "--no-demo") as service:
            assert service.command(action="peg 0 5")["ok"]
            ballast = place / "ballast"
            with ballast.open("wb", buffering=0) as file, pytest.raises(OSError):
                while True:
                    file.write(bytes(512))
            refused = 0
            for _ in range(20):  # the last page of the log may have room left
                before = service.get("api/state")["scores"]
                answer = service.command(action="peg 1 1")
                if answer["ok"]:
                    continue
                refused += 1
                assert "disk is full" in answer["error"]
                assert service.get("api/state")["scores"] == before
            assert refused
            scores = service.get("api/state")["scores"]
            ballast.unlink()
            assert service.command(action="peg 0 2")["ok"]
        with running_board(place / "state", "--no-demo") as service:
            assert service.get("api/state")["scores"] == [scores[0] + 2, scores[1]]
    finally:
        subprocess.run(["umount", str(place)], check=True)


TOO_LITTLE = f'ulimit -v 150000; exec {sys.executable} -m pegboard.camera.process "$0"'
"""150 MB of addresses: OpenCV alone wants more. Where a program meets its limit is chance."""


@pytest.mark.parametrize("megabytes", [30, 100, 180, 240])
def test_camera_process_out_of_memory_is_reported_and_restarted(megabytes: int) -> None:
    limited = TOO_LITTLE.replace("150000", str(megabytes * 1024))

    async def story() -> None:
        camera_client = CameraClient("files:", timeout_s=120, command=("sh", "-c", limited))
        try:
            assert (await camera_client.read_cards()).cards
        except DeviceError as error:
            assert error == camera_client.fault and not camera_client.is_ok
        else:
            assert megabytes > 150 and camera_client.is_ok
        await camera_client.close()
        camera_client._command = (sys.executable, "-m", "pegboard.camera.process")
        assert (await camera_client.read_cards()).cards
        assert camera_client.is_ok
        await camera_client.close()

    asyncio.run(story())


def test_game_continues_while_camera_is_out_of_memory(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert parts.camera_client is not None
            well, parts.camera_client._command = (
                parts.camera_client._command,
                ("sh", "-c", TOO_LITTLE),
            )
            await ask(parts, count=True)
            for score in range(1, 6):
                assert (await ask(parts, action="peg 0 1"))["ok"]
                assert parts.table.state.scores == (score, 0)
            await until(lambda: not parts.game.counting.is_reading)
            (camera,) = (d for d in parts.publisher.snapshot()["devices"] if d["name"] == "camera")
            assert not camera["ok"] and camera["says"]
            parts.camera_client._command = well
            await ask(parts, count=True)
            await until(lambda: not parts.game.counting.is_reading)
            assert parts.camera_client.is_ok

    run_async(story)
