"""Pictures from a folder, a video file, or a network address.

`files:` alone shows the samples that come with pegboard: whole deals. `files:` may be followed by a
folder, whose pictures are shown one per reading, in a loop; a video, played in real time (the
sample deal only once); or a network address: `http://10.0.0.5:8080/stream` for motion JPEG, as
phones and network cameras offer it, or `http://10.0.0.5/snapshot.jpg` for one picture per request.
"""

from pathlib import Path
from time import monotonic, sleep
from typing import Any

import cv2
import msgspec

from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import SAMPLE_DEAL, SAMPLES, Source
from pegboard.devices.cameras.pictures import PICTURE_SUFFIXES, load_picture
from pegboard.devices.ports import Image
from pegboard.errors import Code, Common, DeviceError, DeviceLost, DeviceMissing

FASTEST_FPS = 60.0
WHOLE = 0.9
"""Share of the frames stated in the header below which a video counts as truncated."""


class PictureFiles(Code):
    """Codes of `DeviceMissing` for a folder of pictures."""

    ONE_PICTURE = "one-picture", "camera {camera}: must be a folder of pictures, not one picture"
    NO_FOLDER = "no-folder", "camera {camera}: no such folder or video"
    NO_PICTURE = "no-picture-in-folder", "camera {camera}: no pictures in this folder"


class Video(Code):
    """Codes of `DeviceError` and `DeviceLost` for a video."""

    UNPLAYABLE = (
        "video-unplayable",
        "camera {camera}: must be a playable video (AVI, MP4 or MKV)",
    )
    GONE = "video-gone", "camera {camera}: the file no longer exists"
    BREAKS_OFF = (
        "video-breaks-off",
        "camera {camera}: the video breaks off after {n} of {frames:.0f} frames",
    )
    NO_FRAME = "video-no-frame", "camera {camera}: no frame can be read"


def open(rest: str) -> Source:
    """Returns the camera at `files:REST`; without REST, the folder of samples."""
    if (network := _network_of(rest)) is not None:
        camera: Source = network.open_network(rest)
        return camera
    path = Path(rest).expanduser() if rest else SAMPLES
    if path.is_file():
        if path.suffix.lower() in PICTURE_SUFFIXES:
            raise DeviceMissing(PictureFiles.ONE_PICTURE, camera=f"files:{path}")
        return VideoCamera(path, once=path == SAMPLE_DEAL)
    return FilesCamera(path) if rest else SampleCamera()


def check(rest: str) -> None:
    """Checks an address on any machine; opens nothing.

    Raises:
        DeviceMissing: it is on the network, and cannot be read there.
    """
    if (network := _network_of(rest)) is not None:
        network.checked_url(rest)


def _network_of(rest: str) -> Any:
    """Returns the module that reads a network address; None for a file or a folder."""
    if ":" not in rest:
        return None
    from pegboard.devices.cameras import _network  # saves other cameras 5 MiB

    return _network if _network.is_network(rest) else None


class FilesCamera:
    """Shows the pictures of a folder in the order of their names.

    The folder is listed again for each reading, so that a picture put there while the service
    runs is seen. A picture that cannot be read raises an error once; the next reading goes on.
    """

    live = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = ""
        """Name of the last file shown."""
        self._closed = False
        self._pictures()

    def _pictures(self) -> list[Path]:
        if not self.folder.is_dir():
            raise DeviceMissing(PictureFiles.NO_FOLDER, camera=f"files:{self.folder}")
        paths = (p for p in self.folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
        pictures = sorted(paths)
        if not pictures:
            raise DeviceMissing(PictureFiles.NO_PICTURE, camera=f"files:{self.folder}")
        return pictures

    def read(self) -> Image:
        """Returns the next picture, shape (height, width, 3), blue-green-red."""
        if self._closed:
            raise DeviceLost(Common.CLOSED, device="camera files:")
        pictures = self._pictures()
        following = [p for p in pictures if p.name > self.name] or pictures
        self.name = following[0].name
        return load_picture(following[0])

    def close(self) -> None:
        """Does nothing: there is nothing to release."""
        self._closed = True


class _Label(msgspec.Struct):
    starter: str


class SampleCamera(FilesCamera):
    """Shows the samples deal by deal: pone's hand, the dealer's, the crib."""

    def __init__(self) -> None:
        super().__init__(SAMPLES)
        content = (SAMPLES / "labels.json").read_bytes()
        labels = msgspec.json.decode(content, type=dict[str, _Label])
        self._starters = {name: Card.parse(labels[name].starter) for name in sorted(labels)}
        self._deals: dict[Card, list[str]] = {}
        for name, starter in self._starters.items():
            self._deals.setdefault(starter, []).append(name)

    def follow(self, starter: Card | None) -> None:
        """Matches the next picture to the deal being counted.

        Args:
            starter: starter of that deal; None while it is unknown, at the start of a deal.
        """
        shown = self._starters.get(self.name)
        if starter is None:
            if shown is not None:
                self.name = self._deals[shown][-1]
        elif deal := self._deals.get(starter):
            if shown != starter:  # after a restart: pone's hand, shown before it, had this starter
                self.name = deal[0]
            elif self.name == deal[-1]:
                self.name = deal[-2]


class VideoCamera:
    """Plays a video frame by frame, in a loop or once, never faster than it was recorded.

    If the reader is slower than the video, no frame is skipped, so the result does not
    depend on the machine's speed. A file that disappears counts as an unplugged camera.
    """

    live = True

    def __init__(self, path: Path, *, once: bool = False) -> None:
        """Opens a video.

        Args:
            path: path of the file.
            once: hold the last frame at the end instead of looping.

        Raises:
            DeviceError: it cannot be played.
        """
        self.path, self._once = path, once
        self._last: Image | None = None
        self._name = f"files:{path}"
        self._closed = False
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise DeviceError(Video.UNPLAYABLE, camera=self._name)
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._frame_s = 1 / min(fps, FASTEST_FPS) if fps > 0 else 1 / FASTEST_FPS
        self._promised = float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._shown = 0
        self._next = monotonic()

    def read(self) -> Image:
        """Returns the next frame when it is due.

        Raises:
            DeviceLost: closed, or the file disappeared or ends too early.
        """
        if self._closed:
            raise DeviceLost(Common.CLOSED, device=f"camera {self._name}")
        if not self.path.is_file():
            raise DeviceLost(Video.GONE, camera=self._name)
        sleep(max(0.0, self._next - monotonic()))
        self._next = monotonic() + self._frame_s
        ok, image = self._capture.read()
        if not ok and self._once and self._last is not None:
            return self._last
        if not ok and self._shown:
            if self._shown < WHOLE * self._promised:
                raise DeviceLost(
                    Video.BREAKS_OFF, camera=self._name, n=self._shown, frames=self._promised
                )
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
            self._shown = 0
            ok, image = self._capture.read()
        if not ok:
            raise DeviceLost(Video.NO_FRAME, camera=self._name)
        self._shown += 1
        self._last = image if self._once else None
        return image

    def close(self) -> None:
        """Releases the file; a second call does nothing."""
        self._closed = True
        self._capture.release()
