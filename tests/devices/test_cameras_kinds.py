"""Behaviour specific to one kind of camera: samples, video file, USB, Raspberry Pi."""

import time
from pathlib import Path
from typing import Any

import cv2
import pytest

from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import open_camera
from pegboard.devices.cameras.files import SampleCamera
from pegboard.errors import DeviceError, DeviceLost, DeviceMissing
from tests.support.fake_cameras import (
    FakePiCamera,
    FakeVideoCapture,
    grey_level,
    install_picamera,
    write_video,
)

# The samples


def shown(camera: SampleCamera, starter: str) -> str:
    camera.follow(Card.parse(starter) if starter else None)
    camera.read()
    return camera.name.removeprefix("hand-").removesuffix(".jpg")


@pytest.mark.parametrize(
    ("starters", "names"),
    [
        (["", "5D", "5D", "", "QD", "QD", "", "TD", "TD", ""], "1234567891"),
        (["", "", "QD", "", "TD"], "14578"),  # a hand that was not pegged
        (["", "5D", "5D", "5D"], "1233"),
        (["QD", "QD"], "56"),  # restarted in mid-deal
        (["", "2C", "2C"], "123"),  # a starter entered by hand
    ],
)
def test_samples_follow_the_deal(starters: list[str], names: str) -> None:
    camera = SampleCamera()
    assert "".join(shown(camera, starter) for starter in starters) == names


# A video


def test_video_loops_without_skipping_frames(tmp_path: Path) -> None:
    camera = open_camera(f"files:{write_video(tmp_path / 'v.avi', [10, 50, 90])}")
    assert [grey_level(camera.read()) for _ in range(7)] == [10, 50, 90, 10, 50, 90, 10]
    camera.close()


def test_video_plays_in_real_time(tmp_path: Path) -> None:
    camera = open_camera(f"files:{write_video(tmp_path / 'v.avi', [10] * 6, fps=20)}")
    begun = time.monotonic()
    for _ in range(5):
        camera.read()
    assert time.monotonic() - begun >= 4 / 20
    camera.close()


def test_truncated_video_raises_device_lost(tmp_path: Path) -> None:
    path = write_video(tmp_path / "v.avi", [10 * n for n in range(20)])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    camera = open_camera(f"files:{path}")
    with pytest.raises(DeviceLost, match=r"breaks off after \d+ of 20 frames"):
        for _ in range(21):
            camera.read()
    camera.close()


def test_deleted_video_raises_device_lost(tmp_path: Path) -> None:
    path = write_video(tmp_path / "v.avi", [10, 20, 30])
    camera = open_camera(f"files:{path}")
    camera.read()
    path.unlink()
    with pytest.raises(DeviceLost, match="the file no longer exists"):
        camera.read()
    camera.close()


@pytest.mark.parametrize("content", [b"", b"RIFF\xff\xff\xff\xffAVI LIST", b"a text\n" * 9])
def test_invalid_video_error_names_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "v.avi"
    path.write_bytes(content)
    with pytest.raises(DeviceError, match=r"v\.avi: must be a playable video"):
        open_camera(f"files:{path}").read()


# USB


def test_usb_camera_requests_compressed_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    requested: dict[int, float] = {}

    class Usb(FakeVideoCapture):
        def __init__(self, path: str, api: int) -> None:
            super().__init__()
            assert (path, api) == ("/dev/null", cv2.CAP_V4L2)

        def isOpened(self) -> bool:
            return True

        def set(self, key: int, value: float) -> bool:
            requested[key] = value
            return True

    monkeypatch.setattr("pegboard.devices.cameras.v4l.cv2.VideoCapture", Usb)
    camera = open_camera("v4l:/dev/null")
    assert grey_level(camera.read()) == 100 and camera.live
    assert requested[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert requested[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    camera.close()


def test_usb_camera_without_permission_raises_device_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pegboard.devices.cameras.v4l.os.access", lambda path, mode: False)
    with pytest.raises(DeviceMissing, match="sudo usermod -aG video"):
        open_camera("v4l:/dev/null")


# The Pi's own


@pytest.fixture
def picamera(monkeypatch: pytest.MonkeyPatch) -> type[FakePiCamera]:
    return install_picamera(monkeypatch)


def test_pi_camera_sets_focus_and_releases(picamera: type[FakePiCamera]) -> None:
    camera: Any = open_camera("picamera:0")
    assert camera.read().shape == (960, 1280, 3)
    assert camera._camera.controls == {"AfMode": 2}
    camera.close()
    camera.close()
    assert picamera.closed == 1


def test_absent_pi_camera_raises_device_missing(picamera: type[FakePiCamera]) -> None:
    with pytest.raises(DeviceMissing, match=r"picamera:1: 1 found; check the ribbon cable"):
        open_camera("picamera:1")


def test_busy_pi_camera_raises_device_missing(picamera: type[FakePiCamera]) -> None:
    picamera.busy = True
    with pytest.raises(DeviceMissing, match="busy; is another program using it"):
        open_camera("picamera:")


def test_stopped_pi_camera_raises_device_lost(picamera: type[FakePiCamera]) -> None:
    camera = open_camera("picamera:")
    picamera.hangs = True
    with pytest.raises(DeviceLost, match=r"no picture in 4 s"):
        camera.read()
    picamera.hangs = False
    camera._camera.stop()  # type: ignore[attr-defined]
    with pytest.raises(DeviceLost, match="not running"):
        camera._camera.capture_array = lambda *a, **k: camera._camera  # type: ignore[attr-defined]
        camera.read()
    camera.close()
