"""Saves what `pegboard light test` found as the board's settings."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pegboard.config import Config
from pegboard.errors import ConfigError, PegboardError
from pegboard.host import atomic_file
from pegboard.ops.control_socket import NotRunning, ask_settings
from pegboard.ops.settings.chosen import SettingFault, SettingsFile, checked, fixed_keys
from pegboard.storage.paths import as_owner, config_file
from pegboard.storage.state_names import JOURNAL, OWN_LAYOUT


def is_installed(folder: Path) -> bool:
    """Tells if a board keeps its settings in a state folder, rather than in a file of its user."""
    return config_file() is not None or (folder / JOURNAL).exists()


def save(
    change: Mapping[str, str], layout: str | None, folder: Path, config: Config, file: Path | None
) -> PegboardError | None:
    """Saves settings by key, through the running service where there is one.

    Args:
        change: the settings.
        layout: text of the layout for this board alone; None if they name another.
        folder: the state folder.
        config: of the file, without the page's settings.
        file: of the configuration.

    Returns:
        None once they hold, else the reason why they cannot.
    """
    try:
        if layout is not None:
            with as_owner(folder):
                atomic_file.save(folder / OWN_LAYOUT, layout.encode(), mode=0o644)
        with suppress(NotRunning):
            ask_settings(folder, change)
            return None
        found = checked(change, folder)
        for key in fixed_keys(config, file) & found.keys():
            name = file.name if file is not None else ""
            return ConfigError(SettingFault.FIXED, key=key, file=name)
        with as_owner(folder):
            settings = SettingsFile(folder)
            settings.write(settings.read() | found)
    except PegboardError as error:
        return error
    return None


def lines(change: Mapping[str, str]) -> list[str]:
    """Returns the lines of `[board]` in the configuration that say the same."""
    written = [f'{key.removeprefix("board.")} = "{value}"' for key, value in change.items()]
    return ["Write this into the configuration:", "", "[board]", *written]
