"""The pack on the table: its letters on the page, and the one question about them."""

import json
from pathlib import Path
from typing import Any

import pytest

from pegboard.board.scene import Scene
from pegboard.camera.reading import PackPrior
from pegboard.service.build import App
from pegboard.session.counting.pack import NAMES, PackBelief, pack_file
from pegboard.session.views.announcements import Announcer
from pegboard.storage.state_names import PACK
from pegboard.vision.packs.countries import PACKS
from tests.support.camera_processes import camera_answer, fake_camera_client
from tests.support.counting_board import current_offer, run_at_board
from tests.support.session import ask, press, state_of
from tests.support.waiting import await_until

FRENCH = {"A": "1", "J": "V", "Q": "D", "K": "R"}
DUTCH = {"A": "A", "J": "B", "Q": "V", "K": "H"}
HAND = "JS 5H 6H 7H 9C"


def believed(
    code: str, share: float, letters: dict[str, str], question: str = ""
) -> dict[str, Any]:
    return {
        "setting": "auto",
        "shares": {code: share, "dutch" if code == "french" else "french": 1 - share},
        "code": code,
        "letters": letters,
        "is_read": True,
        "question": question,
        "question_letters": letters if question else {},
    }


IN_DOUBT = camera_answer(HAND, doubtful="JS", deck=believed("french", 0.7, FRENCH, "french"))


def pack(app: App) -> Any:
    return state_of(app)["pack"]


async def open_pack_question(app: App) -> None:
    """Counts a hand of which the camera does not know the pack."""
    await ask(app, count=True)
    await await_until(lambda: pack(app) is not None and pack(app)["question"])


def test_every_pack_has_a_name() -> None:
    assert set(NAMES) == set(PACKS)


def test_pack_confirmation_updates_camera_and_recounts(tmp_path: Path) -> None:
    french = believed("french", 0.97, FRENCH)
    eyes = fake_camera_client(IN_DOUBT, camera_answer(HAND, deck=french))

    async def story(app: App, scenes: list[Scene]) -> None:
        assert pack(app) is None
        await open_pack_question(app)
        snapshot = app.publisher.snapshot()
        assert pack(app)["code"] == "french" and pack(app)["letters"] == FRENCH
        assert snapshot["next"] == "Is this a French pack: 1 V D R? OK for yes, UNDO for no."
        press(app, "ok")
        await await_until(lambda: (current_offer(app) or {"doubtful": 1})["doubtful"] == [])
        assert pack(app)["question"] is None
        assert eyes.pack.shares == french["shares"]
        assert pack(app)["letters"] == FRENCH
        assert app.table.seq == 0, "OK pegged nothing"
        memory = pack_file(tmp_path).read_or(PackBelief())
        assert memory.shares is not None and memory.shares["french"] > 0.9
        assert memory.asked == ("french",)

    run_at_board(tmp_path, eyes, story)


def test_pack_denial_selects_the_other_pack(tmp_path: Path) -> None:
    dutch = believed("dutch", 0.95, DUTCH)
    eyes = fake_camera_client(IN_DOUBT, camera_answer(HAND, deck=dutch))

    async def story(app: App, scenes: list[Scene]) -> None:
        await open_pack_question(app)
        assert (await ask(app, pack=False))["ok"]
        await await_until(lambda: pack(app)["code"] == "dutch")
        assert pack(app) == {"code": "dutch", "letters": DUTCH, "question": None}
        refused = await ask(app, pack=True)
        assert not refused["ok"] and refused["code"] == "question-gone"

    run_at_board(tmp_path, eyes, story)


def test_pack_question_is_asked_once(tmp_path: Path) -> None:
    (tmp_path / PACK).write_text(json.dumps({"shares": {"french": 0.6}, "asked": ["french"]}))
    eyes = fake_camera_client(IN_DOUBT)

    async def story(app: App, scenes: list[Scene]) -> None:
        await ask(app, count=True)
        await await_until(lambda: pack(app) is not None)
        assert pack(app)["question"] is None
        assert pack(app)["letters"] == FRENCH

    run_at_board(tmp_path, eyes, story)


def test_pack_survives_a_restart(tmp_path: Path) -> None:
    german = believed("german", 0.99, {"A": "A", "J": "B", "Q": "D", "K": "K"})

    async def first(app: App, scenes: list[Scene]) -> None:
        await ask(app, count=True)
        await await_until(lambda: pack_file(tmp_path).read_or(PackBelief()).shares is not None)

    run_at_board(tmp_path, fake_camera_client(camera_answer(HAND, deck=german)), first)
    eyes = fake_camera_client(camera_answer(HAND, deck=german))

    async def second(app: App, scenes: list[Scene]) -> None:
        assert eyes.pack.shares == german["shares"]
        assert pack(app)["letters"] == german["letters"], "before a picture was taken"

    run_at_board(tmp_path, eyes, second)


@pytest.mark.parametrize("text", ["", "7", "[]", '{"shares": 4, "asked": []}', "{" * 5000])
def test_damaged_pack_file_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / PACK).write_text(text)
    assert pack_file(tmp_path).read_or(PackBelief()).shares is None


def test_configured_pack_has_letters_before_the_first_picture() -> None:
    expected = PackPrior("dutch").expected
    assert expected is not None and expected.letters == DUTCH
    assert PackPrior().expected is None
    assert PackPrior(shares={"french": 0.5, "dutch": 0.5}).expected is None


def test_voice_asks_the_pack_question(tmp_path: Path) -> None:
    async def story(app: App, scenes: list[Scene]) -> None:
        announcer = Announcer("en")
        announcer.text_for(app.publisher.snapshot())
        await open_pack_question(app)
        state = app.publisher.snapshot()
        assert announcer.text_for(state) == state["next"], "before the hand is counted aloud"
        assert announcer.text_for(state) != state["next"]

    run_at_board(tmp_path, fake_camera_client(IN_DOUBT), story)
