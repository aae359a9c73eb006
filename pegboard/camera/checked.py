"""Answers to `check`: one camera picture, read and measured for the camera set-up.

    {"number": 1, "live": true, "sure": true,
     "cards": [{"card": "5H", "confidence": 0.99, "corners": [[x, y], …]}],
     "figures": [{"key": "focus", "name": …, "value": 0.03, "shown": "3.0 %",
     "limit": "at most 4.5 %", "verdict": "good", "level": 0.9, "cure": ""}, …],
     "repeats": pictures without a single changed pixel before this one, "seconds": of the reading,
     "focus": {"metres": 0.58, "fixed": false}, or null where it cannot be set,
     "picture": JPEG in base64, "width": w, "height": h of the picture that was measured}

`check next` takes the next still picture; `check` alone measures the same one again. A live camera
gives its current picture in both cases.
"""

from dataclasses import asdict
from time import perf_counter
from typing import Any

from pegboard.camera.answers import round_corners, small_jpeg
from pegboard.devices.cameras import Focusing, Source
from pegboard.devices.ports import Image
from pegboard.i18n.serialize import as_json
from pegboard.vision.examine import Examiner, Reader
from pegboard.vision.quality import change
from pegboard.vision.turn import turned_image
from pegboard.vision.verdicts import judge


class CameraChecker:
    """Camera checker, with the state that it needs between two checks."""

    def __init__(self, recogniser: Reader) -> None:
        self._examiner = Examiner(recogniser)
        self._last_image: Image | None = None
        self._repeats = self._number = 0

    def turn(self, degrees: int) -> None:
        """Turns the latest picture clockwise; the next `check` then measures it as turned."""
        if self._last_image is not None:
            self._last_image = turned_image(self._last_image, degrees)

    def check(self, camera: Source, rest: str) -> dict[str, Any]:
        """Returns the answer to `check`; `rest` is `next` or empty.

        Raises:
            DeviceError: the camera gives no picture.
        """
        before: Image = self._last_image
        still = before is not None and not camera.live and rest != "next"
        image: Image = before if still else camera.read()
        changed = None
        if camera.live and before is not None:
            changed = change(before, image)
            self._repeats = self._repeats + 1 if changed.same else 0
        self._last_image, self._number = image, self._number + 1
        began = perf_counter()
        reading = self._examiner.read(image)
        seconds = perf_counter() - began
        measures = self._examiner.measure(image, reading)
        height, width = image.shape[:2]
        focus = camera.focus() if isinstance(camera, Focusing) else None
        return {
            "number": self._number,
            "live": camera.live,
            "cards": [
                {
                    "card": str(sighting.card),
                    "confidence": round(float(sighting.confidence), 4),
                    "corners": round_corners(sighting.corners),
                }
                for sighting in reading.sightings
            ],
            "sure": reading.sure,
            "figures": as_json([asdict(figure) for figure in judge(measures, changed)]),
            "repeats": self._repeats,
            "seconds": round(seconds, 4),
            "focus": focus and {"metres": round(focus.metres, 3), "fixed": focus.is_fixed},
            "picture": small_jpeg(image),
            "width": width,
            "height": height,
        }
