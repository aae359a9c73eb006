"""Frame rates: rendering, and sustained output on a simulated wire."""

import asyncio
import time
from itertools import pairwise
from statistics import median
from typing import Any

from pegboard.board.color import OKABE_ITO, for_leds, limit
from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.board.render import render
from pegboard.board.scene import Scene
from pegboard.cli.bench import slices
from pegboard.devices.ports import Strip
from pegboard.devices.strip_driver import FRAMES_PER_S, StripDriver


def four_tracks() -> Layout:
    """Returns four straight tracks of 121 holes: 484 pixels, the maximum."""
    rows = []
    for track in range(4):
        rows.append(
            f"[[row]]\ntrack = {track}\nfirst_hole = 1\nlast_hole = 121\n"
            f"first_pixel = {track * 121}\nfrom_mm = [0, {track}]\nto_mm = [121, {track}]\n"
        )
    head = "tracks = 4\nholes = 121\nwidth_mm = 122\nheight_mm = 5\n"
    return Layout.parse(head + "".join(rows), "bench")


def frames() -> dict[str, Any]:
    """Measures the time to render, correct, limit and encode a frame of the four-track board.

    Its 484 holes and four starts are 488 pixels.
    """
    from pegboard.devices.strips._ws2812 import CHIPS, USUAL_CHIP, USUAL_HZ, Encoder, code_for

    layout, chip, hz = load_layout("four-track"), CHIPS[USUAL_CHIP], USUAL_HZ[USUAL_CHIP]
    encoder = Encoder(layout.length, code_for(chip, hz), hz, chip.reset_us)
    scene = Scene.of(((40, 35), (51, 50), (0, 0), (121, 110)), turn_track=1, pending=(3, 0, 0, 0))
    moving = scene.toward(Scene.of(((45, 40), (60, 51), (7, 0), (121, 110)), turn_track=1), 0.0)
    now = iter(range(10**9))

    def once() -> int:
        picture = render(moving, layout, OKABE_ITO, next(now) / 400 % 2)
        encoder.encode(limit(for_leds(picture, 0.6), 700))
        return 1

    per_s = slices.rate(once)
    wire_s = 484 * 24 * 1.25e-6 + 300e-6
    return {"frame_us": 1e6 / per_s, "wire_fps_limit": 1 / wire_s, **asyncio.run(_sustained())}


async def _sustained() -> dict[str, Any]:
    """Returns frames per second on a simulated SPI port, and the fraction of a core used.

    The simulated port takes as long as a real one; simulating the LEDs is not counted.
    """
    from pegboard.devices.strips import spi

    layout, sent = four_tracks(), 0

    def count(_: bytes) -> None:
        nonlocal sent
        sent += 1

    lights = StripDriver(
        lambda layout: Blind(spi.open("mock", layout.length)),
        layout,
        OKABE_ITO,
        brightness=0.6,
        max_mA=2000,
        clock=time.monotonic,
        on_frame=count,
    )
    running = asyncio.ensure_future(lights.run())
    pegs = ((40, 35), (51, 50), (0, 0), (80, 70))
    number, marks = 0, [(time.monotonic(), time.process_time(), sent)]
    while len(marks) < 7:
        lights.show(Scene.of(pegs, turn_track=1, pending=(number % 20 + 1, 0, number % 7, 0)))
        number += 1
        await asyncio.sleep(0.25 / FRAMES_PER_S)  # a new frame is always available
        if (now := time.monotonic()) - marks[-1][0] >= max(0.3, slices.SLICE_S):
            marks.append((now, time.process_time(), sent))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    steps = list(pairwise(marks))[1:]  # exclude the frame that opened the strip
    return {
        "fps": median((after[2] - before[2]) / (after[0] - before[0]) for before, after in steps),
        "fps_core_share": median((b[1] - a[1]) / (b[0] - a[0]) for a, b in steps),
    }


class Blind:
    """A strip without simulated LEDs, whose decoding would distort the measurement."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.length = strip, strip.length

    def show(self, frame: bytes) -> None:
        """Lights the strip."""
        self.strip.show(frame)

    def close(self) -> None:
        """Closes the strip."""
        self.strip.close()
