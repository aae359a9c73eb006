"""Timestamped pictures from a folder, a video or a camera, as input for following a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import cv2
import numpy as np

from pegboard.devices.cameras import open_camera, schemes
from pegboard.devices.cameras.files import PictureFiles, Video
from pegboard.devices.cameras.pictures import PICTURE_SUFFIXES, load_picture
from pegboard.devices.ports import Image
from pegboard.errors import DeviceError, DeviceMissing

USUAL_FPS = 2.0
"""Default pictures per second of a folder."""
MOST_FPS = 5.0
"""Maximum pictures per second; frames of a faster video or camera are skipped."""


@dataclass(frozen=True)
class Frame:
    """One picture of a film.

    Attributes:
        name: the file's name, or the number of the picture.
        at: time of the picture, in seconds.
        image: (height, width, 3) BGR `uint8`, or the error that prevented reading it.
    """

    name: str
    at: float
    image: Image | DeviceError


def frames(source: str, fps: float | None) -> Iterator[Frame]:
    """Yields the pictures of a film in order; endlessly for a camera.

    Args:
        source: a folder, a video file, or the address of a camera.
        fps: pictures per second; by default 2 for a folder, and a video's own rate.

    Raises:
        DeviceMissing: no such folder, file or camera, or no picture in it.
        DeviceError: the video or the camera cannot be read.
    """
    path = Path(source).expanduser()
    if path.is_dir():
        return _of_folder(path, fps or USUAL_FPS)
    if path.is_file() and path.suffix.lower() not in PICTURE_SUFFIXES:
        return _of_video(path, fps)
    scheme, colon, _ = source.partition(":")
    if colon and scheme in schemes():
        return _of_camera(source, min(fps or MOST_FPS, MOST_FPS))
    code = PictureFiles.ONE_PICTURE if path.is_file() else PictureFiles.NO_FOLDER
    raise DeviceMissing(code, camera=source)


def _of_folder(folder: Path, fps: float) -> Iterator[Frame]:
    pictures = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
    if not pictures:
        raise DeviceMissing(PictureFiles.NO_PICTURE, camera=str(folder))
    for number, path in enumerate(pictures):
        image: Image | DeviceError
        try:
            image = load_picture(path)
        except DeviceError as error:
            image = error
        yield Frame(path.name, number / fps, image)


def _of_video(path: Path, fps: float | None) -> Iterator[Frame]:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        if not capture.isOpened():
            raise DeviceError(Video.UNPLAYABLE, camera=str(path))
        rate = fps or float(capture.get(cv2.CAP_PROP_FPS)) or USUAL_FPS
        number, due = 0, 0.0
        while capture.grab():
            if number / rate >= due - 1e-6:
                ok, image = capture.retrieve()
                if ok:
                    yield Frame(str(number), number / rate, np.asarray(image, np.uint8))
                due = number / rate + 1 / MOST_FPS
            number += 1
        if not number:
            raise DeviceError(Video.NO_FRAME, camera=str(path))
    finally:
        capture.release()


def _of_camera(address: str, fps: float) -> Iterator[Frame]:
    camera = open_camera(address)
    try:
        number, began = 0, monotonic()
        while True:
            now = monotonic()
            yield Frame(str(number), now - began, camera.read())
            number += 1
            sleep(max(0.0, 1 / fps - (monotonic() - now)))
    finally:
        camera.close()
