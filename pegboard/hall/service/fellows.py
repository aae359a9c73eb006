"""The other processes of the same hall: what they have committed, and which boards they serve.

A look every quarter of a second is a few short questions to the store, however many boards there
are; nothing waits for it. Each process also keeps there the boards that are connected to it, every
two seconds and when one comes or goes. A sign that stays the same is of a process that has ended:
one that was there before this process counts once it has changed.
"""

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass

import msgspec

from pegboard.errors import DeviceError
from pegboard.hall.hall import Hall
from pegboard.hall.service.boards import Presence
from pegboard.hall.service.events import EventDesk
from pegboard.hall.service.office import Office
from pegboard.hall.store.notes import NoteKind
from pegboard.host.logfmt import log_event

log = logging.getLogger(__name__)

LOOK_S = 0.25
BEAT_S = 2.0
"""Seconds between two looks, and between two signs of life."""
GONE_S = 7.0
"""Seconds without a sign after which another process does not count."""
FORGET_S = 60.0

Sign = tuple[int, dict[str, Presence]]
"""Of life: a number that grows, and the boards that are connected."""
SIGNS = NoteKind("here", bytes)
"""Of each process, as JSON of a `Sign`: it is compared as it is."""


@dataclass(frozen=True, slots=True)
class _Other:
    """Another process: its last sign, when that came by this process's clock, its boards."""

    sign: bytes
    at: float
    present: dict[str, Presence]


class Fellows:
    """Follows the others. Use from one event loop only.

    Args:
        office: shows their boards.
        desk: shows their decisions.
    """

    def __init__(self, office: Office, desk: EventDesk) -> None:
        self._office, self._desk = office, desk
        self._name = secrets.token_hex(8)
        self._beats, self._due = 0, 0.0
        self._told: set[str] = set()
        self._others: dict[str, _Other] | None = None

    async def run(self) -> None:
        """Looks until cancelled; then says that this process is gone."""
        try:
            while True:
                try:
                    await self._look()
                    await self._meet()
                    await self._office.doors.letters.collect()
                except DeviceError as error:
                    code, says = str(error.code), str(error)
                    log_event(log, "hall.fellows", logging.WARNING, code=code, says=says)
                    await asyncio.sleep(BEAT_S)
                await asyncio.sleep(LOOK_S)
        finally:
            name = self._name
            try:
                await self._office.keeper.do(lambda hall: SIGNS.put(hall.store, None, name))
            except DeviceError as error:
                log_event(log, "hall.fellows", logging.WARNING, code=str(error.code))

    async def _look(self) -> None:
        news = await self._office.keeper.news()
        for each in news.boards:
            await self._office.learned(each)
        if news.event is not None:
            await self._desk.show_again()
        await self._desk.look_again()

    async def _meet(self) -> None:
        present, now = self._office.doors.present(), time.monotonic()
        value = None
        if now >= self._due or present.keys() != self._told:
            self._beats, self._due, self._told = self._beats + 1, now + BEAT_S, {*present}
            value = msgspec.json.encode((self._beats, present))
        name = self._name
        before = self._others or {}
        ended = [each for each, other in before.items() if now - other.at > FORGET_S]

        def met(hall: Hall) -> dict[str, bytes]:
            if value is not None:
                SIGNS.put(hall.store, value, name)
            for each in ended:
                SIGNS.put(hall.store, None, each)
            return SIGNS.all(hall.store)

        signs = await self._office.keeper.do(met)
        signs.pop(name, None)
        left = self._others is None  # by whoever was there before: this may have been killed
        self._others = {}
        here: dict[str, Presence] = {}
        for each, sign in signs.items():
            other = before.get(each)
            if other is None or other.sign != sign:
                at = now - GONE_S - LOOK_S if left else now
                other = _Other(sign, at, msgspec.json.decode(sign, type=Sign)[1])
            self._others[each] = other
            here |= other.present if now - other.at <= GONE_S else {}
        self._office.elsewhere(here)
