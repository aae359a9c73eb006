"""The page's only WebSocket: receives commands; sends acknowledgements, states and frames."""

import asyncio
import contextlib
import json
import logging

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from pegboard.errors import Common, IllegalAction, PegboardError
from pegboard.host.retrying import until_first
from pegboard.i18n import localize
from pegboard.json_form import BadMessage
from pegboard.pairing.viewer import Viewer
from pegboard.schema.commands import Ping, ack, parse, refusal, verb_of
from pegboard.schema.messages import AckMessage
from pegboard.session.codes import Refusal
from pegboard.session.commands import Commands
from pegboard.session.feed.state import StateFrame
from pegboard.session.feed.types import Feed
from pegboard.session.publisher import Publisher
from pegboard.session.views.pages import Pages
from pegboard.web.authorization import viewer_of
from pegboard.web.socket_slots import MAX_SOCKETS, Slot, SocketSlots

COME_BACK = 1013
"""Close code "try again later", for a client without a slot."""
CLOSING_S = 5.0
"""Seconds to send the close frame to a client that does not read."""

IN_FLIGHT = 32
"""Largest number of a client's commands in progress; beyond it, its socket is not read."""

_log = logging.getLogger(__name__)


async def acknowledge(commands: Commands, raw: str | bytes, by: str, viewer: Viewer) -> AckMessage:
    """Executes a message of any content; returns its acknowledgement."""
    try:
        command = parse(raw)
    except BadMessage as problem:
        return refusal(problem.id, problem)
    if isinstance(command, Ping):
        return ack(command.id)
    if not viewer.may_act:
        refused = refusal(command.id, IllegalAction(Refusal.ONLY_LOOKING))
        return {**refused, "need": "pairing"}
    try:
        return await commands.execute(command, by, viewer)
    except Exception:
        # `execute` should not raise. If it does, only this command fails, not the page.
        _log.exception("a command failed: %s", verb_of(type(command)))
        return refusal(command.id, PegboardError(Common.INSIDE))


def author_of(connection: HTTPConnection, viewer: Viewer) -> str:
    """Returns the sender's name for the journal."""
    if viewer.device:
        return f"device {viewer.name}"
    return f"web {connection.client.host}" if connection.client else "web"


class Sockets:
    """All open WebSockets of one application; itself the ASGI endpoint for `/ws`."""

    def __init__(
        self, publisher: Publisher, commands: Commands, pages: Pages, most: int = MAX_SOCKETS
    ) -> None:
        self._publisher, self._commands, self._pages = publisher, commands, pages
        self._slots = SocketSlots(most)
        self._replies: set[asyncio.Task[None]] = set()

    async def serve(self, socket: WebSocket) -> None:
        """Serves one client until it disconnects.

        `?changes=1` requests changes in place of whole states; `?game=…&seq=…` names the last state
        that the client has seen, and requests the log lines that it missed.
        """
        viewer = viewer_of(socket.scope)
        place = self._slots.acquire(viewer, socket.client.host if socket.client else "")
        if place is None:
            sentence = f"{self._slots.most} pages are already open; close one and try again."
            await socket.accept()
            await socket.close(COME_BACK, sentence)
            return
        try:
            await socket.accept()
            with self._publisher.subscribe(viewer) as feed:
                writing, reading = self._write(socket, feed), self._read(socket, viewer)
                await until_first(writing, reading, _wait_until_evicted(place))
            if place.evicted.is_set():
                # If unread data blocks the close frame, the socket just ends.
                with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                    async with asyncio.timeout(CLOSING_S):
                        await socket.close(COME_BACK, "Another page needs the place of this one.")
        finally:
            self._slots.release(place)

    async def _write(self, socket: WebSocket, feed: Feed) -> None:
        """Sends what the feed yields; a slow client delays only this coroutine."""
        query = socket.query_params
        game, seq, changes = query.get("game"), query.get("seq", ""), query.get("changes") == "1"
        has: StateFrame | None = None
        # RuntimeError: the server closed the socket because a message was too long.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            missed = self._pages.missed_lines(game, _number(seq)) if game else None
            if missed is not None:
                language = viewer_of(socket.scope).language
                await socket.send_text(json.dumps(localize(language, missed), ensure_ascii=False))
            async for item in feed:
                if isinstance(item, bytes):
                    await socket.send_bytes(item)
                else:
                    await socket.send_text(item.frame.text_after(has if changes else None))
                    has = item.frame
            await socket.close(1001)

    async def _read(self, socket: WebSocket, viewer: Viewer) -> None:
        """Executes commands in order of arrival, and acknowledges each when it is done."""
        by = author_of(socket, viewer)
        room = asyncio.Semaphore(IN_FLIGHT)
        while (received := await socket.receive())["type"] != "websocket.disconnect":
            raw = received.get("text") or received.get("bytes") or ""
            await room.acquire()
            # A separate task, never cancelled: a command completes even if its client has
            # disconnected, so repeating it with the same id is harmless.
            task = asyncio.create_task(self._reply(socket, raw, by, viewer))
            self._replies.add(task)
            task.add_done_callback(self._replies.discard)
            task.add_done_callback(lambda _: room.release())

    async def _reply(self, socket: WebSocket, raw: str | bytes, by: str, viewer: Viewer) -> None:
        reply = await acknowledge(self._commands, raw, by, viewer)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have disconnected
            localized = localize(viewer.language, reply)
            await socket.send_text(json.dumps(localized, ensure_ascii=False))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


async def _wait_until_evicted(place: Slot) -> None:
    await place.evicted.wait()
