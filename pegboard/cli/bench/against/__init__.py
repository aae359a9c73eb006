"""`pegboard bench --against REF`: compares this version with another commit.

Timings on a shared machine vary by half from minute to minute. So both versions are measured
alternately, by the same program on the same pictures, and only ratios are reported.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from pegboard.cli.bench.against.checkout import UnusableReference, checked_out_side, current_side
from pegboard.cli.bench.against.measures import MEASURES
from pegboard.cli.bench.against.ratios import Ratio, compared
from pegboard.cli.line import progress

UNITS = {figure: unit for measure in MEASURES.values() for figure, unit in measure.units.items()}
"""Units of all figures, by name."""
DONE, SLOWER, UNUSABLE = 0, 1, 2


def against(
    reference: str, *, rounds: int, only: list[str], most: float | None, as_json: bool
) -> int:
    """Compares this version with a commit; prints the ratios.

    Args:
        reference: commit, as a git revision.
        rounds: number of times that both are measured.
        only: names of the measures; empty for all.
        most: maximum for the low end of each ratio.
        as_json: True to print only JSON.

    Returns:
        The exit code: 0; 1 if `most` is exceeded; 2 if the commit or a measure is unknown, or if
        `most` is given for a figure that a version cannot measure.
    """
    unknown = [name for name in only if name not in MEASURES]
    if unknown:
        print(f"pegboard bench: no such measure: {unknown[0]}; {', '.join(MEASURES)}",
              file=sys.stderr)  # fmt: skip
        return UNUSABLE
    chosen = {name: measure for name, measure in MEASURES.items() if not only or name in only}
    # Allow bytecode caches; otherwise start-up times would include compiling.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="pegboard-bench-") as folder:
        try:
            baseline = checked_out_side(reference, Path(folder))
        except UnusableReference as error:
            print(f"pegboard bench: {error}", file=sys.stderr)
            return UNUSABLE
        ratios = compared(current_side(), baseline, chosen, rounds, progress)
    worse = [name for name, ratio in ratios.items() if most is not None and ratio.low > most]
    figures = [figure for measure in chosen.values() for figure in measure.units]
    missing = [figure for figure in figures if figure not in ratios]
    if missing:
        print(f"pegboard bench: not measured: {', '.join(missing)}", file=sys.stderr)
    if as_json:
        print(json.dumps(_as_json(baseline.commit, rounds, ratios, most, worse)))
    else:
        _print(baseline.commit, rounds, ratios, most, worse)
    if missing and most is not None:
        return UNUSABLE
    return SLOWER if worse else DONE


def _as_json(
    commit: str, rounds: int, ratios: dict[str, Ratio], most: float | None, worse: list[str]
) -> dict[str, Any]:
    return {
        "against": commit,
        "rounds": rounds,
        "ratios": {name: ratio._asdict() for name, ratio in ratios.items()},
        "most": most,
        "worse": worse,
    }


def _print(
    commit: str, rounds: int, ratios: dict[str, Ratio], most: float | None, worse: list[str]
) -> None:
    print(f"this version against {commit[:12]}, {rounds} rounds; above 1: this one needs more\n")
    print(f"{'':20} {'ratio':>6}   {'spread':13} {'here':>9} {'there':>9}")
    for name, ratio in ratios.items():
        spread = f"{ratio.low:.2f} to {ratio.high:.2f}"
        unit = UNITS[name]
        figures = f"{ratio.current:9.4g} {ratio.baseline:9.4g} {unit}"
        print(f"{name:20} {ratio.median:6.2f}   {spread:13} {figures}")
    for name in worse:
        print(f"\n{name}: even the low end of the spread is above {most:g}")
