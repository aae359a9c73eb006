"""Prompts: "you" for a single reader, names for several."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pegboard.cribbage.actions import Discard, Go
from pegboard.cribbage.game import legal_actions
from pegboard.cribbage.notation import format_action
from pegboard.pairing import devices as store
from pegboard.pairing.viewer import BOARD, WATCHER, Viewer
from pegboard.service.build import App
from tests.support.paired_devices import pairing_registry
from tests.support.session import ask, board, run_async, state_of
from tests.support.waiting import await_until

ANN, BEN = (Viewer("player", f"id-{name}", name) for name in ("Ann", "Ben"))
EACH = (ANN, BEN, BOARD)


def prompts(app: App, *viewers: Viewer, language: str = "en") -> list[str]:
    return [state_of(app, replace(each, language=language))["next"] for each in viewers]


async def discard(app: App, seat: int) -> None:
    action = next(a for a in legal_actions(app.table.state, seat) if isinstance(a, Discard))
    assert (await ask(app, action=format_action(action)))["ok"]


def test_prompt_addresses_a_phones_player(tmp_path: Path) -> None:
    store.write_devices(tmp_path, pairing_registry(tmp_path, "Ann", "Ben").devices)

    async def story() -> None:
        async with board(tmp_path, seed=5) as app:
            new = {"mode": "computer", "seats": ["person", "person"], "names": ["Ann", "Ben"]}
            assert (await ask(app, new=new))["ok"]
            await ask(app, give={"seat": 0, "to": "id-Ann"})
            await ask(app, give={"seat": 1, "to": "id-Ben"})
            app.game.opponents.acknowledge()
            await await_until(lambda: app.table.state.stage_name == "discard")
            assert app.table.state.dealer == 0
            both = "Ann and Ben are discarding"
            own, other = "Throw 2 to your crib", "Throw 2 to Ann’s crib"
            assert prompts(app, *EACH, WATCHER) == [own, other, both, both]
            assert prompts(app, *EACH, language="de") == [
                "Leg 2 in deine Crib", "Leg 2 in Anns Crib", "Ann und Ben legen ab",
            ]  # fmt: skip
            for seat, viewer in ((1, BEN), (0, ANN)):
                action = next(
                    a for a in legal_actions(app.table.state, seat) if isinstance(a, Discard)
                )
                await app.game.moves.submit(action, id=f"d{seat}", by="test")
                if viewer is BEN:
                    assert prompts(app, *EACH) == [
                        own, "Ann is discarding", "Ann: discard two cards.",
                    ]  # fmt: skip
            await await_until(lambda: app.table.state.stage_name == "play")
            assert app.table.state.turn == 1
            assert prompts(app, *EACH) == ["Ben’s turn", "Your turn", "Ben: play a card."]
            assert prompts(app, ANN, BEN, language="fr") == ["Au tour de Ben", "À vous de jouer"]
            rng = Random(3)
            while not isinstance(legal_actions(app.table.state, turn_of(app))[0], Go):
                move = rng.choice(legal_actions(app.table.state, turn_of(app)))
                await app.game.moves.submit(move, id=f"p{app.table.seq}", by="test")
            mine, others = (ANN, BEN) if turn_of(app) == 0 else (BEN, ANN)
            assert prompts(app, mine) == ["Say go"]
            assert prompts(app, others) == [f"{mine.name}’s turn"]

    run_async(story)


def turn_of(app: App) -> int:
    assert app.table.state.turn is not None
    return app.table.state.turn


@pytest.mark.parametrize("name", ["Ann", "You"])
def test_prompt_addresses_a_single_person_at_the_board(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, seed=5, pace=30.0) as app:
            new = {"mode": "computer", "seats": ["person", "club"], "names": [name, "Computer"]}
            assert (await ask(app, new=new | {"dealer": 1}))["ok"]
            state, shuffle = app.table.state, app.table.shuffle
            assert shuffle is not None
            deal, _ = shuffle.dealt(state.rules, state.dealer, 1)  # at once; the computer is slow
            await app.game.moves.submit(deal, id="deal", by="test")
            assert prompts(app, BOARD) == ["Throw 2 to the computer’s crib"]
            await discard(app, 0)
            assert prompts(app, BOARD) == ["Computer is discarding"]

    run_async(story)


def test_prompt_uses_names_on_a_shared_board(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, seed=5) as app:
            new = {"mode": "computer", "seats": ["person", "person"], "names": ["Ann", "Ben"]}
            assert (await ask(app, new=new))["ok"]
            app.game.opponents.acknowledge()
            await await_until(lambda: app.table.state.stage_name == "discard")
            for seat in (0, 1):
                await discard(app, seat)
            await await_until(lambda: app.table.state.stage_name == "play")
            assert prompts(app, BOARD) == ["Ben: play a card."]
            await ask(app, show=1)
            assert prompts(app, BOARD) == ["Ben: play a card."], "the hand that is uncovered"

    run_async(story)
