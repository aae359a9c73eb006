"""The service of a hall with what stands beside it: the home, if a broker is configured."""

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
    config: HallConfig, say: Callable[[str], None], config_file: Path | None = None
) -> None:
    """Runs a hall until SIGINT or SIGTERM.

    Args:
        config: of the hall.
        say: prints one line for the person who started it.
        config_file: where the configuration was read, for backups.

    Raises:
        ConfigError: the broker's address or its topic is none.
        DeviceError: its files cannot be used, or no port is free.
        OSError: its folder cannot be made.
    """
    announce = None
    if config.mqtt.broker != "none":
        address(config.mqtt.broker)
        announce = partial(_home_announcer, config.mqtt)
    await serve_hall(config, say, announce, config_file)


def _home_announcer(mqtt: MqttConfig, shown: Scoreboard, key: bytes, url: str) -> Announcer:
    from pegboard.mqtt.hall import HallHome  # only where a broker is configured

    return HallHome(mqtt, key.hex()[:ID_LENGTH], shown.run, url, shown)
