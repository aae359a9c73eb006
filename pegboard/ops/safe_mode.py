"""Safe mode: a start with simulated devices, so that a broken board can still be reached.

A flag file counts starts; it is removed once the service has run for a while or was stopped on
purpose. After two failed starts the next one is in safe mode: no strip, no pins, no camera, no MQTT
broker, and the page shows the reason. Safe mode can also be requested by holding UNDO and OK while
the board starts, and with `pegboard run --safe`. Under systemd an unreadable configuration leads to
safe mode too, because restarting would not help.

The real games are used if the journal can be opened. Safe mode lasts for one run: power-cycling the
board, or the button on the page, tries a normal start.
"""

import logging
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from pegboard.board.layout_files import load_layout
from pegboard.config import Config, config_from_table, parse
from pegboard.errors import Code, ConfigError, DeviceError
from pegboard.host.atomic_file import atomic_write
from pegboard.host.state_file import StateFile, spaced
from pegboard.ops.settings.effective import show
from pegboard.storage.state_names import START, WORKING_WEB
from pegboard.text_file import parse_toml, read_text

log = logging.getLogger(__name__)

FAILED_STARTS = 2
"""Number of consecutive failed starts that lead to safe mode."""
WELL_S = 20.0
"""Seconds after which a start counts as successful."""


class SafeMode(Code):
    """Reasons for safe mode, and their notices."""

    ON = "safe-mode", "simulated devices only: {why}"
    TWICE = "failed-twice", "the last two starts failed"
    HELD = "held-at-start", "UNDO and OK were held down at start-up"
    REQUESTED = "safe-asked", "requested with --safe"
    STARTING = "safe-starting", "UNDO and OK were held: starting in safe mode."
    ALREADY = "safe-already", ("UNDO and OK were held, but the board is already in safe mode.")
    NO_CONFIG = "safe-config", "the configuration cannot be used: {why}"


@dataclass(frozen=True, slots=True)
class Flag:
    """The flag left by an earlier start."""

    failed: int = 0
    """Number of consecutive failed starts."""
    reason: SafeMode | None = None
    """Reason to start in safe mode next time, or None."""


class FlagFile(Struct, frozen=True):
    """Content of the flag file; `asked` is a reason, or empty."""

    failed: int
    asked: str


class StartRecord:
    """The flag file of a state folder. If it cannot be written, there is no safe mode."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = StateFile(folder / START, FlagFile, encode=spaced)

    def record_start(self) -> SafeMode | None:
        """Records the start of the service; returns the reason for safe mode, or None."""
        flag = self._read()
        self._write(Flag(failed=flag.failed + 1))
        if flag.reason is not None:
            return flag.reason
        return SafeMode.TWICE if flag.failed >= FAILED_STARTS else None

    def record_success(self, config: Config | None = None) -> None:
        """Records that the start was successful, or the stop intentional.

        Args:
            config: the configuration if it worked; its `[web]` is saved as a fallback for a broken
                configuration.
        """
        with suppress(OSError):
            self._file.path.unlink(missing_ok=True)
            if config is not None:
                text = show(Config(web=config.web)).encode()
                file = self._folder / WORKING_WEB
                if not file.exists() or file.read_bytes() != text:
                    atomic_write(file, text)

    def request_safe_mode(self, why: SafeMode) -> None:
        """Requests safe mode for the next start."""
        self._write(Flag(reason=why))

    def _read(self) -> Flag:
        stored = self._file.read_or(FlagFile(0, ""))
        # Older versions wrote a sentence here, and only when buttons were held at the start.
        codes = (code for code in SafeMode if code == stored.asked)
        return Flag(stored.failed, next(codes, SafeMode.HELD) if stored.asked else None)

    def _write(self, flag: Flag) -> None:
        try:
            self._file.write(FlagFile(flag.failed, str(flag.reason or "")))
        except DeviceError as error:
            log.warning("start flag: %s", error.facts["why"])


def without_devices(config: Config) -> Config:
    """Returns the configuration with all devices simulated and without an MQTT broker."""
    board = replace(config.board, strip="memory:")
    try:
        load_layout(board.layout)
    except ConfigError:
        board = replace(board, layout=Config().board.layout)
    return replace(
        config,
        board=board,
        buttons=replace(config.buttons, source="gpio:mock", also=(), pins={}, inputs={}),
        camera=replace(config.camera, source="none"),
        mqtt=replace(config.mqtt, broker="none"),
        hall=replace(config.hall, url="none"),
    )


def salvage(file: Path, folder: Path | None = None) -> Config:
    """Returns the usable part of a configuration file that cannot be read as a whole.

    Each section is used or dropped separately. If `[web]` is unusable, the last one that worked is
    used, so that a board without a screen stays reachable.

    Args:
        file: configuration file.
        folder: state folder.
    """
    text = ""
    with suppress(OSError, ValueError):
        text = read_text(file)
    parts: dict[str, Any] = {}
    for section in re.split(r"^(?=\s*\[)", text, flags=re.MULTILINE):
        with suppress(ValueError):  # not TOML, or an invalid setting
            for key, value in parse_toml(section).items():
                parts[key] = getattr(config_from_table({key: value}, str(file)), key)
    if "web" not in parts and folder is not None:
        with suppress(OSError, ValueError):
            worked = (folder / WORKING_WEB).read_text(encoding="utf-8")
            parts["web"] = parse(worked, WORKING_WEB).web
    return replace(Config(), **parts)
