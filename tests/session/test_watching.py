"""Watching the table: what the camera believes and what people do, in one game."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pegboard.cribbage import parse_action
from pegboard.service.build import App
from pegboard.session.watching import unread
from pegboard.session.watching import watching as module
from tests.support.fake_table_camera import FakeTableCamera, game_lines, start_watching
from tests.support.session import ask, board, press, run_async, state_of
from tests.support.waiting import await_until

PEOPLE = {"mode": "score", "names": ["Ann", "Ben"], "dealer": 0}
DEALT = ("deal 0", "cut 7H")
PLAYS = (
    "play 1 8C", "play 0 AS", "play 1 8S", "play 0 AC", "play 1 4C", "play 0 AD", "play 1 3C",
    "play 0 3D",
)  # fmt: skip
CRIB = "crib 4D9DQCJD"
WHOLE = (*DEALT, *PLAYS, CRIB)


def watch(
    state: Path,
    story: Callable[[App, FakeTableCamera], Awaitable[None]],
    **rules: Any,
) -> None:
    async def run() -> None:
        table = FakeTableCamera()
        async with board(state, camera_client=table) as parts:
            assert (await ask(parts, new=PEOPLE | rules))["ok"]
            start_watching(parts)
            table.deal = 1
            await story(parts, table)

    run_async(run)


async def stands(parts: App, *lines: str) -> None:
    await await_until(lambda: tuple(game_lines(parts)) == lines)


def question_code(parts: App) -> str:
    question = state_of(parts)["watch"]["question"]
    return question["code"] if question else ""


def test_watched_deal_is_pegged_and_passed(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        for number in range(1, len(WHOLE) + 1):
            table.set_lines(*WHOLE[:number])
            await stands(parts, *WHOLE[:number])
        assert parts.table.state.scores == (9, 10)
        assert {entry.by for entry in parts.journal.load(parts.table.game)} == {"camera"}
        table.deal = 2
        table.set_lines("deal 1")
        await stands(parts, *WHOLE, "deal 1")
        update = table.states[0]
        assert (update.players, update.dealer, update.actions) == (2, 0, ())
        assert len(table.states) == 1, "the camera is not told its own lines"
        shown = state_of(parts)["watch"]
        assert shown["view"] == "ok" and shown["question"] is None and shown["picture"]

    watch(tmp_path, story)


def test_revised_line_keeps_entered_points(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, "play 1 8C", "play 0 7S")
        await stands(parts, *DEALT, "play 1 8C", "play 0 7S")
        assert parts.table.state.scores == (2, 0)
        assert (await ask(parts, action="peg 1 3"))["ok"]
        table.set_lines(*DEALT, "play 1 8C", "play 0 AS", "play 1 8S")
        await stands(parts, *DEALT, "play 1 8C", "play 0 AS", "peg 1 3", "play 1 8S")
        assert parts.table.state.scores == (0, 3)

    watch(tmp_path, story)


def test_manually_entered_card_is_certain_and_not_doubled(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT)
        await stands(parts, *DEALT)
        assert (await ask(parts, action="play 1 8C"))["ok"]
        await await_until(lambda: len(table.states) == 2)
        assert table.states[-1].actions == tuple(map(parse_action, (*DEALT, "play 1 8C")))
        assert table.states[-1].certain == {2}
        table.set_lines(*DEALT, "play 1 8C", "play 0 AS")
        await stands(parts, *DEALT, "play 1 8C", "play 0 AS")

    watch(tmp_path, story)


def test_card_replaces_points_entered_for_it(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, "play 1 8C")
        await stands(parts, *DEALT, "play 1 8C")
        press(parts, "0+1", "0+1", "ok")
        await stands(parts, *DEALT, "play 1 8C", "peg 0 2")
        table.set_lines(*DEALT, "play 1 8C", "play 0 7S")
        await stands(parts, *DEALT, "play 1 8C", "play 0 7S")
        assert parts.table.state.scores == (2, 0)

    watch(tmp_path, story)


def test_points_pegged_by_the_camera_are_refused_once(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        lines = (*DEALT, "play 1 8C", "play 0 7S")
        table.set_lines(*lines)
        await stands(parts, *lines)
        press(parts, "0+1", "0+1", "ok")
        await await_until(lambda: "already" in (state_of(parts)["notice"] or ""))
        assert tuple(game_lines(parts)) == lines and state_of(parts)["pending"] == [0, 0]
        press(parts, "0+1", "0+1", "ok")
        await stands(parts, *lines, "peg 0 2")

    watch(tmp_path, story)


def test_card_corrected_in_mid_play_keeps_later_lines(tmp_path: Path) -> None:
    """With the ace eight more fit before 31: a go that was said is not said any more."""

    async def story(parts: App, table: FakeTableCamera) -> None:
        lines = (*DEALT, "play 1 8C", "play 0 TS", "play 1 TD", "go 0", "play 1 2C")
        table.set_lines(*lines)
        await stands(parts, *lines)
        place = lines.index("play 0 TS")
        wish = {"at": place, "seq": parts.table.seq, "action": "play 0 9S"}
        assert (await ask(parts, edit=wish))["ok"]
        mended = tuple("play 0 9S" if line == "play 0 TS" else line for line in lines)
        assert tuple(game_lines(parts)) == mended
        await await_until(lambda: table.states[-1].certain == {place})
        table.set_lines(*mended, "play 1 2D")
        await stands(parts, *mended, "play 1 2D")

    watch(tmp_path, story)


def test_undo_during_a_picture_takes_precedence(tmp_path: Path) -> None:
    """Ignores cards of a picture taken before the undo."""

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, *PLAYS[:3])
        await stands(parts, *DEALT, *PLAYS[:3])
        table.during_next_look = lambda: ask(parts, action="undo")
        await await_until(lambda: question_code(parts) == "watch-taken-back")
        await stands(parts, *DEALT, *PLAYS[:2])

    watch(tmp_path, story)


def test_undone_and_repeated_deal_matches_the_cameras(tmp_path: Path) -> None:
    """It must not wait for hands that lie there already."""

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines("deal 0")
        await stands(parts, "deal 0")
        assert (await ask(parts, action="undo"))["ok"]
        await await_until(lambda: question_code(parts) == "watch-taken-back")
        assert (table.states[-1].deal, table.states[-1].actions) == (0, ()), "its deal is not over"
        assert (await ask(parts, action="deal 0"))["ok"]
        await await_until(lambda: bool(table.states[-1].actions))
        assert table.states[-1].deal == 1
        table.set_lines(*DEALT, PLAYS[0])
        await stands(parts, *DEALT, PLAYS[0])
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_undone_line_is_asked_about_before_pegging(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, "play 1 8C")
        await stands(parts, *DEALT, "play 1 8C")
        press(parts, "undo")
        await await_until(lambda: question_code(parts) == "watch-taken-back")
        assert tuple(game_lines(parts)) == DEALT
        press(parts, "ok")
        await stands(parts, *DEALT, "play 1 8C")
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_illegal_line_is_asked_about_and_not_pegged(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, "play 0 8C")
        await await_until(lambda: question_code(parts) == "watch-impossible")
        assert tuple(game_lines(parts)) == DEALT
        assert (await ask(parts, action="peg 1 2"))["ok"], "the game goes on"
        table.set_lines(*DEALT, "play 1 8C", "play 0 8C")
        await await_until(lambda: question_code(parts) == "watch-contradicts")
        assert "play 0 8C" not in game_lines(parts)
        table.set_lines(*DEALT, "play 1 8C", "play 0 8S")
        await await_until(lambda: game_lines(parts)[-1] == "play 0 8S")
        await await_until(lambda: question_code(parts) == "")

    watch(tmp_path, story)


def test_restarted_camera_process_is_sent_the_deal(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*WHOLE[:5])
        await stands(parts, *WHOLE[:5])
        table.lost = True
        await await_until(lambda: state_of(parts)["watch"]["view"] == "starting")
        table.lost = False
        table.set_lines()
        await await_until(lambda: len(table.states) == 2)
        update = table.states[-1]
        assert update.actions == tuple(map(parse_action, WHOLE[:5])) and update.deal == 1
        table.set_lines(*WHOLE)
        await stands(parts, *WHOLE)
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_camera_gap_raises_one_question(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "LOST_S", 0.2)
    monkeypatch.setattr(module, "QUIET_S", 0.1)

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*WHOLE[:6])
        await stands(parts, *WHOLE[:6])
        table.lost = True
        await await_until(lambda: state_of(parts)["watch"]["view"] == "starting")
        assert (await ask(parts, action=WHOLE[6]))["ok"], "by hand meanwhile"
        table.lost = False
        await await_until(lambda: len(table.states) == 2)
        table.set_lines(*WHOLE[:-1])
        await stands(parts, *WHOLE[:-1])
        await await_until(lambda: question_code(parts) == "watch-lost")
        press(parts, "ok")
        await await_until(lambda: question_code(parts) == "")
        await table.wait_for_looks()
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_doubt_waits_while_hands_may_resolve_it(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "QUIET_S", 0.1)
    monkeypatch.setattr(module, "IDLE_S", 1000.0)

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, *PLAYS, unsure="play 1 8S")
        await stands(parts, *DEALT, *PLAYS)
        for _ in range(5):
            await table.wait_for_looks()
        assert question_code(parts) == "", "the hands may be laid open yet"
        table.set_lines(*WHOLE, unsure="play 1 8S")
        await await_until(lambda: question_code(parts) == "watch-play")

    watch(tmp_path, story)


def test_doubtful_line_is_asked_about_after_the_play(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "QUIET_S", 0.1)
    monkeypatch.setattr(module, "IDLE_S", 0.3)

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, *PLAYS[:3], unsure="play 1 8S", likely="8H")
        await stands(parts, *DEALT, *PLAYS[:3])
        await table.wait_for_looks()
        assert question_code(parts) == "", "nobody is disturbed in the play"
        lines = {line["action"]: line for line in state_of(parts)["watch"]["lines"]}
        assert lines["play 1 8S"]["likely"] == ["8H"] and not lines["play 1 8S"]["sure"]
        table.set_lines(*DEALT, *PLAYS, unsure="play 1 8S")
        await await_until(lambda: question_code(parts) == "watch-play")
        question = state_of(parts)["watch"]["question"]
        assert (question["card"], question["seat"], question["at"]) == ("8S", 1, 4)
        assert (await ask(parts, watch=question["id"]))["ok"]
        assert not (await ask(parts, watch=question["id"]))["ok"]
        await await_until(lambda: table.states[-1].certain == {4})
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_go_raises_no_question(tmp_path: Path, monkeypatch: Any) -> None:
    """It follows from the cards: whoever is sure of those is sure of it."""
    monkeypatch.setattr(module, "QUIET_S", 0.0)
    played = (
        "play 1 KC", "play 0 QS", "play 1 7S", "go 0", "play 1 4C", "play 0 5D", "play 1 TC",
        "play 0 6D", "play 0 9H",
    )  # fmt: skip

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, *played, unsure="go 0")
        await stands(parts, *DEALT, *played)
        await table.wait_for_looks()
        await table.wait_for_looks()
        assert question_code(parts) == ""
        table.set_lines(*DEALT, *played, "crib 4D9DQCJD", unsure="play 0 9H")
        await await_until(lambda: question_code(parts) == "watch-play")

    watch(tmp_path, story)


def test_uncounted_deal_is_asked_about(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, *PLAYS)
        await stands(parts, *DEALT, *PLAYS)
        table.deal = 2
        table.set_lines("deal 1", "cut 5D")
        await await_until(lambda: question_code(parts) == "watch-unfinished")
        assert (await ask(parts, action=CRIB))["ok"], "the crib was counted by hand after all"
        await stands(parts, *WHOLE, "deal 1", "cut 5D")
        await await_until(lambda: question_code(parts) == "")

    watch(tmp_path, story)


OPEN = ("hand 1 8C8S4C3C", "hand 0 ASACAD3D")


@pytest.mark.parametrize("taken_up", [True, False])
@pytest.mark.parametrize("answer", ["ok", "points", "cards", "seen"])
def test_unread_crib_is_asked_for_after_the_hands(
    tmp_path: Path, monkeypatch: Any, taken_up: bool, answer: str
) -> None:
    """Once the hands lie open, or the cards were taken up; then the deal passes by itself."""
    monkeypatch.setattr(module, "QUIET_S", 0.05)
    monkeypatch.setattr(unread, "PICKED_UP_S" if taken_up else "TIMEOUT_S", 0.1)

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, *PLAYS, OPEN[0])
        await stands(parts, *DEALT, *PLAYS)
        await table.wait_for_looks(100)
        assert question_code(parts) == "", "the dealer counts"
        table.cards_removed = taken_up
        table.set_lines(*DEALT, *PLAYS, *OPEN[: 1 if taken_up else 2])
        await await_until(lambda: question_code(parts) == "watch-crib-unread")
        assert state_of(parts)["next"].startswith("The crib wasn’t seen")
        left: tuple[str, ...] = ()
        if answer == "ok":
            press(parts, "ok")
        elif answer == "points":
            press(parts, "0+1", "0+1", "ok")
            left = ("peg 0 2",)
        elif answer == "cards":
            assert (await ask(parts, cards=["4D", "9D", "QC", "JD"], starter="7H"))["ok"]
            press(parts, "ok")
            left = ("crib 4D9DQCJD",)
        else:
            table.set_lines(*DEALT, *PLAYS, *OPEN, CRIB)
            left = (CRIB,)
        await await_until(lambda: question_code(parts) == "")
        await stands(parts, *DEALT, *PLAYS, *left)
        await table.wait_for_looks(100)
        assert question_code(parts) == "", "it is asked once"
        table.deal, table.cards_removed = 2, False
        table.set_lines("deal 1")
        await stands(parts, *DEALT, *PLAYS, *left, "deal 1")
        assert question_code(parts) == ""

    watch(tmp_path, story)


async def replied(parts: App, answer: str) -> None:
    """Answers the question that is asked, of which each possible answer has its words."""
    question = state_of(parts)["watch"]["question"]
    words = {each["answer"]: each["text"] for each in question["answers"]}
    assert words["yes"] == "Yes" and words["no"] == "No"
    assert words.get("turned", "No, Ann sits there") == "No, Ann sits there"
    assert (await ask(parts, watch=question["id"], answer=answer))["ok"]


BY_BEN = (
    "deal 1", "cut 7H", "play 0 8C", "play 1 AS", "play 0 8S", "play 1 AC", "play 0 4C",
    "play 1 AD", "play 0 3C", "play 1 3D", CRIB,
)  # fmt: skip
"""The same deal, had Ben dealt it."""


@pytest.mark.parametrize("first", ["", "deal 0"])
@pytest.mark.parametrize("seen", [1, len(BY_BEN) - 1])
def test_answer_changes_the_dealer(tmp_path: Path, seen: int, first: str) -> None:
    """Keeps all cards seen before the answer, whether or not the deal was started by hand."""

    async def story(parts: App, table: FakeTableCamera) -> None:
        if first:
            assert (await ask(parts, action=first))["ok"]
            await await_until(lambda: len(table.states) == 2)
            assert table.states[-1].certain == set(), "a deal that is begun in turn tells no dealer"
        table.set_lines(*BY_BEN[:seen])
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        assert state_of(parts)["next"] == "Did Ben deal? It was Ann’s turn."
        assert tuple(game_lines(parts)) == ((first,) if first else ())
        await replied(parts, "yes")
        await stands(parts, "deal 0", *BY_BEN[:seen])
        await await_until(lambda: table.states[-1].certain == {0})
        assert table.states[-1].actions[0] == parse_action("deal 1")
        table.set_lines(*BY_BEN)
        await stands(parts, "deal 0", *BY_BEN)
        assert parts.table.state.scores == (10, 9) and question_code(parts) == ""

    watch(tmp_path, story)


def test_dealer_change_corrects_earlier_lines(tmp_path: Path) -> None:
    """Points that people entered stay, and so do cards that they corrected."""

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT, "play 1 8S")
        await stands(parts, *DEALT, "play 1 8S")
        seq = parts.table.seq
        assert (await ask(parts, edit={"at": 1, "seq": seq, "action": "cut 7D"}))["ok"]
        assert (await ask(parts, action="peg 1 2"))["ok"]
        mended = ("deal 1", "cut 7D", *BY_BEN[2:5])
        table.set_lines(*mended)
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        press(parts, "ok")
        await stands(parts, "deal 0", "deal 1", "cut 7D", "peg 1 2", *BY_BEN[2:5])
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_undo_reverts_a_dealer_change(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines("deal 1")
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        await replied(parts, "yes")
        await stands(parts, "deal 0", "deal 1")
        table.set_lines()
        press(parts, "undo")
        await stands(parts, "deal 0")
        table.deal, table.lines = table.states[-1].deal, ()
        table.set_lines("deal 1")
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        await replied(parts, "yes")
        await stands(parts, "deal 0", "deal 1")

    watch(tmp_path, story)


@pytest.mark.parametrize("first", ["", "deal 0"])
def test_denial_confirms_the_dealer_in_turn(tmp_path: Path, first: str) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        if first:
            assert (await ask(parts, action=first))["ok"]
        table.set_lines(*BY_BEN[:4])
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        await replied(parts, "no")
        await await_until(lambda: table.states[-1].certain == {0})
        assert table.states[-1].actions == (parse_action("deal 0"),)
        await table.wait_for_looks()
        assert tuple(game_lines(parts)) == ("deal 0",) and question_code(parts) == ""
        table.set_lines(*WHOLE)
        await stands(parts, *WHOLE)

    watch(tmp_path, story)


@pytest.mark.parametrize("stands_already", [True, False])
def test_deal_passed_in_mid_deal_applies_to_the_table(tmp_path: Path, stands_already: bool) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        if stands_already:
            table.set_lines(*DEALT)
            await stands(parts, *DEALT)
        table.set_lines(*BY_BEN[:4])
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        for line in ("deal 1",) if stands_already else ("deal 0", "deal 1"):
            assert (await ask(parts, action=line))["ok"]
        await await_until(lambda: table.states[-1].actions == (parse_action("deal 1"),))
        assert table.states[-1].certain == {0}
        table.deal = table.states[-1].deal
        table.set_lines(*BY_BEN)
        await await_until(lambda: tuple(game_lines(parts))[-len(BY_BEN) :] == BY_BEN)
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_deal_entered_out_of_turn_answers_the_question(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        assert not (await ask(parts, action="deal 1"))["ok"], "nobody was seen to deal"
        table.set_lines(*BY_BEN[:3])
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        assert (await ask(parts, action="deal 1"))["ok"]
        await stands(parts, "deal 0", *BY_BEN[:3])
        assert question_code(parts) == ""

    watch(tmp_path, story)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_started_deal_is_adopted_after_one_question(tmp_path: Path, answer: str) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.answer = replace(table.answer, saw_deal=False)
        table.set_lines(*DEALT, *PLAYS[:3])
        await await_until(lambda: question_code(parts) == "watch-begun")
        assert "Did Ann deal it?" in state_of(parts)["next"] and not game_lines(parts)
        await replied(parts, answer)
        if answer == "no":
            await stands(parts, "deal 0", "deal 1")
            await await_until(lambda: table.states[-1].certain == {0})
            table.set_lines(*BY_BEN)
            await stands(parts, "deal 0", *BY_BEN)
        else:
            table.set_lines(*WHOLE)
            await stands(parts, *WHOLE)
        assert question_code(parts) == ""

    watch(tmp_path, story)


def test_answer_rotates_an_upside_down_camera(tmp_path: Path) -> None:
    """It looks like a deal out of turn until a deal was counted: one question has both answers."""

    async def story(parts: App, table: FakeTableCamera) -> None:
        table.rotation = 90
        table.set_lines(*BY_BEN[:3])
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        await replied(parts, "turned")
        await stands(parts, "deal 0")
        assert table.turns == [270], "kept by whoever keeps settings"
        await await_until(lambda: table.states[-1].certain == {0})
        table.set_lines(*WHOLE)
        await stands(parts, *WHOLE)
        table.deal = 2
        table.set_lines("deal 0")
        await await_until(lambda: question_code(parts) == "watch-wrong-dealer")
        answers = state_of(parts)["watch"]["question"]["answers"]
        assert [each["answer"] for each in answers] == ["yes", "no"], "where they sit is known"

    watch(tmp_path, story)


@pytest.mark.parametrize(("answer", "rotation"), [("yes", 90), ("no", 270)])
def test_sideways_picture_raises_a_seating_question(
    tmp_path: Path, answer: str, rotation: int
) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.answer = replace(table.answer, turned=90)
        table.set_lines(*DEALT)
        await await_until(lambda: question_code(parts) == "watch-turned")
        where = "does Ann sit on the right of the picture?"
        assert state_of(parts)["next"] == f"The camera may be turned: {where}"
        assert not game_lines(parts)
        await replied(parts, answer)
        await await_until(lambda: table.turns == [rotation])
        table.answer = replace(table.answer, turned=0)
        await stands(parts, *DEALT)
        await await_until(lambda: not question_code(parts), "a picture that is turned no more")

    watch(tmp_path, story)


def test_watching_waits_for_claims(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*WHOLE)
        await stands(parts, *WHOLE[:-1])
        state = state_of(parts)
        assert state["claim"]["seat"] == 1 and len(state["claim"]["cards"]) == 4
        pegged = sum(parts.table.state.scores)
        assert (await ask(parts, action="claim 1 4"))["ok"]
        assert (await ask(parts, action="claim 0 4"))["ok"]
        await stands(parts, *WHOLE[:-1], "claim 1 4", "claim 0 4", CRIB)
        assert question_code(parts) == "" and sum(parts.table.state.scores) == pegged + 8
        assert state_of(parts)["claim"]["crib"]

    watch(tmp_path, story, rules={"manual_count": True})


def test_watching_is_off_by_default_and_releases_the_camera(tmp_path: Path) -> None:
    async def story(parts: App, table: FakeTableCamera) -> None:
        table.set_lines(*DEALT)
        await stands(parts, *DEALT)
        parts.game.watching.set_enabled(False)
        await await_until(lambda: table.rests == 1)
        table.set_lines(*WHOLE)
        assert (await ask(parts, action="play 1 8C"))["ok"]
        assert tuple(game_lines(parts)) == (*DEALT, "play 1 8C")
        assert state_of(parts)["watch"]["on"] is False
        parts.game.watching.set_enabled(True)
        await stands(parts, *WHOLE)

    watch(tmp_path, story)
