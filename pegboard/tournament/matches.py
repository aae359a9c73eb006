"""Matches of the bracket and play-offs at the tables: due, called, moved, played game by game.

A match is played as far as the bracket now has these two meet there: after a correction upstream
the others are called, and what was played between those before does not count any more. Games are
numbered; one that is undone leaves its number free, and is played again. A skunk is one game, and
whoever lost a game deals first in the next, which the boards do by themselves.
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
"""The round of play-offs, in the key of a match."""
PAIR = 2


@dataclass(frozen=True, slots=True)
class MatchAtTable:
    """A match that goes on at a table.

    Attributes:
        match: round and number.
        table: where.
        players: at seats 0 and 1.
        score: games won by each of them.
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
    """Returns the play-offs: those that were called, and the one that has to be if two are tied."""
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
    told = None
    if state.kind in (EventKind.MAIN, EventKind.CONSOLATION):
        told = qualifying(state)
    return told.undecided if told is not None and told.open else ()


def _is_decided(state: EventState, players: Sequence[str]) -> bool:
    return any({*pair} == {*players} for pair in state.playoffs)


def _next_number(state: EventState) -> int:
    return 1 + max((match[1] for match, _ in state.called if match[0] == PLAY_OFFS), default=0)


def matches_at_tables(state: EventState) -> tuple[MatchAtTable, ...]:
    """Returns the matches that go on at a table, one a table."""
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
    """Returns the matches that are due and at no table."""
    placed = {
        (at_table.match, frozenset(at_table.players)) for at_table in matches_at_tables(state)
    }
    return [match for match in due_matches(state) if (match[0], frozenset(match[1])) not in placed]


def call_due_matches(state: EventState, free: Sequence[int], by: str, at: float) -> list[Called]:
    """Returns the calls of all matches that are due and at no table, as far as there are tables.

    Args:
        state: the event.
        free: tables with a board at which nobody plays, in the order in which they are taken.
        by: the director.
        at: seconds since 1970.
    """
    taken = {at_table.table for at_table in matches_at_tables(state)}
    tables = [table for table in free if table not in taken]
    return [
        Called(at=at, by=by, match=match, table=table, players=players)
        for (match, players), table in zip(unassigned_matches(state), tables, strict=False)
    ]


def play_off_call(
    state: EventState, one: str, other: str, table: int, by: str, at: float
) -> Called:
    """Returns the call of a play-off between two of those who are tied.

    Raises:
        IllegalAction: no play-off parts them now, or others play at that table.
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
    """Returns the call by which the two of one match change seats; None if they are not."""
    for at_table in matches_at_tables(state):
        if {*at_table.players} == {one, other}:
            players = at_table.players[::-1]
            return Called(at=at, by=by, match=at_table.match, table=at_table.table, players=players)
    return None


def swap_matches(state: EventState, one: int, other: int, by: str, at: float) -> list[Called]:
    """Returns the calls by which the matches at two tables change places; one may be free."""
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
    """Returns the decision that counts a game which its seats have not signed.

    Args:
        playing: the match.
        board: that stands at its table.
        game: its id in the board's journal.
        result: replayed from there.
        by: the director.
        at: seconds since 1970.
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
