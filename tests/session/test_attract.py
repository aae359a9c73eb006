"""Attract mode: the demo while nobody is there, and the waiting game."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pegboard.cli.run import changed
from pegboard.config import Config
from pegboard.errors import DeviceError
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App, build_app, start_first_game
from pegboard.session.attract import UNFINISHED_FACTOR
from pegboard.session.memory import LastSetups
from pegboard.storage.state_names import REMEMBERED
from tests.support.session import ask, make_board_physical, press, run_async
from tests.support.waiting import await_until

AFTER_S = 100.0


class Clock:
    """A clock that is advanced by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def board(state: Path, after_s: float = AFTER_S) -> AsyncIterator[tuple[App, Clock]]:
    config = changed(Config(), simulated=True, state=state, pace=0.0)
    config = replace(config, game=replace(config.game, attract_s=after_s, pace_s=0.01))
    parts, clock = await build_app(config, rng=Random(5)), Clock()
    parts.game.attract._clock = clock
    parts.game.attract.record_activity()
    desk = parts
    running = [
        parts.lights.run(),
        desk.presses.run(),
        desk.game.opponents.run(),
        parts.sources.run(),
    ]
    works = [asyncio.ensure_future(work) for work in running]
    await start_first_game(parts)
    try:
        yield parts, clock
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await parts.close()


async def pass_s(parts: App, clock: Clock, seconds: float) -> None:
    """Time goes by; what is due then is done."""
    clock.now += seconds
    attracting = asyncio.ensure_future(parts.game.attract.run())
    await asyncio.sleep(0)  # it looks at the clock for the first time
    if parts.config.game.attract_s:
        await await_until(lambda: parts.game.attract.due_s > 0)
    attracting.cancel()
    await asyncio.gather(attracting, return_exceptions=True)


def test_new_board_plays_demo_and_invites_until_a_game_is_chosen(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, _):
            message = parts.publisher.snapshot()
            assert (message["mode"], message["inviting"]) == ("demo", True)
            await await_until(lambda: parts.table.seq > 3)
            assert parts.journal.latest() is None, "a demo was written to the disk"
            assert (await ask(parts, new={"mode": "score"}))["ok"]
            assert parts.publisher.snapshot()["inviting"] is False

    run_async(story)


def test_chosen_demo_stops_inviting(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, clock):
            await ask(parts, new={"mode": "demo"})
            assert parts.publisher.snapshot()["inviting"] is False
            game = parts.table.game
            await pass_s(parts, clock, AFTER_S + 1)
            assert parts.publisher.snapshot()["inviting"] is True
            assert parts.table.game == game

    run_async(story)


def test_unfinished_game_waits_longer_and_is_restored(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, clock):
            new = {"mode": "score", "names": ["Ann", "Ben"], "target": 61}
            await ask(parts, new=new)
            await ask(parts, action="peg 0 29")
            game, record = parts.table.game, parts.pages.record_text()
            await pass_s(parts, clock, AFTER_S + 1)
            assert parts.table.game == game, "a game that is not over was put aside too soon"
            press(parts, "1+1")
            await await_until(lambda: parts.publisher.snapshot()["pending"] == [0, 1])
            press(parts, "1-1")
            await await_until(lambda: parts.publisher.snapshot()["pending"] == [0, 0])
            await pass_s(parts, clock, UNFINISHED_FACTOR * AFTER_S - 1)
            assert parts.table.game == game, "a press counts as somebody there"
            await pass_s(parts, clock, 2)
            message = parts.publisher.snapshot()
            assert (message["mode"], message["inviting"]) == ("demo", True)
            waiting = {"mode": "score", "names": ["Ann", "Ben"], "scores": [29, 0]}
            assert message["waiting"] == {"game": game, **waiting}
            await await_until(lambda: parts.table.seq > 3)
            # The first press only wakes: nobody knew what it would have scored.
            press(parts, "0+5")
            await await_until(lambda: parts.table.game == game)
            assert parts.pages.record_text() == record
            message = parts.publisher.snapshot()
            assert (message["pending"], message["waiting"], message["inviting"]) == (
                [0, 0],
                None,
                False,
            )
            await ask(parts, action="peg 1 61")
            await pass_s(parts, clock, AFTER_S + 1)
            message = parts.publisher.snapshot()
            assert (message["mode"], message["waiting"]) == ("demo", None)

    run_async(story)


def test_waiting_game_can_be_resumed_or_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, clock):
            refused = await ask(parts, resume=True)
            assert not refused["ok"] and "there is no game to continue" in refused["error"]
            await ask(parts, new={"mode": "computer", "seats": ["person", "expert"]})
            await await_until(lambda: parts.table.state.stage_name == "discard")
            game, seq = parts.table.game, parts.table.seq
            await pass_s(parts, clock, UNFINISHED_FACTOR * AFTER_S + 1)
            assert parts.table.mode == "demo"
            assert (await ask(parts, resume=True))["ok"]
            assert (parts.table.game, parts.table.seq) == (game, seq)
            assert parts.game.lobby.setup.seats == ("person", "expert")
            await pass_s(parts, clock, UNFINISHED_FACTOR * AFTER_S + 1)
            await ask(parts, new={"mode": "score"})
            waiting = parts.publisher.snapshot()["waiting"]
            assert waiting is not None and waiting["game"] == game, "it waits on"

    run_async(story)


def test_power_cut_during_demo_restores_the_players_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, clock):
            await ask(parts, new={"mode": "score"})
            await ask(parts, action="peg 0 7")
            game = parts.table.game
            await pass_s(parts, clock, UNFINISHED_FACTOR * AFTER_S + 1)
            assert parts.table.mode == "demo"
        async with board(tmp_path) as (parts, _):
            assert parts.table.game == game and parts.table.state.scores == (7, 0)
            assert parts.publisher.snapshot()["inviting"] is False

    run_async(story)


def test_attract_delay_of_zero_disables_the_demo(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, after_s=0.0) as (parts, clock):
            assert parts.table.mode == "score"
            await pass_s(parts, clock, 1e6)
            assert parts.table.mode == "score" and not parts.publisher.snapshot()["inviting"]

    run_async(story)


def test_press_starts_a_game_with_the_last_setup(tmp_path: Path) -> None:
    async def story() -> None:
        new = {"mode": "score", "names": ["Ann", "Ben"], "colors": ["pink", "green"]}
        async with board(tmp_path) as (parts, _):
            await ask(parts, new=new)
            await ask(parts, new={"mode": "computer", "seats": ["person", "beginner"]})
            setups = parts.pages.welcome()["setups"]
            assert setups["score"]["names"] == ["Ann", "Ben"]
            assert setups["computer"]["seats"] == ["person", "beginner"]
        for name in ("journal.db", "journal.db.second"):
            (tmp_path / name).unlink()
        async with board(tmp_path) as (parts, _):
            press(parts, "0+5")  # nothing waits: it takes over, and pegs nothing yet
            await await_until(lambda: parts.table.mode == "score")
            assert parts.publisher.snapshot()["pending"] == [0, 0]
            press(parts, "0+5")
            await await_until(lambda: parts.publisher.snapshot()["pending"] == [5, 0])
            message = parts.publisher.snapshot()
            assert [seat["name"] for seat in message["seats"]] == ["Ann", "Ben"]
            assert message["seats"][0]["color"].upper() == "#CC79A7"

    run_async(story)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"score": 3}', '{"score": {"mode": "demo"}}', "\ud800", "x" * 20000]
)
def test_damaged_setup_file_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / REMEMBERED).write_text(text, errors="surrogatepass")
    remembered = LastSetups(tmp_path)
    assert remembered.requests == {}
    remembered.save(SetupRequest("score", players=2))
    assert LastSetups(tmp_path).requests == {"score": SetupRequest("score", players=2)}
    assert [path.name for path in tmp_path.iterdir()] == [REMEMBERED]


def test_setup_that_does_not_fit_the_board_is_ignored(tmp_path: Path) -> None:
    LastSetups(tmp_path).save(SetupRequest("score", players=4, names=tuple("ABCD")))
    LastSetups(tmp_path).save(SetupRequest("computer", seats=("person", "wizard")))

    async def story() -> None:
        async with board(tmp_path) as (parts, _):
            make_board_physical(parts)
            setups = parts.pages.welcome()["setups"]
            assert setups["score"]["players"] == 2
            assert setups["computer"]["seats"] == ["person", "club"]
            press(parts, "0+5")
            await await_until(lambda: parts.table.mode == "score")

    run_async(story)


def test_unwritable_setup_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match="file"):
        LastSetups(tmp_path / "file").save(SetupRequest("score"))
