"""A deal that the camera follows while people meddle: at the end it is as it was played."""

from math import inf
from pathlib import Path

import pytest

from pegboard.camera import following
from pegboard.session.watching import watching as module
from pegboard.vision.recognise import Recogniser
from tests.support.deal_film import (
    cache_net_answers,
    deal_actions,
    is_same_action,
    shared_deal_film,
)
from tests.support.erring_player import CachingDetector, ErringPlayer, FilmCamera, FilmCameraClient
from tests.support.session import ask, board, run_async, state_of
from tests.support.waiting import await_until

pytestmark = pytest.mark.group("soak")

OFTEN = 0.06
GAMES = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_deal_film(tmp_path_factory)


def test_reverted_changes_leave_the_game_unchanged(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "QUIET_S", 0.0)
    cache_net_answers(monkeypatch, folder)
    recogniser = Recogniser()
    reader, want = CachingDetector(recogniser), deal_actions(folder)
    monkeypatch.setattr(following, "CardDetector", lambda _: reader)

    async def story(seed: int) -> None:
        film = FilmCamera(folder)
        client = FilmCameraClient(film, recogniser)
        async with board(tmp_path / str(seed), camera_client=client) as parts:
            dealer = want[0].dealer  # type: ignore[union-attr]
            assert (await ask(parts, new={"mode": "score", "dealer": dealer}))["ok"]
            meddler = ErringPlayer(parts, film, want, seed, OFTEN)

            async def before() -> None:
                await meddler.act()
                state_of(parts)  # the page can be shown at any time

            client.before_picture = before
            watching = parts.game.watching
            watching.pace.limit = inf
            # The film's own time: it is shown much faster.
            watching._clock = watching.sync._clock = lambda: film.now
            watching._moved_at = watching._seen_at = 0.0
            watching.set_enabled(True)
            await await_until(lambda: film.over, "the end of the film", 300)
            played = [action for action, _ in parts.table.history]
            right = len(played) == len(want) and all(map(is_same_action, played, want))
            assert right, (seed, meddler.log, played)

    for seed in range(GAMES):
        run_async(lambda seed=seed: story(seed))  # type: ignore[misc]
