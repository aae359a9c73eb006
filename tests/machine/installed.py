"""A machine with a board installed by the installer, without a network.

It is installed once per wheel, which takes minutes on an emulated processor, and cached in
build/machine; every test machine uses a copy-on-write copy.
"""

import hashlib
import json
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.machine.image import BUILD, HERE, Image, image
from tests.machine.machine import Hardware, Machine, copy_on_write
from tests.support import wheels
from tests.support.paths import ROOT
from tests.tools.debian_roots import Say, native, packages_for

INSTALL_S = 1500.0
SHARE = """
modprobe 9pnet_virtio
mountpoint -q /share || {
    mkdir -p /share
    mount -t 9p -o trans=virtio,ro,version=9p2000.L share /share
}
"""
INSTALL = "/share/systemd/install.sh --wheel /share/dist/*.whl --packages /share/packages 2>&1"


@dataclass(frozen=True, slots=True)
class Installed:
    """A disk with an installed board.

    Attributes:
        image: image with its kernel.
        disk: path of the qcow2 disk; machines use copies.
        shared: folder that machines see as /share.
        report: result of the installation: `said` (output), `seconds`, `unit` (state of the service
            in systemd right after it).
    """

    image: Image
    disk: Path
    shared: Path
    report: dict[str, Any]

    def machine(self, folder: Path, more: tuple[str, ...] = (), memory_MB: int = 1024) -> Machine:
        """Starts a machine with a copy of the installed disk.

        Args:
            folder: folder of the machine; an existing disk there is reused.
            more: additional arguments for QEMU.
            memory_MB: memory of the machine.
        """
        system = folder / "system.qcow2"
        if not system.exists():
            copy_on_write(self.disk, "qcow2", system)
        return Machine(self.image, folder, Hardware(system, self.shared, more, memory_MB))


def installed(say: Say) -> Installed:
    """Returns the disk for the current wheel, making it if necessary."""
    base, shared = image(say), BUILD / "shared"
    wheel = _share(shared, say)
    key = hashlib.sha256(wheel.read_bytes() + base.folder.name.encode()).hexdigest()[:12]
    folder = BUILD / f"installed-{key}"
    disk, report = folder / "disk.qcow2", folder / "told.json"
    if not report.exists():
        for old in BUILD.glob("installed-*"):
            shutil.rmtree(old)
        say("installing the board on the machine")
        copy_on_write(base.disk, "raw", disk)
        machine = Machine(base, folder, Hardware(disk, shared))
        try:
            report.with_suffix(".part").write_text(json.dumps(_install(machine)))
            machine.press_power_button()
        finally:
            if machine.process.poll() is None:
                machine.pull_the_plug()
        report.with_suffix(".part").rename(report)
    return Installed(base, disk, shared, json.loads(report.read_text()))


def _install(machine: Machine) -> dict[str, Any]:
    machine.wait()
    machine.output(SHARE)
    begun = time.monotonic()
    text = machine.output(INSTALL, INSTALL_S)
    took = time.monotonic() - begun
    shown = "systemctl show pegboard -p Type,NotifyAccess,ActiveState,SubState,NRestarts"
    unit = dict(line.split("=", 1) for line in machine.output(shown).splitlines())
    machine.output("umount /share; sync")
    return {"said": text, "seconds": round(took, 1), "unit": unit}


def _share(folder: Path, say: Say) -> Path:
    """Fills the shared folder; returns the wheel in it."""
    packages = packages_for(native(), say)
    folder.mkdir(parents=True, exist_ok=True)
    for part, source in {
        "systemd": ROOT / "systemd",
        "packages": packages,
        "inside": HERE / "inside",
    }.items():
        shutil.rmtree(folder / part, ignore_errors=True)
        shutil.copytree(source, folder / part)
    shutil.copy(ROOT / "tests/support/model_board.py", folder / "inside")
    shutil.rmtree(folder / "dist", ignore_errors=True)
    (folder / "dist").mkdir()
    with tempfile.TemporaryDirectory() as place:
        built = wheels.build(Path(place))
        return Path(shutil.copy(built, folder / "dist" / built.name))
