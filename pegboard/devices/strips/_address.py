"""Parses strip addresses: after the scheme a first word, then comma-separated options."""

from collections.abc import Iterable

from pegboard.devices.ports import Address
from pegboard.errors import DeviceMissing


class Options:
    """The parsed parts of `/dev/spidev0.0,chip=sk6812,hz=3200000`."""

    def __init__(self, scheme: str, rest: str, allowed: Iterable[str]) -> None:
        """Parses the options.

        Raises:
            DeviceMissing: an option is unknown, or has no value.
        """
        self.first, *words = rest.split(",")
        self.address = f"{scheme}:{rest}"
        self._values: dict[str, str] = {}
        allowed = tuple(allowed)
        for word in words:
            key, equals, value = word.partition("=")
            if key not in allowed or not (equals and value):
                usage = ", ".join(f"{name}=…" for name in allowed)
                raise DeviceMissing(
                    Address.UNKNOWN_OPTION, address=self.address, option=repr(word), known=usage
                )
            self._values[key] = value

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def text(self, key: str, otherwise: str, choices: Iterable[str] = ()) -> str:
        """Returns the option's value; raises DeviceMissing if it is not one of the choices."""
        value = self._values.get(key, otherwise)
        choices = tuple(choices)
        if choices and value not in choices:
            raise DeviceMissing(
                Address.NOT_A_CHOICE,
                address=self.address,
                option=key,
                known=", ".join(choices),
                value=repr(value),
            )
        return value

    def number(self, key: str, otherwise: int | None = None) -> int | None:
        """Returns the option's value as an integer."""
        value = self._values.get(key)
        if value is None:
            return otherwise
        if not (value.isascii() and value.isdecimal()):
            raise DeviceMissing(
                Address.NOT_AN_INTEGER, address=self.address, option=key, value=repr(value)
            )
        return int(value)
