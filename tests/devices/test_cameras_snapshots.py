"""Network cameras that return one picture per request."""

from collections.abc import Iterator
from typing import Any

import pytest

from pegboard.devices.cameras import Source, _network, _stream, open_camera
from pegboard.devices.cameras._network import SnapshotCamera
from pegboard.devices.cameras._stream import StreamCamera
from pegboard.errors import DeviceLost, DeviceMissing
from tests.support.fake_cameras import grey_level, mjpeg_server, snapshot_server, stream_url


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(_network, "POLL_S", 0.01)
    with snapshot_server() as serving:
        yield serving


def address(server: Any, *, scheme: str = "http", user: str = "", path: str = "shot.jpg") -> str:
    return f"files:{scheme}://{user}127.0.0.1:{server.server_port}/{path}"


def opened(server: Any, **more: str) -> Source:
    camera = open_camera(address(server, **more))
    assert isinstance(camera, SnapshotCamera) and camera.live
    return camera


def test_snapshot_camera_requests_current_picture(server: Any) -> None:
    camera = opened(server)
    assert grey_level(camera.read()) == 100
    server.level = 200
    assert grey_level(camera.read()) == 200
    camera.close()
    camera.close()
    with pytest.raises(DeviceLost, match="closed"):
        camera.read()


@pytest.mark.parametrize(
    ("kind", "suffix", "scheme"),
    [
        ("image/jpeg", ".jpg", "HTTP"),
        ("image/png", ".png", "http"),
        ("image/webp; charset=binary", ".webp", "http"),
        ("application/octet-stream", ".jpg", "Http"),
        ("text/plain", ".png", "http"),
        ("", ".jpg", "http"),
    ],
)
def test_snapshot_is_detected_by_content_type_or_magic(
    server: Any, kind: str, suffix: str, scheme: str
) -> None:
    server.kind, server.suffix = kind, suffix
    camera = opened(server, scheme=scheme)
    assert grey_level(camera.read()) == 100
    camera.close()


def test_multipart_address_opens_as_stream() -> None:
    with mjpeg_server() as serving:
        camera = open_camera(stream_url(serving).replace("http:", "HTTP:"))
        assert isinstance(camera, StreamCamera) and grey_level(camera.read()) == 100
        camera.close()


@pytest.mark.parametrize("login", ["Basic", "Digest"])
def test_snapshot_camera_sends_credentials(server: Any, login: str) -> None:
    server.login = login
    camera = opened(server, user="ann:s%40cret@")
    assert grey_level(camera.read()) == 100
    assert server.logins and all(header.startswith(login) for header in server.logins)
    assert "s%40cret" not in str(camera.name)  # type: ignore[attr-defined]
    camera.close()


@pytest.mark.parametrize("login", ["Basic", "Digest", "Bearer"])
def test_snapshot_camera_without_password_raises_device_missing(server: Any, login: str) -> None:
    server.login = login
    with pytest.raises(DeviceMissing, match="no pictures at that address"):
        open_camera(address(server))


def test_snapshot_camera_retries_failed_request(server: Any) -> None:
    camera = opened(server)
    server.answers = [
        (503, "text/html", b"busy"),
        (200, "image/jpeg", b""),
        (200, "text/html", b"<html>starting</html>"),
        (200, "image/jpeg", b"\xff\xd8\xff\xe0 cut short"),
        (404, "text/html", b"gone"),
    ]
    before = server.requests
    assert grey_level(camera.read()) == 100
    assert server.requests == before + 6
    camera.close()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((503, "text/html", b"busy"), "HTTP Error 503"),
        ((200, "text/html", b"<html></html>"), "not a picture"),
    ],
)
def test_failing_snapshot_camera_raises_device_lost_with_reason(
    server: Any, monkeypatch: pytest.MonkeyPatch, answer: Any, message: str
) -> None:
    camera = opened(server)
    monkeypatch.setattr(_stream, "READ_S", 0.2)
    server.answers = [answer] * 1000
    with pytest.raises(DeviceLost, match=message):
        camera.read()
    server.answers = []
    assert grey_level(camera.read()) == 100
    camera.close()


def test_snapshot_camera_limits_request_rate(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polls no faster than a table changes, regardless of the reader."""
    now, pauses = [100.0], list[float]()

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(_network, "POLL_S", 0.25)
    monkeypatch.setattr(_network, "monotonic", lambda: now[0])
    monkeypatch.setattr(_network, "sleep", wait)
    camera = opened(server)
    for _ in range(3):
        camera.read()
    now[0] += 10
    camera.read()
    assert pauses == [0.0, 0.25, 0.25, 0.0]
    camera.close()


def test_unreachable_network_camera_raises_device_missing(server: Any) -> None:
    server.answers = [(404, "text/html", b"")] * 50
    with pytest.raises(DeviceMissing, match="no pictures at that address"):
        open_camera(address(server))
    with pytest.raises(DeviceMissing, match="rtsp:// is not read; give the address of the camera"):
        open_camera("files:rtsp://127.0.0.1/x")
