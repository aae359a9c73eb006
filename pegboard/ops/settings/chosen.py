"""Settings chosen on the page: their keys, their file, and their merge into the configuration."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pegboard.board.layout_files import layout_names, load_layout
from pegboard.config import Config, config_from_table, read_table
from pegboard.devices.autodetect import STRIPS
from pegboard.devices.inputs._wiring import DIALS
from pegboard.errors import Code, ConfigError
from pegboard.host.state_file import StateFile, indented
from pegboard.storage.paths import state_folder
from pegboard.storage.state_names import OWN_LAYOUT, SETTINGS

LARGEST = 16 * 1024
"""Maximum size of the file in bytes."""
KEYS = (
    "board.layout", "board.strip", "board.order", "buttons.inputs",
    "board.brightness", "board.night_from_h", "board.night_to_h", "board.night_brightness",
    "web.phones", "web.screen_off_s", "voice.speaker", "voice.device", "voice.volume",
    "game.pace_s", "buttons.commit_s", "game.colors", "camera.source", "camera.rotation",
    "camera.focus_m", "camera.deck", "camera.watch", "game.regulars", "language",
)  # fmt: skip
"""Keys of the configuration that can be changed on the page."""
RESTARTING = ("board.layout", "board.strip", "board.order", "buttons.inputs", "language")
"""Keys that take effect after a restart of the service."""
MOST_REGULARS = 12
LONGEST_NAME = 24


class SettingFault(Code):
    """Codes of `ConfigError` for settings that the page cannot change."""

    NOT_HERE = "setting-not-here", "{key}: not a setting of the page; must be one of: {known}"
    FIXED = "setting-fixed", "{key} is fixed in the configuration file {file}"
    TRACKS = (
        "setting-tracks",
        "{layout} has {tracks} tracks, and the game on the table needs {sides}; finish it first",
    )
    NOT_OFFERED = "setting-not-offered", "{key}: must be one of {known}, got {value}"
    REGULARS = (
        "setting-regulars",
        "{key}: must be at most {most} different names of 1 to {longest} characters",
    )


def checked(chosen: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Returns settings converted to the types of the configuration.

    Args:
        chosen: settings by key.
        folder: folder of the settings, which may contain a custom layout.

    Raises:
        ConfigError: a key is not in `KEYS`, or its value is out of range.
    """
    settings: dict[str, Any] = {}
    for key, value in chosen.items():
        if key not in KEYS:
            raise ConfigError(SettingFault.NOT_HERE, key=key, known=", ".join(KEYS))
        section, _, name = key.partition(".")
        table = {section: {name: value}} if name else {key: value}
        settings[key] = value_at(config_from_table(table, "settings"), key)
    if Path(str(settings.get("board.layout"))).name == OWN_LAYOUT:
        settings["board.layout"] = str(
            folder / OWN_LAYOUT
        )  # the path may come from a backup of another folder
    _check_names(settings.get("game.regulars", ()))
    _check_board(settings, folder)
    return settings


def _check_board(settings: Mapping[str, Any], folder: Path) -> None:
    """Checks that this version knows the layout, which may come from a newer version."""
    choices: dict[str, Callable[[], Sequence[object]]] = {
        "board.layout": lambda: (*layout_names(), *local_layouts(folder)),
        "board.strip": lambda: STRIPS,
        "buttons.inputs": lambda: ({}, DIALS),
    }
    for key in choices.keys() & settings.keys():
        values = choices[key]()
        if settings[key] not in values:
            names = ", ".join(map(str, values))
            raise ConfigError(SettingFault.NOT_OFFERED, key=key, known=names, value=settings[key])


def local_layouts(folder: Path) -> list[str]:
    """Returns a list with the path of this board's custom layout; empty without one."""
    path = folder / OWN_LAYOUT
    with suppress(ConfigError):
        load_layout(str(path))
        return [str(path)]
    return []


def _check_names(names: tuple[str, ...]) -> None:
    fits = all(
        0 < len(name) <= LONGEST_NAME and name == name.strip() and name.isprintable()
        for name in names
    )
    differ = len({name.casefold() for name in names}) == len(names)
    if not (fits and differ and len(names) <= MOST_REGULARS):
        raise ConfigError(
            SettingFault.REGULARS, key="game.regulars", most=MOST_REGULARS, longest=LONGEST_NAME
        )


def value_at(config: Config, key: str) -> Any:
    """Returns the value of a key such as `board.brightness`, or `language`."""
    section, _, name = key.partition(".")
    part = getattr(config, section)
    return getattr(part, name) if name else part


def merged(config: Config, chosen: Mapping[str, Any], fixed: Iterable[str]) -> Config:
    """Returns the configuration with the chosen settings, except fixed ones."""
    for key, value in chosen.items():
        if key not in fixed:
            section, _, name = key.partition(".")
            part = dataclasses.replace(getattr(config, section), **{name: value}) if name else value
            config = dataclasses.replace(config, **{section: part})
    return config


def with_choices(config: Config, file: Path | None, folder: Path | None = None) -> Config:
    """Returns a configuration with the page's settings, for commands.

    Args:
        config: configuration from the file and the command line.
        file: path of the configuration file.
        folder: state folder; None for that of the configuration.
    """
    chosen = SettingsFile(folder or state_folder(config)).read()
    return merged(config, chosen, fixed_keys(config, file))


def fixed_keys(config: Config, file: Path | None) -> frozenset[str]:
    """Returns the keys that the page cannot change.

    Args:
        config: configuration from the file and the command line, without the page's settings.
        file: configuration file; its keys are fixed even at their default values.
    """
    named: dict[str, Any] = {}
    if file is not None:
        with suppress(ConfigError):
            named = read_table(file)
    usual = Config()

    def is_fixed(key: str) -> bool:
        return value_at(config, key) != value_at(usual, key) or _stands(named, key)

    fixed = {key for key in KEYS if is_fixed(key)}
    # A host set in the file also determines who can reach the page.
    return frozenset(fixed | {"web.phones"} if is_fixed("web.host") else fixed)


def _stands(table: Mapping[str, Any], key: str) -> bool:
    section, _, name = key.partition(".")
    inside = table.get(section)
    if not name:
        return inside is not None
    return isinstance(inside, dict) and name in inside


class SettingsFile:
    """The file of the chosen settings. Its methods block on the disk."""

    def __init__(self, folder: Path) -> None:
        """Stores the folder; reads nothing yet."""
        self.folder = folder
        self._file = StateFile(
            folder / SETTINGS, dict[str, Any], longest=LARGEST, mode=0o644, encode=indented
        )

    def read(self) -> dict[str, Any]:
        """Returns the chosen settings, without those unusable for this version."""
        settings: dict[str, Any] = {}
        for key, value in self._file.read_or({}).items():
            with suppress(ConfigError):
                settings |= checked({key: value}, self.folder)
        return settings

    def write(self, chosen: Mapping[str, Any]) -> None:
        """Saves the chosen settings atomically.

        Raises:
            DeviceError: the file cannot be written; it is unchanged.
        """
        self._file.write(dict(sorted(chosen.items())))
