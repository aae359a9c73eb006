"""`pegboard config check`: reports problems in a configuration file."""

import re
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from pegboard.board.layout_files import load_layout
from pegboard.cli.line import print_lines
from pegboard.config import Config, Setting, load_config
from pegboard.devices import cameras, inputs, speakers, strips
from pegboard.devices.inputs import open_inputs
from pegboard.devices.inputs.evdev import key_plan
from pegboard.devices.inputs.serial import plan
from pegboard.devices.ports import Address
from pegboard.devices.sound_cards import check_file, read_address
from pegboard.errors import Code, ConfigError, DeviceMissing
from pegboard.hall_client.membership import full_url, websocket_url
from pegboard.players import by_name

_LABEL = re.compile("[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
"""Pattern of one label of a host name."""


def check_command(file: Annotated[Path, typer.Argument(help="Configuration file.")]) -> int:
    """Reports on stderr what is wrong with a file (exit code 2), or that nothing is (0)."""
    key = ""
    try:
        config = load_config(file)
        key = "board.layout"
        load_layout(config.board.layout)
        key = "buttons.pins"
        open_inputs("gpio:mock", 2, config.buttons.pins).close()
        key = "buttons.inputs"
        plan(2, config.buttons.inputs)
        key = "buttons.keys"
        key_plan(2, config.buttons.keys)
        key = "game.opponent"
        by_name(config.game.opponent)
        _check_addresses(config)
        key = "camera.source"
        cameras.check_camera(config.camera.source)
        _check_schemes(config)
        key = "voice.device"
        read_address(config.voice.device)
        key = "voice.speaker"
        scheme, _, path = config.voice.speaker.partition(":")
        if scheme == "espeak" and path:
            check_file(path)
        key = "board.strip"
        strips.check_strip(config.board.strip)
    except (ConfigError, DeviceMissing) as error:
        where = "" if "file" in error.facts else f"{file}: "
        named = "" if "key" in error.facts or not key else f"{key}: "
        print_lines(f"pegboard: {where}{named}{error}", to=sys.stderr)
        return 2
    print_lines(f"{file}: no problems found")
    return 0


def _check_schemes(config: Config) -> None:
    """Checks the schemes of device addresses without opening devices.

    Raises:
        ConfigError: a scheme is unknown; names the key and the choices.
    """
    kinds: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...], Code], ...] = (
        ("board.strip", config.board.strip, ("auto",), strips.schemes(), Address.NO_SUCH_STRIP),
        (
            "buttons.source", config.buttons.source, ("auto",),
            inputs.schemes(), Address.NO_SUCH_BUTTONS,
        ),
        *(
            ("buttons.also", also, (), inputs.schemes(), Address.NO_SUCH_BUTTONS)
            for also in config.buttons.also
        ),
        (
            "camera.source", config.camera.source, ("auto", "none"),
            cameras.schemes(), Address.NO_SUCH_CAMERA,
        ),
        (
            "voice.speaker", config.voice.speaker, ("auto", "none"),
            speakers.schemes(), Address.NO_SUCH_SPEAKER,
        ),
    )  # fmt: skip
    for key, address, words, schemes, code in kinds:
        scheme, colon, _ = address.partition(":")
        if address not in words and not (colon and scheme in schemes):
            choices = ", ".join((*words, *(f"{known}:" for known in schemes)))
            why = ConfigError(code, address=repr(address), known=choices)
            raise ConfigError(Setting.USED, key=key, why=why)


def _check_addresses(config: Config) -> None:
    """Checks the syntax of network addresses without looking them up.

    Raises:
        ConfigError: an address is invalid; names the key and the expected form.
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
        websocket_url(full_url(config.hall.url))
    if broker != "none" and not _is_broker(broker):
        kind = "none, mqtt://HOST:PORT or mqtts://HOST:PORT"
        raise ConfigError(Setting.ADDRESS, key="mqtt.broker", kind=kind, value=repr(broker))


def _is_host(text: str) -> bool:
    with suppress(ValueError):
        ip_address(text)
        return True
    labels = text.removesuffix(".").split(".")
    # a name that ends in a number must be an IP address, and this is not one
    return not labels[-1].isdecimal() and all(map(_LABEL.fullmatch, labels))


def _is_broker(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    alone = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    is_known = parts.scheme in ("mqtt", "mqtts") and port != 0
    return alone and is_known and _is_host(parts.hostname or "")
