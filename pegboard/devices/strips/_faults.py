"""Faults of an LED strip on a Raspberry Pi and their cures: one table.

A row is looked for on the machine (its files below a root, so a test can be any machine) and says
what is wrong and what to do. The first row that applies is the one to tell: those after it often
only follow from it.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pegboard.devices import raspberry_pi
from pegboard.i18n import Text, say

BUFSIZ = "sys/module/spidev/parameters/bufsiz"
BUFSIZ_USUAL = 4096
PWM_PINS = {18: 0, 12: 0, 13: 1, 19: 1}
"""Pins of the PWM, with their channel; analogue sound uses the same PWM."""
PCM_PIN = 21


@dataclass(frozen=True)
class Site:
    """The host on which a strip is opened."""

    root: Path = Path("/")
    path: str = ""
    """Of the SPI port."""
    size: int = 0
    """Bytes of one SPI transfer."""
    pin: int = 0
    """Of the PWM or PCM, BCM number."""
    core_known: bool = False
    """True if the address gives the core clock."""
    installed: Callable[[str], bool] = lambda module: find_spec(module) is not None
    may: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)

    def file(self, path: str) -> Path:
        """Returns a file of this machine."""
        return self.root / path.lstrip("/")

    @property
    def config(self) -> str:
        """config.txt, as it is called on this machine."""
        return raspberry_pi.shown(raspberry_pi.config_path(self.root), self.root)

    @property
    def kind(self) -> str:
        """Which Pi; empty on anything else."""
        found = raspberry_pi.kind(self.root)
        return found.name if found else ""

    @property
    def bufsiz(self) -> int:
        """The longest transfer that the SPI driver makes in one piece."""
        try:
            return int(self.file(BUFSIZ).read_text())
        except (OSError, ValueError):
            return BUFSIZ_USUAL

    @property
    def bufsiz_wanted(self) -> int:
        """The next power of two."""
        return 1 << (self.size - 1).bit_length()

    @property
    def ports(self) -> str:
        """The SPI ports there are."""
        return ", ".join(sorted(f"/dev/{path.name}" for path in self.file("dev").glob("spidev*")))

    @property
    def cmdline(self) -> str:
        """The kernel's command line, as a file."""
        return self.config.replace("config.txt", "cmdline.txt")

    @property
    def core_line(self) -> str:
        """The line that makes the core clock steady."""
        clock = raspberry_pi.core_clock(self.root)
        return clock.line if clock else ""

    @property
    def sounds(self) -> bool:
        """True if analogue sound is on: its module is loaded, or config.txt asks for it."""
        try:
            modules = self.file("proc/modules").read_text()
        except OSError:
            modules = ""
        loaded = any(line.startswith("snd_bcm2835 ") for line in modules.splitlines())
        values = [value for key, value in raspberry_pi.settings(self.root) if key == "dtparam"]
        audio = [value for value in values if value.startswith("audio=")]
        return loaded or audio[-1:] == ["audio=on"]


@dataclass(frozen=True)
class Fault:
    """One row."""

    key: str
    applies: Callable[[Site], bool]
    says: Callable[[Site], Text]
    """`wrong` and its `cure` in one sentence; asked only where it applies."""


def _core_drifts(site: Site) -> bool:
    clock = raspberry_pi.core_clock(site.root)
    return not site.core_known and clock is not None and not clock.steady


FAULTS: dict[str, tuple[Fault, ...]] = {
    "spi": (
        Fault(
            "no SPI",
            lambda site: not site.file(site.path).exists() and not site.ports and bool(site.kind),
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("there is no {path}, SPI is off", path=site.path),
                cure=say(
                    "run `sudo raspi-config nonint do_spi 0` (or add the line "
                    "dtparam=spi=on to {config}) and restart",
                    config=site.config,
                ),
            ),
        ),
        Fault(
            "no Pi",
            lambda site: not site.file(site.path).exists() and not site.ports,
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say(
                    "there is no {path}, and this is no Raspberry Pi that we know", path=site.path
                ),
                cure=say("use the board on USB (serial:), or spi:mock to simulate it"),
            ),
        ),
        Fault(
            "other port",
            lambda site: not site.file(site.path).exists(),
            lambda site: say(
                "{wrong}; {cure}",
                wrong=say("there is no {path}", path=site.path),
                cure=say("there is {ports}", ports=site.ports),
            ),
        ),
        Fault(
            "no spidev",
            lambda site: not site.installed("spidev"),
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("the library spidev is missing"),
                cure=say(
                    "`pip install spidev`, or `sudo apt install python3-spidev` and a "
                    "virtual environment made with --system-site-packages"
                ),
            ),
        ),
        Fault(
            "not in the group",
            lambda site: not site.may(site.file(site.path)),
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("{path} may not be opened", path=site.path),
                cure=say(
                    "add your user to the group spi (`sudo usermod -aG spi $USER`) and log in again"
                ),
            ),
        ),
        Fault(
            "small buffer",
            lambda site: site.bufsiz < site.size,
            lambda site: say(
                "{wrong}. {cure}",
                wrong=say(
                    "a frame is {size} bytes and the driver's buffer {bufsiz}: sent in "
                    "pieces it would have gaps",
                    size=site.size,
                    bufsiz=site.bufsiz,
                ),
                cure=say(
                    "Add spidev.bufsiz={bufsiz_wanted} to the end of the one line in "
                    "{cmdline} and restart",
                    bufsiz_wanted=site.bufsiz_wanted,
                    cmdline=site.cmdline,
                ),
            ),
        ),
        Fault(
            "core clock",
            _core_drifts,
            lambda site: say(
                "{wrong}. {cure}",
                wrong=say(
                    "the core clock of this Pi changes with its load, and the SPI "
                    "clock with it: the LEDs would flash white"
                ),
                cure=say(
                    "Add the line {core_line} to {config} and restart",
                    core_line=site.core_line,
                    config=site.config,
                ),
            ),
        ),
    ),
    "ws281x": (
        Fault(
            "Pi 5",
            lambda site: site.kind == "5",
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("rpi_ws281x does not know the Raspberry Pi 5"),
                cure=say("use spi: (data on GPIO 10) or the board on USB (serial:)"),
            ),
        ),
        Fault(
            "no Pi",
            lambda site: not site.kind,
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("this is no Raspberry Pi that rpi_ws281x knows"),
                cure=say("use the board on USB (serial:), or ws281x:mock to simulate it"),
            ),
        ),
        Fault(
            "SPI pin",
            lambda site: site.pin == 10,
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("GPIO 10 is the SPI port's"),
                cure=say("use spi:, which needs no root"),
            ),
        ),
        Fault(
            "other pin",
            lambda site: site.pin not in (*PWM_PINS, PCM_PIN),
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("GPIO {pin} has no PWM or PCM", pin=site.pin),
                cure=say("LEDs go on GPIO 18, 12, 13, 19 or 21"),
            ),
        ),
        Fault(
            "no rpi_ws281x",
            lambda site: not site.installed("rpi_ws281x"),
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("the library rpi_ws281x is missing"),
                cure=say(
                    "`pip install rpi-ws281x` (it is compiled, which needs gcc and python3-dev)"
                ),
            ),
        ),
        Fault(
            "no /dev/mem",
            lambda site: not site.may(site.file("dev/mem")),
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("/dev/mem may not be opened, only root can drive LEDs by PWM"),
                cure=say("run pegboard as root, or use spi: (data on GPIO 10), which needs none"),
            ),
        ),
        Fault(
            "audio",
            lambda site: site.pin in PWM_PINS and site.sounds,
            lambda site: say(
                "{wrong}: {cure}",
                wrong=say("analogue sound is on and uses the same PWM as GPIO {pin}", pin=site.pin),
                cure=say(
                    "write dtparam=audio=off in {config} and restart, or use ws281x:21 or spi:",
                    config=site.config,
                ),
            ),
        ),
    ),
}
"""By scheme; in the order in which they are looked for."""


def fault(scheme: str, site: Site, only: tuple[str, ...] = ()) -> Text | None:
    """Returns what is wrong with a strip there, and its cure; None where nothing is.

    Args:
        scheme: the strip's.
        site: where it is to be opened.
        only: the keys of the rows to look at; all of them if none.
    """
    for row in FAULTS[scheme]:
        if (not only or row.key in only) and row.applies(site):
            return row.says(site)
    return None
