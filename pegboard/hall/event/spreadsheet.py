"""The standings as comma-separated values, for other programs."""

from pegboard.hall.event.state import EventState

COLUMNS = "place,player,points,won,plus,minus,net,games"
FORMULA = tuple("=+-@\t\r")
"""A name that begins so would be a formula in a spreadsheet: it gets a quote."""


def standings_csv(state: EventState) -> str:
    """Returns the standings, one player a line, after a line with the names of the columns."""
    rows = [COLUMNS]
    for each in state.standings():
        total, name = each.tally, _field(state.names[each.player])
        rows.append(
            f"{each.place},{name},{total.points},{total.games_won},{total.plus},"
            f"{total.minus},{total.net},{total.games}"
        )
    return "\r\n".join([*rows, ""])


def _field(text: str) -> str:
    safe = f"'{text}" if text.startswith(FORMULA) else text
    return '"' + safe.replace('"', '""') + '"'
