"""The paired devices and their file.

Only the hash of a device's token is stored, so the file grants no access. Tokens have 256 random
bits, so a plain hash resists brute force.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from pegboard.errors import Common, DeviceError
from pegboard.host.state_file import StateFile, indented
from pegboard.storage import state_names

MAX_DEVICES = 64
"""Largest number of paired devices."""
NAME_LENGTH = 24

Text = Annotated[str, Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class Device:
    """A phone, a tablet or a program that may act at the table.

    Attributes:
        id: its public id on the board's pages.
        name: its display name.
        digest: SHA-256 of its token, hexadecimal.
        paired: time of pairing, seconds since 1970.
        seen: time of its last request, seconds since 1970.
        board: whether it has the rights of the board's own page.
        seat: the seat it plays, in this game and the next; None for none.
    """

    id: Text
    name: Text
    digest: Text
    paired: float
    seen: float
    board: bool = False
    seat: int | None = None


def digest(token: str) -> str:
    """Returns the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_device(name: str, now: float, *, board: bool) -> tuple[Device, str]:
    """Creates a device and its token, which is stored only on the device."""
    token = secrets.token_urlsafe(32)
    return Device(secrets.token_hex(4), name, digest(token), now, now, board), token


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Returns a name cleaned, shortened, and numbered if taken; `Phone` if nothing remains."""
    line = " ".join("".join(c for c in wanted if c.isprintable()).split())
    base = line[:NAME_LENGTH].strip() or "Phone"
    known, name, number = set(taken), base, 1
    while name in known:
        number += 1
        name = f"{base[: NAME_LENGTH - 3]} {number}"
    return name


def read_devices(folder: Path) -> tuple[Device, ...]:
    """Reads the devices from disk; none if there is no file.

    A damaged file is renamed, and everybody must pair again.

    Raises:
        DeviceError: the file cannot be read.
    """
    file = _file(folder)
    path = file.path
    try:
        found = file.read()
    except OSError as error:
        why = error.strerror or error
        raise DeviceError(Common.FILE_TROUBLE, file=str(path), why=why) from error
    except ValueError:
        path.replace(path.with_name(f"{path.name}.damaged"))
        return ()
    return () if found is None else found.devices


def write_devices(folder: Path, devices: Iterable[Device]) -> None:
    """Writes the devices to disk atomically.

    Raises:
        DeviceError: the file could not be written; it is unchanged.
    """
    _file(folder).write(Devices(1, tuple(devices)))


class Devices(Struct, frozen=True):
    """Contents of the devices' file."""

    version: int
    devices: tuple[Device, ...]


def _file(folder: Path) -> StateFile[Devices]:
    """Returns the `StateFile` of the devices, readable only by its owner."""
    layout = partial(indented, ensure_ascii=True)
    return StateFile(folder / state_names.DEVICES, Devices, encode=layout)
