"""The table: one game, its journal, and the order of events.

    action --check--> apply --commit--> journal --publish--> state

An action is on disk before anybody sees it: `submit` returns, and the state changes, only after the
journal has committed. An action that the rules refuse or the journal cannot store changes nothing.
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
"""Number of states cached for undo; an undo further back replays the game."""


class Table:
    """The table: one game at a time, with every action in the journal.

    Use from one event loop only. Concurrent calls of `submit` and `start_game` are serialised.
    """

    def __init__(
        self, journal: Journal, run_blocking: RunBlocking, wall_clock: Callable[[], float]
    ) -> None:
        """Creates an empty table; `start_game` or `resume` puts a game on it.

        Args:
            journal: journal to which entries are committed.
            run_blocking: runs a function in the journal's thread.
            wall_clock: seconds since 1970, for the entries.
        """
        self.game = ""
        self.kind: GameKind = REAL_CARDS
        self.state: State = new_game(Rules())
        self.history: list[tuple[Action, Events]] = []
        """Actions in effect, each with its events."""
        self._main_journal = self._journal = journal
        self._run_blocking = run_blocking
        self._wall_clock = wall_clock
        self._header = Header()
        self._tags: dict[str, str] = {}
        self._actions: list[Action] = []
        self._states_before: deque[State] = deque(maxlen=MAX_STATES)
        """States before the latest actions, so that undo needs no replay."""
        self._ids: set[str] = set()
        self._turn = asyncio.Lock()

    @property
    def mode(self) -> Mode:
        """Name of the kind of game, as in journals and messages."""
        return self.kind.mode

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self._header.rules

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats; never empty."""
        names = self._header.names
        return tuple(seat_name(seat, names) for seat in range(self.rules.players))

    @property
    def is_stored(self) -> bool:
        """True if the game is in the journal; demos and the sample deal are not."""
        return not isinstance(self._journal, NullJournal)

    def has_executed(self, id: str) -> bool:
        """Returns whether a command with this id was executed in this game."""
        return id in self._ids or (self._renaming is not None and self._renaming.id == id)

    @property
    def seq(self) -> int:
        """Number of entries, including undone actions and the undos themselves."""
        return len(self._actions)

    @property
    def header(self) -> Header:
        """Header of the record: the settings fixed before the first deal."""
        return self._header

    @property
    def tags(self) -> Mapping[str, str]:
        """Tags of the record by name, without the shuffle's seed and former names."""
        return tags.public(self._tags)

    @property
    def shuffle(self) -> Shuffle | None:
        """Shuffle of this game's cards; None if no commitment to them was published."""
        seed = self._tags.get("seed")
        return Shuffle(seed, self._tags.get("phrase", "")) if seed else None

    @property
    def may_reveal_seed(self) -> bool:
        """True once the shuffle's seed may be shown; always False for deals shared by boards."""
        return self.state.over and not self.kind.shares_deals

    @property
    def redo_stack(self) -> tuple[Action, ...]:
        """Undone actions that can be redone, the next one last."""
        return undone(self._actions)

    @property
    def deal_count(self) -> int:
        """Number of deals so far, including the one on the table."""
        return sum(isinstance(action, Deal) for action, _ in self.history)

    def record_text(self, actions: Sequence[Action] | None = None) -> str:
        """Returns the game in record notation.

        The seed of the shuffle is included once the game is over, unless the deals are shared.

        Args:
            actions: the actions to include; None for all.
        """
        listed = self._actions if actions is None else actions
        below = {"seed": self._tags.get("seed", "")} if self.may_reveal_seed else {}
        return tags.write(format_record(Record(self._header, tuple(listed))), self.tags, below)

    def events_since(self, seq: int) -> list[Events]:
        """Returns the events after an entry, without those that have been undone."""
        places = [place for place, _ in fold_undos(self._actions)]
        entries = zip(places, self.history, strict=True)
        return [events for place, (_, events) in entries if place >= seq]

    @property
    def renamed(self) -> Renaming | None:
        """The latest correction of names, unless an action followed it."""
        renaming = self._renaming
        return renaming if renaming and renaming.before and renaming.seq == self.seq else None

    @property
    def _renaming(self) -> Renaming | None:
        """The latest correction of names, or its undo."""
        return Renaming.read(self._tags[RENAMED]) if RENAMED in self._tags else None

    async def rename(self, names: Sequence[str], *, id: str, takes_back: bool = False) -> None:
        """Corrects the names of the seats, or undoes a correction; on disk when this returns.

        Args:
            names: the name of each seat.
            id: chosen by the client; a repeated id changes nothing.
            takes_back: whether this undoes the latest correction.

        Raises:
            NotationError: a name is invalid.
            DeviceError: the journal could not be written; nothing changed.
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
            game: id of the game.
            header: header lines of the record.
            mode: mode of the game.
            stored: whether to write it to the journal, if its kind of game is stored at all.

        Returns:
            True if the game was started; False for a repeated id.
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
        """Restores a game from the journal to the table."""
        entries = await self._run_blocking(self._main_journal.load, game)
        async with self._turn:
            self._journal = self._main_journal
            self._load(game, header, kind_of(mode, tags.read(header)), entries)

    async def replace_journal(self, swap: Callable[[], Any]) -> Any:
        """Replaces the contents of the journal while no action is executed.

        The table is empty afterwards, until `resume` or `start_game`.

        Args:
            swap: runs on the journal's thread; if it raises, the table is unchanged.
        """
        async with self._turn:
            swapped = await self._run_blocking(swap)
            self._journal = self._main_journal
            self._load("", tags.header_of(Rules(), (), 0), REAL_CARDS, [])
            return swapped

    async def latest_game(self) -> tuple[str, str, str] | None:
        """Returns the latest game in the journal as arguments for `resume`, or None."""
        found: tuple[str, str, str] | None = await self._run_blocking(self._main_journal.latest)
        return found

    async def find_game(self, game: str) -> tuple[str, str, str] | None:
        """Returns a game in the journal as arguments for `resume`, or None."""
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
        """Returns the last state of a game in the journal, or None if it is not there."""
        found = await self.find_game(game)
        if found is None or not kind_of(found[2]).is_stored:
            return None
        entries = await self._run_blocking(self._main_journal.load, game)
        header = parse_record(found[1], "header").header
        return _replay(header, [parse_action(entry.action) for entry in entries])[0]

    def _replay_all(self, actions: list[Action]) -> ReplayResult:
        return _replay(self._header, actions)

    def _after_undo(self) -> ReplayResult:
        """Returns the state and the history after one undo, from cached states if possible."""
        if not self._states_before:
            return self._replay_all([*self._actions, Undo()])
        before = self._states_before.copy()
        return before.pop(), self.history[:-1], before

    def _after(self, action: Action) -> tuple[ReplayResult, Events]:
        """Returns the state and the history after an action, and the action's events."""
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
            action: the action to execute.
            id: chosen by the client; a repeated id is not executed again.
            by: author of the entry in the journal.
            expected_state: refuse unless this is still the state; None skips the check.
            on_commit: called synchronously, right after the state changes.

        Returns:
            The resulting events; None if the id was executed before.

        Raises:
            IllegalAction: the rules forbid it now; nothing changed.
            DeviceError: the journal could not hold it; nothing changed.
        """
        # If the caller is cancelled (a phone disconnects), journal and state must still agree.
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
        """Replaces all actions from an index of the history on.

        Writes the undos and the new actions to the journal in one commit.

        Args:
            at: index of the first replaced action in the history.
            tail: the new actions.
            seq: the `seq` on which the change is based; refused if the game has moved on.
            id: chosen by the client; a repeated id changes nothing.
            by: author of the entries in the journal.

        Raises:
            IllegalAction: the game has moved on, or the rules forbid an action; nothing changed.
            DeviceError: the journal could not hold it; nothing changed.
        """
        await asyncio.shield(asyncio.ensure_future(self._replace(at, tail, seq, id, by)))

    def state_before(self, at: int) -> State:
        """Returns the state before the action at an index of the history."""
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
    """Replays a game; returns its state, the actions in effect, and the latest earlier states."""
    state, history = new_game(header.rules, header.dealer), []
    before: deque[State] = deque(maxlen=MAX_STATES)
    for _, action in fold_undos(actions):
        before.append(state)
        state, events = apply(state, action)
        history.append((action, events))
    return state, history, before
