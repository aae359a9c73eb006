"""Reads pictures from disk without trusting them.

The size is read from the file's header before anything is decoded, so that a few bytes that
announce a huge picture cannot exhaust memory, and a truncated file is refused rather than read as
half a picture and half grey.
"""

import stat
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.errors import Code, Common, DeviceError, DeviceMissing

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif"})
"""Suffixes of picture files, in lower case; the content decides the format."""

MOST_PIXELS = 50_000_000
MOST_BYTES = 64 * 1024 * 1024

Size = tuple[int, int]
"""Width and height in pixels."""


class PictureFile(Code):
    """Codes of `DeviceError` for pictures that cannot be read."""

    TOO_LARGE = (
        "picture-too-large",
        "{width} x {height} pixels; the limit is {most} million",
    )
    TOO_LONG = "picture-too-long", "{size:.0f} MiB; the limit is {most}"
    DAMAGED = (
        "picture-damaged",
        "the picture is damaged, or in a format OpenCV cannot read",
    )
    NOT_A_FILE = "not-a-file", "not a file"
    EMPTY = "empty-file", "the file is empty"
    MISSING = "picture-missing", "no such file"


def load_picture(path: Path) -> npt.NDArray[np.uint8]:
    """Returns a picture as (height, width, 3) BGR `uint8`, rotated by its EXIF orientation.

    Grey, 16-bit, CMYK and transparent pictures are converted; of a GIF the first frame is used.

    Raises:
        DeviceMissing: there is no such file.
        DeviceError: it is empty, truncated, too large, or not a picture. The facts `file` and `why`
            say which and why.
    """
    try:
        return decode_picture(_bytes(path))
    except DeviceError as error:
        raise type(error)(Common.FILE_TROUBLE, file=str(path), why=error) from None


def decode_picture(data: bytes) -> npt.NDArray[np.uint8]:
    """Returns a picture like `load_picture`; raises DeviceError if it cannot be read."""
    try:
        width, height = picture_size(data)
    except ValueError as error:
        raise DeviceError(Common.VERBATIM, says=str(error)) from None
    if width * height > MOST_PIXELS:
        raise DeviceError(
            PictureFile.TOO_LARGE,
            width=width,
            height=height,
            most=MOST_PIXELS // 1_000_000,
        )
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise DeviceError(PictureFile.DAMAGED)
    return np.asarray(image, np.uint8)


def _bytes(path: Path) -> bytes:
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise DeviceError(PictureFile.NOT_A_FILE)
        if info.st_size == 0:
            raise DeviceError(PictureFile.EMPTY)
        if info.st_size > MOST_BYTES:
            raise DeviceError(
                PictureFile.TOO_LONG,
                size=info.st_size / 2**20,
                most=MOST_BYTES // 2**20,
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise DeviceMissing(PictureFile.MISSING) from None
    except DeviceError:
        raise
    except OSError as error:
        raise DeviceError(Common.VERBATIM, says=error.strerror) from None


def picture_size(data: bytes) -> Size:
    """Returns the size in a picture's header without decoding the picture.

    Raises:
        ValueError: it is not a picture, or ends too early.
    """
    for begins, size_of in _KINDS:
        if data.startswith(begins):
            try:
                width, height = size_of(data)
            except IndexError:
                raise ValueError("the picture ends too early") from None
            if width <= 0 or height <= 0:
                raise ValueError(f"the picture is {width} x {height} pixels")
            return width, height
    raise ValueError("not a picture; JPEG, PNG, WebP, BMP and GIF are read")


def _number(data: bytes, at: int, length: int, order: str) -> int:
    part = data[at : at + length]
    if len(part) < length:
        raise IndexError(at)
    return int.from_bytes(part, "big" if order == ">" else "little")


def _jpeg_size(data: bytes) -> Size:
    """Returns a JPEG's size: walks the segments (ITU T.81, annex B) and needs an end marker."""
    at, size = 2, None
    while True:
        marker = _number(data, at, 2, ">")
        if marker == 0xFFFF:  # fill byte
            at += 1
            continue
        if marker < 0xFF01:
            raise ValueError("the picture is damaged")
        if marker == 0xFFDA:  # the pixels begin
            break
        if 0xFFC0 <= marker <= 0xFFCF and marker not in (0xFFC4, 0xFFC8, 0xFFCC):
            size = _number(data, at + 7, 2, ">"), _number(data, at + 5, 2, ">")
        alone = 0xFFD0 <= marker <= 0xFFD8 or marker == 0xFF01
        at += 2 if alone else 2 + _number(data, at + 2, 2, ">")
    if size is None:
        raise ValueError("the picture is damaged")
    if data.find(b"\xff\xd9", at) < 0:
        raise ValueError("the picture ends too early")
    return size


def _png_size(data: bytes) -> Size:
    size = _number(data, 16, 4, ">"), _number(data, 20, 4, ">")
    if b"IEND" not in data[-64:] and b"IEND" not in data:
        raise ValueError("the picture ends too early")
    return size


def _gif_size(data: bytes) -> Size:
    return _number(data, 6, 2, "<"), _number(data, 8, 2, "<")


def _bmp_size(data: bytes) -> Size:
    width, height = _number(data, 18, 4, "<"), _number(data, 22, 4, "<")
    return width, height if height < 2**31 else 2**32 - height  # negative: rows from the top


def _webp_size(data: bytes) -> Size:
    """Returns the size of a WebP picture (RFC 9649): lossy, lossless or extended."""
    if len(data) < _number(data, 4, 4, "<") + 8:
        raise ValueError("the picture ends too early")
    kind = data[12:16]
    if kind == b"VP8X":
        return _number(data, 24, 3, "<") + 1, _number(data, 27, 3, "<") + 1
    if kind == b"VP8L":
        bits = _number(data, 21, 4, "<")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return _number(data, 26, 2, "<") & 0x3FFF, _number(data, 28, 2, "<") & 0x3FFF
    raise ValueError("not a picture; JPEG, PNG, WebP, BMP and GIF are read")


_KINDS: tuple[tuple[bytes, Callable[[bytes], Size]], ...] = (
    (b"\xff\xd8", _jpeg_size),
    (b"\x89PNG\r\n\x1a\n", _png_size),
    (b"GIF8", _gif_size),
    (b"BM", _bmp_size),
    (b"RIFF", _webp_size),
)
