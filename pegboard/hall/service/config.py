"""The configuration of a hall: one TOML file, whose keys all have a default."""

from dataclasses import dataclass
from pathlib import Path

from pegboard.config import read_section, read_table


@dataclass(frozen=True, slots=True)
class HallWeb:
    """`[web]`: where boards and pages find the hall."""

    host: str = "127.0.0.1"
    """Loopback unless you say otherwise; `0.0.0.0` for boards on your network."""
    port: int = 8131
    """The next free port is taken where this one is in use; 0 is any free port."""
    allowed_hosts: tuple[str, ...] = ()
    """More names under which the hall may be reached."""


@dataclass(frozen=True, slots=True)
class HallConfig:
    """The whole configuration."""

    web: HallWeb = HallWeb()
    name: str = "Cribbage"
    """Name of the hall on its pages."""
    folder: str = "hall"
    """Folder of its store and its keys."""


def load_hall(path: Path) -> HallConfig:
    """Reads a configuration file.

    Raises:
        ConfigError: naming the file and the key, with what would be right.
    """
    config: HallConfig = read_section(HallConfig, read_table(path), str(path))
    return config
