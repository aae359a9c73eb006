"""The notice board: transient, sticky and device notices."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pegboard.devices.notices import device_notice
from pegboard.errors import Common, DeviceLost
from pegboard.notice import Notice
from pegboard.session.codes import Refusal, SessionNotice
from pegboard.session.feed.notice_board import NoticeBoard
from pegboard.storage.codes import JournalNotice
from pegboard.storage.notices import NoticeStore

DAMAGED = Notice.from_code(JournalNotice.DAMAGED, about="journal", sticky=True)
NO_CAMERA = Notice.from_code(SessionNotice.NO_CAMERA, about="camera")


@pytest.fixture
def shown() -> list[str]:
    """Returns the notices at each publication."""
    return []


@pytest.fixture
def board(tmp_path: Path, shown: list[str]) -> NoticeBoard:
    """Returns a board over an empty state folder."""
    made = NoticeBoard(NoticeStore(tmp_path), lambda: shown.append(_all(made)))
    return made


def _all(board: NoticeBoard) -> str:
    passing = [board.transient] if board.transient else []
    return " ".join(each.code for each in [*passing, *board.sticky])


def test_transient_notice_disappears_with_the_next_press(
    board: NoticeBoard, shown: list[str]
) -> None:
    board.post(NO_CAMERA)
    board.post(Notice.from_code(Refusal.NO_PICTURE, about="camera"))
    board.clear()
    assert board.transient is None and shown == ["no-camera-to-count", "no-picture"]


def test_sticky_notice_stays_until_acknowledged(
    board: NoticeBoard, shown: list[str], tmp_path: Path
) -> None:
    board.post(DAMAGED)
    board.post(NO_CAMERA)
    board.clear()
    (kept,) = NoticeStore(tmp_path).unread
    assert [*board.sticky] == [kept] and kept.is_same(DAMAGED)
    assert not board.acknowledge("another") and board.acknowledge(kept.id)
    assert not board.sticky and not NoticeStore(tmp_path).unread
    assert shown[0] == "journal-found-damaged" and shown[-1] == ""


def test_device_notices_are_read_in_order_each_time(board: NoticeBoard) -> None:
    faults: list[DeviceLost | None] = [None]

    def senses() -> Iterator[Notice]:
        yield device_notice("strip", "spi:", faults[0])
        yield device_notice("buttons", "gpio:")

    board.add_source(senses)
    board.add_source(lambda: [device_notice("home", "mqtt://here")])
    assert [(each.about, each.is_ok) for each in board.device_notices()] == [
        ("strip", True), ("buttons", True), ("home", True),
    ]  # fmt: skip
    faults[0] = DeviceLost(Common.VERBATIM, says="gone")
    strip, *others = board.device_notices()
    assert strip.sentence == "gone" and not strip.is_ok and all(each.is_ok for each in others)
