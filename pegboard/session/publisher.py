"""Publication of the session: scenes to the strip, states and frames to all viewers."""

from contextlib import AbstractContextManager

from pegboard.devices.strip_driver import StripDriver
from pegboard.i18n import localize
from pegboard.pairing.viewer import BOARD, Viewer
from pegboard.schema.messages import Snapshot
from pegboard.schema.state import State
from pegboard.session.buttons import Presses
from pegboard.session.feed.feed import GameFeed
from pegboard.session.feed.perspective import Perspective
from pegboard.session.feed.types import Feed, Moved
from pegboard.session.ok import prompt_for
from pegboard.session.parts import Parts
from pegboard.session.views.announcements import Announcements
from pegboard.session.views.private import state_for
from pegboard.session.views.scene import scene_of
from pegboard.session.views.show import show_scene
from pegboard.session.views.state import public_state


class Publisher:
    """Publisher of one session. Use from one event loop only."""

    def __init__(
        self,
        parts: Parts,
        presses: Presses,
        lights: StripDriver,
    ) -> None:
        """Connects the session with its viewers and the strip.

        Args:
            parts: the parts of the session.
            presses: pending scores.
            lights: the strip, which shows the scenes.
        """
        self.feed = GameFeed(parts.seating.perspective, self._state_for, parts.presence)
        self._moves: list[Moved] = []
        """Moves since the last publication."""
        self._announcements = Announcements()
        self._public: State | None = None
        """The public state as last published."""
        self._parts, self._presses, self.lights = parts, presses, lights
        lights.on_frame = self.feed.publish_frame
        parts.moves.on_move = self._moves.append
        parts.updates.add_listener(self.publish)
        parts.pairing.on_removed = self.feed.disconnect

    def publish(self) -> None:
        """Publishes the current state on the board and on every page."""
        parts, offer = self._parts, self._parts.counting.offer
        ahead = list(self._presses.pending)
        if offer is not None:
            ahead[offer.seat] += parts.counting.points_ahead
        for seat in parts.signing.unsigned_seats:
            ahead[seat] += 1  # light the next hole, which blinks until the seat has signed
        match = parts.lobby.setup.match
        wins = () if match is None else match.wins
        dim = parts.counting.is_reading
        show = show_scene(parts.show, wins)
        scene = show or scene_of(parts.table.state, tuple(ahead), dim=dim, wins=wins)
        self.lights.show(scene, parts.boards.layout, parts.lobby.setup.palette)
        public, moves = self._public_state(), tuple(self._moves)
        self._moves.clear()
        self._announcements.update(public, moves, parts.seating.perspective(BOARD))
        public["announcements"] = self._announcements.latest
        self._public = public
        self.feed.publish(moves)

    def snapshot(self, viewer: Viewer = BOARD) -> Snapshot:
        """Returns the current state for a viewer."""
        self._public = self._public_state()
        return {"type": "state", **self._state_for(self._parts.seating.perspective(viewer))}

    def seat_of(self, viewer: Viewer) -> int | None:
        """Returns the seat that a viewer plays now and whose hand it sees, or None."""
        return self._parts.seating.perspective(viewer).seat

    def subscribe(self, viewer: Viewer = BOARD) -> AbstractContextManager[Feed]:
        """Subscribes to updates and frames while the context is open."""
        return self.feed.subscribe(viewer)

    def _state_for(self, perspective: Perspective) -> State:
        parts = self._parts
        if self._public is None:
            self._public = self._public_state()
        remote = parts.remote.seat_view(parts.table.state)
        state = state_for(self._public, parts.table, parts.lobby.setup, perspective, remote)
        # On a page shared by several people, the prompt names the player instead of saying "you".
        if perspective.seat is not None and not perspective.covered:
            state["next"] = prompt_for(parts, perspective.seat)
        if perspective.role == "board":
            state["first_start"] = parts.is_first_start()
            state["asking"] = [{"id": each.id, "name": each.name} for each in parts.pairing.waiting]
        if perspective.is_at_board:
            state["switch_question"] = parts.switch_question.switch
        localized: State = localize(perspective.language, state)
        return localized

    def _public_state(self) -> State:
        """Returns the current state, without the fields that only some viewers may see."""
        public = public_state(
            self._parts, pending=self._presses.pending, commit_s=self._presses.commit_s
        )
        public["announcements"] = self._announcements.latest
        return public
