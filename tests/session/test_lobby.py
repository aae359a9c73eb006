"""Games for two to four on one board: people and computers mixed, matches, the plug pulled."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pegboard.board.layout import Layout
from pegboard.board.render import render
from pegboard.cribbage.cards import Card
from pegboard.cribbage.game import legal_actions, new_game, view
from pegboard.cribbage.notation import format_action, parse_record
from pegboard.history.summarize import summarize
from pegboard.pairing.viewer import Viewer
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App
from pegboard.session.board_choice import BoardChoice
from pegboard.session.memory import SavedTable, SavedTableFile
from pegboard.storage.state_names import TABLE
from tests.support.session import ask, command, make_board_physical, press, run_async, state_of
from tests.support.session import board as any_board
from tests.support.waiting import await_until


def board(state: Path, layout: str = "four-track") -> AbstractAsyncContextManager[App]:
    return any_board(state, layout, seed=7)


async def move(parts: App, rng: Random) -> None:
    """Whatever a person may do now, for any seat of people."""
    desk = parts
    next_step, before = desk.publisher.snapshot()["next"], parts.table.state
    if next_step in ("OK for the next deal", "OK to deal"):
        press(parts, "ok")
    for seat in desk.game.lobby.setup.people:
        legal = legal_actions(before, seat)
        if legal:
            answer = await ask(parts, action=format_action(rng.choice(legal)))
            # A computer may have been quicker.
            assert answer["ok"] or parts.table.state is not before, answer
            return
    await await_until(
        lambda: parts.table.state is not before or desk.publisher.snapshot()["next"] != next_step,
        "somebody’s move",
        every_s=0.001,
    )


@pytest.mark.parametrize(
    "new",
    [
        {"players": 3, "seats": ["person", "club", "beginner"]},
        {"players": 3, "seats": ["club", "person", "person"], "rules": {"muggins": True}},
        {"players": 4, "partners": True, "seats": ["person", "club", "person", "club"]},
        {"players": 4, "seats": ["beginner", "beginner", "club", "person"], "target": 61},
        {"players": 3, "seats": ["person", "person", "person"], "target": 61},
    ],
    ids=lambda new: "-".join(new["seats"]),
)
def test_every_mix_of_people_and_computers_finishes_a_game(
    tmp_path: Path, new: dict[str, Any]
) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            answer = await ask(parts, new={"mode": "computer", "target": 61} | new)
            assert answer["ok"], answer
            message = state_of(parts)
            assert [seat["player"] for seat in message["seats"]] == new["seats"]
            rng = Random(3)
            async with asyncio.timeout(50):
                while not parts.table.state.over:
                    await move(parts, rng)
            assert max(parts.table.state.scores) == 61

    run_async(story)


def wooden(layout: Layout, *, is_simulated: bool) -> BoardChoice:
    """Returns a board with real LEDs."""
    return BoardChoice(layout, is_simulated=False)


def test_simulated_board_gets_enough_tracks(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, "two-track") as parts:
            await await_until(lambda: len(parts.lights.frame) == 3 * 244)
            assert parts.pages.welcome()["board"]["tracks"] == 4
            assert (await ask(parts, new={"mode": "score", "players": 3}))["ok"]
            assert state_of(parts)["layout"] == "three-track"
            assert len(parts.pages.layout()["tracks"]) == 3
            long = 3 * parts.pages.layout()["length"]
            await await_until(lambda: len(parts.lights.frame) == long > 3 * 244)
            await ask(parts, action="peg 2 5")
        async with board(tmp_path, "two-track") as parts:  # the plug
            assert state_of(parts)["layout"] == "three-track"
            await await_until(lambda: len(parts.lights.frame) == long)
            assert (await ask(parts, new={"mode": "demo"}))["ok"]
            assert state_of(parts)["layout"] == "two-track"
            await await_until(lambda: len(parts.lights.frame) == 3 * 244)
            assert parts.lights.fault is None

    run_async(story)


def test_game_with_too_many_sides_stays_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with board(tmp_path, "two-track") as parts:
            await ask(parts, new={"mode": "score", "players": 3})
            await ask(parts, action="peg 2 5")
            game = parts.table.game
        monkeypatch.setattr("pegboard.service.build.BoardChoice", wooden)
        async with board(tmp_path, "two-track") as parts:  # LEDs have been connected
            assert parts.table.game != game and parts.table.rules.players == 2
            assert parts.lights.fault is None
            (message,) = parts.notices.sticky
            assert "3 sides need 3 tracks" in message.text and "in the journal" in message.text

    run_async(story)


def test_refusal_names_layouts_with_enough_tracks(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, "two-track") as parts:
            make_board_physical(parts)
            answer = await ask(parts, new={"mode": "score", "players": 3})
            assert not answer["ok"] and "has 2 (two-track)" in answer["error"]
            assert answer["error"].endswith(
                "Suitable layouts: four-track, four-track-60, three-track, three-track-60"
            )
            answer = await ask(parts, new={"mode": "score", "players": 4, "partners": True})
            assert answer["ok"]
            for seat in range(4):  # four seats, two tracks: the page has buttons for all
                assert (await ask(parts, press=f"{seat}+5"))["ok"]
                press(parts, "ok")
                await await_until(lambda seat=seat: parts.table.seq == seat + 1)  # type: ignore[misc]
            assert parts.table.state.scores == (10, 10, 10, 10)

    run_async(story)


def test_colours_and_options_survive_a_power_cut(tmp_path: Path) -> None:
    async def story() -> None:
        new = {
            "mode": "score", "players": 3, "names": ["Ann", "Ben", "Cid"], "dealer": 2,
            "colors": ["green", "pink", "blue"], "rules": {"muggins": True, "dealer_bonus": 3},
            "match": {"length": 3},
        }  # fmt: skip
        async with board(tmp_path) as parts:
            assert (await ask(parts, new=new))["ok"]
            before, sitting = state_of(parts), parts.game.lobby.setup
            colors = [seat["color"].upper() for seat in before["seats"]]
            assert colors == ["#009E73", "#CC79A7", "#0072B2"]
            assert parts.table.rules.muggins and parts.table.rules.dealer_bonus == 3
        async with board(tmp_path) as parts:
            assert parts.game.lobby.setup == sitting
            assert state_of(parts)["seats"] == before["seats"]
            await await_until(lambda: parts.lights.palette == sitting.palette)

    run_async(story)


def test_scene_uses_the_layout_and_colours_of_the_game(tmp_path: Path) -> None:
    """At every moment the lights have what belongs together, however few sit down next."""

    async def story() -> None:
        def draw() -> None:
            lights = parts.lights
            assert lights._scene is not None
            render(lights._scene, lights.layout, lights.palette, time.monotonic())

        async with board(tmp_path) as parts:
            parts.game.lobby.add_listener(draw)  # as the strip may, before the new game is shown
            for players in (4, 2, 3, 2):
                await parts.game.lobby.new_game(SetupRequest("score", players=players))
                await asyncio.sleep(0)
                draw()
                assert len(parts.lights.palette.tracks) == players

    run_async(story)


def test_match_counts_games_and_restarts(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "score", "match": {"first_to": 3}, "target": 61})
            assert state_of(parts)["match"] == {
                "first_to": 3, "length": None, "wins": [0, 0], "played": 0, "over": False,
            }  # fmt: skip
            await ask(parts, action="peg 0 29")
            await ask(parts, action="peg 1 40")
            await ask(parts, action="peg 1 21")  # 61 to 29, a skunk: two games
            assert state_of(parts)["match"]["wins"] == [0, 2]
            await ask(parts, action="undo")
            assert state_of(parts)["match"]["wins"] == [0, 0]
            await ask(parts, action="peg 1 21")
            press(parts, "ok")
            await await_until(lambda: parts.table.seq == 0)
            message = state_of(parts)
            assert (message["match"]["wins"], message["match"]["played"]) == ([0, 2], 1)
            assert message["dealer"] == 0  # the loser
        async with board(tmp_path) as parts:
            await ask(parts, action="peg 1 61")
            message = state_of(parts)["match"]
            assert message["over"] and message["wins"] == [0, 4]
            press(parts, "ok")
            await await_until(lambda: parts.table.seq == 0)
            assert state_of(parts)["match"]["wins"] == [0, 0]

    run_async(story)


def test_undo_goes_back_to_the_last_move_of_a_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            seats = ["club", "person", "person"]
            await ask(parts, new={"mode": "computer", "seats": seats})
            refused = await ask(parts, action="undo")
            assert not refused["ok"] and "not moved yet" in refused["error"]
            rng = Random(1)
            while parts.table.state.stage_name != "play":
                await move(parts, rng)
            await await_until(lambda: parts.table.state.turn in (1, 2))
            seat = parts.table.state.turn
            assert seat is not None
            hand = view(parts.table.state, seat).hand
            await move(parts, rng)
            await await_until(lambda: parts.table.state.turn != seat)
            press(parts, "undo")
            await await_until(lambda: parts.table.state.turn == seat)
            assert view(parts.table.state, seat).hand == hand

    run_async(story)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cut_for_the_deal_is_announced_and_lowest_card_deals(tmp_path: Path, players: int) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            names = ["Ann", "Ben", "Cid", "Dot"][:players]
            new = {"mode": "computer", "seats": ["person"] * players, "names": names, "cut": True}
            assert (await ask(parts, new=new))["ok"]
            notice = parts.game.notices.transient
            assert notice is not None and notice.facts["dealer"] == parts.table.state.dealer
            dealer, cards = notice.facts["dealer"], dict(notice.facts["rounds"][-1])
            assert min(cards, key=lambda seat: Card.parse(cards[seat]).rank) == dealer
            message = parts.publisher.snapshot()["notice"] or ""
            assert f"{names[dealer]} deals first." in message
            assert all(f"{name} cuts " in message for name in names)
            assert (await ask(parts, new={**new, "cut": False, "dealer": 1}))["ok"]
            assert parts.game.notices.transient is None and parts.table.state.dealer == 1

    run_async(story)


def test_repeated_new_game_command_cuts_once(tmp_path: Path) -> None:
    """Regression: the second answer reported a cut that was not made."""

    async def story() -> None:
        async with board(tmp_path) as parts:
            request = SetupRequest("computer", seats=("person", "person"), cut=True)
            cut = await parts.game.lobby.new_game(request, id="one")
            assert cut is not None and cut.dealer == parts.table.state.dealer
            assert await parts.game.lobby.new_game(request, id="one") is None
            assert parts.table.state.dealer == cut.dealer

    run_async(story)


TWO_PEOPLE = {"mode": "computer", "seats": ["person", "person"], "names": ["Ann", "Ben"]}


async def to_the_next_deal(parts: App) -> None:
    """Plays until the board waits for OK to deal again."""
    rng = Random(4)
    press(parts, "ok")
    await await_until(lambda: parts.table.state.stage_name == "discard")
    async with asyncio.timeout(20):
        while parts.table.state.stage_name != "deal":
            await move(parts, rng)


def test_undo_of_the_last_card_needs_no_ok(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, new=TWO_PEOPLE))["ok"]
            await to_the_next_deal(parts)
            assert "OK for the next deal" in state_of(parts)["next"]
            press(parts, "undo")
            await await_until(lambda: parts.table.state.stage_name == "play")
            message = state_of(parts)
            assert not message["awaiting_ack"] and "play a card" in message["next"]

    run_async(story)


@pytest.mark.parametrize("seats", [["person", "person"], ["person", "club"]])
def test_restart_awaits_ok_only_before_a_deal(tmp_path: Path, seats: list[str]) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, new={**TWO_PEOPLE, "seats": seats}))["ok"]
            await to_the_next_deal(parts)
        async with board(tmp_path) as parts:
            message = state_of(parts)
            assert message["awaiting_ack"] and "OK for the next deal" in message["next"]
            press(parts, "ok")
            await await_until(lambda: parts.table.state.stage_name == "discard")
            await await_until(lambda: not state_of(parts)["awaiting_ack"])
        async with board(tmp_path) as parts:
            message = state_of(parts)
            assert not message["awaiting_ack"] and message["stage"] == "discard"

    run_async(story)


PEOPLE = {"mode": "score", "names": ["Ann", "Ben"]}


async def scored(parts: App) -> str:
    """Returns a game at 7 to 0; its id."""
    assert (await ask(parts, new=PEOPLE))["ok"]
    assert (await ask(parts, action="peg 0 7"))["ok"]
    return parts.table.game


def test_new_game_lets_the_previous_one_wait(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            before = await scored(parts)
            assert (await ask(parts, new=PEOPLE | {"players": 2}))["ok"]
            assert state_of(parts)["waiting"] == {
                "game": before, "mode": "score", "names": ["Ann", "Ben"], "scores": [7, 0],
            }  # fmt: skip
            assert (await ask(parts, action="peg 1 3"))["ok"]
            after = parts.table.game
            assert (await ask(parts, resume=True))["ok"]
            assert (parts.table.game, parts.table.state.scores) == (before, (7, 0))
            assert state_of(parts)["waiting"]["game"] == after, "now the other one waits"
        async with board(tmp_path) as parts:  # the plug is pulled
            assert (parts.table.game, parts.table.state.scores) == (before, (7, 0))
            assert state_of(parts)["waiting"]["game"] == after
            assert (await ask(parts, resume=True))["ok"]
            assert (parts.table.game, parts.table.state.scores) == (after, (0, 3))

    run_async(story)


def test_guest_cannot_end_a_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            before = await scored(parts)
            guest = Viewer("player", name="Eve")
            sent = command("eve", new={**PEOPLE, "keep": False})
            assert (await parts.commands.execute(sent, "test", guest))["ok"]
            assert state_of(parts)["waiting"]["game"] == before
            assert (await ask(parts, resume=True))["ok"] and parts.table.game == before

    run_async(story)


def test_any_unfinished_game_can_be_resumed(tmp_path: Path) -> None:
    """Also one that waits no longer; one that is over, or is nowhere, cannot."""

    async def story() -> None:
        async with board(tmp_path) as parts:
            ended = await scored(parts)
            assert (await ask(parts, new={**PEOPLE, "keep": False}))["ok"]
            assert (await ask(parts, action="peg 1 3"))["ok"]
            left = parts.table.game
            assert (await ask(parts, resume=ended))["ok"]
            assert (parts.table.game, parts.table.state.scores) == (ended, (7, 0))
            assert state_of(parts)["waiting"]["game"] == left
            assert (await ask(parts, resume=ended))["ok"], "it is there already"
            assert state_of(parts)["waiting"]["game"] == left
            for _ in range(4):
                assert (await ask(parts, action="peg 0 30"))["ok"]
            assert parts.table.state.over
            assert (await ask(parts, resume=left))["ok"]
            for game in (ended, "nowhere"):
                refused = await ask(parts, resume=game)
                assert (refused["ok"], refused["code"]) == (False, "no-game-waits")
            assert (parts.table.game, parts.table.state.scores) == (left, (0, 3))
        async with board(tmp_path) as parts:
            assert parts.table.game == left

    run_async(story)


def test_resume_refuses_a_game_with_too_many_sides(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            new = {"mode": "score", "players": 3, "names": ["Ann", "Ben", "Cleo"]}
            assert (await ask(parts, new=new))["ok"]
            assert (await ask(parts, action="peg 2 4"))["ok"]
            three = parts.table.game
            assert (await ask(parts, new=PEOPLE | {"players": 2}))["ok"]
        async with board(tmp_path, "two-track") as parts:
            make_board_physical(parts)
            refused = await ask(parts, resume=three)
            assert (refused["ok"], refused["code"]) == (False, "too-few-tracks")

    run_async(story)


def test_ended_game_does_not_wait_but_undo_restores_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            before = await scored(parts)
            assert (await ask(parts, new={**PEOPLE, "keep": False}))["ok"]
            assert state_of(parts)["waiting"] is None
            assert state_of(parts)["replaced"]["scores"] == [7, 0]
            press(parts, "undo")
            await await_until(lambda: parts.table.game == before)
            assert parts.table.state.scores == (7, 0)
            assert state_of(parts)["replaced"] is None
            press(parts, "undo")
            await await_until(lambda: parts.table.state.scores == (0, 0))
            assert parts.table.game == before, "then it takes back points again"
        async with board(tmp_path) as parts:
            assert parts.table.game == before

    run_async(story)


def test_repeated_undo_reverts_a_new_game_once(tmp_path: Path) -> None:
    async def story() -> None:
        undo = {"id": "take it back", "action": "undo"}
        async with board(tmp_path) as parts:
            before = await scored(parts)
            assert (await ask(parts, new=PEOPLE))["ok"]
        async with board(tmp_path) as parts:  # the plug is pulled: the new game can still go
            assert (await ask(parts, **undo))["ok"]
            assert (parts.table.game, parts.table.state.scores) == (before, (7, 0))
        async with board(tmp_path) as parts:  # and the answer was lost: the page asks again
            assert (await ask(parts, **undo))["ok"]
            assert (parts.table.game, parts.table.state.scores) == (before, (7, 0))

    run_async(story)


def test_new_game_stays_if_its_undo_cannot_be_saved(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            before = await scored(parts)
            assert (await ask(parts, new=PEOPLE))["ok"]
            after = parts.table.game
            (tmp_path / TABLE).unlink()
            (tmp_path / TABLE).mkdir()
            assert not (await ask(parts, action="undo"))["ok"]
            assert parts.table.game == after
            (tmp_path / TABLE).rmdir()
            assert (await ask(parts, action="undo"))["ok"]
            assert parts.table.game == before

    run_async(story)


def test_undo_keeps_a_new_game_with_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            before = await scored(parts)
            new = {"mode": "computer", "seats": ["person", "club"]}
            assert (await ask(parts, new=new))["ok"]
            await await_until(lambda: parts.table.state.stage_name == "discard")
            press(parts, "undo")
            await await_until(lambda: parts.table.game == before)
            assert (await ask(parts, new=new))["ok"]
            await await_until(lambda: parts.table.state.stage_name == "discard")
            await move(parts, Random(1))
            press(parts, "undo")
            await await_until(lambda: bool(legal_actions(parts.table.state, 0)))
            assert parts.table.game != before

    run_async(story)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"on_table": 3}', '{"waiting": [{}]}'])
def test_damaged_table_file_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / TABLE).write_text(text)
    assert SavedTableFile(tmp_path).content == SavedTable()


def test_game_started_elsewhere_continues_from_its_scores(tmp_path: Path) -> None:
    async def story() -> None:
        new = {
            "mode": "score", "names": ["Ann", "Ben"], "dealer": 0, "scores": [88, 92],
            "rules": {"handicap": [0, 5]}, "match": {"first_to": 2},
        }  # fmt: skip
        async with board(tmp_path) as parts:
            assert (await ask(parts, new=new))["ok"]
            state = state_of(parts)
            assert (state["scores"], state["dealer"]) == ([88, 92], 0)
            assert [tuple(pegs) for pegs in state["pegs"]] == [(88, 0), (92, 0)]
            assert not (await ask(parts, action="undo"))["ok"], "nobody has pegged them here"
            assert parts.pages.move_log()["moves"] == []
            # Any reader of records begins there, also one that does not know where they come from.
            record = parse_record(parts.table.record_text())
            assert new_game(record.header.rules).scores == (88, 92)
            waits = parts.table.game
            await ask(parts, new={"mode": "score"})
            await ask(parts, resume=waits)
            assert state_of(parts)["scores"] == [88, 92], "it waits though nobody has moved"
        async with board(tmp_path) as parts:  # the plug
            assert parts.game.lobby.setup.scores == (88, 92)
            await ask(parts, action="peg 1 29")
            assert state_of(parts)["winner"] == 1
            press(parts, "ok")
            await await_until(lambda: not parts.table.state.over)
            assert state_of(parts)["scores"] == [0, 5], "the next game has its own beginning"
            assert "begun" not in parts.table.record_text()
            played = await parts.archive.source(waits)
            assert played is not None
            line = summarize(played)
            assert line.scores == (88, 121) and line.loose == (0, 29)

    run_async(story)


@pytest.mark.parametrize(
    ("new", "scores"),
    [
        ({"players": 3, "scores": [60, 0, 30]}, [60, 0, 30]),
        ({"players": 4, "partners": True, "scores": [7, 9]}, [7, 9, 7, 9]),
        ({"mode": "computer", "target": 61, "scores": [60, 59]}, [60, 59]),
    ],
)
def test_start_scores_work_for_every_number_of_players(
    tmp_path: Path, new: dict[str, Any], scores: list[int]
) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, new={"mode": "score"} | new))["ok"]
            assert state_of(parts)["scores"] == scores

    run_async(story)
