"""Finds the limits of the recogniser, and what the camera check measures there.

    python -m tests.tools.picture_limits [FOLDER]

Pictures that are read rightly as they are - the samples, or a folder of photos with a labels.json -
are made worse step by step, one fault at a time. Each line: the step, how many are still read
exactly and how many surely, and the median of the figure that should tell. The table in
`pegboard/devices/cameras/README.md` is this, and `pegboard/vision/verdicts.py` takes its limits
from it.
"""

import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.devices.cameras import SAMPLES
from pegboard.devices.cameras.pictures import load_picture
from pegboard.vision.examine import Examiner
from pegboard.vision.measures import Measures
from pegboard.vision.recognise import Recogniser

Image = npt.NDArray[np.uint8]
MOST = 40
"""Pictures of a folder that are used: a few minutes' work."""


def brought(image: npt.NDArray[Any]) -> Image:
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def noisy(image: Image, sigma: float) -> Image:
    """Adds reproducible white noise."""
    return brought(image + np.random.default_rng(1).normal(0, sigma, image.shape))


def blurred(image: Image, part: float, index_px: float) -> Image:
    """Applies a Gaussian blur relative to the index height."""
    return brought(cv2.GaussianBlur(image, (0, 0), part * index_px)) if part else image


def defocused(image: Image, part: float, index_px: float) -> Image:
    """Applies a disk blur with a radius relative to the index height."""
    radius = part * index_px
    reach = math.ceil(radius) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disk = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return brought(cv2.filter2D(image, -1, disk / disk.sum()))


def smeared(image: Image, part: float, index_px: float) -> Image:
    """Applies horizontal motion blur."""
    length = max(1, round(part * index_px))
    return brought(cv2.blur(image, (length, 1)))


def smaller(image: Image, to_px: float, index_px: float) -> Image:
    """Scales the picture so that the index is this many pixels high."""
    scale = min(1.0, to_px / index_px)
    return brought(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def darker(image: Image, gain: float, _: float = 0) -> Image:
    """Reduces light and adds the corresponding noise."""
    return noisy(brought(image * float(gain)), 3)


def brighter(image: Image, gain: float, _: float = 0) -> Image:
    return brought(image * float(gain))


def veiled(image: Image, part: float, _: float = 0) -> Image:
    """Adds a veiling reflection that turns black into grey."""
    return brought(image * (1 - part) + 255 * part)


def glaring(image: Image, share: float, _: float = 0) -> Image:
    """Adds a burnt-out elliptical reflection in the middle, of this share of the picture."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    radius = max(1e-3, math.sqrt(share / math.pi))
    away = np.hypot((x / width - 0.5) / radius, (y / height - 0.5) / radius)
    light = 400 * np.clip(1.6 - away, 0, 1)[..., None] if share else 0
    return brought(image + light)


def uneven(image: Image, darkest: float, _: float = 0) -> Image:
    """Darkens the picture from left to right."""
    return brought(image * np.linspace(1, darkest, image.shape[1])[None, :, None])


def warm(image: Image, blue: float, _: float = 0) -> Image:
    return brought(image * np.array([blue, (1 + blue) / 2, 1]))


def cold(image: Image, red: float, _: float = 0) -> Image:
    return brought(image * np.array([1, (1 + red) / 2, red]))


def grainy(image: Image, sigma: float, _: float = 0) -> Image:
    return noisy(image, sigma)


def tilted(image: Image, degrees: float, _: float = 0) -> Image:
    """Tilts the view, from a distance of a little over twice the picture's height."""
    height, width = image.shape[:2]
    turn, far = math.radians(degrees), 2.2 * height
    edges = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    corners_seen = []
    for x, y in edges:
        near = far / (far - (y - height / 2) * math.sin(turn))
        corners_seen.append(
            (
                width / 2 + (x - width / 2) * near,
                height / 2 + (y - height / 2) * math.cos(turn) * near,
            )
        )
    matrix = cv2.getPerspectiveTransform(edges, np.array(corners_seen, np.float32))
    whole = cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(whole, np.uint8)


Fault = Callable[[Image, float, float], Image]
FAULTS: dict[str, tuple[Fault, str, tuple[float, ...]]] = {
    "blur": (blurred, "blur", (0, 0.02, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.13)),
    "defocus": (defocused, "blur", (0, 0.05, 0.08, 0.1, 0.12, 0.15, 0.2)),
    "smear": (smeared, "blur", (0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4)),
    "size": (smaller, "index_px", (60, 40, 30, 24, 20, 18, 16, 14, 12, 10, 8)),
    "dark": (darker, "paper", (1, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05)),
    "bright": (brighter, "contrast", (1, 1.3, 1.6, 2, 2.5, 3, 4, 6)),
    "veil": (veiled, "contrast", (0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)),
    "glare": (glaring, "burnt", (0, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08)),
    "uneven": (uneven, "darkest", (1, 0.6, 0.4, 0.3, 0.2, 0.12, 0.06)),
    "noise": (grainy, "noise", (0, 10, 20, 30, 40, 60, 80)),
    "warm": (warm, "cast", (1, 0.7, 0.5, 0.35, 0.25, 0.15, 0.08, 0.0)),
    "cold": (cold, "cast", (1, 0.7, 0.5, 0.35, 0.25, 0.15, 0.08, 0.0)),
    "tilt": (tilted, "tilt_deg", (0, 10, 20, 30, 40, 50, 60)),
}
"""Degradations: the function, the figure expected to detect it, and the steps."""


def labelled(folder: Path) -> Iterator[tuple[Image, set[str]]]:
    """Returns pictures of at least two cards with their labels, shuffled."""
    labels = json.loads((folder / "labels.json").read_text())
    names = sorted(labels)
    random.Random(1).shuffle(names)
    for name in names:
        label = labels[name]
        cards = {c["card"] for c in label} if isinstance(label, list) else set(label["cards"])
        if len(cards) >= 2 and not any("?" in card for card in cards):
            yield load_picture(folder / name), cards


def main(folder: Path) -> None:
    cv2.setNumThreads(1)
    examiner = Examiner(Recogniser())
    chosen: list[tuple[Image, set[str], float]] = []
    for image, cards in labelled(folder):
        reading = examiner.read(image)
        measures = examiner.measure(image, reading)
        if {str(s.card) for s in reading.sightings} == cards and reading.sure:
            assert measures.index_px is not None
            chosen.append((image, cards, measures.index_px))
        if len(chosen) == MOST:
            break
    print(f"{len(chosen)} pictures read rightly and surely as they are")
    for name, (worse, figure, steps) in FAULTS.items():
        for step in steps:
            exact = sure = wrong = 0
            all_measures: list[Measures] = []
            for image, cards, index_px in chosen:
                picture = worse(image, step, index_px)
                reading = examiner.read(picture)
                measures = examiner.measure(picture, reading)
                right = {str(s.card) for s in reading.sightings} == cards
                exact, sure = exact + right, sure + (right and reading.sure)
                wrong += reading.sure and not right
                all_measures.append(measures)
            values = [v for m in all_measures if (v := getattr(m, figure)) is not None]
            shown = f"{median(values):.3f}" if values else "none"
            part = len(chosen)
            print(
                f"{name:8}{step:7} exact {exact / part:5.0%} sure {sure / part:5.0%} "
                f"surely wrong {wrong}  {figure} {shown}",
                flush=True,
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)
