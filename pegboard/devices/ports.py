"""Interfaces of strips, inputs, cameras and speakers.

A new device is one new module that satisfies one of these protocols.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from pegboard.errors import Code

if TYPE_CHECKING:  # a camera's process has no buttons
    from pegboard.controls import Button, Input

Image = Any
"""A picture as NumPy array, shape (height, width, 3), uint8, blue-green-red (OpenCV's order)."""

Post = Callable[["Input"], None]
"""Passes an input to the service. Thread-safe; never blocks."""


class Address(Code):
    """Codes of `DeviceMissing` for addresses that lead to no device."""

    NO_SUCH_STRIP = "no-such-strip", "unknown strip {address}: must be one of {known}"
    NO_SUCH_SPEAKER = "no-such-speaker", "unknown speaker {address}: must be one of {known}"
    NO_SUCH_BUTTONS = "no-such-buttons", "unknown buttons {address}: must be one of {known}"
    NO_SUCH_CAMERA = "no-such-camera", "unknown camera {address}: must be one of {known}"
    UNKNOWN_OPTION = "unknown-option", "{address}: unknown option {option}; must be one of {known}"
    NOT_A_CHOICE = "not-a-choice", "{address}: {option} must be one of {known}, got {value}"
    NOT_AN_INTEGER = "not-an-integer", "{address}: {option} must be an integer, got {value}"


class Strip(Protocol):
    """A chain of LEDs."""

    length: int
    """Number of pixels in the chain."""

    def show(self, frame: bytes) -> None:
        """Lights the chain: three bytes per pixel, red green blue, `3 * length` in all.

        Raises:
            ValueError: the frame has another length.
            DeviceLost: the strip was closed or unplugged.
        """

    def close(self) -> None:
        """Turns the chain dark and releases the device; a second call does nothing."""


class InputSource(Protocol):
    """A source of presses and turns."""

    def start(self, post: Post) -> None:
        """Starts posting inputs, from its own thread if needed."""

    def close(self) -> None:
        """Stops; a second call does nothing."""


class Pressable(Protocol):
    """A source whose buttons a program can press: a simulated board."""

    def press(self, button: "Button") -> None:
        """Presses and releases a button on its simulated pin. Never blocks."""


class Camera(Protocol):
    """A camera."""

    def read(self) -> Image:
        """Returns the next picture, (height, width, 3) BGR; raises DeviceError if there is none."""

    def close(self) -> None:
        """Releases the device; a second call does nothing."""


class Speaker(Protocol):
    """A speaker."""

    def say(self, text: str, language: str) -> None:
        """Says a text; returns when it is finished. Use from one thread only.

        Args:
            text: text to say.
            language: `en`, `fr` or `de`.

        Raises:
            DeviceLost: it was closed or unplugged.
        """

    def close(self) -> None:
        """Stops in mid-word and releases the device; may be called from any thread."""
