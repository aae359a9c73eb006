"""Paths of the configuration file and the state folder, and the owner of the latter."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pegboard.config import Config

INSTALLED_CONFIG = Path("/etc/pegboard/config.toml")
INSTALLED_STATE = Path("/var/lib/pegboard")
"""State folder used by the installer."""


def config_file() -> Path | None:
    """Returns the path of the installed configuration file; None without one."""
    return INSTALLED_CONFIG if INSTALLED_CONFIG.is_file() else None


def state_folder(config: Config) -> Path:
    """Returns the folder of the journal."""
    if config.state != "auto":
        return Path(config.state).expanduser()
    if folder := os.environ.get("STATE_DIRECTORY"):  # systemd's StateDirectory=
        return Path(folder.split(":")[0])
    if INSTALLED_STATE.is_dir() and os.access(INSTALLED_STATE, os.R_OK | os.W_OK | os.X_OK):
        return INSTALLED_STATE
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "pegboard"


def nearest(path: Path) -> Path:
    """Returns the path itself if it exists, else its nearest existing parent."""
    path = path.absolute()
    return next((folder for folder in (path, *path.parents) if folder.exists()), path)


def foreign_owner(folder: Path) -> os.stat_result | None:
    """Returns the owner of a state folder if this process is root and the owner is not."""
    if os.geteuid() != 0:
        return None
    status = nearest(folder).stat()
    return status if status.st_uid != 0 else None


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Runs a block as the owner of a state folder, if root runs the command.

    Otherwise the journal would belong to root, and the service could not open it.

    Args:
        folder: state folder; if it does not exist, the nearest existing parent counts.
    """
    owner = foreign_owner(folder)
    if owner is None:
        yield
        return
    groups = os.getgroups()
    os.setgroups(_groups_of(owner))
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def become_owner(folder: Path) -> bool:
    """Switches this process permanently to the owner of a state folder, if root runs it.

    Returns:
        True if the user of the process has changed.
    """
    owner = foreign_owner(folder)
    if owner is None:
        return False
    os.setgroups(_groups_of(owner))
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)
    return True


def _groups_of(owner: os.stat_result) -> list[int]:
    """Returns the groups of a user, such as those for the pins and the camera."""
    try:
        return os.getgrouplist(pwd.getpwuid(owner.st_uid).pw_name, owner.st_gid)
    except KeyError:  # a uid without an account
        return [owner.st_gid]


def foreign_files(folder: Path) -> list[Path]:
    """Returns the files in a state folder whose owner differs from that of the folder."""
    owner = folder.stat().st_uid
    return sorted(path for path in folder.rglob("*") if path.lstat().st_uid != owner)
