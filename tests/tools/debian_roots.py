"""Clean Debian root file systems in a folder, native or emulated by qemu.

Made by mmdebstrap from the mirror that apt already uses, kept as build/roots/NAME.tar, unpacked
anew for each use. Another kind of machine is emulated by qemu, which the kernel is told of.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.file_lock import hold_lock
from tests.support.paths import ROOT

BUILD = ROOT / "build" / "roots"
MIRROR = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
ALWAYS = "systemd,udev,ca-certificates,util-linux"
EMULATED = "python3,python3-venv,avahi-daemon"
"""Packages preinstalled because apt takes minutes under emulation."""
BINFMT = Path("/proc/sys/fs/binfmt_misc")
AARCH64 = (
    r":pegboard-test:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:"
    r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:"
    "/usr/bin/qemu-aarch64-static:F"
)
TAGS = {
    "amd64": ("manylinux_2_28_x86_64", "manylinux2014_x86_64", "manylinux_2_34_x86_64"),
    "arm64": ("manylinux_2_28_aarch64", "manylinux2014_aarch64", "manylinux_2_34_aarch64"),
}
LOCKS = ("runtime.lock", "postgres.lock")
SUITE, PYTHON = "bookworm", "311"
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"} | {
    "HOME": "/root",
    "LANG": "C.UTF-8",
}

Say = Callable[[str], None]


class Root:
    """A Debian root file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, inside: str) -> Path:
        """Returns the host path of a file inside."""
        return self.folder / inside.lstrip("/")

    def run(self, *command: str, limit_s: float = 1800) -> subprocess.CompletedProcess[str]:
        """Runs a command as root inside; both output streams are in `stdout`."""
        return subprocess.run(
            ["chroot", str(self.folder), *command],
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=limit_s,
        )

    def output_of(self, *command: str, limit_s: float = 1800) -> str:
        """Runs a command that must succeed; returns its output."""
        done = self.run(*command, limit_s=limit_s)
        assert done.returncode == 0, f"{' '.join(command)}: {done.returncode}: {done.stdout}"
        return done.stdout


def native() -> str:
    """Returns Debian's name of this machine's architecture."""
    return {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine]


def mirror() -> str:
    """Returns the Debian mirror that apt uses."""
    policy = subprocess.run(
        [*MIRROR, "Origin: Debian", "Label: Debian"], capture_output=True, text=True
    )
    found = next(iter(policy.stdout.split()), "")
    assert found, "apt knows no mirror of Debian 12"
    return found


def tar_of(arch: str, say: Say) -> Path:
    """Returns the system's tar file, creating it if missing."""
    tar = BUILD / f"{SUITE}-{arch}.tar"
    with hold_lock(BUILD / f"{tar.name}.lock"):
        if not tar.exists():
            make_tar(arch, tar, say)
    return tar


def make_tar(arch: str, tar: Path, say: Say) -> None:
    """Creates the tar file atomically."""
    say(f"making a Debian 12 for {arch}")
    part = tar.with_suffix(".part.tar")
    subprocess.run(
        [
            *[
                "mmdebstrap",
                "--quiet",
                "--variant=minbase",
                "--mode=root",
                f"--architectures={arch}",
            ],
            f"--include={ALWAYS}{'' if arch == native() else ',' + EMULATED}",
            *[SUITE, str(part), f"deb [signed-by={KEYS}] {mirror()} {SUITE} main"],
        ],
        check=True,
        timeout=3000,
    )
    part.rename(tar)


@contextmanager
def unpacked(arch: str, folder: Path, say: Say) -> Iterator[Root]:
    """Unpacks the system into a folder and mounts /proc; an existing one is reused."""
    with emulated(arch):
        tar = tar_of(arch, say)
        mark = folder / ".unpacked"
        if not mark.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            say("unpacking it")
            subprocess.run(["tar", "-xf", str(tar), "-C", str(folder)], check=True)
            shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
            mark.touch()
        subprocess.run(["mount", "-t", "proc", "proc", str(folder / "proc")], check=True)
        try:
            yield Root(folder)
        finally:
            subprocess.run(["umount", "-l", str(folder / "proc")], check=True)


@contextmanager
def emulated(arch: str) -> Iterator[None]:
    """Registers qemu with the kernel during the block, if the architecture is foreign."""
    registration = BINFMT / "pegboard-test"
    if arch == native() or registration.exists():
        yield
        return
    if not (BINFMT / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT)], check=True)
    (BINFMT / "register").write_text(AARCH64)
    try:
        yield
    finally:
        registration.write_text("-1")


def packages_for(arch: str, say: Say) -> Path:
    """Returns a folder with the Python packages of board and hall for an architecture."""
    folder = BUILD / f"packages-{arch}"
    lock = "".join((ROOT / "systemd" / name).read_text() for name in LOCKS)
    mark = folder / "complete.json"
    with hold_lock(BUILD / f"{folder.name}.lock"):
        if not mark.exists() or json.loads(mark.read_text()) != lock:
            fetch_packages(arch, folder, lock, say)
            mark.write_text(json.dumps(lock))
    return folder


def fetch_packages(arch: str, folder: Path, lock: str, say: Say) -> None:
    """Downloads the packages of a lock file into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    say(f"fetching Python packages for {arch}")
    # One package has no wheel: it is built where it is installed.
    source, wheels = folder / "source.txt", folder / "wheels.txt"
    blocks = lock.replace("\n    --hash", "\0").splitlines()
    lines = [block.replace("\0", "\n    --hash") for block in blocks]
    source.write_text("\n".join(line for line in lines if line.startswith("cobs==")) + "\n")
    wheels.write_text("\n".join(line for line in lines if not line.startswith("cobs==")) + "\n")
    download = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
    download += ["--no-deps", "--require-hashes", "--dest", str(folder)]
    tags = [f"--platform={tag}" for tag in TAGS[arch]]
    subprocess.run(
        [*download, "--only-binary", ":all:", *tags, "--python-version", PYTHON, "-r", str(wheels)],
        check=True,
        timeout=900,
    )
    subprocess.run([*download, "--no-binary", "cobs", "-r", str(source)], check=True, timeout=300)


class Clock:
    """Prints each stage, and the duration of the one before."""

    def __init__(self, say: Say) -> None:
        self._say, self._begun, self.took = say, time.monotonic(), dict[str, float]()
        self._stage = ""

    def stage(self, name: str) -> None:
        """Starts the next stage."""
        self.end()
        self._stage, self._begun = name, time.monotonic()
        self._say(f"{name} …")

    def end(self) -> None:
        """Ends the stage."""
        if self._stage:
            self.took[self._stage] = time.monotonic() - self._begun
            self._say(f"{self._stage}: {self.took[self._stage]:.1f} s")
            self._stage = ""
