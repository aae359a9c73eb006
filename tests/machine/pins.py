"""Control of a machine's pins, and capture of its SPI data, with the kernel module `peglab`."""

import base64
import json
import struct
from dataclasses import dataclass
from typing import Any

from tests.machine.installed import SHARE
from tests.machine.machine import Machine

FOLDER = "/sys/kernel/debug/peglab"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
LOAD = f"""
set -e
modprobe peglab 'model="{PI_4}"'
udevadm settle
mkdir -p /boot/firmware
echo core_freq_min=500 > /boot/firmware/config.txt
"""
"""A Pi 4 with a steady core clock."""
HEAD = struct.Struct("<4sIIIQ")


@dataclass(frozen=True, slots=True)
class Message:
    """An SPI transfer: levels of the wire, and clock rate."""

    data: bytes
    clock_hz: int


class Pins:
    """The pins and the SPI port of a machine."""

    def __init__(self, machine: Machine, load: str = LOAD) -> None:
        """Loads the module on a machine.

        Args:
            machine: running machine.
            load: shell command that loads the module.
        """
        self.machine = machine
        machine.output(f"{SHARE}\n{load}")

    def restart_board(self, settings: str, environment: str = "") -> None:
        """Restarts the board.

        Args:
            settings: additional lines of its configuration.
            environment: environment of the service, `NAME=value`.
        """
        drop_in = "/etc/systemd/system/pegboard.service.d/test.conf"
        # An empty Environment= would reset those of the unit, such as the camera's socket.
        line = f"Environment={environment}" if environment else ""
        self.machine.output(
            f"install -D /dev/stdin {drop_in} << END\n[Service]\n{line}\nEND\n"
            "systemctl daemon-reload"
        )
        kept, config = "/etc/pegboard/config.before.toml", "/etc/pegboard/config.toml"
        self.machine.output(f"test -e {kept} || cp {config} {kept}")
        lines = base64.b64encode(settings.encode()).decode()
        self.machine.output(f"(cat {kept}; echo {lines} | base64 -d) > {config}")
        self.machine.output("systemctl restart pegboard")
        self.machine.first_page()

    def ask(self, **what: Any) -> dict[str, Any]:
        """Sends a command from the machine itself; returns the acknowledgement."""
        text = self.machine.output(f"python3 /share/inside/ask.py '{json.dumps(what)}'")
        answer: dict[str, Any] = json.loads(text)
        return answer

    def press(self, *pins: int, held_us: int = 300_000) -> None:
        """Presses and releases buttons one after another, slowly because the machine is slow."""
        self.move(*(f"{pin} 0\nwait {held_us}\n{pin} z\nwait {held_us}\n" for pin in pins))

    def move(self, *lines: str) -> None:
        """Sets levels: `5 0` pulls pin 5 down, `5 z` releases it, `wait US` waits microseconds.

        At most 4,000 characters at a time: the module reads whole lines.
        """
        text = base64.b64encode("".join(lines).encode()).decode()
        self.machine.output(f"echo {text} | base64 -d > {FOLDER}/lines")

    def lines(self) -> dict[int, str]:
        """Returns the state of each pin, such as `1 in up watched`."""
        text = self.machine.output(f"cat {FOLDER}/lines").splitlines()
        return {int(line.split()[0]): line.partition(" ")[2] for line in text}

    def messages(self) -> list[Message]:
        """Returns the SPI transfers since the last call."""
        raw = base64.b64decode(self.machine.output(f"base64 -w0 {FOLDER}/spi0"))
        found, at = [], 0
        while at < len(raw):
            magic, hz, length, _, _ = HEAD.unpack_from(raw, at)
            assert magic == b"PEGS", f"at {at} of {len(raw)}: {magic!r}"
            found.append(Message(raw[at + HEAD.size : at + HEAD.size + length], hz))
            at += HEAD.size + length
        assert self.machine.output(f"cat {FOLDER}/spi_lost") == "0\n"
        return found
