"""The measures: one small program measures either version, so that both do the same work."""

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
    """A measure of one version.

    Attributes:
        run: returns its figures by name, each a cost: less is better.
        units: of its figures, by name.
        includes_start: whether a start counts: a first one compiles the version's files.
    """

    run: Callable[[Side], dict[str, float]]
    units: Mapping[str, str]
    includes_start: bool = False


def service(side: Side) -> dict[str, float]:
    """Measures a start to the first page, and the memory then and after a look of the camera."""
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
    """Returns the seconds that a process has computed; on a busy machine it waits much longer."""
    tasks = Path(f"/proc/{number}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def hands(side: Side) -> dict[str, float]:
    """Measures counting every hand there is, as `pegboard score --all` does; the better of two."""
    seconds = []
    for _ in range(2):
        answer = json.loads(side.run("-m", "pegboard", "score", "--all", "--json"))
        seconds.append(answer["seconds"] / answer["hands"] * 1e9)
        time.sleep(0.05)
    return {"hands": min(seconds)}


def _probe(name: str) -> Callable[[Side], dict[str, float]]:
    def run(side: Side) -> dict[str, float]:
        # -P: beside the probe lie modules of this version.
        found: dict[str, float] = json.loads(side.run("-P", str(PROBE), name))
        return found

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
"""By name."""
