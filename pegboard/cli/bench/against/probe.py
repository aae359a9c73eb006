"""Measures the version that it imports; run as a script by either version.

    python -P probe.py count|frame|press

It prints its figure as JSON. It uses only names that have existed since the first release: the
recogniser, and the version's benchmarks of frames and presses.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median

PICTURES = Path(__file__).parents[3] / "devices" / "cameras" / "samples"
"""Pictures from the working tree, used for both versions."""
LOOKS = 2
PRESSES = 6
SLICES, SLICE_S = 5, 0.08


def count() -> dict[str, float]:
    """Measures the time to read a picture 1280 pixels wide on one thread: the mean of all samples.

    The fastest of several runs counts for each picture, in CPU seconds of this thread.
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
            started = time.thread_time()
            recogniser.read(picture)  # type: ignore[arg-type]
            looks.append(time.thread_time() - started)
        best.append(min(looks))
    return {"count": 1000 * sum(best) / len(best)}


def frame() -> dict[str, float]:
    """Measures the time to render, limit and encode a frame of the four-track board."""
    frames, slices = (import_module(f"pegboard.cli.bench.{name}") for name in ("frames", "slices"))

    async def nothing() -> dict[str, float]:
        return {}

    frames.__dict__.update(_sustained=nothing)
    slices.__dict__.update(rate=_rate)
    return {"frame": float(frames.frames()["frame_us"])}


def press() -> dict[str, float]:
    """Measures the latency from the edge at OK's pin to the frame: the median of some presses."""
    pressing = import_module("pegboard.cli.bench.pressing")
    pressing.__dict__.update(PRESSES=PRESSES)
    return {"press_to_frame": float(pressing.presses()["press_to_frame_ms"]["p50"])}


def _rate(once: Callable[[], int]) -> float:
    """Returns the rate per CPU second of this thread, as the median of some time slices."""
    slices = []
    for _ in range(SLICES):
        done, started = 0, time.thread_time()
        while (spent := time.thread_time() - started) < SLICE_S:
            done += once()
        slices.append(done / spent)
    return median(slices)


if __name__ == "__main__":
    print(json.dumps({"count": count, "frame": frame, "press": press}[sys.argv[1]]()))
