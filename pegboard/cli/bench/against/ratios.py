"""Ratios between two versions measured alternately."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple

from pegboard.cli.bench.against.checkout import Side
from pegboard.cli.bench.against.measures import Measure

Figures = dict[str, float]


class Ratio(NamedTuple):
    """Ratio of a figure of this version to that of the baseline; above 1 this version is worse.

    Attributes:
        median, low, high: ratios over all rounds.
        current, baseline: medians of the figures.
    """

    median: float
    low: float
    high: float
    current: float
    baseline: float


def compared(
    current: Side,
    baseline: Side,
    measures: Mapping[str, Measure],
    rounds: int,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Ratio]:
    """Measures both versions alternately; returns the ratio of each common figure.

    Args:
        current: this version.
        baseline: the version to compare with.
        measures: measures by name.
        rounds: number of rounds.
        progress: called with the current step, and an empty text at the end.
    """
    for name, measure in measures.items():
        if measure.includes_start:
            progress(f"{name} …")
            for side in (current, baseline):
                _figures(measure, side, name)
    pairs: dict[str, list[tuple[float, float]]] = {}
    for number in range(rounds):
        for name, measure in measures.items():
            progress(f"round {number + 1} of {rounds}: {name} …")
            # The second run often finds warmer caches, so the order alternates.
            order = (current, baseline) if number % 2 == 0 else (baseline, current)
            figures = [_figures(measure, side, name) for side in order]
            here, there = figures if number % 2 == 0 else reversed(figures)
            for figure in measure.units:
                if figure in here and figure in there:
                    pairs.setdefault(figure, []).append((here[figure], there[figure]))
    progress("")
    return {figure: ratio_of(found) for figure, found in pairs.items() if len(found) == rounds}


def ratio_of(pairs: list[tuple[float, float]]) -> Ratio:
    """Returns the ratio of a figure, with its spread.

    Args:
        pairs: figures of this version and the baseline, one pair per round.
    """
    ratios = [here / there for here, there in pairs]
    middle = [median(side) for side in zip(*pairs, strict=True)]
    return Ratio(median(ratios), min(ratios), max(ratios), *middle)


def _figures(measure: Measure, side: Side, name: str) -> Figures:
    """Returns the figures of one run; empty if that version cannot be measured."""
    try:
        return {figure: value for figure, value in measure.run(side).items() if value > 0}
    except subprocess.CalledProcessError as error:
        why = (error.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"\n{name} of {side.commit[:12] or 'this version'}: {why}", file=sys.stderr)
        return {}
