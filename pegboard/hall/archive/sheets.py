"""The exported standings and score cards of an event, derived from its decisions."""

from collections.abc import Sequence

import msgspec

from pegboard.tournament.decisions import EventKind, WrittenLine
from pegboard.tournament.public import public_duplicate
from pegboard.tournament.rotation.bracket import Match, rounds_passed
from pegboard.tournament.standings.awards import (
    LEAST,
    Kind,
    bracket_mrp,
    grass_roots,
    qualifying_mrp,
)
from pegboard.tournament.standings.ranking import Place
from pegboard.tournament.state import EventState


def standings_sheet(state: EventState) -> bytes:
    """Returns standings, qualifiers and score cards as JSON that is reproducible byte for byte."""
    ranking, divided, rounds = state.standings(), state.cut(), state.bracket()
    club = state.kind is EventKind.CLUB
    sheet: dict[str, object] = {
        "event": state.name,
        "kind": state.kind,
        "rounds": len(state.rounds),
        "standings": [
            {
                "place": place.place,
                "tied": place.tied,
                "player": place.player,
                "name": state.names[place.player],
                "game_points": place.tally.points,
                "games_won": place.tally.games_won,
                "plus": place.tally.plus,
                "minus": place.tally.minus,
                "net": place.tally.net,
                "games": place.tally.games,
                "grass_roots": grass_roots(place.tally.points) if club else None,
            }
            for place in ranking
        ],
        "qualified": divided.qualified,
        "undecided": divided.undecided,
        "high_non_qualifiers": divided.high_non_qualifiers,
        "bracket": [[_match(match) for match in matches] for matches in rounds],
        "rating_points": _rating_points(state, ranking, rounds),
        "cards": {
            player: [WrittenLine.of(line) for line in card.lines]
            for player, card in sorted(state.cards.items())
        },
    }
    if state.match_games:
        sheet["match_games"] = [
            {
                "match": game.match,
                "game": game.number,
                "winner": game.winner,
                "loser": game.loser,
            }
            for game in state.match_games
        ]
    if state.kind is EventKind.DUPLICATE:
        sheet["duplicate"] = public_duplicate(state)
    return msgspec.json.format(msgspec.json.encode(sheet), indent=1) + b"\n"


def _match(match: Match) -> dict[str, object]:
    return {
        "players": match.players,
        "best_of": match.best_of,
        "winner": match.winner,
        "games": match.games,
        "bye": match.bye,
    }


def _rating_points(
    state: EventState, ranking: Sequence[Place], rounds: Sequence[Sequence[Match]]
) -> dict[str, dict[str, int]] | None:
    """Returns the master rating points of each qualifier; None if the event awards none."""
    rated = state.kind in (EventKind.MAIN, EventKind.CONSOLATION)
    if not rated or state.games not in LEAST[Kind(state.kind)]:
        return None
    kind, points = Kind(state.kind), {place.player: place.tally.points for place in ranking}
    seeds = len(state.seeds)
    return {
        player: {
            "qualifying": qualifying_mrp(kind, state.games, seed, seeds, points[player]),
            "bracket": bracket_mrp(kind, rounds_passed(rounds, player)),
        }
        for seed, player in enumerate(state.seeds, 1)
    }
