"""The log of the game, and undo down to one of its lines."""

import asyncio
from pathlib import Path

from pegboard.cribbage.game import Action, Muggins, legal_actions
from pegboard.cribbage.notation import format_action, parse_action
from pegboard.cribbage.rules import Rules
from pegboard.kinds import PERSON
from pegboard.pairing.viewer import BOARD
from pegboard.schema.setup import COLORS, GameSetup
from pegboard.service.build import App
from tests.support.session import ask, board, command, run_async, state_of
from tests.support.waiting import await_until

NIGHT = "players 2\nname 0 Ann\nname 1 Expert\n# level random\n# seed 5e\n# hall deals\n"
HANDS = "4D5D6D7D8D9D 2C3C4C5C6C7C"


def moves(parts: App) -> list[tuple[int, str]]:
    return [(move["at"], move["lines"][-1]) for move in parts.pages.move_log()["moves"]]


def test_undo_to_a_line_keeps_earlier_actions(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "score", "names": ["Ann", "Ben"]})
            for line in ("deal 0", "peg 1 2", "correct 0 7", "peg 0 5", "penalty 0 2"):
                assert (await ask(parts, action=line))["ok"]
            assert moves(parts) == [
                (0, "Ann deals"),
                (1, "Ben +2"),
                (2, "Ann: peg moved to 7"),
                (3, "Ann +5"),
                (4, "Ben +2 penalty"),
            ]
            message = parts.pages.move_log()
            assert all(move["can_undo"] for move in message["moves"])
            totals = [move["scores"] for move in message["moves"]]
            assert totals == [None, [0, 2], [7, 2], [12, 2], [12, 4]]
            stale = await ask(parts, back={"to": 2, "seq": message["seq"] - 1})
            assert not stale["ok"] and "moved on" in stale["error"]
            beyond = await ask(parts, back={"to": 5, "seq": message["seq"]})
            assert not beyond["ok"] and "nothing to take back" in beyond["error"]
            assert (await ask(parts, back={"to": 2, "seq": message["seq"]}))["ok"]
            assert moves(parts) == [(0, "Ann deals"), (1, "Ben +2")]
            assert parts.table.state.scores == (0, 2)
            # Nothing is ever deleted: the record has what was taken back, and that it was.
            assert parts.table.record_text().count("undo") == 3

    run_async(story)


def test_repeated_undo_command_is_executed_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "score"})
            for n in (3, 4, 5):
                await ask(parts, action=f"peg 0 {n}")
            back = {"to": 1, "seq": parts.table.seq}
            for _ in range(2):
                assert (await parts.commands.execute(command("b", back=back), "test", BOARD))["ok"]
            assert parts.table.state.scores == (3, 0)

    run_async(story)


def test_undo_against_the_computer_targets_own_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "computer", "dealer": 1})
            for _ in range(3):
                await await_until(lambda: bool(legal(parts)))
                assert (await ask(parts, action=legal(parts)[0]))["ok"]
            await await_until(lambda: bool(legal(parts)) or parts.table.state.stage_name == "deal")
            message = parts.pages.move_log()
            mine = [move for move in message["moves"] if move["can_undo"]]
            assert mine and all(move["seat"] == 0 for move in mine)
            theirs = next(move for move in message["moves"] if not move["can_undo"])
            refused = await ask(parts, back={"to": theirs["at"], "seq": message["seq"]})
            assert not refused["ok"] and "only your own moves" in refused["error"]
            first = mine[0]["at"]
            assert (await ask(parts, back={"to": first, "seq": message["seq"]}))["ok"]
            assert len(parts.table.history) == first
            assert parts.table.state.turn == 0, "it is only your own moves move again"

    run_async(story)


def test_undo_is_refused_in_a_demo(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": "demo"})
            await await_until(lambda: parts.table.seq > 2)
            assert not any(move["can_undo"] for move in parts.pages.move_log()["moves"])
            refused = await ask(parts, back={"to": 0, "seq": parts.table.seq})
            assert not refused["ok"] and "demo" in refused["error"]

    run_async(story)


def legal(parts: App) -> list[str]:
    return [each["action"] for each in state_of(parts)["legal"]]


def test_shared_deals_refuse_undo_after_a_revealed_card(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            seats, colors = (PERSON, "random"), COLORS[:2]
            setup = GameSetup("computer", Rules(), ("Ann", "Expert"), 0, seats, colors)
            assert await parts.game.lobby.start_game(setup, id="night-1", seed="5e" * 32)
            await await_until(lambda: bool(legal(parts)))
            assert (await ask(parts, action=legal(parts)[0]))["ok"]
            await await_until(lambda: parts.table.state.starter is not None)
            await _stands(parts)
            await await_until(lambda: bool(legal(parts)))
            first = len(parts.table.history)
            assert (await ask(parts, action=legal(parts)[0]))["ok"]
            await await_until(lambda: len(parts.table.history) > first + 1)
            await _stands(parts)

    async def _stands(parts: App) -> None:
        assert not any(move["can_undo"] for move in parts.pages.move_log()["moves"])
        assert state_of(parts)["undo_target"] is None
        seq = parts.table.seq
        for what in ({"action": "undo"}, {"press": "undo"}, {"back": {"to": 1, "seq": seq}}):
            refused = await ask(parts, **what)
            assert not refused["ok"] and refused["code"] in ("deals-stand", "own-moves-only")
        assert "undo" not in parts.table.record_text()

    run_async(story)


def test_shared_deals_allow_undo_before_the_reply(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=600.0) as parts:
            table = parts.table
            await table.start_game("night-1", NIGHT, "computer")
            parts.game.lobby.load_setup()
            for line in (f"deal 0 {HANDS}", "discard 1 2C3C"):
                await table.submit(parse_action(line), id=line, by="x")
            assert (await ask(parts, action="discard 0 4D5D"))["ok"]
            assert (await ask(parts, action="undo"))["ok"]
            assert (await ask(parts, action="discard 0 6D7D"))["ok"]
            # The starter is being written when UNDO comes: it will have been seen.
            starter = asyncio.ensure_future(table.submit(parse_action("cut KH"), id="c", by="x"))
            while not table._turn.locked():
                await asyncio.sleep(0)
            refused = await ask(parts, action="undo")
            await starter
            assert refused["code"] == "moved-on" and table.state.starter is not None
            assert table.record_text().count("undo") == 1

    run_async(story)


def test_muggins_call_cannot_be_undone(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            new = {"mode": "computer", "dealer": 1, "rules": {"muggins": True}}
            assert (await ask(parts, new=new))["ok"]

            def mine() -> list[Action]:
                return list(legal_actions(parts.table.state, 0))

            while not any(isinstance(action, Muggins) for action in mine()):
                if mine():
                    await ask(parts, action=format_action(mine()[0]))
                await await_until(lambda: bool(mine()))
            assert (await ask(parts, action="muggins 0 29"))["ok"]
            assert not any(isinstance(action, Muggins) for action in mine())
            assert state_of(parts)["undo_target"] is None
            assert not any(move["can_undo"] for move in parts.pages.move_log()["moves"])
            for what in ({"action": "undo"}, {"press": "undo"}):
                refused = await ask(parts, **what)
                assert refused["code"] == "call-stands", refused

    run_async(story)
