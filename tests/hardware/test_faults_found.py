"""Single faults of a board are found by `light test` or by the simulated wire.

The simulated person sees only the light, and answers questions.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.budget import model
from pegboard.board.color import CHANNEL_MA, IDLE_MA, milliamps
from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.cli.app import run_line
from pegboard.cli.light import test as light
from pegboard.devices.strip_check import FEEDS_MA, far_end
from pegboard.devices.strips import spi
from pegboard.devices.strips._ws2812 import CHIPS, Encoder, Reordered, code_for
from tests.support.led_observers import BoardObserver, Wiring
from tests.support.ws2812_decoder import SHEETS, OutOfSpec, decode

LAYOUT = load_layout("two-track")
RIGHT: Wiring = [(piece, False) for piece in LAYOUT.pieces]


class Faulty:
    """A strip with some dead LEDs."""

    def __init__(self, strip: Any, dark: range) -> None:
        self.strip, self.dark, self.length = strip, dark, strip.length
        self.frame = b""

    def show(self, frame: bytes) -> None:
        self.frame = frame
        self.strip.show(frame)

    @property
    def lit(self) -> bytes:
        lit = bytearray(self.strip.lit)
        for pixel in self.dark:
            lit[3 * pixel : 3 * pixel + 3] = bytes(3)
        return bytes(lit)

    def close(self) -> None:
        self.strip.close()


Test = Callable[..., str]


@pytest.fixture
def tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Test:
    """Runs `light test` on a board; returns its output. Asserts the exit code."""

    def run(
        *options: str,
        wiring: Wiring = RIGHT,
        wants: str = "GRB",
        dark: range = range(0),
        person: BoardObserver | None = None,
        code: int = 1,
    ) -> str:
        looks = person or BoardObserver(LAYOUT, wiring)
        looks.sees_dark_leds = bool(dark)

        def opened(_: str, length: int, order: str, limit_mA: int) -> Any:
            strip: Any = spi.open(f"mock,wants={wants}", length, paced=False)
            strip = strip if order == "GRB" else Reordered(strip, order)
            looks.strip = Faulty(strip, dark)
            return looks.strip

        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "none"))
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(light, "WALK_S", 0.0)
        monkeypatch.setattr(light, "open_strip", opened)
        monkeypatch.setattr(light, "read_answer", looks)
        line = ["light", "test", "--strip", "memory:", "--layout", LAYOUT.name, *options]
        ended = run_line(line)
        shown = capsys.readouterr()
        assert ended == code, shown
        return shown.out + shown.err

    return run


def test_light_test_finds_wrong_colour_order(tested: Test) -> None:
    assert 'order = "RGB"' in tested(wants="RGB")


def test_light_test_finds_swapped_rows(tested: Test, tmp_path: Path) -> None:
    swapped = [RIGHT[1], RIGHT[0], *RIGHT[2:]]
    assert "two-track-rewired.toml" in tested(wiring=swapped)
    layout = Layout.parse((tmp_path / "two-track-rewired.toml").read_text(), "x")
    assert [p.holds for p in layout.pieces[:2]] == [p.holds for p, _ in swapped[:2]]


def test_light_test_finds_reversed_row(tested: Test, tmp_path: Path) -> None:
    turned = [RIGHT[0], (RIGHT[1][0], True), *RIGHT[2:]]
    assert "two-track-rewired.toml" in tested(wiring=turned)
    layout = Layout.parse((tmp_path / "two-track-rewired.toml").read_text(), "x")
    assert layout.pieces[1].points == RIGHT[1][0].points[::-1]


def hole(pixel: int) -> str:
    """Returns the name of the hole above a pixel, from the layout."""
    return next(f"track {t}, hole {h}" for t, h, at, _ in LAYOUT.places() if at == pixel)


def test_light_test_finds_dead_led(tested: Test) -> None:
    printed = tested(dark=range(100, LAYOUT.length))
    assert f"LED 101 (pixel 100, {hole(100)}) and all behind it stay dark" in printed
    assert "check its joint with pixel 99 (DOUT to DIN, 5 V, ground)" in printed


def test_light_test_finds_dark_led_that_passes_data(tested: Test) -> None:
    printed = tested(dark=range(100, 101))
    assert f"LED 101 (pixel 100, {hole(100)}) stays dark: check its joints" in printed


@pytest.mark.parametrize("missing", [4, 35])
def test_light_test_finds_short_strip(tested: Test, missing: int) -> None:
    first = LAYOUT.length - missing
    printed = tested(dark=range(first, LAYOUT.length))
    assert f"LED {first + 1} (pixel {first}, {hole(first)}) and all behind it stay dark" in printed
    assert f"If the strip ends there, it has {missing} LEDs fewer than 244" in printed


def test_light_test_finds_strip_short_by_one_led(tested: Test) -> None:
    printed = tested(dark=range(243, 244))
    assert f"LED 244 (pixel 243, {hole(243)}) stays dark, or the strip ends before it" in printed


def far_end_V(frame: bytes, layout: Layout, feeds: tuple[int, ...], item: model.Budget) -> float:
    """Returns the modelled voltage at the last LED for a picture."""
    lit = np.array([frame[k : k + 3] for k in range(0, len(frame), 3)], dtype=object)
    amps = np.array([IDLE_MA + sum(mA * v for mA, v in zip(CHANNEL_MA, p, strict=True)) / 255
                     for p in lit]) / 1000  # fmt: skip
    drop = model.resistances(layout, feeds, item.wire_mm2) @ amps
    return float(5 - drop[-1] - model.fuse_drop(item.fuse_A, amps.sum() * 1000))


class FeedLooker(BoardObserver):
    """A person who sees the far end brown if its voltage is below the data sheet's minimum."""

    feeds: tuple[int, ...] = ()

    def __call__(self, kind: str, text: str) -> str:
        if kind != "white":
            return super().__call__(kind, text)
        self.questions.append(kind)
        assert milliamps(self.strip.frame) <= 2000
        item = model.budget(LAYOUT, 2000)
        return "n" if far_end_V(self.strip.frame, LAYOUT, self.feeds, item) < model.LEAST_V else "y"


def test_light_test_finds_missing_feed(tested: Test) -> None:
    person = FeedLooker(LAYOUT, RIGHT)
    person.feeds = model.budget(LAYOUT, 2000).feeds
    assert "Everything is as configured." in tested("--max-mA", "2000", person=person, code=0)
    assert "white" in person.questions
    person = FeedLooker(LAYOUT, RIGHT)
    person.feeds = model.budget(LAYOUT, 2000).feeds[:-1]
    printed = tested("--max-mA", "2000", person=person)
    last = max(LAYOUT.pieces, key=lambda piece: piece.first_pixel)
    assert f"5 V and ground at its last LED ({last.holds}, pixel 243)" in printed


@pytest.mark.parametrize("name", ["three-track", "four-track", "four-track-60", "two-track-60"])
def test_missing_feed_is_visible_in_every_layout(name: str) -> None:
    layout = load_layout(name)
    item = model.budget(layout, 2000)
    frame = bytearray(3 * layout.length)
    for pixel, colour in far_end(layout.length, FEEDS_MA).items():
        frame[3 * pixel : 3 * pixel + 3] = colour
    assert far_end_V(bytes(frame), layout, item.feeds, item) > 4.8
    assert far_end_V(bytes(frame), layout, item.feeds[:-1], item) < model.LEAST_V


def wire(chip: str, *, idles_high: bool = False, reset: bool = True) -> bytes:
    """Returns the encoder's levels for three pixels after an idle line."""
    encoder = Encoder(3, code_for(CHIPS[chip], 3_250_000), 3_250_000, CHIPS[chip].reset_us)
    levels = encoder.encode(bytes([10, 20, 30] * 3))
    before = b"\xff" if idles_high else b""
    return before + (levels if reset else levels[encoder.pause :])


def test_leading_reset_cancels_high_idle_spi() -> None:
    """Covers the first falling edge, a bit that only a reset discards."""
    strip: Any = spi.open("mock,idle=high", LAYOUT.length, paced=False)
    frame = bytes(range(244)) * 3
    strip.show(frame)
    assert strip.lit == frame
    with pytest.raises(OutOfSpec, match=r"bit 0: .* ns high is neither 0 nor 1"):
        decode(wire("ws2812b-v5", idles_high=True, reset=False), 3_250_000, SHEETS["ws2812b-v5"])


def test_wrong_chip_violates_data_sheet_timing() -> None:
    assert decode(wire("ws2812b-v5"), 3_250_000, SHEETS["ws2812b-v5"]) == [(20, 10, 30)] * 3
    with pytest.raises(OutOfSpec, match="ns low after a 1"):
        decode(wire("ws2812b-2013"), 3_250_000, SHEETS["ws2812b-v5"])


def test_unknown_chip_error_lists_chips(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_line(["light", "test", "--strip", "spi:mock,chip=ws2815"]) == 2
    shown = capsys.readouterr().err
    assert all(chip in shown for chip in CHIPS)
