"""State files, remote games, halls and archives of earlier versions can be read.

Rewriting leaves their bytes unchanged; see `tests/data/after_0_1_0`.
"""

import shutil
import time
from pathlib import Path

import pytest

from pegboard.chain.key_file import load_key
from pegboard.hall.archive.verify import verify
from pegboard.hall.folder import KEY, open_hall
from pegboard.hall.maintenance.restore import restore
from pegboard.hall.service.events.status import read_running, read_status
from pegboard.hall.service.events.takeover_requests import read_requests
from pegboard.hall.service.join_code import JoinCode
from pegboard.hall_client.membership import read_membership, save_membership
from pegboard.hall_client.signed_cards import LARGEST as LARGEST_CARDS
from pegboard.hall_client.signed_cards import SignedGame
from pegboard.host.state_file import StateFile
from pegboard.ops.safe_mode import SafeMode, StartRecord
from pegboard.ops.settings.chosen import SettingsFile
from pegboard.ops.strip_length import save_length, saved_length
from pegboard.ops.update.installer import NOTE, SINCE, SwitchNote
from pegboard.ops.update.request import RESULT, latest_result, store_result
from pegboard.pairing import devices
from pegboard.remote.game import RemoteGame
from pegboard.remote.saved import SavedGame
from pegboard.session.counting.pack import PackBelief, pack_file
from pegboard.session.memory import LastSetups, SavedTableFile
from pegboard.storage import state_names
from pegboard.storage.notices import NoticeStore

OLDER = Path(__file__).parent.parent / "data" / "after_0_1_0"
EVENT, BOARDS = "club-night", 3


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """Returns a writable copy of the files."""
    return Path(shutil.copytree(OLDER, tmp_path / "older"))


def is_as_before(folder: Path, name: str) -> bool:
    """Returns whether a rewritten file has its original bytes."""
    return (folder / name).read_bytes() == (OLDER / folder.name / name).read_bytes()


def test_settings_and_setups_are_read_and_rewritten_unchanged(older: Path) -> None:
    state = older / "state"
    settings = SettingsFile(state)
    chosen = settings.read()
    assert chosen["board.brightness"] == 0.25 and chosen["game.regulars"] == ("Zoë", "Ann")
    settings.write(chosen)
    setups = LastSetups(state)
    assert setups.requests["score"].names == ("Zoë", "Ann")
    setups.save(setups.requests["score"])
    for name in (state_names.SETTINGS, state_names.REMEMBERED):
        assert is_as_before(state, name), name


def test_table_devices_pack_and_strip_are_rewritten_unchanged(older: Path) -> None:
    state = older / "state"
    table = SavedTableFile(state)
    assert table.content.waiting[0]["scores"] == [12, 30] and table.content.done == ("command-1",)
    (phone, tablet) = known = devices.read_devices(state)
    assert (phone.name, phone.board, phone.seat) == ("Zoë's phone", True, 1)
    assert tablet.paired == 1764331208.0 and isinstance(tablet.paired, float)
    devices.write_devices(state, known)
    pack = pack_file(state).read_or(PackBelief())
    assert pack.shares == {"english": 0.05, "french": 0.95} and pack.asked == ("french",)
    pack_file(state).write(pack)
    assert saved_length(state) == 240
    save_length(state, 240)
    for name in (state_names.DEVICES, state_names.PACK, state_names.STRIP):
        assert is_as_before(state, name), name


def test_notices_and_start_flag_are_read(older: Path) -> None:
    (notice,) = NoticeStore(older / "state").unread
    assert notice.code == "copy-not-made" and notice.at == 1764331208.5
    assert StartRecord(older / "state").record_start() is SafeMode.HELD
    StartRecord(older / "state").request_safe_mode(SafeMode.HELD)
    assert is_as_before(older / "state", state_names.START)


def test_update_notes_are_read_and_rewritten_unchanged(older: Path) -> None:
    update = older / "update"
    for name in (NOTE, SINCE):
        file = StateFile(update / name, SwitchNote)
        note = file.read()
        assert note is not None and (note.before, note.after) == ("0.1.0", "0.2.0")
    result = latest_result(update)
    assert result is not None and result.says == "0.2.0 runs"
    store_result(result, update)
    assert is_as_before(update, RESULT)


def test_hall_membership_files_are_read(older: Path) -> None:
    state = older / "state"
    hall = read_membership(state)
    assert hall is not None and hall.url == "http://192.168.1.20:8131"
    save_membership(state, hall)
    assert is_as_before(state, state_names.HALL)
    cards = StateFile(state / state_names.HALL_CARDS, list[SignedGame], longest=LARGEST_CARDS)
    (card,) = cards.read_or([])
    assert card.seating.match == (1, 2) and card.held_s == (1.2, 1.5)
    cards.write([card])
    assert is_as_before(state, state_names.HALL_CARDS)


def test_remote_game_resumes(older: Path) -> None:
    file = StateFile(older / "state" / state_names.REMOTE_GAME, SavedGame, longest=16 * 1024 * 1024)
    stored = file.read()
    assert stored is not None and stored.has_begun and len(stored.hand) == 4
    game = RemoteGame(stored)
    assert game.state.stage_name == "play" and not game.is_ended
    file.write(stored)
    assert is_as_before(older / "state", state_names.REMOTE_GAME)


def check_hall(folder: Path) -> None:
    with open_hall(folder) as hall:
        assert len(hall.store.boards()) == BOARDS and hall.store.events() == [EVENT]
        assert read_running(hall) == [EVENT]
        notes = read_status(hall, EVENT)
        assert (notes.hidden, notes.until, notes.left) == (True, None, 125.5)
        assert notes.secret == hall.secret(EVENT) == "11" * 32
        assert sorted(games for games in notes.before.values() if "g3" in games or "g1" in games)
        (asked,) = read_requests(hall, EVENT)
        assert asked.table == 1 and asked.doubt == "here"
        at = 1795871736.59414 - 60
        code = JoinCode(hall.store, load_key(folder / KEY), time.monotonic, lambda: at).current()
        assert code is not None and len(code[0]) == 6 and round(code[1]) == 60


def test_hall_opens_with_its_notes_file(older: Path) -> None:
    check_hall(older / "hall")


def test_hall_is_restored_from_its_backup(tmp_path: Path) -> None:
    restore(OLDER / "hall-backup.zip", tmp_path / "again")
    check_hall(tmp_path / "again")


def test_archive_of_earlier_version_is_verified() -> None:
    report = verify((OLDER / "event.zip").read_bytes(), "event.zip")
    assert not report.faults and report.games == 3
