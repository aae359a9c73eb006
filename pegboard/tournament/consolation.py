"""The consolation: those who did not qualify play on, beside the bracket.

It is an event like any other, with its own rounds, cards and bracket, and its own log. The main
event says which one it is; that can be undone, and another one begun.
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
    """Returns the first decisions of a consolation: its field, and the boards at its tables.

    Args:
        main: the main event, with its bracket seeded.
        name: for people.
        games: rounds that are played.
        seed: of the rotation.
        by: the director.
        at: seconds since 1970.

    Raises:
        IllegalAction: the bracket is not seeded, or nobody is left.
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
    """Tells if an event can be the consolation of another one: nobody in it is in the bracket."""
    return other.kind is EventKind.CONSOLATION and not {*other.names} & {*main.seeds}
