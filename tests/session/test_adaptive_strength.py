"""The adaptive level: chosen from earlier games, announced, and stored with the game."""

from pathlib import Path

from pegboard.archive.archive import results_against_computers
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.tags import header_of
from pegboard.players.adaptive.rating import level_for
from pegboard.service.build import App
from pegboard.storage.port import Entry
from tests.support.session import ask, board, run_async, state_of

OTTO = {"mode": "computer", "level": "adaptive", "names": ["Otto", "Computer"]}


def played(app: App, number: int, level: str, names: tuple[str, str], winner: int) -> None:
    """Adds a game of a person against a computer to the journal."""
    header = header_of(Rules(), names, 0, remarks={"seats": f"person {level}", "level": level})
    app.journal.start(f"g{number}", header, "computer", float(number))
    lines = [f"peg {winner} 29"] * 4 + [f"peg {winner} 5"]
    rows = [Entry(n, f"{number}-{n}", float(number), "t", line) for n, line in enumerate(lines, 1)]
    app.journal.append_all(f"g{number}", rows)


def test_adaptive_level_follows_the_players_results(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as app:
            assert (await ask(app, new=OTTO))["ok"]
            state = state_of(app)
            assert state["seats"][1]["player"] == level_for([])
            assert "The computer’s level" in state["notice"] and "Beginner" in state["notice"]
            results = [("beginner", True), ("club", True), ("adaptive-24", True), ("club", False)]
            for number, (level, won) in enumerate(results):
                await app.run_blocking(
                    played, app, number, level, ("otto", "Computer"), 0 if won else 1
                )
            await app.run_blocking(played, app, 8, "novice", ("Ann", "Computer"), 1)
            assert await results_against_computers(app.archive, "Otto") == results
            assert (await ask(app, new=OTTO))["ok"]
            state = state_of(app)
            stronger = state["seats"][1]["player"]
            assert stronger == level_for(results) and stronger > level_for([])
            assert "Otto won 3 of the last 4 games" in state["notice"]
            assert app.game.lobby.setup.seats == ("person", stronger)
            again = app.pages.welcome()["setups"]["computer"]
            assert again["seats"] == ["person", "adaptive"], "people chose no strength"
        async with board(tmp_path) as app:
            assert state_of(app)["seats"][1]["player"] == stronger, "it is kept with the game"

    run_async(story)


def test_adaptive_level_needs_exactly_one_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as app:
            refused = await ask(app, new={"mode": "demo", "level": "adaptive"})
            assert not refused["ok"] and "novice, beginner, club, expert" in refused["error"]

    run_async(story)
