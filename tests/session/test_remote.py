"""A remote game whose cards are no longer on this board."""

from pathlib import Path

from pegboard.cribbage.notation import parse_action
from tests.support.session import ask, board, run_async, state_of

GAME = "0123456789abcdef01234567"


def test_remote_game_without_connection_refuses_actions(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as app:
            await app.game.remote.start_game(GAME, ("Ann", "Ben"), 0, 0)
            await app.game.remote.catch_up(GAME, ["deal 0", "cut 5D"])
            assert state_of(app)["game"] == GAME
            for action in ("play 1 KH", "discard 0 2C3C", "play 0 KH"):
                refused = await ask(app, action=action)
                assert refused["code"] == "no-other-board"
            await app.game.moves.submit(parse_action("correct 0 121"), id="end", by="test")
            refused = await ask(app, press="ok")
            state = state_of(app)
            assert state["game"] == GAME and state["winner"] == 0, (
                "no game with an empty seat begins"
            )
            assert (await ask(app, new={"mode": "score"}))["ok"]

    run_async(story)
