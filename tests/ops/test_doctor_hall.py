"""Doctor of a hall: faults, healthy halls, and translations."""

from dataclasses import replace
from pathlib import Path

import pytest

from pegboard.errors import Common, DeviceError
from pegboard.notice import is_well
from pegboard.ops.doctor.checks.hall import HallFacts, examine_hall
from pegboard.ops.doctor.probe import SystemProbe
from tests.ops.test_doctor_words import english, is_translatable
from tests.support.faulty_machines import ABSENT, FAULT, OK, WARNING
from tests.support.healthy_machine import NOW, command_output, healthy_machine
from tests.support.untranslated import OTHER_LANGUAGES

WRONG = DeviceError(Common.VERBATIM, says="x")
DAY = 86_400.0


def machine(tmp_path: Path, state: str = "enabled") -> SystemProbe:
    well = healthy_machine(tmp_path, None)
    command = "systemctl show pegboard-hall -p UnitFileState --value"
    return replace(well, unit="pegboard-hall", answer=command_output({command: state}))


def facts(tmp_path: Path, mode: int = 0o600) -> HallFacts:
    key = tmp_path / "hall.key"
    key.touch()
    key.chmod(mode)
    return HallFacts(
        tmp_path, key, "ab" * 32, boards=3, entries=400, events=1, store=True,
        backed_up=NOW - DAY, changed=NOW, broker="mqtt://h", connected=True,
    )  # fmt: skip


def test_healthy_hall_has_no_faults(tmp_path: Path) -> None:
    found = examine_hall(machine(tmp_path), facts(tmp_path))
    assert is_well(found)
    levels = {each.about: each.level for each in found}
    for about in ("hall-key", "hall-store", "hall-backup", "hall-broker", "hall-start"):
        assert levels[about] == OK
    assert len(levels) == len(found)


@pytest.mark.parametrize(
    ("about", "code", "level", "change"),
    [
        ("hall-key", "hall-key-unusable", FAULT, {"key_fault": WRONG}),
        ("hall-key", "hall-key-absent", ABSENT, {"hall": None}),
        ("hall-store", "hall-store-damaged", FAULT, {"store_fault": WRONG}),
        ("hall-store", "hall-store-absent", ABSENT, {"store": False}),
        ("hall-backup", "hall-backup-none", WARNING, {"backed_up": None}),
        ("hall-backup", "hall-backup-absent", ABSENT, {"backed_up": None, "events": 0}),
        ("hall-backup", "hall-backup-old", WARNING, {"backed_up": NOW - 9 * DAY}),
        ("hall-backup", "hall-backup-ok", OK, {"backed_up": NOW - 9 * DAY, "changed": 0.0}),
        ("hall-broker", "hall-broker-away", FAULT, {"connected": False}),
        ("hall-broker", "hall-broker-absent", ABSENT, {"connected": None}),
        ("hall-broker", "hall-broker-absent", ABSENT, {"broker": ""}),
    ],
)
def test_hall_fault_is_reported(
    tmp_path: Path, about: str, code: str, level: str, change: dict[str, object]
) -> None:
    found = examine_hall(machine(tmp_path), replace(facts(tmp_path), **change))  # type: ignore[arg-type]
    (notice,) = [each for each in found if each.about == about]
    assert (notice.code, notice.level) == (code, level)
    assert bool(notice.cure) == (level in (FAULT, WARNING))
    for language in ("fr", "de"):
        assert is_translatable(notice) and english([notice], language) == []


@OTHER_LANGUAGES
def test_hall_findings_are_translated(tmp_path: Path, language: str) -> None:
    found = examine_hall(machine(tmp_path, "linked"), facts(tmp_path, 0o644))
    codes = {each.code for each in found}
    assert {"hall-key-open", "hall-start-disabled"} <= codes
    assert english(found, language) == []
