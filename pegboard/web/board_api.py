"""What the page asks of the service. The service satisfies it; nothing here knows how."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Protocol

from pegboard.session.camera_setup import CameraWish
from pegboard.session.command_schema import Command
from pegboard.session.feed.types import Feed, Message
from pegboard.session.feed.viewer import Viewer


class Desk(Protocol):
    """The service as the page sees it. Every method is called on the event loop."""

    def snapshot(self, viewer: Viewer) -> Message:
        """The `state` message: all that a viewer's page shows, but for the pixels."""

    def layout(self) -> Message:
        """Where each pixel is on the board.

        `{"name", "length", "width_mm", "height_mm", "names": [track, …],
        "tracks": [[[pixel, x_mm, y_mm], … holes 1 to 121], …]}`, and where the board has them
        `"starts": [[pixel, x_mm, y_mm] | null, …]`, hole 0 of each track, and `"extras":
        [{"shows": "crib" | "wins" | "count", "track": n | null, "lamps": [[pixel, x_mm, y_mm],
        …]}, …]`, lamps beside the holes.
        """

    def welcome(self) -> Message:
        """What a page needs to ask people what they want to play; see `welcome.welcome`."""

    def record(self) -> str:
        """The game so far as the text of a game record, without cards that are still hidden."""

    def missed(self, game: str, seq: int) -> Message | None:
        """What was told since a viewer saw a game last: `{"type": "missed", "lines": […]}`."""

    def story(self) -> Message:
        """The game so far, line by line; see `session.views.log.story`."""

    def picture(self) -> bytes | None:
        """The camera's last picture as JPEG, or None where there is none."""

    async def camera(self, page: str, wish: CameraWish) -> Message:
        """One step of the camera check for a page; see `session.camera_setup.CameraTask.ask`."""

    def camera_picture(self) -> bytes | None:
        """The latest picture of the camera check as JPEG, or None where there is none."""

    async def hint(self, viewer: Viewer) -> Message:
        """What the expert would do in the viewer's place; see `coach.Coach.hint`."""

    async def review(self) -> Message:
        """The review of the game, or how far it has got; see `coach.Coach.review`."""

    def review_chart(self, language: str) -> str | None:
        """The latest review drawn in a language, SVG, or None where there is none."""

    async def command(self, command: Command, by: str, viewer: Viewer) -> Message:
        """Does what a client asked.

        Args:
            command: what is to be done.
            by: who, for the journal.
            viewer: whether he may.

        Returns:
            The `ack`: `{"type": "ack", "id": …, "ok": true}`, or with `"ok": false` and an
            `error` in plain words. A repeated id is answered like the first time, done once.
        """

    def viewers(self) -> Iterable[Viewer]:
        """Who watches, once for each page."""

    def watch(self, viewer: Viewer, *, changes: bool = False) -> AbstractContextManager[Feed]:
        """Subscribes for as long as the context is open; with `changes`, see `session.feed.state`.

        The feed begins with the present state and the last frame, then gives every change; to
        a slow reader it gives only the latest state and the latest frame. `Hub.watch` does it.
        """
