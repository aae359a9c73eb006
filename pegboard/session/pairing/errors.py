"""Reasons a device is refused."""

from pegboard.errors import PegboardError


class Refused(PegboardError, ValueError):
    """Said to whoever asked, in plain words.

    Attributes:
        wait_s: seconds after which asking again may help; 0 where it is another matter.
    """

    def __init__(self, text: str, wait_s: float = 0.0) -> None:
        super().__init__(text)
        self.wait_s = wait_s
