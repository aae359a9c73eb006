"""Follows the other processes of the same hall: their commits and connected boards.

The store is polled every quarter of a second with a few short queries, independent of the number
of boards. Each process writes a heartbeat with its connected boards every two seconds and on each
change. A heartbeat that stops changing belongs to a process that has ended; one found at the start
of this process counts only after it has changed.
"""

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass

import msgspec

from pegboard.errors import DeviceError
from pegboard.hall.hall import Hall
from pegboard.hall.service.board_registry import BoardRegistry
from pegboard.hall.service.connections import Presence
from pegboard.hall.service.event_registry import EventRegistry
from pegboard.hall.store.key_values import KeyValues
from pegboard.host.logfmt import log_event

log = logging.getLogger(__name__)

POLL_S = 0.25
BEAT_S = 2.0
"""Seconds between two polls, and between two heartbeats."""
GONE_S = 7.0
"""Seconds without a new heartbeat after which a process is considered dead."""
DELETE_S = 60.0

Heartbeat = tuple[int, dict[str, Presence]]
"""An increasing number, and the connected boards."""
HEARTBEATS = KeyValues("here", bytes)
"""Heartbeat of each process, as JSON, which is compared as bytes."""


@dataclass(frozen=True, slots=True)
class _Peer:
    """Another process: its last heartbeat, when that arrived by our clock, and its boards."""

    heartbeat: bytes
    at: float
    present: dict[str, Presence]


class PeerProcesses:
    """Follower of the other processes. Use from one event loop only.

    Args:
        board_registry: publishes their boards.
        event_registry: publishes their decisions.
    """

    def __init__(self, board_registry: BoardRegistry, event_registry: EventRegistry) -> None:
        self._board_registry, self._event_registry = board_registry, event_registry
        self._name = secrets.token_hex(8)
        self._beats, self._next_beat = 0, 0.0
        self._announced_boards: set[str] = set()
        self._peers: dict[str, _Peer] | None = None

    async def run(self) -> None:
        """Polls until cancelled; then deletes this process's heartbeat."""
        try:
            while True:
                try:
                    await self._read_changes()
                    await self._exchange_heartbeats()
                    await self._board_registry.connections.relay.deliver_stored()
                except DeviceError as error:
                    code, says = str(error.code), str(error)
                    log_event(log, "hall.fellows", logging.WARNING, code=code, says=says)
                    await asyncio.sleep(BEAT_S)
                await asyncio.sleep(POLL_S)
        finally:
            name = self._name
            try:
                await self._board_registry.store_thread.run(
                    lambda hall: HEARTBEATS.put(hall.store, None, name)
                )
            except DeviceError as error:
                log_event(log, "hall.fellows", logging.WARNING, code=str(error.code))

    async def _read_changes(self) -> None:
        news = await self._board_registry.store_thread.changes()
        for board in news.boards:
            await self._board_registry.on_board_change(board)
        if news.event is not None:
            await self._event_registry.show_again()
        await self._event_registry.publish_changes()

    async def _exchange_heartbeats(self) -> None:
        present, now = self._board_registry.connections.present(), time.monotonic()
        value = None
        if now >= self._next_beat or present.keys() != self._announced_boards:
            self._beats, self._next_beat, self._announced_boards = (
                self._beats + 1,
                now + BEAT_S,
                {*present},
            )
            value = msgspec.json.encode((self._beats, present))
        name = self._name
        before = self._peers or {}
        ended = [peer for peer, other in before.items() if now - other.at > DELETE_S]

        def met(hall: Hall) -> dict[str, bytes]:
            if value is not None:
                HEARTBEATS.put(hall.store, value, name)
            for peer in ended:
                HEARTBEATS.put(hall.store, None, peer)
            return HEARTBEATS.all(hall.store)

        signs = await self._board_registry.store_thread.run(met)
        signs.pop(name, None)
        left = self._peers is None  # heartbeats of dead processes may remain
        self._peers = {}
        here: dict[str, Presence] = {}
        for peer, sign in signs.items():
            other = before.get(peer)
            if other is None or other.heartbeat != sign:
                at = now - GONE_S - POLL_S if left else now
                other = _Peer(sign, at, msgspec.json.decode(sign, type=Heartbeat)[1])
            self._peers[peer] = other
            here |= other.present if now - other.at <= GONE_S else {}
        self._board_registry.set_remote_presence(here)
