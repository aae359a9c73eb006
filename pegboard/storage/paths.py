"""Paths on this machine: the configuration file and the state folder."""

import os
from pathlib import Path

from pegboard.config import Config

INSTALLED_CONFIG = Path("/etc/pegboard/config.toml")
INSTALLED_STATE = Path("/var/lib/pegboard")
"""Folder the installer uses for both, for the service's own user."""


def config_file() -> Path | None:
    """Returns the installed configuration file; None if there is none."""
    return INSTALLED_CONFIG if INSTALLED_CONFIG.is_file() else None


def state_folder(config: Config) -> Path:
    """Returns the folder of the journal."""
    if config.state != "auto":
        return Path(config.state).expanduser()
    if given := os.environ.get("STATE_DIRECTORY"):  # systemd's StateDirectory=
        return Path(given.split(":")[0])
    if INSTALLED_STATE.is_dir() and os.access(INSTALLED_STATE, os.R_OK | os.W_OK | os.X_OK):
        return INSTALLED_STATE
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "pegboard"
