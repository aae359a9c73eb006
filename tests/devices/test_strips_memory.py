"""The strip in memory: what it remembers, and how it breaks."""

import time

import pytest

from pegboard.devices.strips import memory
from pegboard.errors import DeviceLost, DeviceMissing

RED = bytes([255, 0, 0])
BLUE = bytes([0, 0, 255])


def test_remembers_what_it_was_shown() -> None:
    strip = memory.open("", 1)
    assert strip.frame == bytes(3)
    strip.show(RED)
    strip.show(BLUE)
    assert list(strip.frames) == [RED, BLUE]
    assert (strip.frame, strip.shown) == (BLUE, 2)
    strip.close()
    assert strip.frame == bytes(3)
    assert strip.closed


def test_forgets_what_is_long_ago() -> None:
    strip = memory.open("", 1)
    for k in range(100):
        strip.show(bytes([k, 0, 0]))
    assert len(strip.frames) == memory.KEPT
    assert strip.shown == 100
    assert strip.frame[0] == 99


def test_unplugged_and_plugged_in_again() -> None:
    strip = memory.open("", 1)
    strip.unplug()
    with pytest.raises(DeviceLost, match="unplugged"):
        strip.show(RED)
    strip.replug()
    strip.show(RED)
    assert strip.frame == RED


def test_is_lost_after_some_frames() -> None:
    strip = memory.open("fail-after=2,slow-ms=0", 1)
    strip.show(RED)
    strip.show(RED)
    for _ in range(2):
        with pytest.raises(DeviceLost, match="unplugged"):
            strip.show(BLUE)
    strip.replug()
    for _ in range(5):
        strip.show(BLUE)


def test_is_slow() -> None:
    strip = memory.open("slow-ms=20", 1)
    start = time.perf_counter()
    strip.show(RED)
    assert time.perf_counter() - start >= 0.02


@pytest.mark.parametrize("rest", ["missing", "fail-after=1,missing"])
def test_is_missing(rest: str) -> None:
    with pytest.raises(DeviceMissing, match="simulating a missing"):
        memory.open(rest, 1)


@pytest.mark.parametrize("rest", ["fail", "fail-after", "fail-after=x", "slow-ms=-1", "missing=1"])
def test_unknown_faults_are_refused(rest: str) -> None:
    with pytest.raises(DeviceMissing, match=r"unknown fault .* must be fail-after=N"):
        memory.open(rest, 1)
