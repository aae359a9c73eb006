"""Camera faults: reported on the board, while buttons keep working, until it recovers."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pegboard.camera import client
from pegboard.camera.client import CameraClient
from pegboard.errors import DeviceError
from pegboard.service.build import App
from pegboard.vision.settle import MOVES, TOO_DARK
from tests.support.session import state_of
from tests.support.show_films import (
    SIZE,
    reaching_hand,
    remove_cards,
    sample_hand,
    sample_image,
    sample_starter,
    still_frames,
    write_film,
)
from tests.support.video_board import (
    DEALER,
    FIRST,
    PONE,
    press,
    press_count,
    run_with_video,
    sample_points,
    until,
)

pytestmark = pytest.mark.group("camera")


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_film(
        tmp_path_factory.mktemp("film") / "still.avi", still_frames(sample_image(FIRST))
    )


@pytest.fixture(scope="module")
def restless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first = sample_image(FIRST)
    return write_film(
        tmp_path_factory.mktemp("film") / "restless.avi", reaching_hand(first, first, 40)
    )


def look(video: Path) -> Any:
    async def story() -> Any:
        camera = CameraClient(f"files:{video}", timeout_s=30)
        try:
            return await camera.read_cards()
        finally:
            await camera.close()

    return asyncio.run(story())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that are to find nothing need not take as long as for people."""
    monkeypatch.setattr(client, "SETTLE_S", 1.0)


@pytest.mark.usefixtures("impatient")
def test_moving_hand_times_out_with_a_notice(restless: Path) -> None:
    reading = look(restless)
    assert not reading.sure and reading.waited == MOVES
    assert reading.picture.startswith(b"\xff\xd8")
    assert not reading.cards or reading.doubtful, "nothing to say yes to without a look at the page"


@pytest.mark.usefixtures("impatient")
def test_picture_without_cards_is_reported(tmp_path: Path) -> None:
    plate = np.full((SIZE[1], SIZE[0], 3), (60, 90, 120), np.uint8)
    cv2.circle(plate, (400, 300), 250, (235, 235, 235), -1)
    cv2.circle(plate, (400, 300), 160, (200, 120, 60), 12)

    async def story(parts: App) -> None:
        offer = await press_count(parts)
        assert "no card was recognised" in offer["problem"]
        assert "timed out: " in (state_of(parts)["notice"] or "")

    run_with_video(tmp_path, write_film(tmp_path / "plate.avi", still_frames(plate)), story)


@pytest.mark.usefixtures("impatient")
def test_dark_picture_is_reported(tmp_path: Path) -> None:
    night = (sample_image(FIRST) // 12).astype(np.uint8)
    result = look(write_film(tmp_path / "night.avi", [night] * 10))
    assert not result.sure and result.waited == TOO_DARK


def is_open(parts: App, video: Path) -> bool:
    """Tells if the camera process runs and has a video open."""
    process = parts.camera_client.process if parts.camera_client is not None else None
    if process is None:
        return False
    files = Path(f"/proc/{process.pid}/fd")
    return any(file.exists() and file.readlink() == video for file in files.iterdir())


def test_lost_camera_is_reported_and_recovers(tmp_path: Path, still: Path, restless: Path) -> None:
    video = tmp_path / "camera.avi"
    video.write_bytes(restless.read_bytes())

    async def story(parts: App) -> None:
        press(parts, "count")
        await until(lambda: bool(state_of(parts)["counting"]))
        await until(lambda: is_open(parts, video))
        press(parts, "0+1")
        await until(lambda: state_of(parts)["pending"] == [1, 0])
        video.unlink()  # pulled out while it looks
        await until(lambda: not state_of(parts)["counting"])
        state = state_of(parts)
        assert "could not count" in state["notice"] and str(video) in state["notice"]
        assert any(d["name"] == "camera" and not d["ok"] for d in state["devices"])
        press(parts, "ok")
        await until(lambda: parts.table.state.scores == (1, 0))
        video.write_bytes(still.read_bytes())
        offer = await press_count(parts)
        assert offer["points"] == sample_points(FIRST) and not offer["doubtful"]
        assert all(device["ok"] for device in state_of(parts)["devices"])

    run_with_video(tmp_path / "state", video, story)


def test_truncated_video_is_reported(tmp_path: Path, restless: Path) -> None:
    whole = restless.read_bytes()
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(DeviceError, match=r"breaks off after \d+ of 40 frames"):
        look(cut)


async def buttons_work(parts: App) -> None:
    before = parts.table.state.scores[0]
    press(parts, "0+1")
    press(parts, "ok")
    await until(lambda: parts.table.state.scores[0] == before + 1)


def camera_ok(parts: App) -> bool:
    devices = state_of(parts)["devices"]
    return all(device["ok"] for device in devices if device["name"] == "camera")


@pytest.mark.parametrize(
    ("what", "says"),
    [(signal.SIGKILL, "ended (exit code -9)"), (signal.SIGSTOP, "did not answer within 2 s")],
    ids=["crash", "hang"],
)
def test_failed_camera_process_is_reported_and_restarts(
    tmp_path: Path, still: Path, restless: Path, what: signal.Signals, says: str
) -> None:
    video = tmp_path / "camera.avi"
    video.write_bytes(restless.read_bytes())

    async def story(parts: App) -> None:
        assert parts.camera_client is not None
        looker = parts.camera_client
        press(parts, "count")
        await until(lambda: looker.process is not None)
        assert looker.process is not None
        os.kill(looker.process.pid, what)
        if what == signal.SIGSTOP:
            await buttons_work(parts)  # while it hangs
        await until(lambda: not state_of(parts)["counting"])
        assert says in state_of(parts)["notice"] and not camera_ok(parts)
        await buttons_work(parts)
        looker._timeout_s = 20.0
        video.write_bytes(still.read_bytes())
        offer = await press_count(parts)
        assert offer["points"] == sample_points(FIRST) and not offer["doubtful"]
        assert camera_ok(parts) and state_of(parts)["notice"] is None

    async def impatiently(parts: App) -> None:
        assert parts.camera_client is not None
        parts.camera_client._timeout_s = 2.0 if what == signal.SIGSTOP else 20.0
        await story(parts)

    run_with_video(tmp_path / "state", video, impatiently)


def test_show_continues_after_the_camera_was_unplugged(
    tmp_path: Path, still: Path, restless: Path
) -> None:
    """Pone's hand is counted; at the dealer's the cable is pulled; its starter is still known."""
    video = tmp_path / "camera.avi"
    video.write_bytes(still.read_bytes())
    dealers = write_film(
        tmp_path / "dealers.avi", still_frames(remove_cards(DEALER, sample_starter(DEALER)), 20)
    )

    async def story(parts: App) -> None:
        await press_count(parts)
        press(parts, "ok")
        await until(lambda: parts.table.state.scores == (0, sample_points(PONE)))
        video.unlink()
        press(parts, "count")
        await until(lambda: not camera_ok(parts) and not state_of(parts)["counting"])
        assert str(video) in state_of(parts)["notice"]
        await until(lambda: not parts.lights._scene or not parts.lights._scene.dim)
        assert "hand next" in state_of(parts)["next"]
        await buttons_work(parts)
        press(parts, "undo")
        await until(lambda: parts.table.state.scores == (0, sample_points(PONE)))
        video.write_bytes(dealers.read_bytes())
        offer = await press_count(parts)
        assert offer["starter"] == str(sample_starter(PONE)) and offer["problem"] is None
        assert set(offer["cards"]) == {str(card) for card in sample_hand(DEALER)}
        assert offer["points"] == sample_points(DEALER, PONE) and camera_ok(parts)

    run_with_video(tmp_path / "state", video, story)
