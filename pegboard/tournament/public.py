"""The public view of an event: pairings, standings, bracket."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pegboard.tournament.decisions import EventKind
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.rotation.bracket import Key, Match
from pegboard.tournament.rotation.circle import Pairing
from pegboard.tournament.scorecards.line import MARGIN_MOST, points_of
from pegboard.tournament.standings.awards import grass_roots
from pegboard.tournament.standings.duplicate import EXPERT, compare_games, scores
from pegboard.tournament.state import EventState


class PublicTable(Struct, frozen=True):
    """A table of the current round.

    Attributes:
        table: number of the table.
        board: id of the board there, or None.
        players: ids at seats 0 and 1.
        points: game points of both, once they are on the cards.
        scores: holes of both at the end of the game, by the spread on the cards; None before.
        previous: id of the board's latest game that was over before the draw; empty without one.
    """

    table: int
    board: str | None
    players: tuple[str, str]
    points: tuple[int | None, int | None]
    scores: tuple[int, int] | None = None
    previous: str = ""


class PublicRound(Struct, frozen=True):
    """A drawn round with its results."""

    round: int
    tables: tuple[PublicTable, ...]
    bye: str | None


class PublicPlace(Struct, frozen=True):
    """A player's place; tied players share its number."""

    place: int
    tied: bool
    player: str
    points: int
    won: int
    plus: int
    minus: int
    games: int
    grass_roots: int | None


class PublicMatch(Struct, frozen=True):
    """A match of the bracket; an undetermined player is None.

    Attributes:
        number: number in its round.
        players: ids of the players.
        winner: id of the winner; None while undecided.
        games: games won by winner and loser; (0, 0) while undecided or if the loser did not appear.
        bye: True for a seed without an opponent in the first round.
        score: games won so far by each player, if games are counted.
        table: table at which it is being played, or None.
    """

    number: int
    players: tuple[str | None, str | None]
    winner: str | None
    games: tuple[int, int]
    bye: bool
    score: tuple[int, int] = (0, 0)
    table: int | None = None


class PublicMatchTable(Struct, frozen=True):
    """A table with a match or play-off in progress.

    Attributes:
        match: round (0 for a play-off) and number.
        table: number of the table.
        board: id of the board there, or None.
        players: ids at seats 0 and 1.
        score: games won by each player.
        game: number of the next game.
    """

    match: Key
    table: int
    board: str | None
    players: tuple[str, str]
    score: tuple[int, int]
    game: int


class PublicDuplicate(Struct, frozen=True):
    """The public view of a duplicate night.

    Attributes:
        commitment: commitment to the deals.
        secret: secret of the deals; empty until it is revealed.
        scores: player -> sum of margins above the datum; empty while hidden.
        games: number, datum and margins by player for each game; empty while hidden.
    """

    commitment: str
    secret: str
    scores: dict[str, float]
    games: tuple[tuple[int, float, dict[str, int]], ...]


class PublicEvent(Struct, frozen=True):
    """The public view of an event.

    Attributes:
        id: id of the event.
        name, kind, games: name, kind and number of rounds.
        round: number of the current round; 0 before the first.
        names: player id -> name.
        present: players of the next round.
        bye: player with the bye in this round.
        tables: tables of this round.
        boards: table -> board.
        standings: places in order; empty while hidden.
        seeds: seeds of the bracket, the top seed first; empty before seeding.
        bracket: rounds of the bracket, the final last.
        best_of: maximum number of games of a match.
        matches: matches and play-offs in progress.
        consolation: id of the consolation, or empty.
        duplicate: data of a duplicate night; None for other events.
        hidden: True while the standings are hidden from the public.
    """

    id: str
    name: str
    kind: EventKind
    games: int
    round: int
    names: dict[str, str]
    present: tuple[str, ...]
    bye: str | None
    tables: tuple[PublicTable, ...]
    boards: dict[int, str]
    standings: tuple[PublicPlace, ...]
    seeds: tuple[str, ...]
    bracket: tuple[tuple[PublicMatch, ...], ...]
    best_of: int
    matches: tuple[PublicMatchTable, ...] = ()
    consolation: str = ""
    duplicate: PublicDuplicate | None = None
    hidden: bool = False


def public_duplicate(state: EventState, *, hidden: bool = False) -> PublicDuplicate | None:
    """Returns the public view of a duplicate night; None for other events."""
    if state.kind is not EventKind.DUPLICATE:
        return None
    games = () if hidden else compare_games(state.cards.values())
    return PublicDuplicate(
        state.seed,
        state.secret,
        {player: round(float(score), 2) for player, score in scores(games).items()},
        tuple((game.game, round(float(game.datum), 2), dict(game.margins)) for game in games),
    )


def public_round(
    state: EventState, number: int, before: Mapping[str, Sequence[str]] | None = None
) -> PublicRound:
    """Returns a drawn round with the results on the cards.

    Args:
        state: state of the event.
        number: number of the round, from 1.
        before: board -> its games that were over before the draw, the oldest first.
    """
    drawn = state.rounds[number - 1]
    tables = []
    for pairing in drawn.pairings:
        board = state.boards.get(pairing.table)
        games = (before or {}).get(board or "", ())
        tables.append(
            PublicTable(
                pairing.table,
                board,
                pairing.seats,
                _points(state, pairing, number),
                _scores(state, pairing, number),
                games[-1] if games else "",
            )
        )
    return PublicRound(number, tuple(tables), drawn.bye)


def _points(state: EventState, pairing: Pairing, number: int) -> tuple[int | None, int | None]:
    """Returns the game points of both seats; the expert has no card, so its points are derived."""
    first, second = pairing.seats
    first_line = state.cards[first].line(number)
    if second != EXPERT:
        second_line = state.cards[second].line(number)
        return (
            first_line.points if first_line else None,
            second_line.points if second_line else None,
        )
    if first_line is None or first_line.spread is None:
        return None, None
    return first_line.points, 0 if first_line.claims_win else points_of(first_line.spread)


def _scores(state: EventState, pairing: Pairing, number: int) -> tuple[int, int] | None:
    """Returns the final scores by the winner's card, or the loser's if only that has a spread."""
    best: tuple[int, int] | None = None
    for seat, player in enumerate(pairing.seats):
        line = state.cards[player].line(number) if player != EXPERT else None
        if line is None or line.spread is None or line.claims_win is None:
            continue
        scores = (MARGIN_MOST, MARGIN_MOST - line.spread)
        here = scores if line.claims_win == (seat == 0) else (scores[1], scores[0])
        if best is None or line.claims_win:
            best = here
    return best


def _match(match: Match, table: int | None) -> PublicMatch:
    return PublicMatch(
        match.number, match.players, match.winner, match.games, match.bye, match.score, table
    )


def public_event(
    id: str,
    state: EventState,
    *,
    hidden: bool = False,
    before: Mapping[str, Sequence[str]] | None = None,
) -> PublicEvent:
    """Returns the public view of an event.

    Args:
        id: id of the event.
        state: state of the event.
        hidden: True to leave out the standings.
        before: board -> its games that were over before the draw, the oldest first.
    """
    club, playing = state.kind is EventKind.CLUB, matches_at_tables(state)
    table_of = {at_table.match: at_table.table for at_table in playing}
    now = public_round(state, len(state.rounds), before) if state.rounds else None
    return PublicEvent(
        id=id,
        name=state.name,
        kind=state.kind,
        games=state.games,
        round=len(state.rounds),
        names=dict(state.names),
        present=state.present,
        bye=None if now is None else now.bye,
        tables=() if now is None else now.tables,
        boards=dict(state.boards),
        seeds=state.seeds,
        bracket=tuple(
            tuple(_match(match, table_of.get((match.round, match.number))) for match in matches)
            for matches in state.bracket()
        ),
        best_of=state.best_of,
        matches=tuple(
            PublicMatchTable(
                *(at_table.match, at_table.table, state.boards.get(at_table.table)),
                *(at_table.players, at_table.score, at_table.game),
            )
            for at_table in playing
        ),
        consolation=state.consolation,
        duplicate=public_duplicate(state, hidden=hidden),
        hidden=hidden,
        standings=()
        if hidden
        else tuple(
            PublicPlace(
                place=place.place,
                tied=place.tied,
                player=place.player,
                points=place.tally.points,
                won=place.tally.games_won,
                plus=place.tally.plus,
                minus=place.tally.minus,
                games=place.tally.games,
                grass_roots=grass_roots(place.tally.points) if club else None,
            )
            for place in state.standings()
        ),
    )
