"""Seats people: begins games, the next game, and a demo; knows who sits at the table.

The cards of a game that the board deals are bound before it begins: the seed of the next shuffle
is drawn when the last one was used, and its commitment is shown; see `pegboard.shuffle`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any
from uuid import uuid4

from pegboard.board.layout import Layout
from pegboard.config import GameConfig
from pegboard.errors import ConfigError
from pegboard.layout_files import layout_names, load_layout
from pegboard.match import Match, next_dealer
from pegboard.remarks import check_phrase
from pegboard.shuffle import Shuffle, draw_seed
from pegboard.sitting import Sitting, fits, wished, written
from pegboard.table import Table, header_of


class Host:
    """Begins games on one table. For one event loop."""

    def __init__(
        self,
        table: Table,
        layout: Layout,
        game: GameConfig,
        rng: Random,
        seated: Callable[[], None],
    ) -> None:
        """Nobody sits yet.

        Args:
            table: where games are begun.
            layout: of the board; every side needs a track.
            game: how a new game begins where nobody says.
            rng: draws the seeds of shuffles.
            seated: called when another game is on the table.
        """
        self.sitting = wished({"mode": "score"}, game)
        """Who sits at the game on the table."""
        self._table, self._layout, self._game = table, layout, game
        self._rng, self._seated = rng, seated
        self._next_seed = draw_seed(rng)

    @property
    def next_commitment(self) -> str:
        """What binds the cards of the next game that the board deals."""
        return Shuffle(self._next_seed).commitment

    async def new(self, new: Mapping[str, Any], *, id: str = "") -> None:
        """A game as a command asks for it; see `sitting.wished`.

        Args:
            new: `mode`, and whatever else is said; also `phrase`, what the shuffle follows from
                besides the seed. Names that are left out stay, where as many go on in that mode.
            id: the command's own; a repeated one changes nothing.

        Raises:
            NotationError: it cannot be played like this, or not on this board.
            DeviceError: the journal cannot hold it.
        """
        phrase = check_phrase(new.get("phrase") or "")
        sitting = wished(new, self._game)
        now = self.sitting
        if not new.get("names") and sitting.mode == now.mode and sitting.seats == now.seats:
            sitting = replace(sitting, names=now.names)
        await self.begin(sitting, id=id, phrase=phrase)

    async def begin(self, sitting: Sitting, *, id: str = "", phrase: str = "") -> None:
        """A game for those who sit down; see `new`."""
        fits(sitting, self._layout.name, self._layout.tracks, _layouts())
        shuffle = None if sitting.mode == "score" else Shuffle(self._next_seed, phrase)
        header = header_of(
            sitting.rules, sitting.names, sitting.dealer, said=sitting.remarks(), shuffle=shuffle
        )
        await self._table.begin(id or uuid4().hex, header, sitting.mode)
        if shuffle is not None and self._table.shuffle == shuffle:
            self._next_seed = draw_seed(self._rng)
        self.seated()

    def seated(self) -> None:
        """Another game is on the table, new or from the journal: who sits there is read from it."""
        table = self._table
        sitting = written(table.mode, table.header, table.remarks, self._game)
        self.sitting = replace(sitting, names=table.names)
        self._seated()

    async def next_game(self) -> None:
        """Another game for the same people; the loser deals first.

        After the last game of a match another match begins.
        """
        state, now = self._table.state, self.sitting
        dealer = 0 if state.winner is None else next_dealer(state)
        match = self.match
        if match is not None and match.over:
            match = Match(match.sides, match.first_to, match.length)
        # A phrase is good for one game: the next seed was drawn when it was known already.
        await self.begin(replace(now, dealer=dealer, match=match))

    @property
    def match(self) -> Match | None:
        """The match so far, the game on the table included once it is over; None for none."""
        match, state = self.sitting.match, self._table.state
        return match.after(state) if match is not None and state.over else match


def _layouts() -> Iterator[tuple[str, int]]:
    """The layouts that come with pegboard, each with its tracks; read only when they are wanted."""
    for name in layout_names():
        with suppress(ConfigError):
            yield name, load_layout(name).tracks
