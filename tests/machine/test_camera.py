"""COUNT with a camera of the kernel's own: the camera's unit, its isolation, and what it reads."""

import json
import time

import pytest

from tests.machine.conftest import say
from tests.machine.machine import Machine
from tests.machine.pins import Pins

PYTHON = "/opt/pegboard/current/bin/python"
SITE = "$(echo /opt/pegboard/current/lib/python3*/site-packages)"
SAMPLES = f"{SITE}/pegboard/devices/cameras/samples"
LOAD = (
    "modprobe vivid n_devs=1 node_types=0x101 num_inputs=1 input_types=3 "
    "num_outputs=1 output_types=1"
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
INSIDE = "nsenter -t $(systemctl show pegboard-camera -p MainPID --value) -m -n"


@pytest.fixture(scope="module")
def camera(machine: Machine) -> Pins:
    machine.wait()
    board = Pins(machine, LOAD)
    machine.says("udevadm settle; ls /dev/video0 /dev/video1")
    show = f"{PYTHON} /share/inside/video.py /dev/video0 /dev/video1 {SAMPLES}/hand-1.jpg"
    machine.says(f"setsid {show} >/run/video.log 2>&1 &")
    board.restart_board(SEEN)
    return board


def test_a_hand_before_the_camera_is_counted(camera: Pins) -> None:
    assert camera.ask(new={"mode": "score", "names": ["Ann", "Ben"]})["ok"]
    assert camera.ask(action="peg 0 5")["ok"]
    begun = time.monotonic()
    assert camera.ask(count=True)["ok"]
    while not (offer := (state := camera.machine.state())["offer"]):
        told = [device for device in state["devices"] if not device["ok"]]
        log = "cat /run/video.log; journalctl -b -u pegboard-camera --no-pager -o cat | tail"
        assert not told and time.monotonic() < begun + COUNT_S, (told, camera.machine.says(log))
        time.sleep(2)
    labels = json.loads(camera.machine.says(f"cat {SAMPLES}/labels.json"))
    say(f"counted in {time.monotonic() - begun:.0f} s: {json.dumps(offer)[:300]}")
    assert len(offer["cards"]) == 5, (offer, labels)


def test_the_camera_sees_neither_the_games_nor_a_network(camera: Pins) -> None:
    """As the unit's own process has it: its mounts, its network, its rights."""
    machine = camera.machine
    assert machine.says("systemctl is-active pegboard-camera") == "active\n"
    assert machine.says(f"{INSIDE} ls /var/lib/pegboard").split() == ["pictures"]
    links = machine.says(f"{INSIDE} cat /proc/net/dev").splitlines()[2:]
    assert [line.split(":")[0].strip() for line in links] == ["lo"]
    code, _ = machine.run(f"{INSIDE} touch /opt/pegboard/x /etc/x")
    assert code != 0
    peak = machine.says("systemctl show pegboard-camera -p MemoryCurrent --value")
    say(f"the camera's unit takes {int(peak) / 1e6:.0f} MB")
