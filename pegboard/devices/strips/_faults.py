"""Table of the faults of an LED strip on a Raspberry Pi, with their cures.

A row's condition is checked on the machine (its files below a root, so tests can simulate any
machine); its code says what is wrong and what to do. Only the first row that applies is reported:
later ones are often its consequences.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pegboard.devices import raspberry_pi
from pegboard.errors import Code, DeviceMissing, Fact

BUFSIZ = "sys/module/spidev/parameters/bufsiz"
BUFSIZ_USUAL = 4096
PROVEN_ON_PI_5 = 4096
"""Longest SPI transfer in bytes without reported trouble on a Raspberry Pi 5."""
PWM_PINS = {18: 0, 12: 0, 13: 1, 19: 1}
"""PWM channel by pin; analogue sound uses the same PWM."""
PCM_PIN = 21
_EEPROM = re.compile(r"spidev10\.\d+")
"""The port of the EEPROM that holds a Pi 5's bootloader: present even while SPI is off, and not on
the header. Writing to it may keep the Pi from booting."""


@dataclass(frozen=True)
class Host:
    """The host on which a strip is opened."""

    root: Path = Path("/")
    path: str = ""
    """Path of the SPI port."""
    size: int = 0
    """Bytes of one SPI transfer."""
    pin: int = 0
    """BCM number of the PWM or PCM pin."""
    is_core_given: bool = False
    """True if the address states the core clock."""
    is_installed: Callable[[str], bool] = lambda module: find_spec(module) is not None
    is_accessible: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)

    def file(self, path: str) -> Path:
        """Returns the path of a file under this machine's root."""
        return self.root / path.lstrip("/")

    @property
    def config(self) -> str:
        """Path of config.txt on this machine."""
        return raspberry_pi.shown(raspberry_pi.config_path(self.root), self.root)

    @property
    def kind(self) -> str:
        """Kind of Pi; empty on any other machine."""
        pi = raspberry_pi.kind(self.root)
        return pi.name if pi else ""

    @property
    def bufsiz(self) -> int:
        """Longest single transfer of the SPI driver, in bytes."""
        try:
            return int(self.file(BUFSIZ).read_text())
        except (OSError, ValueError):
            return BUFSIZ_USUAL

    @property
    def bufsiz_needed(self) -> int:
        """Buffer size needed: the next power of two."""
        return 1 << (self.size - 1).bit_length()

    @property
    def ports(self) -> str:
        """SPI ports usable for LEDs, comma-separated."""
        names = sorted(path.name for path in self.file("dev").glob("spidev*"))
        return ", ".join(f"/dev/{name}" for name in names if not _EEPROM.fullmatch(name))

    @property
    def is_eeprom(self) -> bool:
        """Returns True if the SPI port is that of the bootloader EEPROM, or a link to it."""
        return any(_EEPROM.fullmatch(path.name) for path in (Path(self.path), self._target))

    @property
    def _target(self) -> Path:
        return self.file(self.path).resolve()

    @property
    def cmdline(self) -> str:
        """Path of the file with the kernel command line."""
        return self.config.replace("config.txt", "cmdline.txt")

    @property
    def core_line(self) -> str:
        """Config.txt line that fixes the core clock."""
        clock = raspberry_pi.core_clock(self.root)
        return clock.line if clock else ""

    @property
    def sounds(self) -> bool:
        """Returns True if analogue audio is on: its module is loaded, or config.txt enables it."""
        try:
            modules = self.file("proc/modules").read_text()
        except OSError:
            modules = ""
        loaded = any(line.startswith("snd_bcm2835 ") for line in modules.splitlines())
        settings = raspberry_pi.settings(self.root)
        lines = [
            setting.value for setting in settings if setting.key == "dtparam" and setting.is_sure
        ]
        parameters = [text.strip().partition("=") for text in ",".join(lines).split(",")]
        audio = [value for name, _, value in parameters if name == "audio"]
        return loaded or audio[-1:] in (["on"], ["yes"], ["true"], ["1"], [""])


class StripFault(Code):
    """Codes of `DeviceMissing`, each with its cure."""

    SPI_OFF = (
        "spi-off",
        "{path} is missing: SPI is off",
        "run `sudo raspi-config nonint do_spi 0` (or add the line dtparam=spi=on to {config}) and "
        "restart",
    )
    SPI_NO_PI = (
        "spi-no-pi",
        "{path} is missing, and this is not a known Raspberry Pi",
        "use the USB board (serial:), or spi:mock to simulate it",
    )
    SPI_OTHER_PORT = "spi-other-port", "{path} is missing", "there is {ports}"
    SPI_EEPROM = (
        "spi-eeprom",
        "{path} is the EEPROM that a Raspberry Pi 5 starts from, not a port for LEDs",
        "use spi: (data on GPIO 10)",
    )
    UNOPENED = "strip-unopened", "{path}: {why}"
    TAKEN = (
        "strip-taken",
        "{path} is in use by another pegboard",
        "end it first: `sudo systemctl stop pegboard` where it was installed, and "
        "`sudo systemctl start pegboard` afterwards",
    )
    NO_SPIDEV = (
        "no-spidev",
        "the spidev library is missing",
        "`pip install spidev`, or `sudo apt install python3-spidev` with a virtual environment "
        "made with --system-site-packages",
    )
    SPI_GROUP = (
        "spi-group",
        "no permission to open {path}",
        "add your user to the group spi (`sudo usermod -aG spi $USER`) and log in again",
    )
    SPI_BUFFER = (
        "spi-buffer",
        "a frame is {size} bytes and the driver's buffer only {bufsiz}: it would be sent in "
        "pieces, with gaps",
        "add spidev.bufsiz={bufsiz_wanted} to the end of the one line in {cmdline} and restart",
    )
    CORE_CLOCK = (
        "core-clock",
        "this Pi's core clock, and the SPI clock with it, changes under load: the LEDs would "
        "flash white",
        "add the line {core_line} to {config}, below [all], and restart",
    )
    PWM_PI_5 = (
        "pwm-pi-5",
        "rpi_ws281x does not support the Raspberry Pi 5",
        "use spi: (data on GPIO 10) or the USB board (serial:)",
    )
    PWM_NO_PI = (
        "pwm-no-pi",
        "rpi_ws281x does not support this machine",
        "use the USB board (serial:), or ws281x:mock to simulate it",
    )
    PWM_SPI_PIN = (
        "pwm-spi-pin",
        "GPIO 10 belongs to the SPI port",
        "use spi:, which does not need root",
    )
    PWM_OTHER_PIN = (
        "pwm-other-pin",
        "GPIO {pin} has no PWM or PCM",
        "connect the LEDs to GPIO 18, 12, 13, 19 or 21",
    )
    NO_RPI_WS281X = (
        "no-rpi-ws281x",
        "the rpi_ws281x library is missing",
        "`pip install rpi-ws281x` (compiling it needs gcc and python3-dev)",
    )
    NO_DEV_MEM = (
        "no-dev-mem",
        "no permission to open /dev/mem: only root can drive LEDs by PWM",
        "use spi: (data on GPIO 10) or the USB board (serial:), which do not need root; an "
        "installed board's service never has it",
    )
    SILENT = "strip-silent", "the strip does not answer"
    AUDIO = (
        "audio",
        "analogue sound is on, and it uses the same PWM as GPIO {pin}",
        "write dtparam=audio=off in {config} and restart, or use ws281x:21 or spi:",
    )


def _nothing(_: Host) -> Mapping[str, Fact]:
    return {}


@dataclass(frozen=True)
class Fault:
    """A row of the table."""

    code: StripFault
    applies: Callable[[Host], bool]
    facts: Callable[[Host], Mapping[str, Fact]] = _nothing
    """Values for the code's message; called only if the row applies."""


def _core_drifts(site: Host) -> bool:
    clock = raspberry_pi.core_clock(site.root)
    return not site.is_core_given and clock is not None and not clock.steady


FAULTS: dict[str, tuple[Fault, ...]] = {
    "spi": (
        Fault(
            StripFault.SPI_EEPROM,
            lambda site: site.is_eeprom,
            lambda site: {"path": site.path},
        ),
        Fault(
            StripFault.SPI_OFF,
            lambda site: not site.file(site.path).exists() and not site.ports and bool(site.kind),
            lambda site: {"path": site.path, "config": site.config},
        ),
        Fault(
            StripFault.SPI_NO_PI,
            lambda site: not site.file(site.path).exists() and not site.ports,
            lambda site: {"path": site.path},
        ),
        Fault(
            StripFault.SPI_OTHER_PORT,
            lambda site: not site.file(site.path).exists(),
            lambda site: {"path": site.path, "ports": site.ports},
        ),
        Fault(StripFault.NO_SPIDEV, lambda site: not site.is_installed("spidev")),
        Fault(
            StripFault.SPI_GROUP,
            lambda site: not site.is_accessible(site.file(site.path)),
            lambda site: {"path": site.path},
        ),
        Fault(
            StripFault.SPI_BUFFER,
            lambda site: site.bufsiz < site.size,
            lambda site: {
                "size": site.size,
                "bufsiz": site.bufsiz,
                "bufsiz_wanted": site.bufsiz_needed,
                "cmdline": site.cmdline,
            },
        ),
        Fault(
            StripFault.CORE_CLOCK,
            _core_drifts,
            lambda site: {"core_line": site.core_line, "config": site.config},
        ),
    ),
    "ws281x": (
        Fault(StripFault.PWM_PI_5, lambda site: site.kind == "5"),
        Fault(StripFault.PWM_NO_PI, lambda site: not site.kind),
        Fault(StripFault.PWM_SPI_PIN, lambda site: site.pin == 10),
        Fault(
            StripFault.PWM_OTHER_PIN,
            lambda site: site.pin not in (*PWM_PINS, PCM_PIN),
            lambda site: {"pin": site.pin},
        ),
        Fault(StripFault.NO_RPI_WS281X, lambda site: not site.is_installed("rpi_ws281x")),
        Fault(StripFault.NO_DEV_MEM, lambda site: not site.is_accessible(site.file("dev/mem"))),
        Fault(
            StripFault.AUDIO,
            lambda site: site.pin in PWM_PINS and site.sounds,
            lambda site: {"pin": site.pin, "config": site.config},
        ),
    ),
}
"""Faults by scheme, in the order of checks."""


def fault(scheme: str, site: Host, only: tuple[Code, ...] = ()) -> DeviceMissing | None:
    """Returns a strip's fault on this host with its cure; None if there is none.

    Args:
        scheme: scheme of the strip's address.
        site: host and port to check.
        only: codes of the rows to check; empty for all.
    """
    for row in FAULTS[scheme]:
        if (not only or row.code in only) and row.applies(site):
            return DeviceMissing(row.code, **row.facts(site))
    return None
