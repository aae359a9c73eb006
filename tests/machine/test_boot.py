"""Installation and boot to the first page, with a real kernel, and systemd as process 1."""

import re

from tests.machine.conftest import say
from tests.machine.installed import INSTALL, INSTALL_S, SHARE, Installed
from tests.machine.machine import Machine


def test_installer_leaves_running_board(board: Installed) -> None:
    unit, text = board.report["unit"], board.report["said"]
    say(f"installed in {board.report['seconds']} s")
    assert "http://pegboard.local:8121/" in text and "systemd does not run here" not in text
    assert unit == {"Type": "notify", "NotifyAccess": "main", "NRestarts": "0"} | {
        "ActiveState": "active",
        "SubState": "running",
    }


def test_board_starts_with_the_machine(machine: Machine) -> None:
    """Expects the first page without any interaction."""
    page_s, processor_s = machine.first_page(), machine.processor_s()
    machine.wait()
    assert machine.output("readlink /proc/1/exe").strip().endswith("systemd")
    assert machine.output("systemctl is-active pegboard").strip() == "active"
    ready_us = machine.output("systemctl show pegboard -p ActiveEnterTimestampMonotonic --value")
    say(
        f"first page after {page_s:.0f} s ({processor_s:.0f} s of processor); by the kernel's "
        f"clock the board was ready after {int(ready_us) / 1e6:.0f} s"
    )
    assert "devices" in machine.state()


def test_boot_has_no_failures_or_warnings(machine: Machine) -> None:
    assert machine.output("systemctl --failed --plain --no-legend").split() == []
    units = "journalctl -b --no-pager -o cat _PID=1 | grep -i pegboard"
    text = machine.output(units)
    assert not re.search(r"fail|unknown|ignor|timed out", text, re.I), text


def test_installer_is_idempotent(machine: Machine) -> None:
    machine.output(SHARE)
    assert "Nothing had to be changed." in machine.output(INSTALL, INSTALL_S)
