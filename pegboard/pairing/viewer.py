"""Viewers: the board's own page, a paired device, or anybody else."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["board", "player", "watcher"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """A page or program connected over the web.

    Attributes:
        role: `board` may do everything (the page on the board itself, or a device with the same
            rights), `player` may play, `watcher` may only watch.
        device: id of the paired device; empty for the board itself and for unpaired devices.
        name: its display name.
        language: language of its texts and speech, one of `i18n.LANGUAGES`.
    """

    role: Role
    device: str = ""
    name: str = ""
    language: str = "en"

    @property
    def may_act(self) -> bool:
        """True if the viewer may do more than watch."""
        return self.role != "watcher"

    @property
    def is_at_board(self) -> bool:
        """True for the board's own page and its buttons; a device may be anywhere."""
        return self.role == "board" and not self.device


BOARD = Viewer("board", name="the board")
WATCHER = Viewer("watcher")


@dataclass(frozen=True, slots=True)
class Sender:
    """Sender of a press.

    Attributes:
        by: the sender's name in the journal.
        viewer: the viewer with the sender's rights.
        id: id of the command, if a page sent it; empty for a press on the board.
    """

    by: str = "buttons"
    viewer: Viewer = BOARD
    id: str = ""

    @property
    def key(self) -> str:
        """Key shared by all presses from one page or device, or from the board itself."""
        return self.viewer.device or self.viewer.role if self.id else self.by


AT_BOARD = Sender()
