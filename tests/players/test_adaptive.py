"""The adaptive level: strength near the person's, between two fixed levels."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import Deal, Rules, apply, new_game, view
from pegboard.cribbage.shuffle import dealt
from pegboard.errors import ConfigError
from pegboard.players import FOR_PEOPLE, by_name
from pegboard.players.adaptive.blend import neighbours
from pegboard.players.adaptive.rating import (
    GAMES,
    RATINGS,
    TARGET_SHARE,
    level_for,
    rating_from,
    rating_of,
)

RESULTS = st.lists(st.tuples(st.sampled_from([*RATINGS, "adaptive-14"]), st.booleans()))


def chance(one: float, other: float) -> float:
    """Returns the chance of winning by Elo's formula."""
    return float(1 / (1 + 10 ** ((other - one) / 400)))


def test_each_level_is_one_ladder_step() -> None:
    assert tuple(RATINGS) == FOR_PEOPLE
    assert [rating_of(f"adaptive-{10 * n}") for n in range(4)] == [*RATINGS.values()]
    assert rating_of("adaptive-15") == (RATINGS["beginner"] + RATINGS["club"]) / 2
    assert [rating_of(each) for each in ("greedy", "adaptive-31", "adaptive-x", "")] == [None] * 4
    rising = [rating_of(f"adaptive-{n}") or 0 for n in range(31)]
    assert rising == sorted(rising)


@given(RESULTS)
def test_rating_rises_with_wins(results: list[tuple[str, bool]]) -> None:
    lost = [(level, False) for level, _ in results]
    won = [(level, True) for level, _ in results]
    assert rating_from(lost) <= rating_from(results) <= rating_from(won)
    assert rating_of(level_for(results)) is not None
    assert (
        level_for(results) == level_for([("expert", True)] * 3 + results[-GAMES:])
        or len(results) < GAMES
    )


@pytest.mark.parametrize("rating", [60.0, 150.0, 220.0, 300.0])
def test_person_of_any_strength_wins_nearly_half(rating: float) -> None:
    """Over three hundred games, each against the level that the ten before it gave."""
    rng = Random(int(rating))
    results: list[tuple[str, bool]] = []
    for _ in range(300):
        level = level_for(results)
        other = rating_of(level)
        assert other is not None
        results.append((level, rng.random() < chance(rating, other)))
    share = sum(won for _, won in results) / len(results)
    assert abs(share - TARGET_SHARE) < 0.075, share


def test_blended_player_mixes_two_levels() -> None:
    assert neighbours("adaptive-14") == ("beginner", "club", 0.4)
    assert neighbours("adaptive-30") == ("expert", "expert", 0.0)
    for wrong in ("adaptive-31", "adaptive-", "adaptive--1", "adaptive-x"):
        with pytest.raises(ConfigError, match="adaptive-0 to adaptive-30"):
            by_name(wrong)
    player = by_name("adaptive-14")
    assert player.name == "adaptive-14"
    hands, _ = dealt(Rules(2), 0, tuple(Random(4).sample(DECK, len(DECK))))
    assert isinstance(hands, Deal)
    seat_view = view(apply(new_game(Rules(2), 0), hands).state, 0)
    chosen = [player.choose(seat_view, Random(seed)) for seed in range(60)]
    assert {*chosen} <= {*seat_view.legal} and len({*chosen}) > 1
