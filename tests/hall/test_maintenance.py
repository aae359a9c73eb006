"""Backups of a hall: under load, damaged, forged, encrypted, restored."""

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from msgspec import structs

from pegboard.chain.branches import Append
from pegboard.chain.item import Item, links_of, next_link
from pegboard.chain.key_file import load_key
from pegboard.chain.upload import Anchor, make_upload
from pegboard.cli.app import run_line
from pegboard.errors import WireError
from pegboard.hall.demo.night import play_night
from pegboard.hall.folder import open_hall
from pegboard.hall.maintenance.backup import backup_closed
from pegboard.hall.maintenance.facts import read_facts
from pegboard.hall.maintenance.integrity import examine
from pegboard.hall.store.port import EpochAppend
from pegboard.hall.store.sqlite import SqliteStore
from pegboard.storage.state_names import BOARD_KEY
from tests.support.hall_boards import hall_items, hall_notice, journal_items, peg_randomly
from tests.support.postgres import INSTALLED, postgres
from tests.support.running_board import SIMULATED, RunningBoard
from tests.support.running_hall import RunningHall, until
from tests.support.scripted_board import ScriptedBoard

pytestmark = pytest.mark.group("hall")


def backup(file: Path, folder: Path, *more: str) -> int:
    return run_line(["hall", "backup", str(file), "--folder", str(folder), *more])


def restore(file: Path, folder: Path, *more: str) -> int:
    return run_line(["hall", "restore", str(file), "--folder", str(folder), *more])


def test_restored_hall_is_completed_by_boards(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Restores an older backup, which the boards complete."""
    rng, hall = Random(7), RunningHall(tmp_path / "hall")
    port = hall.port
    with ExitStack() as stack:
        stack.callback(hall.stop)
        code, boards = hall.new_join_code(), []
        for number in (1, 2):
            folder = tmp_path / f"b{number}"
            folder.mkdir()
            (folder / "board.toml").write_text(
                f'{SIMULATED}[hall]\nurl = "{hall.address}"\ncode = "{code}"\nwait_s = 1\n'
            )
            options = ("--config", str(folder / "board.toml"), "--no-demo")
            board = RunningBoard(folder / "state", *options)
            stack.callback(board.stop)
            boards.append(board)
            assert board.command(new={"mode": "score"})["ok"]
            peg_randomly(board, rng, 12)
        until(lambda: all(hall_notice(board).get("ok") for board in boards), "the boards to join")
        assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
        assert backup(tmp_path / "hall.backup", tmp_path / "hall") == 0
        for board in boards:
            peg_randomly(board, rng, 30)
        until(lambda: all(hall_notice(board)["to_send"] == 0 for board in boards), "the ends")
        hall.kill()
        shutil.rmtree(tmp_path / "hall")
        for board in boards:
            peg_randomly(board, rng, 5)
        assert restore(tmp_path / "hall.backup", tmp_path / "promoted") == 0
        assert "events: 1" in capfd.readouterr().out
        promoted = RunningHall(tmp_path / "promoted", port)
        stack.callback(promoted.stop)
        assert promoted.get("api/tables")["parts"]["event"]["name"] == "Tuesday"
        assert promoted.get_as_director("boards"), "the director's PIN is the same"
        until(lambda: all(hall_notice(board)["ok"] for board in boards), "the boards to be back")
        for board in boards:
            peg_randomly(board, rng, 3)
        until(
            lambda: (
                all(not row["states"] for row in promoted.get_as_director("boards")["boards"])
                and all(hall_notice(board)["to_send"] == 0 for board in boards)
            ),
            "everything to arrive",
        )
    with closing(SqliteStore(tmp_path / "promoted" / "hall.db")) as store:
        for number in (1, 2):
            state = tmp_path / f"b{number}" / "state"
            id = load_key(state / BOARD_KEY).id
            assert hall_items(store, id) == journal_items(state), (
                "one branch, each entry once, in order"
            )
        assert examine(store)[1] == []


def test_backup_under_load_is_consistent(tmp_path: Path) -> None:
    """Backs up while boards send; the backup has a prefix of each journal."""
    hall = RunningHall(tmp_path / "hall")
    code, done = hall.new_join_code(), threading.Event()
    try:
        with (
            ScriptedBoard(hall.address, code, "A") as one,
            ScriptedBoard(hall.address, code, "B") as other,
        ):
            one.play("peg 0 1")
            other.play("peg 0 1")

            def load() -> None:
                while not done.is_set():
                    other.play(*["peg 0 5", "peg 1 3"] * 5)

            loading = threading.Thread(target=load)
            loading.start()
            for number in range(3):
                assert backup(tmp_path / f"{number}", tmp_path / "hall") == 0
            done.set()
            loading.join()
            for number in range(3):
                assert restore(tmp_path / f"{number}", tmp_path / f"again{number}") == 0
                with closing(SqliteStore(tmp_path / f"again{number}" / "hall.db")) as store:
                    assert hall_items(store, one.key.id) == one.feed.items
                    items = hall_items(store, other.key.id)
                    assert items == other.feed.items[: len(items)]
    finally:
        assert hall.stop() == 0
    assert not [*(tmp_path / "hall").glob(".backup*")] and not (tmp_path / "hall/hatch").exists()


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a hall with a short night."""
    folder = tmp_path_factory.mktemp("night") / "hall"
    with open_hall(folder) as hall:
        play_night(hall, folder, "seed", 1e9, rounds=1)
        load_key(folder / "hall.key")
    return folder


@pytest.fixture(scope="module")
def valid_backup(night: Path) -> bytes:
    with BytesIO() as out:
        backup_closed(out, night, "file", None)
        return out.getvalue()


def test_restore_does_not_overwrite(
    tmp_path: Path, night: Path, valid_backup: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good").write_bytes(valid_backup)
    before = {path.name: path.read_bytes() for path in night.iterdir() if path.is_file()}
    assert restore(tmp_path / "good", night) == 1
    assert "empty or not there" in capfd.readouterr().err
    assert {path.name: path.read_bytes() for path in night.iterdir() if path.is_file()} == before
    (tmp_path / "empty").mkdir(mode=0o755)
    for folder in (tmp_path / "empty", tmp_path / "a" / "b"):
        assert restore(tmp_path / "good", folder) == 0
        assert {path.name for path in folder.iterdir()} == {"hall.db", "hall.key"}
        assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())
    assert load_key(tmp_path / "empty" / "hall.key").public == load_key(night / "hall.key").public
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "empty", "good"]


def test_changed_byte_in_backup_is_detected(tmp_path: Path, valid_backup: bytes) -> None:
    rng = Random(3)
    file, folder = tmp_path / "bad", tmp_path / "hall"
    refused = 0
    for _ in range(40):
        at = rng.randrange(len(valid_backup))
        file.write_bytes(
            valid_backup[:at]
            + bytes([valid_backup[at] ^ 1 << rng.randrange(8)])
            + valid_backup[at + 1 :]
        )
        if restore(file, folder) == 0:  # a date in the zip's own structure
            with closing(SqliteStore(folder / "hall.db")) as store:
                assert examine(store)[1] == []
            shutil.rmtree(folder)
        else:
            refused += 1
        assert not folder.exists() and [*tmp_path.iterdir()] == [file], "nothing is left behind"
    assert refused > 30
    for length in (0, 10, len(valid_backup) // 2, len(valid_backup) - 1):
        file.write_bytes(valid_backup[:length])
        assert restore(file, folder) == 2


def forged(valid_backup: bytes, change: Callable[[sqlite3.Connection], object]) -> bytes:
    """Returns a backup with a changed store and a matching manifest."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(valid_backup)) as old, zipfile.ZipFile(out, "w") as new:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "hall.db"
            path.write_bytes(old.read("hall.db"))
            with closing(sqlite3.connect(path)) as db, db:
                db.execute("pragma journal_mode = delete")
                change(db)
            content = path.read_bytes()
        manifest = json.loads(old.read("manifest.json"))
        sha = hashlib.sha256(content).hexdigest()
        manifest["files"]["hall.db"] = {"bytes": len(content), "sha256": sha}
        new.writestr("manifest.json", json.dumps(manifest))
        new.writestr("hall.key", old.read("hall.key"))
        new.writestr("hall.db", content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("update item set text = 'peg 0 29' where seq = 3", "is not what was written"),
        ("update item set text = cast(x'ff' as text) where seq = 3", "entry 3 in the store"),
        ("delete from item where seq = 3", "is not what was written"),
        ("update branch set signature = zeroblob(64) where id = 1", "did not sign"),
        ("update decision set text = x'7b7d' where seq = 2", "decision 2"),
        ("delete from decision where seq > 5", "does not match its manifest"),
        ("create trigger t after insert on item begin delete from board; end", "not those of a"),
    ],
)
def test_restore_refuses_forged_store(
    tmp_path: Path,
    valid_backup: bytes,
    capfd: pytest.CaptureFixture[str],
    statement: str,
    says: str,
) -> None:
    (tmp_path / "file").write_bytes(forged(valid_backup, lambda db: db.execute(statement)))
    assert restore(tmp_path / "file", tmp_path / "hall") == 2
    assert says in capfd.readouterr().err


def test_unstorable_time_does_not_break_backup(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Refuses new items with such a time, and accepts those of an older hall."""
    hall = RunningHall(tmp_path / "hall")
    try:
        with ScriptedBoard(hall.address, hall.new_join_code(), "A") as one:
            one.play("peg 0 1")
            with pytest.raises(WireError) as refused:
                odd = Item(len(one.feed) + 1, "g", 2, "odd", -0.0, "x", "peg 0 1")
                one.feed.items.append(odd)
                one.feed._links += next_link(one.feed.link(odd.seq - 1), odd)
                one._answer(one._side.next_entries())
                one._receive()
            assert "upload-not-kept" in str(refused.value)
        assert backup(tmp_path / "file", tmp_path / "hall") == 0
    finally:
        assert hall.stop() == 0
    with closing(SqliteStore(tmp_path / "hall" / "hall.db")) as store:
        view = store.all_epochs()[one.key.id][0]
        after = view.current.head
        first = structs.replace(odd, seq=after.seq + 1)
        items = (first, structs.replace(odd, seq=after.seq + 2, at=3.0))
        upload = make_upload(one.key, view.epoch, after, items)
        links = tuple(links_of(after.link, items))
        head = replace(view.current, head=Anchor(items[-1].seq, links[-1]))
        head = replace(head, signature=upload.signature)
        store.add([EpochAppend(one.key.id, view.epoch, Append(head, after.seq, items, links))])
    assert backup(tmp_path / "older", tmp_path / "hall") == 0
    assert restore(tmp_path / "older", tmp_path / "again") == 0
    assert "verified" in capfd.readouterr().out


def test_unreadable_row_does_not_hide_other_boards(
    tmp_path: Path, night: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(night, tmp_path / "hall")
    with closing(sqlite3.connect(tmp_path / "hall" / "hall.db")) as db, db:
        db.execute("update item set text = cast(x'ff' as text) where branch = 1 and seq = 3")
        db.execute("update item set text = 'peg 0 29' where branch = 2 and seq = 4")
    assert backup(tmp_path / "file", tmp_path / "hall") == 2
    assert restore(tmp_path / "file.damaged", tmp_path / "again", "--damaged") == 0
    err = capfd.readouterr().err
    assert "entry 3 in the store" in err and "entry 4 in the store" in err, "both are named"
    assert "in the store is not what was written" in str(read_facts(tmp_path / "hall").store_fault)


def test_damaged_store_is_backed_up_and_reported(
    tmp_path: Path, night: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(night, tmp_path / "hall")
    file, beside = tmp_path / "file", tmp_path / "file.damaged"
    file.write_bytes(b"the last good one")
    with closing(sqlite3.connect(tmp_path / "hall" / "hall.db")) as db, db:
        db.execute("update item set text = 'peg 0 29' where seq = 3")
    assert backup(file, tmp_path / "hall") == 2
    err = capfd.readouterr().err
    assert "is not what was written" in err and str(beside) in err and err.count("\n") == 1
    assert file.read_bytes() == b"the last good one"
    assert restore(beside, tmp_path / "again") == 2
    assert "is not what was written" in capfd.readouterr().err
    assert restore(beside, tmp_path / "again", "--damaged") == 0
    restored = capfd.readouterr()
    assert "is not what was written" in restored.err and "verified" not in restored.out
    running = RunningHall(tmp_path / "again")
    try:
        beside.unlink()
        assert backup(file, tmp_path / "again") == 2, "also while it runs"
        assert beside.exists() and read_facts(tmp_path / "again").store_fault is not None
    finally:
        assert running.stop() == 0


def test_backup_is_encrypted_with_passphrase(
    tmp_path: Path, night: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", "nineteen for game")
    assert backup(tmp_path / "file", night, "--encrypt") == 0
    content = (tmp_path / "file").read_bytes()
    assert (night / "hall.key").read_bytes() not in content and b"PK" not in content[:64]
    assert (tmp_path / "file").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", "nineteen for crib")
    assert restore(tmp_path / "file", tmp_path / "hall") == 2
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", "nineteen for game")
    assert restore(tmp_path / "file", tmp_path / "hall") == 0


def test_backup_without_hall_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert backup(tmp_path / "file", folder) == 2
        assert not (tmp_path / "file").exists()
    assert capfd.readouterr().err.count("there is no hall here") == 2


def test_backup_with_postgres(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Backs up key and PIN, and prints a working `pg_dump` command."""
    with postgres() as server:
        password = server.password_file
        config = tmp_path / "hall.toml"

        def write_config(url: str, folder: Path) -> None:
            config.write_text(
                f'folder = "{folder}"\ndatabase = "{url}"\ndatabase_password_file = "{password}"\n'
            )

        url = server.new_database()
        write_config(url, tmp_path / "hall")
        hall = RunningHall(tmp_path / "hall", config=config)
        assert hall.post_as_director("event", name="Tuesday", games=2)["ok"]
        command = ["hall", "backup", str(tmp_path / "file"), "--config", str(config)]
        assert run_line(command) == 0
        assert hall.stop() == 0
        line = capfd.readouterr().out.splitlines()[-1].strip()
        assert line.startswith("pg_dump ") and line.endswith(f"'{url}'")
        environment = {"PGPASSWORD": server.password, "PATH": str(INSTALLED[-1])}
        run = {"cwd": tmp_path, "env": environment, "check": True}
        subprocess.run(line, shell=True, **run)  # type: ignore[call-overload]
        other = server.new_database()
        subprocess.run(["pg_restore", "--dbname", other, "hall.dump"], **run)  # type: ignore[call-overload]
        assert restore(tmp_path / "file", tmp_path / "again") == 0
        names = {path.name for path in (tmp_path / "again").iterdir()}
        assert names == {"hall.key", "director.pin", "hall.toml"}
        write_config(other, tmp_path / "again")
        again = RunningHall(tmp_path / "again", config=config)
        assert again.pin == hall.pin
        assert again.get("api/tables")["parts"]["event"]["name"] == "Tuesday"
        assert again.stop() == 0


def doctor_codes(folder: Path, *more: str) -> dict[str, str]:
    """Runs doctor; returns its codes by topic."""
    line = [sys.executable, "-m", "pegboard", "hall", "doctor", "--folder", str(folder), "--json"]
    ran = subprocess.run([*line, *more], capture_output=True, text=True, check=False)
    return {finding["about"]: finding["code"] for finding in json.loads(ran.stdout)["findings"]}


def test_doctor_reports_state_of_hall(tmp_path: Path, night: Path) -> None:
    """Checks a running, a stopped, a damaged and a missing hall."""
    folder = tmp_path / "hall"
    shutil.copytree(night, folder, ignore=shutil.ignore_patterns("backed-up"))
    found = doctor_codes(folder)
    assert (found["hall-key"], found["hall-store"]) == ("hall-key-ok", "hall-store-ok")
    assert found["hall-backup"] == "hall-backup-none"
    assert backup(tmp_path / "file", folder) == 0
    hall = RunningHall(folder)
    try:
        found = doctor_codes(folder)
        assert (found["hall-store"], found["hall-backup"]) == ("hall-store-ok", "hall-backup-ok")
        with closing(sqlite3.connect(folder / "hall.db")) as db, db:
            db.execute("update item set text = 'peg 0 29' where seq = 3")
        assert doctor_codes(folder)["hall-store"] == "hall-store-damaged"
        assert backup(tmp_path / "file", folder) == 2, "a damaged store replaces no good backup"
        assert restore(tmp_path / "file", tmp_path / "again") == 0
    finally:
        assert hall.stop() == 0
    assert doctor_codes(folder)["hall-store"] == "hall-store-damaged"
    (folder / "hall.key").chmod(0o644)
    assert doctor_codes(folder)["hall-key"] == "hall-key-open"
    (folder / "hall.key").write_text("x")
    assert doctor_codes(folder)["hall-key"] == "hall-key-unusable"
    assert doctor_codes(tmp_path / "none")["hall-store"] == "hall-store-absent"
    assert not (tmp_path / "none").exists()
    assert not [*folder.glob(".doctor*")]
