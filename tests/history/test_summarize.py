"""Game summaries: every point is attributed, and unknown facts are not counted."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.game import Action, Correct, Cut, Deal, Discard, Event, Rules, TakenBack
from pegboard.history.stored_game import StoredGame
from pegboard.history.summarize import levels, summarize
from pegboard.history.summary import DealLine, from_json, summary_as_json
from tests.support.history_games import stored_game, whole_game
from tests.support.strategies import plain_points, random_game, rules

TABLE_DEAL = """
deal 0
cut 5D
peg 1 3
peg 0 2
hand 1 5H5C5SJD
hand 0 2C3C4C6D
crib AHAS2H9D
""".strip().splitlines()
"""Real cards: the play is pegged by buttons, the hands are counted from the cards."""


def _deals(source: StoredGame) -> tuple[DealLine, ...]:
    return tuple(summarize(source).deals)


@given(rules(), st.integers(0, 2**32), st.booleans())
@settings(max_examples=60, deadline=None)
def test_summary_attributes_every_point(given: Rules, seed: int, table: bool) -> None:
    rng = Random(seed)
    actions: list[Action] = []
    events: list[Event] = []
    dealer = None
    for action, step in random_game(given, rng, table):
        if dealer is None:  # drawn by the board: the first deal names the dealer
            dealer = getattr(action, "dealer", None)
        actions.append(action)
        events += step.events
    source = stored_game(actions, rules=given, names=[""] * given.players, dealer=dealer or 0)
    line = summarize(source)
    assert not line.fault
    for side in range(given.sides):
        seats = [seat for seat in range(given.players) if given.side_of(seat) == side]
        summed = sum(deal.total(seat) for deal in line.deals for seat in seats)
        summed += sum(line.loose[seat] for seat in seats) + given.handicap[side]
        moved = any(isinstance(action, Correct) for action in actions)
        if not moved and not any(isinstance(event, TakenBack) for event in events):
            assert summed == line.scores[side]
    assert from_json(summary_as_json(line)) == line
    assert line.winner is not None and line.scores[line.winner] == given.target
    assert len(line.won) == given.sides


@given(st.integers(0, 2**32), st.sampled_from([Rules(), Rules(players=3), Rules(4, partners=True)]))
@settings(max_examples=25, deadline=None)
def test_summary_matches_independent_count(seed: int, given: Rules) -> None:
    """Recounts hands by brute force from the cards."""
    actions, states = whole_game(seed, given, seed % given.players)
    line = summarize(
        stored_game(actions, rules=given, names=("",) * given.players, dealer=seed % given.players)
    )
    number = -1
    kept: list[list[Any]] = []
    crib: list[Any] = []
    starter: Any = None
    before: tuple[int, ...] = (0,) * given.players
    dealer = 0
    for action, state in zip(actions, states, strict=True):
        match action:
            case Deal(dealer, hands, extra):
                number += 1
                kept = [list(hand) for hand in hands or ()]
                crib = [extra] if extra else []
            case Discard(seat, cards):
                kept[seat] = [card for card in kept[seat] if card not in cards]
                crib += cards
            case Cut(card):
                starter = card
        if state.over:
            assert line.deals[number].left_out == "over"
        if state.stage_name != "deal":
            continue
        deal = line.deals[number]
        assert (deal.left_out, deal.dealer, deal.starter) == ("", dealer, str(starter))
        values = [plain_points(tuple(hand), starter) for hand in kept]
        in_crib = plain_points(tuple(crib), starter, crib=True)
        assert [deal.hand(seat) for seat in range(given.players)] == values
        assert deal.crib(dealer) == in_crib and deal.crib((dealer + 1) % given.players) == 0
        for side in range(given.sides):
            seats = [seat for seat in range(given.players) if given.side_of(seat) == side]
            gained = state.scores[side] - before[side]
            shown = sum(values[seat] for seat in seats) + (in_crib if dealer in seats else 0)
            assert sum(deal.play[seat] for seat in seats) == gained - shown
        before = state.scores
    assert number + 1 == len(line.deals)


def test_manually_pegged_play_is_attributed() -> None:
    (deal,) = _deals(stored_game(TABLE_DEAL))
    assert (deal.left_out, deal.play, deal.hand(1), deal.hand(0)) == ("", (2, 3), 29, 9)
    assert deal.crib(0) == 6
    assert summarize(stored_game(TABLE_DEAL)).attribution == "all"


def test_undone_actions_are_ignored() -> None:
    undone = [*TABLE_DEAL[:4], "peg 0 9", "undo", *TABLE_DEAL[4:]]
    assert _deals(stored_game(undone)) == _deals(stored_game(TABLE_DEAL))


def test_recounted_hand_counts_once() -> None:
    plays = "play 1 5H", "play 0 2C", "play 1 5C", "play 0 3C", "play 1 5S", "play 0 4C"
    last = "go 1", "play 0 6D", "play 1 JD"
    lines = ["deal 0", "cut 9S", *plays, *last]
    first = summarize(stored_game(lines))
    assert not first.fault, first.fault
    again = summarize(stored_game([*lines, "hand 0 2C3C4C7D", "crib AHAS2H9D"]))
    hands = [(hand.seat, hand.crib, hand.cards) for hand in again.deals[0].hands]
    assert hands == [(1, False, "5H5C5SJD"), (0, False, "2C3C4C7D"), (0, True, "AHAS2H9D")]


def test_unattributed_points_exclude_deal_from_averages() -> None:
    late = [*TABLE_DEAL[:5], "peg 0 2", *TABLE_DEAL[5:]]
    assert [deal.left_out for deal in _deals(stored_game(late))] == ["by_hand"]
    right = [*TABLE_DEAL[:5], "correct 0 40", *TABLE_DEAL[5:]]
    assert [deal.left_out for deal in _deals(stored_game(right))] == ["by_hand"]
    assert summarize(stored_game(right)).corrected == 1
    silent = [line for line in TABLE_DEAL if not line.startswith("peg")]
    assert [deal.left_out for deal in _deals(stored_game(silent))] == ["no_play"]
    begun = [*TABLE_DEAL, "deal 1", "cut JC", "peg 1 2", "deal 0"]
    assert [deal.left_out for deal in _deals(stored_game(begun))] == [
        "",
        "unfinished",
        "unfinished",
    ]


def test_pegs_only_game_has_no_deals() -> None:
    lines = [f"peg {n % 2} {10 + n % 3}" for n in range(21)]
    line = summarize(stored_game(lines))
    assert (line.attribution, len(line.deals), line.winner) == ("none", 0, 0)
    assert line.loose == line.scores == (121, 110)
    assert line.skunks == (0, 0) and line.won == (1, 0)


def test_bonus_and_muggins_are_attributed_to_their_deals() -> None:
    given = Rules(dealer_bonus=3, muggins=True)
    lines = ["deal 0", "cut 5D", "peg 1 3", "claim 1 10", "claim 0 4", "claim 0 2", "muggins 1 5"]
    line = summarize(stored_game(lines, rules=given))
    (deal,) = tuple(line.deals)
    assert (deal.other, deal.play, line.loose) == ((3, 5), (0, 3), (0, 0))
    assert [(hand.points, hand.pegged) for hand in deal.hands] == [(10, 10), (4, 4), (2, 2)]
    win = summarize(stored_game(["correct 0 120", "deal 0"], rules=given))
    assert win.winner == 0 and not win.deals and win.loose == (1, 0)


def test_penalty_is_attributed_to_other() -> None:
    (deal,) = _deals(stored_game([*TABLE_DEAL[:4], "penalty 0 2", *TABLE_DEAL[4:]]))
    assert (deal.other, deal.left_out) == ((0, 2), "")


def test_levels_identify_computers() -> None:
    assert levels(stored_game([], mode="score")) == (None, None)
    assert levels(stored_game([], mode="computer", said={"level": "club"})) == (None, "club")
    assert levels(stored_game([], mode="computer")) == (None, "")
    three = Rules(players=3)
    mixed = stored_game([], mode="computer", rules=three, names=("A", "B", "C"),
                      said={"seats": "person expert person"})  # fmt: skip
    assert levels(mixed) == (None, "expert", None)
    assert levels(stored_game([], mode="demo", said={"level": "club"})) == ("club", "club")


def test_unreplayable_game_has_only_fault() -> None:
    line = summarize(stored_game(["deal 1"]))
    assert "seat 0's deal" in line.fault
    assert (line.scores, len(line.deals), line.names) == ((), 0, ())
    assert from_json(summary_as_json(line)) == line
