"""The notice board: the only place where problems are reported and read.

The page's state, the doctor, the home and the metrics read the devices' condition here; presses,
the camera and the journal report problems here. A passing notice disappears with the next press;
a sticky one stays until somebody has acknowledged it, and survives a restart.
"""

from collections.abc import Callable, Iterable, Sequence

from pegboard.notice import Notice
from pegboard.storage.notices import NoticeStore

Source = Callable[[], Iterable[Notice]]
"""Says how devices are at this moment, one notice each."""


class NoticeBoard:
    """The notices of a running service. Use from one event loop only."""

    def __init__(self, kept: NoticeStore, changed: Callable[[], None]) -> None:
        """Starts without devices.

        Args:
            kept: the sticky notices.
            changed: has what changed shown.
        """
        self.passing: Notice | None = None
        """The latest notice since the last press; gone with the next one."""
        self._kept, self._changed = kept, changed
        self._sources: list[Source] = []

    @property
    def sticky(self) -> Sequence[Notice]:
        """The notices nobody has acknowledged yet, oldest first."""
        return self._kept.unread

    def add(self, source: Source) -> None:
        """Adds a source of device notices."""
        self._sources.append(source)

    def devices(self) -> list[Notice]:
        """Returns a notice for everything that can fail, in the order it was added."""
        return [notice for source in self._sources for notice in source()]

    def tell(self, notice: Notice) -> None:
        """Raises a notice on every page."""
        if notice.sticky:
            self._kept.add(notice)
        else:
            self.passing = notice
        self._changed()

    def clear(self) -> None:
        """Clears the notice of the last press; the caller publishes the change."""
        self.passing = None

    def acknowledge(self, id: str) -> bool:
        """Removes a sticky notice; returns False if there is none with this id."""
        known = self._kept.acknowledge(id)
        self._changed()
        return known
