"""Pictures from disk: any file gives a picture or a `DeviceError`."""

import io
import os
import random
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pegboard.devices.cameras.pictures import MOST_BYTES, load_picture, picture_size
from pegboard.errors import DeviceError, DeviceMissing


def encoded(kind: str, image: Image.Image, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photo(mode: str = "RGB", size: tuple[int, int] = (60, 40)) -> Image.Image:
    pixels = np.random.default_rng(3).integers(0, 256, (size[1], size[0], 3)).astype(np.uint8)
    return Image.fromarray(pixels).convert(mode)


def png(width: int, height: int) -> bytes:
    """Returns a PNG with an arbitrary size in its header."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")


GOOD = {
    "rgb.jpg": encoded("JPEG", photo()),
    "progressive.jpg": encoded("JPEG", photo(), progressive=True),
    "cmyk.jpg": encoded("JPEG", photo("CMYK")),
    "grey.jpg": encoded("JPEG", photo("L")),
    "rgb.png": encoded("PNG", photo()),
    "clear.png": encoded("PNG", photo("RGBA")),
    "palette.png": encoded("PNG", photo("P")),
    "bits.png": encoded("PNG", photo("1")),
    "sixteen.png": encoded(
        "PNG", Image.fromarray(np.random.default_rng(4).integers(0, 65_536, (40, 60), np.uint16))
    ),
    "lossy.webp": encoded("WEBP", photo()),
    "lossless.webp": encoded("WEBP", photo(), lossless=True),
    "clear.webp": encoded("WEBP", photo("RGBA")),
    "rgb.bmp": encoded("BMP", photo()),
    "png.jpg": encoded("PNG", photo()),
}


@pytest.mark.parametrize("name", sorted(GOOD))
def test_common_picture_formats_are_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(GOOD[name])
    image = load_picture(path)
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert picture_size(GOOD[name]) == (60, 40)


def test_animated_gif_gives_first_frame_or_error(tmp_path: Path) -> None:
    path = tmp_path / "moves.gif"
    frames = [photo("P") for _ in range(3)]
    path.write_bytes(encoded("GIF", frames[0], save_all=True, append_images=frames[1:]))
    try:
        assert load_picture(path).shape == (40, 60, 3)
    except DeviceError as error:  # OpenCV before 4.11 reads no GIF
        assert "moves.gif" in str(error)


def test_one_pixel_picture_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    path.write_bytes(encoded("PNG", photo(size=(1, 1))))
    assert load_picture(path).shape == (1, 1, 3)


def test_photo_is_rotated_by_exif_orientation(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "turned.jpg"
    path.write_bytes(encoded("JPEG", photo(), exif=exif))
    assert load_picture(path).shape == (60, 40, 3)


def test_missing_picture_error_names_file(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match=r"nowhere\.jpg: no such file"):
        load_picture(tmp_path / "nowhere.jpg")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"not a picture at all\n" * 20, "not a picture"),
        (b"\xff\xd8", "too early"),
        (b"\xff\xd8\xff\xff\xff", "too early"),
        (b"\xff\xd8hello, world", "damaged"),
        (b"\xff\xd8\xff\xda\x00\x08", "damaged"),
        (b"BM", "too early"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", "too early"),
        (b"RIFF\x04\x00\x00\x00WAVEfmt ", "not a picture"),
        (b"GIF89a\x00\x00\x00\x00", "0 x 0"),
        (png(0, 5), "0 x 5"),
        (png(100_000, 100_000), "100000 x 100000 pixels; the limit is 50 million"),
        (png(7000, 7143), "the limit is 50 million"),
        (encoded("PNG", photo())[:-40], "too early"),
    ],
)
def test_unreadable_picture_error_gives_reason(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "bad.jpg"
    path.write_bytes(data)
    with pytest.raises(DeviceError, match=message) as caught:
        load_picture(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_oversized_picture_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    path.touch()
    os.truncate(path, MOST_BYTES + 1)  # sparse
    with pytest.raises(DeviceError, match="64 MiB; the limit is 64"):
        load_picture(path)


def test_folder_and_pipe_are_refused_as_pictures(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe):
        with pytest.raises(DeviceError, match="not a file"):
            load_picture(path)


@pytest.mark.parametrize("name", ["rgb.jpg", "progressive.jpg", "rgb.png", "lossy.webp", "rgb.bmp"])
def test_truncated_picture_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    whole = GOOD[name]
    for length in range(0, len(whole) - 2, 1 + len(whole) // 60):
        path.write_bytes(whole[:length])
        with pytest.raises(DeviceError, match=name):
            load_picture(path)


@pytest.mark.parametrize("name", sorted(GOOD))
def test_corrupted_picture_gives_picture_or_device_error(tmp_path: Path, name: str) -> None:
    """Flips a byte: gives another picture or a `DeviceError`."""
    rng, path = random.Random(name), tmp_path / name
    for _ in range(60):
        data = bytearray(GOOD[name])
        for _ in range(rng.choice([1, 1, 3, 30])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
        try:
            assert load_picture(path).ndim == 3
        except DeviceError as error:
            assert name in str(error)
