"""A picture is kept where somebody pressed for it, whole, with what it really showed."""

import errno
import json
from pathlib import Path

import pytest

from pegboard.board.scene import Scene
from pegboard.service.build import App
from tests.support.camera_processes import fake_camera_client
from tests.support.counting_board import (
    PERFECT_HAND,
    accept_offer,
    current_offer,
    press_count,
    run_at_board,
)
from tests.support.session import ask


def test_picture_is_not_saved_without_request(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await accept_offer(parts)
        assert not (tmp_path / "pictures").exists()
        refused = await ask(parts, save=True)
        assert not refused["ok"] and "no picture" in refused["error"]

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_picture_is_saved_at_full_size_with_actual_cards(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        assert (await ask(parts, save=True))["ok"]
        assert (await ask(parts, save=True))["ok"], "twice is once"
        name = current_offer(parts)["saved"]
        [picture] = (tmp_path / "pictures").glob("*.jpg")
        assert picture.stem == name and picture.read_bytes() == b"the whole picture"
        await ask(parts, change={"card": "5C", "to": "6C"})
        note = json.loads(picture.with_suffix(".json").read_text())
        assert [item["card"] for item in note["read"]] == ["5H", "5D", "JS", "5C", "5S"]
        assert note["read"][1]["corners"][0] == [100, 0] and note["read"][1]["confidence"] == 0.99
        assert note["cards"] == ["5H", "5D", "JS", "6C"] and note["starter"] == "5S"
        assert (note["width"], note["height"], note["sure"]) == (1000, 400, True)

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_page_picture_is_saved_if_the_camera_process_died(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await parts.game.counting._camera_client.close()  # type: ignore[union-attr]
        assert (await ask(parts, save=True))["ok"]
        [picture] = (tmp_path / "pictures").glob("*.jpg")
        assert picture.read_bytes() == b"a small picture"

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_full_disk_on_save_is_reported_without_side_effects(tmp_path: Path) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        (tmp_path / "pictures").write_text("a file where the folder should be")
        await press_count(parts)
        refused = await ask(parts, save=True)
        assert not refused["ok"] and "the picture was not saved" in refused["error"]
        assert current_offer(parts)["saved"] is None
        await accept_offer(parts)
        assert parts.table.state.scores == (0, 29)
        assert all(device["ok"] for device in parts.publisher.snapshot()["devices"])

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_full_disk_does_not_prevent_corrections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await ask(parts, save=True)

        def full(self: Path, *_: object, **__: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Path, "write_text", full)
        assert (await ask(parts, change={"card": "5C", "to": "6C"}))["ok"]
        assert current_offer(parts)["points"] == 15

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)


def test_picture_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(parts: App, scenes: list[Scene]) -> None:
        await press_count(parts)
        await parts.game.counting._camera_client.close()  # type: ignore[union-attr]

        def full(self: Path, *_: object, **__: object) -> int:
            raise OSError(errno.EROFS, "Read-only file system")

        monkeypatch.setattr(Path, "write_bytes", full)
        refused = await ask(parts, save=True)
        assert refused["error"] == "the picture was not saved: Read-only file system"
        assert not list((tmp_path / "pictures").iterdir())

    run_at_board(tmp_path, fake_camera_client(PERFECT_HAND), story)
