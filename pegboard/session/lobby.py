"""Seats people: starts games, the next game, and a demo; knows who sits at the table.

While nobody is there the board plays a demo (`start_demo`). People's unfinished game
is not touched: it is on disk, and `resume` puts it back on the table in its last state.

The cards of a game that the board deals are fixed before it begins: the seed of the next shuffle
is drawn when the last one is used, and its commitment is shown; see `pegboard.cribbage.shuffle`.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from uuid import uuid4

from pegboard.board.layout_files import layout_names, load_layout
from pegboard.config import GameConfig
from pegboard.cribbage.first_deal import FirstDeal, cut_for_deal
from pegboard.cribbage.match import Match, next_dealer
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.shuffle import Shuffle, draw_seed
from pegboard.cribbage.tags import check_phrase
from pegboard.errors import ConfigError, DeviceError, IllegalAction, NotationError
from pegboard.session.board_choice import BoardChoice
from pegboard.session.codes import Refusal
from pegboard.session.memory import MOST, LastSetup, Remembered, TableMemory
from pegboard.session.schema.state import WaitingGame
from pegboard.session.setup import GameSetup, fits
from pegboard.session.setup_request import SetupRequest, parse_setup, request_of
from pegboard.session.table import Table, header_of
from pegboard.storage.worker import RunBlocking

log = logging.getLogger(__name__)


class Lobby:
    """Starts games on one table. Use from one event loop only."""

    def __init__(
        self,
        table: Table,
        boards: BoardChoice,
        game: GameConfig,
        rng: Random,
        *,
        remembered: LastSetup,
        memory: TableMemory,
        run_blocking: RunBlocking,
    ) -> None:
        """Starts with empty seats.

        Args:
            table: where games are begun.
            boards: what is played on; every side needs a track.
            game: how a new game begins where nobody says.
            rng: draws the seeds of shuffles.
            remembered: how people sat down the last time.
            memory: which game is on the table, and which wait.
            run_blocking: the thread that saves it.
        """
        self.setup = parse_setup(SetupRequest("score"), game)
        """Setup of the game on the table."""
        self._waiting = list(memory.known.waiting)
        """Unfinished games, the one that was left last first."""
        self._for_demo = False
        """True while the first of them made room for a demo."""
        self.replaced: WaitingGame | None = None
        """The unfinished game that the one on the table took the place of: UNDO brings it back."""
        self.remembered, self.memory = remembered, memory
        self._run_blocking = run_blocking
        self._chosen = False
        self._table, self._boards, self._game = table, boards, game
        self._rng = rng
        self._followers: list[Callable[[], None]] = []
        self._next_seed = draw_seed(rng)

    def follow(self, follower: Callable[[], None]) -> None:
        """Adds a follower, called whenever another game is on the table, in the order added."""
        self._followers.append(follower)

    def _tell(self) -> None:
        for follower in self._followers:
            follower()

    @property
    def next_commitment(self) -> str:
        """The commitment to the cards of the next game that the board deals."""
        return Shuffle(self._next_seed).commitment

    @property
    def waiting(self) -> WaitingGame | None:
        """The unfinished game that waits and was left last."""
        return next(iter(self._waiting), None)

    def _unfinished(self) -> WaitingGame | None:
        """Returns the game on the table, if people have begun it and it is not over."""
        table = self._table
        if table.mode == "demo" or not table.seq or table.state.over:
            return None
        return {
            "game": table.game,
            "mode": table.mode,
            "names": list(table.names),
            "scores": list(table.state.scores),
        }

    def _is_touched(self) -> bool:
        """Tells whether people have done anything in the game on the table."""
        actions = (action for action, _ in self._table.history)
        if self._table.mode == "score":
            return any(True for _ in actions)
        return any(getattr(action, "seat", None) in self.setup.people for action in actions)

    def _leave(self, left: WaitingGame) -> None:
        others = [each for each in self._waiting if each["game"] != left["game"]]
        self._waiting = [left, *others][:MOST]

    async def _note(self) -> None:
        """Writes down which game is on the table, and which wait."""
        latest = await self._table.latest()
        on_table = self._table.game if self._table.mode != "demo" else self.memory.known.on_table
        newest = "" if latest is None else latest[0]
        try:
            known = Remembered(on_table, newest, tuple(self._waiting))
            await self._run_blocking(self.memory.keep, known)
        except DeviceError as error:  # the game goes on all the same
            log.warning("%s", error)

    async def new(self, request: SetupRequest, *, id: str = "") -> FirstDeal | None:
        """Starts a game on request; see `session.setup_request.parse_setup`.

        Args:
            request: names that it leaves out stay, where as many go on in that mode.
            id: the command's own; a repeated one changes nothing.

        Returns:
            The cut for the first deal, where the board made it for a game that has begun.

        Raises:
            NotationError: it cannot be played like this, or not on this board.
            DeviceError: the journal cannot hold it.
        """
        phrase = check_phrase(request.phrase)
        setup = parse_setup(request, self._game)
        self._fits(setup.rules)
        now = self.setup
        if not request.names and setup.mode == now.mode and setup.seats == now.seats:
            setup = replace(setup, names=now.names)
        cut = cut_for_deal(setup.rules.players, self._rng) if request.cut else None
        if cut is not None and cut.dealer is not None:
            setup = replace(setup, dealer=cut.dealer)
        left = self._unfinished() if self._is_touched() else None
        begun = await self.begin(setup, id=id, phrase=phrase)
        if begun:
            self._for_demo = False
            self.replaced = left
            if left is not None and request.keep:
                self._leave(left)
            await self._note()
        if not self._chosen:
            self._chosen = True
            self._tell()
        if setup.mode != "demo":
            await self._remember(setup)
        return cut if begun else None

    async def _remember(self, setup: GameSetup) -> None:
        try:
            await self._run_blocking(self.remembered.keep, request_of(setup))
        except DeviceError as error:  # the game continues all the same
            log.warning("%s", error)

    def _fits(self, rules: Rules) -> None:
        fits(rules, self._boards.layout.name, self._boards.tracks, _layouts())

    async def begin(self, setup: GameSetup, *, id: str = "", phrase: str = "") -> bool:
        """Starts a game with its setup, unless one with this id exists; see `new`."""
        shuffle = None if setup.mode == "score" else Shuffle(self._next_seed, phrase)
        header = header_of(
            setup.rules, setup.names, setup.dealer, said=setup.tags(), shuffle=shuffle
        )
        begun = await self._table.begin(id or uuid4().hex, header, setup.mode)
        self.replaced = None
        if shuffle is not None and self._table.shuffle == shuffle:
            self._next_seed = draw_seed(self._rng)
        self.seated()
        return begun

    def seated(self) -> None:
        """Reads the setup of the game now on the table, new or from the journal."""
        table = self._table
        self._waiting = [each for each in self._waiting if each["game"] != table.game]
        self.setup = replace(self._written(), names=table.names)
        self._boards.seat(table.rules.sides)
        self._tell()

    def _written(self) -> GameSetup:
        return GameSetup.from_record(self._table.mode, self._table.header, self._table.tags)

    def check_room(self) -> None:
        """Checks that the board has a track for each side of the game on the table.

        Raises:
            NotationError: the board has too few tracks.
            ConfigError: a computer player is not known.
        """
        self._fits(self._table.rules)
        self._written()

    @property
    def inviting(self) -> bool:
        """True while nobody has chosen a game: the page asks."""
        return not self._chosen and (self._table.mode == "demo" or not self._table.seq)

    async def start_demo(self) -> None:
        """Starts a demo; an unfinished game waits."""
        table = self._table
        if table.mode == "demo":
            if self._chosen:
                self._chosen = False
                self._tell()
            return
        left = self._unfinished()
        self._for_demo = left is not None
        if left is not None:
            self._leave(left)
        self._chosen = False
        await self.begin(parse_setup(SetupRequest("demo"), self._game))

    async def resume(self) -> None:
        """Puts the waiting game back on the table.

        Raises:
            IllegalAction: none waits.
        """
        if self.waiting is None:
            raise IllegalAction(Refusal.NO_GAME_WAITS)
        await self._put_back(self.waiting, self._unfinished())

    async def go_back(self) -> None:
        """Puts the game back that the one on the table took the place of, which is forgotten.

        Raises:
            IllegalAction: it took the place of none.
        """
        if self.replaced is None:
            raise IllegalAction(Refusal.NO_GAME_WAITS)
        await self._put_back(self.replaced, None)

    async def _put_back(self, game: WaitingGame, left: WaitingGame | None) -> None:
        found = await self._table.find(game["game"])
        self._waiting = [each for each in self._waiting if each["game"] != game["game"]]
        if found is None:  # another journal was restored since
            raise IllegalAction(Refusal.NO_GAME_WAITS)
        await self._table.resume(*found)
        self._for_demo, self.replaced = False, None
        if left is not None:
            self._leave(left)
        self.seated()
        await self._note()

    async def take_over(self) -> bool:
        """Ends the demo for somebody who pressed a button.

        Returns:
            True if the press is used up: a waiting game is back, for people to look at first.
        """
        if self._for_demo and self.waiting is not None:
            await self.resume()
            return True
        try:
            await self.new(self.remembered.requests.get("score", SetupRequest("score")))
        except NotationError:  # it was another board, or another pegboard
            await self.new(SetupRequest("score"))
        return False

    async def next_game(self) -> None:
        """Starts another game for the same people; the loser deals first.

        After the last game of a match another match begins.
        """
        state, now = self._table.state, self.setup
        dealer = 0 if state.winner is None else next_dealer(state)
        match = self.match
        if match is not None and match.over:
            match = Match(match.sides, match.first_to, match.length)
        # A phrase is good for one game: the next seed was drawn when it was known already.
        await self.begin(replace(now, dealer=dealer, match=match))

    @property
    def match(self) -> Match | None:
        """The match so far, including the game on the table once it is over; None for no match."""
        match, state = self.setup.match, self._table.state
        return match.after(state) if match is not None and state.over else match


def _layouts() -> Iterator[tuple[str, int]]:
    """Yields the layouts that come with pegboard, each with its number of tracks.

    They are read only when needed.
    """
    for name in layout_names():
        with suppress(ConfigError):
            yield name, load_layout(name).tracks
