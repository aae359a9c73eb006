"""Saves the results of `pegboard light test` as settings of the board."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pegboard.config import Config
from pegboard.errors import ConfigError, PegboardError
from pegboard.host import atomic_file
from pegboard.ops.control_socket import NotRunning, request_settings
from pegboard.ops.settings.chosen import SettingFault, SettingsFile, checked, fixed_keys
from pegboard.storage.paths import as_owner, config_file
from pegboard.storage.state_names import JOURNAL, OWN_LAYOUT


def is_installed(folder: Path) -> bool:
    """Returns whether this is an installed board, whose settings are in the state folder."""
    return config_file() is not None or (folder / JOURNAL).exists()


def save(
    change: Mapping[str, str], layout: str | None, folder: Path, config: Config, file: Path | None
) -> PegboardError | None:
    """Saves settings, through the service if it runs.

    Args:
        change: settings by key.
        layout: text of this board's custom layout; None to use a bundled one.
        folder: state folder.
        config: configuration from the file, without the page's settings.
        file: configuration file.

    Returns:
        None once the settings are in effect, else the reason for failure.
    """
    try:
        if layout is not None:
            with as_owner(folder):
                atomic_file.save(folder / OWN_LAYOUT, layout.encode(), mode=0o644)
        with suppress(NotRunning):
            request_settings(folder, change)
            return None
        values = checked(change, folder)
        for key in fixed_keys(config, file) & values.keys():
            name = file.name if file is not None else ""
            return ConfigError(SettingFault.FIXED, key=key, file=name)
        with as_owner(folder):
            settings = SettingsFile(folder)
            settings.write(settings.read() | values)
    except PegboardError as error:
        return error
    return None


def lines(change: Mapping[str, str]) -> list[str]:
    """Returns the equivalent lines for `[board]` in the configuration file."""
    written = [f'{key.removeprefix("board.")} = "{value}"' for key, value in change.items()]
    return ["Write this into the configuration:", "", "[board]", *written]
