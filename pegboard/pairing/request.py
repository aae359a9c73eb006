"""A device's request to pair, from its question to its answer."""

from dataclasses import dataclass

from pegboard.pairing.devices import Device


@dataclass(slots=True)
class PairingRequest:
    """A device that asks to pair.

    Attributes:
        id: its public name among the board's pages.
        secret: what the device shows to collect its token.
        name: what it wants to be called.
        until: when it has waited long enough.
        invited: whether it knew the code.
        answer: its token once it is let in, empty once it is refused, None while it waits.
        device: what it has become.
        taken: whether it was accepted and is being saved.
        crowded: whether it was refused because another one asked as well.
    """

    id: str
    secret: str
    name: str
    until: float
    invited: bool
    answer: str | None = None
    device: Device | None = None
    taken: bool = False
    crowded: bool = False
