"""Reviews finished games in the background: what somebody waits for first, then the newest.

One at a time, in a process of its own, and unasked only while nobody plays: the course of luck and
skill in the history grows by itself. What was found is kept (see `cache`), so every game is
reviewed once.
"""

import asyncio
import json
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pegboard.errors import DeviceError
from pegboard.history.archive import Archive
from pegboard.history.pages import short_review
from pegboard.history.players import is_ours
from pegboard.history.stored_game import Source, record_to_show
from pegboard.history.summary import GameLine
from pegboard.i18n import _
from pegboard.i18n.serialize import from_json

log = logging.getLogger(__name__)

QUIET_S = 120.0
"""Nobody plays when nothing has happened for so long."""
LOOK_S = 5.0
"""Between two looks whether anybody plays."""
LONGEST_S = 900.0
"""No review takes longer, on the slowest board; one that does is given up."""
BROKE_DOWN = _("the review failed; the log says why")
LINE_BYTES = 4_000_000
"""A whole review is one line."""


_NOTHING = object()


class ReviewQueue:
    """For one event loop."""

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
        self._wanted: list[str] = []
        self._hopeless: dict[str, str] = {}
        self._call = asyncio.Event()
        self._now, self._done = "", (0, 0)

    async def review(self, game: str) -> dict[str, Any]:
        """Returns the review of a game, asked for again and again until it is there.

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
        if game not in (self._now, *self._wanted):
            self._wanted = [*self._wanted, game][-10:]
            self._call.set()
        done, of = self._done if game == self._now else (0, 0)
        return {"ready": False, "done": done, "of": of}

    async def progress(self) -> tuple[int, int]:
        """Returns how many games have been reviewed, and of how many that can be."""
        known = await self._archive.known()
        due = [line for line in known.lines if self._is_due(line)]
        return sum(line.id in known.reviews for line in due), len(due)

    async def run(self) -> None:
        """Reviews one game after the other, until cancelled."""
        last, since = self._moved(), self._clock()
        done_for: object = _NOTHING  # everything was reviewed when this was the last move
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._call.wait()
            self._call.clear()
            now = self._moved()
            if now != last:
                last, since = now, self._clock()
            is_quiet = self._clock() - since >= QUIET_S
            game = ""
            try:
                game = self._now = self._wanted.pop(0) if self._wanted else ""
                if not game and is_quiet and self._by_itself and done_for != now:
                    game = await self._next()
                    done_for = _NOTHING if game else now
                if game:
                    await self._review(game)
                    self._call.set()  # there may be another
                else:
                    await self._archive.rest(self._clock())
            except DeviceError as error:
                log.warning("reviews wait: %s", error)
            except Exception:  # whatever it is, the board goes on
                log.exception("the review of game %r", game)
                self._hopeless[game], done_for = BROKE_DOWN, now

    async def _next(self) -> str:
        known = await self._archive.known()
        for line in reversed(known.lines):
            if line.id not in known.reviews and self._is_due(line):
                return line.id
        return ""

    def _is_due(self, line: GameLine) -> bool:
        return is_ours(line) and line.id not in self._hopeless and not why_not(line)

    async def _review(self, game: str) -> None:
        self._now, self._done = game, (0, 0)
        try:
            source = await self._archive.source(game)
            if source is None or await self._archive.review(game) is not None:
                return
            found = await self._think(source)
            if "fault" in found:
                self._hopeless[game] = found["fault"]
            else:
                await self._archive.keep_review(source, short_review(found), found)
        finally:
            self._now, self._done = "", (0, 0)

    async def _think(self, source: Source) -> dict[str, Any]:
        """Returns what the process finds; a fault where it breaks down or takes too long."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pegboard.analysis.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE_BYTES,
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(LONGEST_S):
                process.stdin.write(record_to_show(source).encode())
                process.stdin.close()
                async for line in process.stdout:
                    said = json.loads(line)
                    if isinstance(said, dict):
                        found: dict[str, Any] = from_json(said)
                        return found
                    self._done = said[0], said[1]
        except (TimeoutError, ValueError, OSError) as error:
            log.warning("the review of game %s was given up: %r", source.id, error)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        return {"fault": BROKE_DOWN}


def why_not(line: GameLine) -> str:
    """Returns why a game is not reviewed; empty where it can be."""
    if line.fault:
        return _("this game cannot be replayed")
    if line.winner is None:
        return _("a review is for a finished game")
    if not line.has_cards:
        return _("no card of this game is known, so nothing can be judged")
    return ""
