"""Process settings for a server with thousands of connections."""

import gc
import resource

COLLECT_AFTER = (50_000, 20, 20)
"""Thresholds of the garbage collector, by generation."""


def raise_file_limit(count: int) -> None:
    """Raises the limit on open files to `count`, or as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def collect_garbage_rarely() -> None:
    """Makes the garbage collector run less often.

    Sending one message to two thousand people creates some 40,000 short-lived objects. With
    Python's default thresholds a collection in between promotes them to the oldest generation,
    and every few seconds a full collection stops the process: for 0.4 s with a thousand boards.
    """
    gc.collect()
    gc.freeze()  # exclude the modules loaded so far from collection
    gc.set_threshold(*COLLECT_AFTER)
