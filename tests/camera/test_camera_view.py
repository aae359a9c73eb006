"""View monitor and messages about a followed deal."""

import cv2
import numpy as np
import pytest

from pegboard.camera.view import BLOCKED, BLOCKED_S, MOVED, MOVED_S, OK, ViewMonitor
from pegboard.camera.watched import DealState, parse_deal_state, parse_watch_answer
from pegboard.cribbage import parse_action
from pegboard.devices.ports import Image

FPS = 2


def table(seed: int = 1, *, light: float = 1.0) -> Image:
    """Returns a cloth with a pattern from a seed."""
    coarse = np.random.default_rng(seed).uniform(20, 220, (18, 32, 3)).astype(np.float32)
    image = cv2.resize(coarse, (640, 360), interpolation=cv2.INTER_CUBIC) * light
    return np.clip(image, 0, 255).astype(np.uint8)


def classifications(
    view: ViewMonitor, image: Image, seconds: float, begin: float = 0.0
) -> list[str]:
    """Classifications of a picture that lasts for some seconds."""
    noise = np.random.default_rng(5)
    found: list[str] = []
    for n in range(int(seconds * FPS)):
        grain = noise.normal(0, 2, image.shape)
        noisy = np.clip(image + grain, 0, 255).astype(np.uint8)
        found.append(view.classify(noisy, begin + n / FPS))
    return found


def test_view_ignores_cards_arms_and_light() -> None:
    view, image = ViewMonitor(), table()
    assert set(classifications(view, image, 4)) == {OK}
    image[100:300, 200:300] = 245
    assert set(classifications(view, image, 4, 4)) == {OK}
    arm = image.copy()
    arm[:, 400:520] = (90, 120, 190)
    assert set(classifications(view, arm, 20, 8)) == {OK}
    assert set(classifications(view, table(light=0.8), 4, 28)) == {OK}


@pytest.mark.parametrize("cover", [table(7), np.zeros((360, 640, 3), np.uint8)])
def test_view_is_blocked_while_camera_is_covered(cover: Image) -> None:
    view, image = ViewMonitor(), table()
    classifications(view, image, 4)
    states = classifications(view, cover, MOVED_S - 1, 4)
    assert states[0] == OK and states[-1] == BLOCKED
    assert states.index(BLOCKED) == pytest.approx(BLOCKED_S * FPS, abs=2)
    assert set(classifications(view, image, 2, 3 + MOVED_S)) == {OK}


def test_view_reports_moved_camera_once() -> None:
    view = ViewMonitor()
    classifications(view, table(), 4)
    states = classifications(view, table(7), MOVED_S + 6, 4)
    assert states.count(MOVED) == 1 and states[-1] == OK


GOOD = {
    "version": 1, "deal": 1, "still": True, "view": "ok", "fps": 2.0, "ms": 3.0,
    "lines": [{"line": "play 1 8C", "sure": False, "question": "play", "likely": ["8S"]}],
    "cards": [{"card": "8C", "corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "sure": True}],
    "width": 9, "height": 9,
}  # fmt: skip


def test_parse_watch_answer_rejects_other_forms() -> None:
    watched = parse_watch_answer(GOOD)
    assert watched is not None and watched.lines[0].question == "play"
    assert parse_watch_answer({"following": False}) is None
    wrong: list[dict[str, object]] = [{"view": "?"}, {"lines": [{}]}, {"cards": 3}, {"deal": None}]
    for spoilt in wrong:
        with pytest.raises(ValueError):
            parse_watch_answer(GOOD | spoilt)


def test_deal_state_survives_json() -> None:
    lines = tuple(map(parse_action, ["deal 1", "cut 7H", "play 0 8C"]))
    state = DealState(3, 2, 1, 4, lines, frozenset({0, 2}))
    assert parse_deal_state(state.to_json()) == state


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1, "players": 2}', "null"])
def test_parse_deal_state_rejects_malformed_json(text: str) -> None:
    with pytest.raises(ValueError):
        parse_deal_state(text)
