"""Pairing registries with known devices, and their credentials."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pegboard.pairing import Device, PairingRegistry
from pegboard.pairing.devices import digest


async def run_inline(call: Callable[..., Any], *arguments: Any) -> Any:
    """Runs a blocking call on the event loop, replacing the journal worker."""
    return call(*arguments)


class ManualClock:
    """A clock that only tests advance, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def pairing_registry(
    folder: Path, *names: str, board: str = "", clock: Callable[[], float] | None = None
) -> PairingRegistry:
    """Creates a registry with named devices; `Ann`'s token is `token-of-Ann`.

    Args:
        folder: where changes are written.
        names: of the devices.
        board: which of them may do all that the board's own page may.
        clock: monotonic seconds.
    """
    devices = tuple(
        Device(f"id-{name}", name, digest(device_token(name)), 0.0, 0.0, name == board)
        for name in names
    )
    return PairingRegistry(
        folder, run_inline, clock=clock or time.monotonic, wall_clock=time.time, devices=devices
    )


def device_token(name: str) -> str:
    """Returns a device's token."""
    return f"token-of-{name}"


def cookie_header(name: str) -> dict[str, str]:
    """Returns the header with which a browser authenticates."""
    return {"cookie": f"pegboard={device_token(name)}"}


def bearer_header(name: str) -> dict[str, str]:
    """Returns the header with which a program authenticates."""
    return {"authorization": f"Bearer {device_token(name)}"}
