"""Notices: one shape for what people and programs are told of trouble."""

import doctest
import json
from pathlib import Path
from typing import Any

import pytest

import pegboard.notice as module
from pegboard.errors import Common, DeviceMissing, PegboardError, fact_as_json
from pegboard.i18n import Message, _, localize
from pegboard.i18n.serialize import as_json, from_json
from pegboard.notice import Fix, Level, Notice, is_well, localize_error

FAULT = DeviceMissing(Common.VERBATIM_WITH_CURE, says="it is gone", cure="plug it in")
INSIDE = PegboardError(Common.FILE_TROUBLE, file="journal.db", why=FAULT)


def test_the_documentation() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("error", [FAULT, INSIDE])
def test_notice_from_error_has_its_sentence(error: PegboardError) -> None:
    notice = Notice.from_error(error, "strip")
    assert notice.code == error.code and notice.sentence == localize_error(error)
    for language in ("fr", "de"):
        assert notice.sentence.localize(language) == localize_error(error).localize(language)
    assert notice.facts == fact_as_json(error.as_json())["facts"]
    assert json.loads(json.dumps(notice.facts)) == notice.facts


@pytest.mark.parametrize("level", Level)
def test_only_warnings_and_faults_are_not_ok(level: Level) -> None:
    notice = Notice.from_error(FAULT, "strip", level=level)
    assert notice.is_ok == (level not in ("warning", "fault")) == is_well([notice])


@pytest.mark.parametrize(
    "notice",
    [
        Notice.from_error(FAULT, "strip"),
        Notice.from_error(INSIDE, "journal", level=Level.WARNING, sticky=True),
        Notice(Level.OK, "spi", "spi-ok", _("It works."), name=_("SPI"), fix=Fix.COPY_GAMES),
    ],
)
def test_notice_round_trips_through_json_with_translations(notice: Notice) -> None:
    again = Notice.from_json(from_json(json.loads(json.dumps(as_json(notice.as_json())))))
    assert again == notice and again.is_same(notice)
    assert again.sentence.localize("fr") == notice.sentence.localize("fr")


def test_notice_codes_and_facts_are_language_independent() -> None:
    notice = Notice.from_code(
        Common.FILE_TROUBLE, about="disk", file=Path("/a"), why=_("{n} games", n=1)
    )
    localized: dict[str, dict[str, Any]] = {
        language: localize(language, notice.as_json()) for language in ("en", "fr", "de")
    }
    assert notice.facts == {"file": "/a", "why": "1 game"}
    for message in localized.values():
        assert (message["code"], message["facts"]) == ("file-trouble", notice.facts)
        assert not isinstance(message["facts"]["why"], Message)
    assert len({message["says"] for message in localized.values()}) == 3
