"""Following in the camera process, synchronised with the game."""

from collections.abc import Collection, Sequence
from typing import cast

import pytest

from pegboard.camera import following
from pegboard.camera.following import LiveFollower
from pegboard.camera.watched import DealState
from pegboard.cribbage import Action, parse_action
from pegboard.vision.recognise import Recogniser

LINES = tuple(map(parse_action, ("deal 0", "cut 7H", "play 1 8C", "play 0 AS", "play 1 8S")))


class FakeFollower:
    """A follower that records which lines are certain."""

    def __init__(self, *_: object) -> None:
        self.is_following = False
        self.certain: list[set[int]] = []

    def await_deal(self, dealer: int) -> None:
        self.is_following = False

    def synchronise(self, actions: Sequence[Action], certain: Collection[int], now: float) -> None:
        self.is_following = True
        self.certain.append(set(certain))


def test_lines_before_process_start_stay_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Observations do not explain them."""
    noted = FakeFollower()
    monkeypatch.setattr(following, "Follower", lambda *_: noted)
    monkeypatch.setattr(following, "CardDetector", lambda _: None)

    def state(lines: int, *certain: int) -> DealState:
        return DealState(1, 2, 0, deal=3, actions=LINES[:lines], certain=frozenset(certain))

    table = LiveFollower(cast(Recogniser, None), state(3, 1))
    for lines, certain in ((4, {1}), (5, {1, 4}), (2, {1})):
        table.update(state(lines, *certain))
    assert noted.certain == [{0, 1, 2}, {0, 1, 2}, {0, 1, 2, 4}, {0, 1}]
