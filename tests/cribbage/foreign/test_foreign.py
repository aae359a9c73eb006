"""Other programs' notations: our games written in them and read back."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cli.app import run_line
from pegboard.cribbage.actions import Cut, Deal, Discard, Play
from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.foreign import read_foreign
from pegboard.cribbage.game import Action, Counted, apply, legal_actions, new_game
from pegboard.cribbage.notation import Header, Record, parse_record
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.state import State
from pegboard.errors import NotationError

EXAMPLE = Path(__file__).parents[2] / "data" / "foreign"


def played(seed: int, dealer: int) -> tuple[list[Action], State, list[list[Counted]]]:
    """Plays a two-player game of random cards; returns it with the counted hands by deal."""
    rng, state, actions = Random(seed), new_game(Rules(2), dealer), []
    counted: list[list[Counted]] = []
    while not state.over:
        action: Action
        if state.stage_name == "deal":
            cards = rng.sample(DECK, 13)
            action = Deal(state.dealer, (tuple(cards[:6]), tuple(cards[6:12])))
            counted.append([])
        elif state.stage_name == "cut":
            action = Cut(cards[12])
        else:
            seat = next(seat for seat in range(2) if legal_actions(state, seat))
            action = rng.choice(legal_actions(state, seat))
        state, events = apply(state, action)
        actions.append(action)
        counted[-1] += [event for event in events if isinstance(event, Counted)]
    return actions, state, counted


def by_deal(actions: list[Action]) -> list[list[Action]]:
    deals: list[list[Action]] = []
    for action in actions:
        if isinstance(action, Deal):
            deals.append([])
        deals[-1].append(action)
    return deals


def thrown(deal: list[Action], seat: int) -> tuple[Card, ...]:
    return next(a.cards for a in deal if isinstance(a, Discard) and a.seat == seat)


def as_halscrib(actions: list[Action]) -> str:
    """Formats starter, plays and discards; player A's suits in capitals, B's in lower case."""
    lines = ["Player A: Ann   (UPPER CASE)", "Player B: Ben   (lower case)", "Muggins Game: N", ""]
    for number, deal in enumerate(by_deal(actions), 1):
        cut = [str(a.card) for a in deal if isinstance(a, Cut)]
        cards = [(a.seat, a.card) for a in deal if isinstance(a, Play)]
        if len(cards) == 8:
            cards += [(seat, card) for seat in range(2) for card in thrown(deal, seat)]
        words = [
            str(card) if seat == 0 else str(card)[0] + str(card)[1].lower() for seat, card in cards
        ]
        lines.append(f"Deal {number:2}:  {' '.join(cut + words)}  _____")
    return "\n".join(lines) + "\n"


def as_tagged(actions: list[Action], end: State, counted: list[list[Counted]]) -> str:
    """Formats a tagged record; player 1 deals first."""
    lines = ['[Event "Test"]', '[FirstDealer "Ann"]', '[FirstPone "Ben"]']
    lines += [f'[Result "{"1-0" if end.winner == 0 else "0-1"}"]', ""]
    for number, (deal, shown) in enumerate(zip(by_deal(actions), counted, strict=True), 1):
        lines.append(f"{number}.")
        first = deal[0]
        assert isinstance(first, Deal) and first.hands is not None
        for seat in range(2):
            hand, crib = (
                " ".join(map(str, cards)) for cards in (first.hands[seat], thrown(deal, seat))
            )
            lines.append(f"  H{seat + 1} {hand} D{seat + 1} {crib}")
        lines += [f"  C {a.card}" for a in deal if isinstance(a, Cut)]
        lines.append("  P " + " ".join(str(a.card) for a in deal if isinstance(a, Play)))
        for event in shown:
            word = "SC" if event.crib else f"S{event.seat + 1}"
            lines.append(f"  {word} {event.score.total}")
    return "\n".join(lines) + "\n"


def end_of(record: Record) -> State:
    state = new_game(record.header.rules, record.header.dealer)
    for action in record.actions:
        state = apply(state, action).state
    return state


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_converted_game_round_trips(seed: int) -> None:
    actions, end, counted = played(seed, 0)
    record = read_foreign(as_tagged(actions, end, counted))
    assert record.header == Header(Rules(2), 0, ("Ann", "Ben"))
    assert list(record.actions) == actions
    assert end_of(record) == end


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), dealer=st.integers(0, 1))
def test_lower_case_suits_are_equivalent(seed: int, dealer: int) -> None:
    """Ignores the order within a hand and unfinished deals, which the notation omits."""
    actions, end, _ = played(seed, dealer)
    record = read_foreign(as_halscrib(actions))
    assert record.header == Header(Rules(2), dealer, ("Ann", "Ben"))
    assert end_of(record).scores == end.scores and end_of(record).winner == end.winner
    plays = [action for action in actions if isinstance(action, Play | Cut)]
    assert [action for action in record.actions if isinstance(action, Play | Cut)] == plays


@pytest.mark.parametrize("name", ["halscrib.pgn", "tagged.pgn"])
def test_documented_examples_convert_to_records(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = (EXAMPLE / name).with_suffix(".game").read_text()
    assert run_line(["convert", str(EXAMPLE / name)]) == 0
    assert capsys.readouterr().out == golden
    into = tmp_path / "out.game"
    assert run_line(["convert", str(EXAMPLE / name), "--into", str(into)]) == 0
    assert into.read_text() == golden and parse_record(golden).actions
    assert run_line(["replay", str(into)]) == 0


TAGGED = (EXAMPLE / "tagged.pgn").read_text()
HALSCRIB = (EXAMPLE / "halscrib.pgn").read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a notation that is known"),
        ("Deal 1: __ __ __", "there is no deal in it"),
        (HALSCRIB.replace("Deal  1:", "Deal  1: <2"), "'?<2'? does not say which hand"),
        (re.sub(r"(Deal  1: +)\S+", r"\g<1>ZZ", HALSCRIB), "not a card"),
        (re.sub(r"(Deal  1:(?: +\S+){9}) +\S+", r"\1", HALSCRIB), "13 cards, got 12"),
        (re.sub(r"(Deal  1: +\S+) +\S+", r"\1 KH", HALSCRIB), "line 5: the deal is not possible"),
        (TAGGED.replace("H1", "H1 KS", 1), "H1 must have 6 cards, got 7"),
        (re.sub(r"P \S+", "P 9D", TAGGED, count=1), "9D is in nobody's hand"),
        (re.sub(r"S1 \d+", "S1 28", TAGGED, count=1), "S1 28 is written"),
        (TAGGED.replace("1-0", "0-1"), "the result 0-1 is written"),
    ],
)  # fmt: skip
def test_conversion_error_is_reported(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read_foreign(text)


def test_convert_command_reports_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(["convert", str(tmp_path / "no.pgn")]) == 2
    assert "no.pgn" in capsys.readouterr().err
