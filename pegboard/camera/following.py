"""Live following of the deals in front of one camera, picture by picture, in the camera process.

`follow JSON` starts it, or synchronises it with the game; see `DealState` in `watched`:

    {"following": true}

`watch` processes the next picture. `lines` are all lines of the present deal as they stand, so a
lost answer or a process that dies costs nothing but time:

    {"version": of the latest `follow`, "deal": number of deals begun,
     "lines": [{"line": "play 1 8C", "sure": true, "question": "" or the subject of the doubt,
     "likely": other cards that it may be}, …], "still": true if nothing moves,
     "dealt": true if the hands were seen being dealt,
     "turned": degrees clockwise by which the picture seems to have to be turned,
     "view": "ok", "blocked" or "moved", "fps": useful pictures a second from this camera,
     "ms": cost of this picture, "cards": [{"card", "corners", "sure"}, …] that lie face up,
     "width", "height": of the picture, "picture": JPEG in base64, if another one is due}

It answers `{"following": false}` if it follows nothing, because the process was restarted. The
client then sends `follow` again with the deal so far. `rest` ends following.
"""

from collections.abc import Callable
from time import monotonic, perf_counter

from msgspec import UNSET, UnsetType

from pegboard.camera.answers import round_corners, small_jpeg
from pegboard.camera.view import BLOCKED, MOVED, ViewMonitor
from pegboard.camera.watched import CardRow, DealState, LineRow, WatchAnswer
from pegboard.cribbage import Deal, Undo, format_action
from pegboard.devices.cameras import Source
from pegboard.devices.cameras.files import FilesCamera, SampleCamera
from pegboard.devices.cameras.film import MOST_FPS, USUAL_FPS
from pegboard.devices.ports import Image
from pegboard.errors import Code, DeviceError
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.line_event import LineEvent, card_of
from pegboard.vision.follow.tracking.detector import CardDetector
from pegboard.vision.recognise import Recogniser
from pegboard.vision.turn import turned_image

THUMBNAIL_SIDE = 640
"""Longest side of the picture for the page, in pixels."""
THUMBNAIL_S = 1.0
"""Seconds between two such pictures."""


class Unfollowable(Code):
    """Codes of `DeviceError` for cameras with which deals cannot be followed."""

    SAMPLES = "samples-show-no-deals", "the sample pictures show hands, not whole deals"


class LiveFollower:
    """Follower with the pictures of one camera, and the lines of the present deal."""

    def __init__(
        self,
        recogniser: Recogniser,
        state: DealState,
        clock: Callable[[], float] = monotonic,
        rotation: int = 0,
    ) -> None:
        """Creates the initial state, before the first picture.

        Args:
            recogniser: reads the cards.
            state: state of the deal, according to the game.
            clock: returns monotonic seconds.
            rotation: clockwise rotation of the pictures, in degrees.
        """
        self._recogniser, self._clock = recogniser, clock
        self._rotation = rotation
        self._players = state.players
        self._follower = Follower(CardDetector(recogniser), self._players)
        self._view = ViewMonitor()
        self._version, self._deals, self._pictures = 0, 0, 0
        self._unseen_lines = 0
        """Number of lines of the present deal from before watching, without observations."""
        self._lines: list[LineEvent] = []
        self._last_image: Image | None = None
        self._is_over = False
        self._thumbnail_at = -THUMBNAIL_S
        self._now = 0.0
        self.update(state)

    def matches(self, state: DealState) -> bool:
        """Returns whether a deal state has the same number of players."""
        return state.players == self._players

    def update(self, state: DealState) -> None:
        """Adopts the dealer and the current lines of the deal from the game."""
        self._version = state.version
        actions, follower = state.actions, self._follower
        if not actions:
            if state.deal == self._deals or not follower.is_following:
                self._lines, self._deals, self._unseen_lines = [], state.deal, 0
                follower.await_deal(state.dealer)
            return
        if self._deals and state.deal < self._deals + (not follower.is_following):
            return  # the camera process has already seen the end of this deal
        if not follower.is_following:
            follower.await_deal(state.dealer)
            # A single line, the deal, does not mean that cards were played unseen.
            self._unseen_lines = len(actions) if len(actions) > 1 else 0
        if not follower.is_following or (state.deal > self._deals and follower.is_in_play):
            self._deals = state.deal  # the game has another dealer for the same cards
        certain = state.certain | frozenset(range(min(self._unseen_lines, len(actions))))
        follower.synchronise(actions, certain, self._now)
        lines = {line.action: line for line in self._lines}
        self._lines = [
            LineEvent(action) if place in certain else lines.get(action, LineEvent(action))
            for place, action in enumerate(actions)
        ]

    def turn(self, rotation: int) -> None:
        """Turns all further pictures, and reassigns the seats accordingly."""
        degrees, self._rotation = (rotation - self._rotation) % 360, rotation
        self._follower.turn(degrees)
        self._view = ViewMonitor()
        if self._last_image is not None:
            self._last_image = turned_image(self._last_image, degrees)

    def process_frame(self, camera: Source) -> WatchAnswer:
        """Processes the camera's next picture, which is not rotated yet.

        Raises:
            DeviceError: the camera gives no picture.
        """
        image = self._read_frame(camera)
        began = perf_counter()
        view = self._view.classify(image, self._now)
        if view == MOVED:  # the camera was moved, so all known places are wrong
            self._follower = Follower(CardDetector(self._recogniser), self._players)
            self._deals = 0
        if view != BLOCKED:
            for event in self._follower.process(image, self._now):
                self._apply_event(event)
        cost = perf_counter() - began
        height, width = image.shape[:2]
        now = self._clock()
        picture: bytes | UnsetType = UNSET
        if now - self._thumbnail_at >= THUMBNAIL_S:
            self._thumbnail_at = now
            picture = small_jpeg(image, THUMBNAIL_SIDE, quality=75)
        return WatchAnswer(
            version=self._version,
            deal=self._deals,
            lines=tuple(map(self._line_row, self._lines)),
            still=self._follower.is_still,
            view=view,
            fps=MOST_FPS if camera.live else USUAL_FPS,
            ms=round(1000 * cost, 1),
            cards=tuple(
                CardRow(str(track.card), round_corners(track.detection.outline), track.is_confirmed)
                for track in self._follower.visible_cards
            ),
            width=width,
            height=height,
            dealt=self._follower.saw_deal,
            turned=self._follower.turned,
            picture=picture,
        )

    def _read_frame(self, camera: Source) -> Image:
        """Returns the next picture, and sets the time; after a film's end, its last picture."""
        if isinstance(camera, SampleCamera):
            raise DeviceError(Unfollowable.SAMPLES)
        self._pictures += 1
        if camera.live:
            self._now = self._clock()
            return turned_image(camera.read(), self._rotation)
        self._now = self._pictures / USUAL_FPS
        if self._is_over and self._last_image is not None:
            return self._last_image
        before = camera.name if isinstance(camera, FilesCamera) else ""
        image = turned_image(camera.read(), self._rotation)
        self._is_over = isinstance(camera, FilesCamera) and camera.name <= before
        if self._is_over and self._last_image is not None:
            return self._last_image
        self._last_image = image
        return image

    def _apply_event(self, event: LineEvent) -> None:
        if isinstance(event.action, Undo):
            last = self._lines.pop() if self._lines else None
            if last is not None and isinstance(last.action, Deal):
                self._deals -= 1
            return
        if isinstance(event.action, Deal):
            self._lines = []
            self._deals, self._unseen_lines = self._deals + 1, 0
        self._lines.append(event)

    def _line_row(self, event: LineEvent) -> LineRow:
        question = self._follower.questions.get(event.action, event.question)
        card = card_of(event.action)
        likely = () if card is None else self._follower.alternatives(card)
        line = format_action(event.action)
        return LineRow(line, question is None, question or "", tuple(map(str, likely)))
