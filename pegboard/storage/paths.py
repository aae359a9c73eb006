"""Paths on this machine: the configuration file and the state folder, and who owns that."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
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


def nearest(path: Path) -> Path:
    """Returns the path, or the nearest existing folder above it."""
    path = path.absolute()
    return next((each for each in (path, *path.parents) if each.exists()), path)


def foreign_owner(folder: Path) -> os.stat_result | None:
    """Returns the owner of a state folder if root works there for somebody else; else None."""
    if os.geteuid() != 0:
        return None
    there = nearest(folder).stat()
    return there if there.st_uid != 0 else None


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Works as the owner of a state folder, for a command that root runs on it.

    A journal that belongs to root is one that the service can neither write nor open.

    Args:
        folder: the state folder; if there is none yet, the nearest one above it counts.
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
    """Becomes the owner of a state folder for good, if root runs this for somebody else's.

    Returns:
        True if this process is another user now.
    """
    owner = foreign_owner(folder)
    if owner is None:
        return False
    os.setgroups(_groups_of(owner))
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)
    return True


def _groups_of(owner: os.stat_result) -> list[int]:
    """Returns the groups of a user: those that may use the pins and the camera among them."""
    try:
        return os.getgrouplist(pwd.getpwuid(owner.st_uid).pw_name, owner.st_gid)
    except KeyError:  # a user that has no name here
        return [owner.st_gid]


def foreign_files(folder: Path) -> list[Path]:
    """Returns the files of a state folder that another user owns than the folder."""
    owner = folder.stat().st_uid
    return sorted(path for path in folder.rglob("*") if path.lstat().st_uid != owner)
