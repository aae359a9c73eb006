"""An event as everybody sees it: who plays where, the standings."""

from msgspec import Struct

from pegboard.tournament.decisions import EventKind
from pegboard.tournament.matches import matches_at_tables
from pegboard.tournament.rotation.bracket import Key, Match
from pegboard.tournament.rotation.circle import Pairing
from pegboard.tournament.scorecards.line import points_of
from pegboard.tournament.standings.awards import grass_roots
from pegboard.tournament.standings.duplicate import EXPERT, compare_games, scores
from pegboard.tournament.state import EventState


class PublicTable(Struct, frozen=True):
    """A table of the present round.

    Attributes:
        table: its number.
        board: that stands there; None if none was put there.
        players: ids, at seats 0 and 1.
        points: game points of both, once they stand on the cards.
    """

    table: int
    board: str | None
    players: tuple[str, str]
    points: tuple[int | None, int | None]


class PublicPlace(Struct, frozen=True):
    """A player's place; shared with all who have the same number."""

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
    """A match of the bracket; a player who is not known yet is None.

    Attributes:
        number: in its round.
        players: of it.
        winner: None while it is not decided.
        games: won by the winner and by the loser; (0, 0) before, and if the loser did not appear.
        bye: True in the first round for a seed without an opponent.
        score: games won so far by each of the players, where it is played game by game.
        table: at which it is played now; None while it is at none.
    """

    number: int
    players: tuple[str | None, str | None]
    winner: str | None
    games: tuple[int, int]
    bye: bool
    score: tuple[int, int] = (0, 0)
    table: int | None = None


class PublicMatchTable(Struct, frozen=True):
    """A table at which a match or a play-off goes on.

    Attributes:
        match: round, 0 for a play-off, and number.
        table: its number.
        board: that stands there; None if none does.
        players: ids, at seats 0 and 1.
        score: games won by each of them.
        game: number of the next game.
    """

    match: Key
    table: int
    board: str | None
    players: tuple[str, str]
    score: tuple[int, int]
    game: int


class PublicDuplicate(Struct, frozen=True):
    """A duplicate night.

    Attributes:
        commitment: to its deals.
        secret: of them, once it is revealed; empty before.
        scores: player -> sum of what each game was above its datum; none while they are hidden.
        games: number, datum and margins by player of each; none while they are hidden.
    """

    commitment: str
    secret: str
    scores: dict[str, float]
    games: tuple[tuple[int, float, dict[str, int]], ...]


class PublicEvent(Struct, frozen=True):
    """An event.

    Attributes:
        id: of the event.
        name, kind, games: of it; games are its rounds.
        round: the present one, 0 before the first.
        names: player id -> name.
        present: who plays the next round.
        bye: who sits out this one.
        tables: of this round.
        boards: table -> board.
        standings: the first place first; none while they are hidden.
        seeds: of the bracket, the highest first; none before it is seeded.
        bracket: its rounds, the final last.
        best_of: games of a match at most.
        matches: matches and play-offs that go on at tables.
        consolation: id of the event beside the bracket; empty without one.
        duplicate: of a duplicate night; None for any other event.
        hidden: True while the director keeps the standings from those who look on.
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
    """Returns what everybody sees of a duplicate night; None if the event is none."""
    if state.kind is not EventKind.DUPLICATE:
        return None
    games = () if hidden else compare_games(state.cards.values())
    return PublicDuplicate(
        state.seed,
        state.secret,
        {player: round(float(score), 2) for player, score in scores(games).items()},
        tuple((game.game, round(float(game.datum), 2), dict(game.margins)) for game in games),
    )


def _points(state: EventState, pairing: Pairing) -> tuple[int | None, int | None]:
    """Returns the game points of both seats; those of the expert, which has no card, follow."""
    first, second = pairing.seats
    own = state.cards[first].line(len(state.rounds))
    if second != EXPERT:
        other = state.cards[second].line(len(state.rounds))
        return own.points if own else None, other.points if other else None
    if own is None or own.spread is None:
        return None, None
    return own.points, 0 if own.claims_win else points_of(own.spread)


def _match(match: Match, table: int | None) -> PublicMatch:
    return PublicMatch(
        match.number, match.players, match.winner, match.games, match.bye, match.score, table
    )


def public_event(id: str, state: EventState, *, hidden: bool = False) -> PublicEvent:
    """Returns what everybody sees of an event; its standings only if they are not hidden."""
    club, playing = state.kind is EventKind.CLUB, matches_at_tables(state)
    there = {at_table.match: at_table.table for at_table in playing}
    present = state.rounds[-1] if state.rounds else None
    tables = []
    for pairing in present.pairings if present is not None else ():
        points = _points(state, pairing)
        board = state.boards.get(pairing.table)
        tables.append(PublicTable(pairing.table, board, pairing.seats, points))
    return PublicEvent(
        id=id,
        name=state.name,
        kind=state.kind,
        games=state.games,
        round=len(state.rounds),
        names=dict(state.names),
        present=state.present,
        bye=None if present is None else present.bye,
        tables=tuple(tables),
        boards=dict(state.boards),
        seeds=state.seeds,
        bracket=tuple(
            tuple(_match(match, there.get((match.round, match.number))) for match in matches)
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
