"""Detects the Raspberry Pi model and its firmware configuration.

Everything is read from files below a root, so that tests can simulate any machine.

The SPI clock of every Pi before the 5 is the core clock divided by an even number, and the firmware
slows the core when idle while the divisor stays. For a display that only
means a slower bus; an LED chain turns white. So the core clock must be fixed, and
`core_clock` tells whether it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pegboard.devices import boot_config

MODEL = "proc/device-tree/model"
CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
"""Paths of config.txt: Raspberry Pi OS since Bookworm, and before."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of Raspberry Pi."""

    name: str
    """Short name: `Zero 2 W`, `4`."""
    pattern: str
    """Matches the model string of the machine."""
    core_MHz: int
    """Source clock of SPI when busy, in MHz."""
    idle_MHz: int
    """Source clock of SPI when idle, unless config.txt changes it."""
    bluetooth: bool = False
    """True if its serial port moves to the small UART, which fixes the core clock at 250 MHz."""


KINDS = (
    # The RP1 of a Pi 5 divides its own 200 MHz, which never change.
    Kind("5", r"Raspberry Pi (5|500|Compute Module 5)", 200, 200),
    Kind("4", r"Raspberry Pi (4|400|Compute Module 4|Compute Module 4S)", 500, 200),
    Kind("3", r"Raspberry Pi (3|Compute Module 3)", 400, 250, True),
    Kind("2", r"Raspberry Pi 2", 250, 250),
    Kind("Zero 2 W", r"Raspberry Pi (Zero 2|Compute Module 0)", 400, 250, True),
    Kind("Zero W", r"Raspberry Pi Zero W", 400, 250, True),
    Kind("Zero", r"Raspberry Pi Zero", 400, 250),
    Kind("1", r"Raspberry Pi (Model|Compute Module Rev)", 250, 250),
)
"""Core clocks from the documentation of config.txt."""


def model(root: Path = Path("/")) -> str | None:
    """Returns the model as the machine reports it: `Raspberry Pi 4 Model B Rev 1.4`.

    None on anything else.
    """
    try:
        text = (root / MODEL).read_bytes().rstrip(b"\0\n").decode(errors="replace")
    except OSError:
        return None
    return text if text.startswith("Raspberry Pi") else None


def kind(root: Path = Path("/")) -> Kind | None:
    """Returns the kind of this Raspberry Pi.

    None on anything else, including models newer than this code.
    """
    text = model(root) or ""
    return next((row for row in KINDS if re.match(row.pattern + r"\b", text)), None)


def config_path(root: Path = Path("/")) -> Path:
    """Returns the path of config.txt, or its expected path if it is missing."""
    existing = (root / name for name in CONFIGS if (root / name).is_file())
    return next(existing, root / CONFIGS[0])


def shown(path: Path, root: Path) -> str:
    """Returns a path without the test root."""
    return f"/{path.relative_to(root)}"


def settings(root: Path = Path("/")) -> list[boot_config.BootSetting]:
    """Returns the settings of config.txt that apply or may apply to this Pi, in order."""
    return boot_config.read(config_path(root), model(root) or "", root)


@dataclass(frozen=True, slots=True)
class CoreClock:
    """The core clock, from which the SPI clock is derived."""

    hz: int
    steady: bool
    """True if the firmware does not change it."""
    line: str
    """The config.txt line that fixes it."""


def core_clock(root: Path = Path("/")) -> CoreClock | None:
    """Returns the core clock of this Pi; None on any other machine.

    It counts as steady only if it is so with and without the settings that may apply.
    """
    pi = kind(root)
    if pi is None:
        return None
    applicable = settings(root)
    top, low = _span(pi, [setting for setting in applicable if setting.is_sure])
    span = _span(pi, applicable)
    line = "core_freq=250"
    if pi.name == "4":
        line = f"core_freq_min={max(500, top, span[0])}"
    return CoreClock(1_000_000 * top, low == top and span == (top, low), line)


def _span(pi: Kind, applicable: Sequence[boot_config.BootSetting]) -> tuple[int, int]:
    """Returns the core clock when busy and when idle, in MHz."""
    if pi.name == "5":
        return pi.core_MHz, pi.core_MHz
    values = {setting.key: setting.value for setting in applicable}
    top = pi.core_MHz
    if pi.name == "4" and _number(values.get("hdmi_enable_4kp60"), 0):
        top = 550
    top = _number(values.get("core_freq", values.get("gpu_freq")), top)
    low = _number(values.get("core_freq_min", values.get("gpu_freq_min")), pi.idle_MHz)
    top = max(top, low if "core_freq_min" in values or "gpu_freq_min" in values else 0)
    if _number(values.get("force_turbo"), 0):
        return top, top
    if pi.bluetooth and _number(values.get("enable_uart"), 0) and not _bluetooth_moved(applicable):
        return 250, 250
    return top, min(low, top)


def _bluetooth_moved(applicable: Sequence[boot_config.BootSetting]) -> bool:
    """Returns whether an overlay moves Bluetooth, so that the mini UART does not fix the clock."""
    overlays = [
        setting.value.partition(",")[0] for setting in applicable if setting.key == "dtoverlay"
    ]
    return "miniuart-bt" in overlays or "disable-bt" in overlays


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and text.isdecimal() and text.isascii() else otherwise


def divided_clock(source_hz: int, requested_hz: int) -> int:
    """Returns the actual SPI clock for a requested one, in hertz.

    Rounded down to the source clock over an even divisor.

    The drivers of both kinds do the same: spi-bcm2835 (all before the 5) and spi-dw (RP1).
    """
    divisor = max(2, -(-source_hz // requested_hz))
    return source_hz // (divisor + divisor % 2)
