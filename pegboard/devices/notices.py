"""Notices about the condition of a device, and properties of its address."""

import re
from dataclasses import replace

from pegboard.errors import PegboardError
from pegboard.i18n import Message, _
from pegboard.notice import Level, Notice

_SECRET = re.compile(r"([?&](?:pwd|pass|passwd|password|psw|token)=)[^&#]*", re.I)
"""A password in the query of an address, as some cameras need."""


def device_notice(
    name: str, address: str = "", fault: PegboardError | None = None, note: Message | None = None
) -> Notice:
    """Returns a notice about a device's condition.

    Args:
        name: name of the device in the API.
        address: address of the device.
        fault: its current fault, or None.
        note: remark to show while it works.
    """
    if fault is not None:
        return replace(Notice.from_error(fault, name), address=address)
    level = Level.OK if note is None else Level.INFO
    return Notice(level, name, f"{name}-works", note or _(""), name=name, address=address)


def is_simulated(address: str) -> bool:
    """Returns whether the address belongs to a simulated device."""
    if address.startswith("files:"):
        return "://" not in address  # a network camera is a real one
    scheme, _colon, rest = address.partition(":")
    return scheme in ("memory", "terminal", "mock") or rest.partition(",")[0] == "mock"


def without_password(address: str) -> str:
    """Returns the address without the password of a network camera."""
    address = re.sub("//[^/]*@", "//", address)
    return _SECRET.sub(r"\1…", address) if "://" in address else address
