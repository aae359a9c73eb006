"""A game against the computer, as a player meets it: the hash first, the seed last, and proof."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pegboard.cli.verify import verify_command
from pegboard.cribbage.audit import check
from pegboard.cribbage.shuffle import Shuffle
from pegboard.storage.journal import SqliteJournal
from tests.support.running_board import SIMULATED, RunningBoard, running_board

CONFIG = (
    SIMULATED
    + """[game]
pace_s = 0.0
"""
)


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("config") / "pegboard.toml"
    path.write_text(CONFIG)
    return ["--config", str(path), "--no-demo"]


@pytest.fixture(scope="module")
def shared(options: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    with running_board(tmp_path_factory.mktemp("shared") / "state", *options) as service:
        yield service


def seeds_on_disk(state: Path) -> list[str]:
    """Returns every seed in the journal; the service must not be running."""
    db = sqlite3.connect(state / "journal.db")
    headers = [row[0] for row in db.execute("select header from game order by number")]
    db.close()
    return [seed for header in headers for seed in re.findall("# seed (.*)", header)]


def move(service: RunningBoard) -> dict[str, Any]:
    """Waits until it is our turn, and does the first thing we may; the state it was done in."""
    state = service.wait_for_state(
        lambda s: s["legal"] or s["winner"] is not None or s["next"].startswith("OK ")
    )
    if state["winner"] is None:
        if state["legal"]:
            service.command(action=state["legal"][0]["action"])
        else:
            service.command(press="ok")
        service.wait_for_state(lambda s: s["seq"] > state["seq"] or s["notice"])
    return state


def test_commitment_precedes_the_deal_and_seed_follows_the_game(
    tmp_path: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "state"
    service = RunningBoard(folder, *options)
    shown = service.get("api/state")["next_commitment"]
    new = {"mode": "computer", "target": 61, "phrase": "our own words", "level": "beginner"}
    assert service.command(new=new)["ok"]
    begun = service.get("api/state")
    assert begun["shuffle"] == {"commitment": shown, "phrase": "our own words"}
    assert begun["seats"][1]["player"] == "beginner"
    assert begun["next_commitment"] != shown
    wire = []
    for _ in range(6):
        move(service)
        wire += [json.dumps(service.get("api/state")), service.get("api/record")]
    service.kill()  # the plug
    (seed,) = seeds_on_disk(folder)
    with running_board(folder, *options) as again:
        back = again.get("api/state")
        assert back["shuffle"] == begun["shuffle"] and back["seats"][1]["player"] == "beginner"
        while True:
            record, state = again.get("api/record"), again.get("api/state")
            if state["winner"] is not None:
                break
            wire += [json.dumps(state), record]
            move(again)
        record = again.get("api/record")
        assert state["shuffle"]["seed"] == seed and f"# seed {seed}" in record
        assert not [text for text in wire if seed in text]
        assert len(wire) > 30
        # Taken back, it is not over: the record says no more than it did.
        again.command(press="undo")
        again.wait_for_state(lambda s: s["winner"] is None)
        assert seed not in again.get("api/record")
    assert Shuffle(seed).commitment == shown
    found = check(record)
    assert found.fair and found.deals >= 2 and found.commitment == shown
    path = tmp_path / "ours.game"
    path.write_text(record)
    assert verify_command(path, as_json=False) == 0
    assert shown in capsys.readouterr().out
    path.write_text(wire[-1])
    assert verify_command(path, as_json=False) == 1
    assert "no seed" in capsys.readouterr().out


def test_game_without_commitment_continues(tmp_path: Path, options: list[str]) -> None:
    folder = tmp_path / "state"
    with running_board(folder, *options) as service:
        assert service.command(new={"mode": "computer"})["ok"]
        service.wait_for_state(lambda s: s["stage"] == "discard")
    with closing(SqliteJournal(folder / "journal.db")) as journal:
        header = "players 2\ntarget 121\ndealer 0\n# level club\n\n"
        journal.rewrite_headers({game: header for game, _, _ in journal.games()})
    with running_board(folder, *options) as service:
        assert service.get("api/state")["shuffle"] is None
        for _ in range(8):
            move(service)
        record = service.get("api/record")
        assert "cut " in record and "# commitment" not in record and "# seed" not in record
        assert "no commitment" in check(record).missing


def test_game_with_real_cards_has_no_commitment(shared: RunningBoard) -> None:
    first = shared.get("api/state")
    assert first["mode"] == "score" and first["shuffle"] is None
    assert shared.command(new={"mode": "score"})["ok"]
    assert shared.get("api/state")["next_commitment"] == first["next_commitment"]
    assert "# " not in shared.get("api/record")


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ({"level": "reference"}, "one of novice, beginner, club, expert"),
        ({"level": 3}, "new.level"),
        ({"phrase": "a\nb"}, "not a phrase"),
        ({"phrase": "x" * 65}, "<= 64 - at `$.new.phrase`"),
    ],
)
def test_new_game_refuses_invalid_phrases(
    shared: RunningBoard, new: dict[str, Any], says: str
) -> None:
    answer = shared.command(new={"mode": "computer", **new})
    assert not answer["ok"] and says in answer["error"]
    assert shared.get("api/state")["mode"] == "score"
