"""A small JSON file that holds one typed value: validated on reading, written atomically.

    file = StateFile(folder / state_names.STRIP, StripLength)
    file.write(StripLength(leds=240))
    leds = file.read_or(StripLength()).leds

Unknown fields, which a newer version may have added, are ignored.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from pegboard.host.atomic_file import save

T = TypeVar("T")
Default = TypeVar("Default")

LONGEST = 64 * 1024
"""Default maximum size of a file in bytes."""


def spaced(value: Any, /, *, end: str = "", **layout: Any) -> bytes:
    """Returns a function that encodes JSON on one line, with spaces and a given end."""
    return (json.dumps(msgspec.to_builtins(value), **layout) + end).encode()


indented = partial(spaced, end="\n", indent=1, ensure_ascii=False)
"""Encoder for readable JSON, one line per value."""


class StateFile(Generic[T]):
    """A JSON file and the type of its content. Its methods block on the disk.

    Args:
        path: location of the file; its folder is created by the first write.
        form: type of the content, validated by msgspec.
        longest: maximum size in bytes; a larger file counts as damaged.
        mode: permission bits of the file.
        encode: JSON encoder; compact by default.
    """

    def __init__(
        self,
        path: Path,
        form: type[T],
        *,
        longest: int = LONGEST,
        mode: int = 0o600,
        encode: Callable[[Any], bytes] = msgspec.json.encode,
    ) -> None:
        self.path, self._form, self._longest = path, form, longest
        self._mode, self._encode = mode, encode

    def read(self) -> T | None:
        """Returns the content; None if the file does not exist.

        Raises:
            OSError: the file cannot be read.
            ValueError: the content is damaged, too long, or of another type.
        """
        try:
            with self.path.open("rb") as file:
                content = file.read(self._longest + 1)
        except FileNotFoundError:
            return None
        if len(content) > self._longest:
            raise ValueError(f"it is longer than {self._longest} bytes")
        try:
            return msgspec.json.decode(content, type=self._form)
        except RecursionError as error:
            raise ValueError("it is nested too deeply") from error

    def read_or(self, default: Default) -> T | Default:
        """Returns the content; the default if the file is missing or unusable."""
        try:
            content = self.read()
        except (OSError, ValueError):
            return default
        return default if content is None else content

    def write(self, value: T) -> None:
        """Replaces the content atomically.

        Raises:
            DeviceError: the file cannot be written; it is unchanged.
        """
        save(self.path, self._encode(value), mode=self._mode)
