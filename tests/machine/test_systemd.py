"""systemd as process 1: watchdog, restarts, and exposure of units."""

import re
import time

import pytest

from tests.machine.conftest import say
from tests.machine.machine import Machine
from tests.ops.test_systemd import EXPOSED

PID = "systemctl show pegboard -p MainPID --value"
KIOSK = "pegboard-kiosk.service"
HALL = "pegboard-hall.service"
"""Only there where they are asked for: test_kiosk.py and test_hall.py judge them."""
SHOW = "systemctl show pegboard -p NRestarts,SubState"


@pytest.fixture(scope="module", autouse=True)
def started(machine: Machine) -> None:
    machine.first_page()
    machine.wait()


def restarts(machine: Machine) -> int:
    return int(machine.output("systemctl show pegboard -p NRestarts --value"))


def until_restarted(machine: Machine, before: int) -> float:
    """Waits for the next start and its first page; returns the seconds."""
    begun = time.monotonic()
    expected = (f"NRestarts={before + 1}", "SubState=running")
    machine.until(SHOW, lambda text: all(line in text for line in expected))
    machine.until("systemctl is-active pegboard", lambda text: text == "active\n")
    machine.first_page()
    return time.monotonic() - begun


def test_hanging_board_is_restarted(machine: Machine) -> None:
    before = restarts(machine)
    machine.output(f"kill -STOP $({PID})")
    took_s = until_restarted(machine, before)
    text = machine.output("journalctl -b -u pegboard --no-pager -o cat")
    assert "Watchdog timeout (limit 20s)!" in text and "SIGABRT" in text
    say(f"hung, ended and started again in {took_s:.0f} s")


def test_killed_board_is_restarted(machine: Machine) -> None:
    before = restarts(machine)
    machine.output(f"kill -KILL $({PID})")
    say(f"killed and started again in {until_restarted(machine, before):.0f} s")
    assert "status=9/KILL" in machine.output("journalctl -b -u pegboard --no-pager -o cat")


def test_healthy_board_is_not_restarted(machine: Machine) -> None:
    """Expects no restart within three watchdog intervals of the machine's clock."""
    before, begun = restarts(machine), machine.output("cut -d. -f1 /proc/uptime")
    now = "cut -d. -f1 /proc/uptime"
    machine.until(now, lambda text: int(text) >= int(begun) + 60)
    assert restarts(machine) == before
    assert "devices" in machine.state()


def test_unit_exposure_is_low(machine: Machine) -> None:
    installed = machine.output("cd /etc/systemd/system; ls pegboard*.service").split()
    assert {*installed, KIOSK, HALL} == set(EXPOSED)
    found = {unit: exposure(machine, unit) for unit in installed}
    say(f"exposure: {found}")
    assert {unit: of for unit, of in found.items() if of > EXPOSED[unit]} == {}


def exposure(machine: Machine, unit: str) -> float:
    """Returns the exposure of the running unit; `--offline` would only read the file."""
    text = machine.output(f"systemd-analyze security --no-pager {unit} 2>&1 | tail -1")
    match = re.search(r"exposure level for \S+: ([\d.]+)", text)
    assert match is not None, text
    return float(match[1])


def test_board_owns_games_but_not_program(machine: Machine) -> None:
    find = "find -P {} ! -user {} -print -quit"
    assert machine.output(find.format("/opt/pegboard", "root")) == ""
    assert machine.output(find.format("/var/lib/pegboard", "pegboard")) == ""
    limits = machine.output(f"cat /proc/$({PID})/status")
    for line in (r"CapEff:\t0+", r"NoNewPrivs:\t1", r"Seccomp:\t2"):
        assert re.search(f"^{line}$", limits, re.M), line
