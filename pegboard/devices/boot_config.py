"""Reads config.txt, the settings of a Raspberry Pi's firmware, as the firmware does.

A line in brackets is a filter: the settings below it count only where it applies. Filters of one
type replace each other, filters of different types combine, and `[all]` drops every one. `include`
inserts another file at its place, filters and all. The rules are those of Raspberry Pi's
documentation: "The config.txt file", sections "File format", "include" and "Conditional filters".
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pegboard.text_file import LONGEST_FILE, open_file

_LONGEST_LINE = 98
"""Length of a line in characters; the firmware ignores the rest."""
_MOST_FILES = 64
"""Limit of files read, against a file that includes itself."""
_SERIAL = "proc/device-tree/serial-number"
_TRYBOOT = "proc/device-tree/chosen/bootloader/tryboot"
_FORMER_KEYS = {"device_tree_overlay": "dtoverlay", "device_tree_param": "dtparam"}
_RENAMED_OVERLAYS = {
    "pi3-act-led": "act-led",
    "pi3-disable-bt": "disable-bt",
    "pi3-disable-wifi": "disable-wifi",
    "pi3-miniuart-bt": "miniuart-bt",
    "spi0-cs": "spi0-2cs",
}
"""Former names that the firmware still accepts: `renamed` in overlay_map.dts of its kernel."""


class Board(NamedTuple):
    """A Raspberry Pi model, and the config.txt filters that select it."""

    pattern: str
    """Matches the model string of the machine."""
    type: int
    """Type in the revision code: `[board-type=0x11]`."""
    filters: tuple[str, ...]
    """Model filters that apply to it."""


BOARDS = (
    Board(r"5 Model B", 0x17, ("pi5",)),
    Board(r"500", 0x19, ("pi5", "pi500")),
    Board(r"Compute Module 5 Lite", 0x1A, ("pi5", "cm5")),
    Board(r"Compute Module 5", 0x18, ("pi5", "cm5")),
    Board(r"4 Model B", 0x11, ("pi4",)),
    Board(r"400", 0x13, ("pi4", "pi400")),
    Board(r"Compute Module 4S", 0x15, ("pi4", "cm4s")),
    Board(r"Compute Module 4", 0x14, ("pi4", "cm4")),
    Board(r"3 Model B Plus", 0x0D, ("pi3", "pi3+")),
    Board(r"3 Model A Plus", 0x0E, ("pi3", "pi3+")),
    Board(r"3 Model B", 0x08, ("pi3",)),
    Board(r"Compute Module 3 Plus", 0x10, ("pi3", "pi3+", "cm3+")),
    Board(r"Compute Module 3", 0x0A, ("pi3", "cm3")),
    Board(r"2 Model B", 0x04, ("pi2",)),
    Board(r"Zero 2", 0x12, ("pi0", "pi0w", "pi02")),
    Board(r"Compute Module 0", 0x1B, ("pi0", "pi0w", "pi02", "cm0")),
    Board(r"Zero W", 0x0C, ("pi0", "pi0w")),
    Board(r"Zero", 0x09, ("pi0",)),
    Board(r"Model A Plus", 0x02, ("pi1",)),
    Board(r"Model B Plus", 0x03, ("pi1",)),
    Board(r"Model A", 0x00, ("pi1",)),
    Board(r"Model B", 0x01, ("pi1",)),
    Board(r"Compute Module Rev", 0x06, ("pi1", "cm1")),
)
"""Known models; the first pattern that matches after `Raspberry Pi ` counts."""

_MODEL_FILTERS = frozenset(name for board in BOARDS for name in board.filters)


class BootSetting(NamedTuple):
    """A setting that applies, or may apply."""

    key: str
    value: str
    is_sure: bool
    """False below a filter that cannot be checked once the Pi runs: a pin, a screen."""


def board_of(model: str) -> Board | None:
    """Returns the board for a model string, such as `Raspberry Pi 4 Model B Rev 1.4`, or None."""
    name = model.removeprefix("Raspberry Pi ")
    return next((board for board in BOARDS if re.match(board.pattern + r"\b", name)), None)


def read(file: Path, model: str, root: Path = Path("/")) -> list[BootSetting]:
    """Returns the settings of config.txt for this Pi, in order; empty if it cannot be read.

    Args:
        file: config.txt.
        model: model string as the machine reports it.
        root: root of the file system.
    """
    reader = _Reader(file.parent, _Filters(board_of(model), root))
    reader.read(file.name)
    return reader.settings


@dataclass
class _Filters:
    """The filters in force: whether each type applies, or None if unknown."""

    board: Board | None
    root: Path
    state: dict[str, bool | None] = field(default_factory=dict)

    @property
    def applies(self) -> bool | None:
        """Returns True if settings apply here; None if unknown."""
        if False in self.state.values():
            return False
        return None if None in self.state.values() else True

    def add(self, text: str) -> None:
        """Adds a filter, given the text within the brackets."""
        name, _, value = (part.strip() for part in text.lower().partition("="))
        if name == "all":
            self.state.clear()
        elif name == "none":
            self.state["none"] = False
        elif name == "board-type" or re.match(r"(pi|cm)\d", name):
            self.state["model"] = self._is_board(name, value)
            if "none" in self.state:  # undocumented: whether a model filter replaces it
                self.state["none"] = None
        elif name == "tryboot":
            self.state[name] = any(self._bytes(_TRYBOOT))
        elif re.fullmatch(r"0x[0-9a-f]+", name):
            self.state["serial"] = self._is_serial(int(name, 16))
        else:
            # A pin, a screen, a variable of the boot loader, or a filter of a later firmware:
            # older firmware ignores unknown filters. One pin replaces another.
            self.state[re.split(r"[\d:&<>]", name)[0]] = None

    def _is_board(self, name: str, value: str) -> bool | None:
        if self.board is None:
            return None
        if name != "board-type":
            # An unknown model may be one that only later firmware knows.
            return name in self.board.filters if name in _MODEL_FILTERS else None
        try:
            return int(value, 0) == self.board.type
        except ValueError:
            return None

    def _is_serial(self, number: int) -> bool | None:
        text = self._bytes(_SERIAL).rstrip(b"\0\n")
        try:
            return int(text, 16) & 0xFFFF_FFFF == number & 0xFFFF_FFFF
        except ValueError:
            return None

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.root / name).read_bytes()
        except OSError:
            return b""


class _Reader:
    """Reads a file and those it includes."""

    def __init__(self, folder: Path, filters: _Filters) -> None:
        self.settings: list[BootSetting] = []
        self._folder, self._filters = folder, filters
        self._files = 0

    def read(self, name: str) -> None:
        """Reads a file of the folder; an unreadable one counts as empty."""
        self._files += 1
        if self._files > _MOST_FILES or ".." in name:
            return
        try:
            with open_file(self._folder / name.lstrip("/")) as file:
                text = file.read(LONGEST_FILE).decode(errors="replace")
        except OSError:
            return
        for line in text.split("\n"):
            self._line(line[:_LONGEST_LINE].partition("#")[0].strip())

    def _line(self, line: str) -> None:
        if line.startswith("["):
            for name in re.findall(r"\[([^]]*)", line):
                self._filters.add(name)
            return
        applies = self._filters.applies
        if applies is False:
            return
        command, *names = line.split(maxsplit=1) or [""]
        if command == "include":
            self.read("".join(names))
            return
        key, equals, value = (part.strip() for part in line.partition("="))
        if equals:
            key = _FORMER_KEYS.get(key.lower(), key.lower())
            if key == "dtoverlay":
                overlay, comma, options = value.partition(",")
                value = _RENAMED_OVERLAYS.get(overlay, overlay) + comma + options
            self.settings.append(BootSetting(key, value, applies is True))
