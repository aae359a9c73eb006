"""The separate process that reviews games, one at a time: see `archive.review_queue`.

    python -m pegboard.analysis.worker [--asked] < RECORD

A review takes seconds of processor time. This process runs at the lowest priority, so it delays
nobody, and the board's own loop never waits. It reads the record from stdin and writes lines of
JSON to stdout: `[done, of]` while it works, and finally the review as `pegboard analyze --json`
prints it, with its charts as `svg` by language; or `{"fault": why there is none}`. Sentences are
in the form of `i18n.serialize`, so that each reader can get them in another language.
"""

import json
import os
import sys
from contextlib import suppress
from random import Random
from typing import Any

PATIENCE, ASKED_PATIENCE = 19, 10
"""Nice values: the lowest priority, and that of a review somebody waits for."""
EVERY = 5
"""Number of actions between two progress reports."""
SEED = 1
"""Fixed seed, so that the same game always gets the same review."""


def main() -> None:
    """Reviews the game read from stdin."""
    with suppress(OSError):
        os.nice(ASKED_PATIENCE if "--asked" in sys.argv else PATIENCE)
    # Nets this small are slower on several cores; numpy reads it when it is first loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        _say(_reviewed(sys.stdin.read()))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reviewed(text: str) -> dict[str, Any]:
    from pegboard.analysis.analyze import review_game
    from pegboard.analysis.charts import in_every_language
    from pegboard.analysis.graph import review_graph
    from pegboard.analysis.report import as_message
    from pegboard.cribbage.notation import parse_record
    from pegboard.errors import PegboardError, seat_name
    from pegboard.i18n import name_of

    def progress(done: int, of: int) -> None:
        if done % EVERY == 0:
            _say([done, of])

    try:
        record = parse_record(text)
        head = record.header
        names = [name_of(seat_name(seat, head.names)) for seat in range(head.rules.players)]
        found = review_game(head.rules, head.dealer, record.actions, Random(SEED), progress)
    except PegboardError as error:
        return {"fault": str(error)}
    drawn = {"svg": in_every_language(found, names), "graph": review_graph(found)}
    return {**as_message(found, record, names), **drawn}


def _say(what: object) -> None:
    from pegboard.i18n.serialize import as_json

    sys.stdout.write(json.dumps(as_json(what)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
