"""Who looks: the board's own page, a device that was let in, or anybody else."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["board", "player", "watcher"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody on the other side of the web.

    Attributes:
        role: `board` may do everything (the page on the board itself, or a device that may do as
            much), `player` may play, `watcher` may look.
        device: the id of the device that was let in; empty for the board itself and for strangers.
        name: what people call it.
        language: that it reads and hears, one of `i18n.LANGUAGES`.
    """

    role: Role
    device: str = ""
    name: str = ""
    language: str = "en"

    @property
    def acts(self) -> bool:
        """Whether it may do more than look."""
        return self.role != "watcher"


BOARD = Viewer("board", name="the board")
WATCHER = Viewer("watcher")
