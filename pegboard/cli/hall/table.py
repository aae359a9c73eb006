"""Standings as a table of text."""

from collections.abc import Iterator

from pegboard.hall.event.state import EventState
from pegboard.hall.standings.awards import grass_roots


def rows(state: EventState) -> Iterator[str]:
    """Yields the lines of the standings; a place that only a play-off can part has a `=`."""
    width = max([6, *(len(name) for name in state.names.values())])
    yield f"     {'Player':{width}} Points  Won   Plus  Minus    Net  GRP"
    for place in state.standings():
        total = place.tally
        number = f"{'=' if place.tied else ''}{place.place}"
        yield (
            f"{number:>4} {state.names[place.player]:{width}} {total.points:6} {total.games_won:4} "
            f"{total.plus:6} {total.minus:6} {total.net:+6} {grass_roots(total.points):4}"
        )
