"""Measures rates, over several slices of time."""

import time
from collections.abc import Callable
from statistics import median

SLICE_S = 0.5
"""Seconds, about, for which each rate is measured."""


def rate(once: Callable[[], int]) -> float:
    """Returns the rate per second, the median of five slices; `once` returns how many it did.

    Seconds are those this thread computed: what else the machine does counts for nothing.
    """
    slices = []
    for _ in range(5):
        done, begin = 0, time.thread_time()
        while (spent := time.thread_time() - begin) < SLICE_S / 5:
            done += once()
        slices.append(done / spent)
    return median(slices)
