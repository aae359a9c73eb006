"""Data of a session for reading, besides its state; computed on request."""

from pegboard.board.layout_message import layout_message
from pegboard.schema.messages import MissedMessage
from pegboard.schema.table import MoveLog
from pegboard.schema.watch import SeenTable
from pegboard.session.feed.types import JsonObject
from pegboard.session.parts import Parts
from pegboard.session.views.log import move_log
from pegboard.session.views.private import missed_message, open_record
from pegboard.session.views.watch import seen_table
from pegboard.session.views.welcome import welcome


class Pages:
    """Data for pages and programs to read."""

    def __init__(self, parts: Parts) -> None:
        """Computes nothing until requested."""
        self._parts = parts

    def layout(self) -> JsonObject:
        """Returns the position of each pixel on the board; see `views.layout.layout_message`."""
        return layout_message(self._parts.boards.layout)

    def welcome(self) -> JsonObject:
        """Returns the data for the new-game dialog; see `views.welcome.welcome`."""
        parts = self._parts
        lobby = parts.lobby
        requests = lobby.remembered.requests
        return welcome(parts.notices.device_notices(), parts.boards, lobby.defaults, requests)

    def record_text(self) -> str:
        """Returns the game so far as a record, without the cards of the current deal."""
        return open_record(self._parts.table)

    def move_log(self) -> MoveLog:
        """Returns the game so far, line by line; see `views.log.move_log`."""
        return move_log(self._parts.table, self._parts.undoing.can_undo_at)

    def missed_lines(self, game: str, seq: int) -> MissedMessage | None:
        """Returns the log lines that a viewer has missed in a game; None if there are none."""
        return missed_message(self._parts.table, game, seq)

    def seen_table(self) -> SeenTable:
        """Returns the cards that the camera sees while watching the table."""
        return seen_table(self._parts.watching)

    def table_picture(self) -> bytes | None:
        """Returns the latest picture of the watched table, as JPEG."""
        return self._parts.watching.picture

    def picture(self) -> bytes | None:
        """Returns the camera's latest picture of a hand, as JPEG."""
        return self._parts.counting.picture
