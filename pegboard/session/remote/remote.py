"""A game with another board, as played on this table: its actions, state fields and prompts.

The game itself is run by `hall_client`, which speaks with the other board and asks the table to
commit what both boards know. Nothing can be undone: the other board has seen it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pegboard.cribbage.actions import Action, Go
from pegboard.cribbage.game import State as Game
from pegboard.cribbage.game import View
from pegboard.cribbage.notation import parse_action, parse_record
from pegboard.cribbage.rules import Rules
from pegboard.errors import IllegalAction
from pegboard.i18n import _
from pegboard.kinds import PERSON, REMOTE_PLAYER
from pegboard.schema.setup import GameSetup, side_colors
from pegboard.schema.state import State
from pegboard.schema.table import Far as FarMessage
from pegboard.session.codes import Refusal
from pegboard.session.lobby import Lobby
from pegboard.session.moves import Moves
from pegboard.session.remote.seat import RemoteSeat
from pegboard.session.views.next_step import discard_prompt

AUTHOR = "far"
"""Author of the entries in the journal."""


async def _refuse_action(action: Action) -> None:
    raise IllegalAction(Refusal.NO_OTHER_BOARD)


async def _refuse() -> None:
    raise IllegalAction(Refusal.NO_OTHER_BOARD)


class RemoteSession:
    """Games with other boards. Use from one event loop only.

    Args:
        moves: executes actions at the table.
        lobby: starts games.
    """

    def __init__(self, moves: Moves, lobby: Lobby) -> None:
        self._moves, self._lobby, self._table = moves, lobby, moves.table
        self._started_game = ""
        self._turn = asyncio.Lock()
        self.current: RemoteSeat | None = None
        """The current game or invitation, if any."""
        self.submit: Callable[[Action], Awaitable[None]] = _refuse_action
        """Submits an action of this board's seat."""
        self.deal: Callable[[], Awaitable[None]] = _refuse
        """Deals the cards."""
        self.invite_again: Callable[[], Awaitable[None]] = _refuse
        """Invites the same board to another game."""

    async def start_game(self, game: str, names: tuple[str, str], dealer: int, seat: int) -> None:
        """Starts a game, unless it is already in the journal.

        Args:
            game: id of the game.
            names: names of the players; a number is added if they are equal.
            dealer: the seat that deals first.
            seat: this board's seat.

        Raises:
            DeviceError: the journal cannot hold it.
        """
        async with self._turn:
            if self._started_game == game:
                return
            if await self._table.find_game(game) is None:
                one, other = names
                names = (one, other if other != one else f"{other} 2")
                seats = (PERSON, REMOTE_PLAYER) if seat == 0 else (REMOTE_PLAYER, PERSON)
                target = self.current.target if self.current is not None else Rules().target
                colors = side_colors(2, self._lobby.defaults.colors[:2])
                rules = Rules(2, target=target)
                setup = GameSetup("computer", rules, names, dealer, seats, colors)
                await self._lobby.start_remote(setup, id=game)
            self._started_game = game

    async def catch_up(self, game: str, lines: Sequence[str]) -> None:
        """Commits the actions that the table lacks, if the game is on the table.

        Raises:
            DeviceError: the journal cannot hold them.
        """
        async with self._turn:
            for number, line in enumerate(lines[self._table.seq :], self._table.seq + 1):
                if self._table.game != game:
                    return
                await self._moves.submit(parse_action(line), id=f"{game}:{number}", by=AUTHOR)

    async def take_over(self, game: str, record: str, names: tuple[str, str]) -> bool:
        """Continues a game that was started on another board, once.

        A game in progress on this board is not interrupted.

        Args:
            game: id of the game on this board.
            record: record of the game so far.
            names: names of the players.

        Raises:
            NotationError, IllegalAction: the record is invalid.
            DeviceError: the journal cannot hold it.
        """
        async with self._turn:
            table = self._table
            busy = bool(table.history) and not table.state.over and table.is_stored
            if busy or await table.find_game(game) is not None:
                return False
            begun = parse_record(record, game)
            setup = GameSetup.from_record("score", replace(begun.header, names=names), {})
            setup = replace(setup, colors=side_colors(2, self._lobby.defaults.colors[:2]))
            await self._lobby.start_remote(setup, id=game)
            for number, action in enumerate(begun.actions, 1):
                await self._moves.submit(action, id=f"{game}:{number}", by=AUTHOR)
            return True

    @property
    def on_table(self) -> RemoteSeat | None:
        """The remote game, if it is the one on the table."""
        now = self.current
        return now if now is not None and now.game == self._table.game else None

    @property
    def may_deal(self) -> bool:
        """True while this board has to deal, which OK does."""
        seat = self.on_table
        return seat is not None and seat.must_deal

    def seat_view(self, state: Game) -> View | None:
        """Returns the view of this board's seat, or None if no remote game is on the table."""
        seat = self.on_table
        return seat.view(state) if seat is not None else None

    async def play(self, action: Action, seats: Sequence[int]) -> None:
        """Submits an action that the player of these seats requested.

        Raises:
            IllegalAction: there is no remote game, or the action is not possible now.
        """
        sight = self.seat_view(self._table.state)
        if sight is None:  # the game has been left in the meantime
            raise IllegalAction(Refusal.NO_OTHER_BOARD)
        if sight.seat not in seats or action not in sight.legal:
            raise IllegalAction(Refusal.NOT_NOW_FAR)
        await self.submit(action)

    def with_progress(self, public: State) -> State:
        """Returns the page's state, limited to what both boards have played; see `RemoteSeat`."""
        far, state = self.on_table, self._table.state
        if far is None:
            return public
        stage = far.stage_of(state)
        return {
            **public,
            "stage": stage,
            "turn": far.turn_of(state),
            "hand_sizes": list(far.hand_sizes(state)),
            "crib_size": 0 if stage == "discard" else public["crib_size"],
        }

    def message(self) -> FarMessage | None:
        """Returns the `far` field of the state; None without a game or an invitation."""
        now = self.current
        if now is None:
            return None
        return {
            "game": now.game,
            "seat": now.seat,
            "stage": now.stage,
            "other": now.opponent,
            "target": now.target,
            "here": now.is_connected,
            "checked": now.checked_deals,
            "fault": now.fault,
        }

    def prompt(self, names: Sequence[str]) -> str | None:
        """Returns the prompt, or None if no remote game is on the table."""
        far, state = self.on_table, self._table.state
        if far is None:
            return None
        other = names[1 - far.seat]
        if far.stage == "fault":
            return _("The game has ended: {why}.", why=far.fault)
        if far.left_seat is not None:
            return _("{who} has left the game.", who=self._table.names[far.left_seat])
        if state.over and state.winner is not None:
            return _(
                "{who} has won. OK asks for another game.", who=self._table.names[state.winner]
            )
        waits_for_other = not far.must_deal and not far.view(state).legal
        if waits_for_other and not far.is_connected:
            return _("{who:of} board is offline. The game continues when it is back.", who=other)
        return self._step(far, state, names)

    def _step(self, far: RemoteSeat, state: Game, names: Sequence[str]) -> str:
        other, stage = names[1 - far.seat], far.stage_of(state)
        if stage == "deal" and far.stage == "shuffling":
            return _("Both boards are shuffling.")
        if stage == "deal":
            return (
                _("Press OK to deal.")
                if far.must_deal
                else _("{who} deals.", who=names[state.dealer])
            )
        if stage == "discard":
            if far.seat not in far.discarded_seats:
                return discard_prompt(state, far.seat, names)
            return _("{who}: discard {n:aloud} cards.", who=other, n=state.rules.laid_away)
        if stage == "cut":
            return _("{who} cuts.", who=names[state.pone])
        if stage == "play" and state.turn is not None:
            legal = far.view(state).legal
            who = names[state.turn]
            if state.turn != far.seat:
                return _("{who:of} turn", who=who)
            go = any(isinstance(action, Go) for action in legal)
            return _("{who}: say go." if go else "{who}: play a card.", who=who)
        return _("Counting the hands.")
