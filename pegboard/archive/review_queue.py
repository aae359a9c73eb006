"""The queue of game reviews: first the game on the table, then requested games, then the newest.

Reviews run one at a time in a separate process. Automatic ones, which keep the history of luck and
skill up to date, run only while nobody plays, and are stopped for a requested one. Reviews of
finished games are cached (see `cache`).
"""

import asyncio
import logging
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from pegboard.archive.archive import Archive
from pegboard.errors import DeviceError
from pegboard.history.pages import short_review
from pegboard.history.players import is_ours
from pegboard.history.stored_game import public_record
from pegboard.history.summary import GameLine
from pegboard.i18n import _
from pegboard.i18n.serialize import from_json
from pegboard.notice import localize_error

log = logging.getLogger(__name__)

QUIET_S = 120.0
"""Seconds without activity after which nobody counts as playing."""
POLL_S = 5.0
"""Seconds between checks for activity."""
LONGEST_S = 900.0
"""Timeout of a review in seconds, longer than the slowest board needs."""
BROKE_DOWN = _("the review failed; the log says why")
LINE_BYTES = 4_000_000
"""Maximum length in bytes of a full review, which is one line."""


_NOTHING = object()


@dataclass(slots=True, eq=False)
class Job:
    """One review, from its request to its result."""

    record: str = ""
    """Record to review; empty until a finished game has been read."""
    game: str = ""
    """Id of the finished game; empty for the game on the table."""
    is_requested: bool = True
    """True if somebody is waiting for it."""
    progress: tuple[int, int] = (0, 0)
    """Number of actions examined, and total number."""
    result: dict[str, Any] | None = None
    """Result of `analysis.worker` once available; `{"fault": why}` on failure."""
    gave_way: bool = False
    """True once stopped for another review."""
    process: Process | None = None

    def give_way(self) -> None:
        """Stops this review in favour of another one."""
        self.gave_way = True
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()


class ReviewQueue:
    """Queue that reviews games one at a time. Use from one event loop only."""

    def __init__(
        self,
        archive: Archive,
        activity: Callable[[], object],
        clock: Callable[[], float],
        *,
        automatic: bool = True,
    ) -> None:
        """Creates an idle queue; `run` starts it.

        Args:
            archive: archive of all games.
            activity: returns a value that changes with every action of a player.
            clock: returns monotonic seconds.
            automatic: whether to review games that nobody requested.
        """
        self._archive, self._activity, self._clock = archive, activity, clock
        self._automatic = automatic
        self._table: deque[Job] = deque()
        self._requested: list[str] = []
        self._failures: dict[str, str] = {}
        self._call = asyncio.Event()
        self._now = Job()
        self._exhausted_at: object = _NOTHING
        """Value of `activity` when no game was left to review."""

    def request(self, record: str) -> Job:
        """Requests a review of the game on the table, ahead of all others.

        Returns:
            The job, with its progress and later its result.
        """
        job = Job(record)
        self._table.append(job)
        self._hurry()
        return job

    async def review(self, game: str) -> dict[str, Any]:
        """Returns the review of a game, requesting it if necessary; call until it is ready.

        Returns:
            `{"ready": true, …}` with the fields of `analysis.report.as_message` and charts as `svg`
            by language;
            `{"ready": false, "done": n, "of": m}`; or `{"fault": why not}`.
        """
        if game in self._failures:
            return {"fault": self._failures[game]}
        stored = await self._archive.review(game)
        if stored is not None:
            return {"ready": True, **stored}
        history = await self._archive.history()
        line = next((line for line in history.lines if line.id == game), None)
        if line is None:
            return {"fault": _("no such game")}
        if why := review_obstacle(line):
            return {"fault": why}
        if game == self._now.game and not self._now.gave_way:
            self._now.is_requested = True
            done, of = self._now.progress
            return {"ready": False, "done": done, "of": of}
        if game not in self._requested:
            self._requested = [*self._requested, game][-10:]
        self._hurry()
        return {"ready": False, "done": 0, "of": 0}

    def _hurry(self) -> None:
        """Starts the next requested review as soon as possible, stopping an automatic one."""
        self._call.set()
        if not self._now.is_requested:
            self._now.give_way()

    async def progress(self) -> tuple[int, int]:
        """Returns how many games have been reviewed, and how many can be."""
        history = await self._archive.history()
        due = [line for line in history.lines if self._is_due(line)]
        return sum(line.id in history.reviews for line in due), len(due)

    async def run(self) -> None:
        """Reviews games one after another until cancelled."""
        last, since = self._activity(), self._clock()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await self._call.wait()
            self._call.clear()
            now = self._activity()
            if now != last:
                last, since = now, self._clock()
            try:
                if await self._choose(now, is_quiet=self._clock() - since >= QUIET_S):
                    await self._do(self._now)
                    self._call.set()  # then look for the next review
                else:
                    await self._archive.free_if_idle(self._clock())
            except DeviceError as error:
                log.warning("reviews wait: %s", error)
                self._now.result = {"fault": localize_error(error)}
            except Exception:  # an error in one review must not stop the service
                log.exception("the review of game %r", self._now.game)
                self._failures[self._now.game], self._exhausted_at = BROKE_DOWN, now
                self._now.result = {"fault": BROKE_DOWN}
            self._now = Job()

    async def _choose(self, moved: object, *, is_quiet: bool) -> bool:
        """Chooses the next game to review; returns False if there is none."""
        if self._table:
            self._now = self._table.popleft()
            return True
        if self._requested:
            self._now = Job(game=self._requested.pop(0))
            return True
        if not (is_quiet and self._automatic) or self._exhausted_at == moved:
            return False
        game = await self._next()
        self._exhausted_at = _NOTHING if game else moved
        self._now = Job(game=game, is_requested=False)
        return bool(game)

    async def _next(self) -> str:
        history = await self._archive.history()
        for line in reversed(history.lines):
            if line.id not in history.reviews and self._is_due(line):
                return line.id
        return ""

    def _is_due(self, line: GameLine) -> bool:
        return is_ours(line) and line.id not in self._failures and not review_obstacle(line)

    async def _do(self, job: Job) -> None:
        if not job.game:
            job.result = await self._run_worker(job)
            return
        source = await self._archive.source(job.game)
        if source is None or await self._archive.review(job.game) is not None:
            return
        job.record = public_record(source)
        result = await self._run_worker(job)
        if job.gave_way and "fault" in result:
            return  # it will be chosen again later
        if "fault" in result:
            self._failures[job.game] = result["fault"]
        else:
            await self._archive.store_review(source, short_review(result), result)

    async def _run_worker(self, job: Job) -> dict[str, Any]:
        """Runs the worker process; returns its result, or a fault if it fails or takes too long."""
        process = job.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pegboard.analysis.worker",
            *(["--asked"] if job.is_requested else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE_BYTES,
        )
        assert process.stdin is not None and process.stdout is not None
        if job.gave_way:
            process.kill()
        try:
            async with asyncio.timeout(LONGEST_S):
                process.stdin.write(job.record.encode())
                process.stdin.close()
                async for line in process.stdout:
                    answer = msgspec.json.decode(line, type=tuple[int, int] | dict[str, Any])
                    if isinstance(answer, dict):
                        result: dict[str, Any] = from_json(answer)
                        return result
                    job.progress = answer
        except (TimeoutError, ValueError, OSError) as error:
            log.warning("the review of game %r was given up: %r", job.game, error)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        return {"fault": BROKE_DOWN}


def review_obstacle(line: GameLine) -> str:
    """Returns the reason why a game cannot be reviewed; empty if it can."""
    if line.fault:
        return _("this game cannot be replayed")
    if line.winner is None:
        return _("a review is for a finished game")
    if not line.has_cards:
        return _("no card of this game is known, so nothing can be judged")
    return ""
