"""COUNT with a virtual camera: recognition, and isolation of the camera unit."""

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.machine.conftest import say
from tests.machine.machine import Machine
from tests.machine.pins import Pins
from tests.support.waiting import wait_until

PYTHON = "/opt/pegboard/current/bin/python"
SITE = "$(echo /opt/pegboard/current/lib/python3*/site-packages)"
SAMPLES = f"{SITE}/pegboard/devices/cameras/samples"
LOAD = (
    "modprobe vivid n_devs=1 node_types=0x101 ccs_cap_mode=0 ccs_out_mode=0 "
    "num_inputs=1 input_types=3 num_outputs=1 output_types=1"
)
"""One instance with a camera on HDMI, and an HDMI output to loop into it."""
SEEN = """
[board]
strip = "memory:"
[buttons]
source = "gpio:mock"
[camera]
source = "v4l:/dev/video0"
timeout_s = 250.0
"""
COUNT_S = 400.0
POINTS = 29
"""Four fives and the knave of the starter's suit: the best hand there is."""


@pytest.fixture(scope="module")
def camera(machine: Machine) -> Pins:
    machine.wait()
    board = Pins(machine, LOAD)
    machine.output("udevadm settle; ls /dev/video0 /dev/video1")
    show = f"{PYTHON} /share/inside/video.py /dev/video0 /dev/video1 {SAMPLES}/hand-1.jpg"
    machine.output(f"setsid {show} >/run/video.log 2>&1 &")
    board.restart_board(SEEN)
    return board


def test_hand_in_front_of_camera_is_counted(camera: Pins, folder: Path) -> None:
    assert camera.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    assert camera.ask(action="peg 0 5")["ok"]
    begun = time.monotonic()
    assert camera.ask(count=True)["ok"]
    log = "cat /run/video.log; journalctl -b -u pegboard-camera --no-pager -o cat | tail"

    def offered() -> dict[str, Any]:
        state = camera.machine.state()
        faults = [device for device in state["devices"] if not device["ok"]]
        assert not faults, (faults, camera.machine.output(log))
        return state["offer"] or {}

    offer = wait_until(
        offered, lambda: f"the offer ({camera.machine.output(log)})", COUNT_S, every_s=2
    )
    labels = json.loads(camera.machine.output(f"cat {SAMPLES}/labels.json"))["hand-1.jpg"]
    say(f"counted in {time.monotonic() - begun:.0f} s: {json.dumps(offer)[:300]}")
    fetch = "urllib.request.urlopen('http://127.0.0.1:8121/api/picture').read()"
    picture = camera.machine.output(
        f'python3 -c "import base64, urllib.request; print(base64.b64encode({fetch}).decode())"'
    )
    (folder / "seen.jpg").write_bytes(base64.b64decode(picture))  # for inspection
    assert {*offer["cards"], offer["starter"]} == set(labels["cards"]), (offer, labels)
    assert offer["starter"] == labels["starter"] and offer["points"] == POINTS


def as_camera(machine: Machine, command: str) -> tuple[int, str]:
    """Runs a command with the user, mounts, network and control group of the camera unit."""
    into = "echo $$ > /sys/fs/cgroup/system.slice/pegboard-camera.service/cgroup.procs"
    user = "setpriv --reuid pegboard-camera --regid pegboard-camera --init-groups"
    pid = "$(systemctl show pegboard-camera -p MainPID --value)"
    return machine.run(f"{into}; exec nsenter -t {pid} -m -n {user} sh -c '{command}'")


def test_camera_cannot_access_games_or_board_process(camera: Pins) -> None:
    """Seeds and hands are in the journal and in the memory of the board's process."""
    machine = camera.machine
    assert machine.output("systemctl is-active pegboard-camera") == "active\n"
    board = machine.output("systemctl show pegboard -p MainPID --value").strip()
    assert as_camera(machine, "id -un") == (0, "pegboard-camera\n")
    for closed in (
        "cat /var/lib/pegboard/journal.db",
        "ls /var/lib/pegboard",
        "cat /etc/pegboard/config.toml",
        f"ls /proc/{board}/",
        f"cat /proc/{board}/mem",
        "journalctl -u pegboard -n 1 --no-pager -q | grep .",
        f"kill -0 {board}",
    ):
        code, text = as_camera(machine, closed)
        assert code != 0, f"{closed}: {text[:200]}"
    machine.output("test -s /var/lib/pegboard/journal.db")  # the file exists for permitted users


def test_camera_has_no_network_and_no_write_access(camera: Pins) -> None:
    machine = camera.machine
    code, links = as_camera(machine, "cat /proc/net/dev")
    assert code == 0 and [line.split(":")[0].strip() for line in links.splitlines()[2:]] == ["lo"]
    for closed in ("touch /opt/pegboard/x", "touch /etc/x", "touch /var/lib/x", "cat /dev/vda"):
        code, text = as_camera(machine, closed)
        assert code != 0, f"{closed}: {text[:200]}"
    # even root cannot open the disk in this unit
    into = "echo $$ > /sys/fs/cgroup/system.slice/pegboard-camera.service/cgroup.procs"
    assert machine.run(f"{into}; head -c 1 /dev/vda")[0] != 0
    peak = machine.output("systemctl show pegboard-camera -p MemoryCurrent --value")
    say(f"the camera's unit takes {int(peak) / 1e6:.0f} MB")
