"""The director's operations on one event, and its export."""

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
from pegboard.hall.hall import EARLY, Hall
from pegboard.hall.service.events.match_calls import call_play_off, save_finished_at
from pegboard.hall.service.events.status import (
    finished_before,
    read_status,
    save_finished,
    save_hidden,
    save_timer,
)
from pegboard.hall.service.events.takeover_requests import read_requests
from pegboard.hall.service.store_thread import StoreThread
from pegboard.tournament.acceptance import accept_game, accepted_games, typed_result
from pegboard.tournament.card_checks import check_cards
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    AnyDecision,
    Called,
    Drawn,
    Entered,
    EventKind,
    Renamed,
    Revealed,
    Seeded,
    Undone,
    parse_decision,
)
from pegboard.tournament.finals import is_qualifying_over, is_round_complete, qualifying
from pegboard.tournament.matches import count_game, matches_at_tables, swap_matches, swap_seats
from pegboard.tournament.public import public_event, public_round
from pegboard.tournament.registration import Registration, namesakes, register
from pegboard.tournament.reseating import swap_players, swap_tables
from pegboard.tournament.rotation.bracket import Key
from pegboard.tournament.state import EventState, effective_decisions

BY = "director"
LOG_MOST = 200
"""Number of latest decisions shown to the director."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A finished game that is not on the cards yet, with its result from the journal.

    For a match, `round` is the number of its next game.
    """

    round: int
    table: int
    board: str
    game: str
    scores: tuple[int, int]
    winner: int
    match: Key | None = None


def card_view(state: EventState, player: str, *, hidden: bool) -> dict[str, Any]:
    """Returns a player's card, with the player's place unless the standings are hidden.

    Raises:
        IllegalAction: the player is unknown.
    """
    if player not in state.cards:
        raise IllegalAction(EventFault.NOT_ENTERED, player=player)
    signed = {
        signed_game.round for signed_game in state.card_games if player in signed_game.players
    }
    lines = [
        {"game": e.game, "opponent": state.names.get(e.opponent, e.opponent),
         "points": e.points, "plus": e.plus, "minus": e.minus, "signed": e.game in signed}
        for e in state.cards[player].lines
    ]  # fmt: skip
    place = None
    if not hidden:
        place = next(place.place for place in state.standings() if place.player == player)
    return {"name": state.names[player], "event": state.name, "lines": lines, "place": place,
            "of": len(state.cards)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Timing:
    """When a signed game ended and how long it took, by the hall's clock.

    Attributes:
        round: number of the round; for a match, of the game in it.
        table: number of the table.
        game: id of the game.
        after_s: seconds from the draw or call to the arrival of its last entry.
        took_s: seconds between the arrivals of its first and last entries; 0 if they arrived
            together.
        match: match of the game; None for a game of a round.
    """

    round: int
    table: int
    game: str
    after_s: float
    took_s: float
    match: Key | None = None


@dataclass(frozen=True, slots=True)
class Newcomers:
    """The number of players entered, and the newcomers who share a present player's name."""

    entered: int
    twice: tuple[Registration, ...] = ()


class EventControl:
    """The director's operations on an event. Use from one event loop only.

    Args:
        id: id of an existing event.
        store_thread: thread of the hall's store.
        key: secret key of the hall.
        on_change: called after a change.
    """

    def __init__(
        self,
        id: str,
        store_thread: StoreThread,
        key: SigningKey,
        on_change: Callable[[], Awaitable[None]],
    ) -> None:
        self.id = id
        self._store_thread, self._key, self._on_change = store_thread, key, on_change

    async def state(self) -> EventState:
        """Returns the current state of the event."""
        return await self._store_thread.run(lambda hall: hall.state(self.id))

    async def enter(self, newcomers: Sequence[Registration], *, twice: bool = False) -> Newcomers:
        """Enters players; skips those without a name.

        Args:
            newcomers: registrations in order.
            twice: True to enter those of whose name one is present.
        """
        state = await self.state()
        decisions = register(state, newcomers, BY, time.time(), twice=twice)
        await self._decide(decisions)
        return Newcomers(len(decisions), () if twice else namesakes(state, newcomers))

    async def rename(self, player: str, name: str) -> None:
        """Corrects the name of a player.

        Raises:
            IllegalAction: the player is unknown, or no letter is left of the name.
        """
        names, plain = (await self.state()).names, " ".join(name.split())
        if player not in names or not plain:
            raise IllegalAction(EventFault.NOT_ENTERED, player=player)
        now, old = time.time(), names[player]
        if plain != old:
            await self._decide([Renamed(at=now, by=BY, player=player, old=old, name=plain)])

    async def re_enter(self, player: str) -> None:
        """Re-enters a player who had left.

        Raises:
            IllegalAction: the player is unknown or has not left.
        """
        state = await self.state()
        if player not in state.names:
            raise IllegalAction(EventFault.NOT_ENTERED, player=player)
        number, club = state.about.get(player, ("", ""))
        name, now = state.names[player], time.time()
        again = Entered(at=now, by=BY, player=player, name=name, number=number, club=club)
        await self._decide([again])

    async def decide(self, fields: dict[str, Any]) -> None:
        """Makes any decision; the hall adds time and author.

        Args:
            fields: fields of the decision, with `do`.

        Raises:
            WireError: the fields are not a decision.
            IllegalAction, ConfigError: the decision is not allowed now.
        """
        text = msgspec.json.encode({**fields, "at": time.time(), "by": BY})
        await self._decide([parse_decision(text)])

    async def draw(self) -> None:
        """Draws the next round.

        Raises:
            IllegalAction, ConfigError: all rounds have been drawn, or there are too few players.
        """
        state = await self.state()
        over = {
            board: [*await self._store_thread.results(board)] for board in state.boards.values()
        }

        def drawn(hall: Hall) -> None:
            save_finished(hall, self.id, len(state.rounds) + 1, over)
            save_timer(hall, self.id)
            hall.draw(self.id, BY, time.time())

        await self._store_thread.run(drawn)
        await self._on_change()

    async def accept(self, table: int, game: str) -> None:
        """Enters a finished game on both cards, or counts it in the match at the table.

        Raises:
            IllegalAction: the game is not over at that table, or a card has the line already.
        """
        state = await self.state()
        if state.kind is EventKind.DUPLICATE:
            raise IllegalAction(EventFault.NO_DUPLICATE)
        board = state.boards.get(table, "")
        result = (await self._store_thread.results(board)).get(game)
        if result is None:
            raise IllegalAction(EventFault.NOT_OVER)
        for playing in matches_at_tables(state):
            if playing.table == table:
                await self._decide([count_game(playing, board, game, result, BY, time.time())])
                return
        now, number = time.time(), len(state.rounds)
        await self._decide(accept_game(state, number, table, game, result, BY, now))

    async def record(
        self, table: int, winner: str, score: int, round: int | None = None, reason: str = ""
    ) -> None:
        """Records on both cards a result that the director typed.

        Args:
            table: number of the table.
            winner: player who won there.
            score: final score of the loser.
            round: number of the round; None for the current one.
            reason: reason for replacing a result; empty for a first one.

        Raises:
            IllegalAction: the winner does not play there, or a card has the line and no reason is
                given.
        """
        state = await self.state()
        number = len(state.rounds) if round is None else round
        now = time.time()
        await self._decide(
            [typed_result(state, number, table, winner, score, reason.strip(), BY, now)]
        )

    async def swap_players(self, one: str, other: str) -> None:
        """Swaps two players of the round.

        Raises:
            IllegalAction: one of them does not play now, or has the game on the card already.
        """
        state, now = await self.state(), time.time()
        call = swap_seats(state, one, other, BY, now)
        await self._decide([call or swap_players(state, one, other, BY, now)])

    async def swap_tables(self, one: int, other: int) -> None:
        """Swaps two tables.

        Raises:
            IllegalAction: nobody plays there now, or a game there is on the cards already.
        """
        state, now = await self.state(), time.time()
        moved = swap_matches(state, one, other, BY, now)
        if not moved:
            await self._decide([swap_tables(state, one, other, BY, now)])
            return
        boards = [state.boards[call.table] for call in moved if call.table in state.boards]
        await self._store_thread.run_with_live(
            lambda hall, live: save_finished_at(hall, self.id, boards, live)
        )
        await self._decide(moved)

    async def play_off(self, one: str, other: str) -> None:
        """Calls a play-off between two tied players to a free table.

        Raises:
            IllegalAction: the players need no play-off now, or no table is free.
        """
        call = partial(call_play_off, event=self.id, pair=(one, other), by=BY)
        await self._store_thread.run_with_live(lambda hall, live: call(hall, live=live))
        await self._on_change()

    async def seed(self) -> None:
        """Seeds the bracket with the qualifiers.

        Raises:
            IllegalAction: a round is not over, or a play-off is needed.
        """
        state = await self.state()
        field, over = state.cut(), is_qualifying_over(state)
        if not over or field.open_places or len(field.qualified) < 2:
            raise IllegalAction(EventFault.NOT_DECIDED)
        await self._decide([Seeded(at=time.time(), by=BY, players=field.qualified)])

    async def reveal(self) -> None:
        """Reveals the deals of a duplicate night, and so ends the night.

        Raises:
            IllegalAction: not a duplicate night, a game is open, or already revealed.
        """

        def revealed(hall: Hall) -> None:
            if not is_round_complete(hall.state(self.id)):
                raise IllegalAction(EventFault.NOT_REVEALED)
            secret = hall.secret(self.id)
            hall.decide(self.id, Revealed(at=time.time(), by=BY, secret=secret))

        await self._store_thread.run(revealed)
        await self._on_change()

    async def hide(self, hidden: bool) -> None:
        """Hides the standings from the public, or shows them again."""
        await self._store_thread.run(lambda hall: save_hidden(hall, self.id, hidden=hidden))
        await self._on_change()

    async def start_timer(self, minutes: float) -> None:
        """Starts the public timer of the round; 0 stops it."""
        until = time.time() + 60 * minutes if minutes else None
        await self._store_thread.run(lambda hall: save_timer(hall, self.id, until))
        await self._on_change()

    async def pause(self, on: bool) -> None:
        """Pauses the timer, keeping the remaining time, or resumes it.

        Raises:
            IllegalAction: no timer is running, or none is paused.
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

        await self._store_thread.run(paused)
        await self._on_change()

    async def cross_check(self) -> dict[str, Any]:
        """Cross-checks the qualifiers' cards and corrects them (rule 12.2)."""
        check = check_cards(await self.state(), BY, time.time())
        await self._decide(check.corrections)
        return {"corrected": len(check.corrections), "gained": check.gained, "lost": check.lost}

    async def undo(self, seq: int) -> None:
        """Undoes a decision by its number."""
        await self._decide([Undone(at=time.time(), by=BY, seq=seq)])

    # --- views

    async def export(self) -> bytes:
        """Exports the event."""
        return await self._store_thread.run(lambda hall: export(hall.store, self.id, self._key))

    async def report(self) -> dict[str, Any]:
        """Returns the event for its printed report: all rounds, and the decisions in force."""
        state, decisions = await self._store_thread.run(
            lambda hall: (hall.state(self.id), hall.decisions(self.id))
        )
        return {
            "event": public_event(self.id, state),
            "began": decisions[0].at,
            "players": {
                player: Registration(name, *state.about.get(player, ("", "")))
                for player, name in state.names.items()
            },
            "rounds": [public_round(state, n) for n in range(1, len(state.rounds) + 1)],
            "decisions": [
                {"seq": seq, "decision": decision}
                for seq, decision in effective_decisions(decisions)
            ],
        }

    async def overview(self) -> dict[str, Any]:
        """Returns the director's view of the event."""
        state, decisions, notes, early = await self._store_thread.run(
            lambda hall: (
                hall.state(self.id),
                hall.decisions(self.id),
                read_status(hall, self.id),
                EARLY.get(hall.store, self.id),
            )
        )
        counted = {seq for seq, _ in effective_decisions(decisions)}
        undone = {undo.seq for undo in decisions if isinstance(undo, Undone)}
        return {
            "event": public_event(self.id, state),
            "hidden": notes.hidden,
            "until": notes.until,
            "left": notes.left,
            "qualifying": qualifying(state),
            "cards": {
                player: [[e.game, e.opponent, e.points, e.plus, e.minus] for e in card.lines]
                for player, card in state.cards.items()
            },
            "log": [
                {"seq": seq, "counts": seq in counted or isinstance(decision, Undone),
                 "undone": seq in undone and seq not in counted, "decision": decision}
                for seq, decision in enumerate(decisions, 1)
            ][-LOG_MOST:],
            "pending": await self._pending(state, decisions),
            "early": early or [],
            "timings": await self._timings(state, decisions),
            "asked": await self._store_thread.run(lambda hall: read_requests(hall, self.id)),
        }  # fmt: skip

    async def _timings(self, state: EventState, decisions: list[AnyDecision]) -> list[Timing]:
        """Returns when the signed games ended and how long they took, by the hall's clock."""
        drawn: dict[object, float] = {}
        for _, decision in effective_decisions(decisions):
            if isinstance(decision, Drawn):
                drawn[decision.round] = decision.at
            elif isinstance(decision, Called):
                drawn[decision.match, frozenset(decision.players)] = decision.at
        boards = sorted({signed.board for signed in state.signed})
        arrived = {board: await self._store_thread.arrivals(board) for board in boards}
        found = []
        for signed in state.signed:
            place = signed.round
            key = place if signed.match is None else (signed.match, frozenset(signed.players))
            times, begin = arrived[signed.board].get(signed.game), drawn.get(key)
            if times is not None and begin is not None:
                after, took = times[1] - begin, times[1] - times[0]
                found.append(Timing(place, signed.table, signed.game, after, took, signed.match))
        return found

    async def _pending(self, state: EventState, decisions: list[AnyDecision]) -> list[Pending]:
        number = len(state.rounds)
        if not number or state.kind is EventKind.DUPLICATE:
            return []  # in a duplicate night all games must be signed
        before = await self._store_thread.run(lambda hall: finished_before(hall, self.id))
        done = accepted_games(effective_decisions(decisions)).union(*before.values())
        open: list[tuple[int, int, Key | None]] = [
            (number, pairing.table, None)
            for pairing in state.rounds[-1].pairings
            if state.cards[pairing.seats[0]].line(number) is None
        ]
        open += [
            (at_table.game, at_table.table, at_table.match) for at_table in matches_at_tables(state)
        ]
        return [
            Pending(game_number, table, board, game, result.scores, result.winner, match)
            for game_number, table, match in open
            if (board := state.boards.get(table)) is not None
            for game, result in (await self._store_thread.results(board)).items()
            if game not in done
        ]

    async def _decide(self, decisions: Sequence[AnyDecision]) -> None:
        if decisions:
            await self._store_thread.run(lambda hall: hall.decide(self.id, *decisions))
        await self._on_change()
