"""The in-memory strip: recording and fault injection."""

import time

import pytest

from pegboard.devices.strips import memory
from pegboard.errors import DeviceLost, DeviceMissing

RED = bytes([255, 0, 0])
BLUE = bytes([0, 0, 255])


def test_memory_strip_records_frames() -> None:
    strip = memory.open("", 1)
    assert strip.frame == bytes(3)
    strip.show(RED)
    strip.show(BLUE)
    assert list(strip.frames) == [RED, BLUE]
    assert (strip.frame, strip.shown) == (BLUE, 2)
    strip.close()
    assert strip.frame == bytes(3)
    assert strip.closed


def test_memory_strip_drops_old_frames() -> None:
    strip = memory.open("", 1)
    for k in range(100):
        strip.show(bytes([k, 0, 0]))
    assert len(strip.frames) == memory.KEPT
    assert strip.shown == 100
    assert strip.frame[0] == 99


def test_memory_strip_recovers_after_replug() -> None:
    strip = memory.open("", 1)
    strip.unplug()
    with pytest.raises(DeviceLost, match="unplugged"):
        strip.show(RED)
    strip.replug()
    strip.show(RED)
    assert strip.frame == RED


def test_memory_strip_fails_after_count() -> None:
    strip = memory.open("fail-after=2,slow-ms=0", 1)
    strip.show(RED)
    strip.show(RED)
    for _ in range(2):
        with pytest.raises(DeviceLost, match="unplugged"):
            strip.show(BLUE)
    strip.replug()
    for _ in range(5):
        strip.show(BLUE)


def test_memory_strip_simulates_delay() -> None:
    strip = memory.open("slow-ms=20", 1)
    start = time.perf_counter()
    strip.show(RED)
    assert time.perf_counter() - start >= 0.02


@pytest.mark.parametrize("rest", ["missing", "fail-after=1,missing"])
def test_memory_strip_simulates_missing_device(rest: str) -> None:
    with pytest.raises(DeviceMissing, match="simulating a missing"):
        memory.open(rest, 1)


@pytest.mark.parametrize("rest", ["fail", "fail-after", "fail-after=x", "slow-ms=-1", "missing=1"])
def test_memory_strip_refuses_unknown_fault(rest: str) -> None:
    with pytest.raises(DeviceMissing, match=r"unknown fault .* must be fail-after=N"):
        memory.open(rest, 1)
