"""Background reviews: requested ones first, then the newest, only while nobody plays."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pegboard.archive.archive import Archive
from pegboard.archive.review_queue import (
    BROKE_DOWN,
    POLL_S,
    QUIET_S,
    Job,
    ReviewQueue,
    review_obstacle,
)
from pegboard.cribbage.game import Rules
from pegboard.history.pages import course
from pegboard.history.players import PlayerKey
from pegboard.history.stored_game import StoredGame, public_record
from pegboard.history.summarize import summarize
from pegboard.i18n import LANGUAGES
from pegboard.i18n.serialize import from_json
from pegboard.storage.journal import SqliteJournal
from tests.support.history_games import REVIEW, run_blocking, stored_game, whole_game, write_games
from tests.support.waiting import await_until


def _cards(number: int) -> StoredGame:
    return stored_game(whole_game(number)[0], number=number)


class _Thinking(ReviewQueue):
    """A queue with instant reviews, which records the reviewed games."""

    thought: list[str]
    answer: dict[str, Any]
    slow = False
    """True if a review ends only by yielding."""
    idle = 0
    """Number of checks that found nothing to review."""

    async def _choose(self, moved: object, *, is_quiet: bool) -> bool:
        found = await super()._choose(moved, is_quiet=is_quiet)
        self.idle += not found
        return found

    async def _run_worker(self, job: Job) -> dict[str, Any]:
        self.thought.append(job.game or job.record)
        await await_until(lambda: job.gave_way or not self.slow)
        return {"fault": "it was stopped"} if job.gave_way else self.answer

    async def stays_idle(self) -> None:
        """Waits until two checks have found nothing to review."""
        before = self.idle
        await await_until(lambda: self.idle >= before + 2, "a look that finds nothing")


def _with(
    folder: Path,
    sources: list[StoredGame],
    do: Callable[[_Thinking, list[float]], Awaitable[None]],
    **more: Any,
) -> list[str]:
    """Returns the reviewed games in order; `do` moves the clock."""

    async def run() -> list[str]:
        journal = SqliteJournal(folder / "journal.db")
        write_games(journal, sources)
        archive = Archive(journal, run_blocking, folder, lambda: "")
        now = [0.0]
        reviewing = _Thinking(archive, more.pop("activity", lambda: None), lambda: now[0], **more)
        reviewing.thought, reviewing.answer = [], dict(REVIEW)
        work = asyncio.create_task(reviewing.run())
        await asyncio.sleep(0)  # reads the clock for the first time
        try:
            await do(reviewing, now)
        finally:
            work.cancel()
            await archive.close()
            journal.close()
        return reviewing.thought

    return asyncio.run(run())


def test_queue_reviews_each_game_once_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.archive.review_queue.POLL_S", 0.01)

    async def wait(reviewing: _Thinking, now: list[float]) -> None:
        assert await reviewing.progress() == (0, 2)
        now[0] = QUIET_S
        await await_until(lambda: len(reviewing.thought) == 2)
        await reviewing.stays_idle()
        assert await reviewing.progress() == (2, 2)

    pegs = stored_game(["peg 0 5"], number=2)
    demo = stored_game(whole_game(3)[0], number=3, mode="demo")
    assert _with(tmp_path, [_cards(1), pegs, demo, _cards(4)], wait) == ["g4", "g1"]


def test_queue_is_idle_while_somebody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.archive.review_queue.POLL_S", 0.01)
    moves = iter(range(10**9))

    async def wait(reviewing: _Thinking, now: list[float]) -> None:
        for _ in range(20):
            now[0] += QUIET_S / 2
            await reviewing.stays_idle()
        assert reviewing.thought == []
        # Requested reviews do not wait for the players.
        assert await reviewing.review("g1") == {"ready": False, "done": 0, "of": 0}
        await await_until(lambda: reviewing.thought == ["g1"])

    _with(tmp_path, [_cards(1), _cards(2)], wait, activity=lambda: next(moves))


def test_requested_review_comes_first_and_is_stored(tmp_path: Path) -> None:
    async def ask(reviewing: _Thinking, now: list[float]) -> None:
        for _ in range(3):
            await reviewing.review("g1")
        await await_until(lambda: bool(reviewing.thought))
        found: dict[str, Any] = {}
        while not found.get("ready"):
            found = await reviewing.review("g1")
        assert found == {"ready": True, **REVIEW}
        assert await reviewing.review("nowhere") == {"fault": "no such game"}

    assert _with(tmp_path, [_cards(1), _cards(2)], ask, automatic=False) == ["g1"]


def test_review_of_table_game_comes_first(tmp_path: Path) -> None:
    async def ask(reviewing: _Thinking, now: list[float]) -> None:
        reviewing.slow = True
        await reviewing.review("g1")
        await await_until(lambda: reviewing.thought == ["g1"])
        await reviewing.review("g2")
        job = reviewing.request("table")
        assert job.result is None
        reviewing.slow = False
        await await_until(lambda: len(reviewing.thought) == 3)
        assert job.result == REVIEW and reviewing.thought == ["g1", "table", "g2"]
        reviewing.answer = {"fault": "it broke down"}
        again = reviewing.request("table")
        await await_until(lambda: again.result is not None)
        assert again.result == {"fault": "it broke down"}
        assert (await reviewing.review("g1"))["ready"]

    _with(tmp_path, [_cards(1), _cards(2)], ask, automatic=False)


@pytest.mark.parametrize("requested", ["g1", ""])
def test_automatic_review_yields_to_requested_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, requested: str
) -> None:
    monkeypatch.setattr("pegboard.archive.review_queue.POLL_S", 0.01)

    async def wait(reviewing: _Thinking, now: list[float]) -> None:
        reviewing.slow, now[0] = True, QUIET_S
        await await_until(lambda: reviewing.thought == ["g2"])
        if requested:
            await reviewing.review(requested)
        else:
            reviewing.request("table")
        reviewing.slow = False  # only now, or the running review might end by itself
        await await_until(lambda: len(reviewing.thought) == 4 - bool(requested))
        await reviewing.stays_idle()
        assert await reviewing.progress() == (2, 2), "what gave way was taken up again"

    thought = _with(tmp_path, [_cards(1), _cards(2)], wait)
    assert thought == (["g2", "g1", "g2"] if requested else ["g2", "table", "g2", "g1"])


def test_automatic_review_continues_once_requested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.archive.review_queue.POLL_S", 0.01)

    async def wait(reviewing: _Thinking, now: list[float]) -> None:
        reviewing.slow, now[0] = True, QUIET_S
        await await_until(lambda: reviewing.thought == ["g2"])
        assert not (await reviewing.review("g2"))["ready"]
        reviewing.request("table")
        assert not reviewing._now.gave_way and reviewing.thought == ["g2"]
        reviewing.slow = False
        await await_until(lambda: reviewing.thought[:2] == ["g2", "table"])
        assert (await reviewing.review("g2"))["ready"]

    _with(tmp_path, [_cards(1), _cards(2)], wait)


def test_yielding_review_process_is_killed_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        journal = SqliteJournal(tmp_path / "journal.db")
        archive = Archive(journal, run_blocking, tmp_path, lambda: "")
        reviewing = ReviewQueue(archive, lambda: None, lambda: 0.0)
        source = stored_game(whole_game(4)[0])
        for late in (False, True):
            job = Job(public_record(source), is_requested=False)
            if not late:
                job.give_way()  # before its process has started
            thinking = asyncio.create_task(reviewing._run_worker(job))
            await await_until(lambda: job.process is not None)  # noqa: B023
            if late:
                job.give_way()
            async with asyncio.timeout(5):
                assert await thinking == {"fault": BROKE_DOWN}
            assert job.process is not None and job.process.returncode is not None
        await archive.close()
        journal.close()

    asyncio.run(run())


def test_failed_review_is_not_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegboard.archive.review_queue.POLL_S", 0.01)

    async def wait(reviewing: _Thinking, now: list[float]) -> None:
        reviewing.answer = {"fault": "it broke down"}
        now[0] = QUIET_S
        await await_until(lambda: bool(reviewing.thought))
        await reviewing.stays_idle()
        assert await reviewing.review("g1") == {"fault": "it broke down"}
        assert await reviewing.progress() == (0, 0)

    assert _with(tmp_path, [_cards(1)], wait) == ["g1"]


def test_queue_survives_unexpected_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pegboard.archive.review_queue.POLL_S", 0.01)

    async def wait(reviewing: _Thinking, now: list[float]) -> None:
        reviewing.answer = {"ready": "but nothing else"}
        assert not (await reviewing.review("g1"))["ready"]
        await await_until(lambda: bool(reviewing.thought))

        async def is_given_up() -> bool:
            return "fault" in await reviewing.review("g1")

        await await_until(is_given_up)
        assert await reviewing.review("g1") == {"fault": BROKE_DOWN}
        reviewing.answer = dict(REVIEW)
        now[0] = QUIET_S
        await reviewing.review("g2")
        await await_until(lambda: reviewing.thought == ["g1", "g2"])

    _with(tmp_path, [_cards(1), _cards(2)], wait)
    assert "the review of game 'g1'" in caplog.text


def test_review_obstacle_names_reason() -> None:
    actions = whole_game(1)[0]
    assert review_obstacle(summarize(stored_game(actions))) == ""
    assert "finished" in review_obstacle(summarize(stored_game(actions[:-1])))
    assert "no card" in review_obstacle(summarize(stored_game(["peg 0 31", *["peg 0 30"] * 3])))
    assert "replayed" in review_obstacle(summarize(stored_game(["deal 1"])))
    assert POLL_S < QUIET_S


@pytest.mark.timeout(900)
def test_worker_result_matches_analyze_command(tmp_path: Path) -> None:
    given = Rules(target=61)
    source = stored_game(whole_game(4, given)[0], rules=given)
    record = public_record(source)
    command = [sys.executable, "-m", "pegboard.analysis.worker", "--asked"]
    done = subprocess.run(command, input=record, capture_output=True, text=True, check=True)
    *progress, last = map(from_json, map(json.loads, done.stdout.splitlines()))
    assert progress and all(isinstance(each, list) for each in progress)
    svg = last.pop("svg")
    assert last.pop("graph").startswith("<svg")
    assert {*svg} == {*LANGUAGES} and all(each.startswith("<svg") for each in svg.values())
    assert last["decisions"][0]["said"].localize("fr").startswith("a écarté ")
    (tmp_path / "x.game").write_text(record)
    analyzed = json.loads(
        subprocess.run(
            [sys.executable, "-m", "pegboard", "analyze", "--json", str(tmp_path / "x.game")],
            capture_output=True, text=True, check=True,
        ).stdout
    )  # fmt: skip
    for each in [*analyzed["decisions"], *last["decisions"]]:
        each.pop("line")  # lines of a file, entries of the journal
    for curve in (analyzed, last):
        curve["curve"] = [
            (point["deal"], point["scores"], point["chance"]) for point in curve["curve"]
        ]
    assert analyzed.pop("file") and analyzed == last
    faulty = subprocess.run(
        command, input="players 2\nfly", capture_output=True, text=True, check=True
    )
    assert "not an action" in json.loads(faulty.stdout)["fault"]


def test_player_course_has_reviewed_games() -> None:
    short = {
        "unit": "chance",
        "sides": [{"luck": 0.3, "skill": -0.1}, {"luck": -0.3, "skill": -0.2}],
        "seats": [{"decisions": 9, "good": 8, "points": 0.4},
                  {"decisions": 7, "good": 3, "points": 2.5}],
    }  # fmt: skip
    lines = [summarize(_cards(1)), summarize(_cards(2))]
    (one,) = course(PlayerKey("ben"), lines, {"g2": short})
    assert (one["game"], one["good"], one["decisions"], one["points"]) == ("g2", 3, 7, 2.5)
    assert (one["luck"], one["skill"]) == (-0.3, -0.2)
    assert one["won"] == (lines[1].winner == 1)
    assert course(PlayerKey("nobody"), lines, {"g2": short}) == []
