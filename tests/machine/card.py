"""A card image from `make image`, booted in QEMU with files written by the Imager."""

import base64
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.machine.image import HERE, Image
from tests.machine.machine import Hardware, Machine, connections
from tests.support.paths import ROOT
from tests.tools.debian_roots import Say

FOLDER = ROOT / "build" / "image"
SOURCES = ("pegboard", "systemd", "hardware/image")
BOOT = "@@4M"
"""Offset of the boot partition, in mtools syntax."""
KINDS = {
    "arm64": ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a53"],
    "amd64": ["qemu-system-x86_64", "-machine", "q35", "-cpu", "Nehalem"],
}
"""A Pi 3's and a Zero 2 W's processor: what runs on it runs on every 64-bit Pi. And, to try the
recipe in a tenth of the time, the oldest PC's that numpy's wheels run on."""
CONSOLES = {"arm64": "ttyAMA0", "amd64": "ttyS0"}
CLOCK = ("-accel", "tcg,thread=single", "-smp", "1", "-icount", "shift=1")
"""While it works, each instruction takes two nanoseconds of the machine's own time, however long it
takes here: no limit of a unit passes because another program was given the processor."""
RADIO = "mitigations=off modules_load=mac80211_hwsim"
"""The kernel's own simulation of Wi-Fi: without a wlan0 nothing would be started for one."""
CARD_BYTES = 4 << 30
"""The smallest that anybody buys today has eight times as much."""
AGENT = f"""
write_files:
- path: /run/agent.py
  encoding: b64
  content: {base64.b64encode((HERE / "guest/agent.py").read_bytes()).decode()}
runcmd:
- [systemd-run, --unit=agent, python3, /run/agent.py, /dev/virtio-ports/agent]
"""
"""Access for the tests by a file of the owner, so that the image itself is unchanged."""


@dataclass(frozen=True, slots=True)
class Card(Image):
    """A writable card, with its kernel in a separate file for QEMU.

    Attributes:
        arch: architecture, `arm64` or `amd64`.
    """

    arch: str

    @property
    def disk(self) -> Path:
        """Path of the card, a writable raw image."""
        return self.folder / "card.img"

    @property
    def arguments(self) -> str:
        """Kernel arguments from the image."""
        return (self.folder / "cmdline.txt").read_text().strip()

    def write(self, files: Mapping[str, str]) -> None:
        """Writes files to the boot partition, as the Imager does."""
        for name, text in files.items():
            place = self.folder / name
            place.write_text(text)
            _mtools("mcopy", self.disk, "-o", str(place), f"::{name}")

    def machine(self, folder: Path, more: tuple[str, ...] = (), memory_MB: int = 1024) -> Machine:
        """Starts a machine with this card."""
        hardware = Hardware(self.disk, folder, more, memory_MB)
        return Machine(self, folder, hardware, words=_command)


def image(arch: str, say: Say) -> Path:
    """Returns the image, building it if its sources are newer (some minutes)."""
    newest = max(
        path.stat().st_mtime
        for source in SOURCES
        for path in (ROOT / source).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    found = [path for path in FOLDER.glob(f"*-{arch}.img") if path.stat().st_mtime >= newest]
    if not found:
        say(f"building the image of the card, for {arch}")
        subprocess.run(
            ["make", "-s", "-C", str(ROOT), "image"],
            check=True,
            timeout=3000,
            env=os.environ | {"ARCH": arch},
        )
        found = list(FOLDER.glob(f"*-{arch}.img"))
    return max(found, key=lambda path: path.stat().st_mtime)


def card(built: Path, folder: Path, arch: str) -> Card:
    """Copies the image to a card, and extracts its kernel."""
    made = Card(folder, arch)
    subprocess.run(["cp", "--sparse=always", str(built), str(made.disk)], check=True)
    os.truncate(made.disk, CARD_BYTES)
    listed = _mtools("mdir", made.disk, "-b", "::").split()
    for mark, place in {"vmlinuz-": made.kernel, "initrd.img-": made.initrd}.items():
        (name,) = [name for name in listed if name.startswith(f"::/{mark}")]
        _mtools("mcopy", made.disk, name, str(place))
    _mtools("mcopy", made.disk, "::cmdline.txt", str(folder / "cmdline.txt"))
    return made


def _mtools(command: str, disk: Path, *words: str) -> str:
    assert shutil.which(command), "mtools is missing: .ci/setup machine"
    done = subprocess.run(
        [command, "-i", f"{disk}{BOOT}", *words], check=True, capture_output=True, text=True
    )
    return done.stdout


def _command(image: Image, folder: Path, hardware: Hardware, port: int) -> list[str]:
    assert isinstance(image, Card)
    return [
        *(*KINDS[image.arch], *CLOCK, "-m", str(hardware.memory_MB)),
        *("-nodefaults", "-no-user-config", "-display", "none"),
        *("-kernel", str(image.kernel), "-initrd", str(image.initrd)),
        *("-append", f"{image.arguments} console={CONSOLES[image.arch]} {RADIO}"),
        *("-drive", f"file={hardware.system},format=raw,if=none,id=system,cache=writeback"),
        *connections(folder, port),
        *hardware.more,
    ]
