"""A hint and a review, as the page gets them."""

import json
from random import Random
from typing import Any

from pegboard.analysis.analyze import review
from pegboard.analysis.charts import review_svg
from pegboard.analysis.report import as_message
from pegboard.cribbage.notation import parse_record
from tests.support.browser.scripted import COMPUTER
from tests.support.paths import TEST_DATA

HINT = {
    "seq": 12, "action": "discard 0 4CAH", "cards": ["4C", "AH"],
    "text": "Keep 5 6 10 J: 7.1 on average, 0.4 more than 4 5 6 J in all; "
    "the crib you give costs 5.2, 0.6 more.",
}  # fmt: skip


OVER = COMPUTER | {"stage": "over", "winner": 1, "hands": [None, None], "legal": []}


def reviewed() -> tuple[dict[str, Any], str]:
    names = ("You", "Computer")
    record = parse_record((TEST_DATA / "analyze" / "fives.game").read_text())
    found = review(record.header.rules, record.header.dealer, record.actions, Random(1))
    # As it comes over the wire.
    message = json.loads(json.dumps(as_message(found, record, names)))
    return {"ready": True, "game": "g2", **message}, review_svg(found, names)
