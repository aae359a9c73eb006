"""Watching of the table: sends the camera the game, and updates the game from its reports.

    camera process --WatchResult: the deal as tracked--> DealSync --> actions by "camera"
    game           --Known: its lines, and which are certain--> camera process

Each report has the whole deal, so nothing is lost if the process is killed. This module runs the
camera and asks the questions; `sync` compares the reports with the game.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from pegboard.camera.client import CameraClient
from pegboard.camera.watched import WatchResult
from pegboard.cribbage.game import Action, Crib, Deal
from pegboard.errors import DeviceError, IllegalAction
from pegboard.host.retrying import Backoff
from pegboard.session.codes import Refusal
from pegboard.session.moves import Moves, Updates
from pegboard.session.watching.pace import Pace
from pegboard.session.watching.question import (
    REPEATED_CODES,
    SEATING_CODES,
    Answer,
    Askable,
    Question,
    QuestionCode,
    code_for,
)
from pegboard.session.watching.sync import DealSync
from pegboard.session.watching.unread import UnreadCrib

log = logging.getLogger(__name__)

NOT_SENT = -1
"""Stands for the version of the game that the camera has: none was sent."""
SAMPLES = "files:"
"""Camera address of the sample pictures."""
QUIET_S = 1.5
"""Seconds without movement before a question is asked."""
IDLE_S = 12.0
"""Like `QUIET_S`, while exposed hands may still resolve the doubt before the crib is shown."""
LOST_S = 5.0
"""Seconds without a view after which the camera may have missed something."""
RETRY_S = (0.5, 1.0, 2.0, 5.0)
"""Pauses before retrying a failed camera; the last one repeats."""


class WatchingSession:
    """Watcher of one table. Use from one event loop only."""

    def __init__(
        self,
        moves: Moves,
        camera_client: CameraClient | None,
        updates: Updates,
        *,
        film: CameraClient | None = None,
        is_enabled: bool = False,
        busy: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Starts without observations.

        Args:
            moves: executes the actions.
            camera_client: client of the camera process; None without a camera.
            updates: publishes changes.
            film: the camera of the sample deal, or None.
            is_enabled: initial value of the setting `camera.watch`.
            busy: returns whether the camera is in use for something else.
            clock: monotonic seconds.
        """
        self.on = is_enabled
        self.result: WatchResult | None = None
        """The latest report; None while the camera does not see the table."""
        self.picture: bytes | None = None
        """The latest picture, JPEG."""
        self.picture_count = 0
        """Number of pictures so far."""
        self.question: Question | None = None
        """The question being asked, if any."""
        self.pace = Pace()
        self.sync = DealSync(moves, clock)
        """Keeps the game in step with the camera."""
        self._table, self._updates = moves.table, updates
        self._camera_client, self._film = camera_client, film
        self._busy, self._clock = busy, clock
        self._ended_game = ""
        """Id of the game whose film has ended."""
        self._wake = asyncio.Event()
        self._game = ""
        self._client_in_use: CameraClient | None = None
        """The camera that is following the table."""
        self._pending_rotation: int | None = None
        self.set_rotation: Callable[[int], Awaitable[None]] = self._rotate_client
        """Stores the rotation of the camera's pictures, degrees clockwise."""
        self._reset()
        moves.add_listener(lambda action, before: self._wake.set())

    def _reset(self) -> None:
        """Starts afresh with another game."""
        self.question, self._sent_version = None, NOT_SENT
        self.sync.reset()
        self._answered: set[tuple[str, Action | None]] = set()
        self._deal_with_gap: int | None = None
        self._crib = UnreadCrib()
        self._moved_at = self._seen_at = self._clock()

    # --- state and answers

    @property
    def shows_sample(self) -> bool:
        """True while the sample deal is on the table; it is watched whatever the setting."""
        return self._table.kind.follows_film

    @property
    def is_wanted(self) -> bool:
        """True if this game is to be watched."""
        return self.on or self.shows_sample

    @property
    def _client(self) -> CameraClient | None:
        return self._film if self.shows_sample else self._camera_client

    @property
    def is_possible(self) -> bool:
        """True if there is a real camera and the game uses real cards."""
        client = self._client
        there = client is not None and client.is_present and client.address != SAMPLES
        return there and self._table.kind.has_real_cards

    @property
    def is_active(self) -> bool:
        """True while the table is being watched."""
        going_on = not self._table.state.over and self._table.game != self._ended_game
        return self.is_wanted and self.is_possible and going_on

    @property
    def sees_table(self) -> bool:
        """True while the camera sees the table."""
        return self.is_active and self.result is not None and self.result.view == "ok"

    def on_new_game(self) -> None:
        """Reconsiders whether to watch, after a new game."""
        self._wake.set()

    def stop_game(self, game: str) -> None:
        """Stops watching a game whose film is over."""
        self._ended_game = game
        self._wake.set()

    def set_enabled(self, on: bool) -> None:
        """Turns watching on or off."""
        if on != self.on:
            self.on = on
            self._wake.set()
            self._updates.schedule()

    def answer_question(self, id: str, answer: Answer = Answer.YES) -> None:
        """Answers the current question.

        Raises:
            IllegalAction: the question has changed or has no such answer.
        """
        question = self.question
        client = self._client
        if (
            question is None
            or client is None
            or question.id != id
            or answer not in question.answers
        ):
            raise IllegalAction(Refusal.QUESTION_GONE)
        if question.code not in REPEATED_CODES:
            self._answered.add((question.id, question.action))
        if self.sync.apply_answer(question, answer):
            self._sent_version = NOT_SENT  # the camera must be sent that this line is certain
        if question.turned and (question.code is QuestionCode.TURNED or answer is Answer.TURNED):
            opposite = 180 if answer is Answer.NO else 0
            self._pending_rotation = (client.rotation + question.turned + opposite) % 360
        if question.code is QuestionCode.LOST:
            self._deal_with_gap = None
        self.question = None
        self._updates.schedule()

    def answer_by_deal(self, deal: Deal) -> bool:
        """Treats a deal entered out of turn as a yes; returns False if it answers no question."""
        question = self.question
        if question is None or question.code is not QuestionCode.WRONG_DEALER:
            return False
        if self._table.state.stage_name != "deal" or question.action != deal:
            return False
        self.answer_question(question.id)
        return True

    # --- the camera

    async def run(self) -> None:
        """Watches the table whenever it is active, until cancelled."""
        backoff = Backoff(RETRY_S)
        while True:
            if not self.is_active:
                await self._release_camera()
                self._wake.clear()
                if not self.is_active:
                    await self._wake.wait()
                continue
            if self._busy():
                await asyncio.sleep(0.2)
                continue
            began = self._clock()
            try:
                await self._process_picture()
                backoff.reset()
            except DeviceError:
                self._lose_view()
                await asyncio.sleep(backoff.next_s())
            except Exception:
                log.exception("watching the table")
                await asyncio.sleep(RETRY_S[-1])
            await asyncio.sleep(max(0.0, self.pace.pause_s - (self._clock() - began)))

    async def _release_camera(self) -> None:
        """Releases the camera."""
        held, self._client_in_use = self._client_in_use, None
        if self.result is not None:
            self.result = self.question = self.picture = None
            self._updates.schedule()
        if held is not None:
            try:
                await held.stop_following()
            except DeviceError as error:
                log.info("the camera could not be told to rest: %s", error)

    async def _process_picture(self) -> None:
        """Processes one picture and updates the game."""
        client = self._client
        assert client is not None
        if self._client_in_use is not None and self._client_in_use is not client:
            await self._release_camera()
        if self._game != self._table.game:
            self._game = self._table.game
            self._reset()
        self._client_in_use = client
        if (rotation := self._pending_rotation) is not None:
            self._pending_rotation = None
            await (client.turn(rotation) if self.shows_sample else self.set_rotation(rotation))
        if (known := self.sync.next_update(self._sent_version >= 0)) is not None:
            self._sent_version = NOT_SENT
            await client.follow(known)
            self._sent_version = known.version
        result = await client.watch()
        if result is None:  # the camera process was restarted
            self._sent_version = NOT_SENT
            self._lose_view()
            return
        now = self._clock()
        if self.result is None or result.view == "moved":
            self._sent_version = NOT_SENT if result.view == "moved" else self._sent_version
            self._note_gap(now)
        if result.view == "ok":
            self._seen_at = now
        elif now - self._seen_at > LOST_S:
            self._note_gap(now)
        if not result.is_still:
            self._moved_at = now
        self._show_picture(result)
        self.pace.record(result.ms, result.fps)
        same = self._table.game == self._game and result.version == self._sent_version
        # If people acted while the picture was taken, first send the camera their changes.
        if same and self.sync.is_unchanged:
            await self.sync.update_game(result)
        followed = len(self.sync.deal_lines.actions) > 1
        self._crib.update(self._table.state, result if followed else None, now)
        self._update_question(result, now)

    async def _rotate_client(self, rotation: int) -> None:
        if self._camera_client is not None:
            await self._camera_client.turn(rotation)

    def _show_picture(self, result: WatchResult) -> None:
        before, self.result = self.result, result
        if result.picture:
            self.picture = result.picture
            self.picture_count += 1
        if before is None or (before.lines, before.view) != (result.lines, result.view):
            self._updates.schedule()

    def _lose_view(self) -> None:
        if self.result is not None:
            self.result = None
            self._updates.schedule()

    def _note_gap(self, now: float) -> None:
        """Records a gap in which the camera may have missed a move."""
        if now - self._seen_at > LOST_S and len(self.sync.deal_lines.actions) > 1:
            self._deal_with_gap = self.sync.deal
        self._seen_at = now

    # --- questions

    def _update_question(self, result: WatchResult, now: float) -> None:
        """Sets the question to ask; a new one appears only at a quiet moment."""
        question = self.sync.blocking_question or self._open_question(result)
        if question is not None and (question.id, question.action) in self._answered:
            question = None
        pause_s = (
            IDLE_S if question is not None and self._may_clear_up(question, result) else QUIET_S
        )
        at_once = question is not None and question.code in SEATING_CODES
        quiet = at_once or result.view != "ok" or now - self._moved_at >= pause_s
        if question != self.question and (question is None or quiet):
            self.question = question
            self._updates.schedule()

    def _may_clear_up(self, question: Question, result: WatchResult) -> bool:
        """Returns whether hands that are still to be exposed may resolve a doubt."""
        shown = any(isinstance(line.action, Crib) for line in result.lines)
        doubtful = question.code in (QuestionCode.DEALER, QuestionCode.STARTER, QuestionCode.PLAY)
        return doubtful and not shown and self._table.state.stage_name == "show"

    def _open_question(self, result: WatchResult) -> Question | None:
        """Returns the first question to ask; None until all cards have been played."""
        stage = self._table.state.stage_name
        if stage in ("play", "cut"):
            return None
        if self._deal_with_gap == self.sync.deal:
            return Question(QuestionCode.LOST, self.sync.deal)
        lines = self.sync.deal_lines.actions
        for line in result.lines:
            place = lines.index(line.action) if line.action in lines else None
            if line.is_sure or place is None or not self.sync.is_from_camera(place):
                continue
            if not isinstance(line.action, Askable):
                continue
            question = Question(code_for(line.action), self.sync.deal, place, line.action)
            if (question.id, question.action) not in self._answered:
                return question
        if self._crib.is_overdue and not self.sync.skips_crib:
            return Question(QuestionCode.UNREAD, self.sync.deal)
        return None
