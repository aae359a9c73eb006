"""Names corrected at the table: a mistyped one, and players in each other's seats."""

from dataclasses import replace
from pathlib import Path

import pytest

from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.tags import Renaming
from pegboard.pairing.viewer import BOARD, Viewer
from pegboard.service.build import App
from pegboard.session.memory import LastSetups
from pegboard.session.signing.signing import EventGame
from tests.support.session import ask, board, command, press, run_async, state_of
from tests.support.waiting import await_until

PEGS = ("peg 0 5", "peg 1 3", "peg 0 2")


async def game_of(parts: App, *names: str) -> None:
    """Begins a game of people, with some pegs moved."""
    assert (await ask(parts, new={"mode": "score", "names": list(names)}))["ok"]
    for line in PEGS:
        assert (await ask(parts, action=line))["ok"]


def shown(parts: App) -> list[str]:
    return [seat["name"] for seat in state_of(parts)["seats"]]


def test_rename_keeps_the_score(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ane", "Ben")
            assert (await ask(parts, names=["Ann  Lee ", None]))["ok"]
            assert shown(parts) == ["Ann Lee", "Ben"]
            assert parts.table.state.scores == (7, 3) and parts.table.seq == len(PEGS)
            assert state_of(parts)["log"][-1]["text"] == "Ann Lee +2"
            assert parse_record(parts.table.record_text()).header.names == ("Ann Lee", "Ben")
            assert "Ane" not in parts.table.record_text()

    run_async(story)


def test_rename_swaps_two_names(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, "four-track") as parts:
            await game_of(parts, "Ann", "Ben", "Cem")
            assert (await ask(parts, names=[2, None, 0]))["ok"]
            assert shown(parts) == ["Cem", "Ben", "Ann"]
            assert parts.table.state.scores == (7, 3, 0)

    run_async(story)


def test_rename_keeps_default_names(tmp_path: Path) -> None:
    """Default names are shown in the language of the page: they name no player."""

    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts)
            assert (await ask(parts, names=["Ann", None]))["ok"]
            assert (await ask(parts, names=[1, 0]))["ok"]
            assert shown(parts)[1] == "Ann"
            assert parts.table.header.names == ("Orange", "Ann")

    run_async(story)


def test_undo_restores_names_after_a_restart(tmp_path: Path) -> None:
    async def renamed() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ann", "Bne")
            assert (await ask(parts, names=[None, "Ben"], id="n1"))["ok"]
            assert state_of(parts)["renamed"] == ["Ann", "Bne"]

    async def undone() -> None:
        async with board(tmp_path) as parts:
            assert shown(parts) == ["Ann", "Ben"]
            press(parts, "undo")
            await await_until(lambda: shown(parts) == ["Ann", "Bne"])
            assert state_of(parts)["renamed"] is None
            assert parts.table.state.scores == (7, 3), "only the names"
            press(parts, "undo")
            await await_until(lambda: parts.table.state.scores == (5, 3))

    run_async(renamed)
    run_async(undone)


def test_undo_after_a_move_keeps_the_names(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ann", "Bne")
            assert (await ask(parts, names=[None, "Ben"]))["ok"]
            assert (await ask(parts, action="peg 1 4"))["ok"]
            assert state_of(parts)["renamed"] is None
            assert (await ask(parts, action="undo"))["ok"]
            assert shown(parts) == ["Ann", "Ben"] and parts.table.state.scores == (7, 3)

    run_async(story)


def test_repeated_rename_is_executed_once(tmp_path: Path) -> None:
    """Also by a service that was stopped in between: then the undo is not about the pegs."""

    async def first() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ann", "Bne")
            assert (await ask(parts, names=[None, "Ben"], id="n"))["ok"]
            assert (await ask(parts, action="undo", id="u"))["ok"]

    async def again() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, action="undo", id="u"))["ok"]
            assert shown(parts) == ["Ann", "Bne"] and parts.table.state.scores == (7, 3)

    run_async(first)
    run_async(again)


def test_rename_of_a_finished_game_applies_to_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ane", "Ben")
            assert (await ask(parts, action="peg 0 121"))["ok"]
            assert (await ask(parts, names=["Ann", None]))["ok"]
            assert shown(parts) == ["Ann", "Ben"]
            lines = (await parts.archive.history()).lines
            assert [line.names for line in lines if line.seq] == [("Ann", "Ben")]
            press(parts, "ok")
            await await_until(lambda: not parts.table.state.over)
            assert shown(parts) == ["Ann", "Ben"]
            assert LastSetups(tmp_path).requests["score"].names == ("Ann", "Ben")

    run_async(story)


def test_rename_refuses_the_computers_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, new={"mode": "computer", "names": ["Ane", "Computer"]}))["ok"]
            for names in ([1, 0], [None, "Ben"], [1, None]):
                refused = await ask(parts, names=names)
                assert refused["code"] == "computers-name", names
            assert (await ask(parts, names=["Ann", None]))["ok"]
            assert shown(parts) == ["Ann", "Computer"]

    run_async(story)


@pytest.mark.parametrize("names", [["Ann", " "], ["Ann", "#1"], ["Ann", "B\nn"]])
def test_rename_refuses_invalid_names(tmp_path: Path, names: list[str]) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ane", "Ben")
            refused = await ask(parts, names=names)
            assert not refused["ok"] or shown(parts) == ["Ann", "B n"]
            assert refused["ok"] or refused["code"] == "not-a-name"

    run_async(story)


def test_rename_needs_one_name_per_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ane", "Ben")
            assert (await ask(parts, names=["Ann", None, None]))["code"] == "names-too-many"
            assert (await ask(parts, names=["Ann", 2]))["code"] == "seat-unknown"

    run_async(story)


def test_rename_is_refused_in_events_and_demos(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "demo"})
            assert (await ask(parts, names=["Ann", None]))["code"] == "demo-plays"
            await game_of(parts, "Ane", "Ben")
            drawn = EventGame("e", 1, 1, ("p1", "p2"), ("Ane", "Ben"))
            parts.game.signing.set_game(drawn)
            assert (await ask(parts, names=["Ann", None]))["code"] == "event-names"
            parts.game.signing.set_game(replace(drawn, is_signed=True))
            assert (await ask(parts, names=["Ann", None]))["ok"]

    run_async(story)


def test_phone_renames_only_its_own_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await game_of(parts, "Ane", "Ben")
            pairing = parts.game.pairing
            device = await pairing.accept(pairing.request("Phone", pairing.new_invitation().pin).id)
            phone = Viewer("player", device.id)
            await parts.game.seating.assign(BOARD, 0, device.id)
            other = await parts.commands.execute(command("p1", names=[None, "Bob"]), "test", phone)
            assert not other["ok"] and other["code"] == "only-board"
            accepted = await parts.commands.execute(
                command("p2", names=["Ann", None]), "test", phone
            )
            assert accepted["ok"] and shown(parts) == ["Ann", "Ben"]

    run_async(story)


@pytest.mark.parametrize("text", ["", "12", "[1]", "[1, 2]", '["x", "a", []]', '[1, "a", 3]'])
def test_invalid_rename_tag_is_ignored(text: str) -> None:
    assert Renaming.read(text) is None


def test_rename_tag_round_trips() -> None:
    renaming = Renaming(3, 'a "b"\n', ("Zoë", ""))
    assert Renaming.read(str(renaming)) == renaming and "\n" not in str(renaming)
