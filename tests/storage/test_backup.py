"""Backup and restore: games round-trip, and invalid files change nothing."""

import hashlib
import io
import json
import shutil
import sqlite3
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.board.layout_files import layout_text
from pegboard.cli.app import run_line
from pegboard.errors import DeviceError
from pegboard.ops.control_socket import NotRunning, is_game_open
from pegboard.ops.settings.chosen import SettingsFile
from pegboard.storage.backup import write_backup
from pegboard.storage.game_rows import Extent, extent, open_to_read, read_games
from pegboard.storage.integrity.manifest import UnfitBackup
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.port import Entry
from pegboard.storage.restore import prepare_restore, replace_games_offline, restore_result
from pegboard.storage.state_names import OWN_LAYOUT
from tests.support.journals import HEADER, append_pegs, create_state
from tests.support.running_board import RunningBoard, running_board

CONFIG = '[game]\nnames = ["Ann", "Ben"]\n'


def held(state: Path) -> Extent:
    with closing(open_to_read(state / "journal.db")) as db:
        return extent(read_games(db))


def backup_of(state: Path, file: Path, settings: dict[str, bytes] | None = None) -> Path:
    with file.open("xb") as out:
        write_backup(out, state / "journal.db", settings or {})
    return file


def test_backup_and_restore_commands_round_trip(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = create_state(tmp_path / "here", "one", "two"), tmp_path / "there"
    (here / "remembered.json").write_text('{"score": {"mode": "score"}}')
    (here / "devices.json").write_text("secret")
    config = tmp_path / "config.toml"
    config.write_text(CONFIG)
    file = tmp_path / "all.backup"
    options = ["--config", str(config), "--state"]
    assert run_line(["backup", str(file), *options, str(here)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600, "passwords may be in it"
    with zipfile.ZipFile(file) as pack:
        assert set(pack.namelist()) == {
            "manifest.json",
            "journal.db",
            "config.toml",
            "remembered.json",
        }
    create_state(there, "three")
    assert run_line(["restore", str(file), *options, str(there), "--force"]) == 0
    output = capsys.readouterr().out
    assert "Restored 2 games with 60 entries" in output and "verified" in output
    assert held(there) == held(here)
    assert (there / "remembered.json").read_text() == '{"score": {"mode": "score"}}'
    (aside,) = there.glob("journal.db.before-*")
    with closing(open_to_read(aside)) as db:
        assert [game.id for game in read_games(db)] == ["three"]
    # Also into an empty folder, as on a new card.
    assert run_line(["restore", str(file), *options, str(tmp_path / "new card")]) == 0
    assert held(tmp_path / "new card") == held(here)


def test_backup_includes_custom_layout(tmp_path: Path) -> None:
    here, there = create_state(tmp_path / "here", "one"), tmp_path / "there"
    (here / OWN_LAYOUT).write_text(layout_text("three-track")[0])
    SettingsFile(here).write({"board.layout": str(here / OWN_LAYOUT)})
    file = tmp_path / "all.backup"
    assert run_line(["backup", str(file), "--state", str(here)]) == 0
    shutil.rmtree(here)
    assert run_line(["restore", str(file), "--state", str(there)]) == 0
    assert SettingsFile(there).read() == {"board.layout": str(there / OWN_LAYOUT)}


def test_restore_is_refused_during_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = create_state(tmp_path / "here", "one")
    journal = SqliteJournal(here / "journal.db")
    append_pegs(journal, "two", 1, 3)  # a game is in progress
    journal.close()
    file = backup_of(here, tmp_path / "b")
    assert run_line(["restore", str(file), "--state", str(here)]) == 1
    assert "a game is in progress" in capsys.readouterr().err
    assert not list(here.glob("*.before-*"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["backup", "{0}/x", "--state", "{0}/nothing"], "there is no journal in"),
        (["backup", "{0}/no/such/folder/x", "--state", "{0}"], "No such file or directory"),
        (["restore", "{0}/none", "--state", "{0}"], "no such file"),
        (["restore", "{0}/text", "--state", "{0}"], "not a pegboard backup"),
        (["restore", "{0}/text", "--config", "{0}/text"], "not TOML"),
    ],
)
def test_command_errors_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    (tmp_path / "text").write_text("just a text")
    assert run_line([each.format(tmp_path) for each in arguments]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1


# --- a running service


def post(service: RunningBoard, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    request = urllib.request.Request(service.address + path, body, headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_running_service_backs_up_and_restores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A folder too deep for the path of a socket.
    state = tmp_path / ("deep" * 20) / "state"
    state.parent.mkdir()
    file = tmp_path / "file"
    with running_board(state, "--no-demo") as service:
        assert service.command(action="peg 0 5")["ok"]
        assert run_line(["backup", str(file), "--state", str(state)]) == 0
        assert is_game_open(state)
        assert service.command(action="peg 1 7")["ok"]
        assert run_line(["restore", str(file), "--state", str(state)]) == 1
        assert service.get("api/state")["scores"] == [5, 7]
        assert run_line(["restore", str(file), "--state", str(state), "--force"]) == 0
        assert "Restored 1 game with 1 entries" in capsys.readouterr().out
        assert service.get("api/state")["scores"] == [5, 0]
        assert service.command(action="peg 0 2")["ok"]

        # Also over HTTP, as from the page.
        status, content = post(service, "api/backup", b"")
        assert status == 200
        kind = {"Content-Type": "application/zip"}
        assert service.command(action="peg 0 1")["ok"]
        status, output = post(service, "api/restore", content, **kind)
        assert status == 409 and json.loads(output)["code"] == "game-open"
        status, output = post(service, "api/restore?force=1", content[:-30], **kind)
        assert status == 422 and "not a pegboard backup" in json.loads(output)["fault"]
        assert post(service, "api/restore?force=1", content)[0] == 415
        assert service.get("api/state")["scores"] == [8, 0]
        status, output = post(service, "api/restore?force=1", content, **kind)
        assert status == 200 and json.loads(output)["ok"], output
        assert service.get("api/state")["scores"] == [7, 0]
        assert not list(state.glob(".upload-*")) + list(state.glob(".restore-*"))
    with pytest.raises(NotRunning):
        is_game_open(state)
    with running_board(state, "--no-demo") as service:
        assert service.get("api/state")["scores"] == [7, 0]


def test_repair_notice_stays_until_acknowledged(tmp_path: Path) -> None:
    state = create_state(tmp_path / "state", "one")
    content = bytearray((state / "journal.db").read_bytes())
    content[0:200] = bytes(200)
    (state / "journal.db").write_bytes(content)
    with running_board(state, "--no-demo") as service:
        (notice,) = service.get("api/state")["notices"]
        assert "The journal was damaged" in notice["says"]
    with running_board(state, "--no-demo") as service:
        assert service.get("api/state")["notices"] == [notice], "a restart does not make it read"
        body = json.dumps({"read": notice["id"]}).encode()
        kind = {"Content-Type": "application/json"}
        assert post(service, "api/notices", body, **kind)[0] == 200
        assert service.get("api/state")["notices"] == []
    with running_board(state, "--no-demo") as service:
        assert service.get("api/state")["notices"] == []


def test_service_starts_with_unplayable_game(tmp_path: Path) -> None:
    state = create_state(tmp_path / "state", "one")
    with closing(SqliteJournal(state / "journal.db")) as journal:
        last = len(journal.load("one"))
        assert journal.append("one", Entry(last + 1, "newer", 1.0, "test", "sing 0"))
    with running_board(state, "--no-demo") as service:
        (notice,) = service.get("api/state")["notices"]
        assert "cannot be resumed" in notice["says"] and "sing" in notice["says"]
        assert service.command(action="peg 0 5")["ok"]


@pytest.mark.parametrize("level", ["", "# level expret\n"])
def test_service_starts_with_unknown_computer_level(tmp_path: Path, level: str) -> None:
    state = create_state(tmp_path / "state", "one")
    with closing(SqliteJournal(state / "journal.db")) as journal:
        assert journal.start("newer", f"players 2\ndealer 0\n{level}", "computer", 1.0)
    with running_board(state, "--no-demo") as service:
        (notice,) = service.get("api/state")["notices"]
        assert "cannot be resumed (unknown player" in notice["says"]
        assert service.command(action="peg 0 5")["ok"]


# --- invalid files


def repack(
    content: bytes, change: Callable[[dict[str, bytes]], None], fix_manifest: bool = True
) -> bytes:
    """Returns a backup with changed content, and a matching manifest if `tell`."""
    with zipfile.ZipFile(io.BytesIO(content)) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}
    change(files)
    if fix_manifest and "manifest.json" in files and "journal.db" in files:
        manifest = json.loads(files["manifest.json"])
        manifest["files"] = {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in files.items()
            if name != "manifest.json"
        }
        files["manifest.json"] = json.dumps(manifest).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files.items():
            pack.writestr(name, data)
    return out.getvalue()


def database(statements: str) -> Callable[[dict[str, bytes]], None]:
    """Returns a change that executes statements on a backup's journal."""

    def change(files: dict[str, bytes]) -> None:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            content = bytearray(files["journal.db"])
            content[18:20] = b"\1\1"  # a database in memory has no write-ahead log
            db.deserialize(bytes(content))
            db.executescript(statements)
            files["journal.db"] = db.serialize()

    return change


def manifest(**what: Any) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | what).encode()

    return change


def without(name: str) -> Callable[[dict[str, bytes]], None]:
    return lambda files: files.__delitem__(name)


def having(name: str, data: bytes) -> Callable[[dict[str, bytes]], None]:
    return lambda files: files.__setitem__(name, data)


BAD: list[tuple[Callable[[dict[str, bytes]], None], bool, str]] = [
    (without("manifest.json"), True, "no manifest"),
    (without("journal.db"), False, "its files do not match"),
    (having("../../etc/passwd", b"x"), True, "does not belong in a backup"),
    (having("devices.json", b"[]"), True, "does not belong in a backup"),
    (having("config.toml", b"[bord]\n"), True, "unknown key"),
    (having("config.toml", b"\xff"), True, "utf-8"),
    (having("config.toml", b"#" * 300_000), True, "longer than"),
    (having("journal.db", b"SQLite format 3\0" + bytes(9000)), True, ""),
    (having("journal.db", b"not a database, but long enough for one" * 99), True, "not a database"),
    (having("journal.db", b""), True, "not a pegboard journal"),
    (manifest(format="octoprint"), True, "manifest cannot be read"),
    (manifest(version=2), True, "made by a newer pegboard"),
    (manifest(journal={"games": -1}), True, "manifest cannot be read"),
    (manifest(files=[]), False, "manifest cannot be read"),
    (manifest(made=5), True, "manifest cannot be read"),
    (
        manifest(journal={"games": 3, "entries": 60, "sha256": "x"}),
        True,
        "games do not match its manifest",
    ),
    (database("create table x (y)"), True, "not a pegboard journal"),
    (
        database("create trigger t after insert on entry begin delete from game; end"),
        True,
        "not a pegboard journal",
    ),
    (database("create view v as select 1"), True, "not a pegboard journal"),
    (database("pragma user_version = 9"), True, "written by a newer pegboard"),
    (database("update entry set action = 'peg 0 5' where seq = 6"), True, "games do not match"),
    (database("delete from entry where seq = 5"), True, "games do not match"),
    (database("update game set header = 'players 9'"), True, "games do not match"),
]


def test_restore_accepts_configuration_with_byte_order_mark(tmp_path: Path) -> None:
    state = create_state(tmp_path / "state", "one")
    good = backup_of(state, tmp_path / "good").read_bytes()
    marked = having("config.toml", b"\xef\xbb\xbf[web]\nport = 8200\n")
    (tmp_path / "marked").write_bytes(repack(good, marked, True))
    with prepare_restore(tmp_path / "marked", state) as backup:
        assert backup.unfit == []


@pytest.mark.parametrize(("change", "fix_manifest", "says"), BAD)
def test_invalid_backup_is_refused_without_changes(
    tmp_path: Path, change: Callable[[dict[str, bytes]], None], fix_manifest: bool, says: str
) -> None:
    state = create_state(tmp_path / "state", "kept")
    other = create_state(tmp_path / "other", "one", "two")
    good = backup_of(other, tmp_path / "good").read_bytes()
    (tmp_path / "bad").write_bytes(repack(good, change, fix_manifest))
    before = {path.name: path.read_bytes() for path in state.iterdir()}
    with pytest.raises(UnfitBackup) as refused, prepare_restore(tmp_path / "bad", state):
        raise AssertionError("it was taken for a backup")
    assert says in str(refused.value)
    assert {path.name: path.read_bytes() for path in state.iterdir()} == before


@pytest.mark.parametrize(
    ("game", "entry", "kept", "says"),
    [
        (("one", HEADER, "score"), "sing 0", 30, "'one'"),
        (("one", HEADER, "score"), "peg 7 5", 30, "'one'"),
        (("none", "players 9", "score"), "undo", 0, "'none'"),
        (("none", HEADER, "x y"), "undo", 0, "its mode must be a word"),
    ],
)
def test_restore_skips_unusable_games(
    tmp_path: Path, game: tuple[str, str, str], entry: str, kept: int, says: str
) -> None:
    state = create_state(tmp_path / "other", "one", "two")
    with closing(SqliteJournal(state / "journal.db")) as journal:
        journal.start(*game, 1.0)
        journal.append(game[0], Entry(kept + 1, "bad", 1.0, "test", entry))
    with prepare_restore(backup_of(state, tmp_path / "file"), tmp_path / "state") as ready:
        replace_games_offline(tmp_path / "state", ready, 1.0)
        result = str(restore_result(ready, None, ""))
    assert "Not everything could be used" in result and says in result
    with closing(SqliteJournal(tmp_path / "state" / "journal.db")) as journal:
        there = {id: len(journal.load(id)) for id, _, _ in journal.games()}
    assert there == {"one": 30, "two": 30}


def test_backup_without_usable_games_is_refused(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "other" / "journal.db")) as journal:
        journal.start("none", "players 9", "score", 1.0)
    file = backup_of(tmp_path / "other", tmp_path / "file")
    with pytest.raises(UnfitBackup, match="'none'"), prepare_restore(file, tmp_path / "state"):
        pass


def test_backup_works_with_clock_in_1970(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = create_state(tmp_path / "state", "one")
    begin = time.struct_time((1970, 1, 1, 0, 0, 1, 3, 1, 0))
    monkeypatch.setattr("time.localtime", lambda *_: begin)
    with prepare_restore(backup_of(state, tmp_path / "file"), tmp_path / "again") as ready:
        assert ready.extent.games == 1


def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    other = create_state(tmp_path / "other", "one")
    good = backup_of(other, tmp_path / "good").read_bytes()
    bomb = repack(good, having("journal.db", bytes(50_000_000)), fix_manifest=False)
    assert len(bomb) < 100_000
    (tmp_path / "bomb").write_bytes(bomb)
    with (
        pytest.raises(UnfitBackup, match="longer than its manifest says"),
        prepare_restore(tmp_path / "bomb", tmp_path / "state"),
    ):
        pass
    assert list((tmp_path / "state").iterdir()) == []


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("good")
    return backup_of(create_state(folder / "state", "one", "two"), folder / "file").read_bytes()


@settings(max_examples=150)
@given(data=st.data())
def test_corrupted_backup_is_restored_intact_or_refused(
    tmp_path_factory: pytest.TempPathFactory, good: bytes, data: st.DataObject
) -> None:
    content = bytearray(good)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    folder = tmp_path_factory.mktemp("spoilt")
    (folder / "file").write_bytes(content)
    try:
        with prepare_restore(folder / "file", folder / "state") as ready:
            replace_games_offline(folder / "state", ready, 1.0)
    except (UnfitBackup, DeviceError):
        assert not list(folder.glob("state/*"))
        return
    (folder / "whole").write_bytes(good)
    with prepare_restore(folder / "whole", folder / "again") as ready:
        assert held(folder / "state") == ready.unpacked.extent


def fuzz(good: bytes, folder: Path, seed: int, inputs: int) -> dict[str, int]:
    """Corrupts a backup repeatedly; each must be refused with a message or yield the games."""
    rng, came = Random(seed), {"refused": 0, "whole": 0}
    with zipfile.ZipFile(io.BytesIO(good)) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}
    for _ in range(inputs):
        if rng.random() < 0.5:
            content = bytearray(good)
        else:  # bypass the checksums: corrupt the content and fix the manifest
            spoilt = {name: bytearray(data) for name, data in files.items()}
            name = rng.choice(["journal.db", "journal.db", "manifest.json"])
            blow(spoilt[name], rng)
            result = name == "journal.db"
            change = having(name, bytes(spoilt[name]))
            content = bytearray(repack(good, change, result))
        if rng.random() < 0.5:
            blow(content, rng)
        (folder / "file").write_bytes(content)
        try:
            with prepare_restore(folder / "file", folder / "state") as ready:
                assert ready.unpacked.extent.games == 2
                came["whole"] += 1
        except (UnfitBackup, DeviceError) as refused:
            assert str(refused)
            came["refused"] += 1
        assert not list((folder / "state").iterdir())
    return came


def blow(content: bytearray, rng: Random) -> None:
    """Changes, deletes, inserts or truncates bytes."""
    at = rng.randrange(len(content) + 1)
    length = rng.choice([1, 1, 2, 8, 64, 512])
    match rng.randrange(5):
        case 0:
            del content[at:]
        case 1:
            del content[at : at + length]
        case 2:
            content[at:at] = rng.randbytes(length)
        case _:
            content[at : at + length] = rng.randbytes(len(content[at : at + length]))


def test_hundreds_of_corrupted_backups_are_handled(tmp_path: Path, good: bytes) -> None:
    came = fuzz(good, tmp_path, seed=1, inputs=600)
    assert came["refused"] > 300 and came["whole"] > 0
