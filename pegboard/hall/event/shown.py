"""An event as everybody sees it: who plays where, the standings."""

from msgspec import Struct

from pegboard.hall.event.decisions import EventKind
from pegboard.hall.event.state import EventState
from pegboard.hall.rotation.circle import Pairing
from pegboard.hall.scorecards.line import points_of
from pegboard.hall.standings.awards import grass_roots
from pegboard.hall.standings.duplicate import EXPERT, compared, scores


class SeenTable(Struct, frozen=True):
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


class SeenPlace(Struct, frozen=True):
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


class SeenMatch(Struct, frozen=True):
    """A match of the bracket; a player who is not known yet is None."""

    number: int
    players: tuple[str | None, str | None]
    winner: str | None
    games: tuple[int, int]
    bye: bool


class SeenDuplicate(Struct, frozen=True):
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


class SeenEvent(Struct, frozen=True):
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
    tables: tuple[SeenTable, ...]
    boards: dict[int, str]
    standings: tuple[SeenPlace, ...]
    seeds: tuple[str, ...]
    bracket: tuple[tuple[SeenMatch, ...], ...]
    best_of: int
    consolation: str = ""
    duplicate: SeenDuplicate | None = None
    hidden: bool = False


def seen_duplicate(state: EventState, *, hidden: bool = False) -> SeenDuplicate | None:
    """Returns what everybody sees of a duplicate night; None if the event is none."""
    if state.kind is not EventKind.DUPLICATE:
        return None
    games = () if hidden else compared(state.cards.values())
    return SeenDuplicate(
        state.seed,
        state.secret,
        {player: round(float(score), 2) for player, score in scores(games).items()},
        tuple((each.game, round(float(each.datum), 2), dict(each.margins)) for each in games),
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


def seen_event(id: str, state: EventState, *, hidden: bool = False) -> SeenEvent:
    """Returns what everybody sees of an event; its standings only if they are not hidden."""
    club = state.kind is EventKind.CLUB
    present = state.rounds[-1] if state.rounds else None
    tables = []
    for pairing in present.pairings if present is not None else ():
        points = _points(state, pairing)
        board = state.boards.get(pairing.table)
        tables.append(SeenTable(pairing.table, board, pairing.seats, points))
    return SeenEvent(
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
            tuple(SeenMatch(m.number, m.players, m.winner, m.games, m.bye) for m in matches)
            for matches in state.bracket()
        ),
        best_of=state.best_of,
        consolation=state.consolation,
        duplicate=seen_duplicate(state, hidden=hidden),
        hidden=hidden,
        standings=()
        if hidden
        else tuple(
            SeenPlace(
                place=each.place,
                tied=each.tied,
                player=each.player,
                points=each.tally.points,
                won=each.tally.games_won,
                plus=each.tally.plus,
                minus=each.tally.minus,
                games=each.tally.games,
                grass_roots=grass_roots(each.tally.points) if club else None,
            )
            for each in state.standings()
        ),
    )
