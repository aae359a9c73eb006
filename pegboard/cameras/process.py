"""The process of its own in which the camera and the network run.

    python -m pegboard.cameras.process files:

A crash or a hang here never stops the board: the service gives up after a while, ends this
process and starts another. One request a line on stdin, `look SECONDS`: how long a live camera
may wait for the table to come to rest. One JSON answer a line on stdout:

    {"cards": [{"card": "5H", "confidence": 0.99, "corners": [[x, y], …]}, …], "sure": true,
     "waited": why it would not settle, or "", "starter": "5S" or null,
     "picture": JPEG in base64, "width": w, "height": h}
    {"error": "what went wrong"}
"""

import base64
import contextlib
import json
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple, Protocol

import cv2

from pegboard.cameras import Source, open_camera
from pegboard.errors import PegboardError
from pegboard.ports import Image
from pegboard.vision import Reading, Recogniser
from pegboard.vision.settle import Settling
from pegboard.vision.starter import guess_starter

PICTURE_SIDE = 960
"""Longest side in pixels of the picture that goes to the page."""
LOOK_S = 6.0
"""How long a look waits where the request does not say."""


class Reader(Protocol):
    """What reads the cards of a picture: the recogniser, or in a test what stands for it."""

    def read(self, image: Image) -> Reading:
        """The cards in a picture."""


class Look(NamedTuple):
    """What a look gave: the picture, its cards, and why it would not settle, or nothing."""

    image: Image
    reading: Reading
    waited: str


def main(address: str) -> int:
    """Answers requests until stdin ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever prints must not break the protocol
    cv2.setNumThreads(2)
    recogniser = Recogniser()
    camera: Source | None = None
    try:
        for line in sys.stdin:
            word, _, limit = line.strip().partition(" ")
            if word != "look":
                continue
            try:
                camera = camera or open_camera(address)
                answer = described(looked(camera, recogniser, float(limit or LOOK_S)))
            except (PegboardError, OSError, ValueError, cv2.error) as error:
                answer = {"error": str(error)}
                if camera is not None and camera.live:
                    camera.close()  # plugged in again it is another device: open it anew
                    camera = None
            print(json.dumps(answer), file=answers, flush=True)
    finally:
        if camera is not None:
            camera.close()
    return 0


def looked(
    camera: Source, recogniser: Reader, limit_s: float, clock: Callable[[], float] = monotonic
) -> Look:
    """Reads a still picture, or a stream until what it shows has come to rest.

    After `limit_s` seconds the best reading there is, which is not sure.

    Raises:
        DeviceError: the camera gives no picture.
    """
    if not camera.live:
        image = camera.read()
        return Look(image, recogniser.read(image), "")
    settling, until = Settling(), clock() + limit_s
    while True:
        image = camera.read()
        now = clock()
        if settling.watch(image, now):
            read = image
            settling.add(recogniser.read(image))
        if settling.settled or now >= until:
            break
    if settling.reading is not None:
        return Look(read, settling.reading, settling.waits_for)
    return Look(image, Reading(recogniser.read(image).sightings, False), settling.waits_for)


def described(look: Look) -> dict[str, Any]:
    """The answer for one look."""
    image, reading, waited = look
    height, width = image.shape[:2]
    scale = min(1.0, PICTURE_SIDE / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
    starter = None
    if len(reading.sightings) == 5:
        starter = str(reading.sightings[guess_starter(reading.sightings).index].card)
    return {
        "cards": [
            {
                "card": str(sighting.card),
                "confidence": round(float(sighting.confidence), 4),
                "corners": [[round(float(v), 1) for v in corner] for corner in sighting.corners],
            }
            for sighting in reading.sightings
        ],
        "sure": reading.sure,
        "waited": waited,
        "starter": starter,
        "picture": base64.b64encode(jpeg.tobytes()).decode("ascii"),
        "width": width,
        "height": height,
    }


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        sys.exit(main(sys.argv[1]))
