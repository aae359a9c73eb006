"""A camera client with a scripted view of the deal on the table."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pegboard.camera.client import CameraClient, CameraProcess
from pegboard.camera.watched import DealState, WatchedCard, WatchedLine, WatchResult
from pegboard.cribbage import Card, format_action, parse_action
from pegboard.errors import DeviceLost
from pegboard.service.build import App
from tests.support.waiting import await_until

CORNERS = ((10.0, 10.0), (60.0, 10.0), (60.0, 90.0), (10.0, 90.0))


class FakeTableCamera(CameraClient):
    """Reports scripted lines and records the requests."""

    def __init__(self) -> None:
        super().__init__("files:table", timeout_s=1.0)
        self.states: list[DealState] = []
        self.deal = 0
        self.lines: tuple[WatchedLine, ...] = ()
        self.still = True
        self.cards_removed = False
        self.lost = False
        self.restarted = True
        self.looks = self.rests = 0
        self.turns: list[int] = []
        self.during_next_look: Callable[[], Awaitable[object]] | None = None
        """Happens once while the next picture is taken."""
        self.answer = WatchResult(0, 0, (), True, "ok", 5.0, 1.0, (), 1280, 720, b"a picture")

    def set_lines(self, *lines: str, unsure: str = "", likely: str = "") -> None:
        """Sets the recognised lines of the current deal."""
        others = tuple(map(Card.parse, likely.split()))
        self.lines = tuple(
            WatchedLine(
                parse_action(line), line != unsure, "play" if line == unsure else "", others
            )
            for line in lines
        )

    async def follow(self, known: DealState) -> None:
        self._check()
        self.states.append(known)
        self.restarted = False

    async def watch(self) -> WatchResult | None:
        self._check()
        self.looks += 1
        if self.restarted:
            return None
        version, meanwhile, self.during_next_look = (
            self.states[-1].version,
            self.during_next_look,
            None,
        )
        if meanwhile is not None:
            await meanwhile()
        cards = [
            getattr(line.action, "card", None) for line in self.lines if not self.cards_removed
        ]
        return replace(
            self.answer,
            version=version,
            deal=self.deal,
            lines=self.lines,
            is_still=self.still,
            cards=tuple(WatchedCard(card, CORNERS) for card in cards if card is not None),
        )

    async def turn(self, rotation: int) -> None:
        self.rotation = rotation
        self.turns.append(rotation)

    async def stop_following(self) -> None:
        self.rests += 1

    def _check(self) -> None:
        if self.lost:
            self.restarted = True
            raise DeviceLost(CameraProcess.ENDED, why="pulled out")

    async def wait_for_looks(self, times: int = 3) -> None:
        """Waits until it has been polled that many more times."""
        before = self.looks
        await await_until(lambda: self.looks >= before + times)


def start_watching(parts: App) -> None:
    """Starts watching at the maximum rate."""
    parts.game.watching.pace.limit = 500.0
    parts.game.watching.set_enabled(True)


def game_lines(parts: App) -> Sequence[str]:
    """Returns the actions of the current game as text, without undone ones."""
    return [format_action(action) for action, _ in parts.table.history]
