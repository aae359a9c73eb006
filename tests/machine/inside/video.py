"""A camera that sees a picture: the kernel's `vivid`, its HDMI output looped into its input.

    python video.py CAMERA OUTPUT PICTURE

The devices are /dev/videoN of the same instance. Both get the timings of 1280 x 960, the loop is
switched on, and the picture is shown until somebody ends this; each frame with a noise of its own.
"""

import fcntl
import os
import struct
import sys
import time

import cv2
import numpy as np

WIDTH, HEIGHT = 1280, 960
EVERY_S = 0.3
LOOP = "Loop Video"
OUTPUT_TYPE, RGB = 2, b"BGR3"
TIMINGS_LENGTH, QUERY_LENGTH = 132, 68
NEXT_CONTROL = 0x80000000
READ, WRITE = 2, 1


def request(direction: int, number: int, size: int) -> int:
    """The number of a request, as <linux/videodev2.h> makes it of its parts."""
    return direction << 30 | size << 16 | ord("V") << 8 | number


SET_FORMAT = request(READ | WRITE, 5, 208)
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


def switch_loop_on(device: int) -> None:
    number = 0
    while True:
        query = bytearray(QUERY_LENGTH)
        struct.pack_into("<I", query, 0, number | NEXT_CONTROL)
        fcntl.ioctl(device, QUERY_CONTROL, query)  # fails after the last one
        number = struct.unpack_from("<I", query)[0]
        if query[8:40].rstrip(b"\0").decode() == LOOP:
            fcntl.ioctl(device, SET_CONTROL, bytearray(struct.pack("<Ii", number, 1)))
            return


def main(camera: str, output: str, picture: str) -> None:
    seen, shown = os.open(camera, os.O_RDWR), os.open(output, os.O_RDWR)
    set_timings(seen)
    set_timings(shown)
    switch_loop_on(shown)
    os.close(seen)
    (colours,) = struct.unpack("<I", RGB)
    size = (OUTPUT_TYPE, WIDTH, HEIGHT, colours, 1, 3 * WIDTH, 3 * WIDTH * HEIGHT)
    fcntl.ioctl(shown, SET_FORMAT, bytearray(struct.pack("<I4xIIIIII", *size) + bytes(176)))
    read = cv2.imread(picture)
    assert read is not None, picture
    image = cv2.resize(read, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.int16)
    rng = np.random.default_rng(1)
    noisy = [image + rng.integers(-2, 3, image.shape) for _ in range(3)]
    frames = [np.clip(each, 0, 255).astype(np.uint8).tobytes() for each in noisy]
    while True:
        for frame in frames:
            os.write(shown, frame)
            time.sleep(EVERY_S)


main(*sys.argv[1:])
