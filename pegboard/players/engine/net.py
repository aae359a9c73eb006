"""The pegging net at run time: expected future points of each seat from card features."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Layers = Sequence[tuple[Floats, Floats]]
"""Weights (inputs, outputs) and biases (outputs,) of each layer."""


def future(layers: Layers, rows: npt.NDArray[np.uint8]) -> Floats:
    """Returns each seat's expected further points, seat to act first, (rows, seats)."""
    values = rows.astype(np.float32)
    for number, (weights, biases) in enumerate(layers):
        if number:
            np.maximum(values, 0, out=values)
        values = values @ weights
        values += biases
    return values


def interest(seats: int, partners: bool) -> Floats:
    """Returns the value of each seat's points to the seat to act, (seats,), its own first.

    Its own side's points count positively, those of the others negatively.
    """
    if partners:
        return np.array([1, -1, 1, -1], np.float32)
    weights = np.full(seats, -1 / (seats - 1), np.float32)
    weights[0] = 1
    return weights
