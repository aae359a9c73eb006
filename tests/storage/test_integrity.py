"""Damage never loses entries silently, nor anything in the newest copy."""

import math
import os
import shutil
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from pegboard.errors import DeviceError
from pegboard.ops.doctor.checks.games import read_file
from pegboard.storage.integrity.chain import mended_entry, mended_game, root_of, sealed
from pegboard.storage.integrity.second_log import read_second_log, second_log_of
from pegboard.storage.integrity.wal import read_wal
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_files import log_of
from pegboard.storage.port import Entry, Game
from pegboard.storage.recovery import open_journal
from pegboard.storage.snapshots import copies, make_copy
from tests.support.journals import DAY_2, HEADER, append_pegs, copy_state

pytestmark = pytest.mark.group("storage")

ENTRIES = {"one": 90, "two": 80, "three": 60, "four": 84}
IN_THE_COPY = {"one": 90, "two": 40}
DAMAGED = int(os.environ.get("PEGBOARD_DAMAGED", "120"))
"""Logs that are damaged, and as many databases; 1,000 take minutes."""
EACH = 5
"""Of them, in one test."""
Files = dict[str, bytes]


@cache
def killed(folder: Path) -> Files:
    """Returns the state files of a killed process, with 84 entries only in the log."""
    file = copy_state(folder) / "journal.db"
    journal, notice = open_journal(folder, DAY_2)
    assert notice is None
    append_pegs(journal, "four", 1, 84)
    files = {path.name: path.read_bytes() for path in (file, log_of(file), second_log_of(file))}
    journal.close()
    return files


@cache
def stopped(folder: Path) -> Files:
    """Returns the state files after a checkpoint and a clean stop."""
    files = killed(folder)
    lay(folder, files)
    journal, notice = open_journal(folder, DAY_2)
    assert notice is None
    journal.close()
    assert not log_of(folder / "journal.db").exists()
    return {name: (folder / name).read_bytes() for name in ("journal.db", "journal.db.second")}


def lay(folder: Path, files: Files) -> None:
    for left in folder.glob("journal.db*"):
        left.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def one_bit(rng: Random, content: bytes) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def block(rng: Random, content: bytes) -> bytes:
    at, length = rng.randrange(len(content)), rng.choice([16, 512, 4096])
    length = len(content[at : at + length])
    return (
        content[:at] + rng.choice([bytes(length), rng.randbytes(length)]) + content[at + length :]
    )


def cut(rng: Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content))]


Damage = Callable[[Random, bytes], bytes]


def opened(folder: Path) -> tuple[dict[str, list[str]], bool]:
    """Returns the lines of each game, and whether there was a notice."""
    journal, notice = open_journal(folder, DAY_2)
    try:
        games = {game: [e.action for e in journal.load(game)] for game, _, _ in journal.games()}
        return games, notice is not None
    finally:
        journal.close()


def written(game: str, entries: int) -> list[str]:
    return ["undo" if seq % 2 == 0 else "peg 0 1" for seq in range(1, entries + 1)]


def check(folder: Path, *, nothing_lost: bool) -> None:
    """Checks that games are prefixes of those written, and that losses were reported."""
    games, notice = opened(folder)
    right = {game: written(game, entries) for game, entries in ENTRIES.items()}
    whole = games == right
    assert whole or notice, "lost without a word"
    assert whole or not nothing_lost
    for game, entries in IN_THE_COPY.items():
        assert len(games[game]) >= entries, "below the copy"


@pytest.mark.parametrize("damage", [one_bit, block, cut])
@pytest.mark.parametrize("seed", range(math.ceil(DAMAGED / 3 / EACH)))
def test_damaged_wal_of_killed_process_loses_nothing(
    tmp_path: Path, damage: Damage, seed: int
) -> None:
    files, rng = dict(killed(tmp_path)), Random(seed)
    for _ in range(EACH):
        log = damage(rng, files["journal.db-wal"])
        lay(tmp_path, files | {"journal.db-wal": log})
        check(tmp_path, nothing_lost=True)


@pytest.mark.parametrize("damage", [one_bit, block])
@pytest.mark.parametrize("seed", range(4))
def test_frames_after_damage_are_read_without_second_log(
    tmp_path: Path, damage: Damage, seed: int
) -> None:
    """Recovers the page from a later frame, unless the last one is damaged."""
    files, rng = dict(killed(tmp_path)), Random(seed)
    del files["journal.db.second"]
    for _ in range(EACH):
        log = files["journal.db-wal"]
        early = damage(rng, log[: len(log) * 3 // 4]) + log[len(log) * 3 // 4 :]
        lay(tmp_path, files | {"journal.db-wal": early})
        check(tmp_path, nothing_lost=False)


def test_empty_database_with_wal_is_repaired(tmp_path: Path) -> None:
    files = killed(tmp_path)
    for emptied in (b"", b"\0" * 4096):
        lay(tmp_path, files | {"journal.db": emptied})
        check(tmp_path, nothing_lost=True)


@pytest.mark.parametrize("lost", ["journal.db", "journal.db-wal"])
def test_lost_file_is_rebuilt_from_the_others(tmp_path: Path, lost: str) -> None:
    files = killed(tmp_path)
    lay(tmp_path, {name: content for name, content in files.items() if name != lost})
    check(tmp_path, nothing_lost=True)


@pytest.mark.parametrize("damage", [one_bit, block])
@pytest.mark.parametrize("seed", range(math.ceil(DAMAGED / 2 / EACH)))
def test_damaged_database_after_clean_stop_loses_nothing(
    tmp_path: Path, damage: Damage, seed: int
) -> None:
    files, rng = dict(stopped(tmp_path)), Random(seed)
    for _ in range(EACH):
        lay(tmp_path, files | {"journal.db": damage(rng, files["journal.db"])})
        check(tmp_path, nothing_lost=True)


def test_changed_line_is_reported_and_repaired(tmp_path: Path) -> None:
    content = stopped(tmp_path)["journal.db"]
    place = content.index(b"four-41") + 8  # followed by time, sender and action
    place = content.index(b"peg 0 1", place) + 6
    for second in (True, False):
        lay(tmp_path, stopped(tmp_path))
        (tmp_path / "journal.db").write_bytes(content[:place] + b"3" + content[place + 1 :])
        if not second:
            second_log_of(tmp_path / "journal.db").unlink()
        journal, notice = open_journal(tmp_path, DAY_2)
        assert notice is not None
        assert (
            "Line 41 of the game of 2023-11-14 (Ann, Ben) was damaged and is repaired."
            in notice.text
        )
        assert [e.action for e in journal.load("four")] == written("four", 84)
        journal.close()


def test_any_single_bit_flip_is_repaired() -> None:
    game = sealed(Game("one", DAY_2, "score", HEADER, (Entry(1, "id", DAY_2, "web", "peg 0 5"),)))
    entry, root = game.entries[0], root_of(game.id, game.started, game.mode)
    hit = 0
    for word in ("action", "id", "by", "at"):
        for wrong in one_bit_off(getattr(entry, word)):
            mended = mended_entry(root, replace(entry, **{word: wrong}), 1)  # type: ignore[arg-type]
            assert mended == entry, (word, wrong)
            hit += 1
    for word in ("header", "mode", "started"):
        for wrong in one_bit_off(getattr(game, word)):
            assert mended_game(replace(game, **{word: wrong})) == game, (word, wrong)  # type: ignore[arg-type]
            hit += 1
    assert hit > 500
    assert mended_entry(root, replace(entry, action="peg 1 6"), 1) is None


def one_bit_off(value: str | float) -> Iterator[str | float]:
    raw = struct.pack(">d", value) if isinstance(value, float) else value.encode()
    for place in range(len(raw)):
        for bit in range(8):
            wrong = raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :]
            if isinstance(value, str):
                yield wrong.decode("utf-8", "surrogateescape")
            elif math.isfinite(number := struct.unpack(">d", wrong)[0]):
                yield number


def test_damaged_replacement_journal_is_not_installed(tmp_path: Path) -> None:
    lay(tmp_path, stopped(tmp_path))
    ready = tmp_path / "journal.db.new"
    for broken in (b"", b"SQLite format 3\0" + bytes(5000), (tmp_path / "journal.db").read_bytes()):
        content = bytearray(broken)
        if b"peg 0 1" in content:
            content[content.index(b"peg 0 1") + 4] ^= 1
        ready.write_bytes(content)
        check(tmp_path, nothing_lost=True)
        assert not ready.exists()
    assert len(list(tmp_path.glob("journal.db.damaged-new*"))) == 3, "they are kept aside"


def changed_line(content: bytes, entry: bytes) -> bytes:
    """Returns the file with a changed number in an action, which SQLite cannot detect."""
    place = content.index(b"peg 0 1", content.index(entry)) + 6
    return content[:place] + b"3" + content[place + 1 :]


def test_corrupted_copy_is_discarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, stopped(tmp_path))
    journal, _ = open_journal(tmp_path, DAY_2)
    copy_to = journal.copy_to

    def badly(path: Path) -> None:
        copy_to(path)
        path.write_bytes(changed_line(path.read_bytes(), b"four-41"))

    monkeypatch.setattr(journal, "copy_to", badly)
    there = copies(tmp_path)
    with pytest.raises(DeviceError, match="line 41 of game four"):
        make_copy(journal, tmp_path, DAY_2)
    assert copies(tmp_path) == there and not (tmp_path / "journal.db.suspect").exists()
    monkeypatch.undo()
    assert make_copy(journal, tmp_path, DAY_2) is not None
    journal.close()


def test_damaged_copy_does_not_trigger_repair(tmp_path: Path) -> None:
    lay(tmp_path, stopped(tmp_path))
    copy = copies(tmp_path)[-1].path
    link = SqliteJournal(tmp_path / "journal.db")
    head = link.link("two", 40)
    link.close()
    assert head is not None
    copy.write_bytes(copy.read_bytes().replace(head, bytes(32)))
    assert not opened(tmp_path)[1]


def test_integer_time_is_not_damage(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    assert journal.start("one", HEADER, "score", 1)
    assert journal.append("one", Entry(1, "id", 1, "web", "peg 0 1"))
    assert journal.damaged_lines(1, 10) == ([], 0)
    journal.close()


def test_sweep_removes_only_stale_temporary_files(tmp_path: Path) -> None:
    lay(tmp_path, stopped(tmp_path))
    old, names = time.time() - 3600, [".upload-x", ".restore-x", ".journal.db.1234abcd.part"]
    for name in [*names, "mine", ".hidden", "copies/other"]:
        path = tmp_path / name
        if name.startswith((".upload", ".restore")):
            path.mkdir()
            (path / "upload").write_bytes(b"x" * 100)
        else:
            path.write_bytes(b"x")
        os.utime(path, (old, old))
    fresh = tmp_path / ".upload-now"
    fresh.mkdir()
    opened(tmp_path)
    assert [name for name in names if (tmp_path / name).exists()] == []
    assert fresh.exists() and (tmp_path / "mine").exists() and (tmp_path / ".hidden").exists()


def test_doctor_reports_damaged_line(tmp_path: Path) -> None:
    content = stopped(tmp_path)["journal.db"]
    lay(tmp_path, {"journal.db": content})
    assert read_file(tmp_path / "journal.db").check == "ok"
    lay(tmp_path, {"journal.db": changed_line(content, b"four-41")})
    assert read_file(tmp_path / "journal.db").check == "line 41 of game four"


def test_line_with_several_flipped_bits_is_reported_as_read(tmp_path: Path) -> None:
    content = stopped(tmp_path)["journal.db"]
    place = content.index(b"peg 0 1", content.index(b"four-41"))
    lay(tmp_path, {"journal.db": content[:place] + b"peg 1 6" + content[place + 7 :]})
    shutil.rmtree(tmp_path / "copies")
    journal, notice = open_journal(tmp_path, DAY_2)
    assert notice is not None
    assert "Line 41 of the game of 2023-11-14 (Ann, Ben) is damaged and now reads “peg 1 6”" in (
        notice.text
    )
    lines = written("four", 84)
    lines[40] = "peg 1 6"
    assert [e.action for e in journal.load("four")] == lines
    assert not journal.damaged_lines(1, 10_000)[0], "what stands there now is what it says"
    journal.close()


def test_wal_truncated_by_power_cut_is_not_damage(tmp_path: Path) -> None:
    """Accepts an unacknowledged commit that was written in part."""
    files = killed(tmp_path)
    frame = files["journal.db-wal"][32 : 32 + 24 + 4096]
    for torn in (frame, frame[:512] + bytes(len(frame) - 512), frame[:1000], bytes(len(frame))):
        lay(tmp_path, files | {"journal.db-wal": files["journal.db-wal"] + torn})
        games, notice = opened(tmp_path)
        assert not notice and len(games["four"]) == 84


def test_torn_first_page_is_read_from_the_wal(tmp_path: Path) -> None:
    """Simulates a power cut during a checkpoint that garbles the first sectors."""
    files = killed(tmp_path)
    assert 1 in read_wal(files["journal.db-wal"]).pages
    for length in (16, 512, 4096):
        noise = Random(length).randbytes(length)
        lay(tmp_path, files | {"journal.db": noise + files["journal.db"][length:]})
        games, notice = opened(tmp_path)
        assert not notice and len(games["four"]) == 84
    # SQLite ignores this log, so the games are reassembled from readable parts.
    bad = noise + files["journal.db"][length:], b"?" + files["journal.db-wal"][1:]
    lay(tmp_path, files | dict(zip(("journal.db", "journal.db-wal"), bad, strict=True)))
    games, notice = opened(tmp_path)
    assert notice and len(games["four"]) == 84


def test_every_frame_after_a_damaged_one_is_read(tmp_path: Path) -> None:
    log = killed(tmp_path)["journal.db-wal"]
    whole = read_wal(log)
    assert not whole.damaged and not whole.torn and all(frame.sound for frame in whole.frames)
    step, number = 24 + whole.page_size, len(whole.frames)
    for hit in (0, 1, number // 2, number - 2):
        for offset in (0, 9, 16, 30, step - 1):  # page, salt, checksum, content
            at = 32 + hit * step + offset
            damaged = read_wal(log[:at] + bytes([log[at] ^ 0xFF]) + log[at + 1 :])
            assert damaged.torn if hit >= number - 2 else damaged.damaged
            assert len(damaged.frames) == number or hit >= number - 2
            sound = [frame.sound for frame in damaged.frames]
            assert sound.count(False) <= 2 and sound[:hit] == [True] * hit
    for at in range(32):
        headless = read_wal(log[:at] + bytes([log[at] ^ 0xFF]) + log[at + 1 :])
        assert headless.damaged and len(headless.frames) == number, at


def test_second_log_restarts_with_each_copy_and_skips_bad_lines(tmp_path: Path) -> None:
    files = killed(tmp_path)
    lay(tmp_path, files)
    path = second_log_of(tmp_path / "journal.db")
    notice = read_second_log(path)
    assert {game: len(entries) for game, entries in notice.entries.items()}["four"] == 84
    path.write_bytes(files[path.name].replace(b"four-40", b"four-4x"))
    assert len(read_second_log(path).entries["four"]) == 83, "only the line that is wrong"


def test_forgotten_name_is_in_no_journal_file(tmp_path: Path) -> None:
    lay(tmp_path, killed(tmp_path))
    journal, _ = open_journal(tmp_path, DAY_2)
    headers = {game: header.replace("Ann", "nobody") for game, header, _ in journal.games()}
    journal.rewrite_headers(headers)
    journal.close()
    for file in tmp_path.glob("journal.db*"):
        assert b"Ann" not in file.read_bytes(), file.name
    check(tmp_path, nothing_lost=True)


def test_copies_from_before_a_restore_are_ignored(tmp_path: Path) -> None:
    """Games from before the restore must not be mistaken for lost ones."""
    lay(tmp_path, killed(tmp_path))
    other = SqliteJournal(tmp_path / "other" / "journal.db")
    append_pegs(other, "restored", 1, 10)
    other.close()
    shutil.copyfile(tmp_path / "other" / "journal.db", tmp_path / "journal.db.new")
    assert opened(tmp_path) == ({"restored": written("restored", 10)}, False)
    content = (tmp_path / "journal.db").read_bytes()
    place = content.index(b"restored-4") + 4
    (tmp_path / "journal.db").write_bytes(content[:place] + b"X" + content[place + 1 :])
    games, notice = opened(tmp_path)
    assert notice and set(games) == {"restored"}
