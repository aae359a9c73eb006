"""Chains whose LEDs expect colours in an order other than green, red, blue.

Every strip that has a wire sends green first, as a WS2812 wants it. For a chain of another kind the
colours change places before that, so no strip has to know.
"""

from itertools import permutations

from pegboard.devices.ports import Strip

ORDERS = tuple("".join(order) for order in permutations("GRB"))
"""Values of `[board] order`: the order in which a pixel takes its colours."""

_SENT = "GRB"


def reordered(frame: bytes, order: str) -> bytes:
    """Returns the frame that, sent green first, shows the right colours on such a chain."""
    if order == _SENT:
        return frame
    out = bytearray(len(frame))
    for slot, colour in zip(_SENT, order, strict=True):
        out["RGB".index(slot) :: 3] = frame["RGB".index(colour) :: 3]
    return bytes(out)


class Reordered:
    """A strip that reorders the colours; otherwise it behaves like the wrapped one."""

    def __init__(self, strip: Strip, order: str) -> None:
        """Shows on `strip`, whose LEDs expect the colours in `order`."""
        self._strip, self._order = strip, order
        self.length = strip.length

    def show(self, frame: bytes) -> None:
        """Lights the chain; see `ports.Strip`."""
        # What is not whole pixels is refused by the strip itself.
        self._strip.show(frame if len(frame) % 3 else reordered(frame, self._order))

    def close(self) -> None:
        """Closes the strip."""
        self._strip.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._strip, name)
