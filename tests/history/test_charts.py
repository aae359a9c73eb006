"""Charts of the history: well-formed, correct and translated."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from pegboard.cribbage.rules import Rules
from pegboard.history.charts import Row, bars, course, distribution, score_curve
from pegboard.history.page_charts import game_charts, player_charts, requested_width, side_names
from pegboard.history.pages import player_page
from pegboard.history.players import PlayerKey, seat_names
from pegboard.history.published import DISCARD_HANDS
from pegboard.history.statistics import tallies
from pegboard.history.summarize import summarize
from pegboard.history.timeline import timeline
from pegboard.i18n import LANGUAGES
from tests.support.history_games import stored_game, whole_game

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ElementTree.Element:
    """Parses an SVG, which must have no inline styles (content security policy)."""
    assert "style=" not in svg and "http://" not in svg.replace(SVG[1:-1], "")
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in drawn(svg).iter(f"{SVG}text")]


def marks(svg: str) -> Counter[str]:
    """Returns the number of shapes by kind."""
    return Counter(node.tag.removeprefix(SVG) for node in drawn(svg).iter())


def test_score_curve_ends_with_the_game() -> None:
    scores = [(1, (2, 0)), (1, (2, 8)), (2, (14, 8)), (2, (121, 87))]
    svg = score_curve(scores, ["Ann", "Bartholomew"], 121, 640)
    assert texts(svg) == ["0", "61", "91", "121", "1", "2", "121 Ann", "87", "Bartholomew"]
    # A marker per side after each deal, and one next to each name.
    assert marks(svg)["circle"] == marks(svg)["polygon"] == 2 + 1
    lines = [node.get("d") or "" for node in drawn(svg).iter(f"{SVG}path")]
    assert len(lines) == 2 and lines[0].startswith("M34.0 254.0") and lines[0].endswith("V14.0")


def test_narrow_chart_has_fewer_labels() -> None:
    scores = [(deal, (4 * deal, 3 * deal)) for deal in range(1, 31)]
    wide, narrow = (texts(score_curve(scores, ["Ann", "Bartholomew"], 121, n)) for n in (640, 354))
    assert len(wide) > len(narrow)
    for svg_text in (wide, narrow):  # long names get a separate line
        assert svg_text[svg_text.index("90") + 1] == "Bartholomew"


def test_distribution_shows_actual_and_expected_frequencies() -> None:
    expected = {str(points): many for points, many in DISCARD_HANDS.items()}
    svg = distribution({"4": 3, "12": 1}, expected, 640)
    bar, second = drawn(svg).iter(f"{SVG}rect")
    assert float(bar.get("height", 0)) == pytest.approx(
        3 * float(second.get("height", 0)), rel=0.01
    )
    assert marks(svg)["polygon"] == len(expected)
    assert "75 %" not in texts(svg) and "70 %" in texts(svg) and "29" in texts(svg)


def test_course_has_one_marker_per_game() -> None:
    svg = course([1, -2, 3], -10, 10, 640, lambda value: f"{value:+g}", side=1)
    assert marks(svg)["polygon"] == 3 and texts(svg) == ["-10", "+0", "+10"]
    assert marks(course([50] * 61, 0, 100, 354, str))["circle"] == 61


def test_bar_length_is_proportional_to_value() -> None:
    rows = [
        Row("Dealer, Hand", 8.0, 7.95, "8.0", False),
        Row("Dealer: All", 16.0, None, "16", True),
    ]
    svg = bars(rows, 640)
    first, second = (float(node.get("width", 0)) for node in drawn(svg).iter(f"{SVG}rect"))
    assert second == pytest.approx(2 * first)
    assert marks(svg)["line"] == marks(svg)["polygon"] == 1
    bold = [node.text for node in drawn(svg).iter(f"{SVG}text") if node.get("font-weight")]
    assert bold == ["Dealer: All", "16"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_charts_are_drawn_in_each_language(language: str) -> None:
    source = stored_game(
        whole_game(38)[0], number=38, mode="computer", said={"level": "expert"},
        names=("Ann", "Computer"),
    )  # fmt: skip
    line = summarize(source)
    story = timeline(source, seat_names(line))
    charts = game_charts(line, story, 640, language)
    expert = {"en": "Computer (Expert)", "fr": "Ordinateur (Expert)", "de": "Computer (Meister)"}
    assert side_names(line, lambda text: text) == ["Ann", "Computer (Expert)"]
    final = story[-1].scores
    assert f"{final[0]} Ann" in texts(charts["scores"])
    assert f"{final[1]} {expert[language]}" in " ".join(texts(charts["scores"]))

    who = PlayerKey("ann")
    found = player_page(tallies([line])[who], [line], {})
    pictures = player_charts(found, 640, language)
    assert list(pictures) == ["per_deal", "hands"] or list(pictures) == [
        "per_deal",
        "hands",
        "cribs",
    ]
    dealer = {"en": "Dealer: All", "fr": "Donneur: tout", "de": "Geber: alles"}[language]
    assert dealer in texts(pictures["per_deal"]["2"])
    assert all(drawn(pictures[name]) is not None for name in ("hands",))


def test_luck_and_skill_charts_need_a_review() -> None:
    source = stored_game(whole_game(38)[0], number=38, names=("Ann", "Ben"))
    line = summarize(source)
    short = {
        "unit": "chance",
        "sides": [{"luck": -0.125, "skill": -0.1}, {"luck": 0.125, "skill": 0.0}],
        "seats": [{"decisions": 10, "good": 8, "points": 1.5}] * 2,
    }
    found = player_page(tallies([line])[PlayerKey("ann")], [line], {line.id: short})
    pictures = player_charts(found, 640, "de")
    assert texts(pictures["skill"]) == ["70 %", "85 %", "100 %"]
    assert texts(pictures["luck"]) == ["−12,5", "0,0", "+12,5"]
    assert marks(pictures["luck"])["polygon"] == 1


def test_side_names_of_partners_and_unknown_levels() -> None:
    four = summarize(
        stored_game(whole_game(6, Rules(4, True))[0], number=6, rules=Rules(4, True),
                  names=("Ann", "Ben", "Cleo", "Dan"))
    )  # fmt: skip
    assert side_names(four, str) == ["Ann and Cleo", "Ben and Dan"]
    assert game_charts(four, (), 640, "en") == {}


@pytest.mark.parametrize(
    ("requested", "width"),
    [
        (None, None), ("", None), ("wide", None), ("²", None), ("9" * 9, None),
        ("1", 320), ("604", 604), ("99999", 640),
    ],
)  # fmt: skip
def test_requested_width_is_clamped(requested: str | None, width: int | None) -> None:
    assert requested_width(requested) == width
