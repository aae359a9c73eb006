"""Notice board: the one place where trouble is told, and where everybody reads of it.

The page's state, doctor, the home and the metrics read here how the devices are; presses, the
camera and the journal tell here what went wrong. What only matters now goes with the next press;
what is sticky stays until somebody has acknowledged it, and survives a restart.
"""

from collections.abc import Callable, Iterable, Sequence

from pegboard.narration.notice import Notice
from pegboard.storage.notices import KeptNotices

Source = Callable[[], Iterable[Notice]]
"""Says how devices are at this moment, one notice each."""


class NoticeBoard:
    """For one event loop."""

    def __init__(self, kept: KeptNotices, changed: Callable[[], None]) -> None:
        """Knows no device yet.

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
        """Those that nobody has acknowledged, oldest first."""
        return self._kept.unread

    def add(self, source: Source) -> None:
        """Asks this one too how devices are."""
        self._sources.append(source)

    def devices(self) -> list[Notice]:
        """Returns how everything is that can fail, in the order in which it was added."""
        return [notice for source in self._sources for notice in source()]

    def tell(self, notice: Notice) -> None:
        """Tells something on every page."""
        if notice.sticky:
            self._kept.keep(notice)
        else:
            self.passing = notice
        self._changed()

    def clear(self) -> None:
        """Forgets what was told since the last press; whoever calls this shows it."""
        self.passing = None

    def acknowledge(self, id: str) -> bool:
        """Tells a sticky notice no longer; False where there is none with this id."""
        known = self._kept.acknowledge(id)
        self._changed()
        return known
