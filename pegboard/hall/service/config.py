"""The configuration of a hall: one TOML file with defaults for all keys."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pegboard.config import MqttConfig, read_section, read_table
from pegboard.errors import ConfigError
from pegboard.hall.codes import HallFault

NO_BROKER = MqttConfig()


@dataclass(frozen=True, slots=True)
class HallWeb:
    """`[web]`: where boards and pages find the hall."""

    host: str = "127.0.0.1"
    """Loopback unless you say otherwise; `0.0.0.0` for boards on your network."""
    port: int = 8131
    """The next free port is taken where this one is in use; 0 is any free port."""
    allowed_hosts: tuple[str, ...] = ()
    """More names under which the hall may be reached."""
    metrics: bool = False
    """Whether `/metrics` tells Prometheus how the hall is; it names nobody."""


@dataclass(frozen=True, slots=True)
class HallConfig:
    """The whole configuration."""

    web: HallWeb = HallWeb()
    mqtt: MqttConfig = NO_BROKER
    name: str = "Cribbage"
    """Name of the hall on its pages."""
    folder: str = "hall"
    """Folder of its keys, and of its store if that is a file."""
    database: str = "file"
    """`file` for one in the folder; `postgresql://USER@HOST/DATABASE` for several processes."""
    database_password_file: str = "none"
    """File with the database's password; `none` for what PostgreSQL's own variables say."""


def load_hall(path: Path) -> HallConfig:
    """Loads a configuration file.

    Raises:
        ConfigError: naming the file and the key, with what would be right.
    """
    config: HallConfig = read_section(HallConfig, read_table(path), str(path))
    check_database(config.database)
    return config


def check_database(database: str) -> None:
    """Checks a database URL, which must be safe to display.

    Raises:
        ConfigError: the URL is invalid, or contains a password.
    """
    if database == "file":
        return
    try:
        url = urlsplit(database)
        secret = url.password is not None or "password" in parse_qs(url.query)
    except ValueError as error:
        raise ConfigError(HallFault.DATABASE) from error
    if url.scheme not in ("postgresql", "postgres"):
        raise ConfigError(HallFault.DATABASE)
    if secret:
        raise ConfigError(HallFault.PASSWORD_SHOWN)
