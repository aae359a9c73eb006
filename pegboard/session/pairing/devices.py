"""The paired devices and their file.

Only the hash of a device's token is stored: reading the file gives nobody its rights. A token has
256 random bits, so a plain hash is enough; nobody can try them all.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from pegboard.errors import Common, DeviceError
from pegboard.host.atomic_file import save

FILE = "devices.json"
"""Name of the file in the state folder, readable only by its owner."""
MOST = 64
"""The most devices; to add one, another must be removed."""
NAME_LENGTH = 24


@dataclass(frozen=True, slots=True)
class Device:
    """A phone, a tablet or a program that may act.

    Attributes:
        id: its public name among the board's pages.
        name: what people call it.
        digest: SHA-256 of its token, hexadecimal.
        paired: when, in seconds since 1970.
        seen: when it last said something.
        board: whether it may do all that the board's own page may.
        seat: where it plays, in this game and in the next; None for nowhere.
    """

    id: str
    name: str
    digest: str
    paired: float
    seen: float
    board: bool = False
    seat: int | None = None


def digest(token: str) -> str:
    """Returns the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_device(name: str, now: float, *, board: bool) -> tuple[Device, str]:
    """Returns a device and its token, which only the device itself may keep."""
    token = secrets.token_urlsafe(32)
    return Device(secrets.token_hex(4), name, digest(token), now, now, board), token


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Returns an unused name: `Phone`, `Phone 2` …, on one line and not too long."""
    line = " ".join("".join(c for c in wanted if c.isprintable()).split())
    base = line[:NAME_LENGTH].strip() or "Phone"
    known, name, number = set(taken), base, 1
    while name in known:
        number += 1
        name = f"{base[: NAME_LENGTH - 3]} {number}"
    return name


def read(folder: Path) -> tuple[Device, ...]:
    """Reads the devices from disk; none if there is no file.

    An unreadable file is set aside: everybody must pair again, and the board continues.

    Raises:
        DeviceError: it cannot be read.
    """
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        raise DeviceError(
            Common.FILE_TROUBLE, file=str(path), why=error.strerror or error
        ) from error
    try:
        return tuple(_device(entry) for entry in json.loads(text)["devices"])
    except (ValueError, KeyError, TypeError, AttributeError):
        path.replace(path.with_name(f"{FILE}.damaged"))
        return ()


def write(folder: Path, devices: Iterable[Device]) -> None:
    """Writes the devices to disk atomically.

    Raises:
        DeviceError: it could not be done; the file is as it was.
    """
    content = {"version": 1, "devices": [asdict(device) for device in devices]}
    save(folder / FILE, (json.dumps(content, indent=1) + "\n").encode())


def _device(entry: dict[str, object]) -> Device:
    """Parses one entry; ignores keys that a newer pegboard may have added."""
    known = {field.name: entry[field.name] for field in fields(Device) if field.name in entry}
    device = Device(**known)  # type: ignore[arg-type]
    texts = (device.id, device.name, device.digest)
    if not all(isinstance(text, str) and text for text in texts):
        raise ValueError("a device without a name")
    return replace(device, paired=float(device.paired), seen=float(device.seen))
