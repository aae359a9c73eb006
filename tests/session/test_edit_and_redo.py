"""A line of the game so far is changed, and what was taken back is done again."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.cribbage.actions import Peg, Undo
from pegboard.cribbage.game import Action, legal_actions
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.replay import fold_undos, undone
from pegboard.errors import Common, DeviceError
from pegboard.service.build import App
from pegboard.storage.port import Entry
from tests.support.session import ask, board, run_async, state_of
from tests.support.waiting import await_until

PEOPLE = {"mode": "score", "names": ["Ann", "Ben"]}


async def pegged(parts: App, *lines: str) -> None:
    assert (await ask(parts, new=PEOPLE))["ok"]
    for line in lines:
        assert (await ask(parts, action=line))["ok"]


def edit(parts: App, at: int, action: str) -> dict[str, object]:
    return {"at": at, "seq": parts.table.seq, "action": action}


def test_edit_changes_one_line_and_keeps_later_ones(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await pegged(parts, "peg 0 5", "peg 1 8", "peg 0 2")
            moves = parts.pages.move_log()["moves"]
            assert [move["points"] for move in moves] == [5, 8, 2]
            wish = edit(parts, 0, "peg 0 6")
            assert (await ask(parts, id="once", edit=wish))["ok"]
            assert parts.table.state.scores == (8, 8)
            assert (await ask(parts, id="twice", edit=wish))["ok"] is False, "the game has moved on"
            actions = [
                action for _, action in fold_undos(parse_record(parts.pages.record_text()).actions)
            ]
            assert actions == [Peg(0, 6), Peg(1, 8), Peg(0, 2)]
        async with board(tmp_path) as parts:  # the plug is pulled; the page asks again
            assert parts.table.state.scores == (8, 8)
            assert (await ask(parts, id="once", edit=wish))["ok"]
            assert parts.table.state.scores == (8, 8) and parts.table.seq == 9

    run_async(story)


@pytest.mark.parametrize(
    ("at", "action", "why"),
    [
        (0, "peg 1 5", "same action of its seat"),
        (0, "claim 0 5", "same action of its seat"),
        (3, "peg 0 5", "moved on"),
        (0, "peg 0 121", ""),  # the game would be over before the second line
        (1, "peg 1 0", ""),
    ],
)
def test_illegal_edit_changes_nothing(tmp_path: Path, at: int, action: str, why: str) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await pegged(parts, "peg 0 5", "peg 1 8", "peg 0 2")
            before = parts.table.record_text()
            answer = await ask(parts, edit=edit(parts, at, action))
            assert not answer["ok"] and why in answer["error"]
            assert parts.table.record_text() == before and parts.table.state.scores == (7, 8)

    run_async(story)


def test_edit_is_saved_atomically(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await pegged(parts, "peg 0 5", "peg 1 8")
            before, commit = parts.table.record_text(), parts.journal.append_all

            def full(game: str, entries: list[Entry]) -> bool:
                raise DeviceError(Common.VERBATIM, says="the disk is full")

            parts.journal.append_all = full  # type: ignore[assignment, method-assign]
            assert not (await ask(parts, edit=edit(parts, 0, "peg 0 6")))["ok"]
            assert parts.table.record_text() == before
            parts.journal.append_all = commit  # type: ignore[method-assign]
            # The third of four lines is there already: the first two must not stay alone.
            last = parts.table.seq + 1
            entries = [
                Entry(last, "new", 1.0, "t", "undo"),
                Entry(last, "with the same number", 1.0, "t", "undo"),
            ]
            with pytest.raises(DeviceError):
                parts.journal.append_all(parts.table.game, entries)
            assert len(parts.journal.load(parts.table.game)) == 2
            assert (await ask(parts, edit=edit(parts, 0, "peg 0 6")))["ok"]
            assert parts.table.state.scores == (6, 8)

    run_async(story)


def test_redo_is_executed_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await pegged(parts, "peg 0 5", "peg 1 8")
            assert state_of(parts)["redo_target"] is None
            assert not (await ask(parts, redo=True))["ok"]
            for _ in range(2):
                assert (await ask(parts, action="undo"))["ok"]
            assert state_of(parts)["redo_target"]["action"] == "peg 0 5"
            assert (await ask(parts, redo=True))["ok"]
            assert parts.table.state.scores == (5, 0)
            assert (await ask(parts, redo=True))["ok"]
            assert parts.table.state.scores == (5, 8)
            assert state_of(parts)["redo_target"] is None
            assert (await ask(parts, action="undo"))["ok"]
            assert (await ask(parts, action="peg 1 1"))["ok"]
            assert state_of(parts)["redo_target"] is None, "something else was done since"

    run_async(story)


def test_redo_with_dealt_cards_is_limited_to_own_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, new={"mode": "computer"}))["ok"]
            await await_until(lambda: bool(legal_actions(parts.table.state, 0)))
            action = Random(1).choice(legal_actions(parts.table.state, 0))
            from pegboard.cribbage.notation import format_action

            line = format_action(action)
            assert (await ask(parts, action=line))["ok"]
            await await_until(lambda: parts.table.state.stage_name == "play")
            assert not (await ask(parts, edit=edit(parts, 1, line)))["ok"]
            assert (await ask(parts, action="undo"))["ok"]
            await await_until(lambda: bool(legal_actions(parts.table.state, 0)))
            assert state_of(parts)["redo_target"]["action"] == line
            assert (await ask(parts, redo=True))["ok"]
            await await_until(lambda: parts.table.state.stage_name == "play")

    run_async(story)


@given(st.lists(st.sampled_from(["peg 0 1", "peg 1 2", "undo"]), max_size=30))
def test_redoing_everything_restores_the_state(steps: list[str]) -> None:
    from pegboard.cribbage.notation import parse_action

    actions: list[Action] = []
    depth = 0
    for step in map(parse_action, steps):
        if isinstance(step, Undo) and not depth:
            continue
        depth += -1 if isinstance(step, Undo) else 1
        actions.append(step)
    again = undone(actions)
    redone = [*actions, *reversed(again)]
    assert undone(redone) == ()
    before = [action for _, action in fold_undos(actions)]
    assert [action for _, action in fold_undos(redone)] == [*before, *reversed(again)]
    if actions and isinstance(actions[-1], Undo):
        assert again, "what was taken back just now may be done again"


def test_concurrent_edits_are_serialised(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await pegged(parts, "peg 0 5", "peg 1 8")
            wish = edit(parts, 0, "peg 0 6")
            answers = await asyncio.gather(*(ask(parts, edit=wish) for _ in range(8)))
            assert [answer["ok"] for answer in answers].count(True) == 1
            assert parts.table.state.scores == (6, 8)

    run_async(story)
