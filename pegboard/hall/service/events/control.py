"""One event as its director works on it: decisions, what waits for one, and the file of it."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.archive.export import export
from pegboard.hall.codes import HallFault
from pegboard.hall.hall import Hall
from pegboard.hall.service.events.takeover_requests import read_requests
from pegboard.hall.service.events.match_calls import call_play_off, save_finished_at
from pegboard.hall.service.events.status import (
    save_hidden,
    save_finished,
    save_timer,
    finished_before,
    read_status,
)
from pegboard.hall.service.store_thread import StoreThread
from pegboard.tournament.acceptance import accepted, games_on_cards
from pegboard.tournament.card_checks import check_cards
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    AnyDecision,
    Entered,
    EventKind,
    Revealed,
    Seeded,
    Undone,
    parse_decision,
)
from pegboard.tournament.finals import all_played, none_open, qualifying
from pegboard.tournament.matches import at_tables, counted, swapped_matches, swapped_seats
from pegboard.tournament.registration import Newcomer, entering
from pegboard.tournament.reseating import swapped_players, swapped_tables
from pegboard.tournament.rotation.bracket import Key
from pegboard.tournament.public import seen_event
from pegboard.tournament.state import EventState, counting

BY = "director"
LOG_MOST = 200
"""The last decisions are shown to the director."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A game that is over and counts nowhere yet: the round, the table, and what the journal says.

    Of a match the round is the number of its next game.
    """

    round: int
    table: int
    board: str
    game: str
    scores: tuple[int, int]
    winner: int
    match: Key | None = None


class EventControl:
    """An event of a hall. Use from one event loop only.

    Args:
        id: of the event, which must exist.
        keeper: of the hall.
        key: the hall's.
        changed: shows the event after a change.
    """

    def __init__(
        self, id: str, keeper: StoreThread, key: SigningKey, on_change: Callable[[], Awaitable[None]]
    ) -> None:
        self.id = id
        self._keeper, self._key, self._on_change = keeper, key, on_change

    async def state(self) -> EventState:
        """Returns the event as it is now."""
        return await self._keeper.run(lambda hall: hall.state(self.id))

    async def enter(self, newcomers: Sequence[Newcomer]) -> int:
        """Enters players; one who is entered already, or has no name, is passed over.

        Returns:
            How many have been entered.
        """
        decisions = entering(await self.state(), newcomers, BY, time.time())
        await self._decide(decisions)
        return len(decisions)

    async def re_enter(self, player: str) -> None:
        """Has a player who had left play again, as they were.

        Raises:
            IllegalAction: nobody is called that, or they have not left.
        """
        state = await self.state()
        if player not in state.names:
            raise IllegalAction(EventFault.NOT_ENTERED, player=player)
        number, club = state.about.get(player, ("", ""))
        name, now = state.names[player], time.time()
        again = Entered(at=now, by=BY, player=player, name=name, number=number, club=club)
        await self._decide([again])

    async def decide(self, fields: dict[str, Any]) -> None:
        """Makes any decision; time and author are the hall's.

        Args:
            fields: `do`, and what belongs to it.

        Raises:
            WireError: it is no decision.
            IllegalAction, ConfigError: it does not fit.
        """
        text = msgspec.json.encode({**fields, "at": time.time(), "by": BY})
        await self._decide([parse_decision(text)])

    async def draw(self) -> None:
        """Draws the next round.

        Raises:
            IllegalAction, ConfigError: all rounds have been drawn, or there are too few players.
        """
        state = await self.state()
        over = {board: [*await self._keeper.results(board)] for board in state.boards.values()}

        def drawn(hall: Hall) -> None:
            save_finished(hall, self.id, len(state.rounds) + 1, over)
            save_timer(hall, self.id)
            hall.draw(self.id, BY, time.time())

        await self._keeper.run(drawn)
        await self._on_change()

    async def accept(self, table: int, game: str) -> None:
        """Writes a game of the present round on both cards, or counts it in the match there.

        Raises:
            IllegalAction: that game is not over at that table, or the cards have the line.
        """
        state = await self.state()
        if state.kind is EventKind.DUPLICATE:
            raise IllegalAction(EventFault.NO_DUPLICATE)
        board = state.boards.get(table, "")
        result = (await self._keeper.results(board)).get(game)
        if result is None:
            raise IllegalAction(EventFault.NOT_OVER)
        for playing in at_tables(state):
            if playing.table == table:
                await self._decide([counted(playing, board, game, result, BY, time.time())])
                return
        now, number = time.time(), len(state.rounds)
        await self._decide(accepted(state, number, table, game, result, BY, now))

    async def swap_players(self, one: str, other: str) -> None:
        """Has two players of the round take each other's seat.

        Raises:
            IllegalAction: one does not play now, or has the game on the card already.
        """
        state, now = await self.state(), time.time()
        call = swapped_seats(state, one, other, BY, now)
        await self._decide([call or swapped_players(state, one, other, BY, now)])

    async def swap_tables(self, one: int, other: int) -> None:
        """Has those at two tables change places.

        Raises:
            IllegalAction: nobody plays there now, or a game there is on the cards already.
        """
        state, now = await self.state(), time.time()
        moved = swapped_matches(state, one, other, BY, now)
        if not moved:
            await self._decide([swapped_tables(state, one, other, BY, now)])
            return
        boards = [state.boards[each.table] for each in moved if each.table in state.boards]
        await self._keeper.run_with_live(lambda hall, live: save_finished_at(hall, self.id, boards, live))
        await self._decide(moved)

    async def play_off(self, one: str, other: str) -> None:
        """Calls two who are tied to a free table, where a game parts them.

        Raises:
            IllegalAction: no play-off parts them now, or no table is free.
        """
        call = partial(call_play_off, event=self.id, pair=(one, other), by=BY)
        await self._keeper.run_with_live(lambda hall, live: call(hall, live=live))
        await self._on_change()

    async def seed(self) -> None:
        """Seeds the bracket with those who have qualified.

        Raises:
            IllegalAction: a round is not over, or only a play-off can tell who qualifies.
        """
        state = await self.state()
        field, over = state.cut(), all_played(state)
        if not over or field.open_places or len(field.qualified) < 2:
            raise IllegalAction(EventFault.NOT_DECIDED)
        await self._decide([Seeded(at=time.time(), by=BY, players=field.qualified)])

    async def reveal(self) -> None:
        """Reveals the deals of a duplicate night; nothing is drawn after that.

        Raises:
            IllegalAction: it is none, a game is open, or they have been revealed.
        """

        def revealed(hall: Hall) -> None:
            if not none_open(hall.state(self.id)):
                raise IllegalAction(EventFault.NOT_REVEALED)
            secret = hall.secret(self.id)
            hall.decide(self.id, Revealed(at=time.time(), by=BY, secret=secret))

        await self._keeper.run(revealed)
        await self._on_change()

    async def hide(self, hidden: bool) -> None:
        """Keeps the standings from those who look on, or shows them again."""
        await self._keeper.run(lambda hall: save_hidden(hall, self.id, hidden=hidden))
        await self._on_change()

    async def start_timer(self, minutes: float) -> None:
        """Starts the timer of the round, which all see; 0 ends it."""
        until = time.time() + 60 * minutes if minutes else None
        await self._keeper.run(lambda hall: save_timer(hall, self.id, until))
        await self._on_change()

    async def pause(self, on: bool) -> None:
        """Has the round pause, with the time that is left of it, or go on.

        Raises:
            IllegalAction: there is no timer, or it does not pause.
        """
        now = time.time()

        def paused(hall: Hall) -> None:
            notes = read_status(hall, self.id)
            if on and notes.until is not None:
                save_timer(hall, self.id, left=max(0.0, notes.until - now))
            elif not on and notes.left is not None:
                save_timer(hall, self.id, now + notes.left)
            else:
                raise IllegalAction(HallFault.NO_TIMER)

        await self._keeper.run(paused)
        await self._on_change()

    async def cross_check(self) -> dict[str, Any]:
        """Compares the qualifiers' cards with their opponents', and corrects them (rule 12.2)."""
        check = check_cards(await self.state(), BY, time.time())
        await self._decide(check.corrections)
        return {"corrected": len(check.corrections), "gained": check.gained, "lost": check.lost}

    async def undo(self, seq: int) -> None:
        """Undoes a decision by its number."""
        await self._decide([Undone(at=time.time(), by=BY, seq=seq)])

    # --- what is shown

    async def card(self, player: str) -> dict[str, Any]:
        """Returns a player's own card, with their place unless the standings are hidden.

        Raises:
            IllegalAction: nobody is called that.
        """
        state, notes = await self._keeper.run(
            lambda hall: (hall.state(self.id), read_status(hall, self.id))
        )
        if player not in state.cards:
            raise IllegalAction(EventFault.NOT_ENTERED, player=player)
        signed = {each.round for each in state.card_games if player in each.players}
        lines = [
            {"game": e.game, "opponent": state.names.get(e.opponent, e.opponent),
             "points": e.points, "plus": e.plus, "minus": e.minus, "signed": e.game in signed}
            for e in state.cards[player].lines
        ]  # fmt: skip
        places = [each for each in state.standings() if each.player == player]
        place = None if notes.hidden else places[0].place
        return {"name": state.names[player], "event": state.name, "lines": lines, "place": place,
                "of": len(state.cards)}  # fmt: skip

    async def export(self) -> bytes:
        """Returns the file of the event."""
        return await self._keeper.run(lambda hall: export(hall.store, self.id, self._key))

    async def overview(self) -> dict[str, Any]:
        """Returns everything that a director sees of the event."""
        state, decisions, notes = await self._keeper.run(
            lambda hall: (hall.state(self.id), hall.decisions(self.id), read_status(hall, self.id))
        )
        counted = {seq for seq, _ in counting(decisions)}
        undone = {each.seq for each in decisions if isinstance(each, Undone)}
        return {
            "event": seen_event(self.id, state),
            "hidden": notes.hidden,
            "until": notes.until,
            "left": notes.left,
            "qualifying": qualifying(state),
            "cards": {
                player: [[e.game, e.opponent, e.points, e.plus, e.minus] for e in card.lines]
                for player, card in state.cards.items()
            },
            "log": [
                {"seq": seq, "counts": seq in counted or isinstance(each, Undone),
                 "undone": seq in undone and seq not in counted, "decision": each}
                for seq, each in enumerate(decisions, 1)
            ][-LOG_MOST:],
            "pending": await self._pending(state, decisions),
            "asked": await self._keeper.run(lambda hall: read_requests(hall, self.id)),
        }  # fmt: skip

    async def _pending(self, state: EventState, decisions: list[AnyDecision]) -> list[Pending]:
        number = len(state.rounds)
        if not number or state.kind is EventKind.DUPLICATE:
            return []  # a game of a duplicate night is signed, and checked then
        before = await self._keeper.run(lambda hall: finished_before(hall, self.id))
        done = games_on_cards(counting(decisions)).union(*before.values())
        open: list[tuple[int, int, Key | None]] = [
            (number, pairing.table, None)
            for pairing in state.rounds[-1].pairings
            if state.cards[pairing.seats[0]].line(number) is None
        ]
        open += [(each.game, each.table, each.match) for each in at_tables(state)]
        return [
            Pending(game_number, table, board, game, result.scores, result.winner, match)
            for game_number, table, match in open
            if (board := state.boards.get(table)) is not None
            for game, result in (await self._keeper.results(board)).items()
            if game not in done
        ]

    async def _decide(self, decisions: Sequence[AnyDecision]) -> None:
        if decisions:
            await self._keeper.run(lambda hall: hall.decide(self.id, *decisions))
        await self._on_change()
