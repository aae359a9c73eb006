"""The process of its own in which the camera and the network run.

    python -m pegboard.cameras.process files:

A crash or a hang here never stops the board: the service gives up after a while, ends this
process and starts another. One request a line on stdin (`look`), one JSON answer a line on
stdout:

    {"cards": [{"card": "5H", "confidence": 0.99, "corners": [[x, y], …]}, …], "sure": true,
     "starter": "5S" or null, "picture": JPEG in base64, "width": w, "height": h}
    {"error": "what went wrong"}
"""

import base64
import contextlib
import json
import sys
from typing import Any

import cv2

from pegboard.cameras import open_camera
from pegboard.errors import PegboardError
from pegboard.ports import Camera, Image
from pegboard.vision import Reading, Recogniser
from pegboard.vision.starter import guess_starter

PICTURE_SIDE = 960
"""Longest side in pixels of the picture that goes to the page."""


def main(address: str) -> int:
    """Answers requests until stdin ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever prints must not break the protocol
    cv2.setNumThreads(2)
    recogniser = Recogniser()
    camera: Camera | None = None
    for line in sys.stdin:
        if line.strip() != "look":
            continue
        try:
            camera = camera or open_camera(address)
            image = camera.read()
            answer = described(image, recogniser.read(image))
        except (PegboardError, OSError, ValueError, cv2.error) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), file=answers, flush=True)
    if camera is not None:
        camera.close()
    return 0


def described(image: Image, reading: Reading) -> dict[str, Any]:
    """The answer for one picture."""
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
        "starter": starter,
        "picture": base64.b64encode(jpeg.tobytes()).decode("ascii"),
        "width": width,
        "height": height,
    }


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        sys.exit(main(sys.argv[1]))
