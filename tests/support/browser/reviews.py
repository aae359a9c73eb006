"""A hint and a review, as the page receives them."""

import json
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from pegboard.analysis.analyze import review_game
from pegboard.analysis.charts import review_svg
from pegboard.analysis.graph import review_graph
from pegboard.analysis.report import as_message
from pegboard.cribbage.notation import Header, Record, parse_record
from pegboard.cribbage.rules import Rules
from pegboard.players import by_name
from pegboard.players.selfplay import play_game
from tests.support.browser.scripted import COMPUTER
from tests.support.paths import TEST_DATA

HINT = {
    "seq": 12, "action": "discard 0 4CAH", "cards": ["4C", "AH"],
    "text": "Throw A♥ 4♣: hand 7.1 − crib 5.2; next best −0.4 ± 0.1 points.",
    "discards": [
        {"cards": ["AH", "4C"], "kept": [], "hand": 7.1, "crib": -5.2, "play": 0.2, "total": 2.1,
         "behind": 0.0, "within": 0.0, "chance": 0.0},
        {"cards": ["TH", "JH"], "kept": [], "hand": 6.6, "crib": -5.1, "play": 0.2, "total": 1.7,
         "behind": 0.4, "within": 0.1, "chance": 0.012},
    ],
}  # fmt: skip


OVER = COMPUTER | {"stage": "over", "winner": 1, "hands": [None, None], "legal": []}


def reviewed() -> tuple[dict[str, Any], str]:
    names = ("You", "Computer")
    record = parse_record((TEST_DATA / "analyze" / "fives.game").read_text())
    found = review_game(record.header.rules, record.header.dealer, record.actions, Random(1))
    # As sent over the wire.
    message = json.loads(json.dumps(as_message(found, record, names)))
    graph = review_graph(found)
    return {"ready": True, "game": "g2", **message, "graph": graph}, review_svg(found, names)


@cache
def two_deals() -> dict[str, Any]:
    """Returns the review of two deals between beginners, with mistakes of each kind."""
    beginner = by_name("beginner")
    actions = tuple(each for each, _ in islice(play_game([beginner, beginner], Random(4)), 48))
    found = review_game(Rules(), 0, actions, Random(1))
    record = Record(Header(Rules(), 0, ("You", "Computer")), actions)
    message = json.loads(json.dumps(as_message(found, record, ("You", "Computer"))))
    return {"ready": True, "game": "g3", **message, "graph": review_graph(found)}
