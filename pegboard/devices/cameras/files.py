"""Pictures from a folder, a video file, or a network address.

After `files:` comes nothing (the samples that come with pegboard: whole deals); a folder, whose
pictures are shown one per reading, in a loop; a video, played as if a camera saw it (the sample
deal once, so that nobody deals again); or an address
such as `http://10.0.0.5:8080/stream`: motion JPEG, as phones and network cameras offer it.
"""

import json
from pathlib import Path

from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import SAMPLE_DEAL, SAMPLES, Source
from pegboard.devices.cameras._stream import network
from pegboard.devices.cameras._video import VideoCamera
from pegboard.devices.cameras.pictures import PICTURE_SUFFIXES, load_picture
from pegboard.devices.ports import Image
from pegboard.errors import Code, Common, DeviceLost, DeviceMissing


class PictureFiles(Code):
    """Codes of `DeviceMissing` for a folder of pictures."""

    ONE_PICTURE = "one-picture", "camera {camera}: must be a folder of pictures, not one picture"
    NO_FOLDER = "no-folder", "camera {camera}: no such folder or video"
    NO_PICTURE = "no-picture-in-folder", "camera {camera}: no pictures in this folder"


def open(rest: str) -> Source:
    """Returns the camera at `files:REST`; without REST, the folder of samples."""
    if rest.startswith(("http://", "https://")):
        return network(rest)
    path = Path(rest).expanduser() if rest else SAMPLES
    if path.is_file():
        if path.suffix.lower() in PICTURE_SUFFIXES:
            raise DeviceMissing(PictureFiles.ONE_PICTURE, camera=f"files:{path}")
        return VideoCamera(path, once=path == SAMPLE_DEAL)
    return FilesCamera(path) if rest else SampleCamera()


class FilesCamera:
    """Shows the pictures of a folder in the order of their names.

    The folder is looked at anew for each reading, so that a picture put there while the service
    runs is seen. A picture that cannot be read is an error once, and the next reading goes on.
    """

    live = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = ""
        """The file shown last."""
        self._closed = False
        self._pictures()

    def _pictures(self) -> list[Path]:
        if not self.folder.is_dir():
            raise DeviceMissing(PictureFiles.NO_FOLDER, camera=f"files:{self.folder}")
        found = (p for p in self.folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
        pictures = sorted(found)
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


class SampleCamera(FilesCamera):
    """Shows the samples deal by deal: pone's hand, the dealer's, the crib."""

    def __init__(self) -> None:
        super().__init__(SAMPLES)
        labels = json.loads((SAMPLES / "labels.json").read_text(encoding="utf-8"))
        self._starters = {name: Card.parse(labels[name]["starter"]) for name in sorted(labels)}
        self._deals: dict[Card, list[str]] = {}
        for name, starter in self._starters.items():
            self._deals.setdefault(starter, []).append(name)

    def follow(self, starter: Card | None) -> None:
        """Has the next picture agree with the deal that is counted.

        Args:
            starter: of that deal; None while it is not known: a deal begins.
        """
        shown = self._starters.get(self.name)
        if starter is None:
            if shown is not None:
                self.name = self._deals[shown][-1]
        elif deal := self._deals.get(starter):
            if shown != starter:  # restarted since: pone's hand told the starter
                self.name = deal[0]
            elif self.name == deal[-1]:
                self.name = deal[-2]
