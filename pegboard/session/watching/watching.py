"""Watches the table: holds the camera to the deal, and keeps the game as the camera sees it.

    camera process --Watched: the deal as it is believed--> compare --> actions, by "camera"
    game           --Known: its lines, and which are certain--> camera process

Each answer has the whole deal, so nothing is lost with a process that was killed. Lines that the
game lacks are submitted like anybody's; where the camera thinks better of one, it and those after
it are replaced in one commit, and the points that people entered between them stay. Lines that
people entered or corrected are certain: the camera explains the rest around them. A line that the
rules refuse or doubt is never applied: it becomes a question.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from uuid import uuid4

from pegboard.cribbage.events import Scored
from pegboard.cribbage.game import (
    Action,
    Crib,
    Deal,
    Peg,
    Play,
    State,
    apply,
    pending_hand,
)
from pegboard.devices.cameras.client import CameraClient
from pegboard.devices.cameras.watched import Known, Watched
from pegboard.errors import DeviceError, IllegalAction
from pegboard.narration.errors import localize_doubt, localize_error
from pegboard.session.codes import Refusal
from pegboard.session.feed.updates import Updates
from pegboard.session.moves import Moves
from pegboard.session.watching.deal import (
    DealLines,
    doubts,
    last_deal,
    lines_from,
    merged,
    same_until,
    visible,
)
from pegboard.session.watching.pace import Pace
from pegboard.session.watching.question import STALLING, Asked, Question, about

log = logging.getLogger(__name__)

NOTHING = -1
"""The version of a camera that was told nothing."""
BY = "camera"
"""Who, in the journal."""
QUIET_S = 1.5
"""Seconds without a movement that are a quiet moment."""
LOST_S = 5.0
"""Seconds without a picture after which the camera may have missed something."""
RETRY_S = (0.5, 1.0, 2.0, 5.0)
"""Pauses before a camera that failed is tried again; the last one from then on."""
SAME_PEG_S = 8.0
"""Seconds within which points that somebody entered are those of the card that the camera sees."""


class WatchingSession:
    """Watching one table. Use from one event loop only."""

    def __init__(
        self,
        moves: Moves,
        camera_client: CameraClient | None,
        updates: Updates,
        *,
        on: bool = False,
        busy: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Starts without having seen anything.

        Args:
            moves: does the actions.
            camera_client: the camera, or None.
            updates: has every change shown.
            on: whether people want it; a setting.
            busy: returns whether the camera does something else now.
            clock: monotonic seconds.
        """
        self.on = on
        self.seen: Watched | None = None
        """The latest answer; None while the camera does not see the table."""
        self.picture: bytes | None = None
        """The latest picture, JPEG."""
        self.pictures = 0
        """Number of pictures so far."""
        self.question: Question | None = None
        """The question that is asked now."""
        self.pace = Pace()
        self._moves, self._table, self._updates = moves, moves.table, updates
        self._camera_client, self._busy, self._clock = camera_client, busy, clock
        self._wake = asyncio.Event()
        self._game = ""
        self._held = False
        self._forget()
        moves.follow(self._done)

    def _forget(self) -> None:
        """Begins with another game, or again with this one."""
        self.question = None
        self._deal, self._places = 0, dict[int, int]()
        self._mine = dict[int, Action]()
        self._left: tuple[Action, ...] = ()
        self._version, self._told = 0, NOTHING
        self._denied: set[tuple[int, int, Action]] = set()
        self._allowed: set[tuple[int, int, Action]] = set()
        self._answered: set[tuple[str, Action | None]] = set()
        self._stalled: Question | None = None
        self._lost_in: int | None = None
        self._moved_at = self._seen_at = self._clock()
        self._pegged: tuple[int, float] = (-1, 0.0)

    # --- for people

    @property
    def possible(self) -> bool:
        """Whether there is a camera, and a game with real cards."""
        client = self._camera_client
        return client is not None and client.present and self._table.mode == "score"

    @property
    def active(self) -> bool:
        """Whether the table is watched."""
        return self.on and self.possible and not self._table.state.over

    @property
    def sees(self) -> bool:
        """Whether the camera sees the table now."""
        return self.active and self.seen is not None and self.seen.view == "ok"

    @property
    def lines(self) -> DealLines:
        """The lines of the present deal as they stand in the game."""
        actions = self._actions
        begin = self._places.get(self._deal, last_deal(actions))
        return DealLines() if begin is None else lines_from(actions, begin)

    def is_camera(self, number: int) -> bool:
        """Returns whether the camera, and nobody else, says so of a line of the deal."""
        return number in self._mine

    def seated(self) -> None:
        """Takes up another game."""
        self._wake.set()

    def switch(self, on: bool) -> None:
        """Begins to watch, or stops."""
        if on != self.on:
            self.on = on
            self._wake.set()
            self._updates.changed()

    def answer(self, id: str) -> None:
        """Says yes to the question that is asked.

        Raises:
            IllegalAction: it is another one by now, or none.
        """
        question = self.question
        if question is None or question.id != id:
            raise IllegalAction(Refusal.QUESTION_GONE)
        self._answered.add((question.id, question.action))
        if question.code in (Asked.CONTRADICTS, Asked.TAKEN_BACK, Asked.UNFINISHED):
            line = (question.deal, question.place or 0)
            if question.action is not None:
                self._allowed.add((*line, question.action))
                self._denied.discard((*line, question.action))
        if question.code not in STALLING and question.place is not None:
            self._mine.pop(question.place, None)
            self._told = NOTHING  # from now on that line is certain
        if question.code is Asked.LOST:
            self._lost_in = None
        self._stalled = self.question = None
        self._updates.changed()

    # --- the camera

    async def run(self) -> None:
        """Watches whenever it is wanted, until cancelled."""
        failures = 0
        while True:
            if not self.active:
                await self._rest()
                self._wake.clear()
                if not self.active:
                    await self._wake.wait()
                continue
            if self._busy():
                await asyncio.sleep(0.2)
                continue
            began = self._clock()
            try:
                await self._look()
                failures = 0
            except DeviceError:
                self._lose()
                await asyncio.sleep(RETRY_S[min(failures, len(RETRY_S) - 1)])
                failures += 1
            except Exception:
                log.exception("watching the table")
                await asyncio.sleep(RETRY_S[-1])
            await asyncio.sleep(max(0.0, self.pace.pause_s - (self._clock() - began)))

    async def _rest(self) -> None:
        """Lets the camera go."""
        held, self._held = self._held, False
        if self.seen is not None:
            self.seen = self.question = self.picture = None
            self._updates.changed()
        if held and self._camera_client is not None:
            try:
                await self._camera_client.rest()
            except DeviceError as error:
                log.info("the camera could not be told to rest: %s", error)

    async def _look(self) -> None:
        """Takes one picture, and brings the game to where the camera sees it."""
        client = self._camera_client
        assert client is not None
        if self._game != self._table.game:
            self._game = self._table.game
            self._forget()
        self._held = True
        if (known := self._news()) is not None:
            self._told = NOTHING
            await client.follow(known)
            self._told = known.version
        seen = await client.watch()
        if seen is None:  # another process than the one that was told
            self._told = NOTHING
            self._lose()
            return
        now = self._clock()
        if self.seen is None or seen.view == "moved":
            self._told = NOTHING if seen.view == "moved" else self._told
            self._missed(now)
        if seen.view == "ok":
            self._seen_at = now
        elif now - self._seen_at > LOST_S:
            self._missed(now)
        if not seen.still:
            self._moved_at = now
        self._show(seen)
        self.pace.took(seen.ms, seen.fps)
        if self._table.game == self._game and seen.version == self._told:
            await self._follow(seen)
        self._ask(seen, now)

    def _show(self, seen: Watched) -> None:
        before, self.seen = self.seen, seen
        if seen.picture:
            self.picture = seen.picture
            self.pictures += 1
        if before is None or (before.lines, before.view) != (seen.lines, seen.view):
            self._updates.changed()

    def _lose(self) -> None:
        if self.seen is not None:
            self.seen = None
            self._updates.changed()

    def _missed(self, now: float) -> None:
        """Notes that something may have happened that the camera did not see."""
        if now - self._seen_at > LOST_S and len(self.lines.actions) > 1:
            self._lost_in = self._deal
        self._seen_at = now

    # --- the game's side

    @property
    def _actions(self) -> list[Action]:
        return [action for action, _ in self._table.history]

    def _done(self, action: Action, before: State) -> None:
        """Notes points that somebody entered: the camera may see the card that they were for."""
        if isinstance(action, Peg):
            self._pegged = len(self._table.history) - 1, self._clock()
        self._wake.set()

    def _news(self) -> Known | None:
        """Returns what the camera does not know yet; None if it knows everything."""
        self._adopt()
        actions = self.lines.actions
        if actions != self._left:
            self._note_people(actions)
        elif self._told >= 0:
            return None
        self._version += 1
        state = self._table.state
        waits = state.stage_name == "deal"
        certain = (n for n, action in enumerate(actions) if self._mine.get(n) != action)
        return Known(
            version=self._version,
            players=state.rules.players,
            dealer=state.dealer,
            deal=self._deal,
            actions=() if waits else actions,
            certain=frozenset() if waits else frozenset(certain),
        )

    def _adopt(self) -> None:
        """Takes up a deal that people began."""
        begun = last_deal(self._actions)
        if begun is None or begun in self._places.values():
            return
        if self._table.state.stage_name != "deal":
            self._take(self._deal + 1, begun)
            self._left = ()

    def _note_people(self, actions: tuple[Action, ...]) -> None:
        """Compares the game with how the camera left it: people did something."""
        same = same_until(self._left, actions)
        if len(actions) == same < len(self._left):
            taken = self._left[same]
            if self._mine.get(same) == taken:
                self._denied.add((self._deal, same, taken))
        for place in range(same, len(actions)):
            self._denied.discard((self._deal, place, actions[place]))
        self._mine = {n: a for n, a in self._mine.items() if actions[n : n + 1] == (a,)}
        self._left = actions
        self._stalled = None

    # --- the camera's side

    async def _follow(self, seen: Watched) -> None:
        """Brings the game to where the camera sees it, as far as the rules and people allow."""
        wanted = visible(line.action for line in seen.lines)
        if seen.deal < self._deal and self._deal in self._places:
            wanted = ()
        elif seen.deal != self._deal and wanted and not await self._begin(seen.deal, wanted):
            return
        lines = self.lines
        same = same_until(lines.actions, wanted)
        if same == len(lines.actions):
            await self._add(wanted, same)
        elif self._mine.get(same) == lines.actions[same]:
            await self._mend(lines, wanted, same)
        if not wanted and not self.lines.actions and seen.deal < self._deal:
            self._places.pop(self._deal)
            self._deal = seen.deal

    async def _begin(self, deal: int, wanted: Sequence[Action]) -> bool:
        """Takes up the deal that the camera has seen begin; returns False if it must wait."""
        state, first = self._table.state, wanted[0]
        if not isinstance(first, Deal):
            return False
        ready: tuple[Action, ...] = (first,)
        if state.stage_name == "deal":
            if first.dealer != state.dealer:
                ready = (Deal(state.dealer), first)
        elif state.stage_name != "cut" and (deal, 0, first) not in self._allowed:
            self._stall(Question(Asked.UNFINISHED, deal, 0, first))
            return False
        if (deal, 0, first) in self._denied:
            self._stall(Question(Asked.TAKEN_BACK, deal, 0, first))
            return False
        for action in ready:
            if not await self._submit(action, deal, 0):
                return False
        self._take(deal, len(self._table.history) - 1)
        self._mine, self._left = {0: first}, (first,)
        return True

    def _take(self, deal: int, place: int) -> None:
        """Takes the deal at a place of the history for the one that the camera sees."""
        self._deal, self._places[deal] = deal, place
        self._mine, self._stalled, self._lost_in = {}, None, None

    async def _add(self, wanted: Sequence[Action], same: int) -> None:
        """Submits the lines that the game lacks."""
        for place in range(same, len(wanted)):
            action = wanted[place]
            if (self._deal, place, action) in self._denied:
                self._stall(Question(Asked.TAKEN_BACK, self._deal, place, action))
                return
            if isinstance(action, Crib) and pending_hand(self._table.state) != "crib":
                return  # the hands are claimed first
            if not await self._submit(action, self._deal, place):
                return
            self._mine[place] = action
            self._left = self.lines.actions
        if same < len(wanted):
            self._stalled = None

    async def _submit(self, action: Action, deal: int, place: int) -> bool:
        """Executes an action of the camera's; returns False if it becomes a question."""
        table = self._table
        state = table.state
        try:
            step = apply(state, action)
            warned = doubts(step.events)
            if warned and (deal, place, action) not in self._allowed:
                why = localize_doubt(warned[0])
                self._stall(Question(Asked.CONTRADICTS, deal, place, action, why))
                return False
            if (at := self._same_points(action, step.events)) is not None:
                # Somebody was quicker, and entered the points of this card.
                await self._moves.replace_tail(at, [action], seq=table.seq, id=_id(), by=BY)
            else:
                await self._moves.submit(action, id=_id(), by=BY, expected_state=state)
        except IllegalAction as error:
            self._stall(Question(Asked.IMPOSSIBLE, deal, place, action, localize_error(error)))
            return False
        return True

    def _same_points(self, action: Action, events: Sequence[object]) -> int | None:
        """Returns the place of the points that somebody just entered for a card."""
        at, when = self._pegged
        history = self._table.history
        if not isinstance(action, Play) or at != len(history) - 1 or at < 0:
            return None
        entered = history[at][0]
        worth = sum(
            e.item.points for e in events if isinstance(e, Scored) and e.seat == action.seat
        )
        fits = entered == Peg(action.seat, worth) and self._clock() - when <= SAME_PEG_S
        return at if fits else None

    async def _mend(self, lines: DealLines, wanted: Sequence[Action], same: int) -> None:
        """Replaces the lines of which the camera thinks better, and those after them."""
        table, at = self._table, lines.places[same]
        if any(self._mine.get(n) != a for n, a in enumerate(lines.actions) if n >= len(wanted)):
            return  # people entered what follows; the camera has not got so far
        tail = [action for action, _ in table.history[at:]]
        new = merged(tail, wanted[same:])
        try:
            await self._moves.replace_tail(at, new, seq=table.seq, id=_id(), by=BY)
        except IllegalAction as error:
            first = wanted[same] if same < len(wanted) else lines.actions[same]
            why = localize_error(error)
            self._stall(Question(Asked.IMPOSSIBLE, self._deal, same, first, why))
            return
        self._left = self.lines.actions
        theirs = {n for n, a in enumerate(lines.actions) if self._mine.get(n) != a}
        self._mine = {n: a for n, a in enumerate(wanted) if n not in theirs}
        self._stalled = None

    # --- questions

    def _stall(self, question: Question) -> None:
        if self._stalled != question:
            self._stalled = question

    def _ask(self, seen: Watched, now: float) -> None:
        """Asks at a quiet moment, one question at a time."""
        wanted = self._stalled or self._doubt(seen)
        if wanted is not None and (wanted.id, wanted.action) in self._answered:
            wanted = None
        quiet = seen.view != "ok" or now - self._moved_at >= QUIET_S
        if wanted != self.question and (wanted is None or quiet):
            self.question = wanted
            self._updates.changed()

    def _doubt(self, seen: Watched) -> Question | None:
        """Returns the first question that can wait until the cards were played."""
        stage = self._table.state.stage_name
        if stage in ("play", "cut"):
            return None
        if self._lost_in == self._deal:
            return Question(Asked.LOST, self._deal)
        lines = self.lines.actions
        for line in seen.lines:
            place = lines.index(line.action) if line.action in lines else None
            if line.sure or place is None or self._mine.get(place) != line.action:
                continue
            question = Question(about(line.action), self._deal, place, line.action)
            if (question.id, question.action) not in self._answered:
                return question
        return None


def _id() -> str:
    return f"watch-{uuid4().hex}"
