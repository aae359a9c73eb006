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

    def __init__(self, store: NoticeStore, on_change: Callable[[], None]) -> None:
        """Starts without devices.

        Args:
            store: the sticky notices.
            on_change: has what changed shown.
        """
        self.transient: Notice | None = None
        """The latest notice since the last press; gone with the next one."""
        self._store, self._on_change = store, on_change
        self._sources: list[Source] = []

    @property
    def sticky(self) -> Sequence[Notice]:
        """The notices nobody has acknowledged yet, oldest first."""
        return self._store.unread

    def add_source(self, source: Source) -> None:
        """Adds a source of device notices."""
        self._sources.append(source)

    def device_notices(self) -> list[Notice]:
        """Returns a notice for everything that can fail, in the order it was added."""
        return [notice for source in self._sources for notice in source()]

    def post(self, notice: Notice) -> None:
        """Raises a notice on every page."""
        if notice.sticky:
            self._store.add(notice)
        else:
            self.transient = notice
        self._on_change()

    def clear(self) -> None:
        """Clears the notice of the last press; the caller publishes the change."""
        self.transient = None

    def acknowledge(self, id: str) -> bool:
        """Removes a sticky notice; returns False if there is none with this id."""
        known = self._store.acknowledge(id)
        self._on_change()
        return known
