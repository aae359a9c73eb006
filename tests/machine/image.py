"""The base disk of the machine: Debian 12 with kernel, systemd and agent.

Made by mmdebstrap from apt's mirror, and cached in build/machine/KEY. The key is a hash of its
inputs, so a changed file makes a new disk. Needs root.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT
from tests.tools.debian_roots import KEYS, PYTHON, SUITE, TAGS, Say, mirror, native

BUILD = ROOT / "build" / "machine"
HERE = Path(__file__).parent
SYSTEM = (
    "systemd systemd-sysv udev dbus kmod libpam-systemd e2fsprogs procps iproute2 ca-certificates "
    "zstd initramfs-tools"
).split()
INSTALLER = "python3 python3-venv avahi-daemon".split()
KIOSK = "cage seatd xwayland chromium swayidle wlr-randr fonts-dejavu-core".split()
"""Packages that the installer would fetch with apt, as the machine has no network."""
PINS = ["python3-spidev"]
"""On a Pi the installer takes it from Debian as well."""
COMPILER = "gcc make libc6-dev".split()
DRIVERS = """
gpiod==2.5.0 --hash=sha256:58c0945700df37a595eaad7016775b2ac5877246be78013c03e139ec5d64f4b1
lgpio==0.2.2.0 --hash=sha256:e9f4f3915abe5ae0ffdb4b96f485076d80a663876d839e2d3fd9218a71b9873e
"""
"""Debian packages on a Pi; they lie here as those would, for Debian's own Python."""
INITRD = "virtio_pci virtio_blk virtio_net virtio_console ext4".split()
PI_GROUPS = "gpio spi i2c"
"""Of Pi OS, beside those that any Debian has."""
DISK_BYTES = 6 << 30
UNITS = "etc/systemd/system"
FSTAB = "LABEL=system / ext4 defaults,noatime 0 1\n"
NETWORK = "[Match]\nName=eth*\n[Network]\nDHCP=yes\n"


@dataclass(frozen=True, slots=True)
class Image:
    """A disk with its kernel."""

    folder: Path

    @property
    def disk(self) -> Path:
        """Path of the raw disk; machines use copies."""
        return self.folder / "disk.raw"

    @property
    def kernel(self) -> Path:
        """Path of the kernel."""
        return self.folder / "vmlinuz"

    @property
    def initrd(self) -> Path:
        """Path of the initial RAM disk with disk drivers."""
        return self.folder / "initrd"


def image(say: Say) -> Image:
    """Returns the image, making it if necessary (about two minutes)."""
    found = Image(BUILD / f"image-{_key()}")
    if found.disk.exists():
        return found
    # an interrupted run may have left kernel file systems mounted in it
    subprocess.run(["rm", "-rf", "--one-file-system", *BUILD.glob("image-*")], check=True)
    part = BUILD / "image-part"
    part.mkdir(parents=True)
    say("making the machine's disk")
    _lay(part)
    _drivers(part)
    _debian(part)
    _disk(part)
    part.rename(found.folder)
    return found


def _key() -> str:
    files = [word for pair in _files().items() for word in pair]
    recipe = [*_recipe(Path()), *files, DRIVERS, *INITRD, str(DISK_BYTES)]
    return hashlib.sha256("\0".join(recipe).encode()).hexdigest()[:12]


def _files() -> dict[str, str]:
    """Returns the files added to the system, by path."""
    return {
        "etc/hostname": "pegboard\n",
        "etc/hosts": "127.0.0.1 localhost pegboard\n",
        "etc/fstab": FSTAB,
        "etc/systemd/network/wired.network": NETWORK,
        "etc/machine-id": "",
        "usr/local/sbin/machine-agent": (HERE / "guest/agent.py").read_text(),
        f"{UNITS}/machine-agent.service": (HERE / "guest/machine-agent.service").read_text(),
        "usr/src/peglab/peglab.c": (HERE / "module/peglab.c").read_text(),
        "usr/src/peglab/Makefile": "obj-m := peglab.o\n",
    }


def _lay(folder: Path) -> None:
    for name, text in _files().items():
        place = folder / "files" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)


def _drivers(folder: Path) -> None:
    listed, wheels = folder / "drivers.txt", folder / "drivers"
    listed.write_text(DRIVERS)
    tags = [*(f"--platform={tag}" for tag in TAGS[native()]), "--python-version", PYTHON]
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "download"),
            *("--no-deps", "--require-hashes", "--only-binary", ":all:", *tags),
            *("--dest", str(wheels), "-r", str(listed)),
        ],
        check=True,
        timeout=300,
    )
    for wheel in wheels.iterdir():
        with zipfile.ZipFile(wheel) as pack:
            pack.extractall(folder / "files/usr/local/lib/python3.11/dist-packages")
    shutil.rmtree(wheels)


def _debian(folder: Path) -> None:
    """Makes the system in `folder / "root"`, with `vmlinuz` and `initrd` in `folder`."""
    initrd = folder / "files-initrd"
    initrd.mkdir()
    (initrd / "modules").write_text("\n".join(INITRD) + "\n")
    (initrd / "lean.conf").write_text("MODULES=list\nCOMPRESS=zstd\nCOMPRESSLEVEL=1\n")
    source = f"deb [signed-by={KEYS}] {mirror()} {SUITE} main"
    subprocess.run(
        ["nice", "-n", "15", *_recipe(folder), SUITE, str(folder / "root"), source],
        check=True,
        timeout=1500,
        env=os.environ | {"TMPDIR": str(folder)},
    )


def _recipe(folder: Path) -> list[str]:
    """Returns arguments for mmdebstrap: packages, and hooks that run in the system ($1)."""
    arch, initrd = native(), folder / "files-initrd"
    # drivers missing in Debian's kernel are built on first use
    built, kept = "usr/src/peglab", '"$1/lib/modules/$version/extra/peglab.ko"'
    module = [
        'version=$(ls "$1/lib/modules")',
        f'chroot "$1" make -s -C "/lib/modules/$version/build" M=/{built} modules >/dev/null 2>&1',
        f'install -D -m 644 "$1/{built}/peglab.ko" {kept}',
        'chroot "$1" depmod "$version"',
    ]
    modules, conf = '"$1/etc/initramfs-tools"', '"$1/etc/initramfs-tools/conf.d"'
    settings = [
        f"mkdir -p {conf}",
        f"cp {initrd}/modules {modules}",
        f"cp {initrd}/lean.conf {conf}",
    ]
    after = [
        f'cp -rT {folder}/files "$1"',
        'chmod 755 "$1/usr/local/sbin/machine-agent"',
        'chroot "$1" passwd -d root >/dev/null',
        f'for group in {PI_GROUPS}; do chroot "$1" groupadd --system $group; done',
        'chroot "$1" systemctl -q enable machine-agent systemd-networkd',
        " && ".join(module),
        f'cp "$1"/boot/vmlinuz-* {folder}/vmlinuz && cp "$1"/boot/initrd.img-* {folder}/initrd',
    ]
    kernel = [f"linux-image-{arch}", f"linux-headers-{arch}"]
    packages = ",".join([*SYSTEM, *INSTALLER, *KIOSK, *PINS, *COMPILER, *kernel])
    return [
        *("mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", f"--architectures={arch}"),
        *(f"--include={packages}", f"--setup-hook={' && '.join(settings)}"),
        *(f"--customize-hook={line}" for line in after),
    ]


def _disk(folder: Path) -> None:
    """Makes a disk from the system and deletes the system's folder."""
    disk = folder / "disk.raw"
    with disk.open("wb") as file:
        file.truncate(DISK_BYTES)
    make = ["mke2fs", "-q", "-t", "ext4", "-L", "system", "-d", str(folder / "root"), str(disk)]
    subprocess.run(["nice", "-n", "15", *make], check=True, timeout=600)
    for used in ("root", "files", "files-initrd"):
        shutil.rmtree(folder / used)
