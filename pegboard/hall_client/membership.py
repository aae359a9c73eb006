"""The hall that a board has joined: address and key, saved in the board's state folder."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pegboard.errors import ConfigError
from pegboard.hall_client.codes import HallLink
from pegboard.host.state_file import StateFile, spaced
from pegboard.storage.state_names import HALL

NAME_LENGTH = 40
PORT = 8131
"""Default port of a hall."""


@dataclass(frozen=True, slots=True)
class Membership:
    """Address and public key (hexadecimal digits) of a joined hall."""

    url: str
    hall: str


def is_joined(folder: Path) -> bool:
    """Returns True if a membership file exists."""
    return (folder / HALL).exists()


def read_membership(folder: Path) -> Membership | None:
    """Returns the joined hall; None if there is none, or the file is invalid."""
    found = _file(folder).read_or(None)
    if found is None:
        return None
    try:
        return Membership(found.url, bytes.fromhex(found.hall).hex())
    except ValueError:
        return None


def save_membership(folder: Path, membership: Membership) -> None:
    """Saves the joined hall.

    Raises:
        DeviceError: the file cannot be written.
    """
    _file(folder).write(membership)


def _file(folder: Path) -> StateFile[Membership]:
    return StateFile(folder / HALL, Membership, encode=spaced)


def full_url(text: str) -> str:
    """Completes a short address such as `192.168.1.20` with scheme and port."""
    url = text.strip().rstrip("/")
    url = url if "://" in url else f"http://{url}"
    scheme, _, place = url.partition("://")
    named = place.rpartition("]")[2] if place.startswith("[") else place
    return url if ":" in named or scheme == "https" else f"{url}:{PORT}"


def websocket_url(url: str, key: str = "hall.url") -> str:
    """Returns the URL of a hall's WebSocket for boards.

    Args:
        url: `http://HOST:PORT` or `https://HOST:PORT`.
        key: name of the setting, for errors.

    Raises:
        ConfigError: the address is invalid.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna")  # fails on empty and overlong labels
        fine = bool(host) and parts.port != 0
    except ValueError:
        fine = False
    if (
        not fine
        or parts.scheme not in ("http", "https")
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
        or "@" in parts.netloc
    ):
        raise ConfigError(HallLink.ADDRESS, key=key, value=repr(url))
    return f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/board"
