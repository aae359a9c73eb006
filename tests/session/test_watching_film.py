"""A film of a deal played into the service as its camera: every peg is where the truth has it.

The pictures are drawn by our own renderer, read by the camera process, and shown as fast as they
are read. What was shown is taken out of the folder, as a real camera never shows it again.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import cv2
import pytest

from pegboard.camera.client import CameraClient
from pegboard.camera.watched import WatchResult
from pegboard.cribbage import Play, apply, format_action, new_game
from pegboard.cribbage.game import Action, State
from pegboard.devices.cameras.pictures import load_picture
from pegboard.service.build import App
from pegboard.vision.turn import turned_image
from tests.support.deal_film import camera_command, deal_actions, is_same_action, shared_deal_film
from tests.support.session import ask, board, press, run_async, state_of
from tests.support.waiting import await_until

pytestmark = pytest.mark.group("camera")

LOST_IN_A_RESTART = 4
"""Pictures: two seconds."""


@dataclass
class FilmCamera(CameraClient):
    """The camera of a service, and what was seen of its film."""

    folder: Path
    film: Path
    frame_count: int = 0
    at: dict[int, Callable[[], object]] = field(default_factory=dict)
    """By picture, what happens then."""

    def __post_init__(self) -> None:
        command = camera_command(self.film)
        super().__init__(f"files:{self.folder}", timeout_s=60.0, command=command)
        self.names = sorted(path.name for path in self.folder.glob("*.jpg"))

    async def watch(self) -> WatchResult | None:
        watched = await super().watch()
        if watched is not None:
            self.frame_count += 1
            self.at.pop(self.frame_count, lambda: None)()
        return watched

    def kill(self) -> None:
        """Kills the process; what happens before it is there again is not seen."""
        assert self.process is not None
        self.process.kill()
        self.frame_count += LOST_IN_A_RESTART
        for name in self.names[: self.frame_count]:
            (self.folder / name).unlink(missing_ok=True)

    @property
    def over(self) -> bool:
        """Returns whether the film was read to its end, and a little beyond."""
        return self.frame_count >= len(self.names) + 8


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_deal_film(tmp_path_factory)


@pytest.fixture
def table(film: Path, tmp_path: Path) -> FilmCamera:
    folder = tmp_path / "table"
    folder.mkdir()
    for picture in film.glob("*.jpg"):
        (folder / picture.name).symlink_to(picture)
    return FilmCamera(folder, film)


@asynccontextmanager
async def watched(
    film: Path, table: FilmCamera, state: Path, dealer: int | None = None
) -> AsyncIterator[App]:
    if dealer is None:
        dealer = dealer_of(film)
    async with board(state, camera_client=table) as parts:
        people = {"mode": "score", "names": ["Ann", "Ben"], "dealer": dealer}
        assert (await ask(parts, new=people))["ok"]
        parts.game.watching.pace.limit = inf
        parts.game.watching.set_enabled(True)
        yield parts


def dealer_of(film: Path) -> int:
    """Returns the seat that deals in a film."""
    return deal_actions(film)[0].dealer  # type: ignore[union-attr]


def check(parts: App, film: Path, passed: int = 0) -> None:
    """Checks every action and peg, in order, after the deals that were passed over."""
    state: State = new_game(parts.table.rules, dealer_of(film))
    played = [action for action, _ in parts.table.history[passed:]]
    expected = deal_actions(film)
    assert len(played) == len(expected)
    for action, true in zip(played, expected, strict=True):
        assert is_same_action(action, true)
        state = apply(state, true).state
    assert parts.table.state.pegs == state.pegs
    assert state_of(parts)["watch"]["question"] is None


def test_film_pegs_match_the_ground_truth(film: Path, table: FilmCamera, tmp_path: Path) -> None:
    async def story() -> None:
        async with watched(film, table, tmp_path) as parts:
            pegs = []
            parts.game.moves.add_listener(
                lambda action, before: pegs.append((table.frame_count, action))
            )
            await shown(table)
            check(parts, film)
            events = json.loads((film / "truth.json").read_text())["events"]
            rests = {event["line"]: event["frame"] for event in events}
            late = [
                seen - 1 - rests[str(line)]
                for seen, action in pegs
                if (line := line_of(action)) in rests
            ]
            assert len(late) >= 9 and max(late) <= 3, "pictures from a card at rest to its peg"

    run_async(story)


async def shown(table: FilmCamera, pictures: float = inf) -> None:
    """Returns once so much of the film was seen; on a machine that others use too it takes long."""
    await await_until(lambda: table.frame_count >= pictures or table.over, "the film", 180)


def line_of(action: Action) -> str:
    return format_action(action)


ANN_AND_BEN = ("Ann", "Ben")


@pytest.mark.parametrize("answer", ["yes", "the deal passed by hand"])
def test_film_with_wrong_dealer_is_followed_from_the_start(
    film: Path, table: FilmCamera, tmp_path: Path, answer: str
) -> None:
    """It is asked as soon as the hands are dealt, and may be answered much later."""
    dealer = dealer_of(film)
    due = 1 - dealer

    async def story() -> None:
        async with watched(film, table, tmp_path, due) as parts:
            await await_until(lambda: state_of(parts)["watch"]["question"] is not None)
            question = state_of(parts)["watch"]["question"]
            who, whose = ANN_AND_BEN[dealer], ANN_AND_BEN[due]
            assert question["text"] == f"Did {who} deal? It was {whose}’s turn."
            first_card = json.loads((film / "truth.json").read_text())["events"][1]["frame"]
            assert table.frame_count <= first_card, "before the starter is turned up"
            await shown(table, first_card + 30)
            if answer == "yes":
                assert (await ask(parts, watch=question["id"]))["ok"]
            else:
                for seat in (due, dealer):
                    assert (await ask(parts, action=f"deal {seat}"))["ok"]
            await shown(table)
            check(parts, film, passed=1)

    run_async(story)


def test_film_of_a_started_deal_is_followed_after_one_question(
    film: Path, table: FilmCamera, tmp_path: Path
) -> None:
    events = json.loads((film / "truth.json").read_text())["events"]
    for name in table.names[: events[2]["frame"] + 1]:  # the first card lies there
        (table.folder / name).unlink()
    table.names = sorted(path.name for path in table.folder.glob("*.jpg"))

    async def story() -> None:
        async with watched(film, table, tmp_path) as parts:
            await await_until(lambda: state_of(parts)["watch"]["question"] is not None)
            question = state_of(parts)["watch"]["question"]
            who = ANN_AND_BEN[dealer_of(film)]
            assert question["text"] == f"A new deal has started. Did {who} deal it?"
            assert (await ask(parts, watch=question["id"]))["ok"]
            await shown(table)
            check(parts, film)

    run_async(story)


@pytest.mark.parametrize(("turned", "answer"), [(180, "turned"), (270, "yes")])
def test_film_of_a_rotated_camera_is_followed_after_one_answer(
    film: Path, table: FilmCamera, tmp_path: Path, turned: int, answer: str
) -> None:
    """From its beginning; the next pictures are turned, and the setting would be kept."""
    for path in table.folder.glob("*.jpg"):
        image = turned_image(load_picture(path), turned)
        path.unlink()
        cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 95])

    async def story() -> None:
        async with watched(film, table, tmp_path) as parts:
            await await_until(lambda: state_of(parts)["watch"]["question"] is not None)
            question = state_of(parts)["watch"]["question"]
            assert answer in [each["answer"] for each in question["answers"]]
            assert (await ask(parts, watch=question["id"], answer=answer))["ok"]
            await shown(table)
            assert table.rotation == -turned % 360
            check(parts, film)

    run_async(story)


def test_film_survives_two_killed_processes(film: Path, table: FilmCamera, tmp_path: Path) -> None:
    """In the play and at the show; two seconds are not seen either time."""

    async def story() -> None:
        async with watched(film, table, tmp_path) as parts:
            table.at = {54: table.kill, 97: table.kill}
            await shown(table)
            assert not table.at
            check(parts, film)

    run_async(story)


def test_correction_after_restart_keeps_other_cards(
    film: Path, table: FilmCamera, tmp_path: Path
) -> None:
    """Keeps the lines from before the restart, which the new process has not seen."""

    async def story() -> None:
        async with watched(film, table, tmp_path) as parts:
            table.at = {86: table.kill}
            for seen, line in ((92, "cut QD"), (96, line_of(deal_actions(film)[1]))):
                await shown(table, seen)
                wish = {"at": 1, "seq": parts.table.seq, "action": line}
                assert (await ask(parts, edit=wish))["ok"]
            await shown(table)
            check(parts, film)

    run_async(story)


def test_film_with_buttons_page_and_camera_mixed(
    film: Path, table: FilmCamera, tmp_path: Path
) -> None:
    """Enters a card before it is seen, pegs points twice, and corrects a wrong card."""
    plays = [action for action in deal_actions(film) if isinstance(action, Play)]

    async def story() -> None:
        async with watched(film, table, tmp_path) as parts:
            await await_until(lambda: parts.table.state.stage_name == "play")
            first = plays[0]
            assert (await ask(parts, action=line_of(first)))["ok"]
            await await_until(lambda: len(parts.table.state.plays) == 3)
            third = parts.table.history[-1][0]
            wrong = f"play {third.seat} QD"  # type: ignore[union-attr]
            at, seq = len(parts.table.history) - 1, parts.table.seq
            assert (await ask(parts, edit={"at": at, "seq": seq, "action": wrong}))["ok"]
            seq = parts.table.seq
            wish = {"at": at, "seq": seq, "action": line_of(third)}
            assert (await ask(parts, edit=wish))["ok"]
            press(parts, "1+1", "ok")
            await await_until(lambda: line_of(parts.table.history[-1][0]) == "peg 1 1")
            press(parts, "undo")
            await shown(table)
            check(parts, film)

    run_async(story)
