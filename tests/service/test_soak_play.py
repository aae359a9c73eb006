"""A short evening of `make soak-play`: games through the service while devices fail."""

import asyncio
from pathlib import Path

import pytest

from tests.tools.soak_play import PlayResult, Sample, compressed, report, soak_play


@pytest.mark.group("soak")
@pytest.mark.timeout(600)
def test_soak_games_survive_device_failures(tmp_path: Path) -> None:
    done = PlayResult()
    with compressed():
        asyncio.run(soak_play(tmp_path, 24, done))
    print(done.in_words())
    assert done.games >= 24 and done.by_page >= 6
    assert done.lights_compared > 24 and done.lights_wrong == 0
    assert set(done.troubles) == {"strip", "disk", "camera", "button", "clock", "copy"}
    # The last one may be cut short by the end of the evening.
    missed = [done.troubles[name] - done.reported.get(name, 0) for name in ("strip", "camera")]
    assert 0 <= sum(missed) <= 1
    assert done.samples[-1].files <= done.samples[0].files + 3


def test_soak_detects_growth_and_leaks() -> None:
    flat = [Sample(10 * n, 70.0, 15, 8, 12) for n in range(1, 101)]
    assert PlayResult(games=1000, samples=flat, lights_compared=1).good()
    growing = [Sample(10 * n, 70.0 + n / 10, 15, 8, 12) for n in range(1, 101)]
    assert not PlayResult(games=1000, samples=growing).good()
    leaking = [Sample(10 * n, 70.0, 15 + n // 10, 8, 12) for n in range(1, 101)]
    assert not PlayResult(games=1000, samples=leaking).good()
    assert not PlayResult(games=1000, samples=flat, lights_wrong=1).good()


def test_soak_report_has_its_charts(tmp_path: Path) -> None:
    samples = [Sample(10 * n, 70.0 + n % 3, 15, 8, 12) for n in range(1, 11)]
    report(PlayResult(games=100, samples=samples), tmp_path)
    text = (tmp_path / "report.md").read_text()
    for name in ("memory", "files", "tasks"):
        assert f"]({name}.svg)" in text
        assert (tmp_path / f"{name}.svg").read_text().startswith("<svg")
