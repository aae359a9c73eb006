"""Cameras at a network address: a motion JPEG stream, or one picture per request.

The content type tells them apart: a stream is `multipart/…`, a snapshot an image.
Certificates are not checked, because cameras use self-signed ones; nor are they for streams.
"""

import http.client
import re
import ssl
import urllib.request
from contextlib import closing
from time import monotonic, sleep
from typing import Any
from urllib.parse import unquote, urlsplit

import cv2

from pegboard.devices.cameras import Source, _stream
from pegboard.devices.cameras._stream import Capture, Pictures, StreamCamera
from pegboard.devices.cameras.pictures import MOST_BYTES, decode_picture
from pegboard.devices.notices import without_password
from pegboard.devices.ports import Image
from pegboard.errors import Code, Common, DeviceError, DeviceLost, DeviceMissing

POLL_S = 0.25
"""Minimum seconds between two snapshot requests: a table does not change faster."""
_BEGINS = 16
"""Number of leading bytes that identify a picture format."""
_PICTURE = re.compile(rb"\xff\xd8|\x89PNG\r\n|RIFF....WEBP", re.DOTALL)
_URL = re.compile(r"([a-z][a-z0-9+.-]*):(//)?", re.I)


class NetworkCamera(Code):
    """Codes of `DeviceMissing` for an address on the network."""

    PROTOCOL = (
        "network-protocol",
        "camera {camera}: must begin with http:// or https://, because {protocol} is not read",
        "give the address of the camera's motion-JPEG stream, or that of one picture, such as "
        "files:http://10.0.0.5/snapshot.jpg",
    )
    NO_SCHEME = "network-no-scheme", "camera {camera}: must begin with files:"
    ADDRESS = (
        "network-address",
        "camera {camera}: must be http://HOST/PATH or http://HOST:PORT/PATH",
    )


def is_network(rest: str) -> bool:
    """Returns whether `files:REST` is, or is meant to be, a network address."""
    begins = _URL.match(rest)
    return begins is not None and (begins[2] is not None or begins[1].lower() in ("http", "https"))


def checked_url(rest: str) -> str:
    """Returns the address with its protocol in lower case.

    Raises:
        DeviceMissing: the protocol is not supported, or the host is missing.
    """
    protocol, _, behind = rest.partition(":")
    protocol = protocol.lower()
    camera = f"files:{without_password(rest)}"
    if protocol not in ("http", "https"):
        raise DeviceMissing(NetworkCamera.PROTOCOL, camera=camera, protocol=f"{protocol}://")
    try:
        parts = urlsplit(f"{protocol}:{behind}")
        is_right = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_right = False
    if not is_right or any(letter.isspace() for letter in rest):
        raise DeviceMissing(NetworkCamera.ADDRESS, camera=camera)
    return f"{protocol}:{behind}"


def check_plain(address: str) -> None:
    """Checks that a camera's address is not a network address without its `files:`.

    Raises:
        DeviceMissing: it is one.
    """
    if is_network(address):
        checked_url(address)
        raise DeviceMissing(NetworkCamera.NO_SCHEME, camera=without_password(address))


def open_network(rest: str) -> Source:
    """Returns the camera at an address such as `http://10.0.0.5:8080/stream`.

    Raises:
        DeviceMissing: nothing there gives pictures.
    """
    url = checked_url(rest)
    snapshots = Snapshots(url)
    if snapshots.offered():
        return SnapshotCamera(snapshots)
    name = snapshots.name  # errors are shown on the page: never the password

    def opened() -> Capture:
        wait_ms = int(_stream.READ_S * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
        capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise DeviceMissing(Pictures.NOT_THERE, camera=name)
        return capture

    return StreamCamera(name, opened)


class Snapshots:
    """Requests to an address that returns one picture per request."""

    def __init__(self, url: str) -> None:
        """Makes no request yet.

        Args:
            url: may contain user and password.
        """
        self.name = f"files:{without_password(url)}"
        parts = urlsplit(url)
        address = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        if parts.username is not None:
            user, password = unquote(parts.username), unquote(parts.password or "")
            passwords.add_password(None, address, user, password)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=context),
            urllib.request.HTTPBasicAuthHandler(passwords),
            urllib.request.HTTPDigestAuthHandler(passwords),
        )
        self._request = urllib.request.Request(address, headers={"Cache-Control": "no-cache"})

    def offered(self) -> bool:
        """Returns whether the address returns a picture; False for a stream, or without a reply."""
        try:
            with closing(self._open()) as reply:
                kind = reply.headers.get_content_type()
                if kind.startswith("image/"):
                    return True
                if kind.startswith("multipart/") or reply.headers["Content-Length"] is None:
                    return False
                return _PICTURE.match(reply.read(_BEGINS)) is not None
        except (OSError, http.client.HTTPException):
            return False

    def fetch(self) -> Image:
        """Returns the current picture, encoded.

        Raises:
            OSError: there is no reply, or no picture in it.
            HTTPException: the reply is cut short.
        """
        with closing(self._open()) as reply:
            data = reply.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise OSError(f"more than {MOST_BYTES // 2**20} MiB")
        return decode_picture(data)

    def _open(self) -> Any:
        try:
            return self._opener.open(self._request, timeout=_stream.READ_S)
        except ValueError as error:  # needs a login that is missing or of an unsupported kind
            raise OSError(str(error)) from error


class SnapshotCamera:
    """A camera that requests the current picture for each reading."""

    live = True

    def __init__(self, snapshots: Snapshots) -> None:
        """Makes no request yet."""
        self.name = snapshots.name
        self._snapshots = snapshots
        self._due = monotonic()
        self._closed = False

    def read(self) -> Image:
        """Returns the next picture, retrying failed requests.

        Raises:
            DeviceLost: closed, or no request succeeded in time.
        """
        until = monotonic() + _stream.READ_S
        while not self._closed:
            sleep(max(0.0, self._due - monotonic()))
            self._due = monotonic() + POLL_S
            try:
                return self._snapshots.fetch()
            except (OSError, http.client.HTTPException) as error:
                why = error.wrong if isinstance(error, DeviceError) else str(error)
            if monotonic() >= until:
                raise DeviceLost(Pictures.TROUBLE, camera=self.name, why=why)
        raise DeviceLost(Common.CLOSED, device=f"camera {self.name}")

    def close(self) -> None:
        """Makes no more requests; a second call does nothing."""
        self._closed = True
