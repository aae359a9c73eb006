"""The seams: what the service asks of a strip, a source of inputs, a camera and a journal.

A new device is one new file that satisfies one of these; nothing here knows any of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from pegboard.controls import Button, Input

Image = Any
"""A picture as NumPy array, shape (height, width, 3), uint8, blue-green-red (OpenCV's order)."""

Post = Callable[[Input], None]
"""Hands an input to the service. Safe from any thread; never blocks."""


class Strip(Protocol):
    """One chain of LEDs."""

    length: int
    """Pixels in the chain."""

    def show(self, frame: bytes) -> None:
        """Lights the chain: three bytes a pixel, red green blue, `3 * length` in all.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed or has gone away.
        """

    def close(self) -> None:
        """Turns the chain dark and lets go of the device; a second call does nothing."""


class InputSource(Protocol):
    """Something people press."""

    def start(self, post: Post) -> None:
        """Begins to post inputs, from a thread of its own if it needs one."""

    def close(self) -> None:
        """Stops; a second call does nothing."""


class Pressable(Protocol):
    """A source whose buttons can be pressed by a program: the simulated board."""

    def press(self, button: Button) -> None:
        """Presses and lets go, through the same pins a finger would use. Never blocks."""


class Camera(Protocol):
    """Something that takes pictures."""

    def read(self) -> Image:
        """The next picture; raises DeviceError where there is none."""

    def close(self) -> None:
        """Lets go of the device; a second call does nothing."""


class Speaker(Protocol):
    """Something that says things aloud."""

    def say(self, text: str, language: str) -> None:
        """Says it, and returns when it is said. For one thread.

        Args:
            text: what is said.
            language: `en`, `fr` or `de`.

        Raises:
            DeviceLost: it was closed, or has gone away.
        """

    def close(self) -> None:
        """Stops in mid-word and lets go of the device, from any thread; once is enough."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed line of a game: `id` is the command's own, made by the client."""

    seq: int
    id: str
    at: float
    by: str
    action: str
    """The record's text: `peg 0 5`, `undo`."""


class Journal(Protocol):
    """Where games survive a pulled plug."""

    def start(self, game: str, header: str, mode: str, at: float) -> bool:
        """Commits the beginning of a game: its id, the record's header lines, how it is played.

        False where the id is known: then nothing changes.
        """

    def append(self, game: str, entry: Entry) -> bool:
        """Commits one entry before it returns; DeviceError where that is impossible.

        False where an entry with this id was committed before: then nothing is added.
        """

    def load(self, game: str) -> list[Entry]:
        """All entries of a game in order."""

    def latest(self) -> tuple[str, str, str] | None:
        """The game begun last: its id, header and mode; None where there is none."""

    def close(self) -> None:
        """Lets go of the file."""
