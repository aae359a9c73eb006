"""Fake cameras: video files, network streams, a driver and picamera2."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

SIZE = (320, 240)


def grey_image(level: int) -> np.ndarray:
    return np.full((SIZE[1], SIZE[0], 3), level, np.uint8)


def write_video(path: Path, levels: list[int], fps: float = 50.0) -> Path:
    """Writes a video with one uniformly grey frame per level."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    assert writer.isOpened()
    for level in levels:
        writer.write(grey_image(level))
    writer.release()
    return path


def grey_level(image: np.ndarray) -> int:
    """Returns the grey level of an image, rounded to tens."""
    assert image.shape == (SIZE[1], SIZE[0], 3) and image.dtype == np.uint8
    return round(float(image.mean()) / 10) * 10


class MjpegHandler(BaseHTTPRequestHandler):
    """Serves Motion JPEG, as network cameras do, until told to stop."""

    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        server: Any = self.server
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            while not server.stops:
                picture = grey_image(server.level) if server.picture is None else server.picture
                jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
                server.sent += 1
                time.sleep(0.02)
        except OSError:
            pass

    def log_message(self, *what: object) -> None:
        pass


@contextmanager
def mjpeg_server() -> Iterator[Any]:
    """Serves one stream showing grey `level`, or `picture` if set.

    `sent` counts the frames that have gone out.
    """
    serving: Any = ThreadingHTTPServer(("127.0.0.1", 0), MjpegHandler)
    serving.daemon_threads = True
    serving.stops, serving.level, serving.picture, serving.sent = False, 100, None, 0
    thread = threading.Thread(target=serving.serve_forever, args=(0.02,))
    thread.start()
    yield serving
    serving.stops = True
    serving.shutdown()
    thread.join()
    serving.server_close()


def stream_url(server: Any) -> str:
    return f"files:http://127.0.0.1:{server.server_port}/stream"


class SnapshotHandler(BaseHTTPRequestHandler):
    """Serves one picture per request, or the scripted answer."""

    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        server: Any = self.server
        server.requests += 1
        if server.login and self.headers.get("Authorization", "").partition(" ")[0] != server.login:
            self.send_response(401)
            nonce = ', nonce="17", qop="auth"' if server.login == "Digest" else ""
            self.send_header("WWW-Authenticate", f'{server.login} realm="camera"{nonce}')
            self.end_headers()
            return
        server.logins.append(self.headers.get("Authorization", ""))
        code, kind, body = server.answers.pop(0) if server.answers else (200, server.kind, None)
        if body is None:
            body = cv2.imencode(server.suffix, grey_image(server.level))[1].tobytes()
        self.send_response(code)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *what: object) -> None:
        pass


@contextmanager
def snapshot_server() -> Iterator[Any]:
    """Serves single pictures of grey `level`, JPEG as `image/jpeg`.

    `answers` are given first: each a status, a content type and a body, or None for the picture.
    With a `login`, `Basic` or `Digest`, requests without one are refused.
    """
    serving: Any = ThreadingHTTPServer(("127.0.0.1", 0), SnapshotHandler)
    serving.daemon_threads = True
    serving.level, serving.requests, serving.answers, serving.logins = 100, 0, [], []
    serving.kind, serving.suffix, serving.login = "image/jpeg", ".jpg", ""
    thread = threading.Thread(target=serving.serve_forever, args=(0.02,))
    thread.start()
    yield serving
    serving.shutdown()
    thread.join()
    serving.server_close()


class FakePiCamera:
    """A fake Picamera2 that enforces the order configure, start, capture, close."""

    infos: tuple[dict[str, str], ...] = ({"Model": "imx708"},)
    busy = False
    hangs = False
    closed = 0
    lens: tuple[float, float, float] | None = None
    """Nearest and farthest in dioptres, of a module that can focus."""
    found = 1.7
    """Dioptres that autofocus finds."""

    def __init__(self, number: int) -> None:
        if self.busy:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.camera_controls: dict[str, Any] = {"AfMode": (0, 2, 0)}
        if self.lens is not None:
            self.camera_controls["LensPosition"] = self.lens
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

    def capture_metadata(self, wait: bool) -> Any:
        assert self.state == "started" and not wait
        metadata = {"LensPosition": self.controls.get("LensPosition", self.found)}
        return SimpleNamespace(get_result=lambda timeout: metadata)

    def stop(self) -> None:
        self.state = "stopped"

    def close(self) -> None:
        type(self).closed += 1
        self.state = "closed"


def install_picamera(monkeypatch: pytest.MonkeyPatch) -> type[FakePiCamera]:
    """Installs a fake picamera2 module; returns its class for the test to configure."""

    class Fake(FakePiCamera):
        pass

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Fake))
    return Fake


class FakeVideoCapture:
    """A scriptable `cv2.VideoCapture`."""

    def __init__(self, *, damaged: int = 0, hangs: bool = False, raises: bool = False) -> None:
        self.damaged, self.hangs, self.raises = damaged, hangs, raises
        self.grabbed = self.retrieved = self.released = 0
        self.goes_on = threading.Event()

    def grab(self) -> bool:
        if self.raises:
            raise cv2.error("the driver failed")
        if self.hangs:
            self.goes_on.wait(5)
        time.sleep(0.005)
        self.grabbed += 1
        return True

    def retrieve(self) -> tuple[bool, Any]:
        self.retrieved += 1
        if self.damaged:
            self.damaged -= 1
            return False, None
        return True, grey_image(100)

    def release(self) -> None:
        self.released += 1
