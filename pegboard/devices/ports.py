"""Interfaces of strips, inputs, cameras and speakers.

A new device is one new file that satisfies one of these; nothing here knows any of them.
"""

from collections.abc import Callable
from typing import Any, Protocol

from pegboard.devices.controls import Button, Input
from pegboard.errors import Code

Image = Any
"""A picture as NumPy array, shape (height, width, 3), uint8, blue-green-red (OpenCV's order)."""

Post = Callable[[Input], None]
"""Hands an input to the service. Safe from any thread; never blocks."""


class Address(Code):
    """The address of a device that nothing can be found by: codes of `DeviceMissing`."""

    NO_SUCH_STRIP = "no-such-strip", "unknown strip {address}: must be one of {known}"
    NO_SUCH_SPEAKER = "no-such-speaker", "unknown speaker {address}: must be one of {known}"
    NO_SUCH_BUTTONS = "no-such-buttons", "unknown buttons {address}: must be one of {known}"
    NO_SUCH_CAMERA = "no-such-camera", "unknown camera {address}: must be one of {known}"
    UNKNOWN_OPTION = "unknown-option", "{address}: unknown option {option}; must be one of {known}"
    NOT_A_CHOICE = "not-a-choice", "{address}: {option} must be one of {known}, got {value}"
    NOT_AN_INTEGER = "not-an-integer", "{address}: {option} must be an integer, got {value}"


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
        """Returns the next picture; raises DeviceError where there is none."""

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
