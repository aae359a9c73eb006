"""Ratios of two versions that are measured alternately."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple

from pegboard.cli.bench.against.checkout import Side
from pegboard.cli.bench.against.measures import Measure

Figures = dict[str, float]


class Ratio(NamedTuple):
    """A figure of this version over the other's: above 1 this one needs more.

    Attributes:
        median, low, high: of the ratios of all rounds.
        here, there: medians of the figures.
    """

    median: float
    low: float
    high: float
    here: float
    there: float


def compared(
    own: Side,
    other: Side,
    measures: Mapping[str, Measure],
    rounds: int,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Ratio]:
    """Measures both versions in turn; returns the ratio of each figure that both have.

    Args:
        own: this version.
        other: the one that it is compared with.
        measures: by name.
        rounds: how often.
        progress: is told what is measured, and an empty text at the end.
    """
    for name, measure in measures.items():
        if measure.includes_start:
            progress(f"{name} …")
            for side in (own, other):
                _figures(measure, side, name)
    pairs: dict[str, list[tuple[float, float]]] = {}
    for number in range(rounds):
        for name, measure in measures.items():
            progress(f"round {number + 1} of {rounds}: {name} …")
            # The second of two runs often finds the machine warmer: each side is it in turn.
            order = (own, other) if number % 2 == 0 else (other, own)
            found = [_figures(measure, side, name) for side in order]
            here, there = found if number % 2 == 0 else reversed(found)
            for figure in measure.units:
                if figure in here and figure in there:
                    pairs.setdefault(figure, []).append((here[figure], there[figure]))
    progress("")
    return {figure: ratio_of(found) for figure, found in pairs.items() if len(found) == rounds}


def ratio_of(pairs: list[tuple[float, float]]) -> Ratio:
    """Returns the ratio of a figure and its spread.

    Args:
        pairs: of this version and the other, one a round.
    """
    ratios = [here / there for here, there in pairs]
    middle = [median(side) for side in zip(*pairs, strict=True)]
    return Ratio(median(ratios), min(ratios), max(ratios), *middle)


def _figures(measure: Measure, side: Side, name: str) -> Figures:
    """Returns the figures of one run; none where this version cannot measure that one."""
    try:
        return {figure: value for figure, value in measure.run(side).items() if value > 0}
    except subprocess.CalledProcessError as error:
        why = (error.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"\n{name} of {side.commit[:12] or 'this version'}: {why}", file=sys.stderr)
        return {}
