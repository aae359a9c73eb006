"""Files written before version 0.1.0 can be read; see `tests/data/before_0_1_0`."""

import json
import shutil
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli.app import run_line
from tests.support.running_board import SIMULATED, RunningBoard, running_board
from tests.support.waiting import wait_until

OLDER = Path(__file__).parent.parent / "data" / "before_0_1_0"
PARTNERS = ["Ann", "Ben", "Cleo", "Dan"]
RESULTS = [
    {"names": ["Blue", "Orange"], "scores": [0, 0], "winner": None, "skunk": 0},
    {"names": ["Ann", "Ben"], "scores": [61, 42], "winner": 0, "skunk": 0},
    {"names": ["Ann", "Ben"], "scores": [61, 0], "winner": 0, "skunk": 1},
    {"names": ["Ann", "Computer"], "scores": [50, 61], "winner": 1, "skunk": 0},
    {"names": PARTNERS, "scores": [17, 9], "winner": None, "skunk": 0},
]
REVIEW_S = 200
"""Seconds for a review of a whole game, where everything else is tested at the same time."""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Returns a writable copy of the state folder."""
    return Path(shutil.copytree(OLDER / "state", tmp_path / "state"))


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Runs a command, which must succeed, and returns its output."""
    assert run_line([str(argument) for argument in arguments]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def records(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as pack:
        return {name: pack.read(name).decode() for name in pack.namelist() if ".game" in name}


def listed(service: RunningBoard) -> list[dict[str, Any]]:
    """Waits until the history has read all games, and returns them."""

    def ready() -> dict[str, Any] | None:
        found: dict[str, Any] = service.get("api/history/games")
        return found if found["ready"] else None

    games: list[dict[str, Any]] = wait_until(ready, "the history")["games"]
    return games


def test_all_keys_of_older_configuration_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    file = OLDER / "pegboard.toml"
    assert "no problems found" in printed(capsys, "config", "check", file)
    older = tomllib.loads(file.read_text(encoding="utf-8"))
    now = tomllib.loads(printed(capsys, "config", "show", "--config", file))
    for key, value in older.items():
        if isinstance(value, dict):
            assert {name: now[key][name] for name in value} == value, key
        else:
            assert now[key] == value, key


def test_older_record_replays_and_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    file = OLDER / "computer.game"
    *_, end = map(json.loads, printed(capsys, "replay", file, "--json").splitlines())
    assert (end["scores"], end["winner"], end["over"]) == ([50, 61], 1, True)
    proof = json.loads(printed(capsys, "verify", file, "--json"))
    assert proof["fair"] and proof["deals"] == 5


def test_older_journal_is_recovered(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (state / "journal.db-wal").stat().st_size, "its last lines are in the log"
    games = json.loads(printed(capsys, "export", "--json", "--state", state))["games"]
    assert [game["result"] for game in games] == RESULTS
    assert [game["mode"] for game in games] == ["score", "score", "score", "computer", "score"]
    out = tmp_path / "again.zip"
    printed(capsys, "export", "--zip", "--out", out, "--state", state)
    assert records(out) == records(OLDER / "export.zip")


def test_older_backup_is_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, config = tmp_path / "state", tmp_path / "pegboard.toml"
    config.write_text("", encoding="utf-8")
    printed(capsys, "restore", OLDER / "backup.zip", "--state", state, "--config", config)
    games = json.loads(printed(capsys, "export", "--json", "--state", state))["games"]
    assert [game["result"] for game in games] == RESULTS
    remembered = (OLDER / "state" / "remembered.json").read_bytes()
    assert (state / "remembered.json").read_bytes() == remembered


def test_service_runs_with_older_state_folder(state: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(SIMULATED, encoding="utf-8")
    with running_board(state, "--config", str(config), "--no-demo") as service:
        shown = service.get("api/state")
        assert shown["scores"] == [17, 9, 17, 9] and shown["seq"] == 11
        assert (shown["pile"], shown["count"]) == (["8C", "7D", "7S", "AC"], 23)
        assert [seat["name"] for seat in shown["seats"]] == PARTNERS
        assert "no copy was made: the disk was full" in json.dumps(shown), "a notice nobody read"
        assert [each["name"] for each in service.get("api/devices")["devices"]] == ["Ann's phone"]
        assert "beginner" in json.dumps(service.get("api/welcome")), "who sat down the last time"

        reviewed = next(game["id"] for game in listed(service) if game["mode"] == "computer")
        # Reviews of the older version lack charts, so they are recomputed.

        def graph() -> str:
            review: dict[str, Any] = service.get(f"api/history/games/{reviewed}/review")
            assert "fault" not in review, review
            return str(review["graph"]) if review.get("ready") else ""

        assert wait_until(graph, "the review", REVIEW_S).startswith("<svg")
        assert service.command(action="undo")["ok"]
        assert service.get("api/state")["scores"] == [14, 9, 14, 9]
