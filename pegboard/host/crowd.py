"""Makes a process fit for thousands of connections."""

import gc
import resource

COLLECT_AFTER = (50_000, 20, 20)
"""Thresholds of the garbage collector, by generation."""


def more_files(wanted: int) -> None:
    """Asks for so many open files, or as many as may be had."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def collect_rarely() -> None:
    """Spares the garbage collector what is not worth its time.

    One message to two thousand people makes some 40,000 objects, all gone when it is sent. With
    Python's thresholds a collection in between takes them for lasting ones, so that every few
    seconds all objects are searched for cycles: 0.4 s at a thousand boards, in which all wait.
    """
    gc.collect()
    gc.freeze()  # what is loaded stays
    gc.set_threshold(*COLLECT_AFTER)
