"""Doctor: each fault is found on a faulty machine, and none on a healthy one."""

import doctest
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pegboard.config import CameraConfig, Setting
from pegboard.devices.autodetect import Choice
from pegboard.devices.usb_board.port import UsbBoard
from pegboard.devices.usb_board.protocol.messages import PROTOCOL, Report, Welcome
from pegboard.errors import Common, ConfigError, DeviceMissing, PegboardError
from pegboard.notice import Level, Notice, is_well
from pegboard.ops.doctor import topic
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.run import CHECKS, examine
from pegboard.ops.safe_mode import SafeMode
from pegboard.storage import factory_reset
from tests.support.code_tables import code_tables
from tests.support.faulty_machines import ABSENT, FAULT, FAULTY_MACHINES, OK, WARNING, Change
from tests.support.healthy_machine import (
    NOW,
    command_output,
    config,
    findings,
    healthy_machine,
    write_file,
)
from tests.support.machine_files import MODELS

BAD_KEY = ConfigError(Setting.UNKNOWN_KEY, file="board.toml", key="bord", known="board, buttons")
TWICE = PegboardError(SafeMode.TWICE)


@pytest.mark.parametrize("pi", ["Zero 2 W", "3", "4", "5", None])
def test_healthy_machine_has_no_faults(tmp_path: Path, pi: str | None) -> None:
    findings = examine(healthy_machine(tmp_path, pi))
    assert [each for each in findings if each.level in (FAULT, WARNING)] == []
    assert is_well(findings)
    names = [each.name for each in findings]
    assert len(names) == len(set(names)) == len(CHECKS)
    for each in findings:
        assert not each.cure and not each.fix


@pytest.mark.parametrize(
    ("pi", "change", "name", "state", "wrong", "cure"),
    FAULTY_MACHINES,
    ids=[f"{name}-{wrong[:20]}" for _, _, name, _, wrong, _ in FAULTY_MACHINES],
)
def test_every_fault_has_a_cure(
    tmp_path: Path, pi: str, change: Change, name: str, state: Level, wrong: str, cure: str
) -> None:
    finding = findings(change(healthy_machine(tmp_path, pi)))[name]
    assert finding.level == state, finding
    assert wrong.lower() in finding.text.lower() and cure in (finding.cure or ""), finding
    assert bool(finding.cure) == (state in (FAULT, WARNING))


def test_documentation_lists_every_check() -> None:
    assert doctest.testmod(topic).failed == 0


def test_findings_have_unique_codes_and_json_facts(tmp_path: Path) -> None:
    """Checks that problems have unique codes, and facts that can be encoded as JSON."""
    errors = {str(code) for table in code_tables().values() for code in table}
    codes: dict[str, set[str]] = {}
    for number, (pi, change, *_) in enumerate(FAULTY_MACHINES):
        for each in examine(change(healthy_machine(tmp_path / str(number), pi))):
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.about), each
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.code), each
            about = each.about.removesuffix("-now")  # devices have their own codes
            assert each.code.startswith(f"{about}-") or each.code in errors, each
            assert json.loads(json.dumps(each.facts)) == each.facts, each
            codes.setdefault(each.code, set()).add(each.text.template)
    twice = {code: templates for code, templates in codes.items() if len(templates) > 1}
    wrong = {code for code in twice if not code.endswith(("-ok", "-absent"))}
    assert wrong == {"packages-unmet"}, "a list of what is missing and what is too old"


def test_fault_affects_only_its_own_check(tmp_path: Path) -> None:
    """Checks that no other check reports the fault."""
    for number, (pi, change, name, _, _, _) in enumerate(FAULTY_MACHINES):
        ill = {
            each.name
            for each in examine(change(healthy_machine(tmp_path / str(number), pi)))
            if each.level in (FAULT, WARNING)
        }
        also = (
            {"speed"} if name == "power supply" else {"power supply"} if name == "speed" else set()
        )
        also |= {"packages"} if name == "lgpio" else {"computer"}
        assert ill - also <= {name}, (name, ill)


def test_either_gpio_library_is_sufficient(tmp_path: Path) -> None:
    """Debian 12 has an older, incompatible gpiod."""
    machine = replace(healthy_machine(tmp_path), installed=lambda module: module != "lgpio")
    assert findings(machine)["lgpio"].level == FAULT
    newer = replace(machine, version=lambda package: {"gpiod": "2.5.0"}.get(package, "99"))
    assert findings(newer)["gpiod"].level == OK and "lgpio" not in findings(newer)


def test_throttling_is_read_from_kernel_without_vcgencmd(tmp_path: Path) -> None:
    machine = replace(healthy_machine(tmp_path), answer=command_output({}))
    assert findings(machine)["power supply"].level == ABSENT
    write_file(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt")
    write_file(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0")
    assert findings(machine)["power supply"].level == OK
    write_file(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1")
    assert findings(machine)["power supply"].level == FAULT


def test_spi_screen_conflict_is_reported(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    (tmp_path / "sys/bus/spi/drivers/ads7846").mkdir(parents=True)
    (tmp_path / "sys/bus/spi/devices/spi0.1").mkdir(parents=True)
    link = tmp_path / "sys/bus/spi/devices/spi0.1/driver"
    link.symlink_to(tmp_path / "sys/bus/spi/drivers/ads7846")
    finding = findings(machine)["SPI bus"]
    assert finding.level == FAULT and "ads7846 has the SPI port" in finding.text
    assert "dtoverlay line from /boot/firmware/config.txt" in (finding.cure or "")


def test_simulated_leds_on_a_pi_are_explained(tmp_path: Path) -> None:
    why = [Choice("LEDs", "simulated (memory:), drawn on the page; for real ones: SPI is off.")]
    machine = replace(healthy_machine(tmp_path), config=config("memory:"), why=why)
    finding = findings(machine)["LEDs"]
    assert finding.level == FAULT and "SPI is off" in (finding.cure or "")
    assert findings(replace(machine, why=()))["LEDs"].level == WARNING


def test_usb_board_faults_are_reported(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    assert findings(machine)["firmware"].level == ABSENT
    write_file(tmp_path, "dev/serial/by-id/usb-pegboard_Pegboard_E6-if00", "")

    def unplugged() -> Any:
        raise DeviceMissing(
            Common.VERBATIM_WITH_CURE, says="no answer", cure="press its reset button"
        )

    finding = findings(replace(machine, usb_board=unplugged))["firmware"]
    assert (finding.level, finding.text, finding.cure) == (
        FAULT,
        "No answer",
        "Press its reset button",
    )

    def in_use() -> Any:
        raise DeviceMissing(UsbBoard.IN_USE, port="/dev/ttyACM0")

    assert findings(replace(machine, usb_board=in_use))["firmware"].level == OK


def test_current_limit_of_firmware_is_compared_with_configuration(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    write_file(tmp_path, "dev/serial/by-id/usb-pegboard_Pegboard_E6-if00", "")
    welcome = Welcome(PROTOCOL, 0, 1, 0, 512, 1600, 16, 15, 2000, 1, 0, bytes(8))
    report = Report(*[0] * 10)
    machine = replace(machine, usb_board=lambda: (welcome, report))
    for strip, max_mA, level in (
        ("serial:", 2000, OK),
        ("serial:", 3000, WARNING),
        ("spi:", 3000, OK),
    ):
        board = replace(machine.config.board, strip=strip, max_mA=max_mA)
        finding = findings(replace(machine, config=replace(machine.config, board=board)))[
            "firmware"
        ]
        assert finding.level == level
        if level == WARNING:
            assert "2000 mA at most, and [board] max_mA is 3000" in finding.text
            assert "LIMIT_MA=3000" in (finding.cure or "")


def test_pending_reset_is_reported(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    factory_reset.request(machine.state)
    finding = findings(machine)["reset"]
    assert finding.level == WARNING and finding.fix == "forget the reset"


def test_old_copy_is_reported(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    copy = machine.state / "copies" / "000012-2026-11-21.db"
    copy.parent.mkdir()
    copy.write_text("")
    for days, state in ((1, OK), (30, WARNING)):
        os.utime(copy, (NOW - days * 86_400,) * 2)
        assert findings(machine)["backup"].level == state


def test_newer_version_is_reported(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    assert findings(machine)["update"].level == ABSENT
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    write_file(tmp_path, "etc/pegboard/releases", f"{wheels}\n")
    for version in ("0.1.0", "0.0.9"):
        (wheels / f"pegboard-{version}-py3-none-any.whl").write_text("")
    assert "no newer one is known" in findings(machine)["update"].text
    (wheels / "pegboard-0.10.0-py3-none-any.whl").write_text("")
    assert "0.10.0 is available" in findings(machine)["update"].text
    write_file(tmp_path, "etc/pegboard/releases", "https://boards.example/\n")
    assert "no newer one is known" in findings(machine)["update"].text


def test_camera_user_with_extra_rights_is_reported(tmp_path: Path) -> None:
    machine = healthy_machine(tmp_path)
    assert findings(machine)["camera’s user"].level == ABSENT
    unit = "etc/systemd/system/pegboard-camera.service"
    for user, groups, level in (
        ("pegboard-camera", {"video", "render"}, OK),
        ("pegboard-camera", {"render"}, FAULT),
        ("pegboard-camera", {"video", "pegboard"}, WARNING),
        ("pegboard", {"video"}, WARNING),
    ):
        write_file(tmp_path, unit, f"[Service]\nUser={user}\n")
        listed = replace(machine, listed={user: frozenset(groups)}.__getitem__)
        assert findings(listed)["camera’s user"].level == level, (user, groups)


def test_world_readable_password_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("")
    file.chmod(0o644)
    machine = replace(healthy_machine(tmp_path), config_file=file)
    source = "files:http://ann:secret@10.0.0.5/stream"
    machine = replace(machine, config=replace(machine.config, camera=CameraConfig(source=source)))
    finding = findings(machine)["camera"]
    assert finding.level == WARNING and "chmod 640" in str(finding.cure)
    assert "secret" not in finding.text + str(finding.cure)
    file.chmod(0o640)
    assert findings(machine)["camera"].level == OK


def test_damaged_weights_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegboard.ops.doctor.checks.software.WEIGHTS", tmp_path)
    write_file(tmp_path, "weights.json", '{"weights": {"a.onnx": {"sha256": "00"}}}')
    write_file(tmp_path, "a.onnx", "damaged")
    finding = findings(healthy_machine(tmp_path))["recogniser"]
    assert finding.level == FAULT and "a.onnx" in finding.text


def test_check_that_raises_becomes_a_finding() -> None:
    def broken(machine: SystemProbe) -> Notice:
        raise KeyError("x")

    (finding,) = examine(SystemProbe(), [broken])
    assert finding.level == WARNING and "KeyError" in finding.text


@pytest.mark.parametrize("pi", MODELS)
def test_checks_tolerate_missing_files_and_rights(tmp_path: Path, pi: str) -> None:
    """Only the model is readable, and no command or device works."""
    write_file(tmp_path, "proc/device-tree/model", MODELS[pi])
    machine = replace(
        healthy_machine(tmp_path / "other", None),
        root=tmp_path,
        config=config(camera="v4l:/dev/video0"),
        games=None,
        may=lambda path: False,
        installed=lambda name: False,
        version=lambda name: None,
        answer=lambda command: None,
        fetch=lambda url: "",
    )
    assert not [each for each in examine(machine) if "could not be checked" in each.text]
