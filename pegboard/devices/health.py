"""The health of one device, for the page and the doctor."""

import re
from dataclasses import dataclass

from pegboard.errors import PegboardError
from pegboard.narration.errors import localize_error


@dataclass(frozen=True, slots=True)
class Health:
    """How one device is."""

    name: str
    address: str
    fault: PegboardError | None = None
    """The fault; None where there is none."""
    note: str = ""
    """A remark on a device that works."""

    @property
    def ok(self) -> bool:
        """True if there is no fault."""
        return self.fault is None

    @property
    def says(self) -> str:
        """The fault or the remark, as a sentence."""
        return self.note if self.fault is None else localize_error(self.fault)

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
