"""Streaming cameras: from the network, or from a driver that may fail."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from pegboard.camera.client import CameraClient
from pegboard.devices.cameras import SAMPLES, _stream, open_camera
from pegboard.devices.cameras._stream import StreamCamera
from pegboard.devices.cameras.pictures import load_picture
from pegboard.errors import DeviceError, DeviceLost, DeviceMissing
from tests.support.fake_cameras import FakeVideoCapture, grey_level, mjpeg_server, stream_url
from tests.support.waiting import wait_until


@pytest.fixture
def server() -> Iterator[Any]:
    with mjpeg_server() as serving:
        yield serving


def test_stream_returns_newest_frame(server: Any) -> None:
    camera = open_camera(stream_url(server))
    assert grey_level(camera.read()) == 100
    server.level, before = 200, server.sent
    # Frames sent while nobody reads must be dropped.
    wait_until(lambda: server.sent >= before + 25, "a stream that goes on")
    camera.read()
    assert grey_level(camera.read()) == 200
    camera.close()


def test_ended_stream_raises_device_lost_and_reopens(server: Any) -> None:
    camera = open_camera(stream_url(server))
    camera.read()
    server.stops = True
    with pytest.raises(DeviceLost, match="no more pictures come; is it still plugged in"):
        for _ in range(100):
            camera.read()
    camera.close()
    server.stops = False
    camera = open_camera(stream_url(server))
    assert grey_level(camera.read()) == 100
    camera.close()


def test_stream_errors_hide_password() -> None:
    with pytest.raises(
        DeviceMissing, match=r"files:http://127\.0\.0\.1:9/s: no pictures at that address"
    ):
        open_camera("files:http://ann:secret@127.0.0.1:9/s")


def test_camera_process_recovers_lost_stream(server: Any) -> None:
    server.picture = load_picture(SAMPLES / "hand-1.jpg")

    async def story() -> None:
        camera_client = CameraClient(stream_url(server), timeout_s=60)
        try:
            reading = await camera_client.read_cards()
            assert len(reading.cards) == 5 and reading.sure and not reading.waited
            server.stops = True
            with pytest.raises(
                DeviceError, match=r"no more pictures come|no pictures at that address"
            ):
                await camera_client.read_cards()
            assert not camera_client.is_ok
            server.stops = False
            assert (await camera_client.read_cards()).cards == reading.cards
            assert camera_client.is_ok
        finally:
            await camera_client.close()

    asyncio.run(story())


def test_stream_decodes_only_requested_frames() -> None:
    fake = FakeVideoCapture()
    camera = StreamCamera("fake:", lambda: fake)
    wait_until(lambda: fake.grabbed >= 20, "frames")
    assert fake.retrieved == 0
    camera.read()
    camera.read()
    assert fake.retrieved == 2
    camera.close()
    assert fake.released == 1


def test_stream_skips_damaged_frame() -> None:
    camera = StreamCamera("fake:", lambda: FakeVideoCapture(damaged=3))
    assert grey_level(camera.read()) == 100
    camera.close()


def test_stream_error_quotes_driver() -> None:
    camera = StreamCamera("fake:", lambda: FakeVideoCapture(raises=True))
    with pytest.raises(DeviceLost, match="the driver failed"):
        camera.read()
    camera.close()


def test_hanging_stream_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_stream, "READ_S", 0.2)
    fake = FakeVideoCapture(hangs=True)
    camera = StreamCamera("fake:", lambda: fake)
    with pytest.raises(DeviceLost, match=r"no picture in 0\.2 s"):
        camera.read()
    fake.goes_on.set()
    camera.close()
    assert fake.released == 1


def test_idle_stream_is_released_and_reopened() -> None:
    opened: list[FakeVideoCapture] = []

    def fresh() -> FakeVideoCapture:
        opened.append(FakeVideoCapture())
        return opened[-1]

    camera = StreamCamera("fake:", fresh, idle_s=0.1)
    camera.read()
    wait_until(lambda: opened[0].released, "a camera that is let go of")
    assert [fake.released for fake in opened] == [1]
    assert grey_level(camera.read()) == 100
    assert len(opened) == 2
    camera.close()
    assert [fake.released for fake in opened] == [1, 1]


def test_process_exits_cleanly_with_open_stream(server: Any) -> None:
    code = (
        "import sys; from pegboard.devices.cameras import open_camera as o; o(sys.argv[1]).read()"
    )
    done = subprocess.run([sys.executable, "-c", code, stream_url(server)], capture_output=True)
    assert done.returncode == 0, done.stderr
