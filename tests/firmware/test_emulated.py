"""The firmware image on an emulated RP2040, with pegboard connected to its USB port."""

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread

import pytest

from pegboard.board.color import limit, milliamps
from pegboard.controls import Edge, Input, Turned
from pegboard.devices.inputs import open_inputs
from pegboard.devices.ports import Strip
from pegboard.devices.strips import open_strip
from pegboard.devices.strips._ws2812 import ORDERS, reordered
from pegboard.devices.usb_board.client import FirmwareBoard, acquire, release
from pegboard.devices.usb_board.protocol.messages import (
    Hello,
    Ping,
    Pixels,
    Run,
    Status,
    Welcome,
    pack,
)
from pegboard.devices.usb_board.protocol.packets import Packet, encode
from pegboard.errors import DeviceError, DeviceLost, DeviceMissing
from tests.support.emulated_board import EmulatedBoard, SharedBoard, check_waveform
from tests.support.waiting import wait_until

LIMIT_MA = 2000
"""Current limit built into the image."""


@pytest.fixture(scope="module")
def shared() -> Iterator[SharedBoard]:
    shared = SharedBoard()
    yield shared
    shared.close()


@pytest.fixture
def board(shared: SharedBoard, tmp_path: Path) -> EmulatedBoard:
    return shared.anew(tmp_path)


class Inputs:
    """The inputs of the board, as the service opens them."""

    def __init__(self, board: EmulatedBoard, **inputs: int) -> None:
        self.queue: Queue[Input] = Queue()
        self.source = open_inputs(f"serial:{board.port}", 2, inputs=inputs)
        self.source.start(self.queue.put)

    def edges(self, count: int) -> list[tuple[str, bool]]:
        edges = [self.queue.get(timeout=60) for _ in range(count)]
        return [(str(edge.button), edge.down) for edge in edges if isinstance(edge, Edge)]

    def quiet(self, board: EmulatedBoard) -> bool:
        """Returns True if the next input is a tap, after all resends would have arrived."""
        board.skip(300)
        board.tap(4)
        return self.edges(2) == [("1+5", True), ("1+5", False)]


def random_frame(pixels: int, seed: int = 1, most: int = 30) -> bytes:
    chance = Random(seed)
    return bytes(chance.randint(0, most) for _ in range(3 * pixels))


def joined(board: EmulatedBoard) -> FirmwareBoard:
    firmware = acquire(str(board.port))
    firmware.set_up()
    firmware.ready()
    return firmware


# --- handshake


def test_handshake(board: EmulatedBoard) -> None:
    firmware = joined(board)
    welcome, report = firmware.ready()
    assert (welcome.protocol, welcome.max_pixels, welcome.inputs) == (1, 512, 16)
    assert welcome.limit_mA == LIMIT_MA and welcome.capabilities == 15 and welcome.reset == 0
    assert any(welcome.id)
    assert report.bad_packets == report.refused == report.shown == 0
    release(firmware)


# --- the waveform


@pytest.mark.parametrize("pixels", [1, 244, 484, 512])
def test_picture_is_decoded_at_pin(board: EmulatedBoard, pixels: int) -> None:
    strip = open_strip(f"serial:{board.port}", pixels)
    frame = random_frame(pixels)
    strip.show(frame)
    wave = board.wait_until_lit(frame)
    assert wave.bits == 24 * pixels
    check_waveform(wave)
    # The next one is sent as a small difference, and must be shown completely.
    changed = bytearray(frame)
    changed[:3], changed[-3:] = b"\x01\x02\x03", b"\x04\x05\x06"
    strip.show(bytes(changed))
    check_waveform(board.wait_until_lit(bytes(changed)))
    strip.close()
    board.wait_until_lit(bytes(3 * pixels))


def test_consecutive_pictures_are_shown(board: EmulatedBoard) -> None:
    strip = open_strip(f"serial:{board.port}", 100)
    frames = [random_frame(100, seed) for seed in range(20)]
    for frame in frames:
        strip.show(frame)
    board.wait_until_lit(frames[-1])
    shown = [frame for frame in board.frames if frame.bits == 2400 and any(frame.pixels)]
    # On a busy machine a late reply may cause a picture to be resent and shown again.
    assert [pixels for pixels, _ in groupby(frame.pixels for frame in shown)] == frames
    for wave in shown:
        check_waveform(wave)
    strip.close()


@pytest.mark.parametrize(
    ("pixels", "option", "limit_mA", "most"),
    [
        (512, "", None, LIMIT_MA),
        (484, ",budget=1800", None, 1800),
        (244, "", 2000, 2000),
        (244, "", 1500, 1500),
        (244, ",budget=1200", 1500, 1200),
        (244, ",budget=4000", 4000, LIMIT_MA),
    ],
)
def test_limiter_caps_white(
    board: EmulatedBoard, pixels: int, option: str, limit_mA: int | None, most: int
) -> None:
    strip = open_strip(f"serial:{board.port}{option}", pixels, limit_mA=limit_mA)
    white = bytes([255]) * 3 * pixels
    strip.show(white)
    lit = limit(white, most)
    board.wait_until_lit(lit)
    assert 0.98 * most <= milliamps(lit) <= most
    assert all(milliamps(frame.pixels) <= most for frame in board.frames)
    strip.close()


@pytest.mark.parametrize("order", ORDERS)
def test_limiter_respects_colour_order(board: EmulatedBoard, order: str) -> None:
    """Dims a pure colour to the budget, and no further."""
    strip = open_strip(f"serial:{board.port}", 244, order, limit_mA=1500)
    for channel in range(3):
        pure = bytearray(3 * 244)
        pure[channel::3] = bytes([255]) * 244
        strip.show(bytes(pure))
        # The emulated LEDs always decode green first.
        board.wait_until_lit(reordered(limit(bytes(pure), 1500), order))
    strip.close()


# --- inputs


def test_bouncing_press_is_reported_once(board: EmulatedBoard) -> None:
    inputs = Inputs(board)
    joined(board)
    for number, name in ((0, "0+1"), (5, "1-1"), (8, "count")):
        board.tap(number, bounce=True)
        assert inputs.edges(2) == [(name, True), (name, False)]
    assert inputs.quiet(board)
    inputs.source.close()
    release(acquire(str(board.port)))


def test_button_down_at_start_is_initial(board: EmulatedBoard) -> None:
    board.press(1)
    board.skip(50)
    inputs = Inputs(board)
    edge = inputs.queue.get(timeout=60)
    assert isinstance(edge, Edge) and edge.initial and edge.down and str(edge.button) == "0+5"
    board.release(1)
    assert inputs.edges(1) == [("0+5", False)]
    inputs.source.close()


def test_dial_reports_detents(board: EmulatedBoard) -> None:
    inputs = Inputs(board, **{"0a": 10, "0b": 11, "1a": 13, "1b": 12, "0push": 14})
    firmware = joined(board)
    for pair, detents, seat, steps in ((5, 4, 0, 4), (5, -2, 0, -2), (6, 3, 1, -3)):
        board.turn(pair, detents)
        turned = 0
        while turned != steps:
            event = inputs.queue.get(timeout=60)
            assert isinstance(event, Turned) and event.seat == seat
            turned += event.steps
    board.tap(14)
    assert inputs.edges(2) == [("0push", True), ("0push", False)]
    assert inputs.quiet(board)
    release(firmware)
    inputs.source.close()


# --- unreliable line


def test_link_recovers_from_garbage(board: EmulatedBoard) -> None:
    chance = Random(7)
    strip = open_strip(f"serial:{board.port}", 60)
    inputs = Inputs(board)
    for seed in range(12):
        board.inject(chance.randbytes(chance.randint(1, 700)))
        frame = random_frame(60, seed)
        strip.show(frame)
        board.wait_until_lit(frame)
    board.tap(2)
    assert inputs.edges(2) == [("0-1", True), ("0-1", False)]
    firmware = acquire(str(board.port))
    wait_until(lambda: firmware.ready()[1].bad_packets, "the report of them", every_s=0.05)
    release(firmware)
    strip.close()
    inputs.source.close()


def test_link_recovers_from_damage_both_ways(board: EmulatedBoard) -> None:
    chance = Random(8)

    def worn(data: bytes) -> bytes:
        """Damages one chunk in eight: truncated, lost, or with a flipped bit."""
        match chance.randrange(24):
            case 0:
                return data[: len(data) // 2]
            case 1:
                return b""
            case 2:
                at = chance.randrange(len(data))
                return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        return data

    strip = open_strip(f"serial:{board.port}", 60)
    inputs = Inputs(board)
    board.to_board = board.from_board = worn
    names = ("0+1", "0+5", "0-1", "1+1", "1+5", "1-1")
    expected = []
    for seed in range(24):
        frame = random_frame(60, seed)
        strip.show(frame)
        if seed % 4 == 0:
            board.tap(seed // 4)
            expected += [(names[seed // 4], True), (names[seed // 4], False)]
        board.wait_until_lit(frame)
    # None lost or duplicated; inputs of different buttons may be reordered.
    assert sorted(inputs.edges(len(expected))) == sorted(expected)
    board.to_board = board.from_board = bytes
    assert inputs.quiet(board)
    strip.close()
    inputs.source.close()


def test_board_survives_flooding_host(board: EmulatedBoard) -> None:
    inputs = Inputs(board)
    firmware = joined(board)
    flood = b"".join(
        encode(pack(message, seq % 256))
        for seq in range(60)
        for message in (Ping(), Status(), Pixels((Run(seq, b"\x05\x06\x07"),)), Hello(9))
    )
    board.inject(flood * 20)
    board.inject(encode(Packet(0x7F, 0, bytes(1600))) * 40)
    board.skip(2500)
    board.tap(0)
    strip = opened_in_the_end(board, 20)
    frame = random_frame(20)
    strip.show(frame)
    board.wait_until_lit(frame)
    board.tap(1)
    while inputs.edges(1) != [("0+5", False)]:
        pass
    assert board.disconnects == [], "the watchdog had to help"
    release(firmware)
    strip.close()
    inputs.source.close()


def test_board_survives_dead_host(board: EmulatedBoard) -> None:
    strip = open_strip(f"serial:{board.port}", 30)
    frame = random_frame(30, most=200)
    strip.show(frame)
    board.wait_until_lit(frame)
    board.to_board = lambda data: b""
    board.skip(4000)
    assert board.lit[:90] == frame
    board.skip(2500)
    calm = bytes((value + 3) // 4 for value in frame)
    board.wait_until_lit(calm)
    board.frames.clear()
    board.to_board = bytes
    board.wait_until_lit(frame)
    strip.close()


# --- resets and the cable


def test_reset_during_picture_recovers(board: EmulatedBoard) -> None:
    strip = open_strip(f"serial:{board.port}", 400)
    inputs = Inputs(board)
    first, second = random_frame(400, 1), random_frame(400, 2)
    strip.show(first)
    strip.show(second)  # starts now; 12 ms on the wire, by the board's clock
    while board.lit[:1200] == second:  # too late: retry
        first, second = second, first
        strip.show(second)
    board.frames.clear()
    board.reset("run")
    # After a reset all LEDs but the breathing first one are dark, whatever was in flight; the
    # host may light them again at once.
    board.wait(lambda: any(not any(f.pixels[3:]) and len(f.pixels) == 1536 for f in board.frames))
    show_with_retries(strip.show, second)
    board.wait_until_lit(second)
    board.tap(3)
    assert inputs.edges(2) == [("1+1", True), ("1+1", False)]
    firmware = acquire(str(board.port))
    assert firmware.ready()[0].reset == 1
    release(firmware)
    strip.close()
    inputs.source.close()


def test_picture_cut_by_reset_is_not_shown_after_reset(
    board: EmulatedBoard, tmp_path: Path
) -> None:
    strip = open_strip(f"serial:{board.port}", 512)
    strip.show(bytes([255]) * 3 * 512)  # starts now; 15 ms on the wire, by the board's clock
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    board.power_cycle(elsewhere)
    board.skip(100)
    strip.close()
    board.wait(lambda: bool(board.frames))
    assert all(not any(frame.pixels[3:]) for frame in board.frames)


def test_picture_returns_after_reset(board: EmulatedBoard) -> None:
    strip = open_strip(f"serial:{board.port}", 30)
    frame = random_frame(30)
    strip.show(frame)
    board.wait_until_lit(frame)
    board.frames.clear()
    board.reset("power")
    board.wait_until_lit(frame)  # without another `show`
    strip.close()


def test_watchdog_resets_hung_board(board: EmulatedBoard) -> None:
    firmware = joined(board)
    boot = firmware.ready()[0].boot
    board.request("stall", on=True)
    connections = board.connections
    board.skip(1500)
    board.wait(lambda: board.connections > connections)
    assert board.disconnects == ["watchdog"]
    welcome = wait_restarted(firmware, boot)
    assert welcome == 2
    release(firmware)


def test_restart_request_restarts_board(board: EmulatedBoard) -> None:
    firmware = joined(board)
    boot = firmware.ready()[0].boot
    firmware.restart(drive=False)
    assert wait_restarted(firmware, boot) == 3
    firmware.restart(drive=True)
    board.wait(lambda: board.disconnects[-1:] == ["drive"])
    assert board.request("now")["drive"]
    release(firmware)


def wait_restarted(firmware: FirmwareBoard, boot: int) -> int:
    """Waits until the board is back; returns its reset cause."""

    def welcomed() -> Welcome | None:
        with suppress(DeviceError):
            welcome, _ = firmware.ready()
            return welcome if welcome.boot != boot else None
        return None

    return wait_until(welcomed, "the board", every_s=0.05).reset


def test_board_recovers_after_replug(board: EmulatedBoard) -> None:
    strip = open_strip(f"serial:{board.port}", 30)
    inputs = Inputs(board)
    frame, later = random_frame(30, 1), random_frame(30, 2)
    strip.show(frame)
    board.wait_until_lit(frame)
    board.press(4)
    assert inputs.edges(1) == [("1+5", True)]
    board.unplug()
    with pytest.raises(DeviceLost, match=r"unplugged.* resumes by itself|there is no "):
        for _ in range(50):
            strip.show(later)
            strip.show(frame)
    assert inputs.source.faults()  # type: ignore[attr-defined]
    board.release(4)  # while disconnected
    board.plug()
    show_with_retries(strip.show, later)
    board.wait_until_lit(later)
    edge = inputs.queue.get(timeout=60)
    assert isinstance(edge, Edge) and edge.initial and not edge.down
    board.tap(4)
    assert inputs.edges(2) == [("1+5", True), ("1+5", False)]
    assert not inputs.source.faults()  # type: ignore[attr-defined]
    strip.close()
    inputs.source.close()


def test_close_never_hangs(board: EmulatedBoard) -> None:
    """Closes in every state of the board, with threads waiting for it."""
    strip = open_strip(f"serial:{board.port}", 30)
    board.from_board = lambda data: b""

    def show() -> None:
        with pytest.raises(DeviceLost):
            strip.show(random_frame(30))

    shower = Thread(target=show)
    shower.start()
    shower.join(60)
    assert not shower.is_alive()
    begun = time.monotonic()
    strip.close()
    assert time.monotonic() - begun < 30


def opened_in_the_end(board: EmulatedBoard, pixels: int) -> Strip:
    """Opens the strip with retries, like the service: the board has a backlog."""

    def opened() -> Strip | None:
        with suppress(DeviceMissing):
            return open_strip(f"serial:{board.port}", pixels)
        return None

    return wait_until(opened, "the strip", 120, every_s=0.1)


def show_with_retries(show: object, frame: bytes) -> None:
    """Shows a frame with retries, like the service."""

    def is_accepted() -> bool:
        with suppress(DeviceLost):
            show(frame)  # type: ignore[operator]
            return True
        return False

    wait_until(is_accepted, "a board that takes it", every_s=0.05)
