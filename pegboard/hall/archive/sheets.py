"""The standings and cards of an event as they are exported: derived, and compared when verified."""

import msgspec

from pegboard.hall.event.decisions import WrittenLine
from pegboard.hall.event.state import EventState
from pegboard.hall.standings.awards import grass_roots
from pegboard.hall.standings.qualifying import cut


def standings_sheet(state: EventState) -> bytes:
    """Returns standings, qualifiers and cards as JSON; the same state gives the same bytes."""
    ranking = state.standings()
    divided = cut(ranking)
    sheet = {
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
                "grass_roots": grass_roots(place.tally.points) if state.kind == "club" else None,
            }
            for place in ranking
        ],
        "qualified": divided.qualified,
        "undecided": divided.undecided,
        "high_non_qualifiers": divided.high_non_qualifiers,
        "cards": {
            player: [WrittenLine.of(line) for line in card.lines]
            for player, card in sorted(state.cards.items())
        },
    }
    return msgspec.json.format(msgspec.json.encode(sheet), indent=1) + b"\n"
