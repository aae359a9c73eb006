"""The hall's service, including its MQTT client if a broker is configured."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pegboard.config import MqttConfig
from pegboard.hall.service.config import HallConfig
from pegboard.hall.service.metrics import Announcer
from pegboard.hall.service.run import serve_hall
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.mqtt.connection import address

ID_LENGTH = 12


async def serve(
    config: HallConfig,
    say: Callable[[str], None],
    config_file: Path | None = None,
    *,
    show_pin: bool = False,
) -> None:
    """Runs a hall until SIGINT or SIGTERM.

    Args:
        config: configuration of the hall.
        say: prints a line for the user who started it.
        config_file: path of the configuration file, for backups.
        show_pin: True to print the director's PIN.

    Raises:
        ConfigError: the broker's address or the topic is invalid.
        DeviceError: the files cannot be used, or no port is free.
        OSError: the folder cannot be created.
    """
    announce = None
    if config.mqtt.broker != "none":
        address(config.mqtt.broker)
        announce = partial(_home_announcer, config.mqtt)
    await serve_hall(config, say, announce, config_file, show_pin=show_pin)


def _home_announcer(mqtt: MqttConfig, shown: Scoreboard, key: bytes, url: str) -> Announcer:
    from pegboard.mqtt.hall import HallHome  # imported only where a broker is configured

    return HallHome(mqtt, key.hex()[:ID_LENGTH], shown.run, url, shown)
