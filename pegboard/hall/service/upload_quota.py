"""Limits how much a board uploads in an hour; the director may allow more.

A game takes about 0.1 MB, so that a board that sends more than the limit is broken or hostile, or
has a whole year to send.
"""

from collections.abc import Callable

HOUR_S = 3600.0
BYTES_PER_HOUR = 16 * 1024 * 1024
"""Maximum total size of a board's uploads in an hour, in bytes."""


class UploadQuota:
    """Counter of each board's uploads. Use on the store's thread only.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, int]] = {}
        """Start of each board's hour, and the bytes uploaded since then."""
        self.exceeded: dict[str, int] = {}
        """Boards that need the director's permission, with the bytes they have sent."""

    def admit(self, board: str, size: int) -> bool:
        """Counts an upload; returns False if the director has to allow more first."""
        if board in self.exceeded:
            return False
        now = self._clock()
        start, used = self._used.get(board, (now, 0))
        if now - start >= HOUR_S:
            start, used = now, 0
        if used + size > BYTES_PER_HOUR:
            self.exceeded[board] = used
            return False
        self._used[board] = start, used + size
        return True

    def allow(self, board: str) -> None:
        """Allows a board the uploads of another hour."""
        self.exceeded.pop(board, None)
        self._used.pop(board, None)
