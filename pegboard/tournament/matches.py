"""Matches and play-offs at tables: due, called, moved, and counted game by game.

A match belongs to the two players whom the bracket pairs there: after a correction in an earlier
round other players are called, and games between the previous ones no longer count. Undoing a game
frees its number, and it is played again. A skunk counts as one game. The boards let the loser of a
game deal first in the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import Called, Counted, EventKind
from pegboard.tournament.finals import qualifying
from pegboard.tournament.result import GameResult
from pegboard.tournament.rotation.bracket import Key, Meeting
from pegboard.tournament.state import EventState

PLAY_OFFS = 0
"""Round number of play-offs in the key of a match."""
PAIR = 2


@dataclass(frozen=True, slots=True)
class MatchAtTable:
    """A match in progress at a table.

    Attributes:
        match: round and number of the match.
        table: number of the table.
        players: players at seats 0 and 1.
        score: games won by each player.
        game: number of the next game.
    """

    match: Key
    table: int
    players: tuple[str, str]
    score: tuple[int, int]
    game: int


def due_matches(state: EventState) -> list[tuple[Key, tuple[str, str]]]:
    """Returns the matches and play-offs that can be played now, with their players."""
    found = [
        ((match.round, match.number), (one, other))
        for matches in state.bracket()
        for match in matches
        if match.winner is None
        for one, other in (match.players,)
        if one is not None and other is not None
    ]
    return [*_play_offs(state), *found]


def _play_offs(state: EventState) -> list[tuple[Key, tuple[str, str]]]:
    """Returns the open play-offs: called ones, and the necessary one if two are tied."""
    field = _undecided(state)
    called = [call for (match, _), call in state.called.items() if match[0] == PLAY_OFFS]
    found = [
        (call.match, call.players)
        for call in called
        if {*call.players} <= {*field} and not _is_decided(state, call.players)
    ]
    if len(field) == PAIR and not found and not _is_decided(state, field):
        found = [((PLAY_OFFS, _next_number(state)), (field[0], field[1]))]
    return found


def _undecided(state: EventState) -> tuple[str, ...]:
    outcome = None
    if state.kind in (EventKind.MAIN, EventKind.CONSOLATION):
        outcome = qualifying(state)
    return outcome.undecided if outcome is not None and outcome.open else ()


def _is_decided(state: EventState, players: Sequence[str]) -> bool:
    return any({*pair} == {*players} for pair in state.playoffs)


def _next_number(state: EventState) -> int:
    return 1 + max((match[1] for match, _ in state.called if match[0] == PLAY_OFFS), default=0)


def matches_at_tables(state: EventState) -> tuple[MatchAtTable, ...]:
    """Returns the matches in progress, at most one per table."""
    found: dict[int, MatchAtTable] = {}
    for match, players in due_matches(state):
        meeting: Meeting = match, frozenset(players)
        call = state.called.get(meeting)
        if call is not None and call.table not in found:
            games = [game for game in state.match_games if game.meeting == meeting]
            one, other = call.players
            score = tuple(sum(game.winner == player for game in games) for player in (one, other))
            counted = {game.number for game in games}
            free = next(n for n in range(1, len(games) + 2) if n not in counted)
            found[call.table] = MatchAtTable(
                match, call.table, call.players, (score[0], score[1]), free
            )
    return tuple(found[table] for table in sorted(found))


def unassigned_matches(state: EventState) -> list[tuple[Key, tuple[str, str]]]:
    """Returns the due matches without a table."""
    placed = {
        (at_table.match, frozenset(at_table.players)) for at_table in matches_at_tables(state)
    }
    return [match for match in due_matches(state) if (match[0], frozenset(match[1])) not in placed]


def call_due_matches(state: EventState, free: Sequence[int], by: str, at: float) -> list[Called]:
    """Returns calls that assign due matches to free tables.

    Args:
        state: state of the event.
        free: free tables with a board, in the order of assignment.
        by: author of the calls.
        at: time in seconds since 1970.
    """
    used_tables = {at_table.table for at_table in matches_at_tables(state)}
    tables = [table for table in free if table not in used_tables]
    return [
        Called(at=at, by=by, match=match, table=table, players=players)
        for (match, players), table in zip(unassigned_matches(state), tables, strict=False)
    ]


def play_off_call(
    state: EventState, one: str, other: str, table: int, by: str, at: float
) -> Called:
    """Returns the decision that calls a play-off between two tied players.

    Raises:
        IllegalAction: the players need no play-off now, or the table is in use.
    """
    pair = (one, other)
    if one == other or not {*pair} <= {*_undecided(state)} or _is_decided(state, pair):
        raise IllegalAction(EventFault.NO_PLAY_OFF, one=one, other=other)
    if any(at_table.table == table for at_table in matches_at_tables(state)):
        raise IllegalAction(EventFault.OTHERS_PLAY, round=PLAY_OFFS, table=table)
    before = [call.match for call in state.called.values() if {*call.players} == {*pair}]
    match = before[0] if before else (PLAY_OFFS, _next_number(state))
    return Called(at=at, by=by, match=match, table=table, players=pair)


def swap_seats(state: EventState, one: str, other: str, by: str, at: float) -> Called | None:
    """Returns the call that swaps the seats of a match; None if the two have no match."""
    for at_table in matches_at_tables(state):
        if {*at_table.players} == {one, other}:
            players = at_table.players[::-1]
            return Called(at=at, by=by, match=at_table.match, table=at_table.table, players=players)
    return None


def swap_matches(state: EventState, one: int, other: int, by: str, at: float) -> list[Called]:
    """Returns the calls that swap the matches of two tables, one of which may be free."""
    tables = {one: other, other: one}
    return [
        Called(
            at=at,
            by=by,
            match=at_table.match,
            table=tables[at_table.table],
            players=at_table.players,
        )
        for at_table in matches_at_tables(state)
        if at_table.table in tables
    ]


def count_game(
    playing: MatchAtTable, board: str, game: str, result: GameResult, by: str, at: float
) -> Counted:
    """Returns the decision that counts an unsigned game.

    Args:
        playing: match that the game belongs to.
        board: id of the board at its table.
        game: id of the game in the board's journal.
        result: result replayed from the journal.
        by: author of the decision.
        at: time in seconds since 1970.
    """
    winner, loser = playing.players[result.winner], playing.players[1 - result.winner]
    return Counted(
        at=at,
        by=by,
        match=playing.match,
        number=playing.game,
        winner=winner,
        loser=loser,
        board=board,
        game=game,
    )
