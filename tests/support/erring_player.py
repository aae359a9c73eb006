"""A player who makes and repairs mistakes while the camera follows a film.

Every mistake is repaired, so at the end the game must equal the deal as it was
played. The film is followed in this process, and each picture is read once for all games.
"""

import hashlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import cv2
import msgspec
import numpy as np

from pegboard.camera.client import CameraClient
from pegboard.camera.following import LiveFollower
from pegboard.camera.watched import DealState, WatchResult, parse_deal_state, parse_watch_answer
from pegboard.cribbage import Crib, Cut, Go, Play, format_action
from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.game import Action
from pegboard.devices.ports import Image
from pegboard.service.build import App
from pegboard.vision.follow.tracking.detection import Detection
from pegboard.vision.follow.tracking.detector import CardDetector
from pegboard.vision.recognise import Recogniser
from tests.support.session import ask

REPAIR_AFTER = (1, 3, 8, 20)
"""Numbers of pictures after which a mistake may be repaired."""
LAST_ERROR = 45
"""Pictures before the end from which nobody meddles any more."""


class CachingDetector(CardDetector):
    """A table reader that reads each distinct picture once."""

    def __init__(self, recogniser: Recogniser) -> None:
        super().__init__(recogniser)
        self._readings = dict[bytes, list[Detection]]()

    def reset(self) -> None:
        """Ignores the start of a new deal; the cache stays valid."""

    def detect(self, image: Image, index_px: float | None = None) -> list[Detection]:
        key = hashlib.md5(repr((image.shape, index_px)).encode(), usedforsecurity=False)
        key.update(np.ascontiguousarray(image).tobytes())
        found = self._readings.get(key.digest())
        if found is None:
            found = self._readings[key.digest()] = super().detect(image, index_px)
        return list(found)


class FilmCamera:
    """A camera that shows each picture of a folder once, at its recorded time."""

    live = True

    def __init__(self, folder: Path) -> None:
        truth = json.loads((folder / "truth.json").read_text())
        self.fps = int(truth["fps"])
        self.names = sorted(folder.glob("*.jpg"))
        self.shown = 0

    @property
    def now(self) -> float:
        return self.shown / self.fps

    @property
    def over(self) -> bool:
        return self.shown >= len(self.names) + 10

    def read(self) -> Image:
        name = self.names[min(self.shown, len(self.names) - 1)]
        self.shown += 1
        return np.asarray(cv2.imread(str(name)), np.uint8)

    def close(self) -> None:
        """Does nothing."""


class FilmCameraClient(CameraClient):
    """An in-process camera client; calls `before_picture` before each picture."""

    def __init__(self, film: FilmCamera, recogniser: Recogniser) -> None:
        super().__init__("files:film", timeout_s=60.0)
        self.film, self._recogniser = film, recogniser
        self.before_picture: Callable[[], Awaitable[None]] | None = None
        self._following: LiveFollower | None = None

    async def follow(self, known: DealState) -> None:
        deal_state = parse_deal_state(known.to_json())
        if self._following is None:
            self._following = LiveFollower(self._recogniser, deal_state, lambda: self.film.now)
        else:
            self._following.update(deal_state)

    async def watch(self) -> WatchResult | None:
        if self._following is None:
            return None
        if self.before_picture is not None:
            await self.before_picture()
        return parse_watch_answer(msgspec.to_builtins(self._following.process_frame(self.film)))

    async def stop_following(self) -> None:
        """Does nothing; the film continues when the client is polled again."""


class ErringPlayer:
    """Makes random mistakes and repairs them; deterministic for a seed."""

    def __init__(
        self, parts: App, film: FilmCamera, want: list[Action], seed: int, often: float
    ) -> None:
        self.log: list[str] = []
        self._parts, self._film, self._expected = parts, film, want
        self._rng, self._error_rate = Random(seed), often
        self._repair: tuple[int, Callable[[], Awaitable[None]]] | None = None

    async def act(self) -> None:
        """Makes a mistake, repairs one, or does nothing."""
        if self._repair is not None:
            at, right = self._repair
            if self._film.shown >= at:
                self._repair = None
                await right()
        elif (
            self._film.shown < len(self._film.names) - LAST_ERROR
            and self._rng.random() < self._error_rate
        ):
            await self._rng.choice(
                (self._correct_card, self._enter_early, self._undo, self._peg_unearned)
            )()

    @property
    def _actions(self) -> list[Action]:
        return [action for action, _ in self._parts.table.history]

    def _repair_soon(self, right: Callable[[], Awaitable[None]]) -> None:
        self._repair = self._film.shown + self._rng.choice(REPAIR_AFTER), right

    async def _send(self, **what: Any) -> bool:
        answer = await ask(self._parts, **what)
        self.log.append(f"{self._film.shown}: {what} {answer.get('error', 'done')}")
        return bool(answer["ok"])

    async def _edit(self, place: int, action: Action) -> bool:
        edit = {"at": place, "seq": self._parts.table.seq, "action": format_action(action)}
        return await self._send(edit=edit)

    async def _correct_card(self) -> None:
        """Replaces a card by a wrong one, and schedules the repair."""
        actions, right = self._actions, self._expected
        places = [n for n, a in enumerate(actions) if isinstance(a, Cut | Play) and a == right[n]]
        if not places:
            return
        place = self._rng.choice(places)
        true, seen = actions[place], set(_cards(actions)) | set(_cards(right))
        other = self._rng.choice([card for card in DECK if card not in seen])
        wrong = Play(true.seat, other) if isinstance(true, Play) else Cut(other)

        async def mend_back() -> None:
            if wrong in self._actions and not await self._edit(self._actions.index(wrong), true):
                self._repair_soon(mend_back)

        if await self._edit(place, wrong):
            self._repair_soon(mend_back)

    async def _enter_early(self) -> None:
        """Enters the next play before the film shows it."""
        actions = self._actions
        if (
            self._parts.table.state.stage_name == "play"
            and actions == self._expected[: len(actions)]
        ):
            line = self._expected[len(actions)]
            if isinstance(line, Play | Go):
                await self._send(action=format_action(line))

    async def _undo(self) -> None:
        """Undoes the last action; enters it again later unless the camera already has."""
        if self._parts.table.state.stage_name not in ("cut", "play"):
            return
        last = self._actions[-1]

        async def enter_again() -> None:
            if last not in self._actions:
                await self._send(action=format_action(last))

        if await self._send(action="undo"):
            self._repair_soon(enter_again)

    async def _peg_unearned(self) -> None:
        """Pegs unearned points, then undoes them."""
        if self._parts.table.state.stage_name == "play" and await self._send(action="peg 0 3"):
            await self._send(action="undo")


def _cards(actions: list[Action]) -> list[Card]:
    one = [action.card for action in actions if isinstance(action, Cut | Play)]
    return one + [card for action in actions if isinstance(action, Crib) for card in action.cards]
