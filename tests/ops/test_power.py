"""Restart and shutdown requests, executed by root with a fake systemctl."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pegboard.errors import DeviceError
from pegboard.ops.power import PATH_UNIT, Power, PowerAction
from pegboard.storage.state_names import POWER_REQUEST
from tests.support.paths import ROOT


@pytest.fixture
def power(tmp_path: Path) -> Power:
    """Returns the power control of an installed board under systemd."""
    for name in ("state", "systemd"):
        (tmp_path / name).mkdir()
    (tmp_path / "listens").touch()
    listens, systemd = tmp_path / "listens", tmp_path / "systemd"
    return Power(tmp_path / "state", path_unit=listens, systemd=systemd)


def carried_out(tmp_path: Path, code: int = 0) -> tuple[int, list[str]]:
    """Returns the exit code of root's helper, and the arguments passed to a fake systemctl."""
    tools, log = tmp_path / "tools", tmp_path / "log"
    tools.mkdir(exist_ok=True)
    (tools / "systemctl").write_text(f'#!/bin/sh\necho "$*" >>{log}\nexit {code}\n')
    (tools / "systemctl").chmod(0o755)
    command = [sys.executable, "-m", "pegboard.ops.power", str(tmp_path / "state")]
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT)
    return done.returncode, log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize(("wish", "command"), [("restart", "reboot"), ("shut down", "poweroff")])
def test_request_is_executed_once(
    wish: PowerAction, command: str, power: Power, tmp_path: Path
) -> None:
    assert power.is_possible and not power.is_simulated
    assert "board" in power.request(wish)
    assert carried_out(tmp_path) == (0, [command])
    assert not (tmp_path / "state" / POWER_REQUEST).exists()
    assert carried_out(tmp_path) == (2, [command]), "the wish is gone: no machine restarts for ever"


@pytest.mark.parametrize("line", ["", "reboot", "restart; rm -rf /", "restart now", "é" * 90])
def test_invalid_request_is_ignored(line: str, power: Power, tmp_path: Path) -> None:
    (tmp_path / "state" / POWER_REQUEST).write_text(line)
    assert carried_out(tmp_path) == (2, [])


def test_request_link_is_not_followed(power: Power, tmp_path: Path) -> None:
    (tmp_path / "wish").write_text("restart\n")
    (tmp_path / "state" / POWER_REQUEST).symlink_to(tmp_path / "wish")
    assert carried_out(tmp_path) == (2, [])


def test_exit_code_of_systemctl_is_returned(power: Power, tmp_path: Path) -> None:
    power.request("restart")
    assert carried_out(tmp_path, code=4) == (4, ["reboot"])


def test_power_is_simulated_without_systemd(tmp_path: Path) -> None:
    power = Power(tmp_path, path_unit=tmp_path / "no", systemd=tmp_path / "none")
    assert power.is_possible and power.is_simulated
    assert power.request("restart").startswith("Simulated") and power.simulated_requests == [
        "restart"
    ]
    assert list(tmp_path.iterdir()) == []


def test_power_is_refused_without_installer(power: Power, tmp_path: Path) -> None:
    (tmp_path / "listens").unlink()
    with pytest.raises(DeviceError) as refused:
        power.request("shut down")
    assert refused.value.code == "power-elsewhere" and not power.is_possible
    assert list((tmp_path / "state").iterdir()) == []


def test_path_unit_watches_the_power_request() -> None:
    unit = (ROOT / "systemd" / PATH_UNIT.name).read_text()
    assert f"PathExists=/var/lib/pegboard/{POWER_REQUEST}\n" in unit
    service = (ROOT / "systemd" / "pegboard-power.service").read_text()
    assert "-m pegboard.ops.power /var/lib/pegboard\n" in service
    assert PATH_UNIT.name in (ROOT / "systemd" / "install.sh").read_text()
