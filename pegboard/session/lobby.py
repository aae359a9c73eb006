"""The lobby: starts games, rematches and demos, and holds the setup of the game on the table.

While nobody is at the board it plays a demo (`start_demo`). An unfinished game stays on disk, and
`resume` restores it.

The cards of a game that the board deals are fixed before it starts: the seed of the next shuffle is
drawn when the previous one is used, and its commitment is published; see
`pegboard.cribbage.shuffle`.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
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
from pegboard.cribbage.tags import check_phrase, header_of
from pegboard.errors import ConfigError, DeviceError, IllegalAction, NotationError, PegboardError
from pegboard.schema.setup import GameSetup, fits
from pegboard.schema.setup_request import SetupRequest, parse_setup, request_for
from pegboard.schema.state import WaitingGame
from pegboard.session.adaptive.strength import AdaptiveStrength
from pegboard.session.board_choice import BoardChoice
from pegboard.session.codes import Refusal
from pegboard.session.memory import LastSetups, WaitingGames
from pegboard.session.table import Table
from pegboard.storage.port import RunBlocking

log = logging.getLogger(__name__)

SAMPLE_PEOPLE, SAMPLE_DEALER = ("Ann", "Ben"), 1
"""Players and dealing seat of the sample deal; see `pegboard.vision.films.sample`."""


class Lobby:
    """The lobby of one table. Use from one event loop only."""

    def __init__(
        self,
        table: Table,
        boards: BoardChoice,
        game: GameConfig,
        rng: Random,
        *,
        remembered: LastSetups,
        waiting: WaitingGames,
        run_blocking: RunBlocking,
        strength: AdaptiveStrength,
    ) -> None:
        """Starts with empty seats.

        Args:
            table: table that the game is on.
            boards: chooses a layout with a track for each side.
            game: defaults of a new game.
            rng: source of the shuffles' seeds.
            remembered: the last setup of each mode.
            waiting: unfinished games that were left.
            run_blocking: runs blocking calls on the journal's thread.
            strength: chooses the strength of the adaptive computer.
        """
        self.setup = parse_setup(SetupRequest("score"), game)
        """Setup of the game on the table."""
        self._left_for_demo = False
        """True if the most recently left game was left for a demo."""
        self.remembered, self.waiting = remembered, waiting
        self._run_blocking, self._strength = run_blocking, strength
        self._is_chosen = False
        self._table, self._boards = table, boards
        self.defaults = game
        """Defaults of a new game."""
        self._rng = rng
        self._listeners: list[Callable[[], None]] = []
        self._next_seed = draw_seed(rng)

    def add_listener(self, follower: Callable[[], None]) -> None:
        """Adds a listener, called whenever another game is put on the table."""
        self._listeners.append(follower)

    def _notify(self) -> None:
        for follower in self._listeners:
            follower()

    @property
    def next_commitment(self) -> str:
        """Commitment to the cards of the next game that the board will deal."""
        return Shuffle(self._next_seed).commitment

    def _is_touched(self) -> bool:
        """Returns whether people have acted in the game on the table."""
        if self.setup.scores:  # somebody has entered the scores
            return True
        actions = (action for action, _ in self._table.history)
        if self._table.kind.has_real_cards:
            return any(True for _ in actions)
        return any(getattr(action, "seat", None) in self.setup.people for action in actions)

    async def new_game(self, request: SetupRequest, *, id: str = "") -> FirstDeal | None:
        """Starts a requested game; see `schema.setup_request.parse_setup`.

        Args:
            request: the setup; missing names are kept if the same seats continue in the same mode.
            id: id of the command; a repeated id changes nothing.

        Returns:
            The cut for the first deal, if one was requested and the game was started.

        Raises:
            NotationError: the setup is invalid, or does not fit this board.
            DeviceError: the journal cannot be written.
        """
        phrase = check_phrase(request.phrase)
        setup = parse_setup(request, self.defaults)
        self._check_fits(setup.rules)
        now = self.setup
        same = setup.mode == now.mode and setup.seats == now.seats and self._table.is_stored
        if not request.names and same:
            setup = replace(setup, names=now.names)
        cut = cut_for_deal(setup.rules.players, self._rng) if request.cut else None
        if cut is not None and cut.dealer is not None:
            setup = replace(setup, dealer=cut.dealer)
        begun = await self._replace(setup, id=id, phrase=phrase, keep=request.keep)
        if setup.kind.has_people:
            await self._remember(setup)
        return cut if begun else None

    async def start_seeded(self, request: SetupRequest, id: str, seed: str) -> bool:
        """Starts a game with a given shuffle seed; see `new_game`.

        Returns:
            True if the game was started; False if one with this id exists.
        """
        if self._table.game == id or await self._table.find_game(id) is not None:
            return False
        setup = parse_setup(request, self.defaults)
        self._check_fits(setup.rules)
        return await self._replace(setup, id=id, seed=seed)

    async def _replace(
        self, setup: GameSetup, *, id: str, phrase: str = "", seed: str = "", keep: bool = True
    ) -> bool:
        """Starts a game in place of the current one, which is put on the waiting list if played."""
        left = self.waiting.unfinished() if self._is_touched() else None
        begun = await self.start_game(setup, id=id, phrase=phrase, seed=seed)
        if begun:
            self._left_for_demo = False
            self.waiting.replaced = left
            if left is not None and keep:
                self.waiting.add(left)
            try:
                await self.waiting.save_started()
            except DeviceError as error:  # the new game is in the journal, so it can be played
                log.warning("%s", error)
        if not self._is_chosen:
            self._is_chosen = True
            self._notify()
        return begun

    async def _remember(self, setup: GameSetup) -> None:
        try:
            await self._run_blocking(self.remembered.save, request_for(setup))
        except DeviceError as error:  # only the next game's suggested setup is lost
            log.warning("%s", error)

    async def rename(self, names: Sequence[str], *, id: str, takes_back: bool = False) -> None:
        """Corrects the names of this game and the next; see `Table.rename`."""
        await self._table.rename(names, id=id, takes_back=takes_back)
        self.setup = replace(self.setup, names=self._table.names)
        await self._remember(self.setup)

    async def prefer_colors(self, colors: tuple[str, ...]) -> None:
        """Sets the colours of the next games, including remembered setups.

        Raises:
            DeviceError: it could not be saved.
        """
        await self._run_blocking(self.remembered.recolor, colors)

    def _check_fits(self, rules: Rules) -> None:
        fits(rules, self._boards.layout.name, self._boards.tracks, _layouts())

    async def start_game(
        self,
        setup: GameSetup,
        *,
        id: str = "",
        phrase: str = "",
        seed: str = "",
        is_stored: bool = True,
    ) -> bool:
        """Starts a game, unless one with this id exists; see `new_game` and `start_seeded`."""
        setup = await self._strength.choose_level(setup)
        deals = setup.kind.board_deals
        shuffle = Shuffle(seed or self._next_seed, phrase) if deals else None
        tags = setup.tags() | ({"hall": "deals"} if seed else {})
        rules = setup.header.rules
        header = header_of(rules, setup.names, setup.dealer, remarks=tags, shuffle=shuffle)
        begun = await self._table.start_game(
            id or uuid4().hex, header, setup.mode, stored=is_stored
        )
        self.waiting.replaced = None
        if shuffle is not None and self._table.shuffle == shuffle:
            self._next_seed = draw_seed(self._rng)
        self.load_setup()
        self._strength.announce()
        return begun

    async def start_remote(self, setup: GameSetup, *, id: str) -> None:
        """Starts a game received from another board; an unfinished game goes on the waiting list.

        Raises:
            DeviceError: the journal cannot be written.
        """
        await self._replace(setup, id=id)
        self._is_chosen = True
        self._notify()

    def load_setup(self) -> None:
        """Loads the setup of the game on the table from its record, and calls the listeners."""
        table = self._table
        self.waiting.on_new_game()
        self.setup = replace(self._setup_from_record(), names=table.names)
        self._boards.select(table.rules.sides)
        self._notify()

    def _setup_from_record(self) -> GameSetup:
        return GameSetup.from_record(self._table.mode, self._table.header, self._table.tags)

    def check_setup(self) -> None:
        """Checks that the game on the table fits the board and that its computer players exist.

        Raises:
            NotationError: the board has too few tracks.
            ConfigError: a computer player is unknown.
        """
        self._check_fits(self._table.rules)
        self._setup_from_record()

    @property
    def is_unattended(self) -> bool:
        """True if a press ends the demo instead of acting in it."""
        has_people = self._table.kind.has_people and self._is_chosen
        return not (self._table.is_stored or has_people)

    @property
    def is_inviting(self) -> bool:
        """True until somebody chooses a game; until then the page shows an invitation."""
        return not self._is_chosen and (not self._table.is_stored or not self._table.seq)

    async def start_demo(self) -> None:
        """Starts a demo; an unfinished game goes on the waiting list."""
        table = self._table
        if not table.kind.has_people:
            if self._is_chosen:
                self._is_chosen = False
                self._notify()
            return
        self._make_room(chosen=False)
        await self.start_game(parse_setup(SetupRequest("demo"), self.defaults))

    async def start_sample(self, *, id: str = "", chosen: bool = True) -> None:
        """Starts the sample deal; an unfinished game goes on the waiting list.

        Args:
            id: id of the command; a repeated id changes nothing.
            chosen: whether somebody asked for it; otherwise it attracts players like a demo.
        """
        self._make_room(chosen=chosen)
        request = SetupRequest("score", names=SAMPLE_PEOPLE, dealer=SAMPLE_DEALER)
        await self.start_game(parse_setup(request, self.defaults), id=id, is_stored=False)

    def _make_room(self, *, chosen: bool) -> None:
        """Puts an unfinished game on the waiting list before a demo or the sample deal."""
        left = self.waiting.unfinished()
        if self._table.is_stored:  # after a demo, keep the flag: a game may already be waiting
            self._left_for_demo = left is not None
        if left is not None:
            self.waiting.add(left)
        self._is_chosen = chosen

    async def resume(self, game: str = "", *, id: str = "") -> None:
        """Restores an unfinished game; the current one takes its place on the waiting list.

        Args:
            game: id of the game; empty for the most recently left one.
            id: id of the command.

        Raises:
            IllegalAction: there is no such game, or it is over.
            NotationError: the game does not fit this board.
            DeviceError: it could not be saved or read; nothing has changed.
        """
        if game:
            state = await self._table.peek(game)
            if state is None or state.over:
                raise IllegalAction(Refusal.NO_GAME_WAITS)
            self._check_fits(state.rules)
        elif self.waiting.most_recent is not None:
            game = self.waiting.most_recent["game"]
        else:
            raise IllegalAction(Refusal.NO_GAME_WAITS)
        if game != self._table.game:
            await self._put_back(game, self.waiting.unfinished(), id)

    async def undo_new_game(self, *, id: str = "") -> None:
        """Undoes a new game: restores the game it replaced and drops the new one.

        Args:
            id: id of the command.

        Raises:
            IllegalAction: the game on the table replaced none.
            DeviceError: it could not be saved or read; nothing has changed.
        """
        replaced = self.waiting.replaced
        if replaced is None:
            raise IllegalAction(Refusal.NO_GAME_WAITS)
        # Clear it before the await, so that the second of two simultaneous UNDO presses is refused.
        self.waiting.replaced = None
        try:
            await self._put_back(replaced["game"], None, id)
        except PegboardError:
            self.waiting.replaced = replaced
            raise

    async def _put_back(self, game: str, left: WaitingGame | None, id: str) -> None:
        found = await self._table.find_game(game)
        if found is None:  # the journal has been replaced by a backup since
            self.waiting.remove(game)
            raise IllegalAction(Refusal.NO_GAME_WAITS)
        await self.waiting.save_return(game, left, id=id)
        await self._table.resume(*found)
        self._left_for_demo = False
        self.load_setup()

    async def take_over(self) -> bool:
        """Ends the demo after a press of a button.

        Returns:
            True if the press is consumed: a waiting game was restored and should be seen first.
        """
        if self._left_for_demo and self.waiting.most_recent is not None:
            await self.resume()
            return True
        try:
            await self.new_game(self.remembered.requests.get("score", SetupRequest("score")))
        except NotationError:  # the setup does not fit this board or version
            await self.new_game(SetupRequest("score"))
        return False

    async def next_game(self) -> None:
        """Starts a rematch; the loser deals first.

        After the last game of a match a new match starts.
        """
        state, now = self._table.state, self.setup
        dealer = 0 if state.winner is None else next_dealer(state)
        match = self.match
        if match is not None and match.over:
            match = Match(match.sides, match.first_to, match.length)
        # Leave out the phrase: the next seed was drawn when this phrase was already known.
        await self.start_game(replace(now, dealer=dealer, match=match, scores=()))

    @property
    def match(self) -> Match | None:
        """The match so far, including the current game once it is over; None outside a match."""
        match, state = self.setup.match, self._table.state
        return match.after(state) if match is not None and state.over else match


def _layouts() -> Iterator[tuple[str, int]]:
    """Yields the name and the number of tracks of each bundled layout, loading them lazily."""
    for name in layout_names():
        with suppress(ConfigError):
            yield name, load_layout(name).tracks
