"""Reviews in French and German contain no English text."""

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from pegboard.analysis.analyze import review_game
from pegboard.analysis.charts import review_svg
from pegboard.analysis.model import Review
from pegboard.analysis.report import as_message
from pegboard.archive.cache import HistoryCache, Stamp
from pegboard.cribbage.game import Rules
from pegboard.cribbage.notation import Header, Record, parse_record
from pegboard.i18n import _, localize, name_of, serialize
from tests.support.games import FIVES_RECORD, GAMES_FOLDER, self_play
from tests.support.untranslated import OTHER_LANGUAGES, messages_in, untranslated

NAMES = [name_of(name) for name in ("You", "Seat 2", "Player 3", "Player 4")]
RECORDS = (
    FIVES_RECORD.format("5H5D", "3S").replace("deal 1", "dealer 1\ndeal 1"),
    *(
        (GAMES_FOLDER / f"table_{name}.game").read_text()
        for name in ("count_ends_unseen", "deal_unseen")
    ),
    (GAMES_FOLDER / "match_2_a.game").read_text(),
)
TABLES = (Rules(), Rules(players=3), Rules(players=4, partners=True), Rules(players=4))


Reviews = list[tuple[Review, Record]]


@pytest.fixture(scope="module")
def reviews() -> Reviews:
    """Returns reviews of every kind of game, including partly unreviewable ones."""
    records = [parse_record(text) for text in RECORDS]
    for rules in TABLES:
        actions = self_play(7, *["random"] * rules.players, rules=rules)[:30]
        records.append(Record(Header(rules), actions))
    return [(_reviewed(record), record) for record in records]


def _reviewed(record: Record) -> Review:
    return review_game(record.header.rules, record.header.dealer, record.actions, Random(1))


@OTHER_LANGUAGES
def test_review_sentences_are_translated(reviews: Reviews, language: str) -> None:
    messages = [as_message(found, record, NAMES) for found, record in reviews]
    assert untranslated(messages, language) == []
    templates = {text.template for text in messages_in(messages)}
    assert {"played {card}", "discarded {cards}", "{n:.1f} points"} <= templates
    assert {"Deal {last}: {what}.", "Deals {first} and {last}: {what}."} <= templates
    for message in messages:
        for each in message["decisions"]:
            fragments = [each["said"], each["cost"], *([each["why"]] if each["why"] else ())]
            assert len([*messages_in(fragments)]) >= len(fragments)
        assert len([*messages_in(message["not_judged"])]) >= len(message["not_judged"])


@OTHER_LANGUAGES
def test_chart_texts_are_translated(reviews: Reviews, language: str) -> None:
    for found, _report in reviews:
        english, other = (_written(review_svg(found, NAMES, each)) for each in ("en", language))
        assert len(english) == len(other)
        same = [one for one, two in zip(english, other, strict=True) if one == two]
        assert not [text for text in same if any(map(str.isalpha, text))]


def _written(svg: str) -> list[str]:
    """Returns all text in an SVG."""
    return [
        node.text for node in ElementTree.fromstring(svg).iter() if node.text and node.text.strip()
    ]


def test_choices_and_costs_are_described_in_each_language() -> None:
    record = parse_record(RECORDS[0])
    found = _reviewed(record)
    for name, french, german in (
        ("You", "avez écarté 5♥ 5♦", "hast 5♥ 5♦ abgelegt"),
        ("Ann", "a écarté 5♥ 5♦", "hat 5♥ 5♦ abgelegt"),
    ):
        first = as_message(found, record, [name, "Ben"])["decisions"][0]
        assert first["said"] == "discarded 5♥ 5♦"
        assert (first["said"].localize("fr"), first["said"].localize("de")) == (french, german)
        assert " points, " in first["cost"].localize("fr") and " Punkte, " in first[
            "cost"
        ].localize("de")
    one, few = (_("{n:.1f} points", n=n) for n in (1.9, 2.0))
    assert (one.localize("fr"), few.localize("fr")) == ("1,9 point", "2,0 points")


def test_review_round_trips_with_its_sentences(tmp_path: Path, reviews: Reviews) -> None:
    lines = HistoryCache(tmp_path)
    for number, (found, record) in enumerate(reviews):
        whole = as_message(found, record, NAMES)
        lines.store_review(f"g{number}", Stamp.of_review(1), {}, whole)
        again = lines.review(f"g{number}")
        for language in ("en", "fr", "de"):
            localized = (localize(language, each) for each in (again, whole))
            one, other = map(json.dumps, localized)
            assert one == other
    lines.close()


def test_sentences_round_trip_through_json() -> None:
    sentences = {
        "list": [_("{who} deals", who="Ann"), None, 2.5],
        "cost": _("{n:.1f} points", n=1.0),
    }
    several = _("Deals {first} and {last}: {what}.", first=(1, 2), last=3, what=_("pair"))
    text = json.dumps(serialize.as_json([sentences, several]))
    assert localize("de", serialize.from_json(json.loads(text))) == localize(
        "de", [sentences, several]
    )
    assert serialize.from_json(json.loads(text))[1] == "Deals 1, 2 and 3: pair."
    for damaged in ({"template": "{who} deals", "facts": {}}, {"template": "{0}", "facts": {}}):
        with pytest.raises(ValueError, match="not a sentence"):
            serialize.from_json(damaged)
