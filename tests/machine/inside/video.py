"""A virtual camera that shows a picture: the kernel's `vivid`, its HDMI output looped back.

    python video.py CAMERA OUTPUT PICTURE

The devices are /dev/videoN of the same instance, loaded without cropping, composing and scaling,
with which the camera would keep its initial size. Both get the timings of 1280 x 960, the loop is
enabled, and the picture is shown with noise until the program is stopped.
"""

import fcntl
import mmap
import os
import struct
import sys
import time
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 1280, 960
EVERY_S = 0.3
CONTROLS = {"Loop Video": 1, "OSD Text Mode": 2}
"""Its loop on, its own text in the picture off."""
CAPTURE_TYPE, OUTPUT_TYPE, SRGB = 1, 2, 8
PACKED = {b"BGR3": (3, None), b"YUYV": (2, cv2.COLOR_BGR2YUV_YUY2)}
"""Bytes of a pixel, and how OpenCV makes them of its own; of what vivid has, it likes BGR best."""
PROGRESSIVE, MAPPED = 1, 1
TIMINGS_LENGTH, QUERY_LENGTH, FORMAT_LENGTH, BUFFER_LENGTH = 132, 68, 208, 88
NEXT_CONTROL = 0x80000000
READ, WRITE = 2, 1
Picture = npt.NDArray[np.uint8]


def request(direction: int, number: int, size: int) -> int:
    """Returns the ioctl number of a request; see <linux/videodev2.h>."""
    return direction << 30 | size << 16 | ord("V") << 8 | number


GET_FORMAT = request(READ | WRITE, 4, FORMAT_LENGTH)
SET_FORMAT = request(READ | WRITE, 5, FORMAT_LENGTH)
REQUEST_BUFFERS = request(READ | WRITE, 8, 20)
QUERY_BUFFER = request(READ | WRITE, 9, BUFFER_LENGTH)
QUEUE_BUFFER = request(READ | WRITE, 15, BUFFER_LENGTH)
DEQUEUE_BUFFER = request(READ | WRITE, 17, BUFFER_LENGTH)
STREAM_ON = request(WRITE, 18, 4)
SET_CONTROL = request(READ | WRITE, 28, 8)
QUERY_CONTROL = request(READ | WRITE, 36, QUERY_LENGTH)
SET_TIMINGS = request(READ | WRITE, 87, TIMINGS_LENGTH)
LIST_TIMINGS = request(READ | WRITE, 98, 148)


def set_timings(device: int) -> None:
    for index in range(300):
        listed = bytearray(struct.pack("<II", index, 0) + bytes(140))
        fcntl.ioctl(device, LIST_TIMINGS, listed)
        _, width, height, interlaced = struct.unpack_from("<IIII", listed, 16)
        if (width, height, interlaced) == (WIDTH, HEIGHT, 0):
            fcntl.ioctl(device, SET_TIMINGS, bytearray(listed[16:148]))
            return
    raise SystemExit("vivid does not know these timings")


def set_controls(device: int) -> set[str]:
    """Sets the controls that a device has, which depends on the kernel; returns their names."""
    number = 0
    found: set[str] = set()
    while True:
        query = bytearray(QUERY_LENGTH)
        struct.pack_into("<I", query, 0, number | NEXT_CONTROL)
        try:
            fcntl.ioctl(device, QUERY_CONTROL, query)
        except OSError:
            return found  # no more controls
        number = struct.unpack_from("<I", query)[0]
        name = query[8:40].rstrip(b"\0").decode()
        if name in CONTROLS:
            fcntl.ioctl(device, SET_CONTROL, bytearray(struct.pack("<Ii", number, CONTROLS[name])))
            found.add(name)


def colours_of(camera: int) -> bytes:
    """Returns the name of the camera's current format."""
    argument = bytearray(struct.pack("<I", CAPTURE_TYPE) + bytes(FORMAT_LENGTH - 4))
    fcntl.ioctl(camera, GET_FORMAT, argument)
    return bytes(argument[16:20])


def showing(output: str, colours: bytes, pictures: Sequence[Picture]) -> Iterator[None]:
    """Shows pictures repeatedly until the caller stops iterating.

    Uses shared buffers, because this driver rejects write() in Linux 6.1.
    """
    device = os.open(output, os.O_RDWR)
    line = PACKED[colours][0] * WIDTH
    size = (OUTPUT_TYPE, WIDTH, HEIGHT, int.from_bytes(colours, "little"), PROGRESSIVE)
    argument = struct.pack("<I4xIIIIIII", *size, line, line * HEIGHT, SRGB)
    fcntl.ioctl(device, SET_FORMAT, bytearray(argument + bytes(FORMAT_LENGTH - len(argument))))
    argument = struct.pack("<III8x", len(pictures), OUTPUT_TYPE, MAPPED)
    fcntl.ioctl(device, REQUEST_BUFFERS, bytearray(argument))
    maps = []
    for index, picture in enumerate(pictures):
        buffer = described(index, line * HEIGHT)
        fcntl.ioctl(device, QUERY_BUFFER, buffer)
        (offset,) = struct.unpack_from("<I", buffer, 64)
        maps.append(mmap.mmap(device, line * HEIGHT, offset=offset))
        conversion = PACKED[colours][1]
        packed = picture if conversion is None else cv2.cvtColor(picture, conversion)
        maps[-1].write(packed.tobytes())
        fcntl.ioctl(device, QUEUE_BUFFER, described(index, line * HEIGHT))
    fcntl.ioctl(device, STREAM_ON, struct.pack("<I", OUTPUT_TYPE))
    try:
        while True:
            yield
            done = described(0, 0)
            fcntl.ioctl(device, DEQUEUE_BUFFER, done)
            (index,) = struct.unpack_from("<I", done)
            fcntl.ioctl(device, QUEUE_BUFFER, described(index, line * HEIGHT))
    finally:
        for each in maps:
            each.close()
        os.close(device)


def described(index: int, used: int) -> bytearray:
    """Returns a buffer of the output as a v4l2_buffer structure."""
    buffer = bytearray(BUFFER_LENGTH)
    struct.pack_into("<III4xI", buffer, 0, index, OUTPUT_TYPE, used, PROGRESSIVE)
    struct.pack_into("<I", buffer, 60, MAPPED)
    return buffer


def frames(picture: str) -> list[Picture]:
    read = cv2.imread(picture)
    assert read is not None, picture
    image = cv2.resize(read, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.int16)
    rng = np.random.default_rng(1)
    noisy = [image + rng.integers(-2, 3, image.shape) for _ in range(3)]
    return [np.clip(each, 0, 255).astype(np.uint8) for each in noisy]


def main(camera: str, output: str, picture: str) -> None:
    seen, shown = os.open(camera, os.O_RDWR), os.open(output, os.O_RDWR)
    set_timings(seen)
    set_timings(shown)
    if missing := set(CONTROLS) - (set_controls(seen) | set_controls(shown)):
        raise SystemExit(f"vivid has no {missing}")
    os.close(shown)
    pictures = frames(picture)
    while True:
        # The loop needs the same format on both sides, which the reader of the camera chooses.
        if (colours := colours_of(seen)) not in PACKED:
            time.sleep(EVERY_S)
            continue
        print(f"shown as {colours.decode()}", flush=True)
        for _ in showing(output, colours, pictures):
            time.sleep(EVERY_S)
            if colours_of(seen) != colours:
                break


main(*sys.argv[1:])
