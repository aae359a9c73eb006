"""The firmware image on an emulated RP2040, reachable through a serial port.

`python -m tests.support.emulated_board` to play with.

The image runs on an emulated RP2040 (firmware/emulate/); its USB serial port is joined to a
pseudo-terminal, which programs open like any other port. As with a real board the port vanishes
when the board is reset or unplugged, and comes back under the same name.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import pytest

from pegboard.devices.strips._ws2812 import CHIPS
from tests.support.paths import ROOT

IMAGE = ROOT / "build" / "firmware" / "pegboard.uf2"
EMULATOR = ROOT / "firmware" / "emulate" / "main.mjs"
LIBRARY = ROOT / "build" / "emulate" / "node_modules" / "rp2040js"
WAIT_S = 60.0
"""A machine that is busy with other things may take long."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Waveform:
    """One frame as decoded from the LED data line."""

    pixels: bytes
    """Decoded: red, green, blue for each pixel."""
    bits: int
    began_ns: int
    ended_ns: int
    reset_before_ns: int
    """Low time of the line before the frame."""
    changed_ns: int | None
    """End of the first changed pixel; None if nothing changed."""
    widths: dict[str, Span]
    """Shortest and longest, in ns: `t0h t0l t1h t1l`, and `bit` from edge to edge."""

    @classmethod
    def from_event(cls, event: dict[str, Any]) -> "Waveform":
        sent = bytes.fromhex(event["bytes"])
        pixels = bytearray(len(sent))
        for place, colour in enumerate("GRB"):
            pixels["RGB".index(colour) :: 3] = sent[place::3]
        return cls(
            bytes(pixels),
            event["bits"],
            event["began_ns"],
            event["ended_ns"],
            event["reset_before_ns"],
            event["changed_ns"],
            {key: tuple(event[key]) for key in ("t0h", "t0l", "t1h", "t1l", "bit") if key in event},
        )


class EmulatedBoard:
    """An emulated board; `port` is the path of its serial port."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "ttyACM0"
        self.frames: list[Waveform] = []
        self.disconnects: list[str] = []
        self.trace: list[dict[str, Any]] = []
        self.traffic: list[tuple[str, int, bytes]] = []
        """Traffic of the port: direction, monotonic ns, bytes."""
        self.to_board: Callable[[bytes], bytes] = bytes
        """Fault injection for bytes sent to the board."""
        self.from_board: Callable[[bytes], bytes] = bytes
        self.connections = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._numbers = count(1)
        self._plugged = True
        self._changed = Condition()
        self._ends: tuple[int, int] | None = None  # of the pseudo-terminal: ours, and the port
        self._serial, other = socket.socketpair()
        self._process = subprocess.Popen(
            ["node", EMULATOR, IMAGE, str(other.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[other.fileno()],
            text=True,
            bufsize=1,
        )
        other.close()
        self._stopping = False
        self._wake, self._woken = os.pipe()
        self._threads = [Thread(target=work, daemon=True) for work in (self._listen, self._carry)]
        for thread in self._threads:
            thread.start()
        try:
            self.wait(lambda: self._ends is not None)
        except BaseException:
            self.close()
            raise

    # --- what a person or a fault does to it

    def press(self, *inputs: int) -> None:
        self.request("inputs", edges=[(0, number, False) for number in inputs])

    def release(self, *inputs: int) -> None:
        self.request("inputs", edges=[(0, number, True) for number in inputs])

    def tap(self, number: int, *, ms: float = 60, bounce: bool = False) -> dict[str, Any]:
        """Presses and releases an input, in board time; `bounce` adds 4 ms of contact bounce."""
        edges = [(0.0, number, False), (ms * 1000, number, True)]
        if bounce:
            chatter = [(0, False), (300, True), (700, False), (1500, True), (1900, False)]
            begin = [*chatter, (3600, True), (4000, False)]
            edges = [(float(us), number, level) for us, level in begin]
            edges += [(ms * 1000 + us, number, not level) for us, level in begin]
        return self.request("inputs", edges=edges)

    def turn(self, pair: int, detents: int, *, ms: float = 12) -> dict[str, Any]:
        """Turns the encoder on inputs 2 * pair and 2 * pair + 1; positive is clockwise."""
        first, second = 2 * pair, 2 * pair + 1
        if detents < 0:
            first, second = second, first
        steps = ((0, first, False), (1, second, False), (2, first, True), (3, second, True))
        edges = [
            (1000 * ms * detent + 250 * ms * quarter, number, level)
            for detent in range(abs(detents))
            for quarter, number, level in steps
        ]
        return self.request("inputs", edges=edges)

    def reset(self, cause: str = "run") -> int:
        """Resets the board and waits for its port; returns the frame count before the reset."""
        connections = self.connections
        self._close_port()
        before: int = self.request("reset", cause=cause)["frames"]
        self.wait(lambda: self.connections > connections)
        return before

    def unplug(self) -> None:
        """Unplugs USB; the LED supply keeps powering the board."""
        self._close_port()
        self.request("unplug")
        self._plugged = False

    def plug(self) -> None:
        connections = self.connections
        self.request("plug")
        self._plugged = True
        self.wait(lambda: self.connections > connections)

    def inject(self, data: bytes) -> None:
        """Sends raw bytes to the board, bypassing the port."""
        self._serial.sendall(data)

    def skip(self, ms: float) -> None:
        """Advances board time by some ms, as fast as possible."""
        self.request("skip", ms=ms)

    def power_cycle(self, folder: Path) -> None:
        """Power-cycles the board with released inputs and an undamaged cable.

        The port is in another folder from then on, where nobody has it open.
        """
        if not self._plugged:
            self.plug()
        self.to_board = self.from_board = bytes
        self.release(*range(16))
        self.request("trace", on=False)
        self._close_port()
        self.port = folder / self.port.name
        before = self.reset("power")
        with self._changed:
            del self.frames[:before]
        for noted in (self.disconnects, self.trace, self.traffic):
            noted.clear()

    # --- what can be seen

    @property
    def lit(self) -> bytes:
        """Current LED colours, red, green, blue each; a short frame leaves the rest unchanged."""
        with self._changed:
            lit = bytearray()
            for frame in self.frames:
                lit[: len(frame.pixels)] = frame.pixels
            return bytes(lit)

    def wait(self, test: Callable[[], bool], wait_s: float = WAIT_S) -> None:
        """Waits until the test passes; re-evaluates it on every event."""
        end = time.monotonic() + wait_s
        with self._changed:
            while not test():
                assert self._process.poll() is None, "the emulator has ended"
                assert time.monotonic() < end, "waited in vain"
                self._changed.wait(0.05)

    def wait_until_lit(self, pixels: bytes) -> Waveform:
        """Returns the first frame, past or future, that starts with these pixels."""
        found: list[Waveform] = []
        checked_count = 0

        def test() -> bool:
            nonlocal checked_count
            new, checked_count = self.frames[checked_count:], len(self.frames)
            found.extend(frame for frame in new if frame.pixels[: len(pixels)] == pixels)
            return bool(found)

        self.wait(test)
        return found[0]

    def request(self, do: str, **what: Any) -> dict[str, Any]:
        """Sends a request to the emulator; returns its response with the frame count before it."""
        number = next(self._numbers)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"id": number, "do": do, **what}) + "\n")
        self.wait(lambda: number in self._answers)
        answer = self._answers.pop(number)
        assert "error" not in answer, answer["error"]
        return answer

    def close(self) -> None:
        self._stopping = True
        os.close(self._woken)
        self._threads[1].join()
        self._close_port()
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._threads[0].join()
        self._process.stdout.close()
        self._serial.close()
        os.close(self._wake)

    # --- the two threads

    def _listen(self) -> None:
        """Handles events from the emulator."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            event = json.loads(line)
            with self._changed:
                match event.get("event"):
                    case None:
                        self._answers[event["answer"]] = {**event, "frames": len(self.frames)}
                    case "connected":
                        self._open_port()
                        self.connections += 1
                    case "frame":
                        self.frames.append(Waveform.from_event(event))
                    case "gone":
                        self._close_port()
                        self.disconnects.append(event["why"])
                    case "from board" | "to board":
                        self.trace.append(event)
                self._changed.notify_all()

    def _carry(self) -> None:
        """Copies bytes between the pseudo-terminal and the emulator."""
        while not self._stopping:
            with self._changed:
                ours = self._ends[0] if self._ends else None
            watched: list[Any] = [self._serial, self._wake, *([] if ours is None else [ours])]
            try:
                ready, _, _ = select.select(watched, [], [], 0.02)
            except (OSError, ValueError):  # the port was closed just now
                continue
            with self._changed:
                if ours is not None and (not self._ends or self._ends[0] != ours):
                    continue
                if self._serial in ready:
                    data = self._serial.recv(65536)
                    if not data:
                        return
                    if ours is not None:
                        self.traffic.append(("from board", time.monotonic_ns(), data))
                        with suppress(OSError):  # nobody reads: lost, as on a full cable
                            os.write(ours, self.from_board(data))
                if ours is not None and ours in ready:
                    with suppress(OSError):
                        data = self.to_board(os.read(ours, 65536))
                        self.traffic.append(("to board", time.monotonic_ns(), data))
                        self._serial.sendall(data)

    def _open_port(self) -> None:
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = ours, theirs
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(theirs))

    def _close_port(self) -> None:
        with self._changed:
            if self._ends is not None:
                self.port.unlink(missing_ok=True)
                for end in self._ends:
                    os.close(end)
                self._ends = None


def skip_unless_built() -> None:
    """Skips the test if the image or emulator is missing; never skips in CI."""
    for needed, by in ((IMAGE, "make firmware"), (LIBRARY, ".ci/setup test")):
        if not needed.exists() and not os.environ.get("CI"):
            pytest.skip(f"{needed.name} is missing: `{by}` makes it")


class SharedBoard:
    """An emulated board shared by many tests; power-cycling is faster than a new process."""

    def __init__(self) -> None:
        self.board: EmulatedBoard | None = None

    def anew(self, folder: Path) -> EmulatedBoard:
        """Returns the board in its power-on state, with its port in the given folder."""
        if self.board is None:
            skip_unless_built()
            self.board = EmulatedBoard(folder)
        else:
            self.board.power_cycle(folder)
        return self.board

    def close(self) -> None:
        board, self.board = self.board, None
        if board is not None:
            board.close()


@contextmanager
def emulated_board(folder: Path) -> Iterator[EmulatedBoard]:
    """Runs an emulated board for the duration of the block."""
    board = EmulatedBoard(folder)
    try:
        yield board
    finally:
        board.close()


def check_waveform(wave: Waveform) -> None:
    """Asserts that all pulse widths are within every data sheet's limits."""
    for name, chip in CHIPS.items():
        spans = {"t0h": chip.t0h, "t0l": chip.t0l, "t1h": chip.t1h, "t1l": chip.t1l}
        for key, (least, most) in spans.items():
            low, high = wave.widths.get(key, (least, most))
            assert least <= low <= high <= most, f"{name}: {key} is {low:g} to {high:g} ns"
        assert wave.reset_before_ns > 1000 * chip.reset_us
    low, high = wave.widths["bit"]
    assert 1150 <= low <= high <= 1350


if __name__ == "__main__":
    with emulated_board(Path(sys.argv[1] if len(sys.argv) > 1 else "/tmp")) as board:
        print(f"An emulated board is at serial:{board.port}; Ctrl-C ends it.")
        with suppress(KeyboardInterrupt):
            signal.pause()
