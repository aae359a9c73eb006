"""A hall installed with a board, running as a dynamic user of systemd."""

import json
import re

import pytest

from tests.machine.conftest import say
from tests.machine.installed import INSTALL, INSTALL_S, SHARE
from tests.machine.machine import Machine
from tests.machine.test_systemd import exposure
from tests.ops.test_systemd import EXPOSED

UNIT = "pegboard-hall.service"
PID = f"systemctl show {UNIT} -p MainPID --value"
CONFIG = "--config /etc/pegboard/hall.toml"
DIRECTOR = """
import json, sys, urllib.request
token = ""
def post(path, **what):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    address = f"http://127.0.0.1:8131/api/director/{path}"
    request = urllib.request.Request(address, json.dumps(what).encode(), headers)
    return json.load(urllib.request.urlopen(request, timeout=60))
pin = open("/var/lib/pegboard-hall/director.pin").read().strip()
token = post("enter", pin=pin)["token"]
print(post("command", do="code")["code"]["code"])
"""


@pytest.fixture(scope="module", autouse=True)
def started(machine: Machine) -> None:
    machine.first_page()
    machine.wait()
    machine.output(SHARE)
    text = machine.output(f"{INSTALL} --hall", INSTALL_S)
    assert "key of the hall" in text and ".local:8131/" in text
    machine.until(f"systemctl is-active {UNIT}", lambda text: text == "active\n")


def test_hall_installer_is_idempotent(machine: Machine) -> None:
    assert "Nothing had to be changed." in machine.output(f"{INSTALL} --hall", INSTALL_S)
    assert machine.output(f"systemctl is-enabled {UNIT}") == "enabled\n"


def test_hall_runs_as_restricted_user(machine: Machine) -> None:
    user = machine.output(f"ps -o user= -p $({PID})").strip()
    assert user not in ("root", "pegboard", "")
    folder = machine.output("stat -c '%a %U' /var/lib/private/pegboard-hall/").split()
    assert folder[0] == "700"
    limits = machine.output(f"cat /proc/$({PID})/status")
    for line in (r"CapEff:\t0+", r"NoNewPrivs:\t1", r"Seccomp:\t2"):
        assert re.search(f"^{line}$", limits, re.M), line
    assert machine.run("runuser -u pegboard -- ls /var/lib/pegboard-hall/")[0] != 0
    of = exposure(machine, UNIT)
    say(f"exposure of the hall: {of}")
    assert of <= EXPOSED[UNIT]


def test_board_joins_and_running_hall_is_backed_up(machine: Machine) -> None:
    code = machine.output(f"python3 - <<'END'\n{DIRECTOR}\nEND").strip()
    join = "pegboard hall join http://127.0.0.1:8131"
    assert "joined" in machine.output(
        f"{join} {code} --name Kitchen --config /etc/pegboard/config.toml"
    )

    def report() -> dict[str, object]:
        devices = machine.state()["devices"]
        return next((each for each in devices if each["name"] == "hall"), {})

    machine.until("true", lambda text: bool(report().get("ok")))
    found = json.loads(machine.run(f"pegboard hall doctor {CONFIG} --json")[1])["findings"]
    states = {each["about"]: each["state"] for each in found}
    for about in ("hall-key", "hall-store", "hall-start", "page", "service"):
        assert states[about] == "ok", found
    assert "the hall's key" in machine.output(f"pegboard hall backup /root/hall.backup {CONFIG}")
    restored = machine.output("pegboard hall restore /root/hall.backup --folder /root/again")
    assert "boards: 1" in restored


def test_killed_hall_is_restarted(machine: Machine) -> None:
    before = machine.output(PID)
    machine.output(f"kill -KILL $({PID})")
    machine.until(PID, lambda text: text not in ("0\n", before))
    machine.until(f"systemctl is-active {UNIT}", lambda text: text == "active\n")
    assert machine.output("cat /var/lib/pegboard-hall/director.pin").strip().isdigit()
