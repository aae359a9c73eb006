"""Viewers: the board, a paired device, or anybody else."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["board", "player", "watcher"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """A page or program connected over the web.

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
    def may_act(self) -> bool:
        """Returns True if it may do more than watch."""
        return self.role != "watcher"

    @property
    def is_at_board(self) -> bool:
        """Returns True for the board's own page and its buttons; a device may be anywhere."""
        return self.role == "board" and not self.device


BOARD = Viewer("board", name="the board")
WATCHER = Viewer("watcher")


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a press.

    Attributes:
        by: their name in the journal.
        viewer: what they may do.
        id: of the command a page sent; empty for a press on the board.
    """

    by: str = "buttons"
    viewer: Viewer = BOARD
    id: str = ""

    @property
    def key(self) -> str:
        """Key shared by all presses of one page or device, or by those on the board itself."""
        return self.viewer.device or self.viewer.role if self.id else self.by


AT_BOARD = Sender()
