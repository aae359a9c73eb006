"""The pegging net in use: from a card's features to the points each seat can expect afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Layers = Sequence[tuple[Floats, Floats]]
"""Weights (inputs, outputs) and biases (outputs,) of each layer."""


def future(layers: Layers, rows: npt.NDArray[np.uint8]) -> Floats:
    """Returns the points each seat will still peg in this deal, the one that acts first.

    (rows, seats).
    """
    values = rows.astype(np.float32)
    for number, (weights, biases) in enumerate(layers):
        if number:
            np.maximum(values, 0, out=values)
        values = values @ weights
        values += biases
    return values
