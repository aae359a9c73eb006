"""The expert's tables and nets, made by `python -m pegboard.players.training` and shipped.

One archive for all numbers of players, whose members are loaded on demand.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pegboard.players.discards import Worth

Floats = npt.NDArray[np.float32]


class Tables(NamedTuple):
    """Tables learnt by self-play for one kind of game."""

    worth: Worth
    """Values of discards."""
    keeping: Floats
    """(2, 1820): how much more often than by chance a hand is kept, against and for the crib."""
    laid: Floats | None
    """Discard frequencies of the others; see `cribs`. With two players (2, 13, 13): two ranks, the
    lower first, into the other's own crib and into mine. With partners (2, 13): one rank, into the
    crib of the other side and of one's own."""
    net: tuple[tuple[Floats, Floats], ...]
    """The pegging net: weights and biases of each layer."""
    board: Floats | None
    """Win chances by score, see `endings`; None with four individual players."""


@cache
def tables(seats: int, partners: bool) -> Tables:
    """Returns the tables for this number of seats."""
    kind = kind_of(seats, partners)
    with (
        files("pegboard.players.engine").joinpath("tables.npz").open("rb") as file,
        np.load(file) as kept,
    ):
        part = {name: np.asarray(kept[f"{kind}.{name}"], np.float32) for name in _NAMES}
        layers: list[tuple[Floats, Floats]] = []
        while f"{kind}.weights{len(layers)}" in kept:
            number = len(layers)
            layers.append(
                (
                    np.asarray(kept[f"{kind}.weights{number}"], np.float32),
                    np.asarray(kept[f"{kind}.biases{number}"], np.float32),
                )
            )
        board = None
        if f"{kind}.board" in kept:
            board = np.asarray(kept[f"{kind}.board"], np.float32)
        discard_rates = None
        if f"{kind}.laid" in kept:
            discard_rates = np.asarray(kept[f"{kind}.laid"], np.float32)
    worth = Worth(part["crib"], part["play"], seats, partners)
    return Tables(worth, part["keeping"], discard_rates, tuple(layers), board)


def kind_of(seats: int, partners: bool) -> str:
    """Returns the prefix of the archive's members for this kind of game."""
    return "partners" if partners else f"seats{seats}"


_NAMES = ("crib", "play", "keeping")
