"""The director's desk: an event's decisions, what waits for one, and the file of the event."""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pegboard.errors import IllegalAction
from pegboard.hall.archive.export import export
from pegboard.hall.chain.keys import SigningKey
from pegboard.hall.codes import HallFault
from pegboard.hall.event.accepting import accepted, games_on_cards
from pegboard.hall.event.checking import check_cards
from pegboard.hall.event.decisions import (
    AnyDecision,
    Entered,
    EventKind,
    Opened,
    Seeded,
    Undone,
    parse_decision,
)
from pegboard.hall.event.finals import all_played, qualifying
from pegboard.hall.event.names import free_id
from pegboard.hall.event.shown import seen_event
from pegboard.hall.event.spreadsheet import standings_csv
from pegboard.hall.event.state import EventState, counting
from pegboard.hall.hall import Hall
from pegboard.hall.protocol.messages import Seat
from pegboard.hall.protocol.seats import seats_of
from pegboard.hall.service.keeper import Keeper
from pegboard.hall.service.scoreboard import Scoreboard

BY = "director"


@dataclass(frozen=True, slots=True)
class Pending:
    """A game that is over and on no card yet: the round, the table, and what the journal says."""

    round: int
    table: int
    board: str
    game: str
    scores: tuple[int, int]
    winner: int


class EventDesk:
    """The events of a hall; the newest one is shown. Use from one event loop only.

    Args:
        keeper: of the hall.
        key: the hall's.
        scoreboard: shows the event.
        seat: is told who plays at which board.
    """

    def __init__(
        self,
        keeper: Keeper,
        key: SigningKey,
        scoreboard: Scoreboard,
        seat: Callable[[dict[str, Seat]], None],
    ) -> None:
        self._keeper, self._key, self._scoreboard = keeper, key, scoreboard
        self._seat = seat
        self.event = ""
        """Id of the newest event; empty before the first."""
        self.hidden = False
        """True while only the director sees the standings."""
        self._notes: dict[str, bytes] = {}

    async def open(self) -> None:
        """Shows the newest event, if there is one."""
        events = await self._keeper.do(lambda hall: hall.store.events())
        if events:
            await self.show(events[-1])

    async def begin(self, name: str, kind: EventKind, games: int, best_of: int = 3) -> str:
        """Opens an event, which is shown from now on; returns its id."""
        id = f"{time.strftime('%Y-%m-%d')}-{secrets.token_hex(3)}"
        opened = Opened(
            at=time.time(),
            by=BY,
            name=name,
            kind=kind,
            games=games,
            seed=secrets.token_hex(8),
            best_of=best_of,
        )
        await self._decide(id, [opened])
        return id

    async def enter(self, names: Sequence[str]) -> None:
        """Enters players by name; one who is entered already, or has no name, is passed over."""
        state = await self._state()
        decisions: list[AnyDecision] = []
        taken, present = dict(state.names), set(state.present)
        for name in (" ".join(name.split())[:64] for name in names):
            known = next((id for id, other in taken.items() if other == name), None)
            if not name or known in present:
                continue
            id = known or free_id(name, set(taken))
            taken[id] = name
            present.add(id)
            decisions.append(Entered(at=time.time(), by=BY, player=id, name=name))
        await self._decide(self.event, decisions)

    async def decide(self, fields: dict[str, Any]) -> None:
        """Makes any decision; time and author are the hall's.

        Args:
            fields: `do`, and what belongs to it.

        Raises:
            WireError: it is no decision.
            IllegalAction, ConfigError: it does not fit.
        """
        text = msgspec.json.encode({**fields, "at": time.time(), "by": BY})
        await self._decide(self.event, [parse_decision(text)])

    async def draw(self) -> None:
        """Draws the next round.

        Raises:
            IllegalAction, ConfigError: all rounds have been drawn, or there are too few players.
        """
        event, state = self.event, await self._state()
        over = {board: [*await self._keeper.results(board)] for board in state.boards.values()}
        name, text = _before(event, len(state.rounds) + 1), msgspec.json.encode(over)

        def drawn(hall: Hall) -> None:
            hall.store.keep(name, text)
            hall.store.keep(f"timer {event}", None)
            hall.draw(event, BY, time.time())

        await self._keeper.do(drawn)
        await self.show(event)

    async def accept(self, table: int, game: str) -> None:
        """Writes a game of the present round on both cards.

        Raises:
            IllegalAction: that game is not over at that table, or the cards have the line.
        """
        state = await self._state()
        result = (await self._keeper.results(state.boards.get(table, ""))).get(game)
        if result is None:
            raise IllegalAction(HallFault.NOT_OVER)
        now, number = time.time(), len(state.rounds)
        await self._decide(self.event, accepted(state, number, table, game, result, BY, now))

    async def seed(self) -> None:
        """Seeds the bracket with those who have qualified.

        Raises:
            IllegalAction: a round is not over, or only a play-off can tell who qualifies.
        """
        state = await self._state()
        field, over = state.cut(), all_played(state)
        if not over or field.open_places or len(field.qualified) < 2:
            raise IllegalAction(HallFault.NOT_DECIDED)
        await self._decide(self.event, [Seeded(at=time.time(), by=BY, players=field.qualified)])

    async def hide(self, hidden: bool) -> None:
        """Keeps the standings from those who look on, or shows them again.

        Raises:
            IllegalAction: there is no event.
        """
        await self._state()
        name, value = f"hidden {self.event}", b"1" if hidden else None
        await self._keeper.do(lambda hall: hall.store.keep(name, value))
        await self.show(self.event)

    async def time(self, minutes: float) -> None:
        """Starts the timer of the round, which all see; 0 ends it.

        Raises:
            IllegalAction: there is no event.
        """
        await self._state()
        name, until = f"timer {self.event}", time.time() + 60 * minutes
        value = msgspec.json.encode(until) if minutes else None
        await self._keeper.do(lambda hall: hall.store.keep(name, value))
        await self.show(self.event)

    async def show_again(self) -> None:
        """Shows the event after a board has signed cards."""
        await self.show(self.event)

    async def look_again(self) -> None:
        """Shows what another process has hidden or timed."""
        if self.event and await self._noted(self.event) != self._notes:
            await self.show(self.event)

    async def _noted(self, event: str) -> dict[str, bytes]:
        """Returns what is kept of an event beside its decisions: `hidden`, `timer`."""

        def kept(hall: Hall) -> dict[str, bytes]:
            both = {name: hall.store.kept(f"{name} {event}") for name in ("hidden", "timer")}
            return {name: value for name, found in both.items() for value in found.values()}

        return await self._keeper.do(kept)

    async def card(self, player: str) -> dict[str, Any]:
        """Returns a player's own card, with their place unless the standings are hidden.

        Raises:
            IllegalAction: nobody is called that.
        """
        state = await self._state()
        if player not in state.cards:
            raise IllegalAction(HallFault.NOT_ENTERED, player=player)
        signed = {each.round for each in state.signed if player in each.players}
        lines = [
            {"game": e.game, "opponent": state.names.get(e.opponent, e.opponent),
             "points": e.points, "plus": e.plus, "minus": e.minus, "signed": e.game in signed}
            for e in state.cards[player].lines
        ]  # fmt: skip
        places = [each for each in state.standings() if each.player == player]
        place = None if self.hidden else places[0].place
        return {"name": state.names[player], "lines": lines, "place": place,
                "of": len(state.cards)}  # fmt: skip

    async def standings_csv(self) -> str:
        """Returns the standings as a table for other programs, also while they are hidden."""
        return standings_csv(await self._state())

    async def cross_check(self) -> dict[str, Any]:
        """Compares the qualifiers' cards with their opponents', and corrects them (rule 12.2)."""
        check = check_cards(await self._state(), BY, time.time())
        await self._decide(self.event, check.corrections)
        return {"corrected": len(check.corrections), "gained": check.gained, "lost": check.lost}

    async def undo(self, seq: int) -> None:
        """Undoes a decision by its number."""
        await self._decide(self.event, [Undone(at=time.time(), by=BY, seq=seq)])

    async def export(self) -> bytes:
        """Returns the file of the event.

        Raises:
            IllegalAction: there is none.
        """
        event = self.event
        return await self._keeper.do(lambda hall: export(hall.store, event, self._key))

    async def desk(self) -> dict[str, Any]:
        """Returns everything that a director sees of the event."""
        if not self.event:
            return {
                "event": None,
                "hidden": False,
                "qualifying": None,
                "cards": {},
                "log": [],
                "pending": [],
            }
        event = self.event
        state, decisions = await self._keeper.do(
            lambda hall: (hall.state(event), hall.decisions(event))
        )
        counted = {seq for seq, _ in counting(decisions)}
        undone = {each.seq for each in decisions if isinstance(each, Undone)}
        return {
            "event": seen_event(event, state),
            "hidden": self.hidden,
            "qualifying": qualifying(state),
            "cards": {
                player: [[e.game, e.opponent, e.points, e.plus, e.minus] for e in card.lines]
                for player, card in state.cards.items()
            },
            "log": [
                {"seq": seq, "counts": seq in counted or isinstance(each, Undone),
                 "undone": seq in undone and seq not in counted, "decision": each}
                for seq, each in enumerate(decisions, 1)
            ][-200:],
            "pending": await self._pending(state, decisions),
        }  # fmt: skip

    async def _pending(self, state: EventState, decisions: list[AnyDecision]) -> list[Pending]:
        number = len(state.rounds)
        if not number:
            return []
        before = await self._over_before(self.event, number)
        done = games_on_cards(counting(decisions)).union(*before.values())
        found = []
        for pairing in state.rounds[-1].pairings:
            board = state.boards.get(pairing.table)
            if board is None or state.cards[pairing.seats[0]].line(number) is not None:
                continue
            results = (await self._keeper.results(board)).items()
            found += [
                Pending(number, pairing.table, board, game, result.scores, result.winner)
                for game, result in results
                if game not in done
            ]
        return found

    async def _over_before(self, event: str, round: int) -> dict[str, list[str]]:
        """Returns the games of each board that were over before a round was drawn."""
        name = _before(event, round)
        kept = await self._keeper.do(lambda hall: hall.store.kept(name))
        return msgspec.json.decode(kept.get(name, b"{}"), type=dict[str, list[str]])

    async def _state(self) -> EventState:
        event = self.event
        if not event:
            raise IllegalAction(HallFault.NO_EVENT, event="")
        return await self._keeper.do(lambda hall: hall.state(event))

    async def _decide(self, event: str, decisions: Sequence[AnyDecision]) -> None:
        if not event:
            raise IllegalAction(HallFault.NO_EVENT, event="")

        def decided(hall: Hall) -> None:
            for decision in decisions:
                hall.decide(event, decision)

        await self._keeper.do(decided)
        await self.show(event)

    async def show(self, event: str) -> None:
        """Shows an event as it is now; it is the one that is directed."""
        state = await self._keeper.do(lambda hall: hall.state(event))
        self._notes = await self._noted(event)
        self.event, self.hidden = event, "hidden" in self._notes
        self._scoreboard.put("event", seen_event(event, state, hidden=self.hidden))
        timer = self._notes.get("timer")
        until = None if timer is None else msgspec.json.decode(timer, type=float)
        self._scoreboard.put("timer", {"until": until})
        before = await self._over_before(event, len(state.rounds))
        self._seat(seats_of(event, state, before))


def _before(event: str, round: int) -> str:
    """Returns the name of what the store keeps: the games that were over when it was drawn."""
    return f"over {event} {round}"
