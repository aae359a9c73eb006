"""`pegboard hall season`: standings of a season from exported club nights."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import Json, print_lines
from pegboard.errors import PegboardError
from pegboard.hall.archive.container import FILE_MOST
from pegboard.hall.archive.verify import verify
from pegboard.text_file import read_bytes
from pegboard.tournament.standings.awards import award_hands
from pegboard.tournament.standings.season import season_standings

DONE, NOT_PROVED, UNUSABLE = 0, 1, 2


def season_command(
    files: Annotated[list[Path], typer.Argument(help="Files of club nights, in order.")],
    as_json: Json = False,
) -> int:
    """Verifies club nights and ranks their players.

    Returns:
        The exit code: 0; 1 if a night is not proved; 2 for a file that is no exported event.
    """
    nights, hands, proved = [], list[tuple[str, int]](), True
    names: dict[str, str] = {}
    for file in files:
        try:
            report = verify(read_bytes(file, FILE_MOST), str(file), os.cpu_count() or 1)
        except (OSError, PegboardError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            reason = reason if str(file) in str(reason) else f"{file}: {reason}"
            print_lines(f"pegboard hall season: {reason}", to=sys.stderr)
            return UNUSABLE
        for fault in report.faults:
            print_lines(f"{file}: wrong: {fault}", to=sys.stderr)
        proved = proved and not report.faults
        nights.append([*report.state.cards.values()])
        names |= report.state.names
        hands += [(player, n) for _, player, n in report.award_hands if award_hands([n])]
    standings = season_standings(nights)
    if as_json:
        rows = [
            {"place": row.place, "player": row.player, "name": names[row.player],
             "grass_roots": row.grass_roots, "nights": row.nights,
             "grand_slams": row.grand_slams, "game_points": row.tally.points,
             "net": row.tally.net}
            for row in standings
        ]  # fmt: skip
        print(json.dumps({"proved": proved, "standings": rows, "award_hands": hands}))
        return DONE if proved else NOT_PROVED
    width = max([6, *map(len, names.values())])
    print(f"     {'Player':{width}}  GRP  Nights  Points  Won    Net")
    for row in standings:
        print_lines(
            f"{row.place:4} {names[row.player]:{width}} {row.grass_roots:4} {row.nights:7} "
            f"{row.tally.points:7} {row.tally.games_won:4} {row.tally.net:+6}"
            + (f"  grand slams: {row.grand_slams}" if row.grand_slams else "")
        )
    for player, points in hands:
        print_lines(f"a hand of {points}: {names[player]}")
    return DONE if proved else NOT_PROVED
