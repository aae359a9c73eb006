"""Connection to the broker: address, credentials, TLS, limits and errors."""

import errno
import logging
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pegboard.config import MqttConfig
from pegboard.errors import Code, ConfigError, DeviceError, NotationError
from pegboard.host.logfmt import log_event
from pegboard.text_file import read_text

if TYPE_CHECKING:
    import aiomqtt

log = logging.getLogger(__name__)

PORTS = {"mqtt": 1883, "mqtts": 8883}
PACKET_BYTES = 64 * 1024
"""Maximum length of an accepted packet; our commands have a few bytes."""
KEEPALIVE_S = 20
"""Seconds of silence after which a broker counts as gone."""


class Broker(Code):
    """Codes of `ConfigError` for `[mqtt]`, and of `DeviceError` for the connection."""

    ADDRESS = "broker-address", "{key}: must be mqtt://HOST:PORT or mqtts://HOST:PORT, got {value}"
    USER_IN_ADDRESS = (
        "broker-user-in-address",
        "{key}: put the user in mqtt.user, not in the address",
    )
    FILE = "broker-file", "{key}: {named}: {why}"
    TOPIC = "broker-topic", "{key}: not a topic: {value}"
    # --- the connection
    NOT_YET = "broker-not-yet", "not connected yet"
    REFUSED = "broker-refused", "{broker}: is the broker running there?"
    NOT_LET_IN = (
        "broker-not-let-in",
        "{broker}: the broker refused this user",
        "check mqtt.user and the password",
    )
    WRONG_PASSWORD = (
        "broker-wrong-password",
        "{broker}: the broker refused this user and password",
        "check mqtt.user and the file named by mqtt.password_file",
    )
    NOT_TRUSTED = (
        "broker-not-trusted",
        "{broker}: its certificate is not trusted",
        "name its CA in mqtt.ca_file",
    )
    NO_TLS = (
        "broker-no-tls",
        "{broker}: that port does not speak TLS",
        "use mqtt://, or name the TLS port",
    )
    NO_HOST = "broker-no-host", "{broker}: no such host"
    SILENT = (
        "broker-silent",
        "{broker}: nothing answers there",
        "check the address and the firewall",
    )
    TWIN = (
        "broker-twin",
        "{broker}: another board has the same identity (was its card copied?)",
        "run `pegboard identity --new` on one of them, and restart it",
    )
    TROUBLE = "broker-trouble", "{broker}: {why}"


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a broker."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def address(text: str) -> Address:
    """Parses a broker's address, `mqtt://HOST:PORT` or `mqtts://HOST:PORT`.

    Raises:
    ConfigError: it is not a valid address.
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or parts.scheme not in PORTS or parts.path.strip("/") or parts.query:
        raise ConfigError(Broker.ADDRESS, key="mqtt.broker", value=repr(text))
    if parts.username is not None or parts.password is not None:
        raise ConfigError(Broker.USER_IN_ADDRESS, key="mqtt.broker")
    return Address(host, PORTS[parts.scheme] if port is None else port, parts.scheme == "mqtts")


def password(config: MqttConfig) -> str | None:
    """Returns the first line of the password file; None if none is configured.

    Raises:
        ConfigError: it cannot be read.
    """
    if config.password_file == "none":
        return None
    try:
        lines = read_text(Path(config.password_file).expanduser()).splitlines()
    except (OSError, NotationError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(
            Broker.FILE, key="mqtt.password_file", named=config.password_file, why=why
        ) from error
    return lines[0] if lines else ""


def tls(config: MqttConfig) -> ssl.SSLContext:
    """Returns the TLS context with the trusted authorities.

    Raises:
        ConfigError: the certificates cannot be read.
    """
    if config.ca_file == "system":
        return ssl.create_default_context()
    try:
        context = ssl.create_default_context(cadata=read_text(Path(config.ca_file).expanduser()))
    except (OSError, NotationError) as error:  # ssl.SSLError is an OSError
        reason = getattr(error, "strerror", None) or "no certificates in it"
        raise ConfigError(
            Broker.FILE, key="mqtt.ca_file", named=config.ca_file, why=reason
        ) from error
    # Python 3.13 and later refuse certificates without key identifiers, which self-made
    # ones lack.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def client(config: MqttConfig, board: str, will_topic: str) -> "aiomqtt.Client":
    """Returns an unconnected client.

    Args:
        config: `[mqtt]`.
        board: id of the board at the broker.
        will_topic: the topic on which the broker publishes `offline`, retained, when the
            connection is lost.

    Raises:
        ConfigError: the address, the password file or the certificates are invalid.
    """
    import aiomqtt  # imported only if a broker is configured

    there = address(config.broker)
    return _limited(
        aiomqtt.Client(
            there.host,
            there.port,
            username=None if config.user == "none" else config.user,
            password=password(config),
            identifier=f"pegboard-{board}",
            will=aiomqtt.Will(will_topic, "offline", qos=1, retain=True),
            tls_context=tls(config) if there.tls else None,
            keepalive=KEEPALIVE_S,
            timeout=10,
            max_queued_incoming_messages=100,
        )
    )


def _limited(client: "aiomqtt.Client") -> "aiomqtt.Client":
    """Makes the client disconnect when an oversized packet is announced; returns the client.

    MQTT allows packets of 256 MB, which any client of the broker may send, and the library would
    hold them in memory twice. It has no limit of its own, so the check is made where it reads
    the missing bytes of a packet.
    """
    library = client._client
    receive = library._sock_recv

    def receive_some(size: int) -> bytes:
        if size > PACKET_BYTES:
            log_event(log, "home.packet_too_long", logging.WARNING, bytes=size)
            raise OSError(errno.EMSGSIZE, "the packet is too long")
        return receive(size)

    library._sock_recv = receive_some  # type: ignore[method-assign,assignment]
    return client


_SYMPTOMS = {
    "refused": Broker.REFUSED,
    "not authori": Broker.NOT_LET_IN,
    "bad user name or password": Broker.WRONG_PASSWORD,
    "certificate_verify_failed": Broker.NOT_TRUSTED,
    "certificate verify failed": Broker.NOT_TRUSTED,
    "wrong version number": Broker.NO_TLS,
    "name or service not known": Broker.NO_HOST,
    "timed out": Broker.SILENT,
}
"""Faults by words found in messages of the MQTT library, OpenSSL or the system, without codes."""


def error_of(config: MqttConfig, error: BaseException) -> DeviceError:
    """Returns the error of a failed connection, with its cure."""
    text = str(error) or type(error).__name__
    for symptom, code in _SYMPTOMS.items():
        if symptom in text.lower():
            return DeviceError(code, broker=config.broker)
    return DeviceError(Broker.TROUBLE, broker=config.broker, why=" ".join(text.split()))
