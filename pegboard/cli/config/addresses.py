"""Checks of addresses in a configuration."""

import re
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from pegboard.config import Config, Setting
from pegboard.errors import ConfigError
from pegboard.hall_client.membership import door_of, full_url

_LABEL = re.compile("[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
"""A part of a host's name."""


def check_addresses(config: Config) -> None:
    """Checks the form of what names a place on a network; nothing is looked up.

    Raises:
        ConfigError: naming the key, with what would be right.
    """
    host, broker = config.web.host, config.mqtt.broker
    for name in config.web.allowed_hosts:
        if not _is_host(name.removeprefix("[").removesuffix("]")):
            kind = "names or addresses without http:// and port"
            raise ConfigError(Setting.ADDRESS, key="web.allowed_hosts", kind=kind, value=repr(name))
    if not _is_host(host):
        kind = "an address or a name"
        raise ConfigError(Setting.ADDRESS, key="web.host", kind=kind, value=repr(host))
    if config.hall.url != "none":
        door_of(full_url(config.hall.url))
    if broker != "none" and not _is_broker(broker):
        kind = "none, mqtt://HOST:PORT or mqtts://HOST:PORT"
        raise ConfigError(Setting.ADDRESS, key="mqtt.broker", kind=kind, value=repr(broker))


def _is_host(text: str) -> bool:
    with suppress(ValueError):
        ip_address(text)
        return True
    labels = text.removesuffix(".").split(".")
    # What ends in a number is an address, and this one is none.
    return not labels[-1].isdecimal() and all(map(_LABEL.fullmatch, labels))


def _is_broker(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    alone = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    known = parts.scheme in ("mqtt", "mqtts") and port != 0
    return alone and known and _is_host(parts.hostname or "")
