"""Hints and reviews for the page, computed on a thread one at a time and cached.

A hint is told from the person's View and nothing else. A review of a game against the computer
ends with the last deal that is over, so that it gives away no card that is still hidden.
"""

import asyncio
import os
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from pegboard.cribbage.game import view
from pegboard.cribbage.notation import Record, format_action, parse_record
from pegboard.i18n import _, name_of
from pegboard.session.feed.types import JsonObject
from pegboard.session.table import Table

if TYPE_CHECKING:
    from pegboard.analysis.model import Review

SEED = 1
"""The same position gives the same hint, and the same game the same review."""
NOTHING = _("you have no decision to make now")

# Nets this small are slower on several cores; numpy reads it when it is first loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class Coach:
    """For one event loop."""

    def __init__(self, table: Table) -> None:
        """Loads nothing until it is asked.

        Args:
            table: the game.
        """
        self._table = table
        self._thinking = asyncio.Lock()
        self._hint: tuple[object, JsonObject] | None = None
        self._key: object = None
        self._work: asyncio.Task[JsonObject] | None = None
        self._done = (0, 0)
        self._charts: dict[str, str] = {}

    async def hint(self, seat: int | None) -> JsonObject:
        """Returns what the expert would do in a seat's place.

        Args:
            seat: of whoever asks; None where he plays none.

        Returns:
            `{"seq", "action", "cards", "text"}`, or `{"fault": why not}`.
        """
        if self._table.mode != "computer":
            return {"fault": _("hints are for games against the computer")}
        async with self._thinking:
            state, key = self._table.state, (self._table.game, self._table.seq, seat)
            if self._hint is None or self._hint[0] != key:
                seen = None if seat is None else view(state, seat)
                if seen is None or not seen.legal:
                    return {"fault": NOTHING}
                self._hint = key, await asyncio.to_thread(_hint, seen, self._table.seq)
            return self._hint[1]

    async def review(self) -> JsonObject:
        """Returns the review of the game so far; asked again and again until it is ready.

        Returns:
            `{"ready": false, "done": n, "of": m}`, or `{"ready": true}` with what
            `analysis.report.as_message` tells, or `{"fault": why not}`.
        """
        record = parse_record(self._table.record())
        key = (self._table.game, len(self._table.history), self._table.state.over)
        if self._work is None or (self._key != key and self._work.done()):
            self._key, self._done = key, (0, 0)
            self._work = asyncio.create_task(self._reviewed(record, self._table.mode))
            await asyncio.wait([self._work], timeout=0.3)
        if not self._work.done():
            done, of = self._done
            return {"ready": False, "done": done, "of": of}
        return self._work.result()

    def chart(self, language: str) -> str | None:
        """Returns the latest review as SVG in a language, or None where there is none."""
        return self._charts.get(language)

    async def _reviewed(self, record: Record, mode: str) -> JsonObject:
        names: list[str] = [name_of(name) for name in self._table.names]
        found = await asyncio.to_thread(_review, record, names, mode, self._progress)
        if found is None:
            self._charts = {}
            return {"fault": _("there is nothing to review until a deal has ended")}
        message, self._charts = found
        return {"ready": True, "game": self._table.game, **message}

    def _progress(self, done: int, of: int) -> None:
        self._done = done, of


def _hint(seen: Any, seq: int) -> JsonObject:
    from pegboard.analysis.explain import hint

    found = hint(seen, Random(SEED))
    if found is None:
        return {"fault": NOTHING}
    cards = [str(card) for card in found.cards]
    return {"seq": seq, "action": format_action(found.action), "cards": cards, "text": found.text}


def _review(
    record: Record, names: list[str], mode: str, progress: Callable[[int, int], None]
) -> tuple[JsonObject, dict[str, str]] | None:
    from pegboard.analysis.analyze import finished_deals, review
    from pegboard.analysis.charts import in_every_language
    from pegboard.analysis.report import as_message

    header, actions = record.header, record.actions
    if mode != "score":
        actions = finished_deals(header.rules, header.dealer, actions)
    if not actions:
        return None
    found: Review = review(header.rules, header.dealer, actions, Random(SEED), progress)
    return as_message(found, Record(header, actions), names), in_every_language(found, names)
