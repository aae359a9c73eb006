"""The hall that a board has joined: its address and its key, in the board's state folder."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pegboard.errors import ConfigError
from pegboard.hall.board.codes import HallLink
from pegboard.storage.atomic_file import save

FILE = "hall.json"
KEY_FILE = "board.key"
"""Names in the state folder; the key never leaves the board, in a backup neither."""
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Membership:
    """A hall: its address, and its public key as hexadecimal digits."""

    url: str
    hall: str


def read_membership(folder: Path) -> Membership | None:
    """Returns the hall that was joined; None if there is none, or the file is no such file."""
    try:
        content = json.loads((folder / FILE).read_text(encoding="utf-8"))
        url, hall = content["url"], content["hall"]
        return Membership(str(url), bytes.fromhex(hall).hex())
    except (OSError, ValueError, LookupError, TypeError):
        return None


def keep_membership(folder: Path, membership: Membership) -> None:
    """Writes down the hall that was joined.

    Raises:
        DeviceError: it cannot be written.
    """
    save(folder / FILE, json.dumps(asdict(membership)).encode())


def door_of(url: str, key: str = "hall.url") -> str:
    """Returns the address of a hall's WebSocket for boards.

    Args:
        url: `http://HOST:PORT` or `https://HOST:PORT`.
        key: of the setting, for an error.

    Raises:
        ConfigError: it is none.
    """
    try:
        parts = urlsplit(url)
        fine = bool(parts.hostname) and parts.port != 0
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
