"""Options shared by `pegboard arena` and `pegboard ladder`."""

import os
from typing import Annotated

import typer

Processes = Annotated[
    int | None, typer.Option(min=1, help="Number of processes; one per core by default.")
]


def worker_count(processes: Processes) -> int:
    """Returns the number of worker processes, and limits each to one core."""
    # Otherwise each worker's numpy would use all cores for small matrix products.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return processes or os.cpu_count() or 1
