"""CSV export of an event: players, standings, cards, rounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from pegboard.tournament.decisions import EventKind
from pegboard.tournament.registration import FORMULA
from pegboard.tournament.standings.duplicate import EXPERT
from pegboard.tournament.standings.season import season_standings
from pegboard.tournament.state import EventState

NOTHING = ("", "")
Cell = str | int | None


def players_csv(state: EventState) -> str:
    """Returns all players; `registration.read_players` parses the result."""
    rows = ((name, *state.about.get(id, NOTHING)) for id, name in state.names.items())
    return _table("name,number,club", rows)


def standings_csv(state: EventState) -> str:
    """Returns the standings, one line per player."""
    return _table("place,player,points,won,plus,minus,net,games,number,club", _places(state))


def _places(state: EventState) -> Iterator[tuple[Cell, ...]]:
    for place in state.standings():
        total = place.tally
        yield (
            *(place.place, state.names[place.player], total.points, total.games_won, total.plus),
            *(total.minus, total.net, total.games, *state.about.get(place.player, NOTHING)),
        )


def cards_csv(state: EventState) -> str:
    """Returns all score cards, one line per player and game; blanks are empty."""
    return _table("player,game,opponent,points,plus,minus,signed", _lines(state))


def _lines(state: EventState) -> Iterator[tuple[Cell, ...]]:
    signed = {
        (player, signed_game.round)
        for signed_game in state.card_games
        for player in signed_game.players
    }
    for player, card in state.cards.items():
        for line in card.lines:
            yield (
                *(state.names[player], line.game, _name(state, line.opponent)),
                *(line.points, line.plus, line.minus, int((player, line.game) in signed)),
            )


def rounds_csv(state: EventState) -> str:
    """Returns all rounds, one line per table; a bye has no table and no opponent."""
    return _table("round,table,player,opponent", _pairings(state))


def _pairings(state: EventState) -> Iterator[tuple[Cell, ...]]:
    for round in state.rounds:
        for pairing in round.pairings:
            first, second = (_name(state, player) for player in pairing.seats)
            yield round.number, pairing.table, first, second
        if round.bye is not None:
            yield round.number, None, state.names[round.bye], None


def season_csv(nights: Iterable[EventState]) -> str:
    """Returns the season's standings over all club nights.

    Players are matched by number, or by name if they have none.
    """
    clubs = [state for state in nights if state.kind is EventKind.CLUB]
    names: dict[str, str] = {}
    cards = []
    for state in clubs:
        keys = {id: state.about.get(id, NOTHING)[0] or name for id, name in state.names.items()}
        names |= {keys[id]: name for id, name in state.names.items()}
        cards.append([replace(card, player=keys[id]) for id, card in state.cards.items()])
    rows = (
        (
            *(place.place, names[place.player], place.grass_roots, place.nights, place.grand_slams),
            *(place.tally.points, place.tally.games_won, place.tally.net, place.tally.games),
        )
        for place in season_standings(cards)
    )
    heads = "place,player,grass_roots,nights,grand_slams,points,won,net,games"
    return _table(heads, rows)


def _name(state: EventState, player: str) -> str:
    return "Expert" if player == EXPERT else state.names.get(player, player)


TABLES: Mapping[str, Callable[[EventState], str]] = {
    "players": players_csv,
    "standings": standings_csv,
    "cards": cards_csv,
    "rounds": rounds_csv,
}
"""Function that returns the content of each file, by file name without extension."""


def _table(columns: str, rows: Iterator[tuple[Cell, ...]]) -> str:
    lines = [columns, *(",".join(map(_field, row)) for row in rows)]
    return "\r\n".join([*lines, ""])


def _field(cell: Cell) -> str:
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    safe = f"'{cell}" if cell.lstrip("'").startswith(FORMULA) else cell
    return '"' + safe.replace('"', '""') + '"' if safe else ""
