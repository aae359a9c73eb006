"""A show as a camera sees it, through the camera process and the service, counted right or not.

Cards lie under a noisy camera, a hand reaches in and moves, others lie there when it is gone, a
shadow passes. A look may begin at any of these moments and must end with cards that lay there.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pegboard import eyes
from pegboard.cameras import SAMPLES, open_camera
from pegboard.cameras.pictures import load_picture
from pegboard.cameras.process import looked
from pegboard.cards import Card
from pegboard.cli.run import changed
from pegboard.config import CameraConfig, Config
from pegboard.controls import Button, Pressed
from pegboard.errors import DeviceError
from pegboard.eyes import Eyes
from pegboard.scoring import score_hand
from pegboard.service import Parts, assemble, first_game
from pegboard.vision import Recogniser
from pegboard.vision.settle import MOVES, NO_CARDS, TOO_DARK

Image = npt.NDArray[np.uint8]
SIZE = (800, 600)
FPS = 20.0
SKIN = (120, 150, 205)
LABELS: dict[str, Any] = json.loads((SAMPLES / "labels.json").read_text())
FIRST, SECOND = "hand-1.jpg", "hand-4.jpg"
NOISE = [np.random.default_rng(n).normal(0, 8, (SIZE[1], SIZE[0], 3)) for n in range(3)]
STILL = 16
"""Frames that are enough for a look: less than a second."""


def table(name: str) -> Image:
    return np.asarray(cv2.resize(load_picture(SAMPLES / name), SIZE), np.uint8)


def resting(image: Image, frames: int = STILL) -> Iterator[Image]:
    for n in range(frames):
        yield np.clip(image + NOISE[n % len(NOISE)], 0, 255).astype(np.uint8)


def with_hand(image: Image, reach: float, sway: int) -> Image:
    """A palm, four fingers and a sleeve, in from the bottom by so much of the picture's height."""
    seen, x, y = image.copy(), 400 + sway, SIZE[1] - int(reach * SIZE[1])
    for finger in range(4):
        end = (x - 75 + 50 * finger, y - 20 * (finger in (1, 2)))
        cv2.line(seen, end, (x - 60 + 40 * finger, y + 130), SKIN, 34)
    cv2.ellipse(seen, (x, y + 190), (95, 110), 0, 0, 360, SKIN, -1)
    cv2.rectangle(seen, (x - 80, y + 270), (x + 80, SIZE[1] + 300), (90, 40, 30), -1)
    return seen


def reaching(before: Image, after: Image, frames: int = 16) -> Iterator[Image]:
    """A hand comes in over one table, moves, and leaves another behind."""
    for n in range(frames):
        reach = 0.75 * np.sin(np.pi * (n + 0.5) / frames)
        below = before if 2 * n < frames else after
        yield from resting(with_hand(below, reach, 40 * (n % 3)), 1)


def shadowed(image: Image, frames: int = 12) -> Iterator[Image]:
    """An arm's shadow passes from left to right."""
    for n in range(frames):
        seen, x = image.copy(), SIZE[0] * n // frames
        seen[:, x : x + 300] = seen[:, x : x + 300] // 2
        yield from resting(seen, 1)


def film(path: Path, *scenes: Iterable[Image]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    assert writer.isOpened()
    for scene in scenes:
        for image in scene:
            writer.write(image)
    writer.release()
    return path


def cards(name: str) -> set[Card]:
    return {Card.parse(text) for text in LABELS[name]["cards"]}


def points(name: str) -> int:
    starter = Card.parse(LABELS[name]["starter"])
    hand = tuple(Card.parse(text) for text in LABELS[name]["cards"] if text != str(starter))
    return score_hand(hand, starter).total


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first, second = table(FIRST), table(SECOND)
    return film(
        tmp_path_factory.mktemp("film") / "show.avi",
        reaching(first, first),
        resting(first),
        shadowed(first),
        resting(first, 4),
        reaching(first, second),
        resting(second),
        shadowed(second),
        resting(second),
    )


@pytest.fixture(scope="module")
def restless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first = table(FIRST)
    return film(tmp_path_factory.mktemp("film") / "restless.avi", reaching(first, first, 40))


async def until(test: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not test():
            await asyncio.sleep(0.01)


def serve(state: Path, video: Path, story: Callable[[Parts], Awaitable[None]]) -> None:
    """A board whose camera is a video, and a story that happens there."""

    async def run() -> None:
        config = changed(Config(), simulated=True, demo=False, state=state, pace=0.0)
        config = replace(config, camera=CameraConfig(f"files:{video}"))
        parts = await assemble(config, rng=Random(5))
        works = [asyncio.ensure_future(work) for work in parts.works()]
        await first_game(parts)
        try:
            await story(parts)
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await parts.close()

    asyncio.run(run())


def press(parts: Parts, name: str) -> None:
    parts.desk.presses.post(Pressed(Button.parse(name), monotonic()))


async def counted(parts: Parts) -> dict[str, Any]:
    press(parts, "count")
    await until(lambda: parts.desk.snapshot()["offer"] is not None)
    offer: dict[str, Any] = parts.desk.snapshot()["offer"]
    return offer


def test_a_show_is_counted_and_pegged(tmp_path: Path, show: Path) -> None:
    async def story(parts: Parts) -> None:
        offer = await counted(parts)
        assert {Card.parse(c) for c in [*offer["cards"], offer["starter"]]} == cards(FIRST)
        assert offer["starter"] == LABELS[FIRST]["starter"]
        assert offer["points"] == points(FIRST) and not offer["doubtful"]
        press(parts, "ok")
        await until(lambda: parts.table.state.scores == (0, points(FIRST)))
        for _ in range(5):  # the video plays on while somebody looks
            offer = await counted(parts)
            seen = {Card.parse(c) for c in [*offer["cards"], offer["starter"]]}
            assert seen in (cards(FIRST), cards(SECOND)), "cards that never lay there together"
            assert not offer["doubtful"] and offer["problem"] is None
            if seen == cards(SECOND):
                break
            press(parts, "undo")
            await until(lambda: parts.desk.snapshot()["offer"] is None)
        assert seen == cards(SECOND) and offer["points"] == points(SECOND)

    serve(tmp_path, show, story)


def look(video: Path) -> Any:
    async def story() -> Any:
        camera = Eyes(f"files:{video}", timeout_s=30)
        try:
            return await camera.look()
        finally:
            await camera.close()

    return asyncio.run(story())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that are to find nothing need not take as long as for people."""
    monkeypatch.setattr(eyes, "SETTLE_S", 1.0)


@pytest.mark.usefixtures("impatient")
def test_a_hand_that_keeps_moving_is_waited_for_and_then_said(restless: Path) -> None:
    seen = look(restless)
    assert not seen.sure and seen.waited == MOVES
    assert seen.picture.startswith(b"\xff\xd8")
    assert not seen.cards or seen.doubtful, "nothing to say yes to without a look at the page"


def test_a_hand_that_rests_on_a_card_is_waited_for(tmp_path: Path) -> None:
    first = table(FIRST)
    covering = with_hand(first, 0.75, 80)  # one card is under it, four are to be seen
    camera = open_camera(f"files:{film(tmp_path / 'r.avi', resting(covering), resting(first))}")
    times = count(0.0, 1 / FPS)  # the video's own time: a slow machine would see a longer rest
    seen = looked(camera, Recogniser(), 6.0, lambda: next(times))
    camera.close()
    assert {sighting.card for sighting in seen.reading.sightings} == cards(FIRST)
    assert seen.reading.sure and not seen.waited


@pytest.mark.usefixtures("impatient")
def test_a_picture_of_something_else_is_said(tmp_path: Path) -> None:
    plate = np.full((SIZE[1], SIZE[0], 3), (60, 90, 120), np.uint8)
    cv2.circle(plate, (400, 300), 250, (235, 235, 235), -1)
    cv2.circle(plate, (400, 300), 160, (200, 120, 60), 12)

    async def story(parts: Parts) -> None:
        offer = await counted(parts)
        assert "no card was recognised" in offer["problem"]
        assert f"gave up waiting: {NO_CARDS}" in (parts.desk.snapshot()["notice"] or "")

    serve(tmp_path, film(tmp_path / "plate.avi", resting(plate)), story)


@pytest.mark.usefixtures("impatient")
def test_a_lamp_that_is_off_is_said(tmp_path: Path) -> None:
    night = (table(FIRST) // 12).astype(np.uint8)
    seen = look(film(tmp_path / "night.avi", [night] * 10))
    assert not seen.sure and seen.waited == TOO_DARK


def test_a_camera_gone_in_the_middle_is_said_and_comes_back(
    tmp_path: Path, show: Path, restless: Path
) -> None:
    video = tmp_path / "camera.avi"
    video.write_bytes(restless.read_bytes())

    async def story(parts: Parts) -> None:
        press(parts, "count")
        await until(lambda: bool(parts.desk.snapshot()["counting"]))
        await asyncio.sleep(
            1.0
        )  # by then the process runs; if not, the file is missing from the start
        press(parts, "0+1")
        await until(lambda: parts.desk.snapshot()["pending"] == [1, 0])
        video.unlink()  # pulled out while it looks
        await until(lambda: not parts.desk.snapshot()["counting"])
        told = parts.desk.snapshot()
        assert "could not count" in told["notice"] and str(video) in told["notice"]
        assert any(d["name"] == "camera" and not d["ok"] for d in told["devices"])
        press(parts, "ok")
        await until(lambda: parts.table.state.scores == (1, 0))
        video.write_bytes(show.read_bytes())
        offer = await counted(parts)
        assert offer["points"] == points(FIRST) and not offer["doubtful"]
        assert all(device["ok"] for device in parts.desk.snapshot()["devices"])

    serve(tmp_path / "state", video, story)


def test_a_video_that_breaks_off_is_said(tmp_path: Path, restless: Path) -> None:
    whole = restless.read_bytes()
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(DeviceError, match=r"breaks off after \d+ of 40 frames"):
        look(cut)
