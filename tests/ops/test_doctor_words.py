"""Translations of doctor findings to French and German."""

from pathlib import Path

import pytest

from pegboard.devices.strips._faults import FAULTS, Host
from pegboard.errors import DeviceMissing
from pegboard.i18n import Message, localize
from pegboard.notice import Notice, localize_error
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.run import examine
from tests.support.faulty_machines import FAULTY_MACHINES, Change
from tests.support.healthy_machine import healthy_machine
from tests.support.untranslated import OTHER_LANGUAGES, untranslated

SAME = {
    "fr": {"configuration", "page", "service"},
    "de": {"LEDs"},
}
"""Words that are the same in English."""
NAMES = {"GPIO", "SPI", "SQLite", "Python", "gpiod", "lgpio", "picamera2"}


def is_translatable(finding: Notice) -> bool:
    """Returns whether all parts of a finding are translatable."""
    parts = [finding.name, finding.text, finding.cure]
    if finding.name.endswith(" now"):  # devices report their own text
        parts = parts[:1]
    return all(isinstance(each, Message) or not each for each in parts)


def english(findings: list[Notice], language: str) -> list[str]:
    """Returns the untranslated parts, except commands to type."""
    found = untranslated([[each.name, each.text, each.cure or ""] for each in findings], language)
    return [text for text in found if text not in NAMES | SAME[language] and not _is_command(text)]


def _is_command(text: str) -> bool:
    return text.startswith("`") and text.endswith("`") and text.count("`") == 2


@OTHER_LANGUAGES
@pytest.mark.parametrize("pi", ["Zero 2 W", "5", None])
def test_findings_of_healthy_machine_are_translated(
    tmp_path: Path, pi: str | None, language: str
) -> None:
    found = examine(healthy_machine(tmp_path, pi))
    assert all(map(is_translatable, found))
    assert english(found, language) == []


@OTHER_LANGUAGES
@pytest.mark.parametrize(
    ("pi", "change"), [each[:2] for each in FAULTY_MACHINES], ids=[s[2] for s in FAULTY_MACHINES]
)
def test_findings_of_faulty_machine_are_translated(
    tmp_path: Path, pi: str, change: Change, language: str
) -> None:
    found = examine(change(healthy_machine(tmp_path, pi)))
    assert [each for each in found if not is_translatable(each)] == []
    assert english(found, language) == []


@OTHER_LANGUAGES
def test_led_faults_are_translated(language: str) -> None:
    for rows in FAULTS.values():
        assert (
            untranslated(
                [
                    localize_error(DeviceMissing(row.code, **row.facts(Host(size=9000, pin=18))))
                    for row in rows
                ],
                language,
            )
            == []
        )


def test_failed_check_is_translated(tmp_path: Path) -> None:
    def broken(machine: SystemProbe) -> Notice:
        raise KeyError("no such thing")

    (found,) = examine(healthy_machine(tmp_path), [broken])
    parts = localize("fr", found.as_json())
    assert parts["name"] == "broken"
    assert parts["says"] == "Cela n’a pas pu être vérifié (KeyError\u00a0: 'no such thing')"
    assert found.text == "This could not be checked (KeyError: 'no such thing')"
