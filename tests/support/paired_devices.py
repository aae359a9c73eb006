"""A door with devices that were let in, for tests of what stands behind it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pegboard.pairing import Device, PairingRegistry
from pegboard.pairing.devices import digest


async def here(call: Callable[..., Any], *arguments: Any) -> Any:
    """Writes at once, in place of the journal's worker."""
    return call(*arguments)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def pairing(
    folder: Path, *names: str, board: str = "", clock: Callable[[], float] | None = None
) -> PairingRegistry:
    """A door that knows devices by name; the token of `Ann` is `token of Ann`.

    Args:
        folder: where changes are written.
        names: of the devices.
        board: which of them may do all that the board's own page may.
        clock: monotonic seconds.
    """
    known = tuple(
        Device(f"id-{name}", name, digest(token(name)), 0.0, 0.0, name == board) for name in names
    )
    return PairingRegistry(
        folder, here, clock=clock or time.monotonic, wall_clock=time.time, known=known
    )


def token(name: str) -> str:
    """What a device shows."""
    return f"token-of-{name}"


def cookie(name: str) -> dict[str, str]:
    """The header in which a browser shows it."""
    return {"cookie": f"pegboard={token(name)}"}


def bearer(name: str) -> dict[str, str]:
    """The header in which a program shows it."""
    return {"authorization": f"Bearer {token(name)}"}
