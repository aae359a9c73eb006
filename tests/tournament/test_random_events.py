"""Random club nights, compared with a director who uses paper and pencil."""

from itertools import groupby
from random import Random

import pytest

from pegboard.tournament.decisions import chain_decisions, event_root, parse_decision
from pegboard.tournament.spreadsheet import standings_csv
from pegboard.tournament.state import fold
from tests.support.reference_event import RandomEvent
from tests.support.reference_standings import reference_places

KINDS = {
    "enter", "draw", "typed result", "correction", "card corrected", "forfeit", "rename",
    "late arrival", "leave", "undo",
}  # fmt: skip


def compare_with_paper(rng: Random) -> set[str]:
    """Plays a random night; returns the kinds of its steps."""
    event = RandomEvent(rng)
    event.play()
    state, cards = event.state, event.paper.cards()
    assert list(state.present) == event.paper.here and dict(state.names) == event.paper.names
    assert dict(state.cards) == {card.player: card for card in cards}
    places = [
        {place.player for place in group}
        for _, group in groupby(state.standings(), key=lambda place: place.place)
    ]
    assert places == reference_places(cards)
    stored = chain_decisions(event_root("e"), event.log)
    assert fold([parse_decision(decision.text) for decision in stored]) == state
    assert all(f'"{name}"' in standings_csv(state) for name in event.paper.names.values())
    return event.done


def test_random_nights_match_paper() -> None:
    rng = Random(45)
    assert set().union(*(compare_with_paper(rng) for _ in range(300))) == KINDS


@pytest.mark.group("hall")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10))
def test_100_000_random_nights_match_paper(seed: int) -> None:
    rng = Random(f"nights {seed}")
    for _ in range(10_000):
        compare_with_paper(rng)
