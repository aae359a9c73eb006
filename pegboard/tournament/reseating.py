"""Swaps players and tables in the current round, before their games are on the cards."""

from collections.abc import Mapping

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Game, Reseated
from pegboard.tournament.state import EventState


def swap_players(state: EventState, one: str, other: str, by: str, at: float) -> Reseated:
    """Returns the decision that swaps two players, one of whom may have the bye.

    Raises:
        IllegalAction: no round is drawn, or a player is not in it.
    """
    for player in (one, other):
        playing = [player for pairing in _round(state) for player in pairing]
        if player not in (*playing, state.rounds[-1].bye):
            raise IllegalAction(EventFault.NOT_PRESENT, player=player)
    return _reseated(state, {one: other, other: one}, {}, by, at)


def swap_tables(state: EventState, one: int, other: int, by: str, at: float) -> Reseated:
    """Returns the decision that swaps two tables, one of which may be free.

    Raises:
        IllegalAction: no round is drawn, or nobody plays at the first table.
    """
    _round(state)
    tables = {pairing.table for pairing in state.rounds[-1].pairings}
    if one not in tables:
        raise IllegalAction(EventFault.OTHERS_PLAY, round=len(state.rounds), table=one)
    return _reseated(state, {}, {one: other, other: one}, by, at)


def _round(state: EventState) -> list[tuple[str, str]]:
    if not state.rounds:
        raise IllegalAction(EventFault.NOT_DRAWN, round=1)
    return [pairing.seats for pairing in state.rounds[-1].pairings]


def _reseated(
    state: EventState, players: Mapping[str, str], tables: Mapping[int, int], by: str, at: float
) -> Reseated:
    present = state.rounds[-1]
    games = (
        Game(
            tables.get(pairing.table, pairing.table),
            *(players.get(seat, seat) for seat in pairing.seats),
        )
        for pairing in present.pairings
    )
    bye = None if present.bye is None else players.get(present.bye, present.bye)
    ordered = tuple(sorted(games, key=lambda game: game.table))
    return Reseated(at=at, by=by, round=present.number, games=ordered, bye=bye)
