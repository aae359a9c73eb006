"""Collects the health of everything that can fail."""

from collections.abc import Callable, Iterable

from pegboard.devices.health import Health

Source = Callable[[], Iterable[Health]]


class HealthRegistry:
    """Asks its sources, in the order in which they were added."""

    def __init__(self) -> None:
        """Knows nobody yet."""
        self._sources: list[Source] = []

    def add(self, source: Source) -> None:
        """Asks this one, too."""
        self._sources.append(source)

    def now(self) -> list[Health]:
        """Returns how everything is."""
        return [health for source in self._sources for health in source()]
