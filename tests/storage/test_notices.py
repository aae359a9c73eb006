"""Bulletins: told on every page in its language, over a restart, until somebody has read them."""

import json
from pathlib import Path

from pegboard.errors import PegboardError
from pegboard.i18n import Message, _, localize
from pegboard.narration.errors import localize_error
from pegboard.ops.safe_mode import SafeMode, Starts
from pegboard.storage.notices import FILE, Bulletins
from pegboard.storage.recovery import open_journal
from pegboard.storage.restore import Restored
from tests.support.damage import DAY_2, half, no_header, state_of, zeros
from tests.support.said import ANOTHER, left, texts


@ANOTHER
def test_a_mended_journal_is_told(tmp_path: Path, language: str) -> None:
    for damage in (zeros, no_header, half, Path.unlink):
        state = tmp_path / damage.__name__
        damage(state_of(state) / "journal.db")
        journal, told = open_journal(state, DAY_2)
        journal.close()
        assert isinstance(told, Message) and left(told, language) == []
        bulletins = Bulletins(state)
        bulletins.tell(told)
        (after,) = Bulletins(state).told()
        assert after["text"] == told
        assert localize(language, after)["text"] == told.localize(language) != told


def test_what_is_lost_is_told_with_its_plurals() -> None:
    for n, english, french in ((1, "entry is", "entrée est perdue"), (2, "entries are", "perdues")):
        lost = _("at least {n} entries are lost", n=n)
        assert english in lost and french in lost.localize("fr")


def test_a_bulletin_of_an_earlier_version_is_told_as_it_is(tmp_path: Path) -> None:
    old = {"id": "a", "at": 1.0, "text": "The journal was missing."}
    (tmp_path / FILE).write_text(json.dumps([old]))
    bulletins = Bulletins(tmp_path)
    assert localize("de", bulletins.told()) == [{"id": "a", "text": "The journal was missing."}]
    bulletins.tell(_("The journal was missing."))
    assert len(bulletins.unread) == 1
    assert bulletins.read("a") and Bulletins(tmp_path).unread == []


def test_a_file_that_is_no_sentence_is_no_bulletin(tmp_path: Path) -> None:
    spoilt = {"id": "a", "at": 1.0, "text": {"template": "{gone}", "facts": {}}}
    (tmp_path / FILE).write_text(json.dumps([spoilt]))
    assert Bulletins(tmp_path).told() == []


@ANOTHER
def test_why_it_is_safe_mode(tmp_path: Path, language: str) -> None:
    starts = Starts(tmp_path)
    starts.ask(SafeMode.HELD)
    why = [starts.begin()]
    starts.begin()
    why.append(starts.begin())
    assert why == [SafeMode.HELD, SafeMode.TWICE]
    safe = [PegboardError(SafeMode.ON, why=PegboardError(each)) for each in why if each]
    said = [localize_error(each) for each in safe]
    assert len([*texts(said)]) == 4 and left(said, language) == []


@ANOTHER
def test_what_a_restore_did(language: str) -> None:
    done = Restored(1, 20, "2026-11-21 09:41", "journal.db.before-2026-11-21", "")
    said = str(done)
    assert said.startswith(
        "Restored 1 game with 20 entries, made on 2026-11-21 09:41 UTC, and verified."
    )
    assert isinstance(said, Message) and left(said, language) == []
