"""Scores of followed films, and the table of measurements."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.vision.films import judge as judging
from pegboard.vision.films.judge import Score, common, judge
from pegboard.vision.films.table import FOLDER, as_markdown

LINES = ("deal 1", "cut 5H", "play 0 8H", "go 1", "play 0 7C", "hand 0 7C8H9CTS", "crib 2C3CKDQS")
FPS = 2


def truth(*lines: str) -> dict[str, Any]:
    """Returns a film in which an event comes to rest in every tenth picture."""
    events = [{"line": line, "frame": 10 * n, "placed": 10 * n} for n, line in enumerate(lines)]
    return {"fps": FPS, "events": events}


def rows_of(*lines: str, at: int = 0, **more: Any) -> list[dict[str, Any]]:
    return [{"frame": f"{at:04}.jpg", "line": line, **more} for line in lines]


def whole_deal() -> list[dict[str, Any]]:
    return [row for n, line in enumerate(LINES) for row in rows_of(line, at=10 * n + 1, sure=True)]


def test_judge_ignores_gos() -> None:
    film = truth(*LINES)
    every = judge(film, whole_deal())
    assert every == judge(film, [row for row in whole_deal() if row["line"] != "go 1"])
    assert (every.events, every.correct, every.reported) == (6, 6, 6)
    assert (every.deals, every.whole, every.unquestioned) == (1, 1, 1)
    assert every.delays == (0.5,) * 6


def test_judge_ignores_card_order_of_hands_and_crib() -> None:
    rows = whole_deal()
    rows[-1]["line"], rows[-2]["line"] = "crib QSKD2C3C", "hand 0 TS9C8H7C"
    assert judge(truth(*LINES), rows).whole == 1


def test_judge_ignores_retracted_line() -> None:
    rows = whole_deal()
    rows[3:3] = [*rows_of("play 0 7S", sure=True), *rows_of("undo")]
    assert judge(truth(*LINES), rows) == judge(truth(*LINES), whole_deal())


@pytest.mark.parametrize("row", [1, 2, 6])
def test_judge_counts_wrong_line_as_missed_and_extra(row: int) -> None:
    rows = whole_deal()
    rows[row]["line"] = {1: "cut 5D", 2: "play 1 8H", 6: "crib 2C3CKDQC"}[row]
    score = judge(truth(*LINES), rows)
    assert (score.correct, score.reported, score.sure_wrong, score.whole) == (5, 6, 1, 0)
    rows[row]["sure"] = False
    assert judge(truth(*LINES), rows).sure_wrong == 0


def test_judge_extra_line_spoils_only_its_deal() -> None:
    film = truth(*LINES, *LINES)
    rows = [*whole_deal(), *whole_deal()]
    rows.insert(9, *rows_of("play 1 QC"))
    score = judge(film, rows)
    assert (score.correct, score.reported, score.deals, score.whole) == (12, 13, 2, 1)


def test_judge_counts_questioned_deal_as_whole() -> None:
    rows = whole_deal()
    rows[-1] |= {"sure": False, "question": "Which cards are in the crib?"}
    score = judge(truth(*LINES), rows)
    assert (score.whole, score.unquestioned, score.sure) == (1, 0, 5)


def test_judge_scores_empty_result_as_zero() -> None:
    score = judge(truth(*LINES), [{"end": True, "deals": 0, "record": ""}])
    assert score == Score(events=6, deals=1)
    assert score.summary["delay_s_p95"] is None


letters = st.lists(st.sampled_from("abcd"), max_size=7)


@given(letters, letters)
def test_common_is_longest_common_subsequence(a: list[str], b: list[str]) -> None:
    pairs = common(a, b)
    assert pairs == sorted(pairs) and all(a[i] == b[j] for i, j in pairs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    of_b = {tuple(indices) for n in range(len(b) + 1) for indices in combinations(b, n)}
    longest = max(n for n in range(len(a) + 1) for c in combinations(a, n) if tuple(c) in of_b)
    assert len(pairs) == longest


def test_judge_counts_missing_result_as_unfollowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    films, results = tmp_path / "films", tmp_path / "results"
    results.mkdir()
    for name in ("0001", "0002"):
        (films / name).mkdir(parents=True)
        (films / name / "truth.json").write_text(json.dumps(truth(*LINES)))
    rows = "".join(json.dumps(row) + "\n" for row in whole_deal())
    (results / "0001.jsonl").write_text(rows)
    monkeypatch.setattr("sys.argv", ["judge", str(films), str(results)])
    assert judging.main() == 1
    printed = capsys.readouterr()
    assert "0002.jsonl must be there" in printed.err
    total = json.loads(printed.out.splitlines()[-1])
    assert (total["events"], total["right"], total["whole"]) == (12, 6, 1)
    (results / "0002.jsonl").write_text(rows)
    assert judging.main() == 0


def test_measurements_table_is_generated_from_its_files() -> None:
    assert (FOLDER / "README.md").read_text() == as_markdown()
