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
    """The `[web]` section: the address of the hall."""

    host: str = "127.0.0.1"
    """Address to listen on; `0.0.0.0` for boards on your network."""
    port: int = 8131
    """Port; the next free one if it is in use, any free one for 0."""
    allowed_hosts: tuple[str, ...] = ()
    """Additional host names under which the hall is reached."""
    metrics: bool = False
    """Serve `/metrics` for Prometheus, without names."""


@dataclass(frozen=True, slots=True)
class HallConfig:
    """The configuration of a hall."""

    web: HallWeb = HallWeb()
    mqtt: MqttConfig = NO_BROKER
    name: str = "Cribbage"
    """Display name of the hall."""
    folder: str = "hall"
    """Folder of the keys, and of the store if that is a file."""
    database: str = "file"
    """`file` for a store in the folder; `postgresql://USER@HOST/DATABASE` for several processes."""
    database_password_file: str = "none"
    """File with the database password; `none` to use PostgreSQL's own variables."""


def load_hall(path: Path) -> HallConfig:
    """Loads a configuration file.

    Raises:
        ConfigError: a value is invalid.
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
