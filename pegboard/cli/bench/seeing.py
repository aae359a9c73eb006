"""Time to recognise the cards in a picture of a hand."""

import time
from statistics import median
from typing import Any


def camera() -> dict[str, Any]:
    """Measures the time to recognise a hand in a picture 1280 pixels wide, on one thread."""
    try:
        import cv2

        from pegboard.devices.cameras import SAMPLES
        from pegboard.devices.cameras.pictures import load_picture
        from pegboard.vision.recognise import Recogniser
    except ImportError:
        return {"count_ms": None}
    pictures = sorted(SAMPLES.glob("*.jpg"))
    if not pictures:
        return {"count_ms": None}
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    recogniser = Recogniser()
    picture = load_picture(pictures[0])
    spent = []
    for _ in range(12):
        started = time.perf_counter()
        recogniser.read(picture)
        spent.append(time.perf_counter() - started)
    cv2.setNumThreads(threads)
    return {"count_ms": 1000 * median(spent[2:])}
