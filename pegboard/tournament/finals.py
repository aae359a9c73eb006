"""The step from the qualifying rounds to the bracket."""

from msgspec import Struct

from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.state import EventState


class Qualifying(Struct, frozen=True):
    """Players who qualify for the bracket.

    Attributes:
        qualified: certain qualifiers, the highest first.
        undecided: players tied for the last places, who need a play-off.
        open: number of places left for the undecided.
    """

    qualified: tuple[str, ...]
    undecided: tuple[str, ...]
    open: int


def is_qualifying_over(state: EventState) -> bool:
    """Returns True if the last round has been drawn and all its games are on the cards."""
    return len(state.rounds) == state.games and is_round_complete(state)


def is_round_complete(state: EventState) -> bool:
    """Returns True if the latest round exists and all its games are on the cards."""
    number = len(state.rounds)
    drawn = state.rounds[-1].pairings if state.rounds else ()
    players = {player for pair in drawn for player in pair.seats} - {EXPERT}
    lines = [state.cards[player].line(number) for player in players]
    return bool(lines) and None not in lines


def qualifying(state: EventState) -> Qualifying | None:
    """Returns the qualifiers once all rounds are played, until the bracket is seeded."""
    if not is_qualifying_over(state) or state.seeds:
        return None
    field = state.cut()
    return Qualifying(field.qualified, field.undecided, field.open_places)
