"""How the board is, in Prometheus's text format (version 0.0.4). Off unless `[web] metrics` is on.

Nothing here is people's own: seats have numbers.
"""

import os
import platform
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pegboard import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(slots=True)
class Counters:
    """What is counted while the service runs."""

    begun: dict[str, int] = field(default_factory=dict)
    """Games begun, by mode."""
    over: dict[str, int] = field(default_factory=dict)
    """Games ended, by mode."""
    lost: dict[str, int] = field(default_factory=dict)
    """How often a device was lost, by its name."""

    def count(self, kind: dict[str, int], key: str) -> None:
        """One more."""
        kind[key] = kind.get(key, 0) + 1


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric with all its samples."""

    name: str
    kind: str
    """`counter`, `gauge` or `summary`."""
    says: str
    samples: Sequence[tuple[str, Mapping[str, str], float]]
    """What follows the name (`_sum`), labels, and the value."""


def counter(name: str, says: str, by: str, values: Mapping[str, int]) -> Metric:
    """A counter with one label."""
    samples = [("", {by: key}, float(value)) for key, value in sorted(values.items())]
    return Metric(name, "counter", says, samples)


def gauge(name: str, says: str, value: float, **labels: str) -> Metric:
    """One value that goes up and down."""
    return Metric(name, "gauge", says, [("", labels, value)])


def text(metrics: Iterable[Metric]) -> str:
    """The metrics as they are served."""
    lines = []
    for metric in metrics:
        lines += [f"# HELP {metric.name} {_escaped(metric.says)}"]
        lines += [f"# TYPE {metric.name} {metric.kind}"]
        for suffix, labels, value in metric.samples:
            told = ",".join(f'{key}="{_quoted(label)}"' for key, label in labels.items())
            braces = f"{{{told}}}" if told else ""
            lines.append(f"{metric.name}{suffix}{braces} {_number(value)}")
    return "\n".join(lines) + "\n"


def _escaped(says: str) -> str:
    return says.replace("\\", "\\\\").replace("\n", "\\n")


def _quoted(label: str) -> str:
    return _escaped(label).replace('"', '\\"')


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def process(root: Path = Path("/proc/self")) -> list[Metric]:
    """This process, under the names that every exporter uses."""
    found = [
        gauge(
            "pegboard_info",
            "Which pegboard this is.",
            1,
            version=__version__,
            python=platform.python_version(),
        ),
        Metric(
            "process_cpu_seconds_total",
            "counter",
            "CPU time used.",
            [("", {}, time.process_time())],
        ),
    ]
    try:
        pages = int((root / "statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGESIZE")
        found += [
            gauge("process_resident_memory_bytes", "Memory in use.", memory),
            gauge("process_open_fds", "Open files.", len(os.listdir(root / "fd"))),  # noqa: PTH208
        ]
    except (OSError, ValueError, IndexError):
        pass  # not Linux
    return found
