import json
import sys

import pytest

from pegboard.cli.score import print_hand_score, score_all


def test_score_prints_items(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_hand_score(["5H", "TD", "6c", "6♦"], "JS", False, False) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "fifteen             2  5H TD",
        "fifteen             2  5H JS",
        "pair                2  6C 6D",
        "points              6",
        "fifteen two, fifteen four, and a pair is six",
    ]
    assert err == ""


def test_score_json_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_hand_score(["2H4H6H8H"], "KC", True, True) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"points": 0, "items": [], "spoken": "nineteen, that is nothing"}
    assert print_hand_score(["2H4H6H8H"], "10H", True, True) == 0
    cards = ["2H", "4H", "6H", "8H", "TH"]
    shown = json.loads(capsys.readouterr().out)
    assert shown["items"] == [{"kind": "flush", "points": 5, "cards": cards}]
    assert shown["points"] == 5 and err == ""


@pytest.mark.parametrize(
    ("cards", "starter", "named"),
    [
        (["5H", "6H", "7H"], "JS", "a hand must be four cards, got 3: '5H6H7H'"),
        ([], "JS", "a hand must be four cards, got 0"),
        (["5H", "6H", "7H", "ZZ"], "JS", "not a card: 'ZZ'"),
        (["5H", "6H", "7H", "5H"], "JS", "5H appears twice"),
        (["5H", "6H", "7H", "8H"], "5H", "5H appears twice"),
        (["5H", "6H", "7H", "8H"], "", "the starter must be one card, got 0"),
        (["5H", "6H", "7H", "8H"], "2C3C", "the starter must be one card, got 2"),
    ],
)
def test_score_reports_invalid_cards(
    cards: list[str], starter: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_hand_score(cards, starter, False, True) == 2
    out, err = capsys.readouterr()
    assert out == "" and named in err and err.count("\n") == 1


def test_score_all_json_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert score_all(False, True) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["hands"] == 12_994_800 and shown["seconds"] >= 0
    assert shown["counts"]["0"] == 1_009_008 and shown["counts"]["29"] == 4
    assert list(shown["counts"]) == [str(points) for points in range(30)]


def test_score_all_cribs_prints_table_with_progress(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert score_all(True, False) == 0
    out, err = capsys.readouterr()
    assert "     0 points  1,022,208 hands   7.8663%" in out
    assert "12,994,800 cribs, 4.7348 points on average" in out
    assert err.endswith("\rcounted with 52 of 52 starters\n")
