"""Measures the version that it imports; a program of its own, as either version runs it.

    python -P probe.py count|frame|press

It prints its figure as JSON. Of the version it uses what has kept its name since the first release:
the recogniser, and the version's own benchmarks of frames and presses.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median

PICTURES = Path(__file__).parents[3] / "devices" / "cameras" / "samples"
"""Those of the version that this file belongs to, for both."""
LOOKS = 2
PRESSES = 6
SLICES, SLICE_S = 5, 0.08


def count() -> dict[str, float]:
    """Measures recognising a picture 1280 pixels wide on one thread: the mean of all samples.

    Of each picture the quickest look counts, in seconds that this thread computed.
    """
    import cv2

    from pegboard.vision.recognise import Recogniser

    cv2.setNumThreads(1)
    recogniser = Recogniser()
    best = []
    for file in sorted(PICTURES.glob("*.jpg")):
        picture = cv2.imread(str(file))
        if picture is None:
            raise SystemExit(f"{file} cannot be read")
        looks = []
        for _ in range(LOOKS):
            begin = time.thread_time()
            recogniser.read(picture)  # type: ignore[arg-type]
            looks.append(time.thread_time() - begin)
        best.append(min(looks))
    return {"count": 1000 * sum(best) / len(best)}


def frame() -> dict[str, float]:
    """Measures a frame of the four-track board: rendered, limited, encoded."""
    frames, slices = (import_module(f"pegboard.cli.bench.{name}") for name in ("frames", "slices"))

    async def nothing() -> dict[str, float]:
        return {}

    frames.__dict__.update(_sustained=nothing)
    slices.__dict__.update(rate=_rate)
    return {"frame": float(frames.frames()["frame_us"])}


def press() -> dict[str, float]:
    """Measures from the edge at OK's pin to the frame handed over, the median of some presses."""
    pressing = import_module("pegboard.cli.bench.pressing")
    pressing.__dict__.update(PRESSES=PRESSES)
    return {"press_to_frame": float(pressing.presses()["press_to_frame_ms"]["p50"])}


def _rate(once: Callable[[], int]) -> float:
    """Returns the rate per second that this thread computed, the median of some slices."""
    slices = []
    for _ in range(SLICES):
        done, begin = 0, time.thread_time()
        while (spent := time.thread_time() - begin) < SLICE_S:
            done += once()
        slices.append(done / spent)
    return median(slices)


if __name__ == "__main__":
    print(json.dumps({"count": count, "frame": frame, "press": press}[sys.argv[1]]()))
