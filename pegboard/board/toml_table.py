"""Reads a TOML table key by key, with errors that name the key."""

from typing import Any

from pegboard.errors import Code, ConfigError, Fact

Point = tuple[float, float]
"""Millimetres from the left and upper edge of the board."""


class TableFault(Code):
    """Codes of `ConfigError` for a TOML table; fact `where`."""

    MISSING = "key-missing", "{where}: {key} is missing; it must be {wanted}"
    OTHER_KIND = "key-kind", "{where}: {key} must be {wanted}, got {value}"
    LENGTH = (
        "key-length",
        "{where}: {key} must be between 0 and 10000 millimetres, got {value:g}",
    )
    NOT_TABLES = "key-not-tables", "{where}: {key} must be a list of [[{key}]] tables"
    UNKNOWN_KEY = "key-unknown", "{where}: unknown key {keys}"


class TomlTable:
    """A TOML table with its place in the file: `boards/mine.toml: row 3`."""

    def __init__(self, table: dict[str, Any], where: str) -> None:
        self.where = where
        self._left = dict(table)

    def error(self, code: Code, **facts: Fact) -> ConfigError:
        """Returns an error about this table, to be raised."""
        return ConfigError(code, where=self.where, **facts)

    def pop(self, key: str, what: str, kinds: tuple[type, ...], default: Any = None) -> Any:
        """Returns a value of one of some types.

        Raises:
            ConfigError: it is missing and has no default, or is of another kind; `what` says
                what would be right.
        """
        value = self._left.pop(key, default)
        if value is None:
            raise self.error(TableFault.MISSING, key=key, wanted=what)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise self.error(TableFault.OTHER_KIND, key=key, wanted=what, value=repr(value))
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Returns an integer within a range, both ends included."""
        what = f"an integer from {low} to {high}"
        value: int = self.pop(key, what, (int,), default)
        if not low <= value <= high:
            raise self.error(TableFault.OTHER_KIND, key=key, wanted=what, value=value)
        return value

    def millimetres(self, key: str, default: float | None = None) -> float:
        """Returns a length, after checking it."""
        value = float(self.pop(key, "millimetres", (int, float), default))
        if not 0 < value < 10_000:
            raise self.error(TableFault.LENGTH, key=key, value=value)
        return value

    def point(self, key: str, default: Point | None = None) -> Point:
        """Returns a position on the board."""
        what = "two numbers, [x, y] in millimetres"
        value = self.pop(key, what, (list, tuple), default)
        if len(value) != 2 or any(type(part) not in (int, float) for part in value):
            raise self.error(TableFault.OTHER_KIND, key=key, wanted=what, value=repr(value))
        return float(value[0]), float(value[1])

    def text(self, key: str, allowed: tuple[str, ...]) -> str:
        """Returns one of the allowed words."""
        what = " or ".join(f'"{each}"' for each in allowed)
        value: str = self.pop(key, what, (str,))
        if value not in allowed:
            raise self.error(TableFault.OTHER_KIND, key=key, wanted=what, value=repr(value))
        return value

    def tables(self, key: str, default: list[Any] | None = None) -> "list[TomlTable]":
        """Returns a list of `[[key]]` tables; each gives its number in errors."""
        what = f"a list of [[{key}]] tables"
        found = self.pop(key, what, (list,), default)
        if not all(isinstance(table, dict) for table in found):
            raise self.error(TableFault.NOT_TABLES, key=key)
        return [
            TomlTable(table, f"{self.where}: {key} {number}")
            for number, table in enumerate(found, 1)
        ]

    def done(self) -> None:
        """Raises an error about the keys that were not read."""
        if self._left:
            raise self.error(TableFault.UNKNOWN_KEY, keys=", ".join(sorted(self._left)))
