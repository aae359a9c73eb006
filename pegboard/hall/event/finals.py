"""From the qualifying rounds to the bracket: when it can be seeded, and with whom."""

from msgspec import Struct

from pegboard.hall.event.state import EventState


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


def all_played(state: EventState) -> bool:
    """Tells if every round is drawn, and every game of the last one on the cards."""
    drawn = state.rounds[-1].pairings if len(state.rounds) == state.games else ()
    lines = [state.cards[player].line(state.games) for pair in drawn for player in pair.seats]
    return bool(lines) and None not in lines


def qualifying(state: EventState) -> Qualifying | None:
    """Returns who goes on, once all is played and as long as the bracket is not seeded."""
    if not all_played(state) or state.seeds:
        return None
    field = state.cut()
    return Qualifying(field.qualified, field.undecided, field.open_places)
