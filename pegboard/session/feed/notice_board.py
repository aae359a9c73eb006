"""The notice board: the one place to which problems are reported, and where they are read.

Pages, the doctor, MQTT and the metrics read the condition of the devices here; buttons, the
camera and the journal report problems here. A transient notice disappears with the next press; a
sticky one stays until it is acknowledged, even across a restart.
"""

from collections.abc import Callable, Iterable, Sequence

from pegboard.notice import Notice
from pegboard.storage.notices import NoticeStore

Source = Callable[[], Iterable[Notice]]
"""Function that returns the current condition of devices, one notice each."""


class NoticeBoard:
    """The notices of a running service. Use from one event loop only."""

    def __init__(self, store: NoticeStore, on_change: Callable[[], None]) -> None:
        """Starts without notices or sources.

        Args:
            store: stores the sticky notices.
            on_change: called after a change.
        """
        self.transient: Notice | None = None
        """The latest transient notice; cleared by the next press."""
        self._store, self._on_change = store, on_change
        self._sources: list[Source] = []

    @property
    def sticky(self) -> Sequence[Notice]:
        """Notices that nobody has acknowledged yet, oldest first."""
        return self._store.unread

    def add_source(self, source: Source) -> None:
        """Adds a source of device notices."""
        self._sources.append(source)

    def device_notices(self) -> list[Notice]:
        """Returns the notices of all sources, in the order they were added."""
        return [notice for source in self._sources for notice in source()]

    def post(self, notice: Notice) -> None:
        """Posts a notice to every page."""
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
        is_known = self._store.acknowledge(id)
        self._on_change()
        return is_known
