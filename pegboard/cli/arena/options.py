"""Options that both commands share."""

import os
from typing import Annotated

import typer

Processes = Annotated[
    int | None, typer.Option(min=1, help="Number of processes; one per core by default.")
]


def processes_of(said: Processes) -> int:
    """Returns the number of processes that play; has each keep to one core."""
    # Two players that share the cores must not each take all of them for one small product.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return said or os.cpu_count() or 1
