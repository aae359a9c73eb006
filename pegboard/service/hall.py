"""The service of a hall with what stands beside it: the home, if a broker is configured."""

from collections.abc import Callable
from functools import partial

from pegboard.config import MqttConfig
from pegboard.hall.service.config import HallConfig
from pegboard.hall.service.metrics import Announcer
from pegboard.hall.service.run import serve_hall
from pegboard.hall.service.scoreboard import Scoreboard
from pegboard.mqtt.connection import address

ID_LENGTH = 12


async def serve(config: HallConfig, say: Callable[[str], None]) -> None:
    """Runs a hall until SIGINT or SIGTERM.

    Args:
        config: of the hall.
        say: prints one line for the person who started it.

    Raises:
        ConfigError: the broker's address or its topic is none.
        DeviceError: its files cannot be used, or no port is free.
        OSError: its folder cannot be made.
    """
    if config.mqtt.broker == "none":
        await serve_hall(config, say)
    else:
        address(config.mqtt.broker)
        await serve_hall(config, say, partial(_home, config.mqtt))


def _home(mqtt: MqttConfig, shown: Scoreboard, key: bytes, url: str) -> Announcer:
    from pegboard.mqtt.hall import HallHome  # only where a broker is configured

    return HallHome(mqtt, key.hex()[:ID_LENGTH], shown.run, url, shown)
