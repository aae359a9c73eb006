"""From a press at an emulated pin to the first changed pixel on the emulated wire.

`python -m tests.emulated_latency [PRESSES]` measures it with the real service between them. The
board's share is in its own, simulated time; the host's share, from the moment its port has the
bytes of the press to the moment it has written those of the picture, is this machine's.
"""

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.emulated import Emulated, emulated
from tests.running import Running, running

BAR_MS = 40.0
PICTURE = 12
"""Bytes: what is shorter is the answer to the press, or asks how the board is."""


@dataclass(frozen=True, slots=True)
class Latency:
    """One press, in ms."""

    board_in: float
    """Simulated: from the edge at the pin to the bytes at the host's port."""
    host: float
    """Measured: until the picture is written to the port."""
    board_out: float
    """Simulated: until the first changed pixel is complete on the wire."""

    @property
    def all(self) -> float:
        return self.board_in + self.host + self.board_out


def config_of(board: Emulated) -> str:
    """The configuration of a service with the board for its LEDs and buttons."""
    address = f"serial:{board.port}"
    return (
        f'[board]\nlayout = "two-track"\nstrip = "{address}"\n'
        f'[buttons]\nsource = "{address}"\ncommit_s = 60\n[camera]\nsource = "none"\n'
    )


def measure(presses: int, folder: Path) -> list[Latency]:
    """So many presses of +1, each into a still picture, and what each took."""
    with emulated(folder) as board:
        config = folder / "board.toml"
        config.write_text(config_of(board))
        with running(folder / "state", "--config", str(config), "--no-demo") as service:
            service.until(lambda state: all(each["ok"] for each in state["devices"]))
            still(board)
            board.order("trace", on=True)
            return [one(board, service) for _ in range(presses)]


def one(board: Emulated, service: Running) -> Latency:
    """One press of +1, taken back by one of -1."""
    board.frames.clear()
    board.trace.clear()
    pressed = board.tap(0)["at_ns"]
    found: list[tuple[dict[str, Any], dict[str, Any], int]] = []

    def arrived() -> bool:
        after = [event for event in board.trace if event["at_ns"] >= pressed]
        said = next((event for event in after if event["event"] == "from board"), None)
        if said is None:
            return False
        written = (event for event in after if event["event"] == "to board")
        for picture in written:
            if picture["bytes"] >= PICTURE and picture["wall_ns"] >= said["wall_ns"]:
                for frame in board.frames:
                    if frame.changed_ns and frame.changed_ns > picture["at_ns"]:
                        found.append((said, picture, frame.changed_ns))
                        return True
        return False

    board.wait(arrived)
    said, picture, changed = found[0]
    service.until(lambda state: state["pending"][0] == 1)
    board.skip(80)  # the finger is gone
    board.tap(2)
    service.until(lambda state: state["pending"][0] == 0)
    board.skip(80)
    still(board)
    return Latency(
        (said["at_ns"] - pressed) / 1e6,
        (picture["wall_ns"] - said["wall_ns"]) / 1e6,
        (changed - picture["at_ns"]) / 1e6,
    )


def still(board: Emulated) -> None:
    """Until nothing moves on the wire."""
    count = -1
    while count != len(board.frames):
        count = len(board.frames)
        time.sleep(0.15)


def told(found: list[Latency]) -> str:
    """The figures as one line."""
    parts = []
    for name in ("all", "board_in", "host", "board_out"):
        values = sorted(getattr(each, name) for each in found)
        p99 = quantiles(values, n=100)[98] if len(values) > 1 else values[0]
        parts.append(f"{name} {values[len(values) // 2]:.1f} / {min(p99, values[-1]):.1f}")
    return f"press to pixel, ms (p50 / p99, {len(found)} presses): {', '.join(parts)}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 200, Path(folder))
    print(told(found))
    worst = max(found, key=lambda each: each.all)
    print(f"worst {worst.all:.1f}: {worst}; the bar is {BAR_MS:g} ms")
