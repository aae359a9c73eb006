"""Hints and reviews for the page, cached.

A hint is computed on a thread, from the viewer's `View` alone. Reviews are computed by the review
queue; unless the game has real cards, a review ends with the last finished deal, so that it reveals
no hidden card.
"""

import asyncio
import os
from random import Random
from typing import Any

from pegboard.archive.review_queue import Job, ReviewQueue
from pegboard.cribbage.cards import Cards
from pegboard.cribbage.game import State, view
from pegboard.cribbage.notation import format_action, parse_record
from pegboard.errors import NotationError
from pegboard.i18n import _
from pegboard.schema.codes import Mistaken
from pegboard.session.feed.types import JsonObject
from pegboard.session.table import Table
from pegboard.session.views.private import finished_deals

SEED = 1
"""Fixed, so that the same position gives the same hint."""
NO_DECISION = _("you have no decision to make now")
NO_DEAL_YET = _("there is nothing to review until a deal has ended")

# Nets this small are slower on several cores; numpy reads this on first import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class Coach:
    """Source of hints and reviews for one table. Use from one event loop only."""

    def __init__(self, table: Table, queue: ReviewQueue) -> None:
        """Creates the coach; loads nothing yet.

        Args:
            table: table that the game is on.
            queue: computes the reviews.
        """
        self._table, self._queue = table, queue
        self._lock = asyncio.Lock()
        self._hint: tuple[object, JsonObject] | None = None
        self._job: Job | None = None
        self._game = ""
        """Id of the game under review."""
        self._charts: dict[str, str] = {}

    async def hint(self, seat: int | None) -> JsonObject:
        """Returns the expert's choice for a seat.

        Args:
            seat: seat of the viewer; None if it plays none.

        Returns:
            `{"seq", "action", "cards", "text", "discards"}`, or `{"fault": reason}`. `discards`
            compares all discards when one is due, see `analysis.discards.DiscardRow`.
        """
        if not self._table.kind.deals_to_people:
            return {"fault": _("hints are for games against the computer")}
        async with self._lock:
            state, key = self._table.state, (self._table.game, self._table.seq, seat)
            if self._hint is None or self._hint[0] != key:
                seat_view = None if seat is None else view(state, seat)
                if seat_view is None or not seat_view.legal:
                    return {"fault": NO_DECISION}
                self._hint = key, await asyncio.to_thread(_hint, seat_view, self._table.seq)
            return self._hint[1]

    async def win_chances(self) -> list[float] | None:
        """Returns each side's chance of winning, estimated from the scores and the dealer alone.

        It reveals no card, so everybody may see it. None for four individual players, for whom no
        estimate exists.
        """
        state = self._table.state
        if state.winner is not None:
            return [float(side == state.rules.side_of(state.winner)) for side in _sides(state)]
        return await asyncio.to_thread(_chances, state)

    async def poll_review(self) -> JsonObject:
        """Returns the review of the game so far, or its progress; call until it is ready.

        Returns:
            `{"ready": false, "done": n, "of": m}`, `{"ready": true}` with the fields of
            `analysis.report.as_message`, or `{"fault": reason}`.
        """
        record = self._reviewable_record()
        if self._job is None or (self._job.record != record and self._job.result is not None):
            if not parse_record(record).actions:
                self._charts = {}
                return {"fault": NO_DEAL_YET}
            self._job, self._game = self._queue.request(record), self._table.game
        if self._job.result is None:
            done, of = self._job.progress
            return {"ready": False, "done": done, "of": of}
        # The review contains its charts, one set per language.
        found = dict(self._job.result)
        self._charts = found.pop("svg", {})
        return found if "fault" in found else {"ready": True, "game": self._game, **found}

    def _reviewable_record(self) -> str:
        """Returns the record of that part of the game which may be reviewed now."""
        table = self._table
        if table.kind.has_real_cards or table.state.over:
            return table.record_text()
        return table.record_text(finished_deals(table))

    async def practice_hands(self) -> JsonObject:
        """Returns hands for discard practice: `{"hands": [{"cards", "dealer"} …]}`."""
        from pegboard.analysis.discards import practice_hands

        return {"hands": practice_hands(Random())}

    async def discards(self, hand: Cards, *, dealer: bool) -> JsonObject:
        """Returns the value of every discard from a six-card hand at the start of a game.

        Returns:
            `{"table": [...]}`, best first; see `analysis.discards.DiscardRow`.

        Raises:
            NotationError: they are not six different cards.
        """
        if len(set(hand)) != 6 or len(hand) != 6:
            raise NotationError(Mistaken.SIX_CARDS, n=len(hand))
        async with self._lock:
            return {"table": await asyncio.to_thread(_table, hand, dealer)}

    def chart(self, language: str) -> str | None:
        """Returns the chart of the latest review as SVG, labelled in a language, or None."""
        return self._charts.get(language)


def _sides(state: State) -> range:
    return range(state.rules.sides)


def _chances(state: State) -> list[float] | None:
    from pegboard.players.expert.evaluate import between

    found = between(state).chances
    return None if found is None else list(found)


def _hint(seen: Any, seq: int) -> JsonObject:
    from pegboard.analysis.discards import discard_rows
    from pegboard.analysis.explain import hint

    found = hint(seen, Random(SEED))
    if found is None:
        return {"fault": NO_DECISION}
    cards = [str(card) for card in found.cards]
    return {
        "seq": seq,
        "action": format_action(found.action),
        "cards": cards,
        "text": found.text,
        "discards": discard_rows(seen, found.options),
    }


def _table(hand: Cards, dealer: bool) -> list[Any]:
    from pegboard.analysis.discards import discard_table, practice_view

    return [*discard_table(practice_view(hand, dealer=dealer), Random(SEED))]
