"""Holds the game to the deal as the camera believes it.

Lines that the game lacks are submitted like anybody's; where the camera thinks better of one, it
and those after it are replaced in one commit, and the points that people entered between them stay.
Lines that people entered or corrected are certain: the camera explains the rest around them. A line
that the rules refuse or doubt, or that somebody took back, is never applied: it becomes a question.
"""

from collections.abc import Callable, Sequence
from uuid import uuid4

from pegboard.camera.watched import Known, Watched
from pegboard.cribbage.events import Scored
from pegboard.cribbage.game import Action, Crib, Deal, Peg, Play, State, apply, pending_hand
from pegboard.errors import IllegalAction
from pegboard.i18n import name_of
from pegboard.narration.events import localize_doubt
from pegboard.notice import localize_error
from pegboard.session.codes import Refusal
from pegboard.session.moves import Moves
from pegboard.session.watching.deal import (
    SEEN,
    DealLines,
    doubts,
    last_deal,
    lines_from,
    merged,
    same_until,
    visible,
)
from pegboard.session.watching.dealers import Dealers, passed_to
from pegboard.session.watching.question import DEALERS, SETTLING, STALLING, Answer, Asked, Question

BY = "camera"
"""Who, in the journal."""
SAME_PEG_S = 8.0
"""Seconds within which points that somebody entered are those of the card that the camera sees."""


class Ledger:
    """One game, and what of it the camera has done. Use from one event loop only."""

    def __init__(self, moves: Moves, clock: Callable[[], float]) -> None:
        """Starts without having seen anything.

        Args:
            moves: does the actions.
            clock: monotonic seconds.
        """
        self._moves, self._table, self._clock = moves, moves.table, clock
        self.forget()
        moves.add_listener(self._done)

    def forget(self) -> None:
        """Begins with another game."""
        self.deal = 0
        """The camera's number of the present deal."""
        self.stalled: Question | None = None
        """The question for whose answer the camera's lines wait."""
        self.without_crib = False
        """Whether people go on without the cards of this crib, or have entered its points."""
        self._places = dict[int, int]()
        self._mine = dict[int, Action]()
        self._left: tuple[Action, ...] = ()
        self._version = 0
        self._untold = False
        """True while the camera does not know the dealer whom people named."""
        self._dealers = Dealers()
        self._oriented = False
        """True once people said where they sit."""
        self._denied: set[tuple[int, int, Action]] = set()
        self._allowed: set[tuple[int, int, Action]] = set()
        self._pegged: tuple[int, float] = (-1, 0.0)
        self._scored: tuple[int, float, int, int] = (-1, 0.0, 0, 0)

    @property
    def lines(self) -> DealLines:
        """The lines of the present deal as they stand in the game."""
        begin = self._places.get(self.deal)
        if begin is None:
            begin = last_deal(self._table.history)
        return DealLines() if begin is None else lines_from(self._table.history, begin)

    @property
    def unchanged(self) -> bool:
        """Whether the deal is as the camera left it, and as it was told."""
        return self.lines.actions == self._left

    def is_camera(self, number: int) -> bool:
        """Returns whether the camera, and nobody else, says so of a line of the deal."""
        return number in self._mine

    def answer(self, question: Question, answer: Answer) -> bool:
        """Takes the answer to a question; returns whether a line has become certain by it."""
        self.stalled = None
        if question.code in SETTLING:
            self._oriented = True
        if question.code in DEALERS:
            self._dealers.answer(question, answer, self._table.rules.players)
            return True
        if question.code is Asked.UNREAD:
            self.without_crib = True
        if question.place is None or question.action is None:
            return False
        if question.code in STALLING:
            line = (question.deal, question.place, question.action)
            self._allowed.add(line)
            self._denied.discard(line)
            return False
        self._mine.pop(question.place, None)
        return True

    def refuse_twice(self, seat: int, points: int) -> None:
        """Refuses points that the camera has just pegged for this seat; entered again they count.

        Raises:
            IllegalAction: they are pegged already.
        """
        at, when, scorer, worth = self._scored
        self._scored = (-1, 0.0, 0, 0)
        soon = self._clock() - when <= SAME_PEG_S
        if soon and at == self._table.seq and (scorer, worth) == (seat, points):
            name = name_of(self._table.names[seat])
            raise IllegalAction(Refusal.CAMERA_PEGGED, points=points, name=name)

    def _done(self, action: Action, before: State) -> None:
        """Notes points that somebody entered: the camera may see the card that they were for."""
        if isinstance(action, Peg):
            self._pegged = len(self._table.history) - 1, self._clock()
            if pending_hand(before) == "crib" and action.seat == before.dealer:
                self.without_crib = True

    def news(self, told: bool) -> Known | None:
        """Returns what the camera does not know yet; None if it knows everything.

        Args:
            told: whether it knows what it was told last.
        """
        self._adopt()
        actions = self.lines.actions
        if actions != self._left:
            self._note_people(actions)
        elif told and not self._untold:
            return None
        self._version, self._untold = self._version + 1, False
        state = self._table.state
        waits = state.stage_name == "deal"
        certain = {n for n, action in enumerate(actions) if self._mine.get(n) != action}
        if actions and not self._is_dealer_certain(actions[0]):
            certain.discard(0)
        return Known(
            version=self._version,
            players=state.rules.players,
            dealer=state.dealer,
            deal=self.deal,
            actions=() if waits else actions,
            certain=frozenset() if waits else frozenset(certain),
        )

    def _is_dealer_certain(self, deal: Action) -> bool:
        """Returns whether people said who dealt: that they began a deal in turn says nothing."""
        if isinstance(deal, Deal) and deal.dealer == self._dealers.named(self.deal):
            return True
        before = self._table.state_before(self._places.get(self.deal, 0))
        return before.stage_name in ("cut", "play")

    def _adopt(self) -> None:
        """Takes up a deal that people began."""
        begun = last_deal(self._table.history)
        if begun is None or begun in self._places.values():
            return
        if self._table.state.stage_name != "deal":
            self._take(self.deal + 1, begun)
            self._left = ()

    def _note_people(self, actions: tuple[Action, ...]) -> None:
        """Compares the game with how the camera left it: people did something."""
        same = same_until(self._left, actions)
        if len(actions) == same < len(self._left):
            taken = self._left[same]
            if self._mine.get(same) == taken:
                self._denied.add((self.deal, same, taken))
        for place in range(same, len(actions)):
            self._denied.discard((self.deal, place, actions[place]))
        self._mine = {n: a for n, a in self._mine.items() if actions[n : n + 1] == (a,)}
        self._left = actions
        self.stalled = None
        if not actions and self._places.pop(self.deal, None) is not None:
            # The deal itself was taken back; for the camera it goes on, and it will say so.
            if (named := self._dealers.forget(self.deal)) is not None:
                self._denied.add((self.deal, 0, named))
            self.deal -= 1
            self._left = self.lines.actions

    # --- the camera's side

    async def follow(self, seen: Watched) -> None:
        """Brings the game to where the camera sees it, as far as the rules and people allow."""
        wanted = visible(line.action for line in seen.lines)
        if seen.deal < self.deal and self.deal in self._places:
            wanted = ()
        elif wanted and not await self._dealt(seen, wanted[0]):
            return
        lines = self.lines
        same = same_until(lines.actions, wanted)
        if same == len(lines.actions):
            await self._add(wanted, same)
        elif self._mine.get(same) == lines.actions[same]:
            await self._mend(lines, wanted, same)
        if not wanted and not self.lines.actions and seen.deal < self.deal:
            self._places.pop(self.deal)
            self.deal = seen.deal

    async def _dealt(self, seen: Watched, first: Action) -> bool:
        """Takes up the deal that the camera sees, by whoever dealt it; False if it must wait."""
        if not isinstance(first, Deal):
            return False
        lines = self.lines.actions if seen.deal == self.deal else ()
        due = lines[0].dealer if lines and isinstance(lines[0], Deal) else self._due
        if seen.turned:
            question: Question | None = Question(Asked.TURNED, seen.deal, turned=seen.turned)
        else:
            seen_dealt = seen.saw_deal or bool(lines)
            question = self._dealers.question(
                seen.deal, first, due, seen_dealt, may_be_turned=self._may_be_turned
            )
        if question is not None:
            self._stall(question)
            return False
        named = self._dealers.named(seen.deal)
        deal = first if named is None else Deal(named)
        if not lines and not await self._begin(seen.deal, deal):
            return False
        if lines and lines[0] != deal:
            await self._change_dealer(deal)
        return deal == first  # else the camera first has to explain the deal anew

    @property
    def _may_be_turned(self) -> bool:
        """True while a deal out of turn may as well be a picture that is upside down."""
        counted = any(isinstance(action, Crib) for action, _ in self._table.history)
        return self._table.rules.players == 2 and not (self._oriented or counted)

    @property
    def _due(self) -> int:
        """Seat of the next dealer in turn."""
        state = self._table.state
        return state.dealer if state.stage_name == "deal" else state.pone

    async def _begin(self, deal: int, first: Deal) -> bool:
        """Takes up the deal that the camera has seen begin; returns False if it must wait."""
        state, line = self._table.state, (deal, 0, first)
        if self.without_crib:
            self._allowed.add(line)
        if state.stage_name not in ("deal", "cut") and line not in self._allowed:
            self._stall(Question(Asked.UNFINISHED, deal, 0, first))
            return False
        if line in self._denied:
            self._stall(Question(Asked.TAKEN_BACK, deal, 0, first))
            return False
        passed = passed_to(state, first.dealer)
        if line in self._allowed:
            self._allowed |= {(deal, 0, each) for each in passed}
        for action in passed:
            if not await self._submit(action, deal, 0):
                return False
        self._take(deal, len(self._table.history) - 1)
        self._untold = self._dealers.named(deal) is not None
        self._mine, self._left = {} if self._untold else {0: first}, (first,)
        return True

    async def _change_dealer(self, deal: Deal) -> None:
        """Makes another seat the dealer; the camera reports the cards of the deal anew.

        Points that people entered stay, and their lines where the rules still allow them.
        """
        table, lines = self._table, self.lines
        at = lines.places[0]
        passed = passed_to(table.state_before(at), deal.dealer)
        certain = [a for n, a in enumerate(lines.actions) if n and self._mine.get(n) != a]
        later = [action for action, _ in table.history[at + 1 :]]
        for kept in (certain, ()):
            tail = [*passed, *(a for a in later if not isinstance(a, SEEN) or a in kept)]
            try:
                await self._moves.replace_tail(at, tail, seq=table.seq, id=_id(), by=BY)
            except IllegalAction as error:
                why = localize_error(error)
            else:
                break
        else:
            self._stall(Question(Asked.IMPOSSIBLE, self.deal, 0, deal, why))
            return
        self._take(self.deal, at + len(passed) - 1)
        self._left, self._untold = self.lines.actions, True

    def _take(self, deal: int, place: int) -> None:
        """Takes the deal at a place of the history for the one that the camera sees."""
        self.deal, self._places[deal] = deal, place
        self._mine, self.stalled, self.without_crib = {}, None, False

    async def _add(self, wanted: Sequence[Action], same: int) -> None:
        """Submits the lines that the game lacks."""
        for place in range(same, len(wanted)):
            action = wanted[place]
            if (self.deal, place, action) in self._denied:
                self._stall(Question(Asked.TAKEN_BACK, self.deal, place, action))
                return
            if isinstance(action, Crib) and pending_hand(self._table.state) != "crib":
                return  # the hands are claimed first
            if not await self._submit(action, self.deal, place):
                return
            self._mine[place] = action
            self._left = self.lines.actions
        if same < len(wanted):
            self.stalled = None

    async def _submit(self, action: Action, deal: int, place: int) -> bool:
        """Executes an action of the camera's; returns False if it becomes a question."""
        table = self._table
        state = table.state
        try:
            step = apply(state, action)
            warned = doubts(step.events)
            if warned and (deal, place, action) not in self._allowed:
                why = localize_doubt(warned[0], table.names)
                self._stall(Question(Asked.CONTRADICTS, deal, place, action, why))
                return False
            if (at := self._same_points(action, step.events)) is not None:
                # Somebody was quicker, and entered the points of this card.
                await self._moves.replace_tail(at, [action], seq=table.seq, id=_id(), by=BY)
            else:
                await self._moves.submit(action, id=_id(), by=BY, expected_state=state)
        except IllegalAction as error:
            why = localize_error(error, table.names)
            self._stall(Question(Asked.IMPOSSIBLE, deal, place, action, why))
            return False
        if at is None and isinstance(action, Play):
            worth = _worth(action.seat, step.events)
            self._scored = (table.seq, self._clock(), action.seat, worth)
        return True

    def _same_points(self, action: Action, events: Sequence[object]) -> int | None:
        """Returns the place of the points that somebody just entered for a card."""
        at, when = self._pegged
        history = self._table.history
        if not isinstance(action, Play) or at != len(history) - 1 or at < 0:
            return None
        entered = history[at][0]
        fits = (
            entered == Peg(action.seat, _worth(action.seat, events))
            and self._clock() - when <= SAME_PEG_S
        )
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
            why = localize_error(error, table.names)
            self._stall(Question(Asked.IMPOSSIBLE, self.deal, same, first, why))
            return
        self._left = self.lines.actions
        theirs = {n for n, a in enumerate(lines.actions) if self._mine.get(n) != a}
        self._mine = {n: a for n, a in enumerate(wanted) if n not in theirs}
        self.stalled = None

    def _stall(self, question: Question) -> None:
        if self.stalled != question:
            self.stalled = question


def _worth(seat: int, events: Sequence[object]) -> int:
    """Returns the points of a seat among events."""
    return sum(e.item.points for e in events if isinstance(e, Scored) and e.seat == seat)


def _id() -> str:
    return f"watch-{uuid4().hex}"
