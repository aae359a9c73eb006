"""Measures latency from an emulated button press to the first changed LED.

`python -m tests.tools.emulated_latency [PRESSES]` measures it with the real service between them.
The board's share is in its own, simulated time; the host's share, from the moment its port has the
bytes of the press to the moment it has written those of the picture, is this machine's.
"""

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from pegboard.devices.usb_board.protocol.messages import InputChange, Pixels, parse
from pegboard.devices.usb_board.protocol.packets import Decoder
from tests.support.emulated_board import EmulatedBoard, emulated_board
from tests.support.running_board import RunningBoard, running_board

BAR_MS = 40.0


@dataclass(frozen=True, slots=True)
class Latency:
    """Latency of one press, in ms."""

    board_in: float
    """Simulated: from the edge at the pin to the bytes at the host's port."""
    host: float
    """Measured: until the picture is written to the port."""
    board_out: float
    """Simulated: until the first changed pixel is complete on the wire."""

    @property
    def all(self) -> float:
        return self.board_in + self.host + self.board_out


def config_of(board: EmulatedBoard) -> str:
    """Writes a service configuration with the board for LEDs and buttons."""
    address = f"serial:{board.port}"
    return (
        f'[board]\nlayout = "two-track"\nstrip = "{address}"\n'
        f'[buttons]\nsource = "{address}"\ncommit_s = 60\n[camera]\nsource = "none"\n'
    )


def measure(presses: int, folder: Path) -> list[Latency]:
    """Measures presses of +1, each starting from a still frame."""
    with emulated_board(folder) as board:
        config = folder / "board.toml"
        config.write_text(config_of(board))
        with running_board(folder / "state", "--config", str(config), "--no-demo") as service:
            return measure_on(board, service, presses)


def measure_on(board: EmulatedBoard, service: RunningBoard, presses: int) -> list[Latency]:
    """Measures presses on a running board and service."""
    service.wait_for_state(lambda state: all(each["ok"] for each in state["devices"]))
    wait_until_still(board)
    board.request("trace", on=True)
    return [measure_press(board, service) for _ in range(presses)]


def measure_press(board: EmulatedBoard, service: RunningBoard) -> Latency:
    """Measures one press of +1, and undoes it with -1."""
    board.frames.clear()
    board.trace.clear()
    board.traffic.clear()
    pressed = board.tap(0)["at_ns"]
    found: list[Latency] = []

    def arrived() -> bool:
        """Returns whether press, frame and light are all in the recorded traffic."""
        trace = [(e["event"], e["at_ns"], bytes.fromhex(e["bytes"])) for e in board.trace]
        said, taken = completed_at(trace, "from board"), completed_at(trace, "to board")
        heard, written = (
            completed_at(board.traffic, "from board"),
            completed_at(board.traffic, "to board"),
        )
        if said is None or heard is None or taken is None or written is None:
            return False
        lit = [f.changed_ns for f in board.frames if f.changed_ns and f.changed_ns > taken]
        if lit:
            board_in, host, board_out = said - pressed, written - heard, lit[0] - taken
            found.append(Latency(board_in / 1e6, host / 1e6, board_out / 1e6))
        return bool(lit)

    board.wait(arrived)
    service.wait_for_state(lambda state: state["pending"][0] == 1)
    board.skip(80)  # the finger is gone
    board.tap(2)
    service.wait_for_state(lambda state: state["pending"][0] == 0)
    board.skip(80)
    wait_until_still(board)
    return found[0]


def completed_at(seen: list[tuple[str, int, bytes]], way: str) -> int | None:
    """Returns when the first press or frame had passed completely in that direction."""
    kind = InputChange if way == "from board" else Pixels
    decoder = Decoder()
    for each, at, data in seen:
        if each == way and any(isinstance(parse(p), kind) for p in decoder.feed(data)):
            return at
    return None


def wait_until_still(board: EmulatedBoard) -> None:
    """Waits until no frames are sent."""
    count = -1
    while count != len(board.frames):
        count = len(board.frames)
        time.sleep(0.15)


def format_latency(found: list[Latency]) -> str:
    """Formats the figures as one line."""
    parts = []
    for name in ("all", "board_in", "host", "board_out"):
        values = sorted(getattr(each, name) for each in found)
        p99 = quantiles(values, n=100)[98] if len(values) > 1 else values[0]
        parts.append(f"{name} {values[len(values) // 2]:.1f} / {min(p99, values[-1]):.1f}")
    return f"press to pixel, ms (p50 / p99, {len(found)} presses): {', '.join(parts)}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 200, Path(folder))
    print(format_latency(found))
    worst = max(found, key=lambda each: each.all)
    print(f"worst {worst.all:.1f}: {worst}; the bar is {BAR_MS:g} ms")
