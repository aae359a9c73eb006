"""The quick reference is complete and agrees with the rules."""

import re
from dataclasses import fields

import pytest

from pegboard.cribbage.match import TABLES
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.rules import TARGETS, Rules
from pegboard.cribbage.scoring import Kind
from pegboard.learn.rulebook import USUAL_TABLES, Section, reference
from pegboard.learn.rulebook.options import IN_PLAY, IN_SHOW, OPTIONS, OTHERWISE, WORDS
from pegboard.players.crib_means import CRIB_MEANS

ALL = {section.key: section for section in reference()}


def column(key: str, name: str) -> dict[str, str]:
    """Returns a column of a section's table, by row name."""
    section = ALL[key]
    place = section.columns.index(name)
    return {row[0]: row[place] for row in section.rows}


def words_of(section: Section) -> str:
    return " ".join([section.title, *section.text, *section.steps, *sum(section.rows, ())])


def test_rulebook_explains_every_award() -> None:
    assert {*IN_PLAY, *IN_SHOW, *OTHERWISE} == set(Kind)
    names = {row[0] for key in ("play", "show", "other") for row in ALL[key].rows}
    for kind in Kind:
        assert {kind.value, kind.value.replace("-", " ")} & names, kind


def test_rulebook_explains_every_option() -> None:
    assert set(OPTIONS) == {field.name for field in fields(Rules)}
    usual = column("options", "usually")
    assert set(usual) == {option.name for option in OPTIONS.values()}
    assert (usual["target"], usual["skunk"], usual["match"]) == ("121", "90", "A")
    assert usual["muggins"] == "no" and usual["handicap"] == "0 0"


@pytest.mark.parametrize("option", [o for o in OPTIONS.values() if o.name != "players"])
def test_option_names_match_record_notation(option: tuple[str, str, str]) -> None:
    name, values, _ = option
    value = {"one score per seat": "0 5", "a score": "30", "points": "3", "yes, no": ""}
    line = f"{name} {value.get(values, values.split(',')[0])}"
    text = "players 4\npartners" if name == "partners" else f"players 2\nrule {line}"
    parse_record(text)


def test_card_values() -> None:
    assert column("cards", "counts") == {"A": "1", "2 to 9": "its number", "10 J Q K": "10"}


def test_rulebook_scores_match_engine() -> None:
    assert column("play", "points") == {
        **{"fifteen": "2", "thirty-one": "2", "pair": "2", "pair royal": "6"},
        **{"double pair royal": "12", "run": "4", "go": "1", "last": "1"},
    }
    assert column("show", "points") == {
        **{"fifteen": "2", "pair": "2", "pair royal": "6", "double pair royal": "12"},
        **{"run": "3", "flush": "4", "flush of five": "5", "nobs": "1"},
    }
    assert column("runs", "points") == {
        **{"double run of three": "8", "double run of four": "10"},
        **{"triple run": "15", "double double run": "16"},
    }
    assert column("other", "points")["heels"] == "2"


def test_table_section_lists_cards_per_player_count() -> None:
    rows = {name: values for name, *values in ALL["table"].rows}
    assert rows["dealt to each seat"] == ["6", "5", "5", "5"]
    assert rows["dealt to the crib"] == ["0", "1", "0", "0"]
    assert rows["each seat discards"] == ["2", "1", "1", "1"]
    assert rows["scores, a track each"] == ["2", "3", "4", "2"]


def test_reference_is_limited_to_requested_table() -> None:
    three = {section.key: section for section in reference((Rules(3),))}
    assert "5 cards to each seat, and 1 straight to the crib" in words_of(three["deal"])
    assert three["table"].columns == ("", "3 players")
    assert "match-3" in three and "match-2" not in three
    partners = {section.key: section for section in reference((USUAL_TABLES[3],))}
    assert "Partners" in words_of(partners["table"]) and "match-2" in partners
    assert "Each seat discards 1," in words_of(partners["deal"])


def test_example_deal_is_played_by_engine() -> None:
    steps = ALL["example"].steps
    assert steps[1] == "The dealer +2 his heels"
    assert "Pone says go" in steps
    assert steps[-1].startswith("The dealer 8 in the crib: ")


def test_winning_and_match_tables() -> None:
    assert ALL["winning"].rows == (
        ("121", "91 or more", "61 to 90", "0 to 60"),
        ("61", "31 or more", "0 to 30", "none"),
    )
    assert len(TARGETS) == len(ALL["winning"].rows)
    assert column("match-2", "D") == {"plain": "2", "skunk": "3", "double skunk": "4"}
    assert column("match-2", "acc") == {"plain": "2", "skunk": "3", "double skunk": "3"}
    assert column("match-3", "B")["N D"] == "4-3"
    assert column("match-4", "C")["S D D"] == "5-1-0"
    for sides, tables in TABLES.items():
        assert len(ALL[f"match-{sides}"].rows) == len(tables["A"])


def test_crib_advice_is_sorted_by_mean() -> None:
    best, worst = zip(*ALL["crib"].rows, strict=True)
    assert best[0] == f"5 5: {CRIB_MEANS[4][4]:.1f}" and worst[0] == "10 K: 3.4"

    def means(cells: tuple[str, ...]) -> list[float]:
        return [float(cell.partition(": ")[2]) for cell in cells]

    assert means(best) == sorted(means(best), reverse=True)
    assert means(worst) == sorted(means(worst)) and max(means(worst)) < min(means(best))


def test_section_tables_are_rectangular_with_unique_keys() -> None:
    keys = [section.key for section in reference()]
    assert len(set(keys)) == len(keys)
    for section in reference():
        assert re.fullmatch(r"[a-z]+(-\d)?", section.key)
        assert section.text or section.steps or section.rows
        assert {len(row) for row in section.rows} <= {len(section.columns)}
        names = [row[0] for row in section.rows]
        assert section.key == "crib" or len(set(names)) == len(names)


def test_glossary_is_sorted_and_complete() -> None:
    assert list(WORDS) == sorted(WORDS)
    text = " ".join(words_of(section) for section in reference()).lower()
    for word in WORDS:
        assert word in text
    dialect = ("non-dealer", "starter card", "knobs", "cut card", "lay away", "laid away")
    for wrong in (*dialect, "magic"):
        assert wrong not in text
