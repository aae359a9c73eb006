"""The whole history as JSON: one object per game, with every line as committed.

    {"format": "pegboard-history", "version": 1, "games": [
      {"id": …, "number": 1, "started": seconds since 1970, "mode": "score",
       "header": the record's header lines, "over": true,
       "entries": [[seq, id, at, by, action], …],
       "result": {"names": […], "scores": […], "winner": side or null, "skunk": 0}}, …]}

Hidden data stay on the board (see `source.without_secrets`): an unfinished game has
neither the seed of its shuffle nor the cards of the current deal, and `over` is false. `by` is
the kind of client (`web`, `buttons`, `computer`), without its address.
"""

import json
from dataclasses import replace

from pegboard.history.players import seat_names
from pegboard.history.stored_game import Source, without_secrets
from pegboard.history.summary import GameLine

FORMAT = "pegboard-history"
VERSION = 1

HEAD = f'{{"format": "{FORMAT}", "version": {VERSION}, "games": ['
"""Text before the games; a comma separates two of them."""
TAIL = "\n]}\n"
"""Text after the games."""


def game_json(source: Source, line: GameLine) -> str:
    """Returns one game as a JSON object, on one line."""
    shown = shareable(source)
    return json.dumps(
        {
            "id": shown.id,
            "number": shown.number,
            "started": shown.started,
            "mode": shown.mode,
            "header": shown.header,
            "over": source.over,
            "entries": shown.entries,
            "result": {
                "names": seat_names(line),
                "scores": line.scores,
                "winner": line.winner,
                "skunk": max(line.skunks, default=0),
            },
        },
        ensure_ascii=False,
    )


def shareable(source: Source) -> Source:
    """Returns a game without hidden cards and without the address of a phone."""
    shown = without_secrets(source)
    entries = tuple(
        entry._replace(by=entry.by.split(" ", 1)[0] if entry.by else "") for entry in shown.entries
    )
    return replace(shown, entries=entries)
