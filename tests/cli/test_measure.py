"""A film is followed, judged and passed over the next time, as a benchmark is run."""

import json
from pathlib import Path

import pytest

from pegboard.cli.follow import measure
from pegboard.vision.films import judge as judging
from tests.support.film_of_a_deal import film_of_a_deal, remember

pytestmark = pytest.mark.group("camera")


def test_a_film_is_followed_once_and_judged(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    films, results = tmp_path / "films", tmp_path / "results"
    films.mkdir()
    film = film_of_a_deal(tmp_path_factory)
    (films / "0120").symlink_to(film)
    remember(monkeypatch, film)

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
    rows = measure.follow_with_answers(films / "0120", truth)
    standing: list[str] = []
    for row in rows:
        if row["line"] == "undo":
            standing.pop()
        else:
            standing.append(row["line"])
    assert judging.judge(truth, rows).right == len(standing) == total["events"]
