"""A virtual machine for the tests, with a real boot except for firmware.

QEMU emulates the processor, so it needs no privileges or virtualisation, but is some ten times
slower than its host: nothing inside is measured in wall-clock time.
"""

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.machine import monitor
from tests.machine.image import Image
from tests.support.waiting import wait_until
from tests.tools.install_lifecycle import free_port

START_S = 400.0
"""At most, until the agent inside answers: a busy machine takes several times the usual 60 s."""
PAGE_PORT = 8121
PROCESSOR = "Nehalem"
"""The oldest that numpy's wheels run on: the fewer extensions, the less to interpret."""
BLACKLIST = "iTCO_wdt,i2c_i801,lpc_ich,psmouse,pcspkr,joydev,bochs,ahci"
QUIET = (
    "root=/dev/vda rw console=ttyS0 net.ifnames=0 quiet systemd.show_status=0 mitigations=off "
    "systemd.mask=getty.target systemd.mask=e2scrub_reap.service "
    f"module_blacklist={BLACKLIST} "
    "spidev.bufsiz=32768 no_timer_check"
)
"""No virtual console, no drivers of a PC: what a board never has; and the installer's --spi. The
kernel's check of its timer counts ticks against the processor, and panics on a busy host."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """Hardware of a machine besides its processor.

    Attributes:
        system: path of the writable qcow2 boot disk.
        shared: folder that is mounted read-only as /share.
        more: additional arguments for QEMU.
        memory_MB: memory of the machine.
    """

    system: Path
    shared: Path
    more: Sequence[str] = ()
    memory_MB: int = 1024


Words = Callable[[Image, Path, Hardware, int], list[str]]
"""Makes QEMU's command, of an image, a folder, hardware, and the port of the page here."""


class Machine:
    """A running machine."""

    def __init__(
        self, image: Image, folder: Path, hardware: Hardware, words: Words | None = None
    ) -> None:
        """Starts the machine; returns at once.

        Args:
            image: image with its kernel.
            folder: folder for sockets and logs; created if necessary.
            hardware: hardware of the machine.
            words: QEMU command; by default that of a PC.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, free_port()
        self._agent: socket.socket | None = None
        self._rest, self._number = b"", 0
        self._log = (folder / "qemu.log").open("ab")
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            ["nice", "-n", "10", *(words or _command)(image, folder, hardware, self.port)],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    # --- commands inside

    def wait(self, limit_s: float = START_S) -> float:
        """Waits until commands can be run; returns the seconds since the start."""

        def runs_commands() -> bool:
            self._alive()
            try:
                return self.run("true", limit_s=5)[0] == 0
            except OSError:
                self._hang_up()
                return False

        wait_until(
            runs_commands, lambda: f"its start ({self.console()[-2000:]})", limit_s, every_s=0.3
        )
        return time.monotonic() - self.begun

    def run(self, command: str, limit_s: float = 300) -> tuple[int, str]:
        """Runs a shell command as root; returns its exit code and output.

        Raises:
            OSError: the agent does not answer.
        """
        if self._agent is None:
            self._agent = socket.socket(socket.AF_UNIX)
            self._agent.connect(str(self.folder / "agent.sock"))
            self._rest = b""
        self._number += 1
        request = {"id": f"{os.getpid()}-{self._number}", "command": command, "limit_s": limit_s}
        self._agent.settimeout(limit_s + 60 if command != "true" else limit_s)
        self._agent.sendall(json.dumps(request).encode() + b"\n")
        while True:
            answer = json.loads(self._line())
            if answer["id"] == request["id"]:
                return answer["code"], answer["said"]

    def output(self, command: str, limit_s: float = 300) -> str:
        """Runs a command, which must succeed; returns its output."""
        code, text = self.run(command, limit_s)
        assert code == 0, f"{command}: {code}: {text}"
        return text

    def until(self, command: str, test: Callable[[str], bool], limit_s: float = 200) -> str:
        """Repeats a command until its output passes a test; returns the output."""
        output = ""

        def passes() -> bool:
            nonlocal output
            self._alive()
            output = self.run(command)[1]
            return test(output)

        wait_until(passes, lambda: f"the output of {command} ({output})", limit_s, every_s=0.5)
        return output

    def _line(self) -> bytes:
        assert self._agent is not None
        while b"\n" not in self._rest:
            if not (got := self._agent.recv(65536)):
                raise ConnectionError("the agent hung up")
            self._rest += got
        line, self._rest = self._rest.split(b"\n", 1)
        return line

    def _hang_up(self) -> None:
        if self._agent is not None:
            self._agent.close()
        self._agent = None

    def _alive(self) -> None:
        assert self.process.poll() is None, (self.folder / "qemu.log").read_text()

    # --- the page, from outside

    def get(self, path: str, limit_s: float = 60) -> bytes:
        """Fetches a page of the board over the machine's network.

        Raises:
            OSError: the board does not answer.
        """
        address = f"http://127.0.0.1:{self.port}/{path}"
        with urllib.request.urlopen(address, timeout=limit_s) as reply:
            content: bytes = reply.read()
            return content

    def state(self) -> dict[str, Any]:
        """Returns the state of the board."""
        found: dict[str, Any] = json.loads(self.get("api/state"))
        return found

    def first_page(self, limit_s: float = START_S) -> float:
        """Waits until the board answers; returns the seconds since the start."""

        def answers() -> bool:
            self._alive()
            with suppress(OSError):
                assert b"<html" in self.get("", limit_s=10).lower()
                return True
            return False

        wait_until(answers, lambda: f"a page ({self.console()[-2000:]})", limit_s, every_s=0.2)
        return time.monotonic() - self.begun

    # --- power and screen

    def press_power_button(self, limit_s: float = 200) -> None:
        """Presses the power button, and waits until the machine is off."""
        monitor.ask(self.folder / "monitor.sock", "system_powerdown")
        self.process.wait(limit_s)
        self._end()

    def pull_the_plug(self) -> None:
        """Kills the machine; unflushed disk writes may be lost."""
        self.process.kill()
        self.process.wait(30)
        self._end()

    def screen(self, into: Path) -> Path:
        """Saves a screenshot as PNG."""
        place = str(into.resolve())
        monitor.ask(self.folder / "monitor.sock", "screendump", filename=place, format="png")
        return into

    def console(self) -> str:
        """Returns the console output of kernel and systemd."""
        return (self.folder / "console.log").read_text(errors="replace")

    def processor_s(self) -> float:
        """Returns its CPU seconds, which depend less on other load than wall-clock time."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _end(self) -> None:
        self._hang_up()
        self._log.close()


def copy_on_write(backing: Path, kind: str, disk: Path) -> Path:
    """Creates a copy-on-write disk.

    Args:
        backing: original disk, which must not change any more.
        kind: format of the original, `raw` or `qcow2`.
        disk: path of the new disk.
    """
    disk.parent.mkdir(parents=True, exist_ok=True)
    made = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(backing), "-F", kind, str(disk)]
    subprocess.run(made, check=True)
    return disk


def _command(image: Image, folder: Path, hardware: Hardware, port: int) -> list[str]:
    shared = f"local,path={hardware.shared},mount_tag=share,security_model=none,readonly=on"
    return [
        *("qemu-system-x86_64", "-nodefaults", "-no-user-config", "-display", "none"),
        *("-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", PROCESSOR),
        *("-smp", "2", "-m", str(hardware.memory_MB)),
        *("-kernel", str(image.kernel), "-initrd", str(image.initrd)),
        *("-append", QUIET),
        *("-drive", f"file={hardware.system},format=qcow2,if=none,id=system,cache=writeback"),
        *connections(folder, port),
        *("-virtfs", shared),
        *hardware.more,
    ]


def connections(folder: Path, port: int) -> list[str]:
    """Returns QEMU arguments for the disk `system`, the network and the virtio ports.

    Args:
        folder: folder of the machine, with its sockets.
        port: port on the host for its page.
    """
    network = f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{port}-:{PAGE_PORT}"
    for name in ("agent.sock", "notes.sock", "monitor.sock"):
        (folder / name).unlink(missing_ok=True)
    return [
        *("-device", "virtio-blk-pci,drive=system"),
        *("-netdev", network, "-device", "virtio-net-pci,netdev=net,romfile="),
        *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
        *_port("agent", folder),
        *_port("notes", folder),
        *("-qmp", f"unix:{folder}/monitor.sock,server=on,wait=off"),
        *("-serial", f"file:{folder}/console.log"),
    ]


def _port(name: str, folder: Path) -> list[str]:
    """Returns QEMU arguments for a virtio port, /dev/virtio-ports/NAME inside."""
    place = f"socket,id={name},path={folder}/{name}.sock,server=on,wait=off"
    return ["-chardev", place, "-device", f"virtserialport,chardev={name},name={name}"]
