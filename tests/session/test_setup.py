"""Who may sit down to what: what is asked for, what is refused, what the journal brings back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.config import GameConfig
from pegboard.cribbage.match import Match
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.tags import read
from pegboard.errors import NotationError
from pegboard.players import FOR_PEOPLE
from pegboard.session.setup import COLORS, PERSON, Sitting, fits, written
from pegboard.session.setup_request import wished
from pegboard.session.table import header_of

USUAL = GameConfig()


def wish(**new: Any) -> Sitting:
    return wished({"mode": "score", **new}, USUAL)


def test_nothing_said_is_the_usual_game() -> None:
    sitting = wish()
    assert sitting.rules == Rules() and sitting.dealer == 0 and sitting.match is None
    assert (sitting.names, sitting.seats) == (("Blue", "Orange"), (PERSON, PERSON))
    assert sitting.colors == ("blue", "orange") and sitting.remarks() == {}


@pytest.mark.parametrize(
    ("new", "names"),
    [
        ({"mode": "score", "players": 4}, ("Blue", "Orange", "Green", "Pink")),
        ({"mode": "score", "players": 3, "names": ["Ann", "Ben"]}, ("Ann", "Ben", "Green")),
        ({"mode": "score", "names": ["Ann", "Ben", "Cid"]}, ("Ann", "Ben", "Cid")),
        ({"mode": "demo", "colors": ["pink", "green"]}, ("Pink", "Green")),
        ({"mode": "demo", "players": 4, "partners": True}, ("Blue", "Orange", "Green", "Pink")),
        ({"mode": "computer"}, ("You", "Computer")),
        ({"mode": "computer", "players": 3}, ("You", "Computer 1", "Computer 2")),
        (
            {"mode": "computer", "seats": ["person", "club", "person"]},
            ("Player 1", "Computer", "Player 2"),
        ),
    ],
)
def test_who_is_not_named_is_called_by_colour_or_part(
    new: dict[str, Any], names: tuple[str, ...]
) -> None:
    assert wished(new, USUAL).names == names


def test_the_configuration_says_what_is_usual() -> None:
    config = GameConfig(names=("Ann", "Ben", "Cid"), target=61, opponent="expert")
    assert wished({"mode": "score", "players": 4}, config).names == ("Ann", "Ben", "Cid", "Blue")
    assert wished({"mode": "score"}, config).rules.target == 61
    assert wished({"mode": "computer"}, config).seats == (PERSON, "expert")


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ({"mode": "chess"}, "one of score, computer, demo"),
        ({"target": 100}, "121 or to 61"),
        ({"dealer": 2}, "the seats are 0 and 1"),
        ({"players": 4, "dealer": 4}, "the seats are 0, 1, 2 and 3"),
        ({"players": 2, "names": ["A", "B", "C"]}, "3 names: two sit"),
        ({"players": 3, "partners": True}, "partners: four players"),
        ({"rules": {"mugins": True}}, "no option is called 'mugins'; there are: muggins,"),
        ({"rules": {"muggins": 1}}, "muggins: true or false is wanted"),
        ({"rules": {"skunk": True}}, "skunk: a whole number is wanted"),
        ({"rules": {"match": 3}}, "match: a text is wanted"),
        ({"rules": {"match": "E"}}, "match: 'E'"),
        ({"rules": {"handicap": [1, 2, 3]}}, "one starting score a seat"),
        ({"rules": {"handicap": 5}}, "a list of whole numbers"),
        ({"rules": {"dealer-bonus": -1}}, "dealer-bonus: -1"),
        ({"colors": ["red"]}, "'red'; they are blue, orange, green, pink"),
        ({"colors": ["blue", "blue"]}, "one of its own"),
        ({"colors": ["blue", "green", "pink"]}, "3 colors: there are two sides"),
        ({"seats": ["person", "club"]}, "mode computer deals"),
        ({"mode": "demo", "seats": ["person", "club"]}, "the computer holds every seat"),
        ({"mode": "computer", "seats": ["club", "club"]}, "one of them is a person"),
        ({"mode": "computer", "seats": ["person", "simple"]}, "seat 1: 'simple'; it is one of"),
        ({"mode": "computer", "players": 3, "seats": ["person", "club"]}, "2 seats are given"),
        ({"mode": "computer", "level": "random"}, "one of beginner, club, expert"),
        ({"match": {"best_of": 3}}, "first_to (games won) or length"),
        ({"match": {"first_to": 3, "length": 5}}, "first_to (games won) or length"),
        ({"match": {"first_to": "3"}}, "1 to 99"),
        ({"match": {"length": 100}}, "1 to 99"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(new: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError) as error:
        wish(**new)
    assert says in str(error.value)


def test_every_side_needs_a_track_and_partners_share_one() -> None:
    others = [("two-track", 2), ("three-track", 3), ("four-track", 4)]
    with pytest.raises(NotationError, match=r"has two tracks \(mine\).*: three-track, four-track$"):
        fits(wish(players=3).rules, "mine", 2, others)
    fits(wish(players=3).rules, "mine", 3, others)
    fits(wish(partners=True).rules, "mine", 2, others)


def test_colours_are_those_of_the_palette() -> None:
    assert str(wish(colors=["pink"]).palette.tracks[0]).upper() == "#CC79A7"
    assert wish(colors=["pink"]).colors == ("pink", "blue")


@st.composite
def sittings(draw: st.DrawFn) -> Sitting:
    """Anything a command may ask for."""
    players = draw(st.sampled_from((2, 3, 4)))
    partners = players == 4 and draw(st.booleans())
    sides = 2 if partners else players
    mode = draw(st.sampled_from(("score", "computer", "demo")))
    new: dict[str, Any] = {
        "mode": mode,
        "players": players,
        "partners": partners,
        "target": draw(st.sampled_from((121, 61))),
        "dealer": draw(st.integers(0, players - 1)),
        "colors": list(draw(st.permutations(COLORS)))[:sides],
        "rules": draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "muggins": st.booleans(),
                    "manual_count": st.booleans(),
                    "dealer_bonus": st.integers(0, 5),
                    "match": st.sampled_from(("A", "B", "C", "acc")),
                },
            )
        ),
    }
    if mode == "computer":
        others = draw(st.lists(st.sampled_from((PERSON, *FOR_PEOPLE)), min_size=1, max_size=3))
        seats = [PERSON, *(others * 3)][:players]
        new["seats"] = list(draw(st.permutations(seats)))
    if mode == "demo":
        new["seats"] = [draw(st.sampled_from(FOR_PEOPLE)) for _ in range(players)]
    of = draw(st.sampled_from(("first_to", "length", None)))
    if of:
        new["match"] = {of: draw(st.integers(1, 99))}
    return wished(new, USUAL)


@given(sittings())
def test_the_journal_brings_back_who_sat_down(sitting: Sitting) -> None:
    text = header_of(sitting.rules, sitting.names, sitting.dealer, said=sitting.remarks())
    again = written(sitting.mode, parse_record(text).header, read(text))
    assert again == sitting
    assert wished(again.wish(), USUAL) == sitting


def test_a_match_goes_on_where_it_stood_and_nonsense_is_no_match() -> None:
    header = parse_record("players 2\n").header
    said = {"match": "games 5 played 2 won 1 3"}
    assert written("score", header, said).match == Match(2, 0, 5, (1, 3), 2)
    assert written("score", header, {"colors": "red red"}).colors == ("blue", "orange")
    for nonsense in ("", "games", "games x played 1 won 1 0", "first-to 3 played 1 won 1"):
        assert written("score", header, {"match": nonsense}).match is None
