"""From the qualifying rounds to the bracket: when it can be seeded, and with whom."""

from msgspec import Struct

from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState


class Qualifying(Struct, frozen=True):
    """Who goes on.

    Attributes:
        qualified: those who are certain, the highest first.
        undecided: those of whom only a play-off can tell.
        open: how many of them will qualify.
    """

    qualified: tuple[str, ...]
    undecided: tuple[str, ...]
    open: int


def is_qualifying_over(state: EventState) -> bool:
    """Tells if every round is drawn, and every game of the last one on the cards."""
    return len(state.rounds) == state.games and is_round_complete(state)


def is_round_complete(state: EventState) -> bool:
    """Tells if a round is drawn, and every game of the last one is on the cards."""
    number = len(state.rounds)
    drawn = state.rounds[-1].pairings if state.rounds else ()
    players = {player for pair in drawn for player in pair.seats} - {EXPERT}
    lines = [state.cards[player].line(number) for player in players]
    return bool(lines) and None not in lines


def qualifying(state: EventState) -> Qualifying | None:
    """Returns who goes on, once all is played and as long as the bracket is not seeded."""
    if not is_qualifying_over(state) or state.seeds:
        return None
    field = state.cut()
    return Qualifying(field.qualified, field.undecided, field.open_places)
