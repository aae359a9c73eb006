"""Reviews: the cost of decisions; luck and skill that sum to the result."""

from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.analysis.analyze import review_game
from pegboard.analysis.charts import review_svg
from pegboard.analysis.model import Review
from pegboard.analysis.reconstruct import ReconstructedDeal, reconstruct_deal
from pegboard.analysis.report import as_message, as_table
from pegboard.cribbage.cards import parse_cards
from pegboard.cribbage.game import Deal, Discard, Play, Rules, new_game
from pegboard.cribbage.notation import Header, Record, parse_action, parse_record
from pegboard.cribbage.replay import replay_steps
from pegboard.cribbage.state import Pegs
from pegboard.players.expert.evaluate import evaluate
from pegboard.players.expert.player import Expert
from tests.support.games import FIVES_RECORD, GAMES_FOLDER, mid_play, self_play

NAMES = ("Ann", "Ben", "Cy", "Di")


def reviewed(text: str) -> tuple[Record, Review]:
    record = parse_record(text)
    header = record.header
    return record, review_game(header.rules, header.dealer, record.actions, Random(1))


def of_file(name: str) -> tuple[Record, Review]:
    return reviewed((GAMES_FOLDER / name).read_text())


def adds_up(found: Review) -> None:
    for account in found.accounts:
        assert account.start + account.change == pytest.approx(account.end, abs=1e-9)
        assert account.skill <= 0
        own_costs = [d.cost for d in found.decisions if found.rules.side_of(d.seat) == account.side]
        assert account.skill == pytest.approx(-sum(own_costs))
    if len(found.accounts) == 2:
        one, other = found.accounts
        assert one.luck == pytest.approx({name: -worth for name, worth in other.luck.items()})
        assert (one.skill, one.against) == pytest.approx((-other.against, -other.skill))


@pytest.mark.group("rules")
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_luck_and_skill_sum_to_the_result(seed: int) -> None:
    actions = self_play(seed, "random", "simple")
    found = review_game(Rules(), 0, actions, Random(1))
    adds_up(found)
    one, other = found.accounts
    assert found.unit == "chance" and one.start + other.start == 1
    assert {one.end, other.end} == {0, 1} and found.curve[-1].chance == one.end
    assert one.luck["by_hand"] == pytest.approx(0)
    assert len(found.curve) == len(actions) + 1 and found.not_judged == ()
    # Random play gives away more than sensible play.
    assert one.skill < other.skill


@pytest.mark.group("rules")
@pytest.mark.parametrize(
    ("rules", "sides"),
    [
        (Rules(players=3, target=61), ("Ann", "Ben", "Cy")),
        (Rules(players=4, partners=True, target=61), ("Ann and Cy", "Ben and Di")),
    ],
    ids=["three", "partners"],
)
def test_three_sides_and_partners_use_chances(rules: Rules, sides: tuple[str, ...]) -> None:
    actions = self_play(7, *["simple"] * rules.players, rules=rules)
    record = Record(Header(rules), actions)
    found = review_game(rules, 0, actions, Random(1))
    adds_up(found)
    assert found.unit == "chance" and found.sides(NAMES) == sides
    for point in found.curve:
        assert point.chances is not None and sum(point.chances) == pytest.approx(1)
    assert sum(account.start for account in found.accounts) == pytest.approx(1)
    last = found.curve[-1].scores[: rules.sides]
    won = [float(score == max(last)) for score in last]
    assert [account.end for account in found.accounts] == won
    assert found.decisions and all(decision.chance is not None for decision in found.decisions)
    is_partial = bool(found.not_judged)
    assert is_partial == (rules.sides > 2)
    drawing = review_svg(found, NAMES)
    assert "Chance of winning" in drawing and "in points" not in drawing
    assert "chance" in "\n".join(as_table(found, record, NAMES))
    message = as_message(found, record, NAMES)
    assert all(len(point["chances"]) == rules.sides for point in message["curve"])


@pytest.mark.group("rules")
def test_four_sides_use_points() -> None:
    rules, sides = Rules(players=4, target=61), ("Ann", "Ben", "Cy", "Di")
    actions = self_play(7, *["simple"] * rules.players, rules=rules)
    record = Record(Header(rules), actions)
    found = review_game(rules, 0, actions, Random(1))
    adds_up(found)
    assert found.unit == "points" and found.sides(NAMES) == sides
    assert {point.chance for point in found.curve} == {None}
    assert found.decisions and all(decision.chance is None for decision in found.decisions)
    last = found.curve[-1].scores[: rules.sides]
    for account in found.accounts:
        others = [score for side, score in enumerate(last) if side != account.side]
        assert account.end == pytest.approx(last[account.side] - sum(others) / len(others))
    assert found.not_judged[0].startswith("With four individual players, winning chances")
    table = "\n".join(as_table(found, record, NAMES))
    assert f"{sides[0]}: +0.0 at first" in table and "in a hundred" not in table
    drawing = review_svg(found, NAMES)
    assert "in points" in drawing and "Chance of winning" not in drawing


def test_go_that_ends_the_game_is_foreseen() -> None:
    state = mid_play("KH", "TCQD9S")  # seat 1 cannot play either: its go scores the last hole
    state = replace(state, pegs=(Pegs(0, 0), Pegs(120, 110)))
    chances = evaluate(state)
    assert chances is not None and chances.chances == (0, 1) and chances.scores == (0, 121)


def test_expert_makes_no_mistake_by_its_own_estimate() -> None:
    found = review_game(Rules(), 0, self_play(3, "expert", "random")[:60], Random(1))
    mine = [decision for decision in found.decisions if decision.seat == 0]
    assert mine and {decision.verdict for decision in mine} == {"best"}
    assert found.worst(0) == () and found.worst() == found.worst(1)
    costs = [decision.cost for decision in found.worst()]
    assert costs == sorted(costs, reverse=True) and costs[-1] > 0


def test_blunder_is_reported_with_the_better_choice() -> None:
    record, found = reviewed(
        FIVES_RECORD.format("5H5D", "3S").replace("deal 1", "dealer 1\ndeal 1")
    )
    worst = found.worst()[0]
    assert (worst.seat, worst.verdict, worst.place) == (0, "blunder", 1)
    assert isinstance(worst.best, Discard) and {*worst.best.cards} == {*parse_cards("2HKD")}
    assert worst.points > 10 and (worst.chance or 0) > 0.2
    assert worst.parts is not None and worst.parts[1].hand - worst.parts[0].hand > 5
    assert worst.why.startswith("Keep 5 5 5 J: ") and "than this in all" in worst.why
    message = as_message(found, record, NAMES)
    first = message["decisions"][0]
    assert (first["line"], first["action"], first["best"]) == (
        4,
        "discard 0 5H5D",
        "discard 0 2HKD",
    )
    assert first["parts"]["action"]["crib"] < -6 < first["parts"]["best"]["crib"] < 0


def test_starter_counts_as_luck_only() -> None:
    start = FIVES_RECORD.replace("deal 1", "dealer 1\ndeal 1")
    good, bad = (reviewed(start.format("2HKD", card))[1].accounts[0] for card in ("5S", "3S"))
    assert good.luck["starter"] > 0.1 > 0 > bad.luck["starter"]
    assert good.skill == bad.skill == 0


def test_table_deal_is_reviewed_once_its_cards_are_known() -> None:
    record, found = of_file("table_count_ends_unseen.game")
    adds_up(found)
    assert {type(decision.action) for decision in found.decisions} == {Play}
    assert found.not_judged == (
        "Deals 1 and 2: the discards are not known, so they cannot be judged; they count as luck "
        "of the deal.",
        "Deal 2: the crib was not seen; it is assumed to be worth 5.",
    )
    table = "\n".join(as_table(found, record, NAMES))
    assert "Not judged: Deal 2: the crib was not seen" in table


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("table_deal_seen.game", "Deal 1: nothing can be judged: the cards seen contradict"),
        ("table_deal_unseen.game", "Deals 1, 2, 3 and 4: nothing can be judged: the play was"),
        ("match_2_a.game", "No cards are known: only points were pegged."),
    ],
)
def test_unreviewable_part_is_reported(name: str, why: str) -> None:
    record, found = of_file(name)
    adds_up(found)
    assert found.decisions == () and found.not_judged[0].startswith(why)
    assert found.accounts[0].luck["deal"] == 0
    assert any(why in line for line in as_table(found, record, NAMES))


@pytest.mark.parametrize("path", sorted(GAMES_FOLDER.glob("*.game")), ids=lambda path: path.stem)
def test_every_golden_record_can_be_reviewed(path: Path) -> None:
    record, found = of_file(path.name)
    adds_up(found)
    assert len(list(as_table(found, record, NAMES))) > 2
    drawing = ElementTree.fromstring(review_svg(found, NAMES))
    assert (
        drawing.tag.endswith("svg")
        and drawing[0].text
        and "The course of the game" in drawing[0].text
    )


def hands_open(lines: str) -> ReconstructedDeal | str:
    actions = [parse_action(line) for line in lines.strip().splitlines()]
    return reconstruct_deal(list(replay_steps(Rules(), 0, actions)))


SEEN = """deal 0
cut 9D
play 1 TH
play 0 5S
play 1 7C
play 0 6H
go 1
play 0 2S
play 1 6D
peg 1 2
play 0 4S
play 1 4H"""


def test_table_deal_is_reconstructed_as_an_open_one() -> None:
    found = hands_open(SEEN + "\ncrib 8H8S2D3D")
    assert isinstance(found, ReconstructedDeal) and len(found.before) == len(found.after) == 13
    assert found.crib == parse_cards("8H8S2D3D")
    first = found.after[0]
    assert first is not None and first.stage_name == "cut" and first.scores == (0, 0)
    pegged = found.after[9]
    assert pegged is not None and pegged.scores[1] == 2
    assert found.after[-2:] == (None, None)  # the show is the game's own


# Seat 1 could have gone on with its 3; nobody at the table knew.
LED_TOO_SOON = """deal 0
cut 9D
play 1 TH
play 0 KD
play 1 2C
go 0
play 0 QS
play 1 3C
play 0 JD
play 1 4H
go 0
play 0 JC"""


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (SEEN.rsplit("\n", 1)[0], "the play was not followed to the end"),
        (SEEN.replace("6D", "5S"), "the cards seen contradict each other"),
        (SEEN + "\nhand 1 TH7C6D3C", "the cards seen contradict each other"),
        (SEEN + "\ncrib 8H8STHTD", "the cards seen contradict each other"),
        (LED_TOO_SOON, "the cards seen contradict each other"),
    ],
)
def test_inconsistent_table_deal_is_not_reconstructed(lines: str, why: str) -> None:
    found = hands_open(lines)
    assert isinstance(found, str) and found.startswith(why)


def test_prospect_detects_a_decided_deal() -> None:
    by_the_net = Expert(ahead=-1)
    actions = self_play(5, by_the_net, by_the_net)
    steps = list(replay_steps(Rules(), 0, actions))
    end = next(n for n, step in enumerate(steps) if n and step.state.stage_name == "deal")
    cut = next(n for n, step in enumerate(steps) if step.state.stage_name == "play")
    chances = evaluate(steps[cut].state)
    assert chances is not None and chances.scores == tuple(map(float, steps[end].state.scores))
    assert evaluate(steps[end].state).chances == chances.chances  # type: ignore[union-attr]
    # The last deal of a game is seen to be won before it is.
    last = evaluate(steps[-1].state)
    assert last is not None and last.chances in ((0, 1), (1, 0))
    # Of a table deal nothing is known.
    assert evaluate(next(replay_steps(Rules(), 0, [Deal(0)])).state) is None


def test_game_to_61_starts_like_one_to_121_at_half_way() -> None:
    short = evaluate(new_game(Rules(target=61)))
    half = new_game(Rules())
    half = replace(half, pegs=tuple(pegs._replace(front=60) for pegs in half.pegs))
    assert short is not None and short.chances == evaluate(half).chances  # type: ignore[union-attr]


def test_progress_reaches_the_last_action() -> None:
    progress_calls: list[tuple[int, int]] = []
    actions = self_play(5, "simple", "simple")[:13]
    review_game(Rules(), 0, actions, Random(1), lambda done, of: progress_calls.append((done, of)))
    assert progress_calls == [(number, 13) for number in range(1, 14)]


def test_names_are_escaped_in_reports() -> None:
    actions = self_play(5, "simple", "simple")[:40]
    found = review_game(Rules(), 0, actions, Random(1))
    drawing = review_svg(found, ("<b>&", "Ben"))
    assert "<b>" not in drawing and "&lt;b&gt;&amp;" in drawing
    assert as_message(found, Record(Header(), actions), NAMES)["curve"][1]["line"] == 1
