"""Fault injection for simulated devices.

    fail-after=10       is lost after ten uses
    slow-ms=15          takes this long for every use
    missing             cannot be opened

Faults are joined with commas in the rest of the address.
"""

from pegboard.errors import Code, Common, DeviceLost, DeviceMissing


class Simulated(Code):
    """Codes of `DeviceMissing` and `DeviceLost` for injected faults."""

    MISSING = "simulated-missing", "{scheme}:missing: simulating a missing {device}"
    UNKNOWN_FAULT = (
        "unknown-fault",
        "{address}: unknown fault {fault}; must be fail-after=N, slow-ms=N or missing",
    )
    UNPLUGGED = "simulated-unplugged", "{device} is unplugged"


class Faults:
    """The faults of one simulated device.

    Attributes:
        slow_s: duration of every use, in seconds.
    """

    def __init__(self, scheme: str, device: str, rest: str = "") -> None:
        """Reads the faults.

        Args:
            scheme: scheme of its address, for errors.
            device: `strip`, `speaker` …, for errors.
            rest: its address after the scheme.

        Raises:
            DeviceMissing: `rest` asks for it, or is malformed.
        """
        self.slow_s = 0.0
        self._label = f"{scheme}: the {device}"
        self._left: int | None = None
        self._plugged = True
        for fault in filter(None, rest.split(",")):
            match fault.partition("="):
                case "fail-after", "=", count if count.isdecimal():
                    self._left = int(count)
                case "slow-ms", "=", count if count.isdecimal():
                    self.slow_s = int(count) / 1000
                case "missing", "", "":
                    raise DeviceMissing(Simulated.MISSING, scheme=scheme, device=device)
                case _:
                    address = f"{scheme}:{rest}"
                    raise DeviceMissing(Simulated.UNKNOWN_FAULT, address=address, fault=repr(fault))

    def use(self, closed: bool) -> None:
        """Counts one use of the device.

        Raises:
            DeviceLost: it was closed or unplugged, or its uses are exhausted.
        """
        if closed:
            raise DeviceLost(Common.CLOSED, device=self._label)
        if self._left == 0 or not self._plugged:
            raise DeviceLost(Simulated.UNPLUGGED, device=self._label)
        if self._left is not None:
            self._left -= 1

    def unplug(self) -> None:
        """Makes every use of the device fail from now on."""
        self._plugged = False

    def replug(self) -> None:
        """Makes the device work again; later uses no longer count towards a fault."""
        self._plugged, self._left = True, None
