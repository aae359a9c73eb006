"""Signatures after a game of an event: each seat holds its own +1, or its button on a page."""

from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from pegboard.board.scene import Scene
from pegboard.controls import SIGN_HOLD_S, Button, Edge, staging
from pegboard.json_form import BadMessage
from pegboard.pairing.viewer import Viewer
from pegboard.service.build import App
from pegboard.session.signing.signing import EventGame, SignedCards
from pegboard.session.views.announcements import Announcer
from tests.support.session import ask, board, command, press, run_async, state_of
from tests.support.waiting import await_until

SEATED = EventGame("evening", 3, 7, ("ann", "ben"), ("Ann", "Ben"))
HOLD_S = 0.05


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No button need be held for long."""
    assert SIGN_HOLD_S == 2.0
    monkeypatch.setattr(staging.SignHold.__init__, "__defaults__", (HOLD_S,))


async def finish(parts: App, winner: int = 0) -> None:
    for points in (29, 29, 29, 29, 5):
        assert (await ask(parts, action=f"peg {winner} {points}"))["ok"]


def edge(parts: App, name: str, *, down: bool) -> None:
    parts.presses.post(Edge(Button.parse(name), down, monotonic()))


def both_of(parts: App) -> list[SignedCards]:
    signed: list[SignedCards] = []
    parts.game.signing.on_signed = signed.append
    return signed


def test_signing_needs_each_seats_own_button(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            both, said = both_of(parts), Announcer("en")
            lit: list[Scene] = []
            parts.lights.show = lambda scene, *_: lit.append(scene)  # type: ignore[method-assign]
            parts.game.signing.set_game(SEATED)
            assert (await ask(parts, action="peg 1 9"))["ok"]
            assert state_of(parts)["signing"] is None, "the game goes on"
            said.text_for(state_of(parts))  # type: ignore[arg-type]
            await finish(parts)
            state = state_of(parts)
            assert state["signing"] == {
                "round": 3, "table": 7, "names": ["Ann", "Ben"], "signed": [False, False],
            }  # fmt: skip
            assert state["next"] == "Both players sign: each holds their own +1 for two seconds."
            assert lit[-1].pending == (1, 1) and lit[-1].winner == 0, "where +1 would go blinks"
            edge(parts, "0+1", down=True)
            await await_until(lambda: state_of(parts)["signing"]["signed"] == [True, False])
            edge(parts, "0+1", down=False)
            await await_until(lambda: lit[-1].pending == (0, 1))
            state = state_of(parts)
            assert state["pending"] == [0, 0] and state["scores"] == [121, 9], "it pegs nothing"
            assert state["next"] == "Ben signs: hold +1 for two seconds."
            assert said.text_for(state).endswith("Ben signs: hold +1 for two seconds.")  # type: ignore[arg-type]
            edge(parts, "1+1", down=True)
            edge(parts, "1+1", down=False)
            edge(parts, "0+1", down=True)
            edge(parts, "0+1", down=False)
            press(parts, "1+5", "ok")  # neither a short press nor another button signs
            await await_until(lambda: parts.presses._inbox.empty())
            assert both == [] and parts.table.state.over
            edge(parts, "1+1", down=True)
            await await_until(lambda: bool(both))
            ((one,), seated) = both, both[0].event_game
            assert seated == SEATED and one.game == parts.table.game
            assert one.entries == parts.table.seq and min(one.held_s) >= HOLD_S
            assert state_of(parts)["next"] == "Both have signed. Press OK for the next game."
            parts.game.signing.set_game(replace(SEATED, is_signed=True))
            assert state_of(parts)["signing"] is None

    run_async(story)


def test_refused_score_cards_are_reported(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            both = both_of(parts)
            parts.game.signing.set_game(SEATED)
            await finish(parts)
            for seat in (0, 1):
                assert (await ask(parts, sign={"seat": seat, "held_s": 2.0}))["ok"]
            parts.game.signing.on_reply("another", "hall-other-table")
            assert state_of(parts)["next"].startswith("Both have signed.")
            parts.game.signing.on_reply(both[0].game, "hall-other-table")
            state = state_of(parts)
            assert state["next"] == "The hall did not take these cards. Tell the director."
            assert state["signing"] is None
            assert (await ask(parts, press="ok"))["ok"], "the next game can begin all the same"
            await await_until(lambda: not parts.table.state.over)
            assert "hall" not in state_of(parts)["next"]

    run_async(story)


def test_undo_withdraws_a_single_signature(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            both = both_of(parts)
            parts.game.signing.set_game(SEATED)
            await finish(parts)
            press(parts, "ok")
            await await_until(lambda: "score cards first" in (state_of(parts)["notice"] or ""))
            for seat in (0, 1):
                assert (await ask(parts, sign={"seat": seat, "held_s": 2.0}))["ok"] is True
                if not both:
                    again = await ask(parts, sign={"seat": seat, "held_s": 2.0})
                    assert again["code"] == "nothing-to-sign"
                    assert (await ask(parts, press="undo"))["ok"]
                    assert state_of(parts)["signing"]["signed"] == [False, False]
                    assert parts.table.state.over, "only the signature is withdrawn"
                    assert (await ask(parts, sign={"seat": 0, "held_s": 2.0}))["ok"]
                    assert (await ask(parts, action="undo"))["ok"]
                    assert parts.table.state.over
                    assert (await ask(parts, sign={"seat": 0, "held_s": 2.0}))["ok"]
            assert len(both) == 1
            assert (await ask(parts, press="undo"))["ok"]
            assert not parts.table.state.over, "later UNDO takes back the last peg, as ever"
            assert (await ask(parts, action="peg 0 5"))["ok"]
            assert state_of(parts)["signing"]["signed"] == [False, False], "another end of the game"

    run_async(story)


def test_signing_is_limited_to_event_games_and_players(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            signing = parts.game.signing
            await finish(parts)
            assert (await ask(parts, sign={"seat": 0, "held_s": 2.0}))["code"] == "nothing-to-sign"
            signing.set_game(replace(SEATED, earlier_games=(parts.table.game,)))
            assert state_of(parts)["signing"] is None, "a friendly game from before the draw"
            signing.set_game(SEATED)
            with pytest.raises(BadMessage):
                await ask(parts, sign={"seat": 0, "held_s": 1.9})
            onlooker = command("x1", sign={"seat": 0, "held_s": 2.0})
            refused = await parts.commands.execute(onlooker, "test", Viewer("watcher"))
            assert refused["code"] == "only-looking"
            signing.set_game(None)
            assert state_of(parts)["signing"] is None
            signing.set_game(SEATED)
            assert (await ask(parts, new={"mode": "score"}))["ok"], "the menu can always go on"
            assert state_of(parts)["signing"] is None

    run_async(story)


def test_phone_without_the_seat_drops_no_signature(tmp_path: Path) -> None:
    """A guest or the other player neither undoes nor ends a game that one seat has signed."""

    async def story() -> None:
        async with board(tmp_path) as parts:
            signed = both_of(parts)
            parts.game.signing.set_game(SEATED)
            await finish(parts)
            phone = Viewer("player", name="Eve")
            assert (await ask(parts, sign={"seat": 0, "held_s": 2.0}))["ok"]
            attempts: list[dict[str, Any]] = [
                {"new": {"mode": "score"}}, {"action": "undo"}, {"press": "undo"}
            ]  # fmt: skip
            for n, what in enumerate(attempts):
                answer = await parts.commands.execute(command(f"e{n}", **what), "test", phone)
                assert answer.get("code") == "signed-by-another" or "press" in what, answer
                await await_until(lambda: parts.presses._inbox.empty())
                state = state_of(parts)
                assert state["signing"]["signed"] == [True, False], what
            assert (await ask(parts, sign={"seat": 1, "held_s": 2.0}))["ok"] and len(signed) == 1
            parts.game.signing.set_game(replace(SEATED, is_signed=True))
            answer = await parts.commands.execute(
                command("e9", new={"mode": "score"}), "test", phone
            )
            assert answer["ok"], "the next game"

    run_async(story)
