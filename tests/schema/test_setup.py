"""Game setups: valid and refused requests, and setups restored from the journal."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.config import GameConfig
from pegboard.cribbage.match import Match
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.tags import header_of, read
from pegboard.errors import NotationError
from pegboard.kinds import PERSON
from pegboard.players import FOR_PEOPLE
from pegboard.schema.setup import COLORS, OPTIONS, GameSetup, fits
from pegboard.schema.setup_request import (
    RuleOptions,
    SetupRequest,
    parse_setup,
    request_for,
    setup_as_json,
)

USUAL = GameConfig()


def wish(**new: Any) -> GameSetup:
    return setup_of({"mode": "score", **new})


def setup_of(new: dict[str, Any], usual: GameConfig = USUAL) -> GameSetup:
    return parse_setup(request(new), usual)


def request(new: dict[str, Any]) -> SetupRequest:
    return msgspec.json.decode(json.dumps(new), type=SetupRequest)


def test_empty_request_gives_the_default_game() -> None:
    sitting = wish()
    assert sitting.rules == Rules() and sitting.dealer == 0 and sitting.match is None
    assert (sitting.names, sitting.seats) == (("Blue", "Orange"), (PERSON, PERSON))
    assert sitting.colors == ("blue", "orange") and sitting.tags() == {}


@pytest.mark.parametrize(
    ("new", "names"),
    [
        ({"mode": "score", "players": 4}, ("Blue", "Orange", "Green", "Pink")),
        ({"mode": "score", "players": 3, "names": ["Ann", "Ben"]}, ("Ann", "Ben", "Green")),
        ({"mode": "score", "names": ["Ann", "Ben", "Cid"]}, ("Ann", "Ben", "Cid")),
        ({"mode": "demo", "colors": ["pink", "green"]}, ("Pink", "Green")),
        (
            {"mode": "demo", "players": 4, "partners": True},
            ("Blue 1", "Orange 1", "Blue 2", "Orange 2"),
        ),
        ({"mode": "computer"}, ("You", "Computer")),
        ({"mode": "computer", "players": 3}, ("You", "Computer 1", "Computer 2")),
        (
            {"mode": "computer", "seats": ["person", "club", "person"]},
            ("Player 1", "Computer", "Player 2"),
        ),
    ],
)
def test_missing_names_are_colours_or_roles(new: dict[str, Any], names: tuple[str, ...]) -> None:
    assert setup_of(new).names == names


def test_configuration_gives_the_defaults() -> None:
    config = GameConfig(names=("Ann", "Ben", "Cid"), target=61, opponent="expert")
    assert setup_of({"mode": "score", "players": 4}, config).names == ("Ann", "Ben", "Cid", "Pink")
    assert setup_of({"mode": "score"}, config).rules.target == 61
    assert setup_of({"mode": "computer"}, config).seats == (PERSON, "expert")


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ({"target": 100}, "target must be 121 or 61, got 100"),
        ({"dealer": 2}, "dealer must be 0 to 1, got 2"),
        ({"players": 3, "dealer": 3}, "dealer must be 0 to 2, got 3"),
        ({"players": 2, "names": ["A", "B", "C"]}, "names must be 2, one per seat, got 3"),
        ({"players": 3, "partners": True}, "partners needs four players"),
        ({"rules": {"match": "E"}}, "got 'E'"),
        ({"rules": {"handicap": [1, 2, 3]}}, "one starting score per seat"),
        ({"rules": {"dealer_bonus": -1}}, "below the target, got -1"),
        ({"colors": ["red"]}, "from blue, orange, green, pink, got 'red'"),
        ({"colors": ["blue", "blue"]}, "must differ for every side"),
        ({"colors": ["blue", "green", "pink"]}, "colors must be 2, one per side, got 3"),
        ({"seats": ["person", "club"]}, "mode must be computer"),
        ({"mode": "demo", "seats": ["person", "club"]}, "the computer must have every seat"),
        ({"mode": "computer", "seats": ["club", "club"]}, "at least one must be a person"),
        ({"mode": "computer", "seats": ["person", "simple"]}, "seat 1 must be one of"),
        (
            {"mode": "computer", "players": 3, "seats": ["person", "club"]},
            "seats must name 3 players, got 2",
        ),
        ({"scores": [88]}, "scores must be 2, one per side, got 1"),
        ({"players": 4, "partners": True, "scores": [1, 2, 1, 2]}, "one per side, got 4"),
        ({"target": 61, "scores": [60, 61]}, "scores must be below 61, got 61"),
        ({"mode": "computer", "level": "random"}, "one of novice, beginner, club, expert"),
    ],
)
def test_invalid_setup_is_refused_with_a_reason(new: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError) as error:
        wish(**new)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ({"mode": "chess"}, "Invalid enum value 'chess' - at `$.mode`"),
        ({"rules": {"mugins": True}}, "unknown field `mugins` - at `$.rules`"),
        ({"rules": {"dealer-bonus": 3}}, "unknown field `dealer-bonus` - at `$.rules`"),
        ({"rules": {"muggins": 1}}, "Expected `bool`, got `int` - at `$.rules.muggins`"),
        ({"rules": {"skunk": True}}, "Expected `int`, got `bool` - at `$.rules.skunk`"),
        ({"rules": {"match": 3}}, "Expected `str`, got `int` - at `$.rules.match`"),
        ({"rules": {"handicap": 5}}, "Expected `array`, got `int` - at `$.rules.handicap`"),
        ({"players": 4, "dealer": 4}, "Expected `int` <= 3 - at `$.dealer`"),
        ({"scores": [121, 0]}, "Expected `int` <= 120 - at `$.scores[0]`"),
        ({"scores": [-1, 0]}, "Expected `int` >= 0 - at `$.scores[0]`"),
        ({"scores": [8.5, 0]}, "Expected `int`, got `float` - at `$.scores[0]`"),
        ({"match": {"best_of": 3}}, "unknown field `best_of` - at `$.match`"),
        ({"match": {}}, "first_to (games won) or length (games) - at `$.match`"),
        ({"match": {"first_to": 3, "length": 5}}, "first_to (games won) or length"),
        ({"match": {"first_to": "3"}}, "Expected `int | null`, got `str` - at `$.match.first_to`"),
        ({"match": {"length": 100}}, "Expected `int` <= 99 - at `$.match.length`"),
    ],
)
def test_malformed_request_error_names_the_path(new: dict[str, Any], says: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        request({"mode": "score", **new})
    assert says in str(error.value)


def test_every_side_needs_a_track() -> None:
    others = [("two-track", 2), ("three-track", 3), ("four-track", 4)]
    with pytest.raises(NotationError, match=r"has 2 \(mine\).*: three-track, four-track$"):
        fits(wish(players=3).rules, "mine", 2, others)
    fits(wish(players=3).rules, "mine", 3, others)
    fits(wish(partners=True).rules, "mine", 2, others)


def test_colour_names_match_the_palette() -> None:
    assert str(wish(colors=["pink"]).palette.tracks[0]).upper() == "#CC79A7"
    assert wish(colors=["pink"]).colors == ("pink", "blue")


@st.composite
def sittings(draw: st.DrawFn) -> GameSetup:
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
    return setup_of(new)


@given(sittings())
def test_setup_round_trips_through_the_journal(sitting: GameSetup) -> None:
    text = header_of(sitting.rules, sitting.names, sitting.dealer, remarks=sitting.tags())
    again = GameSetup.from_record(sitting.mode, parse_record(text).header, read(text))
    assert again == sitting
    assert parse_setup(request_for(again), USUAL) == sitting
    assert request(setup_as_json(request_for(again))) == request_for(again)


def test_request_has_every_rule_option() -> None:
    assert RuleOptions.__struct_fields__ == OPTIONS


def test_match_tag_round_trips_and_invalid_text_is_ignored() -> None:
    header = parse_record("players 2\n").header
    fields = {"match": "games 5 played 2 won 1 3"}
    assert GameSetup.from_record("score", header, fields).match == Match(2, 0, 5, (1, 3), 2)
    assert GameSetup.from_record("score", header, {"colors": "red red"}).colors == (
        "blue",
        "orange",
    )
    for nonsense in ("", "games", "games x played 1 won 1 0", "first-to 3 played 1 won 1"):
        assert GameSetup.from_record("score", header, {"match": nonsense}).match is None
