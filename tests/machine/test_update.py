"""Update and rollback requested by the service, executed by root's unit."""

import json
import secrets
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pegboard.ops.update.signature import ENDING, KEYS, PublicKey, sign_file
from tests.machine.conftest import say
from tests.machine.installed import Installed
from tests.machine.machine import Machine
from tests.machine.pins import Pins
from tests.support import wheels

NEXT = "99.0.0"
DONE_S = 1500.0
"""At most, for packages that an interpreted processor installs."""
OFFLINE = "[Service]\\nEnvironment=PIP_NO_INDEX=1 PIP_FIND_LINKS=/share/packages\\n"
"""The machine has no network: of everything else the unit is as it was installed."""
LAST = "/var/lib/pegboard-update/last.json"


@pytest.fixture(scope="module")
def releases(board: Installed) -> PublicKey:
    """Provides a newer signed release at the machine's source of releases."""
    key, number = Ed25519PrivateKey.generate(), secrets.token_bytes(8)
    folder = board.shared / "releases"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    wheel = wheels.build(folder, NEXT)
    Path(f"{wheel}{ENDING}").write_text(sign_file(wheel, key, number, "timestamp:1"))
    return PublicKey(number, key.public_key())


@pytest.fixture(scope="module")
def ready(machine: Machine, releases: PublicKey) -> Pins:
    machine.first_page()
    machine.wait()
    board = Pins(machine, "echo /share/releases > /etc/pegboard/releases")
    drop_in = "/etc/systemd/system/pegboard-update.service.d/offline.conf"
    machine.output(f"mkdir -p $(dirname {drop_in}); printf '{OFFLINE}' > {drop_in}")
    keys = f"/opt/pegboard/current/units/{KEYS}"
    machine.output(f"systemctl daemon-reload; echo '{releases}' > {keys}")
    assert board.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    assert board.ask(action="peg 0 5")["ok"]
    return board


def wish(machine: Machine, what: str) -> dict[str, object]:
    """Sends an update request from the machine; returns its result."""
    machine.output(f"rm -f {LAST}")
    request = json.dumps({"wish": what})
    assert json.loads(machine.output(f"python3 /share/inside/ask.py '{request}' update"))["ok"]
    machine.until(f"test -e {LAST} && echo done", lambda text: "done" in text, DONE_S)
    machine.until(
        "systemctl is-active pegboard-update", lambda text: text.strip() == "inactive", DONE_S
    )
    result: dict[str, object] = json.loads(machine.output(f"cat {LAST}"))
    say(f"{what}: {result['says']}")
    return result


def runs(machine: Machine) -> str:
    """Returns the version of the running process."""
    pid = "$(systemctl show pegboard -p MainPID --value)"
    command = machine.output(f"tr '\\0' ' ' < /proc/{pid}/cmdline")
    return command.split("/versions/")[1].split("/")[0]


def test_update_is_refused_during_a_game(ready: Pins) -> None:
    result = wish(ready.machine, "update")
    assert not result["ok"] and "are playing, 5 to 0" in str(result["says"])
    assert runs(ready.machine) == result["runs"] == wheels.present_version()


def test_update_keeps_games_and_starts_new_version(ready: Pins) -> None:
    assert ready.ask(action="correct 0 121")["ok"]
    game = ready.machine.state()["game"]
    result = wish(ready.machine, "update")
    assert result["ok"] and NEXT in str(result["says"]), result
    assert runs(ready.machine) == NEXT == result["runs"]
    assert ready.machine.state()["game"] == game


def test_rollback_keeps_games_and_starts_previous_version(ready: Pins) -> None:
    game = ready.machine.state()["game"]
    result = wish(ready.machine, "rollback")
    assert result["ok"] and "is running again" in str(result["says"]), result
    assert runs(ready.machine) == wheels.present_version()
    assert ready.machine.state()["game"] == game
    assert ready.machine.output("systemctl --failed --plain --no-legend") == ""
    owned = "find -P /opt/pegboard ! -user root -print -quit"
    assert ready.machine.output(owned) == ""
