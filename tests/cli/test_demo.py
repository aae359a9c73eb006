"""`pegboard demo --headless`."""

import json
import sys
import time
from io import StringIO
from typing import Any

import pytest

from pegboard.cli.app import run_line
from pegboard.cli.demo import demo_headless


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def test_demo_prints_one_json_line_per_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo_headless(3, seed=5, as_json=True) == 0
    games = lines(capsys)
    assert [game["game"] for game in games] == [1, 2, 3]
    assert [game["dealer"] for game in games] == [0, 1, 0]
    for game in games:
        assert max(game["scores"]) == game["scores"][game["winner"]] == 121
        loser = min(game["scores"])
        assert game["skunk"] == (loser <= 90) + (loser <= 60)
        assert game["players"] == ["simple", "simple"] and game["seed"] == 5
        assert game["plays"] > 8 * (game["deals"] - 1) > 0
        assert game["seconds"] >= 0


def test_demo_is_reproducible_by_seed(capsys: pytest.CaptureFixture[str]) -> None:
    demo_headless(2, as_json=True)  # by chance
    games = lines(capsys)
    demo_headless(3, seed=games[0]["seed"], as_json=True)
    again = lines(capsys)
    for game in (*games, *again):
        del game["seconds"]
    assert again[:2] == games


def test_demo_plain_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo_headless(1, seed=5) == 0
    output = capsys.readouterr().out
    assert output.startswith("game 1: Player ") and output.count("\n") == 1 and " wins " in output


def test_demo_accepts_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo_headless(1, seed=1, as_json=True, levels=("random", "simple", "random")) == 0
    (game,) = lines(capsys)
    assert game["players"] == ["random", "simple", "random"] and len(game["scores"]) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"levels": ("simple", "deep")}, "unknown player 'deep'"),
        ({"speed": float("nan")}, "--speed nan"),
        ({"speed": float("inf")}, "--speed inf"),
    ],
)
def test_demo_refuses_invalid_options(
    options: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo_headless(1, **options) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and err.count("\n") == 1


def test_demo_speed_sets_pace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    demo_headless(1, seed=1, speed=2.0, as_json=True)
    (game,) = lines(capsys)
    assert slept == [0.6] * game["actions"]


def test_demo_shows_progress_on_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    demo_headless(2, seed=1, as_json=True)
    assert "1 of 2 games" in terminal.getvalue() and terminal.getvalue().endswith("\x1b[K")
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_demo_runs_from_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["demo", "--headless", "--speed", "0", "--games", "2", "--seed", "9", "--json"]
    assert run_line(line) == 0
    assert [game["seed"] for game in lines(capsys)] == [9, 9]
