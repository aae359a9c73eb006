"""The kinds of game: found by the mode and the tags of a record, and asked instead of a name."""

import re

import pytest

from pegboard.kinds import (
    AGAINST_COMPUTER,
    DEMO,
    DUPLICATE,
    KINDS,
    MODES,
    REAL_CARDS,
    REMOTE,
    SAMPLE,
    GameKind,
    KindRefusal,
    kind_of,
)
from tests.support.code_tables import sources

COMPARES = re.compile(r'(?:[!=]= |case |in [(\[{][^)\]}]*)"(?:score|demo|computer|far|duplicate)"')


@pytest.mark.parametrize(
    ("mode", "tags", "kind"),
    [
        ("score", {}, REAL_CARDS),
        ("computer", {"level": "club"}, AGAINST_COMPUTER),
        ("computer", {"seats": "person person"}, AGAINST_COMPUTER),
        ("computer", {"seats": "far person"}, REMOTE),
        ("computer", {"hall": "deals", "level": "club"}, DUPLICATE),
        ("demo", {"seats": "club expert"}, DEMO),
        ("of another version", {}, REAL_CARDS),
    ],
)
def test_record_names_its_kind(mode: str, tags: dict[str, str], kind: GameKind) -> None:
    assert kind_of(mode, tags) is kind


def test_sample_is_not_stored() -> None:
    assert kind_of("score", is_stored=False) is SAMPLE
    assert not SAMPLE.is_stored and SAMPLE.has_real_cards


def test_every_mode_has_a_kind_without_a_tag() -> None:
    assert {kind.mode for kind in KINDS if not kind.tag[1]} == set(MODES)


@pytest.mark.parametrize("kind", KINDS)
def test_default_seats_are_accepted(kind: GameKind) -> None:
    for players in (2, 3, 4):
        seats = kind.default_seats(players, "club")
        assert len(seats) == players and kind.seats_refusal(seats) is None


def test_invalid_seats_are_refused_by_kind() -> None:
    assert REAL_CARDS.seats_refusal(("person", "club")) is KindRefusal.PEOPLE_ALONE
    assert AGAINST_COMPUTER.seats_refusal(("club", "club")) is KindRefusal.NO_PERSON
    assert DEMO.seats_refusal(("person", "club")) is KindRefusal.DEMO_ALONE


def test_no_code_compares_the_name_of_a_mode() -> None:
    assert COMPARES.search('if mode == "demo":'), "the test sees one"
    found = {path.name for path, text in sources().items() if COMPARES.search(text)}
    assert found == set()
