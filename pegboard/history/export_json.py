"""JSON export, with one object per game, including every line as committed.

    {"format": "pegboard-history", "version": 1, "games": [
      {"id": …, "number": 1, "started": seconds since 1970, "mode": "score",
       "header": the record's header lines, "over": true,
       "entries": [[seq, id, at, by, action], …],
       "result": {"names": […], "scores": […], "winner": side or null, "skunk": 0}}, …]}

Hidden data stays on the board (see `stored_game.without_secrets`): an unfinished game has neither
the seed of its shuffle nor the cards of the current deal, and `over` is false. `by` is the kind of
client (`web`, `buttons`, `computer`), without its address.
"""

import json
from dataclasses import replace

from pegboard.history.players import seat_names
from pegboard.history.stored_game import StoredGame, without_secrets
from pegboard.history.summary import GameLine

FORMAT = "pegboard-history"
VERSION = 1

HEAD = f'{{"format": "{FORMAT}", "version": {VERSION}, "games": ['
"""Text before the games, which are separated by commas."""
TAIL = "\n]}\n"
"""Text after the games."""


def game_json(source: StoredGame, line: GameLine) -> str:
    """Returns one game as a JSON object, on one line."""
    shared = shareable(source)
    return json.dumps(
        {
            "id": shared.id,
            "number": shared.number,
            "started": shared.started,
            "mode": shared.mode,
            "header": shared.header,
            "over": source.over,
            "entries": shared.entries,
            "result": {
                "names": seat_names(line),
                "scores": line.scores,
                "winner": line.winner,
                "skunk": max(line.skunks, default=0),
            },
        },
        ensure_ascii=False,
    )


def shareable(source: StoredGame) -> StoredGame:
    """Returns a game without hidden cards and without the addresses of clients."""
    shared = without_secrets(source)
    entries = tuple(
        entry._replace(by=entry.by.split(" ", 1)[0] if entry.by else "") for entry in shared.entries
    )
    return replace(shared, entries=entries)
