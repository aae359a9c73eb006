"""Standings as a text table."""

from collections.abc import Iterator

from pegboard.tournament.decisions import EventKind
from pegboard.tournament.standings.awards import grass_roots
from pegboard.tournament.standings.duplicate import compare_games, scores
from pegboard.tournament.state import EventState


def rows(state: EventState) -> Iterator[str]:
    """Yields the lines of the standings; `=` marks a place that needs a play-off."""
    width = max([6, *(len(name) for name in state.names.values())])
    if state.kind is EventKind.DUPLICATE:
        yield from _duplicate_rows(state, width)
        return
    yield f"     {'Player':{width}} Points  Won   Plus  Minus    Net  GRP"
    for place in state.standings():
        total = place.tally
        number = f"{'=' if place.tied else ''}{place.place}"
        yield (
            f"{number:>4} {state.names[place.player]:{width}} {total.points:6} {total.games_won:4} "
            f"{total.plus:6} {total.minus:6} {total.net:+6} {grass_roots(total.points):4}"
        )


def _duplicate_rows(state: EventState, width: int) -> Iterator[str]:
    """Yields the standings of a duplicate night: margins per game, then the field's mean."""
    games = compare_games(state.cards.values())
    score = scores(games)
    yield "All had the same cards; the score is the sum of what is above the mean of each game."
    heads = "".join(f"{f'Game {game.game}':>8}" for game in games)
    yield f"     {'Player':{width}}   Score {heads}"
    for place in state.standings():
        margins = "".join(
            f"{game.margins[place.player]:>+8}" if place.player in game.margins else f"{'-':>8}"
            for game in games
        )
        points, number = (
            float(score.get(place.player, 0)),
            f"{'=' if place.tied else ''}{place.place}",
        )
        yield f"{number:>4} {state.names[place.player]:{width}} {points:>+7.1f} {margins}"
    means = "".join(f"{float(game.datum):>+8.1f}" for game in games)
    yield f"     {'Mean':{width}} {'':7} {means}"
