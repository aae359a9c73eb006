"""The health of one device, as the page and doctor are told."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """How one device is."""

    name: str
    address: str
    ok: bool
    says: str

    @property
    def simulated(self) -> bool:
        """True if no hardware is behind it."""
        if self.address.startswith("files:"):
            return "://" not in self.address  # a network camera is a real one
        scheme, _, rest = self.address.partition(":")
        return scheme in ("memory", "terminal", "mock") or rest.partition(",")[0] == "mock"

    @property
    def address_to_show(self) -> str:
        """The address without the password that a network camera's may hold."""
        return re.sub("//[^/]*@", "//", self.address)
