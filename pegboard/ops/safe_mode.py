"""Safe mode: a start with simulated devices, so that a board that cannot start still answers.

A flag file is written when the service starts and removed once it has run well for a while, or
was stopped on purpose. A start that finds it twice is in safe mode: no strip, no pins, no camera,
no MQTT broker, and the page says why. There are two other ways: UNDO and OK held down while
the board starts, and `pegboard run --safe`. Under systemd a configuration that cannot be read leads
there too, for starting again and again would not mend it.

The games are the real ones wherever the journal opens. Safe mode lasts for one start: switching the
board off and on tries a normal one, and so does the button on the page.
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
"""Number of failed starts in a row that leads to safe mode."""
WELL_S = 20.0
"""Seconds after which a service whose parts answer has started successfully."""


class SafeMode(Code):
    """The reason for a start in safe mode, and its notice."""

    ON = "safe-mode", "simulated devices only: {why}"
    TWICE = "failed-twice", "the last two starts failed"
    HELD = "held-at-start", "UNDO and OK were held down at start-up"
    ASKED = "safe-asked", "requested with --safe"
    STARTING = "safe-starting", "UNDO and OK were held: starting in safe mode."
    ALREADY = "safe-already", ("UNDO and OK were held, but the board is already in safe mode.")
    NO_CONFIG = "safe-config", "the configuration cannot be used: {why}"


@dataclass(frozen=True, slots=True)
class Flag:
    """The mark left by an earlier start."""

    failed: int = 0
    """Starts in a row that were not well."""
    asked: SafeMode | None = None
    """Reason to start in safe mode next time; None if there is none."""


class FlagFile(Struct, frozen=True):
    """The flag in its file; `asked` is empty for none."""

    failed: int
    asked: str


class Starts:
    """The flag file of a state folder. If it cannot be written there is no safe mode."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = StateFile(folder / START, FlagFile, encode=spaced)

    def begin(self) -> SafeMode | None:
        """Records the beginning of a start; returns the reason for safe mode, or None."""
        flag = self._read()
        self._write(Flag(failed=flag.failed + 1))
        if flag.asked is not None:
            return flag.asked
        return SafeMode.TWICE if flag.failed >= FAILED_STARTS else None

    def well(self, config: Config | None = None) -> None:
        """Marks the start as successful, or its end as intended.

        Args:
            config: what it ran with, where that is worth keeping: its `[web]` is what a board
                with a broken configuration is reached by.
        """
        with suppress(OSError):
            self._file.path.unlink(missing_ok=True)
            if config is not None:
                text = show(Config(web=config.web)).encode()
                file = self._folder / WORKING_WEB
                if not file.exists() or file.read_bytes() != text:
                    atomic_write(file, text)

    def ask(self, why: SafeMode) -> None:
        """Requests safe mode for the next start."""
        self._write(Flag(asked=why))

    def _read(self) -> Flag:
        found = self._file.read_or(FlagFile(0, ""))
        # An older pegboard wrote a sentence here, and only ever for buttons that were held.
        codes = (code for code in SafeMode if code == found.asked)
        return Flag(found.failed, next(codes, SafeMode.HELD) if found.asked else None)

    def _write(self, flag: Flag) -> None:
        try:
            self._file.write(FlagFile(flag.failed, str(flag.asked or "")))
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

    Each section is used or dropped separately. If even `[web]` cannot be read, the last one that
    worked is used: a board without a screen must stay reachable.

    Args:
        file: the configuration.
        folder: the state folder.
    """
    text = ""
    with suppress(OSError, ValueError):
        text = read_text(file)
    parts: dict[str, Any] = {}
    for section in re.split(r"^(?=\s*\[)", text, flags=re.MULTILINE):
        with suppress(ValueError):  # the text is not TOML, or a setting is wrong
            for key, value in parse_toml(section).items():
                parts[key] = getattr(config_from_table({key: value}, str(file)), key)
    if "web" not in parts and folder is not None:
        with suppress(OSError, ValueError):
            worked = (folder / WORKING_WEB).read_text(encoding="utf-8")
            parts["web"] = parse(worked, WORKING_WEB).web
    return replace(Config(), **parts)
