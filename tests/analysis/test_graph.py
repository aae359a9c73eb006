"""The interactive chart: a bar per step, a mark per costly decision."""

from itertools import islice, pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from pegboard.analysis.analyze import review_game
from pegboard.analysis.graph import HEIGHT, WIDTH, review_graph
from pegboard.analysis.report import as_message
from pegboard.analysis.svg import labels
from pegboard.cribbage.game import Rules
from pegboard.cribbage.notation import Header, Record
from pegboard.players import by_name
from pegboard.players.selfplay import play_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_has_a_bar_and_every_costly_decision_a_mark(players: int) -> None:
    beginner = by_name("beginner")
    played = play_game([beginner] * players, Random(players))
    actions = [action for action, _ in islice(played, 20)]
    rules = Rules(players=players)
    found = review_game(rules, 0, actions, Random(1))
    svg = ElementTree.fromstring(review_graph(found))
    bars = [each for each in svg.iter() if "data-step" in each.attrib]
    assert [int(each.attrib["data-step"]) for each in bars] == list(range(1, len(actions) + 1))
    for each in bars:
        left, wide = float(each.attrib["x"]), float(each.attrib["width"])
        assert wide > 0 and -wide < left < WIDTH and each.attrib["height"] == str(HEIGHT)
    shapes = [each for each in svg.iter() if each.tag.endswith("polygon")]
    costly = [each for each in found.decisions if each.verdict != "best"]
    assert len(shapes) == len(costly) > 0
    words = "".join(each.text or "" for each in svg.iter() if each.tag.endswith("text"))
    assert not any(letter.isalpha() for letter in words), "one picture serves every language"


def test_decision_label_names_position_and_table() -> None:
    beginner = by_name("beginner")
    actions = tuple(each for each, _ in islice(play_game([beginner] * 2, Random(4)), 20))
    record = Record(Header(Rules(), 0, ("A", "B")), actions)
    message = as_message(review_game(Rules(), 0, actions, Random(1)), record, ("A", "B"))
    for each in message["decisions"]:
        assert message["curve"][each["step"]]["line"] == each["line"]
        assert all(card in each["hand"] for card in each["chosen"] + each["better"])
        assert (each["starter"] is None) == (len(each["chosen"]) == 2)
        assert len(each["scores"]) == 2


def test_labels_do_not_overlap_or_clip() -> None:
    texts = [(20.0, "121 Maximiliana Bartholomew"), (22.0, "90 Ann"), (240.0, "3 Ben and Dora")]
    placed = labels(texts, 12, 250.0)
    for (_, text), lines in zip(texts, placed, strict=True):
        assert " ".join(line for _, line in lines) == text
        assert all(len(line) <= 12 for _, line in lines)
    heights = [height for lines in placed for height, _ in lines]
    assert heights == sorted(heights) and heights[-1] <= 250
    assert all(b - a >= 19 for a, b in pairwise(heights))
