"""Contract tests for every kind of camera.

To test a real device, set `PEGBOARD_TEST_CAMERA=v4l:/dev/video0`.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pegboard.devices.cameras import SAMPLES, Source, open_camera, schemes
from pegboard.errors import DeviceLost, DeviceMissing
from tests.support.fake_cameras import install_picamera, mjpeg_server, stream_url, write_video

NAMED = os.environ.get("PEGBOARD_TEST_CAMERA")
KINDS = ["folder", "video", "network", "picamera", *([NAMED] if NAMED else [])]


@pytest.fixture
def server() -> Iterator[Any]:
    with mjpeg_server() as serving:
        yield serving


@pytest.fixture(params=KINDS)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Source]:
    match request.param:
        case "folder":
            address = "files:"
        case "video":
            address = f"files:{write_video(tmp_path / 'v.avi', [10, 20, 30])}"
        case "network":
            address = stream_url(request.getfixturevalue("server"))
        case "picamera":
            install_picamera(request.getfixturevalue("monkeypatch"))
            address = "picamera:"
        case named:
            address = named
    camera = open_camera(address)
    yield camera
    camera.close()


def test_camera_returns_colour_pictures(camera: Source) -> None:
    for _ in range(4):
        image = camera.read()
        assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3


def test_camera_reports_whether_it_is_live(camera: Source) -> None:
    assert camera.live == (getattr(camera, "folder", None) is None)


def test_closed_camera_raises_device_lost(camera: Source) -> None:
    camera.read()
    camera.close()
    camera.close()
    with pytest.raises(DeviceLost, match="closed"):
        camera.read()


def test_camera_closes_without_reading(camera: Source) -> None:
    camera.close()


@pytest.mark.parametrize(
    ("address", "cure"),
    [
        ("files:/nowhere/at/all", "no such folder"),
        ("files:http://127.0.0.1:9/", "does a browser on this machine show"),
        (f"files:{SAMPLES / 'hand-1.jpg'}", "must be a folder of pictures"),
        ("v4l:/dev/video77", r"plug it in, and run `v4l2-ctl --list-devices`"),
        ("v4l:/dev/null", "not a capture device"),
        ("picamera:", r"apt install python3-picamera2.*--system-site-packages"),
        ("picamera:front", "must be a number"),
    ],
)
def test_missing_camera_error_has_cure(
    address: str, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceMissing, match=cure) as caught:
        open_camera(address)
    assert address.rstrip(":") in str(caught.value)


@pytest.mark.parametrize("address", ["", "files", "moon:", "process:", "pictures:", "_video:x"])
def test_unknown_scheme_error_lists_schemes(address: str) -> None:
    with pytest.raises(DeviceMissing, match=r"must be one of files:, picamera:, v4l:"):
        open_camera(address)


def test_schemes_match_modules_of_folder() -> None:
    assert schemes() == ("files", "picamera", "v4l")
