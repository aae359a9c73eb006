"""The sample deal: a board without a camera shows how one follows a deal, and nothing is stored."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pegboard.cribbage.notation import format_action
from pegboard.devices.cameras import open_camera
from pegboard.devices.cameras.files import VideoCamera
from pegboard.service.build import App
from pegboard.service.run import continue_demo
from pegboard.session.watching import sample as module
from pegboard.vision.films.sample import DEAL
from pegboard.vision.films.script import lines_of as lines_of_film
from tests.support.fake_table_camera import FakeTableCamera, game_lines
from tests.support.session import ask, board, press, run_async, state_of
from tests.support.waiting import await_until

LINES = [line for line in lines_of_film(DEAL) if not line.startswith("hand")]


class Film(FakeTableCamera):
    """A film that shows as much of the deal as a test wants."""

    def show(self, number: int) -> None:
        self.deal = 1
        self.set_lines(*LINES[:number])


def show(folder: Path, story: Callable[[App, Film], Awaitable[None]]) -> None:
    async def run() -> None:
        film = Film()
        async with board(folder, film=film) as parts:
            parts.game.watching.pace.limit = 500.0
            await story(parts, film)

    run_async(run)


async def counted(parts: App, film: Film) -> None:
    """Shows the film to its end."""
    film.show(len(LINES))
    await await_until(lambda: state_of(parts)["scores"] == [16, 30], "the whole deal")


def test_sample_deal_is_pegged_and_not_stored(tmp_path: Path) -> None:
    async def story(parts: App, film: Film) -> None:
        assert (await ask(parts, sample=True))["ok"]
        state = state_of(parts)
        assert state["sample"] and state["watch"]["on"] and not state["inviting"]
        assert not parts.game.watching.on, "the setting stays"
        film.show(3)
        await await_until(lambda: game_lines(parts) == LINES[:3])
        assert state_of(parts)["pass_deal"] is None
        await counted(parts, film)
        await await_until(lambda: "sample deal" in state_of(parts)["next"])
        assert [line for line in (await parts.archive.history()).lines if line.seq] == []
        assert parts.journal.load(parts.table.game) == []

    show(tmp_path, story)


def test_sample_deal_card_can_be_corrected(tmp_path: Path) -> None:
    async def story(parts: App, film: Film) -> None:
        await ask(parts, sample=True)
        film.show(4)
        await await_until(lambda: game_lines(parts) == LINES[:4])
        wish = {"at": 3, "seq": parts.table.seq, "action": "play 1 3C"}
        assert (await ask(parts, edit=wish))["ok"]
        assert game_lines(parts)[3] == "play 1 3C"

    show(tmp_path, story)


def test_rotation_answer_applies_to_the_film_only(tmp_path: Path) -> None:
    async def story(parts: App, film: Film) -> None:
        turned: list[int] = []

        async def turn(rotation: int) -> None:
            turned.append(rotation)

        parts.game.watching.set_rotation = turn
        await ask(parts, sample=True)
        film.answer = replace(film.answer, turned=90)
        film.show(2)
        await await_until(lambda: state_of(parts)["watch"]["question"])
        question = state_of(parts)["watch"]["question"]
        assert question["code"] == "watch-turned"
        assert (await ask(parts, watch=question["id"]))["ok"]
        await await_until(lambda: film.turns == [90])
        assert turned == []

    show(tmp_path, story)


def test_ok_after_sample_deal_restores_the_waiting_game(tmp_path: Path) -> None:
    async def story(parts: App, film: Film) -> None:
        await ask(parts, new={"mode": "score", "names": ["Cem", "Dora"]})
        await ask(parts, action="peg 0 5")
        game = parts.table.game
        await ask(parts, sample=True)
        assert state_of(parts)["waiting"]["game"] == game
        await counted(parts, film)
        await await_until(lambda: parts.game.sample.is_over)
        press(parts, "ok")
        await await_until(lambda: parts.table.game == game)
        state = state_of(parts)
        assert state["scores"] == [5, 0] and not state["sample"]
        assert [seat["name"] for seat in state["seats"]] == ["Cem", "Dora"]

    show(tmp_path, story)


def test_game_after_sample_deal_has_default_names(tmp_path: Path) -> None:
    async def story(parts: App, film: Film) -> None:
        await ask(parts, sample=True)
        film.show(3)
        await await_until(lambda: game_lines(parts) == LINES[:3])
        assert (await ask(parts, names=["Eve", None]))["code"] == "demo-plays"
        assert (await ask(parts, new={"mode": "score"}))["ok"]
        state = state_of(parts)
        assert [seat["name"] for seat in state["seats"]] == ["Blue", "Orange"]
        assert state["waiting"] is None and state["watch"] is None

    show(tmp_path, story)


def test_inviting_board_returns_to_the_demo_after_the_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REST_S", 0.01)

    async def story(parts: App, film: Film) -> None:
        await parts.game.lobby.start_demo()
        await parts.game.sample.start(chosen=False)
        state = state_of(parts)
        assert state["sample"] and state["inviting"] and state["mode"] == "score"
        film.show(len(LINES))
        await await_until(lambda: parts.table.mode == "demo", "the next demo")
        assert state_of(parts)["inviting"]

    show(tmp_path, story)


@pytest.mark.parametrize("button", ["0+5", "ok", "undo"])
def test_press_takes_over_from_an_inviting_sample_deal(tmp_path: Path, button: str) -> None:
    async def story(parts: App, film: Film) -> None:
        await parts.game.lobby.start_demo()
        await parts.game.sample.start(chosen=False)
        press(parts, button)
        await await_until(lambda: not state_of(parts)["sample"])
        assert state_of(parts)["mode"] == "score" and state_of(parts)["scores"] == [0, 0]

    show(tmp_path, story)


def test_sample_deal_follows_a_finished_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.service.run.DEMO_REST_S", 0.0)

    async def story(parts: App, film: Film) -> None:
        await parts.game.lobby.start_demo()
        parts.game.opponents.pace_s = 1e-6
        playing = asyncio.ensure_future(continue_demo(parts.game))
        await await_until(lambda: state_of(parts)["sample"], "the film after a demo")
        playing.cancel()

    show(tmp_path, story)


def test_film_plays_once_and_keeps_its_last_picture() -> None:
    film = open_camera(module.ADDRESS)
    assert isinstance(film, VideoCamera)
    film._frame_s = 0.0
    pictures = [film.read() for _ in range(147)]
    assert (film.read() == pictures[-1]).all() and (film.read() == pictures[-1]).all()
    assert (pictures[60] != pictures[-1]).any()
    film.close()


@pytest.mark.group("camera")
def test_bundled_film_is_followed_to_its_end(tmp_path: Path) -> None:
    """With the camera's own process, in the film's own time: 74 seconds."""

    async def story() -> None:
        async with board(tmp_path) as parts:
            assert (await ask(parts, sample=True))["ok"]
            await await_until(lambda: parts.game.sample.is_over, "the whole deal", limit_s=600)
            lines = [format_action(action) for action, _ in parts.table.history]
            plays = [line for line in lines if line.startswith(("cut", "play"))]
            assert plays == [line for line in LINES if line.startswith(("cut", "play"))]
            assert state_of(parts)["scores"] == [16, 30]

    run_async(story)
