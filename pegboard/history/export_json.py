"""The whole history as JSON, out and in: one game an object, every line of it as committed.

    {"format": "pegboard-history", "version": 1, "games": [
      {"id": …, "number": 1, "started": seconds since 1970, "mode": "score",
       "header": the record's header lines, "over": true,
       "entries": [[seq, id, at, by, action], …],
       "result": {"names": […], "scores": […], "winner": side or null, "skunk": 0}}, …]}

What is still hidden stays on the board (see `source.without_secrets`): an unfinished game has
neither the seed of its shuffle nor the cards of the deal under way, and `over` is false. `by` says
what kind of thing acted (`web`, `buttons`, `computer`), not from which address.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pegboard.errors import NotationError, PegboardError
from pegboard.history.players import seat_names
from pegboard.history.stored_game import Line, Source, without_secrets
from pegboard.history.summary import GameLine

FORMAT = "pegboard-history"
VERSION = 1

HEAD = f'{{"format": "{FORMAT}", "version": {VERSION}, "games": ['
"""What stands before the games; between two of them stands a comma."""
TAIL = "\n]}\n"
"""What stands after them."""


def game_json(source: Source, line: GameLine) -> str:
    """One game as a JSON object, on one line."""
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
    """A game as others may have it: nothing hidden, and no address of a phone."""
    shown = without_secrets(source)
    entries = tuple(
        entry._replace(by=entry.by.split(" ", 1)[0] if entry.by else "") for entry in shown.entries
    )
    return replace(shown, entries=entries)


def games_in(text: str, name: str = "export") -> Iterator[Source]:
    """Reads what was exported.

    Args:
        text: the JSON.
        name: what to call it in errors: a file's name.

    Raises:
        NotationError: it is no export, or of a newer pegboard; the message says what is wrong.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"{name}: not JSON") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotationError(f'{name}: not an export of pegboard ("format" is not "{FORMAT}")')
    if found.get("version") != VERSION:
        raise NotationError(
            f"{name}: version {found.get('version')!r} of the export; this pegboard knows {VERSION}"
        )
    for number, game in enumerate(found.get("games") or (), 1):
        try:
            yield _source(game)
        except (KeyError, TypeError, ValueError, PegboardError) as error:
            said = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise NotationError(f"{name}: game {number}: {said}") from None


def _source(game: dict[str, Any]) -> Source:
    entries = tuple(
        Line(int(seq), str(id), float(at), str(by), str(action))
        for seq, id, at, by, action in game["entries"]
    )
    source = Source(
        str(game["id"]),
        int(game["number"]),
        float(game["started"]),
        str(game["mode"]),
        str(game["header"]),
        entries,
    )
    _ = source.head, source.actions  # what cannot be read is refused here
    return source
