"""Figures of either version, measured by the same small program."""

import json
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from pegboard.cli.bench import process
from pegboard.cli.bench.against.checkout import Side

PROBE = Path(__file__).with_name("probe.py")


class Measure(NamedTuple):
    """A group of figures measured in the same way for either version.

    Attributes:
        run: returns figures by name; lower is better.
        units: units of the figures, by name.
        includes_start: True if it measures a start, so that bytecode must be compiled beforehand.
    """

    run: Callable[[Side], dict[str, float]]
    units: Mapping[str, str]
    includes_start: bool = False


def service(side: Side) -> dict[str, float]:
    """Measures the time to the first page, and the memory then and after a camera reading."""
    board = process.service(
        "--no-demo", python=side.python, folder=side.folder, environment=side.environment
    )
    with board as (number, address):
        with urllib.request.urlopen(address, timeout=30) as page:
            page.read()
        start_s, without = _processor_s(number), process.rss_mib(number)
        process.count_once(address)
        camera = sum(process.rss_mib(child) for child in process.children(number))
        return {
            "memory": without,
            "memory_with_camera": process.rss_mib(number) + camera,
            "camera": camera,
            "start": start_s,
        }


def _processor_s(number: int) -> float:
    """Returns the CPU seconds of a process."""
    tasks = Path(f"/proc/{number}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def hands(side: Side) -> dict[str, float]:
    """Measures counting all possible hands, like `pegboard score --all`; the better of two runs."""
    seconds = []
    for _ in range(2):
        answer = json.loads(side.run("-m", "pegboard", "score", "--all", "--json"))
        seconds.append(answer["seconds"] / answer["hands"] * 1e9)
        time.sleep(0.05)
    return {"hands": min(seconds)}


def _probe(name: str) -> Callable[[Side], dict[str, float]]:
    def run(side: Side) -> dict[str, float]:
        # -P: do not import modules of this version from the probe's folder.
        figures: dict[str, float] = json.loads(side.run("-P", str(PROBE), name))
        return figures

    return run


MEASURES = {
    "service": Measure(
        service,
        {"memory": "MiB", "memory_with_camera": "MiB", "camera": "MiB", "start": "s"},
        includes_start=True,
    ),
    "count": Measure(_probe("count"), {"count": "ms"}),
    "frame": Measure(_probe("frame"), {"frame": "us"}),
    "press": Measure(_probe("press"), {"press_to_frame": "ms"}),
    "hands": Measure(hands, {"hands": "ns"}),
}
"""The measures, by name."""
