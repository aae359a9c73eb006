"""Memory usage of this machine, from /proc/meminfo."""

import re

FILE = "/proc/meminfo"


def kib(report: str, figure: str) -> int | None:
    """Returns a figure in KiB, such as `MemAvailable`; None if the report lacks it.

    Args:
        report: content of `FILE`.
        figure: name of the figure.
    """
    match = re.search(rf"^{figure}:\s+(\d+) kB$", report, re.M)
    return None if match is None else int(match[1])
