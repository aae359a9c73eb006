"""Synchronisation of the game with the deal as the camera sees it.

Missing lines are submitted like a player's. When the camera revises a line, it and all lines after
it are replaced in one commit, while points that people entered in between stay. Lines that people
entered or corrected are certain: the camera interprets the rest to fit. A line that the rules
refuse or doubt, or that somebody undid, is never applied; it becomes a question.
"""

from collections.abc import Callable, Sequence
from uuid import uuid4

from pegboard.camera.watched import DealState, WatchResult
from pegboard.cribbage.events import Scored
from pegboard.cribbage.game import Action, Crib, Deal, Peg, Play, State, apply, pending_hand
from pegboard.errors import IllegalAction
from pegboard.i18n import name_of
from pegboard.narration.events import localize_doubt
from pegboard.notice import localize_error
from pegboard.session.codes import Refusal
from pegboard.session.moves import Moves
from pegboard.session.watching.deal import (
    VISIBLE,
    DealLines,
    common_prefix,
    last_deal_index,
    lines_from,
    merge_tail,
    visible,
    warnings,
)
from pegboard.session.watching.dealers import NamedDealers, deals_until
from pegboard.session.watching.question import (
    BLOCKING_CODES,
    DEALER_CODES,
    SEATING_CODES,
    Answer,
    Question,
    QuestionCode,
)

AUTHOR = "camera"
"""Author of the entries in the journal."""
DUPLICATE_S = 8.0
"""Seconds within which entered points are taken to be those of the card that the camera sees."""


class DealSync:
    """Synchronisation of one game with the camera. Use from one event loop only."""

    def __init__(self, moves: Moves, clock: Callable[[], float]) -> None:
        """Starts without observations.

        Args:
            moves: executes the actions.
            clock: monotonic seconds.
        """
        self._moves, self._table, self._clock = moves, moves.table, clock
        self.reset()
        moves.add_listener(self._on_move)

    def reset(self) -> None:
        """Starts afresh with another game."""
        self.deal = 0
        """The camera's number of the current deal."""
        self.blocking_question: Question | None = None
        """The question that holds back the camera's lines, if any."""
        self.skips_crib = False
        """True if this crib is skipped, or its points were entered by hand."""
        self._deal_indices = dict[int, int]()
        self._camera_lines = dict[int, Action]()
        self._synced_lines: tuple[Action, ...] = ()
        self._version = 0
        self._has_unsent_dealer = False
        """True until the camera has been sent the dealer that people named."""
        self._dealers = NamedDealers()
        self._is_oriented = False
        """True once people have confirmed which seat is on which side of the picture."""
        self._rejected: set[tuple[int, int, Action]] = set()
        self._allowed: set[tuple[int, int, Action]] = set()
        self._last_entry: tuple[int, float] = (-1, 0.0)
        self._last_play: tuple[int, float, int, int] = (-1, 0.0, 0, 0)

    @property
    def deal_lines(self) -> DealLines:
        """Lines of the current deal in the game."""
        begin = self._deal_indices.get(self.deal)
        if begin is None:
            begin = last_deal_index(self._table.history)
        return DealLines() if begin is None else lines_from(self._table.history, begin)

    @property
    def is_unchanged(self) -> bool:
        """True if nobody has changed the deal in the game since it was last synchronised."""
        return self.deal_lines.actions == self._synced_lines

    def is_from_camera(self, number: int) -> bool:
        """Returns whether a line of the deal comes from the camera, unconfirmed by people."""
        return number in self._camera_lines

    def apply_answer(self, question: Question, answer: Answer) -> bool:
        """Applies an answer; returns whether the answer makes a line certain."""
        self.blocking_question = None
        if question.code in SEATING_CODES:
            self._is_oriented = True
        if question.code in DEALER_CODES:
            self._dealers.record_answer(question, answer, self._table.rules.players)
            return True
        if question.code is QuestionCode.UNREAD:
            self.skips_crib = True
        if question.index is None or question.action is None:
            return False
        if question.code in BLOCKING_CODES:
            line = (question.deal, question.index, question.action)
            self._allowed.add(line)
            self._rejected.discard(line)
            return False
        self._camera_lines.pop(question.index, None)
        return True

    def refuse_duplicate(self, seat: int, points: int) -> None:
        """Refuses points that the camera has just pegged for the seat; a second entry is accepted.

        Raises:
            IllegalAction: they are pegged already.
        """
        at, when, scorer, worth = self._last_play
        self._last_play = (-1, 0.0, 0, 0)
        soon = self._clock() - when <= DUPLICATE_S
        if soon and at == self._table.seq and (scorer, worth) == (seat, points):
            name = name_of(self._table.names[seat])
            raise IllegalAction(Refusal.CAMERA_PEGGED, points=points, name=name)

    def _on_move(self, action: Action, before: State) -> None:
        """Records when points are entered: the camera may see their card only later."""
        if isinstance(action, Peg):
            self._last_entry = len(self._table.history) - 1, self._clock()
            if pending_hand(before) == "crib" and action.seat == before.dealer:
                self.skips_crib = True

    def next_update(self, is_current: bool) -> DealState | None:
        """Returns the update for the camera, or None if it is up to date.

        Args:
            is_current: whether the camera has the last update.
        """
        self._adopt_deal()
        actions = self.deal_lines.actions
        if actions != self._synced_lines:
            self._note_changes(actions)
        elif is_current and not self._has_unsent_dealer:
            return None
        self._version, self._has_unsent_dealer = self._version + 1, False
        state = self._table.state
        waits = state.stage_name == "deal"
        certain = {n for n, action in enumerate(actions) if self._camera_lines.get(n) != action}
        if actions and not self._is_dealer_certain(actions[0]):
            certain.discard(0)
        return DealState(
            version=self._version,
            players=state.rules.players,
            dealer=state.dealer,
            deal=self.deal,
            actions=() if waits else actions,
            certain=frozenset() if waits else frozenset(certain),
        )

    def _is_dealer_certain(self, deal: Action) -> bool:
        """Returns whether people named the dealer; starting a deal in turn does not count."""
        if isinstance(deal, Deal) and deal.dealer == self._dealers.dealer_of(self.deal):
            return True
        before = self._table.state_before(self._deal_indices.get(self.deal, 0))
        return before.stage_name in ("cut", "play")

    def _adopt_deal(self) -> None:
        """Adopts a deal that people started."""
        begun = last_deal_index(self._table.history)
        if begun is None or begun in self._deal_indices.values():
            return
        if self._table.state.stage_name != "deal":
            self._track_deal(self.deal + 1, begun)
            self._synced_lines = ()

    def _note_changes(self, actions: tuple[Action, ...]) -> None:
        """Records which lines people have changed since the last synchronisation."""
        same = common_prefix(self._synced_lines, actions)
        if len(actions) == same < len(self._synced_lines):
            synced_line = self._synced_lines[same]
            if self._camera_lines.get(same) == synced_line:
                self._rejected.add((self.deal, same, synced_line))
        for place in range(same, len(actions)):
            self._rejected.discard((self.deal, place, actions[place]))
        self._camera_lines = {
            n: a for n, a in self._camera_lines.items() if actions[n : n + 1] == (a,)
        }
        self._synced_lines = actions
        self.blocking_question = None
        if not actions and self._deal_indices.pop(self.deal, None) is not None:
            # The `Deal` itself was undone, but the camera still sees its cards and will report it.
            if (named := self._dealers.remove(self.deal)) is not None:
                self._rejected.add((self.deal, 0, named))
            self.deal -= 1
            self._synced_lines = self.deal_lines.actions

    # --- updates from the camera

    async def update_game(self, result: WatchResult) -> None:
        """Updates the game from the camera's report, as far as rules and people's entries allow."""
        target = visible(line.action for line in result.lines)
        if result.deal < self.deal and self.deal in self._deal_indices:
            target = ()
        elif target and not await self._accept_deal(result, target[0]):
            return
        lines = self.deal_lines
        same = common_prefix(lines.actions, target)
        if same == len(lines.actions):
            await self._submit_missing(target, same)
        elif self._camera_lines.get(same) == lines.actions[same]:
            await self._replace_lines(lines, target, same)
        if not target and not self.deal_lines.actions and result.deal < self.deal:
            self._deal_indices.pop(self.deal)
            self.deal = result.deal

    async def _accept_deal(self, result: WatchResult, first: Action) -> bool:
        """Starts or continues the deal that the camera sees; returns False if it must wait."""
        if not isinstance(first, Deal):
            return False
        lines = self.deal_lines.actions if result.deal == self.deal else ()
        due = lines[0].dealer if lines and isinstance(lines[0], Deal) else self._next_dealer
        if result.turned:
            question: Question | None = Question(
                QuestionCode.TURNED, result.deal, turned=result.turned
            )
        else:
            seen_dealt = result.saw_deal or bool(lines)
            question = self._dealers.question_for(
                result.deal, first, due, seen_dealt, may_be_turned=self._may_be_turned
            )
        if question is not None:
            self._stall(question)
            return False
        named = self._dealers.dealer_of(result.deal)
        deal = first if named is None else Deal(named)
        if not lines and not await self._start_deal(result.deal, deal):
            return False
        if lines and lines[0] != deal:
            await self._change_dealer(deal)
        return deal == first  # otherwise the camera must first reinterpret the deal

    @property
    def _may_be_turned(self) -> bool:
        """True while a deal that seems out of turn may only be an upside-down picture."""
        counted = any(isinstance(action, Crib) for action, _ in self._table.history)
        return self._table.rules.players == 2 and not (self._is_oriented or counted)

    @property
    def _next_dealer(self) -> int:
        """Seat whose turn it is to deal."""
        state = self._table.state
        return state.dealer if state.stage_name == "deal" else state.pone

    async def _start_deal(self, deal: int, first: Deal) -> bool:
        """Starts the deal that the camera has seen; returns False if it must wait."""
        state, line = self._table.state, (deal, 0, first)
        if self.skips_crib:
            self._allowed.add(line)
        if state.stage_name not in ("deal", "cut") and line not in self._allowed:
            self._stall(Question(QuestionCode.UNFINISHED, deal, 0, first))
            return False
        if line in self._rejected:
            self._stall(Question(QuestionCode.TAKEN_BACK, deal, 0, first))
            return False
        passed = deals_until(state, first.dealer)
        if line in self._allowed:
            self._allowed |= {(deal, 0, each) for each in passed}
        for action in passed:
            if not await self._submit(action, deal, 0):
                return False
        self._track_deal(deal, len(self._table.history) - 1)
        self._has_unsent_dealer = self._dealers.dealer_of(deal) is not None
        self._camera_lines, self._synced_lines = (
            {} if self._has_unsent_dealer else {0: first},
            (first,),
        )
        return True

    async def _change_dealer(self, deal: Deal) -> None:
        """Changes the dealer; the camera then reports the deal's cards again.

        Entered points stay, as do entered lines that remain legal.
        """
        table, lines = self._table, self.deal_lines
        at = lines.indices[0]
        passed = deals_until(table.state_before(at), deal.dealer)
        certain = [a for n, a in enumerate(lines.actions) if n and self._camera_lines.get(n) != a]
        later = [action for action, _ in table.history[at + 1 :]]
        for kept in (certain, ()):
            tail = [*passed, *(a for a in later if not isinstance(a, VISIBLE) or a in kept)]
            try:
                await self._moves.replace_tail(at, tail, seq=table.seq, id=_id(), by=AUTHOR)
            except IllegalAction as error:
                why = localize_error(error)
            else:
                break
        else:
            self._stall(Question(QuestionCode.IMPOSSIBLE, self.deal, 0, deal, why))
            return
        self._track_deal(self.deal, at + len(passed) - 1)
        self._synced_lines, self._has_unsent_dealer = self.deal_lines.actions, True

    def _track_deal(self, deal: int, place: int) -> None:
        """Associates the camera's number of a deal with the deal at an index of the history."""
        self.deal, self._deal_indices[deal] = deal, place
        self._camera_lines, self.blocking_question, self.skips_crib = {}, None, False

    async def _submit_missing(self, wanted: Sequence[Action], same: int) -> None:
        """Submits the lines missing from the game."""
        for place in range(same, len(wanted)):
            action = wanted[place]
            if (self.deal, place, action) in self._rejected:
                self._stall(Question(QuestionCode.TAKEN_BACK, self.deal, place, action))
                return
            if isinstance(action, Crib) and pending_hand(self._table.state) != "crib":
                return  # the hands must be counted first
            if not await self._submit(action, self.deal, place):
                return
            self._camera_lines[place] = action
            self._synced_lines = self.deal_lines.actions
        if same < len(wanted):
            self.blocking_question = None

    async def _submit(self, action: Action, deal: int, place: int) -> bool:
        """Executes an action reported by the camera; returns False if it is asked about instead."""
        table = self._table
        state = table.state
        try:
            step = apply(state, action)
            warned = warnings(step.events)
            if warned and (deal, place, action) not in self._allowed:
                why = localize_doubt(warned[0], table.names)
                self._stall(Question(QuestionCode.CONTRADICTS, deal, place, action, why))
                return False
            if (at := self._entered_index(action, step.events)) is not None:
                # Somebody has already entered this card's points by hand: replace that entry.
                await self._moves.replace_tail(at, [action], seq=table.seq, id=_id(), by=AUTHOR)
            else:
                await self._moves.submit(action, id=_id(), by=AUTHOR, expected_state=state)
        except IllegalAction as error:
            why = localize_error(error, table.names)
            self._stall(Question(QuestionCode.IMPOSSIBLE, deal, place, action, why))
            return False
        if at is None and isinstance(action, Play):
            worth = _points_of(action.seat, step.events)
            self._last_play = (table.seq, self._clock(), action.seat, worth)
        return True

    def _entered_index(self, action: Action, events: Sequence[object]) -> int | None:
        """Returns the index of points that somebody has just entered for this card, or None."""
        at, when = self._last_entry
        history = self._table.history
        if not isinstance(action, Play) or at != len(history) - 1 or at < 0:
            return None
        entered = history[at][0]
        fits = (
            entered == Peg(action.seat, _points_of(action.seat, events))
            and self._clock() - when <= DUPLICATE_S
        )
        return at if fits else None

    async def _replace_lines(self, lines: DealLines, wanted: Sequence[Action], same: int) -> None:
        """Replaces the lines that the camera revised, and those after them."""
        table, at = self._table, lines.indices[same]
        if any(
            self._camera_lines.get(n) != a for n, a in enumerate(lines.actions) if n >= len(wanted)
        ):
            return  # people entered later lines that the camera does not know yet
        tail = [action for action, _ in table.history[at:]]
        new = merge_tail(tail, wanted[same:])
        try:
            await self._moves.replace_tail(at, new, seq=table.seq, id=_id(), by=AUTHOR)
        except IllegalAction as error:
            first = wanted[same] if same < len(wanted) else lines.actions[same]
            why = localize_error(error, table.names)
            self._stall(Question(QuestionCode.IMPOSSIBLE, self.deal, same, first, why))
            return
        self._synced_lines = self.deal_lines.actions
        theirs = {n for n, a in enumerate(lines.actions) if self._camera_lines.get(n) != a}
        self._camera_lines = {n: a for n, a in enumerate(wanted) if n not in theirs}
        self.blocking_question = None

    def _stall(self, question: Question) -> None:
        if self.blocking_question != question:
            self.blocking_question = question


def _points_of(seat: int, events: Sequence[object]) -> int:
    """Returns the points that a seat scored in the events."""
    return sum(e.item.points for e in events if isinstance(e, Scored) and e.seat == seat)


def _id() -> str:
    return f"watch-{uuid4().hex}"
