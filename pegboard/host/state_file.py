"""A small JSON file with one value of a known form: read whole, written atomically.

    file = StateFile(folder / state_names.STRIP, StripLength)
    file.write(StripLength(leds=240))
    leds = file.read_or(StripLength()).leds

Fields that a newer version may have added are ignored.
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
"""Bytes that are read, unless a file says otherwise."""


def spaced(value: Any, /, *, end: str = "", **layout: Any) -> bytes:
    """Returns JSON on one line, with spaces."""
    return (json.dumps(msgspec.to_builtins(value), **layout) + end).encode()


indented = partial(spaced, end="\n", indent=1, ensure_ascii=False)
"""JSON that people may read, a line for each value."""


class StateFile(Generic[T]):
    """A file and the form of its content. Its methods block: they use the disk.

    Args:
        path: its place; the folder is made when it is first written.
        form: type of the content, which msgspec checks.
        longest: bytes; a longer file counts as damaged.
        mode: who may read it.
        encode: the layout of its JSON, compact unless it is given.
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
        """Returns the content; None if there is no file.

        Raises:
            OSError: it cannot be read.
            ValueError: it is damaged, too long, or has another form.
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
        """Returns the content; the default if there is no file, or it cannot be used."""
        try:
            found = self.read()
        except (OSError, ValueError):
            return default
        return default if found is None else found

    def write(self, value: T) -> None:
        """Replaces the content atomically.

        Raises:
            DeviceError: it could not be written; the file is as it was.
        """
        save(self.path, self._encode(value), mode=self._mode)
