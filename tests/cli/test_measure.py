"""A film is followed, judged and passed over the next time, as a benchmark is run."""

import json
from pathlib import Path

import pytest

from pegboard.cli.follow import measure
from pegboard.vision.films import judge as judging
from tests.support.deal_film import cache_net_answers, shared_deal_film

pytestmark = pytest.mark.group("camera")


def test_measure_follows_each_film_once(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    films, results = tmp_path / "films", tmp_path / "results"
    films.mkdir()
    film = shared_deal_film(tmp_path_factory)
    (films / "0120").symlink_to(film)
    cache_net_answers(monkeypatch, film)

    def run(module: object, *options: str) -> list[str]:
        monkeypatch.setattr("sys.argv", ["a program", str(films), *options])
        assert module.main() == 0  # type: ignore[attr-defined]
        return capsys.readouterr().out.splitlines()

    assert run(measure, str(results)) == ["0120"]
    for folder in (results, results / "answered"):
        total = json.loads(run(judging, str(folder))[-1])
        assert (total["deals"], total["whole"], total["right"]) == (1, 1, total["events"])
    assert run(measure, str(results)) == [], "it has a result"
    truth = json.loads((films / "0120" / "truth.json").read_text())
    rows = measure.answered(films / "0120", truth)
    standing: list[str] = []
    for row in rows:
        if row["line"] == "undo":
            standing.pop()
        else:
            standing.append(row["line"])
    assert judging.judge(truth, rows).correct == len(standing) == total["events"]
