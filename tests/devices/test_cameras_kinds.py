"""What only one kind of camera does: a video file, a USB camera, the Pi's own."""

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
        (["", "", "QD", "", "TD"], "14578"),  # a hand that nobody pegged
        (["", "5D", "5D", "5D"], "1233"),
        (["QD", "QD"], "56"),  # started again in mid-deal
        (["", "2C", "2C"], "123"),  # a starter that was entered by hand
    ],
)
def test_the_samples_follow_the_deal(starters: list[str], names: str) -> None:
    camera = SampleCamera()
    assert "".join(shown(camera, starter) for starter in starters) == names


# A video


def test_a_video_goes_round_and_leaves_no_frame_out(tmp_path: Path) -> None:
    camera = open_camera(f"files:{write_video(tmp_path / 'v.avi', [10, 50, 90])}")
    assert [grey_level(camera.read()) for _ in range(7)] == [10, 50, 90, 10, 50, 90, 10]
    camera.close()


def test_a_video_is_not_played_faster_than_it_was_taken(tmp_path: Path) -> None:
    camera = open_camera(f"files:{write_video(tmp_path / 'v.avi', [10] * 6, fps=20)}")
    begun = time.monotonic()
    for _ in range(5):
        camera.read()
    assert time.monotonic() - begun >= 4 / 20
    camera.close()


def test_a_video_cut_short_is_a_camera_lost(tmp_path: Path) -> None:
    path = write_video(tmp_path / "v.avi", [10 * n for n in range(20)])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    camera = open_camera(f"files:{path}")
    with pytest.raises(DeviceLost, match=r"breaks off after \d+ of 20 frames"):
        for _ in range(21):
            camera.read()
    camera.close()


def test_a_video_that_goes_away_is_a_camera_unplugged(tmp_path: Path) -> None:
    path = write_video(tmp_path / "v.avi", [10, 20, 30])
    camera = open_camera(f"files:{path}")
    camera.read()
    path.unlink()
    with pytest.raises(DeviceLost, match="the file no longer exists"):
        camera.read()
    camera.close()


@pytest.mark.parametrize("content", [b"", b"RIFF\xff\xff\xff\xffAVI LIST", b"a text\n" * 9])
def test_what_is_no_video_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "v.avi"
    path.write_bytes(content)
    with pytest.raises(DeviceError, match=r"v\.avi: must be a playable video"):
        open_camera(f"files:{path}").read()


# USB


def test_a_usb_camera_is_asked_for_packed_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, float] = {}

    class Usb(FakeVideoCapture):
        def __init__(self, path: str, api: int) -> None:
            super().__init__()
            assert (path, api) == ("/dev/null", cv2.CAP_V4L2)

        def isOpened(self) -> bool:
            return True

        def set(self, what: int, value: float) -> bool:
            asked[what] = value
            return True

    monkeypatch.setattr("pegboard.devices.cameras.v4l.cv2.VideoCapture", Usb)
    camera = open_camera("v4l:/dev/null")
    assert grey_level(camera.read()) == 100 and camera.live
    assert asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    camera.close()


def test_a_usb_camera_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegboard.devices.cameras.v4l.os.access", lambda path, mode: False)
    with pytest.raises(DeviceMissing, match="sudo usermod -aG video"):
        open_camera("v4l:/dev/null")


# The Pi's own


@pytest.fixture
def picamera(monkeypatch: pytest.MonkeyPatch) -> type[FakePiCamera]:
    return install_picamera(monkeypatch)


def test_the_pi_camera_focuses_and_is_let_go_of(picamera: type[FakePiCamera]) -> None:
    camera: Any = open_camera("picamera:0")
    assert camera.read().shape == (960, 1280, 3)
    assert camera._camera.controls == {"AfMode": 2}
    camera.close()
    camera.close()
    assert picamera.closed == 1


def test_a_pi_camera_that_is_not_there(picamera: type[FakePiCamera]) -> None:
    with pytest.raises(DeviceMissing, match=r"picamera:1: 1 found; check the ribbon cable"):
        open_camera("picamera:1")


def test_a_pi_camera_in_use(picamera: type[FakePiCamera]) -> None:
    picamera.busy = True
    with pytest.raises(DeviceMissing, match="busy; is another program using it"):
        open_camera("picamera:")


def test_a_pi_camera_that_stops(picamera: type[FakePiCamera]) -> None:
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
