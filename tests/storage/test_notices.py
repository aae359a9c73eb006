"""Stored notices: translated, and kept across restarts until acknowledged."""

import json
from pathlib import Path

import pytest

from pegboard.errors import PegboardError
from pegboard.i18n import Message, _, localize
from pegboard.i18n.serialize import as_json
from pegboard.notice import Notice, localize_error
from pegboard.ops.safe_mode import SafeMode, StartRecord
from pegboard.storage.codes import CopyFault
from pegboard.storage.notices import MOST, NoticeStore
from pegboard.storage.recovery import open_journal
from pegboard.storage.restore import Restored
from pegboard.storage.state_names import NOTICES, OLDER_NOTICES
from tests.support.journals import DAY_2, copy_state, erase_header, fill_with_zeros, truncate_half
from tests.support.untranslated import OTHER_LANGUAGES, messages_in, untranslated


@OTHER_LANGUAGES
def test_repair_notice_is_translated(tmp_path: Path, language: str) -> None:
    for damage in (fill_with_zeros, erase_header, truncate_half, Path.unlink):
        state = tmp_path / damage.__name__
        damage(copy_state(state) / "journal.db")
        journal, repair = open_journal(state, DAY_2)
        journal.close()
        assert repair is not None and repair.sticky and untranslated(repair.text, language) == []
        NoticeStore(state).add(repair)
        (after,) = NoticeStore(state).unread
        assert after.is_same(repair) and after.text == repair.text
        says = localize(language, after.as_json())["says"]
        assert says == repair.text.localize(language) != repair.text


def test_repair_notice_has_facts_for_programs(tmp_path: Path) -> None:
    fill_with_zeros(copy_state(tmp_path) / "journal.db")
    journal, repair = open_journal(tmp_path, DAY_2)
    journal.close()
    assert repair is not None and (repair.about, repair.code) == ("journal", "journal-mended")
    assert repair.facts == {
        "copy": "2023-11-14", "aside": "journal.db.damaged-2023-11-15", "entries": 100, "lost": 0,
    }  # fmt: skip
    (tmp_path / "journal.db").unlink()
    journal, repair = open_journal(tmp_path, DAY_2)
    journal.close()
    assert repair is not None and repair.code == "journal-was-gone"


def test_repair_notice_has_correct_plurals() -> None:
    for n, english, french in ((1, "entry is", "entrée est perdue"), (2, "entries are", "perdues")):
        lost = _("at least {n} entries are lost", n=n)
        assert english in lost and french in lost.localize("fr")


def notice(number: int) -> Notice:
    return Notice.from_code(CopyFault.NOT_MADE, about="copies", sticky=True, why=f"fault {number}")


def test_store_ignores_duplicates_and_drops_the_oldest(tmp_path: Path) -> None:
    store = NoticeStore(tmp_path, lambda: 7.0)
    for number in (0, *range(MOST + 1)):
        store.add(notice(number))
    assert [each.facts["why"] for each in store.unread] == [f"fault {n + 1}" for n in range(MOST)]
    assert {each.at for each in store.unread} == {7.0}
    assert len({each.id for each in store.unread}) == MOST
    again = NoticeStore(tmp_path)
    assert again.unread == store.unread
    assert again.acknowledge(store.unread[0].id) and not again.acknowledge(store.unread[0].id)
    assert NoticeStore(tmp_path).unread == store.unread[1:]


def test_notices_of_earlier_version_are_shown_unchanged(tmp_path: Path) -> None:
    made = _("The copy of {date} was restored.", date="2026-11-21")
    old = [
        {"id": "a", "at": 1.0, "text": "It was gone."},
        {"id": "b", "at": 2.0, "text": as_json(made)},
    ]
    (tmp_path / OLDER_NOTICES).write_text(json.dumps(old))
    store = NoticeStore(tmp_path)
    one, other = store.unread
    assert (one.id, one.at, one.code, one.sentence) == ("a", 1.0, "said", "It was gone.")
    assert other.text.localize("fr") == made.localize("fr")
    store.add(notice(1))
    assert not (tmp_path / OLDER_NOTICES).exists()
    assert NoticeStore(tmp_path).unread == store.unread and len(store.unread) == 3
    for each in store.unread:
        store.acknowledge(each.id)
    assert NoticeStore(tmp_path).unread == []


GOOD = Notice.from_code(CopyFault.NOT_MADE, about="copies", sticky=True, why="full").as_json()


@pytest.mark.parametrize(
    "spoilt",
    [
        {"id": "a", "at": 1.0, "text": {"template": "{gone}", "facts": {}}},
        {"id": "a", "at": 1.0},
        {"id": 5, "at": 1.0, "text": "It was gone."},
        GOOD | {"state": "awful"},
        GOOD | {"says": None},
        GOOD | {"facts": 7},
        GOOD | {"fix": "the roof"},
        GOOD | {"at": "noon"},
        "It was gone.",
        None,
    ],
)
def test_unreadable_notices_file_is_ignored(tmp_path: Path, spoilt: object) -> None:
    (tmp_path / NOTICES).write_text(json.dumps([spoilt]))
    assert NoticeStore(tmp_path).unread == []


@OTHER_LANGUAGES
def test_safe_mode_reasons_are_translated(tmp_path: Path, language: str) -> None:
    starts = StartRecord(tmp_path)
    starts.request_safe_mode(SafeMode.HELD)
    why = [starts.record_start()]
    starts.record_start()
    why.append(starts.record_start())
    assert why == [SafeMode.HELD, SafeMode.TWICE]
    safe = [PegboardError(SafeMode.ON, why=PegboardError(each)) for each in why if each]
    texts = [localize_error(each) for each in safe]
    assert len([*messages_in(texts)]) == 4 and untranslated(texts, language) == []


@OTHER_LANGUAGES
def test_restore_result_is_translated(language: str) -> None:
    done = Restored(1, 20, "2026-11-21 09:41", "journal.db.before-2026-11-21", "", "")
    texts = str(done)
    assert texts.startswith(
        "Restored 1 game with 20 entries, made on 2026-11-21 09:41 UTC, and verified."
    )
    assert isinstance(texts, Message) and untranslated(texts, language) == []
