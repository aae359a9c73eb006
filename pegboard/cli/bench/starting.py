"""Time from the start of the process to the first page, and its memory then."""

import time
import urllib.request
from typing import Any

from pegboard.cli.bench.process import children, count_once, rss_mib, service


def start() -> dict[str, Any]:
    """Measures the time to the first page, and the memory the process then has."""
    begin = time.perf_counter()
    with service() as (process, address):
        with urllib.request.urlopen(address, timeout=10) as page:
            page.read()
        start_s = time.perf_counter() - begin
        without = rss_mib(process)
        count_once(address)
        camera = sum(rss_mib(child) for child in children(process))
        with_camera = rss_mib(process) + camera
    return {"start_s": start_s, "rss_mib": {"without": without, "with": with_camera}}
