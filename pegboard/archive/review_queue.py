"""Review queue: the game on the table first, then games somebody is waiting for, then the newest.

Reviews run one at a time in a separate process. Those nobody requested run only while nobody plays,
and so keep the history of luck and skill up to date; they give way to a requested one. The review
of a finished game is stored (see `cache`), so it runs only once.
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
from pegboard.history.stored_game import record_to_show
from pegboard.history.summary import GameLine
from pegboard.i18n import _
from pegboard.i18n.serialize import from_json
from pegboard.notice import localize_error

log = logging.getLogger(__name__)

QUIET_S = 120.0
"""Seconds without events after which nobody is playing."""
LOOK_S = 5.0
"""Between two looks whether anybody plays."""
LONGEST_S = 900.0
"""No review takes longer, on the slowest board; one that does is given up."""
BROKE_DOWN = _("the review failed; the log says why")
LINE_BYTES = 4_000_000
"""A whole review is one line."""


_NOTHING = object()


@dataclass(slots=True, eq=False)
class Job:
    """A review, from the request to the result."""

    record: str = ""
    """Record of what is reviewed; empty until a finished game was read."""
    game: str = ""
    """Id of the finished game; empty for the game on the table."""
    asked: bool = True
    """True if somebody waits for it."""
    progress: tuple[int, int] = (0, 0)
    """Number of actions examined, and number of all actions."""
    found: dict[str, Any] | None = None
    """The answer of `analysis.worker`, once it is there; `{"fault": why}` if there will be none."""
    gave_way: bool = False
    """True once it was stopped for another one."""
    process: Process | None = None

    def give_way(self) -> None:
        """Stops this review in favour of another one."""
        self.gave_way = True
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()


class ReviewQueue:
    """Reviews games, one at a time. Use from one event loop only."""

    def __init__(
        self,
        archive: Archive,
        moved: Callable[[], object],
        clock: Callable[[], float],
        *,
        by_itself: bool = True,
    ) -> None:
        """Makes an idle queue; `run` starts it.

        Args:
            archive: the games.
            moved: something that changes whenever somebody who plays does something.
            clock: seconds, monotonic.
            by_itself: whether games are reviewed that nobody asked for.
        """
        self._archive, self._moved, self._clock = archive, moved, clock
        self._by_itself = by_itself
        self._table: deque[Job] = deque()
        self._wanted: list[str] = []
        self._hopeless: dict[str, str] = {}
        self._call = asyncio.Event()
        self._now = Job()
        self._done_for: object = _NOTHING
        """Something that everybody had done when no game was left to review."""

    def ask(self, record: str) -> Job:
        """Requests a review of a game on the table, ahead of all others.

        Returns:
            The job, which tells how far it is and what was found.
        """
        job = Job(record)
        self._table.append(job)
        self._hurry()
        return job

    async def review(self, game: str) -> dict[str, Any]:
        """Returns the review of a game; to be called until it is ready.

        Returns:
            `{"ready": true, …}` with what `analysis.report.as_message` tells and the charts as
            `svg` by language;
            `{"ready": false, "done": n, "of": m}`; or `{"fault": why not}`.
        """
        if game in self._hopeless:
            return {"fault": self._hopeless[game]}
        found = await self._archive.review(game)
        if found is not None:
            return {"ready": True, **found}
        known = await self._archive.known()
        line = next((line for line in known.lines if line.id == game), None)
        if line is None:
            return {"fault": _("no such game")}
        if why := why_not(line):
            return {"fault": why}
        if game == self._now.game and not self._now.gave_way:
            self._now.asked = True
            done, of = self._now.progress
            return {"ready": False, "done": done, "of": of}
        if game not in self._wanted:
            self._wanted = [*self._wanted, game][-10:]
        self._hurry()
        return {"ready": False, "done": 0, "of": 0}

    def _hurry(self) -> None:
        """Starts the next requested review as soon as possible."""
        self._call.set()
        if not self._now.asked:
            self._now.give_way()

    async def progress(self) -> tuple[int, int]:
        """Returns how many games have been reviewed, and how many can be."""
        known = await self._archive.known()
        due = [line for line in known.lines if self._is_due(line)]
        return sum(line.id in known.reviews for line in due), len(due)

    async def run(self) -> None:
        """Reviews games one after another until cancelled."""
        last, since = self._moved(), self._clock()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._call.wait()
            self._call.clear()
            now = self._moved()
            if now != last:
                last, since = now, self._clock()
            try:
                if await self._begin(now, is_quiet=self._clock() - since >= QUIET_S):
                    await self._do(self._now)
                    self._call.set()  # there may be another
                else:
                    await self._archive.rest(self._clock())
            except DeviceError as error:
                log.warning("reviews wait: %s", error)
                self._now.found = {"fault": localize_error(error)}
            except Exception:  # whatever it is, the board continues
                log.exception("the review of game %r", self._now.game)
                self._hopeless[self._now.game], self._done_for = BROKE_DOWN, now
                self._now.found = {"fault": BROKE_DOWN}
            self._now = Job()

    async def _begin(self, moved: object, *, is_quiet: bool) -> bool:
        """Chooses the next game to review; returns False if there is none."""
        if self._table:
            self._now = self._table.popleft()
            return True
        if self._wanted:
            self._now = Job(game=self._wanted.pop(0))
            return True
        if not (is_quiet and self._by_itself) or self._done_for == moved:
            return False
        game = await self._next()
        self._done_for = _NOTHING if game else moved
        self._now = Job(game=game, asked=False)
        return bool(game)

    async def _next(self) -> str:
        known = await self._archive.known()
        for line in reversed(known.lines):
            if line.id not in known.reviews and self._is_due(line):
                return line.id
        return ""

    def _is_due(self, line: GameLine) -> bool:
        return is_ours(line) and line.id not in self._hopeless and not why_not(line)

    async def _do(self, job: Job) -> None:
        if not job.game:
            job.found = await self._think(job)
            return
        source = await self._archive.source(job.game)
        if source is None or await self._archive.review(job.game) is not None:
            return
        job.record = record_to_show(source)
        found = await self._think(job)
        if job.gave_way and "fault" in found:
            return  # it is still due, and chosen again
        if "fault" in found:
            self._hopeless[job.game] = found["fault"]
        else:
            await self._archive.keep_review(source, short_review(found), found)

    async def _think(self, job: Job) -> dict[str, Any]:
        """Returns the process's result; a fault if it breaks down or takes too long."""
        process = job.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pegboard.analysis.worker",
            *(["--asked"] if job.asked else []),
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
                        found: dict[str, Any] = from_json(answer)
                        return found
                    job.progress = answer
        except (TimeoutError, ValueError, OSError) as error:
            log.warning("the review of game %r was given up: %r", job.game, error)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        return {"fault": BROKE_DOWN}


def why_not(line: GameLine) -> str:
    """Returns the reason a game cannot be reviewed; empty if it can."""
    if line.fault:
        return _("this game cannot be replayed")
    if line.winner is None:
        return _("a review is for a finished game")
    if not line.has_cards:
        return _("no card of this game is known, so nothing can be judged")
    return ""
