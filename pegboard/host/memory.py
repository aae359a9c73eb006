"""The memory of this machine, as Linux reports it."""

import re

FILE = "/proc/meminfo"


def kib(report: str, figure: str) -> int | None:
    """Returns a figure of the report in KiB, such as `MemAvailable`; None if it has none.

    Args:
        report: the text of `FILE`.
        figure: its name.
    """
    found = re.search(rf"^{figure}:\s+(\d+) kB$", report, re.M)
    return None if found is None else int(found[1])
