"""The hall that a board has joined: its address and its key, in the board's state folder."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pegboard.errors import ConfigError
from pegboard.hall_client.codes import HallLink
from pegboard.host.state_file import StateFile, spaced
from pegboard.storage.state_names import HALL

NAME_LENGTH = 40
PORT = 8131
"""The port of a hall, unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Membership:
    """A hall: its address, and its public key as hexadecimal digits."""

    url: str
    hall: str


def is_joined(folder: Path) -> bool:
    """Returns whether a hall was joined, as far as the file's name tells."""
    return (folder / HALL).exists()


def read_membership(folder: Path) -> Membership | None:
    """Returns the hall that was joined; None if there is none, or the file is no such file."""
    found = _file(folder).read_or(None)
    if found is None:
        return None
    try:
        return Membership(found.url, bytes.fromhex(found.hall).hex())
    except ValueError:
        return None


def save_membership(folder: Path, membership: Membership) -> None:
    """Writes down the hall that was joined.

    Raises:
        DeviceError: it cannot be written.
    """
    _file(folder).write(membership)


def _file(folder: Path) -> StateFile[Membership]:
    return StateFile(folder / HALL, Membership, encode=spaced)


def full_url(text: str) -> str:
    """Returns the address of a hall as people say it, `192.168.1.20`, in full."""
    url = text.strip().rstrip("/")
    url = url if "://" in url else f"http://{url}"
    scheme, _, place = url.partition("://")
    named = place.rpartition("]")[2] if place.startswith("[") else place
    return url if ":" in named or scheme == "https" else f"{url}:{PORT}"


def websocket_url(url: str, key: str = "hall.url") -> str:
    """Returns the address of a hall's WebSocket for boards.

    Args:
        url: `http://HOST:PORT` or `https://HOST:PORT`.
        key: of the setting, for an error.

    Raises:
        ConfigError: it is none.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna")  # refuses a part that is empty or too long
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
