"""`make image`: boot from a card to the first page, with settings of the Imager and no keyboard."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import card as cards
from tests.machine.card import AGENT, Card
from tests.machine.conftest import say
from tests.machine.machine import Machine

NEEDED = ("mmdebstrap", "mcopy", *(words[0] for words in cards.KINDS.values()))
PAGE_S = 900.0
NAME, NETWORK = "crib-corner", "Home, sweet home"
KEY = "7f7c7b0b6ee0ed7d1f3b6a5d8e9c0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b"
WRITTEN = {
    "meta-data": "instance-id: rpi-imager-1700000000000\n",
    "user-data": f"""#cloud-config
hostname: {NAME}
manage_etc_hosts: true
timezone: Europe/Vienna
enable_ssh: true
users:
- name: ann
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
  lock_passwd: false
  passwd: $5$abc$kZ0E3s1vZQ7l3f2e3n1w6yJmV1p3uS0cC1p0Vh8Q4n3
ssh_pwauth: true
{AGENT}""",
    "network-config": f"""network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "AT"
      access-points:
        "{NETWORK}":
          password: "{KEY}"
      optional: true
""",
}
"""As the Imager writes them, except for the agent."""


@pytest.fixture(scope="module", params=["amd64", "arm64"])
def written(folder: Path, request: pytest.FixtureRequest) -> Card:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing or os.getuid() != 0:
        pytest.skip(f"wants root and {', '.join(NEEDED)}: sudo make test-machine")
    place = folder / request.param
    place.mkdir(exist_ok=True)
    made = cards.card(cards.image(request.param, say), place, request.param)
    made.write(WRITTEN)
    return made


@pytest.fixture(scope="module")
def pi(written: Card) -> Iterator[Machine]:
    machine = written.machine(written.folder)
    try:
        yield machine
    finally:
        if machine.process.poll() is None:
            machine.pull_the_plug()


def test_card_boots_to_first_page(pi: Machine) -> None:
    page_s, processor_s = pi.first_page(PAGE_S), pi.processor_s()
    pi.wait(PAGE_S)
    assert f"qemu-system-{pi.output('uname -m').strip()}" in str(pi.process.args)
    ready_us = pi.output("systemctl show pegboard -p ActiveEnterTimestampMonotonic --value")
    memory = dict(line.split(":") for line in pi.output("cat /proc/meminfo").splitlines())
    total, free = (int(memory[key].split()[0]) / 1024 for key in ("MemTotal", "MemAvailable"))
    say(
        f"first page after {page_s:.0f} s ({processor_s:.0f} s of processor; by the kernel's clock "
        f"{int(ready_us) / 1e6:.0f} s), {total - free:.0f} MB of memory used"
    )
    assert "devices" in pi.state()


def test_card_has_imager_name_user_and_locale(pi: Machine) -> None:
    pi.until("cloud-init status", lambda text: "done" in text or "error" in text, 600)
    status = json.loads(pi.run("cloud-init status --format json")[1])
    assert status["errors"] == [] and status["status"] == "done", status
    assert pi.output("hostname; cat /etc/hostname").split() == [NAME] * 2
    assert f"{NAME}.local" in pi.output("journalctl -b -u avahi-daemon --no-pager -o cat")
    assert {"sudo", "gpio", "spi"} <= set(pi.output("id -nG ann").split())
    assert pi.output("readlink /etc/localtime").strip().endswith("Europe/Vienna")
    assert pi.output("systemctl is-enabled ssh") == "enabled\n"


def test_card_has_imager_wifi(pi: Machine) -> None:
    """There is no radio, so only the configuration of wpa_supplicant is checked."""
    netplan = pi.output("cat /run/netplan/wpa-wlan0.conf")
    assert f'"{NETWORK}"' in netplan and f"psk={KEY}" in netplan and "country=AT" in netplan
    assert pi.output("stat -c %a /run/netplan/wpa-wlan0.conf") == "600\n"
    assert pi.output("systemctl is-active netplan-wpa-wlan0") == "active\n"
    assert pi.output("stat -c %a /boot/firmware/network-config") == "700\n"


def test_file_system_is_expanded_to_the_card(pi: Machine) -> None:
    assert int(pi.output("df --output=size -B1M / | tail -1")) > 3000


def test_card_boot_has_no_failures_or_extra_logins(pi: Machine) -> None:
    assert pi.output("systemctl --failed --plain --no-legend") == ""
    passwords = [line.split(":") for line in pi.output("cat /etc/shadow").splitlines()]
    assert [name for name, secret, *_ in passwords if secret[:1] not in "!*"] == ["ann"]
    assert all(secret for _, secret, *_ in passwords), "somebody has an empty password"
