"""Every camera there is keeps the same promises; what is missing is named with its cure.

Cameras that need a device are tried where one is named: `PEGBOARD_TEST_CAMERA=v4l:/dev/video0`.
"""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from pegboard.cameras import SAMPLES, Source, _stream, open_camera, schemes
from pegboard.cameras._stream import StreamCamera
from pegboard.cameras.pictures import load_picture
from pegboard.errors import DeviceError, DeviceLost, DeviceMissing
from pegboard.eyes import Eyes

SIZE = (320, 240)


def grey(level: int) -> np.ndarray:
    return np.full((SIZE[1], SIZE[0], 3), level, np.uint8)


def write_video(path: Path, levels: list[int], fps: float = 50.0) -> Path:
    """A video whose frames tell by their grey which they are."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    assert writer.isOpened()
    for level in levels:
        writer.write(grey(level))
    writer.release()
    return path


def level(image: np.ndarray) -> int:
    """Which grey of tens a picture is."""
    assert image.shape == (SIZE[1], SIZE[0], 3) and image.dtype == np.uint8
    return round(float(image.mean()) / 10) * 10


class Stream(BaseHTTPRequestHandler):
    """Motion JPEG as network cameras send it, until told to stop."""

    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        server: Any = self.server
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            while not server.stops:
                picture = grey(server.level) if server.picture is None else server.picture
                jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
                time.sleep(0.02)
        except OSError:
            pass

    def log_message(self, *what: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Any]:
    serving: Any = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    serving.daemon_threads = True
    serving.stops, serving.level, serving.picture = False, 100, None
    thread = threading.Thread(target=serving.serve_forever, args=(0.02,))
    thread.start()
    yield serving
    serving.stops = True
    serving.shutdown()
    thread.join()
    serving.server_close()


def url(server: Any) -> str:
    return f"files:http://127.0.0.1:{server.server_port}/stream"


class FakePiCamera:
    """As strict as picamera2: nothing before `start`, nothing after `close`."""

    infos: tuple[dict[str, str], ...] = ({"Model": "imx708"},)
    busy = False
    hangs = False
    closed = 0

    def __init__(self, number: int) -> None:
        if self.busy:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.camera_controls = {"AfMode": (0, 2, 0)}
        self.controls: dict[str, Any] = {}
        self.state = "new"

    @classmethod
    def global_camera_info(cls) -> list[dict[str, str]]:
        return list(cls.infos)

    def create_video_configuration(self, **what: Any) -> dict[str, Any]:
        return what

    def configure(self, configuration: dict[str, Any]) -> None:
        assert configuration["main"]["format"] == "RGB888"
        self.size, self.state = configuration["main"]["size"], "configured"

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def start(self) -> None:
        assert self.state == "configured"
        self.state = "started"

    def capture_array(self, name: str, wait: bool) -> Any:
        assert self.state == "started" and name == "main" and not wait
        return self

    def get_result(self, timeout: float) -> np.ndarray:
        if self.hangs:
            raise TimeoutError
        if self.state != "started":
            raise RuntimeError("the camera is not running")
        return np.zeros((self.size[1], self.size[0], 3), np.uint8)

    def stop(self) -> None:
        self.state = "stopped"

    def close(self) -> None:
        type(self).closed += 1
        self.state = "closed"


@pytest.fixture
def picamera(monkeypatch: pytest.MonkeyPatch) -> type[FakePiCamera]:
    class Fake(FakePiCamera):
        pass

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Fake))
    return Fake


# The promises


NAMED = os.environ.get("PEGBOARD_TEST_CAMERA")
KINDS = ["folder", "video", "network", "picamera", *([NAMED] if NAMED else [])]


@pytest.fixture(params=KINDS)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Source]:
    match request.param:
        case "folder":
            address = "files:"
        case "video":
            address = f"files:{write_video(tmp_path / 'v.avi', [10, 20, 30])}"
        case "network":
            address = url(request.getfixturevalue("server"))
        case "picamera":
            request.getfixturevalue("picamera")
            address = "picamera:"
        case named:
            address = named
    camera = open_camera(address)
    yield camera
    camera.close()


def test_gives_pictures_in_colour(camera: Source) -> None:
    for _ in range(4):
        image = camera.read()
        assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3


def test_says_whether_it_is_live(camera: Source) -> None:
    assert camera.live == (getattr(camera, "folder", None) is None)


def test_closes_twice_and_is_lost_then(camera: Source) -> None:
    camera.read()
    camera.close()
    camera.close()
    with pytest.raises(DeviceLost, match="closed"):
        camera.read()


def test_closes_unread(camera: Source) -> None:
    camera.close()


@pytest.mark.parametrize(
    ("address", "cure"),
    [
        ("files:/nowhere/at/all", "there is no such folder"),
        ("files:http://127.0.0.1:9/", "does a browser on this machine show"),
        (f"files:{SAMPLES / 'hand-1.jpg'}", "name the folder it is in"),
        ("v4l:/dev/video77", r"plug it in, and see `v4l2-ctl --list-devices`"),
        ("v4l:/dev/null", "takes no pictures"),
        ("picamera:", r"apt install python3-picamera2.*--system-site-packages"),
        ("picamera:front", "write a number"),
    ],
)
def test_what_is_missing_is_named_with_its_cure(
    address: str, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceMissing, match=cure) as caught:
        open_camera(address)
    assert address.rstrip(":") in str(caught.value)


@pytest.mark.parametrize("address", ["", "files", "moon:", "process:", "pictures:", "_video:x"])
def test_says_which_cameras_there_are(address: str) -> None:
    with pytest.raises(DeviceMissing, match=r"write one of files:, picamera:, v4l:"):
        open_camera(address)


def test_the_folder_is_the_list() -> None:
    assert schemes() == ("files", "picamera", "v4l")


# A video


def test_a_video_goes_round_and_leaves_no_frame_out(tmp_path: Path) -> None:
    camera = open_camera(f"files:{write_video(tmp_path / 'v.avi', [10, 50, 90])}")
    assert [level(camera.read()) for _ in range(7)] == [10, 50, 90, 10, 50, 90, 10]
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
    with pytest.raises(DeviceLost, match="the file is gone"):
        camera.read()
    camera.close()


@pytest.mark.parametrize("content", [b"", b"RIFF\xff\xff\xff\xffAVI LIST", b"a text\n" * 9])
def test_what_is_no_video_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "v.avi"
    path.write_bytes(content)
    with pytest.raises(DeviceError, match=r"v\.avi: not a video"):
        open_camera(f"files:{path}").read()


# A stream


def test_a_stream_shows_what_is_there_now(server: Any) -> None:
    camera = open_camera(url(server))
    assert level(camera.read()) == 100
    server.level = 200
    time.sleep(0.5)  # nobody reads: what was sent in between must not be seen now
    camera.read()
    assert level(camera.read()) == 200
    camera.close()


def test_a_stream_that_ends_is_lost_and_can_be_opened_again(server: Any) -> None:
    camera = open_camera(url(server))
    camera.read()
    server.stops = True
    with pytest.raises(DeviceLost, match="no more pictures come; is it still plugged in"):
        for _ in range(100):
            camera.read()
    camera.close()
    server.stops = False
    camera = open_camera(url(server))
    assert level(camera.read()) == 100
    camera.close()


def test_a_stream_keeps_its_password_to_itself() -> None:
    with pytest.raises(DeviceMissing, match=r"files:http://127\.0\.0\.1:9/s: no pictures there"):
        open_camera("files:http://ann:secret@127.0.0.1:9/s")


def test_the_camera_process_counts_from_a_stream_and_finds_it_again(server: Any) -> None:
    server.picture = load_picture(SAMPLES / "hand-1.jpg")

    async def story() -> None:
        eyes = Eyes(url(server), timeout_s=60)
        try:
            seen = await eyes.look()
            assert len(seen.cards) == 5 and seen.sure and not seen.waited
            server.stops = True
            with pytest.raises(DeviceError, match=r"no more pictures come|no pictures there"):
                await eyes.look()
            assert not eyes.ok
            server.stops = False
            assert (await eyes.look()).cards == seen.cards
            assert eyes.ok
        finally:
            await eyes.close()

    asyncio.run(story())


class Fake:
    """A `cv2.VideoCapture` that does what a test wants."""

    def __init__(self, *, damaged: int = 0, hangs: bool = False, raises: bool = False) -> None:
        self.damaged, self.hangs, self.raises = damaged, hangs, raises
        self.retrieved = self.released = 0
        self.goes_on = threading.Event()

    def grab(self) -> bool:
        if self.raises:
            raise cv2.error("the driver failed")
        if self.hangs:
            self.goes_on.wait(5)
        time.sleep(0.005)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        self.retrieved += 1
        if self.damaged:
            self.damaged -= 1
            return False, None
        return True, grey(100)

    def release(self) -> None:
        self.released += 1


def test_only_frames_that_are_asked_for_are_unpacked() -> None:
    fake = Fake()
    camera = StreamCamera("fake:", lambda: fake)
    time.sleep(0.1)
    assert fake.retrieved == 0
    camera.read()
    camera.read()
    assert fake.retrieved == 2
    camera.close()
    assert fake.released == 1


def test_a_damaged_frame_is_passed_over() -> None:
    camera = StreamCamera("fake:", lambda: Fake(damaged=3))
    assert level(camera.read()) == 100
    camera.close()


def test_a_driver_that_fails_is_quoted() -> None:
    camera = StreamCamera("fake:", lambda: Fake(raises=True))
    with pytest.raises(DeviceLost, match="the driver failed"):
        camera.read()
    camera.close()


def test_a_camera_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_stream, "READ_S", 0.2)
    fake = Fake(hangs=True)
    camera = StreamCamera("fake:", lambda: fake)
    with pytest.raises(DeviceLost, match=r"no picture came in 0\.2 s"):
        camera.read()
    fake.goes_on.set()
    camera.close()
    assert fake.released == 1


def test_a_camera_nobody_asks_is_let_go_of_and_taken_again() -> None:
    opened: list[Fake] = []

    def fresh() -> Fake:
        opened.append(Fake())
        return opened[-1]

    camera = StreamCamera("fake:", fresh, idle_s=0.1)
    camera.read()
    time.sleep(0.3)
    assert [fake.released for fake in opened] == [1]
    assert level(camera.read()) == 100
    assert len(opened) == 2
    camera.close()
    assert [fake.released for fake in opened] == [1, 1]


def test_a_process_that_ends_without_a_close_ends_well(server: Any) -> None:
    code = "import sys; from pegboard.cameras import open_camera as o; o(sys.argv[1]).read()"
    done = subprocess.run([sys.executable, "-c", code, url(server)], capture_output=True)
    assert done.returncode == 0, done.stderr


# USB


def test_a_usb_camera_is_asked_for_packed_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, float] = {}

    class Usb(Fake):
        def __init__(self, path: str, api: int) -> None:
            super().__init__()
            assert (path, api) == ("/dev/null", cv2.CAP_V4L2)

        def isOpened(self) -> bool:
            return True

        def set(self, what: int, value: float) -> bool:
            asked[what] = value
            return True

    monkeypatch.setattr("pegboard.cameras.v4l.cv2.VideoCapture", Usb)
    camera = open_camera("v4l:/dev/null")
    assert level(camera.read()) == 100 and camera.live
    assert asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    camera.close()


def test_a_usb_camera_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegboard.cameras.v4l.os.access", lambda path, mode: False)
    with pytest.raises(DeviceMissing, match="sudo usermod -aG video"):
        open_camera("v4l:/dev/null")


# The Pi's own


def test_the_pi_camera_focuses_and_is_let_go_of(picamera: type[FakePiCamera]) -> None:
    camera: Any = open_camera("picamera:0")
    assert camera.read().shape == (960, 1280, 3)
    assert camera._camera.controls == {"AfMode": 2}
    camera.close()
    camera.close()
    assert picamera.closed == 1


def test_a_pi_camera_that_is_not_there(picamera: type[FakePiCamera]) -> None:
    with pytest.raises(DeviceMissing, match=r"picamera:1: 1 found; look at the ribbon cable"):
        open_camera("picamera:1")


def test_a_pi_camera_in_use(picamera: type[FakePiCamera]) -> None:
    picamera.busy = True
    with pytest.raises(DeviceMissing, match="busy; does another program use it"):
        open_camera("picamera:")


def test_a_pi_camera_that_stops(picamera: type[FakePiCamera]) -> None:
    camera = open_camera("picamera:")
    picamera.hangs = True
    with pytest.raises(DeviceLost, match=r"no picture came in 4 s"):
        camera.read()
    picamera.hangs = False
    camera._camera.stop()  # type: ignore[attr-defined]
    with pytest.raises(DeviceLost, match="not running"):
        camera._camera.capture_array = lambda *a, **k: camera._camera  # type: ignore[attr-defined]
        camera.read()
    camera.close()
