"""The consolation: an event for players who did not qualify, parallel to the bracket.

It has its own log, rounds, cards and bracket. A decision of the main event names it; undoing that
allows another consolation.
"""

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import AnyDecision, Entered, EventKind, Opened, Placed
from pegboard.tournament.standings.qualifying import consolation_field
from pegboard.tournament.state import EventState

LEAST_PLAYERS = 2


def opening_decisions(
    main: EventState, name: str, games: int, seed: str, by: str, at: float
) -> list[AnyDecision]:
    """Returns the first decisions of a consolation: opening, players, boards at tables.

    Args:
        main: main event with a seeded bracket.
        name: display name.
        games: number of rounds.
        seed: seed of the rotation.
        by: author of the decisions.
        at: time in seconds since 1970.

    Raises:
        IllegalAction: the bracket is not seeded, or fewer than two players are left.
    """
    field = consolation_field(main.present, main.seeds)
    if not main.seeds or len(field) < LEAST_PLAYERS:
        raise IllegalAction(EventFault.NO_CONSOLATION)
    opened = Opened(
        at=at,
        by=by,
        name=name,
        kind=EventKind.CONSOLATION,
        games=games,
        seed=seed,
        best_of=main.best_of,
    )
    entered = [
        Entered(at=at, by=by, player=player, name=main.names[player], number=number, club=club)
        for player in field
        for number, club in (main.about.get(player, ("", "")),)
    ]
    tables = len(field) // 2
    placed = [
        Placed(at=at, by=by, table=table, board=board)
        for table, board in sorted(main.boards.items())
        if table <= tables
    ]
    return [opened, *entered, *placed]


def is_consolation_of(main: EventState, other: EventState) -> bool:
    """Returns True if an event is a consolation without players from the main bracket."""
    return other.kind is EventKind.CONSOLATION and not {*other.names} & {*main.seeds}
