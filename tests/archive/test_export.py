"""Exports as CSV, JSON and records, without hidden data."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pegboard.history
from pegboard.archive.archive import all_sources
from pegboard.archive.export import game_object, game_rows, started, write_zip
from pegboard.cribbage.audit import check
from pegboard.cribbage.game import Action, Rules, apply, new_game, view
from pegboard.cribbage.notation import format_action, parse_record
from pegboard.cribbage.replay import replay
from pegboard.cribbage.shuffle import Shuffle
from pegboard.cribbage.tags import header_of
from pegboard.history.export_csv import COLUMNS, header
from pegboard.history.export_json import HEAD, TAIL, shareable
from pegboard.history.stored_game import StoredGame, StoredLine, public_record, without_secrets
from pegboard.history.summarize import summarize
from pegboard.players import Simple
from pegboard.storage.journal import SqliteJournal
from tests.support.history_games import stored_game, whole_game, write_games
from tests.support.running_board import running_board

SEED = "5eed" * 16


def dealt_by_the_board(lines: int | None = None) -> StoredGame:
    """Returns an unfinished game against the computer, dealt from a seed."""
    shuffle, given = Shuffle(SEED, "luck"), Rules()
    state, deal, player = new_game(given), 0, Simple()
    actions: list[str] = []
    action: Action
    cut: Action
    while not state.over:
        if state.stage_name == "deal":
            deal += 1
            action, cut = shuffle.dealt(given, state.dealer, deal)
        elif state.stage_name == "cut":
            action = cut
        else:
            seat = next(seat for seat in (0, 1) if view(state, seat).legal)
            action = player.choose(view(state, seat), Random(1))
        state = apply(state, action).state
        actions.append(format_action(action))
    source = stored_game(actions[:lines], mode="computer")
    head = header_of(given, ("Ann", "Computer"), 0, remarks={"level": "club"}, shuffle=shuffle)
    return StoredGame(source.id, 1, source.started, "computer", head, source.entries)


def _table(source: StoredGame) -> list[dict[str, str]]:
    text = header() + game_rows(source)
    assert text.endswith("\r\n") and text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def _json(*sources: StoredGame) -> str:
    return HEAD + ",".join(map(game_object, sources)) + TAIL


def _games_in(text: str) -> list[StoredGame]:
    """Returns the games of an export."""
    return [
        StoredGame(
            game["id"],
            game["number"],
            game["started"],
            game["mode"],
            game["header"],
            tuple(StoredLine(*entry) for entry in game["entries"]),
        )
        for game in json.loads(text)["games"]
    ]


# --- CSV


@given(st.integers(0, 2**32), st.sampled_from((2, 3)))
@settings(max_examples=10, deadline=None)
def test_csv_points_add_up_to_the_scores(seed: int, players: int) -> None:
    given = Rules(players=players)
    actions, states = whole_game(seed, given)
    names = ("Ann", "Ben", "Zoë")[:players]
    table = _table(stored_game(actions, rules=given, names=names))
    pegged = Counter[str]()
    for row in table:
        assert list(row) == list(COLUMNS)
        if row["row"] == "peg":
            pegged[row["name"]] += int(row["points"])
            assert int(row["score"]) == pegged[row["name"]]
    assert [pegged[name] for name in names] == list(states[-1].scores)
    line = summarize(stored_game(actions, rules=given, names=names))
    hands = [(row["seat"], row["kind"], row["points"], row["cards"]) for row in table
             if row["row"] == "hand"]  # fmt: skip
    assert hands == [
        (str(hand.seat), "crib" if hand.crib else "hand", str(hand.points), hand.cards)
        for deal in line.deals
        for hand in deal.hands
    ]


def test_csv_row_format() -> None:
    source = stored_game(["peg 0 5", "deal 0", "cut JC"], names=('Ann "Ace", the First', "Ben"))
    assert header() + game_rows(source) == (
        "game,number,started,mode,players,target,deal,line,row,seat,name,role,kind,points,cards,"
        "starter,score\r\n"
        'g1,1,2023-11-14T23:13:20+00:00,score,2,121,0,1,peg,0,"Ann ""Ace"", the First",,manual,5,'
        ",,5\r\n"
        'g1,1,2023-11-14T23:13:20+00:00,score,2,121,1,3,peg,0,"Ann ""Ace"", the First",dealer,'
        "heels,2,JC,JC,7\r\n"
    )


@pytest.mark.parametrize("name", ["=1+1", "+41 79", "-Ann", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_csv_escapes_formulas(name: str) -> None:
    (row,) = _table(stored_game(["peg 0 5"], names=(name, "Ben")))
    assert row["name"] == f"'{name}"
    source = stored_game(["peg 0 5"])
    odd = StoredGame("=1+1", 1, source.started, "score", source.header, source.entries)
    assert _table(odd)[0]["game"] == "'=1+1"


def test_readme_explains_every_csv_column() -> None:
    readme = (Path(pegboard.history.__file__).parent / "README.md").read_text()
    for name, holds in COLUMNS.items():
        assert f"| `{name}` | {holds} |" in readme


def test_csv_includes_claim_without_cards() -> None:
    lines = ["deal 0", "cut 5D", "peg 1 1", "claim 1 12", "hand 0 2C3C4C6D"]
    hands = [row for row in _table(stored_game(lines)) if row["row"] == "hand"]
    assert [(row["points"], row["cards"]) for row in hands] == [("12", ""), ("9", "2C3C4C6D")]


def test_start_time_is_iso_8601_utc() -> None:
    assert started(stored_game([], started=0.0)) == "1970-01-01T00:00:00+00:00"
    assert started(stored_game([], started=1e300)) == ""


# --- JSON


def test_json_export_round_trips(tmp_path: Path) -> None:
    sources = [
        stored_game(whole_game(1)[0], number=1),
        dealt_by_the_board(),
        stored_game(["peg 0 5", "undo", "peg 1 7"], number=3, names=("Zoë", "")),
    ]
    entries = tuple(e._replace(id=f"2:{e.seq}") for e in sources[1].entries)
    sources[1] = StoredGame("g2", 2, sources[1].started, "computer", sources[1].header, entries)
    text = _json(*sources)
    back = _games_in(text)
    assert back == [shareable(source) for source in sources]
    assert [summarize(source) for source in back] == [summarize(source) for source in sources]
    journal = SqliteJournal(tmp_path / "journal.db")
    write_games(journal, back)
    assert list(all_sources(journal)) == back
    assert _json(*all_sources(journal)) == text
    journal.close()


def test_json_export_format() -> None:
    found = json.loads(_json(stored_game(["peg 0 5"], names=("Zoë", ""))))
    assert (found["format"], found["version"]) == ("pegboard-history", 1)
    (game,) = found["games"]
    assert game["entries"] == [[1, "1:1", 1700003601.0, "web", "peg 0 5"]]
    assert game["result"] == {"names": ["Zoë", "Seat 2"], "scores": [5, 0], "winner": None,
                              "skunk": 0}  # fmt: skip


def test_export_omits_addresses() -> None:
    source = stored_game(["peg 0 5"])
    assert "192.168" in source.entries[0].by
    assert "192.168" not in _json(source) + game_rows(source) + public_record(source)


# --- hidden data


def test_export_of_finished_game_can_be_verified() -> None:
    source = dealt_by_the_board()
    assert check(public_record(source)).fair
    assert without_secrets(source) == source


@given(st.integers(0, 130))
@settings(max_examples=25, deadline=None)
def test_export_of_unfinished_game_hides_cards(lines: int) -> None:
    whole = dealt_by_the_board()
    source = dealt_by_the_board(min(lines, len(whole.entries) - 1))
    texts = _json(source), game_rows(source), public_record(source)
    for text in texts:
        assert SEED not in text
    record = parse_record(public_record(source))
    state = replay(record.header.rules, record.header.dealer, record.actions)
    assert state.stage_name == "deal"  # nothing of the current deal
    assert "commitment" in texts[2]
    (back,) = _games_in(texts[0])
    assert [entry.action for entry in back.entries] == [
        format_action(action) for action in record.actions
    ]


def test_export_hides_undone_deal() -> None:
    source = dealt_by_the_board(3)
    deal = source.entries[0].action
    undone = stored_game([e.action for e in source.entries] + ["undo"] * 3, mode="computer")
    assert deal not in public_record(undone) and deal not in _json(undone)


def test_export_of_unfinished_table_game_is_complete() -> None:
    lines = ["deal 0", "cut 5D", "peg 1 3", "undo", "hand 1 5H5C5SJD"]
    assert [e.action for e in without_secrets(stored_game(lines)).entries] == lines


def test_export_of_unreplayable_game_is_empty() -> None:
    broken = stored_game(["deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D", "play 0 5S"], mode="computer")
    assert without_secrets(broken).entries == ()
    assert summarize(broken).fault and game_rows(broken) == ""
    assert '"entries": []' in game_object(broken)


# --- records


def test_zip_records_can_be_replayed() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        assert write_zip(archive, [stored_game(whole_game(2)[0]), stored_game([], number=2)]) == 2
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
        assert names == ["pegboard/README.txt", "pegboard/00001-2023-11-14.game",
                         "pegboard/00002-2023-11-15.game"]  # fmt: skip
        record = parse_record(archive.read(names[1]).decode())
        assert replay(record.header.rules, record.header.dealer, record.actions).over


# --- the command


def _export(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pegboard", "export", *arguments]
    # the output is UTF-8 whatever the terminal
    return subprocess.run(command, capture_output=True, env={"LC_ALL": "C", "PATH": ""})


def test_export_command_works_with_and_without_service(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    nothing = _export("--state", str(folder))
    assert (nothing.returncode, json.loads(nothing.stdout)["games"]) == (0, [])
    assert not folder.exists()
    with running_board(folder) as service:
        service.command(new={"mode": "score", "names": ["Zoë", "Ben"]})
        service.command(action="peg 0 5")
        alive = [_export("--state", str(folder), kind) for kind in ("--json", "--csv")]
        zipped = _export("--state", str(folder), "--zip", "--out", str(tmp_path / "x.zip"))
        assert (zipped.returncode, zipped.stderr) == (0, b"")
    closed = [_export("--state", str(folder), kind) for kind in ("--json", "--csv")]
    for one, other in zip(alive, closed, strict=True):
        assert (one.returncode, one.stderr, other.stderr) == (0, b"", b"")
        assert one.stdout == other.stdout
    (source,) = _games_in(closed[0].stdout.decode())
    assert source.head.names == ("Zoë", "Ben")
    assert [entry.action for entry in source.entries] == ["peg 0 5"]
    assert closed[1].stdout.decode().splitlines()[1].split(",")[10] == "Zoë"
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        assert b"peg 0 5" in archive.read(archive.namelist()[1])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--zip"], "pegboard export: --zip needs a file: name it with --out"),
        (["--csv", "--json"], "pegboard: Invalid value: --csv and --json: one of them at a time"),
        (["--out", "/nowhere/x"], "pegboard export: /nowhere/x: No such file or directory"),
    ],
)
def test_export_command_reports_errors(tmp_path: Path, arguments: list[str], says: str) -> None:
    found = _export("--state", str(tmp_path), *arguments)
    assert (found.returncode, found.stderr.decode().strip()) == (2, says)


def test_export_command_reports_invalid_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_text("not a database, but long enough to look like one" * 20)
    found = _export("--state", str(tmp_path))
    assert found.returncode == 2
    assert found.stderr.decode().startswith(f"pegboard export: journal {tmp_path}/journal.db:")
    assert found.stderr.count(b"\n") == 1
