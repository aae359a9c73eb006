"""Films of the show as a noisy camera sees it: cards laid and moved, a hand, a shadow.

The table shows the rendered sample pictures; a card is laid, removed or moved by
covering its place with the colour of the table round it, and painting it elsewhere.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import SAMPLES
from pegboard.devices.cameras.pictures import load_picture
from pegboard.vision.recognise import Recogniser

Image = npt.NDArray[np.uint8]
SIZE = (800, 600)
FPS = 20.0
SKIN = (120, 150, 205)
LABELS: dict[str, Any] = json.loads((SAMPLES / "labels.json").read_text())
USUAL_NOISE = 8.0
"""Grey levels, standard deviation: a cheap camera in a living room."""
STILL = 16
"""Frames that are enough for a look: less than a second."""


def sample_image(name: str) -> Image:
    return np.asarray(cv2.resize(load_picture(SAMPLES / name), SIZE), np.uint8)


@cache
def grain(n: int, noise: float) -> npt.NDArray[np.float64]:
    """Returns one of three fixed pictures of white noise."""
    return noise * np.random.default_rng(n).normal(0, 1, (SIZE[1], SIZE[0], 3))


def still_frames(image: Image, frames: int = STILL, noise: float = USUAL_NOISE) -> Iterator[Image]:
    frames_seen = []
    for n in range(min(frames, 3)):
        bright = image + grain(n, noise)
        frames_seen.append(np.clip(bright, 0, 255, out=bright).astype(np.uint8))
    for n in range(frames):
        yield frames_seen[n % 3]


def with_hand(image: Image, reach: float, sway: int) -> Image:
    """Draws a hand reaching in from the bottom over this share of the height."""
    seen, x, y = image.copy(), 400 + sway, SIZE[1] - int(reach * SIZE[1])
    for finger in range(4):
        end = (x - 75 + 50 * finger, y - 20 * (finger in (1, 2)))
        cv2.line(seen, end, (x - 60 + 40 * finger, y + 130), SKIN, 34)
    cv2.ellipse(seen, (x, y + 190), (95, 110), 0, 0, 360, SKIN, -1)
    cv2.rectangle(seen, (x - 80, y + 270), (x + 80, SIZE[1] + 300), (90, 40, 30), -1)
    return seen


def reaching_hand(before: Image, after: Image, frames: int = 16) -> Iterator[Image]:
    """Yields frames in which a passing hand replaces one table by another."""
    for n in range(frames):
        reach = 0.75 * np.sin(np.pi * (n + 0.5) / frames)
        below = before if 2 * n < frames else after
        yield from still_frames(with_hand(below, reach, 40 * (n % 3)), 1)


def passing_shadow(image: Image, frames: int = 12) -> Iterator[Image]:
    """Yields frames in which an arm's shadow passes from left to right."""
    for n in range(frames):
        seen, x = image.copy(), SIZE[0] * n // frames
        seen[:, x : x + 300] = seen[:, x : x + 300] // 2
        yield from still_frames(seen, 1)


def write_film(path: Path, *scenes: Iterable[Image]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    assert writer.isOpened()
    for scene in scenes:
        for image in scene:
            writer.write(image)
    writer.release()
    return path


def sample_cards(name: str) -> set[Card]:
    return {Card.parse(text) for text in LABELS[name]["cards"]}


def sample_starter(name: str) -> Card:
    return Card.parse(LABELS[name]["starter"])


def sample_hand(name: str) -> tuple[Card, ...]:
    """Returns the cards of a sample without its starter."""
    return tuple(sorted(sample_cards(name) - {sample_starter(name)}))


@cache
def card_outlines(name: str) -> dict[Card, npt.NDArray[np.int32]]:
    """Returns the slightly enlarged outline of each card of a sample."""
    sightings = Recogniser().read(sample_image(name)).sightings
    places = {}
    for sighting in sightings:
        corners = np.array(sighting.corners)
        middle = corners.mean(axis=0)
        places[sighting.card] = (middle + 1.12 * (corners - middle)).astype(np.int32)
    assert set(places) == sample_cards(name)
    return places


def remove_cards(name: str, *gone: Card) -> Image:
    """Returns the picture of a sample with some cards painted out."""
    image = sample_image(name)
    for card in gone:
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, card_outlines(name)[card], 255)
        ring = cv2.dilate(mask, np.ones((15, 15), np.uint8)) - mask
        image[mask > 0] = np.median(image[ring > 0], axis=0)
    return image


def move_card(name: str, card: Card, by: tuple[int, int]) -> Image:
    """Returns the picture of a sample with one card shifted by some pixels."""
    image, place = remove_cards(name, card), card_outlines(name)[card]
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, place, 255)
    shift = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
    there = cv2.warpAffine(mask, shift, SIZE)
    pushed = cv2.warpAffine(sample_image(name), shift, SIZE)
    image[there > 0] = pushed[there > 0]
    return image


def lay_cards(name: str, *never: Card) -> Iterator[Image]:
    """Yields frames in which a hand lays a sample's cards one by one, except some."""
    waiting = [card for card in sorted(sample_cards(name)) if card not in never]
    while waiting:
        before = remove_cards(name, *never, *waiting)
        waiting.pop()
        yield from reaching_hand(before, remove_cards(name, *never, *waiting), 8)
