"""The table: one game, its journal, and the order of events.

    action --check--> apply --commit--> journal --publish--> state

Write first, show second: `submit` returns, and the state changes, only after the journal has
committed. An action the rules refuse, or one the journal cannot hold, changes nothing.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pegboard.cribbage import tags
from pegboard.cribbage.game import Action, Deal, Event, Rules, State, Undo, apply, new_game
from pegboard.cribbage.notation import (
    Header,
    Record,
    format_action,
    format_record,
    parse_action,
    parse_record,
)
from pegboard.cribbage.replay import fold_undos, undone
from pegboard.cribbage.shuffle import Shuffle
from pegboard.cribbage.tags import RENAMED, Renaming
from pegboard.errors import IllegalAction, seat_name
from pegboard.kinds import REAL_CARDS, GameKind, Mode, kind_of
from pegboard.session.codes import Refusal
from pegboard.storage.null_journal import NullJournal
from pegboard.storage.port import Entry, Journal, RunBlocking

Events = tuple[Event, ...]
ReplayResult = tuple[State, list[tuple[Action, Events]], deque[State]]
MAX_STATES = 64
"""States before the latest actions; an undo beyond them replays the game once."""


class Table:
    """One game at a time, with every line of it on disk.

    Use from one event loop only. Many tasks may call `submit` and `begin` at once: they take turns.
    """

    def __init__(
        self, journal: Journal, run_blocking: RunBlocking, wall_clock: Callable[[], float]
    ) -> None:
        """Creates an empty table; `begin` or `resume` puts a game on it.

        Args:
            journal: where entries are committed.
            run_blocking: the journal's thread.
            wall_clock: seconds since 1970, for the entries.
        """
        self.game = ""
        self.kind: GameKind = REAL_CARDS
        self.state: State = new_game(Rules())
        self.history: list[tuple[Action, Events]] = []
        """Actions not taken back, each with its events."""
        self._main_journal = self._journal = journal
        self._run_blocking = run_blocking
        self._wall_clock = wall_clock
        self._header = Header()
        self._tags: dict[str, str] = {}
        self._actions: list[Action] = []
        self._states_before: deque[State] = deque(maxlen=MAX_STATES)
        """The states before the latest actions of the history, so that undo need not replay."""
        self._ids: set[str] = set()
        self._turn = asyncio.Lock()

    @property
    def mode(self) -> Mode:
        """The name of its kind, in journals and messages."""
        return self.kind.mode

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._header.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats; never empty."""
        given = self._header.names
        return tuple(seat_name(seat, given) for seat in range(self.rules.players))

    @property
    def is_stored(self) -> bool:
        """True if the game is in the journal; a demo and the sample deal are nobody's."""
        return not isinstance(self._journal, NullJournal)

    def has_executed(self, id: str) -> bool:
        """Returns whether a command with this id was executed in this game."""
        return id in self._ids or (self._renaming is not None and self._renaming.id == id)

    @property
    def seq(self) -> int:
        """The number of entries, including undone ones and their undos."""
        return len(self._actions)

    @property
    def header(self) -> Header:
        """The settings fixed before the first deal."""
        return self._header

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the record by word, without the seed of the shuffle and former names."""
        return tags.public(self._tags)

    @property
    def shuffle(self) -> Shuffle | None:
        """The shuffle of this game's cards; None if there was no commitment."""
        seed = self._tags.get("seed")
        return Shuffle(seed, self._tags.get("phrase", "")) if seed else None

    @property
    def may_reveal_seed(self) -> bool:
        """True once the seed may be shown: others may play a hall's cards still."""
        return self.state.over and not self.kind.shares_deals

    @property
    def redo_stack(self) -> tuple[Action, ...]:
        """The actions that may be done again, the next one last."""
        return undone(self._actions)

    @property
    def deal_count(self) -> int:
        """Number of deals that count, including the one on the table."""
        return sum(isinstance(action, Deal) for action, _ in self.history)

    def record_text(self, actions: Sequence[Action] | None = None) -> str:
        """Returns the game as the text of a record.

        The seed of its shuffle only once the game is over; never that of a hall's cards.

        Args:
            actions: those to tell of, where not all of them are.
        """
        listed = self._actions if actions is None else actions
        below = {"seed": self._tags.get("seed", "")} if self.may_reveal_seed else {}
        return tags.write(format_record(Record(self._header, tuple(listed))), self.tags, below)

    def events_since(self, seq: int) -> list[Events]:
        """Returns the events after an entry, as far as they still count."""
        places = [place for place, _ in fold_undos(self._actions)]
        entries = zip(places, self.history, strict=True)
        return [events for place, (_, events) in entries if place >= seq]

    @property
    def renamed(self) -> Renaming | None:
        """The latest correction of the names, if no action followed it; None for none."""
        renaming = self._renaming
        return renaming if renaming and renaming.before and renaming.seq == self.seq else None

    @property
    def _renaming(self) -> Renaming | None:
        """The latest correction of the names, or the latest time that one was taken back."""
        return Renaming.read(self._tags[RENAMED]) if RENAMED in self._tags else None

    async def rename(self, names: Sequence[str], *, id: str, takes_back: bool = False) -> None:
        """Corrects the names of the seats, or takes that back; on disk when this returns.

        Args:
            names: of every seat.
            id: chosen by the client; a repeated id changes nothing.
            takes_back: whether these are the names from before the latest correction.

        Raises:
            NotationError: one of them is no name.
            DeviceError: the journal could not hold them; nothing changed.
        """
        await asyncio.shield(asyncio.ensure_future(self._rename(tuple(names), id, takes_back)))

    async def _rename(self, names: tuple[str, ...], id: str, takes_back: bool) -> None:
        async with self._turn:
            header = replace(self._header, names=names)
            if self.has_executed(id) or header == self._header:
                return
            before = () if takes_back else self._header.names
            tags_now = self._tags | {RENAMED: str(Renaming(self.seq, id, before))}
            text = tags.header_text(header, tags_now)
            await self._run_blocking(self._journal.rewrite_headers, {self.game: text})
            self._header, self._tags = header, tags_now

    async def start_game(self, game: str, header: str, mode: Mode, *, stored: bool = True) -> bool:
        """Commits a new game and puts it on the table; a repeated id changes nothing.

        Args:
            game: its id.
            header: its header lines.
            mode: how it is played.
            stored: whether it goes into the journal, where its kind does.

        Returns:
            True if it began.
        """
        async with self._turn:
            if game == self.game:
                return False
            kind = kind_of(mode, tags.read(header), is_stored=stored)
            journal: Journal = self._main_journal if kind.is_stored else NullJournal()
            if await self._run_blocking(journal.start, game, header, mode, self._wall_clock()):
                self._journal = journal
                self._load(game, header, kind, [])
                return True
            return False

    async def resume(self, game: str, header: str, mode: str) -> None:
        """Puts a game from the journal back on the table in its last state."""
        entries = await self._run_blocking(self._main_journal.load, game)
        async with self._turn:
            self._journal = self._main_journal
            self._load(game, header, kind_of(mode, tags.read(header)), entries)

    async def replace_journal(self, swap: Callable[[], Any]) -> Any:
        """Replaces the journal's games; no action is executed meanwhile.

        The table is empty afterwards, until `resume` or `begin`.

        Args:
            swap: does it, on the journal's thread; where it raises, the table is as it was.
        """
        async with self._turn:
            swapped = await self._run_blocking(swap)
            self._journal = self._main_journal
            self._load("", tags.header_of(Rules(), (), 0), REAL_CARDS, [])
            return swapped

    async def latest_game(self) -> tuple[str, str, str] | None:
        """Returns the latest game in the journal, for `resume`; None if there is none."""
        found: tuple[str, str, str] | None = await self._run_blocking(self._main_journal.latest)
        return found

    async def find_game(self, game: str) -> tuple[str, str, str] | None:
        """Returns what `resume` takes: a game of the journal; None if it is not there."""
        found: tuple[str, str, str] | None = await self._run_blocking(self._main_journal.find, game)
        return found

    def _load(self, game: str, header: str, kind: GameKind, entries: list[Entry]) -> None:
        self._header = parse_record(header, "header").header
        self._tags = tags.read(header)
        self.game, self.kind = game, kind
        self._actions = [parse_action(entry.action) for entry in entries]
        self._ids = {entry.id for entry in entries}
        self.state, self.history, self._states_before = self._replay_all(self._actions)

    async def peek(self, game: str) -> State | None:
        """Returns the state that people left a game of the journal in; None if it is not there."""
        found = await self.find_game(game)
        if found is None or not kind_of(found[2]).is_stored:
            return None
        entries = await self._run_blocking(self._main_journal.load, game)
        header = parse_record(found[1], "header").header
        return _replay(header, [parse_action(entry.action) for entry in entries])[0]

    def _replay_all(self, actions: list[Action]) -> ReplayResult:
        return _replay(self._header, actions)

    def _after_undo(self) -> ReplayResult:
        """Returns the same after one undo, as long as that is possible without a replay."""
        if not self._states_before:
            return self._replay_all([*self._actions, Undo()])
        before = self._states_before.copy()
        return before.pop(), self.history[:-1], before

    def _after(self, action: Action) -> tuple[ReplayResult, Events]:
        """Returns the same after one more action, and its events."""
        step = apply(self.state, action)
        before = self._states_before.copy()
        before.append(self.state)
        return (step.state, [*self.history, (action, step.events)], before), step.events

    async def submit(
        self,
        action: Action,
        *,
        id: str,
        by: str,
        expected_state: State | None = None,
        on_commit: Callable[[], None] = lambda: None,
    ) -> Events | None:
        """Executes one action, once.

        Args:
            action: what somebody wants.
            id: chosen by the client; a repeated id is the same action, already done.
            by: who, for the journal.
            expected_state: the state it was decided in, where it means nothing in any other.
            on_commit: called synchronously, right after the state changes.

        Returns:
            The events it led to, or None if it was done before.

        Raises:
            IllegalAction: the rules forbid it now; nothing changed.
            DeviceError: the journal could not hold it; nothing changed.
        """
        # A caller that gives up (a phone that went away) must not part the journal from the state.
        return await asyncio.shield(
            asyncio.ensure_future(self._submit(action, id, by, expected_state, on_commit))
        )

    async def _submit(
        self,
        action: Action,
        id: str,
        by: str,
        expected_state: State | None,
        on_commit: Callable[[], None],
    ) -> Events | None:
        async with self._turn:
            if id in self._ids:
                return None
            if expected_state is not None and expected_state is not self.state:
                raise IllegalAction(Refusal.MOVED_ON)
            events: Events = ()
            if isinstance(action, Undo):
                played = self._after_undo()
            else:
                played, events = self._after(action)
            at, line = self._wall_clock(), format_action(action)
            entry = Entry(self.seq + 1, id, at, by, line)
            if not await self._run_blocking(self._journal.append, self.game, entry):
                return None
            self._actions.append(action)
            self._ids.add(id)
            self.state, self.history, self._states_before = played
            on_commit()
            return events

    async def replace_tail(
        self, at: int, tail: Sequence[Action], *, seq: int, id: str, by: str
    ) -> None:
        """Replaces the actions that count from one of them on.

        It is all in the journal, as undos and actions, in one commit.

        Args:
            at: the place of the first in the history, from 0.
            tail: what takes their place.
            seq: of the state that this was decided in.
            id: chosen by the client; a repeated id changes nothing.
            by: who, for the journal.

        Raises:
            IllegalAction: the game has moved on, or the rules forbid one of them; nothing changed.
            DeviceError: the journal could not hold it; nothing changed.
        """
        await asyncio.shield(asyncio.ensure_future(self._replace(at, tail, seq, id, by)))

    def state_before(self, at: int) -> State:
        """Returns the state before one of the actions that count."""
        state: State = _replay(self._header, [action for action, _ in self.history[:at]])[0]
        return state

    async def _replace(self, at: int, tail: Sequence[Action], seq: int, id: str, by: str) -> None:
        async with self._turn:
            if id in self._ids:
                return
            if seq != self.seq or not 0 <= at < len(self.history):
                raise IllegalAction(Refusal.MOVED_ON_SINCE)
            actions: list[Action] = [*([Undo()] * len(self.history[at:])), *tail]
            played = self._replay_all([*self._actions, *actions])
            now = self._wall_clock()
            entries = [
                Entry(seq + n, id if n == 1 else f"{id}:{n}", now, by, format_action(each))
                for n, each in enumerate(actions, 1)
            ]
            if await self._run_blocking(self._journal.append_all, self.game, entries):
                self._actions += actions
                self._ids |= {entry.id for entry in entries}
                self.state, self.history, self._states_before = played


def _replay(header: Header, actions: list[Action]) -> ReplayResult:
    """Returns the state, the actions that count, and the states before the latest of them.

    Undo is replay without the undone action.
    """
    state, history = new_game(header.rules, header.dealer), []
    before: deque[State] = deque(maxlen=MAX_STATES)
    for _, action in fold_undos(actions):
        before.append(state)
        state, events = apply(state, action)
        history.append((action, events))
    return state, history, before
