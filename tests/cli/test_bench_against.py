"""`pegboard bench --against`: ratios with spread, and unusable references."""

import json
import subprocess
from pathlib import Path

import pytest

import pegboard
from pegboard.cli.app import run_line
from pegboard.cli.bench.against import ratios
from pegboard.cli.bench.against.checkout import Side, current_side
from pegboard.cli.bench.against.measures import PROBE, Measure

ROOT = Path(pegboard.__file__).parents[1]
NO_HISTORY = not (ROOT / ".git").exists()


def test_ratio_has_spread_of_rounds() -> None:
    found = ratios.ratio_of([(2.0, 1.0), (3.0, 2.0), (1.0, 1.0)])
    assert found == ratios.Ratio(median=1.5, low=1.0, high=2.0, current=2.0, baseline=1.0)


def test_versions_are_measured_alternately() -> None:
    own, other = Side("", ROOT, "python"), Side("0" * 40, ROOT, "python")
    measured: list[str] = []

    def measure(side: Side) -> dict[str, float]:
        measured.append("other" if side.commit else "own")
        if side.commit and len(measured) == 6:
            raise subprocess.CalledProcessError(1, "python", stderr="no such module\n")
        return {"often": 3.0, "rarely": 1.0} if not side.commit else {"often": 2.0}

    measures = {"some": Measure(measure, {"often": "s", "rarely": "s"})}
    found = ratios.compared(own, other, measures, 2)
    assert measured == ["own", "other", "other", "own"]
    assert found == {"often": ratios.Ratio(1.5, 1.5, 1.5, 3.0, 2.0)}
    # A figure missing in some round has no ratio.
    assert ratios.compared(own, other, measures, 1) == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--against", "no-such-commit"], "'no-such-commit' is no commit of"),
        (["--against", "--all"], "'--all' is no commit of"),
        (["--against", "HEAD", "--only", "speed"], "no such measure: speed"),
        (["--against", "HEAD", "--rounds", "2"], "--rounds"),
    ],
)
@pytest.mark.skipif(NO_HISTORY, reason="a copy without its history")
def test_unusable_reference_is_named(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(["bench", *options]) == 2
    assert message in capsys.readouterr().err


def test_version_is_measured_by_probe() -> None:
    figures = json.loads(current_side().run("-P", str(PROBE), "frame"))
    assert set(figures) == {"frame"} and figures["frame"] > 0


@pytest.mark.group("soak")
@pytest.mark.skipif(NO_HISTORY, reason="a copy without its history")
def test_ratio_above_limit_fails(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["bench", "--against", "HEAD", "--only", "frame", "--most", "0.1", "--json"]
    assert run_line(line) == 1
    found = json.loads(capsys.readouterr().out)
    assert len(found["against"]) == 40 and found["rounds"] == 3 and found["worse"] == ["frame"]
    ratio = found["ratios"]["frame"]
    assert 0.1 < ratio["low"] <= ratio["median"] <= ratio["high"]
